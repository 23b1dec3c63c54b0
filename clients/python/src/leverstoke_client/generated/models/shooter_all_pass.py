from typing import Literal, cast

ShooterAllPass = Literal["redeal", "stick_dealer"]


def check_shooter_all_pass(value: str) -> ShooterAllPass:
    """Any word: what a newer server says is not refused."""
    return cast(ShooterAllPass, value)
