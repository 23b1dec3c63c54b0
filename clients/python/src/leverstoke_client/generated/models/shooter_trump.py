from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

from ..models.suit import Suit, check_suit

T = TypeVar("T", bound="ShooterTrump")


@_attrs_define
class ShooterTrump:
    """
    Attributes:
        suit (Suit):
    """

    suit: Suit

    def to_dict(self) -> dict[str, Any]:
        suit: str = self.suit

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "suit": suit,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        suit = check_suit(d.pop("suit"))

        shooter_trump = cls(
            suit=suit,
        )

        return shooter_trump
