from typing import Literal, cast

ShootingPartyRoles = Literal["classic", "reversed"]


def check_shooting_party_roles(value: str) -> ShootingPartyRoles:
    """Any word: what a newer server says is not refused."""
    return cast(ShootingPartyRoles, value)
