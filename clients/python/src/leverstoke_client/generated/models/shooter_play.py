from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

from ..models.shooter_card import ShooterCard, check_shooter_card

T = TypeVar("T", bound="ShooterPlay")


@_attrs_define
class ShooterPlay:
    """
    Attributes:
        card (ShooterCard):
    """

    card: ShooterCard

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
        card = check_shooter_card(d.pop("card"))

        shooter_play = cls(
            card=card,
        )

        return shooter_play
