from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

from ..models.shooting_party_card import ShootingPartyCard, check_shooting_party_card

T = TypeVar("T", bound="ShootingPartyRetrieve")


@_attrs_define
class ShootingPartyRetrieve:
    """
    Attributes:
        card (ShootingPartyCard):
    """

    card: ShootingPartyCard

    def to_dict(self) -> dict[str, Any]:
        card: str = self.card

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "card": card,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        card = check_shooting_party_card(d.pop("card"))

        shooting_party_retrieve = cls(
            card=card,
        )

        return shooting_party_retrieve
