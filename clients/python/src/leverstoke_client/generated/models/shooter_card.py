from typing import Literal, cast

ShooterCard = Literal[
    "9C",
    "9D",
    "9H",
    "9S",
    "AC",
    "AD",
    "AH",
    "AS",
    "JC",
    "JD",
    "JH",
    "JS",
    "KC",
    "KD",
    "KH",
    "KS",
    "QC",
    "QD",
    "QH",
    "QS",
    "TC",
    "TD",
    "TH",
    "TS",
]


def check_shooter_card(value: str) -> ShooterCard:
    """Any word: what a newer server says is not refused."""
    return cast(ShooterCard, value)
