from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.bot_level import BotLevel, check_bot_level
from ..models.shooter_all_pass import ShooterAllPass, check_shooter_all_pass
from ..models.shooter_reneging import ShooterReneging, check_shooter_reneging
from ..types import UNSET, Unset

T = TypeVar("T", bound="ShooterCreate")


@_attrs_define
class ShooterCreate:
    """
    Attributes:
        seed (None | str | Unset): Makes the deal repeatable, and known to whoever chose it (D-1). Left out: drawn
            afresh.
        players (int | Unset): How many play: three or four. Default: 4.
        name (None | str | Unset): What to call you.
        bots (int | Unset): How many of the last seats the house takes. Default: 0.
        bot_level (BotLevel | Unset):  Default: 'steady'.
        target (int | Unset): The score that wins (SH-10). Default: 32.
        first_dealer (int | None | Unset): The seat that deals first; drawn if null (D-5).
        all_pass (ShooterAllPass | Unset):  Default: 'redeal'.
        reneging (ShooterReneging | Unset):  Default: 'prevented'.
        false_accusation (int | Unset): What a wrong accusation costs (SH-12). Default: 2.
        six_is_moon (bool | Unset): Another ladder of bids (SH-13). Default: False.
        partners (bool | Unset): Seats 0 and 2 against 1 and 3 (SH-13); four players only. Default: False.
        turn_seconds (int | None | Unset): How long a turn may take before the house plays it (SH-15); no clock if null.
        listed (bool | Unset): Whether the table shows in the lobby. Default: True.
        spectators (bool | Unset): Whether those without a seat may watch. Default: True.
    """

    seed: None | str | Unset = UNSET
    players: int | Unset = 4
    name: None | str | Unset = UNSET
    bots: int | Unset = 0
    bot_level: BotLevel | Unset = "steady"
    target: int | Unset = 32
    first_dealer: int | None | Unset = UNSET
    all_pass: ShooterAllPass | Unset = "redeal"
    reneging: ShooterReneging | Unset = "prevented"
    false_accusation: int | Unset = 2
    six_is_moon: bool | Unset = False
    partners: bool | Unset = False
    turn_seconds: int | None | Unset = UNSET
    listed: bool | Unset = True
    spectators: bool | Unset = True

    def to_dict(self) -> dict[str, Any]:
        seed: None | str | Unset
        if isinstance(self.seed, Unset):
            seed = UNSET
        else:
            seed = self.seed

        players = self.players

        name: None | str | Unset
        if isinstance(self.name, Unset):
            name = UNSET
        else:
            name = self.name

        bots = self.bots

        bot_level: str | Unset = UNSET
        if not isinstance(self.bot_level, Unset):
            bot_level = self.bot_level

        target = self.target

        first_dealer: int | None | Unset
        if isinstance(self.first_dealer, Unset):
            first_dealer = UNSET
        else:
            first_dealer = self.first_dealer

        all_pass: str | Unset = UNSET
        if not isinstance(self.all_pass, Unset):
            all_pass = self.all_pass

        reneging: str | Unset = UNSET
        if not isinstance(self.reneging, Unset):
            reneging = self.reneging

        false_accusation = self.false_accusation

        six_is_moon = self.six_is_moon

        partners = self.partners

        turn_seconds: int | None | Unset
        if isinstance(self.turn_seconds, Unset):
            turn_seconds = UNSET
        else:
            turn_seconds = self.turn_seconds

        listed = self.listed

        spectators = self.spectators

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if seed is not UNSET:
            field_dict["seed"] = seed
        if players is not UNSET:
            field_dict["players"] = players
        if name is not UNSET:
            field_dict["name"] = name
        if bots is not UNSET:
            field_dict["bots"] = bots
        if bot_level is not UNSET:
            field_dict["bot_level"] = bot_level
        if target is not UNSET:
            field_dict["target"] = target
        if first_dealer is not UNSET:
            field_dict["first_dealer"] = first_dealer
        if all_pass is not UNSET:
            field_dict["all_pass"] = all_pass
        if reneging is not UNSET:
            field_dict["reneging"] = reneging
        if false_accusation is not UNSET:
            field_dict["false_accusation"] = false_accusation
        if six_is_moon is not UNSET:
            field_dict["six_is_moon"] = six_is_moon
        if partners is not UNSET:
            field_dict["partners"] = partners
        if turn_seconds is not UNSET:
            field_dict["turn_seconds"] = turn_seconds
        if listed is not UNSET:
            field_dict["listed"] = listed
        if spectators is not UNSET:
            field_dict["spectators"] = spectators

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

        players = d.pop("players", UNSET)

        def _parse_name(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        name = _parse_name(d.pop("name", UNSET))

        bots = d.pop("bots", UNSET)

        _bot_level = d.pop("bot_level", UNSET)
        bot_level: BotLevel | Unset
        if isinstance(_bot_level, Unset):
            bot_level = UNSET
        else:
            bot_level = check_bot_level(_bot_level)

        target = d.pop("target", UNSET)

        def _parse_first_dealer(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        first_dealer = _parse_first_dealer(d.pop("first_dealer", UNSET))

        _all_pass = d.pop("all_pass", UNSET)
        all_pass: ShooterAllPass | Unset
        if isinstance(_all_pass, Unset):
            all_pass = UNSET
        else:
            all_pass = check_shooter_all_pass(_all_pass)

        _reneging = d.pop("reneging", UNSET)
        reneging: ShooterReneging | Unset
        if isinstance(_reneging, Unset):
            reneging = UNSET
        else:
            reneging = check_shooter_reneging(_reneging)

        false_accusation = d.pop("false_accusation", UNSET)

        six_is_moon = d.pop("six_is_moon", UNSET)

        partners = d.pop("partners", UNSET)

        def _parse_turn_seconds(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        turn_seconds = _parse_turn_seconds(d.pop("turn_seconds", UNSET))

        listed = d.pop("listed", UNSET)

        spectators = d.pop("spectators", UNSET)

        shooter_create = cls(
            seed=seed,
            players=players,
            name=name,
            bots=bots,
            bot_level=bot_level,
            target=target,
            first_dealer=first_dealer,
            all_pass=all_pass,
            reneging=reneging,
            false_accusation=false_accusation,
            six_is_moon=six_is_moon,
            partners=partners,
            turn_seconds=turn_seconds,
            listed=listed,
            spectators=spectators,
        )

        return shooter_create
