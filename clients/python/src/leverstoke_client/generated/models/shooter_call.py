from typing import Literal, cast

ShooterCall = Literal["five", "four", "moon", "pass", "seven", "six", "three"]


def check_shooter_call(value: str) -> ShooterCall:
    """Any word: what a newer server says is not refused."""
    return cast(ShooterCall, value)
