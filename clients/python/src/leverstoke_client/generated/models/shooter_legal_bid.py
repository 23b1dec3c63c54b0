from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.shooter_bid import ShooterBid


T = TypeVar("T", bound="ShooterLegalBid")


@_attrs_define
class ShooterLegalBid:
    """An action that may be taken now, ready to post.

    Attributes:
        action (Literal['bid']):
        body (ShooterBid):
    """

    action: Literal["bid"]
    body: ShooterBid
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:

        action = self.action

        body = self.body.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "action": action,
                "body": body,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.shooter_bid import ShooterBid  # noqa: PLC0415

        d = dict(src_dict)
        action = cast(Literal["bid"], d.pop("action"))
        if action != "bid":
            raise ValueError(f"action must match const 'bid', got '{action}'")

        body = ShooterBid.from_dict(d.pop("body"))

        shooter_legal_bid = cls(
            action=action,
            body=body,
        )

        shooter_legal_bid.additional_properties = d
        return shooter_legal_bid

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
