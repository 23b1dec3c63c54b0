from typing import Literal, cast

ShootingPartyCard = Literal[
    "2C",
    "2D",
    "2H",
    "2S",
    "3C",
    "3D",
    "3H",
    "3S",
    "4C",
    "4D",
    "4H",
    "4S",
    "5C",
    "5D",
    "5H",
    "5S",
    "AC",
    "AD",
    "AH",
    "AS",
    "JC",
    "JD",
    "JH",
    "JOKER",
    "JS",
    "KC",
    "KD",
    "KH",
    "KS",
    "QC",
    "QD",
    "QH",
    "QS",
]


def check_shooting_party_card(value: str) -> ShootingPartyCard:
    """Any word: what a newer server says is not refused."""
    return cast(ShootingPartyCard, value)
