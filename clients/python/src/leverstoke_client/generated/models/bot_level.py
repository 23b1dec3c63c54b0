from typing import Literal, cast

BotLevel = Literal["easy", "sharp", "steady"]


def check_bot_level(value: str) -> BotLevel:
    """Any word: what a newer server says is not refused."""
    return cast(BotLevel, value)
