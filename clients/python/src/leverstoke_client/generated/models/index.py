from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="Index")


@_attrs_define
class Index:
    """What this is, and where to go.

    Attributes:
        name (str): `Leverstoke`.
        version (str): Of the server and of this document.
        description (str): What is dealt here.
        games (str): The path of the games.
        docs (str): The path of a page that shows this document.
        openapi (str): The path of this document.
        health (str): The path that tells whether the process is alive.
        ready (str): The path that tells whether the store answers.
    """

    name: str
    version: str
    description: str
    games: str
    docs: str
    openapi: str
    health: str
    ready: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        version = self.version

        description = self.description

        games = self.games

        docs = self.docs

        openapi = self.openapi

        health = self.health

        ready = self.ready

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "name": name,
                "version": version,
                "description": description,
                "games": games,
                "docs": docs,
                "openapi": openapi,
                "health": health,
                "ready": ready,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        name = d.pop("name")

        version = d.pop("version")

        description = d.pop("description")

        games = d.pop("games")

        docs = d.pop("docs")

        openapi = d.pop("openapi")

        health = d.pop("health")

        ready = d.pop("ready")

        index = cls(
            name=name,
            version=version,
            description=description,
            games=games,
            docs=docs,
            openapi=openapi,
            health=health,
            ready=ready,
        )

        index.additional_properties = d
        return index

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
