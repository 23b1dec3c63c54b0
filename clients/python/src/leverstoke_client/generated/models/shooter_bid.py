from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

from ..models.shooter_call import ShooterCall, check_shooter_call

T = TypeVar("T", bound="ShooterBid")


@_attrs_define
class ShooterBid:
    """
    Attributes:
        call (ShooterCall):
    """

    call: ShooterCall

    def to_dict(self) -> dict[str, Any]:
        call: str = self.call

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "call": call,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        call = check_shooter_call(d.pop("call"))

        shooter_bid = cls(
            call=call,
        )

        return shooter_bid
