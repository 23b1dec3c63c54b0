from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.shooting_party_roles import ShootingPartyRoles, check_shooting_party_roles
from ..types import UNSET, Unset

T = TypeVar("T", bound="ShootingPartyCreate")


@_attrs_define
class ShootingPartyCreate:
    """
    Attributes:
        seed (None | str | Unset): Makes the deal repeatable, and known to whoever chose it (D-1). Left out: drawn
            afresh.
        roles (ShootingPartyRoles | Unset):  Default: 'classic'.
        leave (bool | Unset): Whether the room may be left (SP-20). Default: True.
        listed (bool | Unset): Whether the session shows in the lobby. Default: False.
    """

    seed: None | str | Unset = UNSET
    roles: ShootingPartyRoles | Unset = "classic"
    leave: bool | Unset = True
    listed: bool | Unset = False

    def to_dict(self) -> dict[str, Any]:
        seed: None | str | Unset
        if isinstance(self.seed, Unset):
            seed = UNSET
        else:
            seed = self.seed

        roles: str | Unset = UNSET
        if not isinstance(self.roles, Unset):
            roles = self.roles

        leave = self.leave

        listed = self.listed

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if seed is not UNSET:
            field_dict["seed"] = seed
        if roles is not UNSET:
            field_dict["roles"] = roles
        if leave is not UNSET:
            field_dict["leave"] = leave
        if listed is not UNSET:
            field_dict["listed"] = listed

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_seed(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        seed = _parse_seed(d.pop("seed", UNSET))

        _roles = d.pop("roles", UNSET)
        roles: ShootingPartyRoles | Unset
        if isinstance(_roles, Unset):
            roles = UNSET
        else:
            roles = check_shooting_party_roles(_roles)

        leave = d.pop("leave", UNSET)

        listed = d.pop("listed", UNSET)

        shooting_party_create = cls(
            seed=seed,
            roles=roles,
            leave=leave,
            listed=listed,
        )

        return shooting_party_create
