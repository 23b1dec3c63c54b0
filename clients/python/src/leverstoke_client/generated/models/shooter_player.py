from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.player_kind import PlayerKind, check_player_kind
from ..models.shooter_call import ShooterCall, check_shooter_call

T = TypeVar("T", bound="ShooterPlayer")


@_attrs_define
class ShooterPlayer:
    """What everybody knows of a player.

    Attributes:
        seat (int): Where they sit.
        name (None | str): What they are called, if they have said it.
        kind (PlayerKind):
        played_by_house (bool): Whether the house acts for the seat.
        score (int): After the last hand.
        tricks (int): Taken in this hand.
        cards (int): Held.
        call (None | ShooterCall): In this hand's auction.
    """

    seat: int
    name: None | str
    kind: PlayerKind
    played_by_house: bool
    score: int
    tricks: int
    cards: int
    call: None | ShooterCall
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        seat = self.seat

        name: None | str
        name = self.name

        kind: str = self.kind

        played_by_house = self.played_by_house

        score = self.score

        tricks = self.tricks

        cards = self.cards

        call: None | str
        if isinstance(self.call, str):
            call = self.call
        else:
            call = self.call

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "seat": seat,
                "name": name,
                "kind": kind,
                "played_by_house": played_by_house,
                "score": score,
                "tricks": tricks,
                "cards": cards,
                "call": call,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        seat = d.pop("seat")

        def _parse_name(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        name = _parse_name(d.pop("name"))

        kind = check_player_kind(d.pop("kind"))

        played_by_house = d.pop("played_by_house")

        score = d.pop("score")

        tricks = d.pop("tricks")

        cards = d.pop("cards")

        def _parse_call(data: object) -> None | ShooterCall:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                call_type_0 = check_shooter_call(data)

                return call_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | ShooterCall, data)

        call = _parse_call(d.pop("call"))

        shooter_player = cls(
            seat=seat,
            name=name,
            kind=kind,
            played_by_house=played_by_house,
            score=score,
            tricks=tricks,
            cards=cards,
            call=call,
        )

        shooter_player.additional_properties = d
        return shooter_player

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
