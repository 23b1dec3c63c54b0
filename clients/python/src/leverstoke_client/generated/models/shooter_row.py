from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.session_status import SessionStatus, check_session_status

if TYPE_CHECKING:
    from ..models.listed_player import ListedPlayer
    from ..models.shooter_options import ShooterOptions


T = TypeVar("T", bound="ShooterRow")


@_attrs_define
class ShooterRow:
    """A session in the lobby.

    Attributes:
        id (str): The session's.
        url (str): The session's path.
        game (Literal['shooter']):
        status (SessionStatus):
        created_at (datetime.datetime): When the session was opened.
        seeded (bool): Whether whoever opened the table chose the seed.
        options (ShooterOptions):
        players (list[ListedPlayer]): By seat.
        open_seats (int): How many can still be taken.
    """

    id: str
    url: str
    game: Literal["shooter"]
    status: SessionStatus
    created_at: datetime.datetime
    seeded: bool
    options: ShooterOptions
    players: list[ListedPlayer]
    open_seats: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:

        id = self.id

        url = self.url

        game = self.game

        status: str = self.status

        created_at = self.created_at.isoformat()

        seeded = self.seeded

        options = self.options.to_dict()

        players = []
        for players_item_data in self.players:
            players_item = players_item_data.to_dict()
            players.append(players_item)

        open_seats = self.open_seats

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
                "players": players,
                "open_seats": open_seats,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.listed_player import ListedPlayer  # noqa: PLC0415
        from ..models.shooter_options import ShooterOptions  # noqa: PLC0415

        d = dict(src_dict)
        id = d.pop("id")

        url = d.pop("url")

        game = cast(Literal["shooter"], d.pop("game"))
        if game != "shooter":
            raise ValueError(f"game must match const 'shooter', got '{game}'")

        status = check_session_status(d.pop("status"))

        created_at = datetime.datetime.fromisoformat(d.pop("created_at"))

        seeded = d.pop("seeded")

        options = ShooterOptions.from_dict(d.pop("options"))

        players = []
        _players = d.pop("players")
        for players_item_data in _players:
            players_item = ListedPlayer.from_dict(players_item_data)

            players.append(players_item)

        open_seats = d.pop("open_seats")

        shooter_row = cls(
            id=id,
            url=url,
            game=game,
            status=status,
            created_at=created_at,
            seeded=seeded,
            options=options,
            players=players,
            open_seats=open_seats,
        )

        shooter_row.additional_properties = d
        return shooter_row

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
