from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Literal, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.shooting_party_card import ShootingPartyCard, check_shooting_party_card
from ..types import UNSET, Unset

T = TypeVar("T", bound="ShootingPartySeducedEvent")


@_attrs_define
class ShootingPartySeducedEvent:
    """
    Attributes:
        seq (int): From 1, without a gap.
        at (datetime.datetime): When it happened.
        type_ (Literal['seduced']):
        cards (list[ShootingPartyCard]): The queen, and her ace if it lay on display.
        auto (bool | Unset): True where the house has acted for the seat; absent otherwise.
    """

    seq: int
    at: datetime.datetime
    type_: Literal["seduced"]
    cards: list[ShootingPartyCard]
    auto: bool | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        seq = self.seq

        at = self.at.isoformat()

        type_ = self.type_

        cards = []
        for cards_item_data in self.cards:
            cards_item: str = cards_item_data
            cards.append(cards_item)

        auto = self.auto

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "seq": seq,
                "at": at,
                "type": type_,
                "cards": cards,
            }
        )
        if auto is not UNSET:
            field_dict["auto"] = auto

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        seq = d.pop("seq")

        at = datetime.datetime.fromisoformat(d.pop("at"))

        type_ = cast(Literal["seduced"], d.pop("type"))
        if type_ != "seduced":
            raise ValueError(f"type must match const 'seduced', got '{type_}'")

        cards = []
        _cards = d.pop("cards")
        for cards_item_data in _cards:
            cards_item = check_shooting_party_card(cards_item_data)

            cards.append(cards_item)

        auto = d.pop("auto", UNSET)

        shooting_party_seduced_event = cls(
            seq=seq,
            at=at,
            type_=type_,
            cards=cards,
            auto=auto,
        )

        shooting_party_seduced_event.additional_properties = d
        return shooting_party_seduced_event

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> Any:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
