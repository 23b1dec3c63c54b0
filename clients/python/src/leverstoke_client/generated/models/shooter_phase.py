from typing import Literal, cast

ShooterPhase = Literal["accusing", "bidding", "finished", "naming_trump", "playing", "seating"]


def check_shooter_phase(value: str) -> ShooterPhase:
    """Any word: what a newer server says is not refused."""
    return cast(ShooterPhase, value)
