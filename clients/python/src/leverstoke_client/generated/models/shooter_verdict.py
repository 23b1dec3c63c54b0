from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="ShooterVerdict")


@_attrs_define
class ShooterVerdict:
    """What came of an accusation (SH-12).

    Attributes:
        seat (int): Who accuses.
        accused (int): Who is accused.
        caught (bool): Whether it was right.
    """

    seat: int
    accused: int
    caught: bool
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        seat = self.seat

        accused = self.accused

        caught = self.caught

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "seat": seat,
                "accused": accused,
                "caught": caught,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        seat = d.pop("seat")

        accused = d.pop("accused")

        caught = d.pop("caught")

        shooter_verdict = cls(
            seat=seat,
            accused=accused,
            caught=caught,
        )

        shooter_verdict.additional_properties = d
        return shooter_verdict

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
