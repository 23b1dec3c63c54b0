from typing import Literal, cast

ShootingPartyCause = Literal["action", "guarded", "jacks", "joker", "leave", "rival"]


def check_shooting_party_cause(value: str) -> ShootingPartyCause:
    """Any word: what a newer server says is not refused."""
    return cast(ShootingPartyCause, value)
