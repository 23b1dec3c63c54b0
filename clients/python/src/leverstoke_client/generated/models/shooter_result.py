from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.shooter_reason import ShooterReason, check_shooter_reason

T = TypeVar("T", bound="ShooterResult")


@_attrs_define
class ShooterResult:
    """
    Attributes:
        winners (list[int]): Seats; none if abandoned.
        scores (list[int]): By seat.
        reason (ShooterReason):
    """

    winners: list[int]
    scores: list[int]
    reason: ShooterReason
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        winners = self.winners

        scores = self.scores

        reason: str = self.reason

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "winners": winners,
                "scores": scores,
                "reason": reason,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        winners = cast(list[int], d.pop("winners"))

        scores = cast(list[int], d.pop("scores"))

        reason = check_shooter_reason(d.pop("reason"))

        shooter_result = cls(
            winners=winners,
            scores=scores,
            reason=reason,
        )

        shooter_result.additional_properties = d
        return shooter_result

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
