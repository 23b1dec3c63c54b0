from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.game_option import GameOption
    from ..models.game_seats import GameSeats


T = TypeVar("T", bound="GameInfo")


@_attrs_define
class GameInfo:
    """A game that is dealt here.

    Attributes:
        name (str): As in paths.
        title (str): For people.
        rules_version (str): Which version of the rules is played.
        url (str): Where its sessions are.
        seats (GameSeats): For how many players a game is.
        options (list[GameOption]): What create takes.
        actions (list[str]): What players do; each has a path.
    """

    name: str
    title: str
    rules_version: str
    url: str
    seats: GameSeats
    options: list[GameOption]
    actions: list[str]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:

        name = self.name

        title = self.title

        rules_version = self.rules_version

        url = self.url

        seats = self.seats.to_dict()

        options = []
        for options_item_data in self.options:
            options_item = options_item_data.to_dict()
            options.append(options_item)

        actions = self.actions

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "name": name,
                "title": title,
                "rules_version": rules_version,
                "url": url,
                "seats": seats,
                "options": options,
                "actions": actions,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.game_option import GameOption  # noqa: PLC0415
        from ..models.game_seats import GameSeats  # noqa: PLC0415

        d = dict(src_dict)
        name = d.pop("name")

        title = d.pop("title")

        rules_version = d.pop("rules_version")

        url = d.pop("url")

        seats = GameSeats.from_dict(d.pop("seats"))

        options = []
        _options = d.pop("options")
        for options_item_data in _options:
            options_item = GameOption.from_dict(options_item_data)

            options.append(options_item)

        actions = cast(list[str], d.pop("actions"))

        game_info = cls(
            name=name,
            title=title,
            rules_version=rules_version,
            url=url,
            seats=seats,
            options=options,
            actions=actions,
        )

        game_info.additional_properties = d
        return game_info

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
