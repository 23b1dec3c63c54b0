from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Literal, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="ShooterDealtEvent")


@_attrs_define
class ShooterDealtEvent:
    """
    Attributes:
        seq (int): From 1, without a gap.
        at (datetime.datetime): When it happened.
        type_ (Literal['dealt']):
        hand_number (int): From 1.
        dealer (int): Who deals.
        shuffle (int): Which shuffle of the session this was (D-5).
        auto (bool | Unset): True where the house has acted for the seat; absent otherwise.
    """

    seq: int
    at: datetime.datetime
    type_: Literal["dealt"]
    hand_number: int
    dealer: int
    shuffle: int
    auto: bool | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        seq = self.seq

        at = self.at.isoformat()

        type_ = self.type_

        hand_number = self.hand_number

        dealer = self.dealer

        shuffle = self.shuffle

        auto = self.auto

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "seq": seq,
                "at": at,
                "type": type_,
                "hand_number": hand_number,
                "dealer": dealer,
                "shuffle": shuffle,
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

        type_ = cast(Literal["dealt"], d.pop("type"))
        if type_ != "dealt":
            raise ValueError(f"type must match const 'dealt', got '{type_}'")

        hand_number = d.pop("hand_number")

        dealer = d.pop("dealer")

        shuffle = d.pop("shuffle")

        auto = d.pop("auto", UNSET)

        shooter_dealt_event = cls(
            seq=seq,
            at=at,
            type_=type_,
            hand_number=hand_number,
            dealer=dealer,
            shuffle=shuffle,
            auto=auto,
        )

        shooter_dealt_event.additional_properties = d
        return shooter_dealt_event

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
