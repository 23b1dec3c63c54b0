from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.nothing import Nothing


T = TypeVar("T", bound="ShooterLegalReturn")


@_attrs_define
class ShooterLegalReturn:
    """An action that may be taken now, ready to post.

    Attributes:
        action (Literal['return']):
        body (Nothing): The body of an action that needs none: ``{}``, or no body at all.
    """

    action: Literal["return"]
    body: Nothing
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
        from ..models.nothing import Nothing  # noqa: PLC0415

        d = dict(src_dict)
        action = cast(Literal["return"], d.pop("action"))
        if action != "return":
            raise ValueError(f"action must match const 'return', got '{action}'")

        body = Nothing.from_dict(d.pop("body"))

        shooter_legal_return = cls(
            action=action,
            body=body,
        )

        shooter_legal_return.additional_properties = d
        return shooter_legal_return

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
