from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Literal, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.suit import Suit, check_suit
from ..types import UNSET, Unset

T = TypeVar("T", bound="ShooterTrumpNamedEvent")


@_attrs_define
class ShooterTrumpNamedEvent:
    """
    Attributes:
        seq (int): From 1, without a gap.
        at (datetime.datetime): When it happened.
        type_ (Literal['trump_named']):
        seat (int): Whose event it is.
        suit (Suit):
        auto (bool | Unset): True where the house has acted for the seat; absent otherwise.
    """

    seq: int
    at: datetime.datetime
    type_: Literal["trump_named"]
    seat: int
    suit: Suit
    auto: bool | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        seq = self.seq

        at = self.at.isoformat()

        type_ = self.type_

        seat = self.seat

        suit: str = self.suit

        auto = self.auto

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "seq": seq,
                "at": at,
                "type": type_,
                "seat": seat,
                "suit": suit,
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

        type_ = cast(Literal["trump_named"], d.pop("type"))
        if type_ != "trump_named":
            raise ValueError(f"type must match const 'trump_named', got '{type_}'")

        seat = d.pop("seat")

        suit = check_suit(d.pop("suit"))

        auto = d.pop("auto", UNSET)

        shooter_trump_named_event = cls(
            seq=seq,
            at=at,
            type_=type_,
            seat=seat,
            suit=suit,
            auto=auto,
        )

        shooter_trump_named_event.additional_properties = d
        return shooter_trump_named_event

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
