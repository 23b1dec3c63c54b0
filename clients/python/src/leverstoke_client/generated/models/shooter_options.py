from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.bot_level import BotLevel, check_bot_level
from ..models.shooter_all_pass import ShooterAllPass, check_shooter_all_pass
from ..models.shooter_reneging import ShooterReneging, check_shooter_reneging

T = TypeVar("T", bound="ShooterOptions")


@_attrs_define
class ShooterOptions:
    """
    Attributes:
        players (int): How many play: three or four.
        target (int): The score that wins (SH-10).
        first_dealer (int | None): The seat that deals first; drawn if null (D-5).
        all_pass (ShooterAllPass):
        reneging (ShooterReneging):
        false_accusation (int): What a wrong accusation costs (SH-12).
        six_is_moon (bool): Another ladder of bids (SH-13).
        partners (bool): Seats 0 and 2 against 1 and 3 (SH-13); four players only.
        listed (bool): Whether the table shows in the lobby.
        spectators (bool): Whether those without a seat may watch.
        bot_level (BotLevel):
        turn_seconds (int | None): How long a turn may take before the house plays it (SH-15); no clock if null.
    """

    players: int
    target: int
    first_dealer: int | None
    all_pass: ShooterAllPass
    reneging: ShooterReneging
    false_accusation: int
    six_is_moon: bool
    partners: bool
    listed: bool
    spectators: bool
    bot_level: BotLevel
    turn_seconds: int | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        players = self.players

        target = self.target

        first_dealer: int | None
        first_dealer = self.first_dealer

        all_pass: str = self.all_pass

        reneging: str = self.reneging

        false_accusation = self.false_accusation

        six_is_moon = self.six_is_moon

        partners = self.partners

        listed = self.listed

        spectators = self.spectators

        bot_level: str = self.bot_level

        turn_seconds: int | None
        turn_seconds = self.turn_seconds

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "players": players,
                "target": target,
                "first_dealer": first_dealer,
                "all_pass": all_pass,
                "reneging": reneging,
                "false_accusation": false_accusation,
                "six_is_moon": six_is_moon,
                "partners": partners,
                "listed": listed,
                "spectators": spectators,
                "bot_level": bot_level,
                "turn_seconds": turn_seconds,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        players = d.pop("players")

        target = d.pop("target")

        def _parse_first_dealer(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        first_dealer = _parse_first_dealer(d.pop("first_dealer"))

        all_pass = check_shooter_all_pass(d.pop("all_pass"))

        reneging = check_shooter_reneging(d.pop("reneging"))

        false_accusation = d.pop("false_accusation")

        six_is_moon = d.pop("six_is_moon")

        partners = d.pop("partners")

        listed = d.pop("listed")

        spectators = d.pop("spectators")

        bot_level = check_bot_level(d.pop("bot_level"))

        def _parse_turn_seconds(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        turn_seconds = _parse_turn_seconds(d.pop("turn_seconds"))

        shooter_options = cls(
            players=players,
            target=target,
            first_dealer=first_dealer,
            all_pass=all_pass,
            reneging=reneging,
            false_accusation=false_accusation,
            six_is_moon=six_is_moon,
            partners=partners,
            listed=listed,
            spectators=spectators,
            bot_level=bot_level,
            turn_seconds=turn_seconds,
        )

        shooter_options.additional_properties = d
        return shooter_options

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
