from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from leverstoke_client.unknown import parsed

from ..models.session_status import SessionStatus, check_session_status
from ..models.shooter_call import ShooterCall, check_shooter_call
from ..models.shooter_card import ShooterCard, check_shooter_card
from ..models.shooter_phase import ShooterPhase, check_shooter_phase
from ..models.suit import Suit, check_suit

if TYPE_CHECKING:
    from ..models.shooter_laid import ShooterLaid
    from ..models.shooter_legal_accept import ShooterLegalAccept
    from ..models.shooter_legal_accuse import ShooterLegalAccuse
    from ..models.shooter_legal_bid import ShooterLegalBid
    from ..models.shooter_legal_play import ShooterLegalPlay
    from ..models.shooter_legal_return import ShooterLegalReturn
    from ..models.shooter_legal_trump import ShooterLegalTrump
    from ..models.shooter_options import ShooterOptions
    from ..models.shooter_player import ShooterPlayer
    from ..models.shooter_result import ShooterResult
    from ..models.shooter_trick import ShooterTrick


T = TypeVar("T", bound="ShooterView")


@_attrs_define
class ShooterView:
    """The session as whoever asks may see it.

    Attributes:
        id (str): 22 URL-safe characters. Whoever knows it may watch.
        url (str): The session's path; actions are posted below it.
        version (int): The number of the session's last event.
        status (SessionStatus):
        seat (int | None): Yours; null for a spectator.
        to_act (list[int]): The seats whose turn it is.
        rules_version (str): Which version of the rules is played.
        seeded (bool): Whether whoever opened the table chose the seed.
        commitment (None | str): SHA-256 of `leverstoke:<id>:<seed>` in hex: what binds the house to its seed. Null if
            seeded.
        seed (None | str): What the deal came from; null until finished.
        rematch (None | str): The path of the rematch, if there is one.
        created_at (datetime.datetime): When the session was opened.
        expires_at (datetime.datetime): When the session will be gone if nobody acts.
        deadline (datetime.datetime | None): When the turn is over; null without a clock.
        phase (ShooterPhase):
        hand_number (int): Deals so far, those thrown in too.
        dealer (int | None): Who deals this hand; null before the first.
        players (list[ShooterPlayer]): By seat.
        bidder (int | None): Whose bid is the highest so far, or won.
        bid (None | ShooterCall): The highest bid so far, or the one that won.
        trump (None | Suit): The trump suit, once it is named.
        trick (list[ShooterLaid]): The open trick, in order.
        last_trick (None | ShooterTrick): The last trick that was taken.
        hand (list[ShooterCard] | None): Yours, by suit and rank; null without a seat.
        game (Literal['shooter']):
        options (ShooterOptions):
        legal_actions (list[ShooterLegalAccept | ShooterLegalAccuse | ShooterLegalBid | ShooterLegalPlay |
            ShooterLegalReturn | ShooterLegalTrump]): Post each `body` to `{url}/{action}`. All there are, but for `resign`.
        result (None | ShooterResult): How it ended; null until it has.
    """

    id: str
    url: str
    version: int
    status: SessionStatus
    seat: int | None
    to_act: list[int]
    rules_version: str
    seeded: bool
    commitment: None | str
    seed: None | str
    rematch: None | str
    created_at: datetime.datetime
    expires_at: datetime.datetime
    deadline: datetime.datetime | None
    phase: ShooterPhase
    hand_number: int
    dealer: int | None
    players: list[ShooterPlayer]
    bidder: int | None
    bid: None | ShooterCall
    trump: None | Suit
    trick: list[ShooterLaid]
    last_trick: None | ShooterTrick
    hand: list[ShooterCard] | None
    game: Literal["shooter"]
    options: ShooterOptions
    legal_actions: list[
        ShooterLegalAccept
        | ShooterLegalAccuse
        | ShooterLegalBid
        | ShooterLegalPlay
        | ShooterLegalReturn
        | ShooterLegalTrump
    ]
    result: None | ShooterResult
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.shooter_legal_accept import ShooterLegalAccept  # noqa: PLC0415
        from ..models.shooter_legal_accuse import ShooterLegalAccuse  # noqa: PLC0415
        from ..models.shooter_legal_bid import ShooterLegalBid  # noqa: PLC0415
        from ..models.shooter_legal_play import ShooterLegalPlay  # noqa: PLC0415
        from ..models.shooter_legal_trump import ShooterLegalTrump  # noqa: PLC0415
        from ..models.shooter_result import ShooterResult  # noqa: PLC0415
        from ..models.shooter_trick import ShooterTrick  # noqa: PLC0415

        id = self.id

        url = self.url

        version = self.version

        status: str = self.status

        seat: int | None
        seat = self.seat

        to_act = self.to_act

        rules_version = self.rules_version

        seeded = self.seeded

        commitment: None | str
        commitment = self.commitment

        seed: None | str
        seed = self.seed

        rematch: None | str
        rematch = self.rematch

        created_at = self.created_at.isoformat()

        expires_at = self.expires_at.isoformat()

        deadline: None | str
        if isinstance(self.deadline, datetime.datetime):
            deadline = self.deadline.isoformat()
        else:
            deadline = self.deadline

        phase: str = self.phase

        hand_number = self.hand_number

        dealer: int | None
        dealer = self.dealer

        players = []
        for players_item_data in self.players:
            players_item = players_item_data.to_dict()
            players.append(players_item)

        bidder: int | None
        bidder = self.bidder

        bid: None | str
        if isinstance(self.bid, str):
            bid = self.bid
        else:
            bid = self.bid

        trump: None | str
        if isinstance(self.trump, str):
            trump = self.trump
        else:
            trump = self.trump

        trick = []
        for trick_item_data in self.trick:
            trick_item = trick_item_data.to_dict()
            trick.append(trick_item)

        last_trick: dict[str, Any] | None
        if isinstance(self.last_trick, ShooterTrick):
            last_trick = self.last_trick.to_dict()
        else:
            last_trick = self.last_trick

        hand: list[str] | None
        if isinstance(self.hand, list):
            hand = []
            for hand_type_0_item_data in self.hand:
                hand_type_0_item: str = hand_type_0_item_data
                hand.append(hand_type_0_item)

        else:
            hand = self.hand

        game = self.game

        options = self.options.to_dict()

        legal_actions = []
        for legal_actions_item_data in self.legal_actions:
            legal_actions_item: dict[str, Any]
            if isinstance(legal_actions_item_data, ShooterLegalBid):
                legal_actions_item = legal_actions_item_data.to_dict()
            elif isinstance(legal_actions_item_data, ShooterLegalTrump):
                legal_actions_item = legal_actions_item_data.to_dict()
            elif isinstance(legal_actions_item_data, ShooterLegalPlay):
                legal_actions_item = legal_actions_item_data.to_dict()
            elif isinstance(legal_actions_item_data, ShooterLegalAccuse):
                legal_actions_item = legal_actions_item_data.to_dict()
            elif isinstance(legal_actions_item_data, ShooterLegalAccept):
                legal_actions_item = legal_actions_item_data.to_dict()
            else:
                legal_actions_item = legal_actions_item_data.to_dict()

            legal_actions.append(legal_actions_item)

        result: dict[str, Any] | None
        if isinstance(self.result, ShooterResult):
            result = self.result.to_dict()
        else:
            result = self.result

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "url": url,
                "version": version,
                "status": status,
                "seat": seat,
                "to_act": to_act,
                "rules_version": rules_version,
                "seeded": seeded,
                "commitment": commitment,
                "seed": seed,
                "rematch": rematch,
                "created_at": created_at,
                "expires_at": expires_at,
                "deadline": deadline,
                "phase": phase,
                "hand_number": hand_number,
                "dealer": dealer,
                "players": players,
                "bidder": bidder,
                "bid": bid,
                "trump": trump,
                "trick": trick,
                "last_trick": last_trick,
                "hand": hand,
                "game": game,
                "options": options,
                "legal_actions": legal_actions,
                "result": result,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.shooter_laid import ShooterLaid  # noqa: PLC0415
        from ..models.shooter_legal_accept import ShooterLegalAccept  # noqa: PLC0415
        from ..models.shooter_legal_accuse import ShooterLegalAccuse  # noqa: PLC0415
        from ..models.shooter_legal_bid import ShooterLegalBid  # noqa: PLC0415
        from ..models.shooter_legal_play import ShooterLegalPlay  # noqa: PLC0415
        from ..models.shooter_legal_return import ShooterLegalReturn  # noqa: PLC0415
        from ..models.shooter_legal_trump import ShooterLegalTrump  # noqa: PLC0415
        from ..models.shooter_options import ShooterOptions  # noqa: PLC0415
        from ..models.shooter_player import ShooterPlayer  # noqa: PLC0415
        from ..models.shooter_result import ShooterResult  # noqa: PLC0415
        from ..models.shooter_trick import ShooterTrick  # noqa: PLC0415

        d = dict(src_dict)
        id = d.pop("id")

        url = d.pop("url")

        version = d.pop("version")

        status = check_session_status(d.pop("status"))

        def _parse_seat(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        seat = _parse_seat(d.pop("seat"))

        to_act = cast(list[int], d.pop("to_act"))

        rules_version = d.pop("rules_version")

        seeded = d.pop("seeded")

        def _parse_commitment(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        commitment = _parse_commitment(d.pop("commitment"))

        def _parse_seed(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        seed = _parse_seed(d.pop("seed"))

        def _parse_rematch(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        rematch = _parse_rematch(d.pop("rematch"))

        created_at = datetime.datetime.fromisoformat(d.pop("created_at"))

        expires_at = datetime.datetime.fromisoformat(d.pop("expires_at"))

        def _parse_deadline(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                deadline_type_0 = datetime.datetime.fromisoformat(data)

                return deadline_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        deadline = _parse_deadline(d.pop("deadline"))

        phase = check_shooter_phase(d.pop("phase"))

        hand_number = d.pop("hand_number")

        def _parse_dealer(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        dealer = _parse_dealer(d.pop("dealer"))

        players = []
        _players = d.pop("players")
        for players_item_data in _players:
            players_item = ShooterPlayer.from_dict(players_item_data)

            players.append(players_item)

        def _parse_bidder(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        bidder = _parse_bidder(d.pop("bidder"))

        def _parse_bid(data: object) -> None | ShooterCall:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                bid_type_0 = check_shooter_call(data)

                return bid_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | ShooterCall, data)

        bid = _parse_bid(d.pop("bid"))

        def _parse_trump(data: object) -> None | Suit:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                trump_type_0 = check_suit(data)

                return trump_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Suit, data)

        trump = _parse_trump(d.pop("trump"))

        trick = []
        _trick = d.pop("trick")
        for trick_item_data in _trick:
            trick_item = ShooterLaid.from_dict(trick_item_data)

            trick.append(trick_item)

        def _parse_last_trick(data: object) -> None | ShooterTrick:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                last_trick_type_0 = ShooterTrick.from_dict(data)

                return last_trick_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | ShooterTrick, data)

        last_trick = _parse_last_trick(d.pop("last_trick"))

        def _parse_hand(data: object) -> list[ShooterCard] | None:
            if data is None:
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                hand_type_0 = []
                _hand_type_0 = data
                for hand_type_0_item_data in _hand_type_0:
                    hand_type_0_item = check_shooter_card(hand_type_0_item_data)

                    hand_type_0.append(hand_type_0_item)

                return hand_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[ShooterCard] | None, data)

        hand = _parse_hand(d.pop("hand"))

        game = cast(Literal["shooter"], d.pop("game"))
        if game != "shooter":
            raise ValueError(f"game must match const 'shooter', got '{game}'")

        options = ShooterOptions.from_dict(d.pop("options"))

        legal_actions = []
        _legal_actions = d.pop("legal_actions")
        for legal_actions_item_data in _legal_actions:

            def _parse_legal_actions_item(
                data: object,
            ) -> (
                ShooterLegalAccept
                | ShooterLegalAccuse
                | ShooterLegalBid
                | ShooterLegalPlay
                | ShooterLegalReturn
                | ShooterLegalTrump
            ):
                try:
                    if not isinstance(data, dict):
                        raise TypeError()
                    componentsschemas_shooter_legal_action_type_0 = ShooterLegalBid.from_dict(data)

                    return componentsschemas_shooter_legal_action_type_0
                except (TypeError, ValueError, AttributeError, KeyError):
                    pass
                try:
                    if not isinstance(data, dict):
                        raise TypeError()
                    componentsschemas_shooter_legal_action_type_1 = ShooterLegalTrump.from_dict(data)

                    return componentsschemas_shooter_legal_action_type_1
                except (TypeError, ValueError, AttributeError, KeyError):
                    pass
                try:
                    if not isinstance(data, dict):
                        raise TypeError()
                    componentsschemas_shooter_legal_action_type_2 = ShooterLegalPlay.from_dict(data)

                    return componentsschemas_shooter_legal_action_type_2
                except (TypeError, ValueError, AttributeError, KeyError):
                    pass
                try:
                    if not isinstance(data, dict):
                        raise TypeError()
                    componentsschemas_shooter_legal_action_type_3 = ShooterLegalAccuse.from_dict(data)

                    return componentsschemas_shooter_legal_action_type_3
                except (TypeError, ValueError, AttributeError, KeyError):
                    pass
                try:
                    if not isinstance(data, dict):
                        raise TypeError()
                    componentsschemas_shooter_legal_action_type_4 = ShooterLegalAccept.from_dict(data)

                    return componentsschemas_shooter_legal_action_type_4
                except (TypeError, ValueError, AttributeError, KeyError):
                    pass
                return parsed(ShooterLegalReturn.from_dict, data)

            legal_actions_item = _parse_legal_actions_item(legal_actions_item_data)

            legal_actions.append(legal_actions_item)

        def _parse_result(data: object) -> None | ShooterResult:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                result_type_0 = ShooterResult.from_dict(data)

                return result_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | ShooterResult, data)

        result = _parse_result(d.pop("result"))

        shooter_view = cls(
            id=id,
            url=url,
            version=version,
            status=status,
            seat=seat,
            to_act=to_act,
            rules_version=rules_version,
            seeded=seeded,
            commitment=commitment,
            seed=seed,
            rematch=rematch,
            created_at=created_at,
            expires_at=expires_at,
            deadline=deadline,
            phase=phase,
            hand_number=hand_number,
            dealer=dealer,
            players=players,
            bidder=bidder,
            bid=bid,
            trump=trump,
            trick=trick,
            last_trick=last_trick,
            hand=hand,
            game=game,
            options=options,
            legal_actions=legal_actions,
            result=result,
        )

        shooter_view.additional_properties = d
        return shooter_view

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
