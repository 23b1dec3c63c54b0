from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Literal, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.player_kind import PlayerKind, check_player_kind
from ..types import UNSET, Unset

T = TypeVar("T", bound="SeatedEvent")


@_attrs_define
class SeatedEvent:
    """Somebody took a seat; or gave it up, and then its kind is `empty`.

    Attributes:
        seq (int): From 1, without a gap.
        at (datetime.datetime): When it happened.
        type_ (Literal['seated']):
        seat (int): Which seat.
        name (None | str): What the player is called.
        kind (PlayerKind):
        auto (bool | Unset): True where the house has acted for the seat; absent otherwise.
    """

    seq: int
    at: datetime.datetime
    type_: Literal["seated"]
    seat: int
    name: None | str
    kind: PlayerKind
    auto: bool | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        seq = self.seq

        at = self.at.isoformat()

        type_ = self.type_

        seat = self.seat

        name: None | str
        name = self.name

        kind: str = self.kind

        auto = self.auto

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "seq": seq,
                "at": at,
                "type": type_,
                "seat": seat,
                "name": name,
                "kind": kind,
            }
        )
        if auto is not UNSET:
            field_dict["auto"] = auto

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        seq = d.pop("seq")

        at = datetime.datetime.fromisoformat(d.pop("at"))

        type_ = cast(Literal["seated"], d.pop("type"))
        if type_ != "seated":
            raise ValueError(f"type must match const 'seated', got '{type_}'")

        seat = d.pop("seat")

        def _parse_name(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        name = _parse_name(d.pop("name"))

        kind = check_player_kind(d.pop("kind"))

        auto = d.pop("auto", UNSET)

        seated_event = cls(
            seq=seq,
            at=at,
            type_=type_,
            seat=seat,
            name=name,
            kind=kind,
            auto=auto,
        )

        seated_event.additional_properties = d
        return seated_event

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
