from typing import Literal, cast

PlayerKind = Literal["bot", "empty", "human"]


def check_player_kind(value: str) -> PlayerKind:
    """Any word: what a newer server says is not refused."""
    return cast(PlayerKind, value)
