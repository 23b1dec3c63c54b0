from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.replayed_action_body import ReplayedActionBody


T = TypeVar("T", bound="ReplayedAction")


@_attrs_define
class ReplayedAction:
    """One action of a session that is over.

    Attributes:
        seat (int): Who did it.
        action (str): What was done.
        body (ReplayedActionBody): As it would be posted.
        auto (bool): Whether the house acted for the seat.
    """

    seat: int
    action: str
    body: ReplayedActionBody
    auto: bool
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:

        seat = self.seat

        action = self.action

        body = self.body.to_dict()

        auto = self.auto

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "seat": seat,
                "action": action,
                "body": body,
                "auto": auto,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.replayed_action_body import ReplayedActionBody  # noqa: PLC0415

        d = dict(src_dict)
        seat = d.pop("seat")

        action = d.pop("action")

        body = ReplayedActionBody.from_dict(d.pop("body"))

        auto = d.pop("auto")

        replayed_action = cls(
            seat=seat,
            action=action,
            body=body,
            auto=auto,
        )

        replayed_action.additional_properties = d
        return replayed_action

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
