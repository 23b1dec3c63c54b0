from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.shooting_party_hint_body import ShootingPartyHintBody


T = TypeVar("T", bound="ShootingPartyHint")


@_attrs_define
class ShootingPartyHint:
    """What the house would do, ready to post like a legal action.

    Attributes:
        action (str): What to do.
        body (ShootingPartyHintBody): Post it to `{url}/{action}`.
        reason (str): Why, in a sentence for people. Example: Pass: two tricks are too few for three..
    """

    action: str
    body: ShootingPartyHintBody
    reason: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:

        action = self.action

        body = self.body.to_dict()

        reason = self.reason

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "action": action,
                "body": body,
                "reason": reason,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.shooting_party_hint_body import ShootingPartyHintBody  # noqa: PLC0415

        d = dict(src_dict)
        action = d.pop("action")

        body = ShootingPartyHintBody.from_dict(d.pop("body"))

        reason = d.pop("reason")

        shooting_party_hint = cls(
            action=action,
            body=body,
            reason=reason,
        )

        shooting_party_hint.additional_properties = d
        return shooting_party_hint

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
