from typing import Literal, cast

ShootingPartyReason = Literal["all_queens", "exhausted", "resigned"]


def check_shooting_party_reason(value: str) -> ShootingPartyReason:
    """Any word: what a newer server says is not refused."""
    return cast(ShootingPartyReason, value)
