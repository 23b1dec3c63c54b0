from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

from ..models.shooting_party_card import ShootingPartyCard, check_shooting_party_card

T = TypeVar("T", bound="ShootingPartyDiscard")


@_attrs_define
class ShootingPartyDiscard:
    """
    Attributes:
        cards (list[ShootingPartyCard]): In any order: two of a suit, two to four of a rank, the joker alone, or one
            side of an open choice. Example: ['2H', '3H'].
    """

    cards: list[ShootingPartyCard]

    def to_dict(self) -> dict[str, Any]:
        cards = []
        for cards_item_data in self.cards:
            cards_item: str = cards_item_data
            cards.append(cards_item)

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "cards": cards,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        cards = []
        _cards = d.pop("cards")
        for cards_item_data in _cards:
            cards_item = check_shooting_party_card(cards_item_data)

            cards.append(cards_item)

        shooting_party_discard = cls(
            cards=cards,
        )

        return shooting_party_discard
