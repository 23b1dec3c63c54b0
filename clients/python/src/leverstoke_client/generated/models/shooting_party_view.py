from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from leverstoke_client.unknown import parsed

from ..models.session_status import SessionStatus, check_session_status
from ..models.shooting_party_card import ShootingPartyCard, check_shooting_party_card
from ..models.suit import Suit, check_suit

if TYPE_CHECKING:
    from ..models.shooting_party_legal_discard import ShootingPartyLegalDiscard
    from ..models.shooting_party_legal_draw import ShootingPartyLegalDraw
    from ..models.shooting_party_legal_leave import ShootingPartyLegalLeave
    from ..models.shooting_party_legal_retrieve import ShootingPartyLegalRetrieve
    from ..models.shooting_party_legal_seduce import ShootingPartyLegalSeduce
    from ..models.shooting_party_options import ShootingPartyOptions
    from ..models.shooting_party_result import ShootingPartyResult


T = TypeVar("T", bound="ShootingPartyView")


@_attrs_define
class ShootingPartyView:
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
        hand (list[ShootingPartyCard]): Oldest first.
        display (list[ShootingPartyCard]): Aces on display, oldest first.
        score_pile (list[ShootingPartyCard]): Scored queens, then scored aces.
        discard_pile (list[ShootingPartyCard]): Oldest first.
        draw_pile_count (int): How many cards are left to draw.
        exhaustions (int): How often the draw pile ran out; 3 is the end.
        choices (list[Suit]): Suits to settle before anything else (SP-10).
        points (int): Scored queens and aces so far.
        game (Literal['shooting-party']):
        options (ShootingPartyOptions):
        legal_actions (list[ShootingPartyLegalDiscard | ShootingPartyLegalDraw | ShootingPartyLegalLeave |
            ShootingPartyLegalRetrieve | ShootingPartyLegalSeduce]): Post each `body` to `{url}/{action}`. All there are,
            but for `resign`.
        result (None | ShootingPartyResult): How it ended; null until it has.
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
    hand: list[ShootingPartyCard]
    display: list[ShootingPartyCard]
    score_pile: list[ShootingPartyCard]
    discard_pile: list[ShootingPartyCard]
    draw_pile_count: int
    exhaustions: int
    choices: list[Suit]
    points: int
    game: Literal["shooting-party"]
    options: ShootingPartyOptions
    legal_actions: list[
        ShootingPartyLegalDiscard
        | ShootingPartyLegalDraw
        | ShootingPartyLegalLeave
        | ShootingPartyLegalRetrieve
        | ShootingPartyLegalSeduce
    ]
    result: None | ShootingPartyResult
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.shooting_party_legal_discard import ShootingPartyLegalDiscard  # noqa: PLC0415
        from ..models.shooting_party_legal_draw import ShootingPartyLegalDraw  # noqa: PLC0415
        from ..models.shooting_party_legal_retrieve import ShootingPartyLegalRetrieve  # noqa: PLC0415
        from ..models.shooting_party_legal_seduce import ShootingPartyLegalSeduce  # noqa: PLC0415
        from ..models.shooting_party_result import ShootingPartyResult  # noqa: PLC0415

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

        hand = []
        for hand_item_data in self.hand:
            hand_item: str = hand_item_data
            hand.append(hand_item)

        display = []
        for display_item_data in self.display:
            display_item: str = display_item_data
            display.append(display_item)

        score_pile = []
        for score_pile_item_data in self.score_pile:
            score_pile_item: str = score_pile_item_data
            score_pile.append(score_pile_item)

        discard_pile = []
        for discard_pile_item_data in self.discard_pile:
            discard_pile_item: str = discard_pile_item_data
            discard_pile.append(discard_pile_item)

        draw_pile_count = self.draw_pile_count

        exhaustions = self.exhaustions

        choices = []
        for choices_item_data in self.choices:
            choices_item: str = choices_item_data
            choices.append(choices_item)

        points = self.points

        game = self.game

        options = self.options.to_dict()

        legal_actions = []
        for legal_actions_item_data in self.legal_actions:
            legal_actions_item: dict[str, Any]
            if isinstance(legal_actions_item_data, ShootingPartyLegalDraw):
                legal_actions_item = legal_actions_item_data.to_dict()
            elif isinstance(legal_actions_item_data, ShootingPartyLegalDiscard):
                legal_actions_item = legal_actions_item_data.to_dict()
            elif isinstance(legal_actions_item_data, ShootingPartyLegalRetrieve):
                legal_actions_item = legal_actions_item_data.to_dict()
            elif isinstance(legal_actions_item_data, ShootingPartyLegalSeduce):
                legal_actions_item = legal_actions_item_data.to_dict()
            else:
                legal_actions_item = legal_actions_item_data.to_dict()

            legal_actions.append(legal_actions_item)

        result: dict[str, Any] | None
        if isinstance(self.result, ShootingPartyResult):
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
                "hand": hand,
                "display": display,
                "score_pile": score_pile,
                "discard_pile": discard_pile,
                "draw_pile_count": draw_pile_count,
                "exhaustions": exhaustions,
                "choices": choices,
                "points": points,
                "game": game,
                "options": options,
                "legal_actions": legal_actions,
                "result": result,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.shooting_party_legal_discard import ShootingPartyLegalDiscard  # noqa: PLC0415
        from ..models.shooting_party_legal_draw import ShootingPartyLegalDraw  # noqa: PLC0415
        from ..models.shooting_party_legal_leave import ShootingPartyLegalLeave  # noqa: PLC0415
        from ..models.shooting_party_legal_retrieve import ShootingPartyLegalRetrieve  # noqa: PLC0415
        from ..models.shooting_party_legal_seduce import ShootingPartyLegalSeduce  # noqa: PLC0415
        from ..models.shooting_party_options import ShootingPartyOptions  # noqa: PLC0415
        from ..models.shooting_party_result import ShootingPartyResult  # noqa: PLC0415

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

        hand = []
        _hand = d.pop("hand")
        for hand_item_data in _hand:
            hand_item = check_shooting_party_card(hand_item_data)

            hand.append(hand_item)

        display = []
        _display = d.pop("display")
        for display_item_data in _display:
            display_item = check_shooting_party_card(display_item_data)

            display.append(display_item)

        score_pile = []
        _score_pile = d.pop("score_pile")
        for score_pile_item_data in _score_pile:
            score_pile_item = check_shooting_party_card(score_pile_item_data)

            score_pile.append(score_pile_item)

        discard_pile = []
        _discard_pile = d.pop("discard_pile")
        for discard_pile_item_data in _discard_pile:
            discard_pile_item = check_shooting_party_card(discard_pile_item_data)

            discard_pile.append(discard_pile_item)

        draw_pile_count = d.pop("draw_pile_count")

        exhaustions = d.pop("exhaustions")

        choices = []
        _choices = d.pop("choices")
        for choices_item_data in _choices:
            choices_item = check_suit(choices_item_data)

            choices.append(choices_item)

        points = d.pop("points")

        game = cast(Literal["shooting-party"], d.pop("game"))
        if game != "shooting-party":
            raise ValueError(f"game must match const 'shooting-party', got '{game}'")

        options = ShootingPartyOptions.from_dict(d.pop("options"))

        legal_actions = []
        _legal_actions = d.pop("legal_actions")
        for legal_actions_item_data in _legal_actions:

            def _parse_legal_actions_item(
                data: object,
            ) -> (
                ShootingPartyLegalDiscard
                | ShootingPartyLegalDraw
                | ShootingPartyLegalLeave
                | ShootingPartyLegalRetrieve
                | ShootingPartyLegalSeduce
            ):
                try:
                    if not isinstance(data, dict):
                        raise TypeError()
                    componentsschemas_shooting_party_legal_action_type_0 = ShootingPartyLegalDraw.from_dict(data)

                    return componentsschemas_shooting_party_legal_action_type_0
                except (TypeError, ValueError, AttributeError, KeyError):
                    pass
                try:
                    if not isinstance(data, dict):
                        raise TypeError()
                    componentsschemas_shooting_party_legal_action_type_1 = ShootingPartyLegalDiscard.from_dict(data)

                    return componentsschemas_shooting_party_legal_action_type_1
                except (TypeError, ValueError, AttributeError, KeyError):
                    pass
                try:
                    if not isinstance(data, dict):
                        raise TypeError()
                    componentsschemas_shooting_party_legal_action_type_2 = ShootingPartyLegalRetrieve.from_dict(data)

                    return componentsschemas_shooting_party_legal_action_type_2
                except (TypeError, ValueError, AttributeError, KeyError):
                    pass
                try:
                    if not isinstance(data, dict):
                        raise TypeError()
                    componentsschemas_shooting_party_legal_action_type_3 = ShootingPartyLegalSeduce.from_dict(data)

                    return componentsschemas_shooting_party_legal_action_type_3
                except (TypeError, ValueError, AttributeError, KeyError):
                    pass
                return parsed(ShootingPartyLegalLeave.from_dict, data)

            legal_actions_item = _parse_legal_actions_item(legal_actions_item_data)

            legal_actions.append(legal_actions_item)

        def _parse_result(data: object) -> None | ShootingPartyResult:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                result_type_0 = ShootingPartyResult.from_dict(data)

                return result_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | ShootingPartyResult, data)

        result = _parse_result(d.pop("result"))

        shooting_party_view = cls(
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
            hand=hand,
            display=display,
            score_pile=score_pile,
            discard_pile=discard_pile,
            draw_pile_count=draw_pile_count,
            exhaustions=exhaustions,
            choices=choices,
            points=points,
            game=game,
            options=options,
            legal_actions=legal_actions,
            result=result,
        )

        shooting_party_view.additional_properties = d
        return shooting_party_view

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
