from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Literal, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.shooter_call import ShooterCall, check_shooter_call
from ..types import UNSET, Unset

T = TypeVar("T", bound="ShooterCalledEvent")


@_attrs_define
class ShooterCalledEvent:
    """
    Attributes:
        seq (int): From 1, without a gap.
        at (datetime.datetime): When it happened.
        type_ (Literal['called']):
        seat (int): Whose event it is.
        call (ShooterCall):
        auto (bool | Unset): True where the house has acted for the seat; absent otherwise.
    """

    seq: int
    at: datetime.datetime
    type_: Literal["called"]
    seat: int
    call: ShooterCall
    auto: bool | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        seq = self.seq

        at = self.at.isoformat()

        type_ = self.type_

        seat = self.seat

        call: str = self.call

        auto = self.auto

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "seq": seq,
                "at": at,
                "type": type_,
                "seat": seat,
                "call": call,
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

        type_ = cast(Literal["called"], d.pop("type"))
        if type_ != "called":
            raise ValueError(f"type must match const 'called', got '{type_}'")

        seat = d.pop("seat")

        call = check_shooter_call(d.pop("call"))

        auto = d.pop("auto", UNSET)

        shooter_called_event = cls(
            seq=seq,
            at=at,
            type_=type_,
            seat=seat,
            call=call,
            auto=auto,
        )

        shooter_called_event.additional_properties = d
        return shooter_called_event

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
