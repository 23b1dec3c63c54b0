from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.shooting_party_roles import ShootingPartyRoles, check_shooting_party_roles

T = TypeVar("T", bound="ShootingPartyOptions")


@_attrs_define
class ShootingPartyOptions:
    """
    Attributes:
        roles (ShootingPartyRoles):
        leave (bool): Whether the room may be left (SP-20).
        listed (bool): Whether the session shows in the lobby.
    """

    roles: ShootingPartyRoles
    leave: bool
    listed: bool
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        roles: str = self.roles

        leave = self.leave

        listed = self.listed

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "roles": roles,
                "leave": leave,
                "listed": listed,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        roles = check_shooting_party_roles(d.pop("roles"))

        leave = d.pop("leave")

        listed = d.pop("listed")

        shooting_party_options = cls(
            roles=roles,
            leave=leave,
            listed=listed,
        )

        shooting_party_options.additional_properties = d
        return shooting_party_options

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
