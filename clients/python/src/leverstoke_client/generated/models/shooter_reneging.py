from typing import Literal, cast

ShooterReneging = Literal["honour", "prevented"]


def check_shooter_reneging(value: str) -> ShooterReneging:
    """Any word: what a newer server says is not refused."""
    return cast(ShooterReneging, value)
