from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.session_status import SessionStatus, check_session_status

if TYPE_CHECKING:
    from ..models.shooting_party_options import ShootingPartyOptions


T = TypeVar("T", bound="ShootingPartyRow")


@_attrs_define
class ShootingPartyRow:
    """A session in the lobby.

    Attributes:
        id (str): The session's.
        url (str): The session's path.
        game (Literal['shooting-party']):
        status (SessionStatus):
        created_at (datetime.datetime): When the session was opened.
        seeded (bool): Whether whoever opened the table chose the seed.
        options (ShootingPartyOptions):
    """

    id: str
    url: str
    game: Literal["shooting-party"]
    status: SessionStatus
    created_at: datetime.datetime
    seeded: bool
    options: ShootingPartyOptions
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:

        id = self.id

        url = self.url

        game = self.game

        status: str = self.status

        created_at = self.created_at.isoformat()

        seeded = self.seeded

        options = self.options.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "url": url,
                "game": game,
                "status": status,
                "created_at": created_at,
                "seeded": seeded,
                "options": options,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.shooting_party_options import ShootingPartyOptions  # noqa: PLC0415

        d = dict(src_dict)
        id = d.pop("id")

        url = d.pop("url")

        game = cast(Literal["shooting-party"], d.pop("game"))
        if game != "shooting-party":
            raise ValueError(f"game must match const 'shooting-party', got '{game}'")

        status = check_session_status(d.pop("status"))

        created_at = datetime.datetime.fromisoformat(d.pop("created_at"))

        seeded = d.pop("seeded")

        options = ShootingPartyOptions.from_dict(d.pop("options"))

        shooting_party_row = cls(
            id=id,
            url=url,
            game=game,
            status=status,
            created_at=created_at,
            seeded=seeded,
            options=options,
        )

        shooting_party_row.additional_properties = d
        return shooting_party_row

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
