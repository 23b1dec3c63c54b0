from typing import Literal, cast

ShooterReason = Literal["abandoned", "target"]


def check_shooter_reason(value: str) -> ShooterReason:
    """Any word: what a newer server says is not refused."""
    return cast(ShooterReason, value)
