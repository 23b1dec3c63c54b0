from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.shooting_party_reason import ShootingPartyReason, check_shooting_party_reason

T = TypeVar("T", bound="ShootingPartyResult")


@_attrs_define
class ShootingPartyResult:
    """
    Attributes:
        queens (int): Scored queens; kings where the roles are reversed.
        aces (int): Scored aces.
        points (int): Queens and aces (SP-26).
        title (str): What you may be called now. Example: oofy rake.
        reason (ShootingPartyReason):
    """

    queens: int
    aces: int
    points: int
    title: str
    reason: ShootingPartyReason
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        queens = self.queens

        aces = self.aces

        points = self.points

        title = self.title

        reason: str = self.reason

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "queens": queens,
                "aces": aces,
                "points": points,
                "title": title,
                "reason": reason,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        queens = d.pop("queens")

        aces = d.pop("aces")

        points = d.pop("points")

        title = d.pop("title")

        reason = check_shooting_party_reason(d.pop("reason"))

        shooting_party_result = cls(
            queens=queens,
            aces=aces,
            points=points,
            title=title,
            reason=reason,
        )

        shooting_party_result.additional_properties = d
        return shooting_party_result

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
