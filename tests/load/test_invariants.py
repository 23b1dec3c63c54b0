"""Every invariant holds of an honest answer and refuses a broken one; play is repeatable, and the tally adds up."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from server.cards import SHOOTER, SHOOTING_PARTY
from server.deal import commitment, shuffled
from tests.load import history, invariants
from tests.load.answer import Answer
from tests.load.invariants import Violated, Wrong
from tests.load.players import chance, choose, shooter_options
from tests.load.tally import Tally


def cards(text: str) -> list[str]:
    return text.split()


def answer(status: int = 200, told: Any = None, **headers: str) -> Answer:
    kind = "application/problem+json" if status >= 400 else "application/json"
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Answer(status, {"content-type": kind, **named}, json.dumps(told).encode())


def problem(status: int, code: str, **more: Any) -> Answer:
    return answer(status, {"status": status, "code": code, **more})


def party(**changed: Any) -> dict[str, Any]:
    """A solitaire soon after its start."""
    view = {
        "game": "shooting-party",
        "version": 5,
        "status": "active",
        "seat": 0,
        "to_act": [0],
        "legal_actions": [{"action": "draw", "body": {}}],
        "result": None,
        "seed": None,
        "hand": cards("5S 2D QD"),
        "display": cards("AS"),
        "score_pile": [],
        "discard_pile": cards("JOKER 3C"),
        "draw_pile_count": 27,
    }
    return {**view, **changed}


def table(**changed: Any) -> dict[str, Any]:
    """Three at a table, seat 0 to lead to the second trick."""
    players = [{"seat": seat, "tricks": int(seat == 0), "cards": 7, "call": "pass"} for seat in range(3)]
    view = {
        "game": "shooter",
        "version": 20,
        "status": "active",
        "phase": "playing",
        "seat": 0,
        "to_act": [0],
        "legal_actions": [{"action": "play", "body": {"card": "9C"}}, {"action": "accuse", "body": {"seat": 1}}],
        "result": None,
        "seed": None,
        "options": {"target": 5},
        "players": players,
        "trick": [],
        "last_trick": {"plays": [{"seat": 0, "card": "AC"}, {"seat": 1, "card": "TC"}, {"seat": 2, "card": "9D"}]},
        "hand": cards("9C JC QC KC TD JD QD"),
        "bid": "three",
    }
    return {**view, **changed}


def laid(text: str) -> list[dict[str, Any]]:
    return [{"seat": int(play[0]), "card": play[1:]} for play in text.split()]


def log(*events: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"seq": seq, **event} for seq, event in enumerate(events, 1)]


TRICKS = (
    "1AC 2TC 09D", "1KC 2JC 0TD", "1QC 29C 0JD", "1KD 2AD 0QD",
    "29H 0TH 1JH", "1QH 2KH 0AH", "09S 1TS 2JS", "2QS 0KS 1AS",
)  # fmt: skip
"""A hand of three with spades trump, played out."""


def hand(
    tricks: Sequence[str] = TRICKS,
    takers: Sequence[int] = (1, 1, 1, 2, 1, 0, 2, 1),
    points: Sequence[int] = (1, 5, 2),
    scores: Sequence[int] = (1, 5, 2),
) -> list[dict[str, Any]]:
    told: list[dict[str, Any]] = [{"type": "dealt"}, {"type": "trump_named", "suit": "spades"}]
    for trick, taker in zip(tricks, takers, strict=True):
        told += [{"type": "played", **play} for play in laid(trick)]
        told += [{"type": "trick_taken", "seat": taker, "cards": [play[1:] for play in trick.split()]}]
    return log(*told, {"type": "hand_scored", "points": list(points), "scores": list(scores)})


PILE = list(shuffled(SHOOTER.cards, SHOOTER, seed="seed", k=1))
BOUND = commitment("id", "seed")
OPENING = {"game": "shooter", "id": "id", "seeded": False, "commitment": BOUND}
REPLAY = {
    "seed": "seed",
    "commitment": BOUND,
    "shuffles": [PILE],
    "actions": [
        {"seat": 0, "action": "bid", "body": {"call": "pass"}, "auto": False},
        {"seat": 1, "action": "bid", "body": {"call": "pass"}, "auto": False},
        {"seat": 0, "action": "play", "body": {"card": "9C"}, "auto": True},
    ],
}
BID = {"action": "bid", "body": {"call": "pass"}}
STALE = problem(412, "stale_version", session=party(version=6))
DONE = answer(told={"session": party(version=6), "events": []}, idempotent_replayed="true")
OVER = {"status": "finished", "to_act": [], "legal_actions": [], "seed": "seed"}


@dataclass(frozen=True)
class Case:
    """What an invariant is asked of in honesty, and the lies that it refuses."""

    invariant: Callable[..., Wrong]
    honest: Sequence[tuple[Any, ...]]
    lies: Sequence[tuple[Any, ...]]


CASES = [
    Case(
        invariants.the_server_never_fails,
        [(answer(),), (problem(503, "store_unavailable"),)],
        [(problem(500, "internal_error"),), (Answer(502, {}, b"bad gateway"),)],
    ),
    Case(
        invariants.who_is_put_off_is_told_until_when,
        [(answer(),), (answer(503, {}, retry_after="1"),), (answer(429, {}, retry_after="30"),)],
        [(answer(503, {}),), (answer(429, {}, retry_after="soon"),)],
    ),
    Case(
        invariants.every_error_is_a_problem,
        [(answer(),), (problem(409, "not_your_turn"),)],
        [(Answer(404, {"content-type": "text/html"}, b"<h1>"),), (answer(409, {"status": 404, "code": "not_found"}),)],
    ),
    Case(
        invariants.every_answer_is_one_that_may_come,
        [("GET", answer(304), (200, 304))],
        [("GET", answer(304), (200,)), ("POST", problem(404, "not_found"), (200, 412))],
    ),
    Case(
        invariants.cards_are_conserved,
        [
            (party(),),
            (table(),),
            (table(phase="seating", players=[], hand=None, last_trick=None),),
            (table(hand=None, seat=None),),
        ],
        [
            (party(hand=cards("5S 2D QD 5S"), draw_pile_count=26),),
            (party(draw_pile_count=26),),
            (party(discard_pile=cards("JOKER TC")),),
            (party(display=cards("KS")),),
            (party(hand=cards("5S 2D AD")),),
            (table(hand=cards("9C JC QC KC TD JD AC")),),
            (table(hand=cards("9C JC QC KC TD JD")),),
            (table(hand=cards("9C JC QC KC TD JD 2D")),),
            (table(trick=laid("0QC")),),
            (table(players=[{"seat": seat, "tricks": 0, "cards": 7} for seat in range(3)]),),
        ],
    ),
    Case(
        invariants.somebody_can_act,
        [
            (party(),),
            (table(),),
            (table(seat=1, legal_actions=[{"action": "accuse", "body": {"seat": 0}}]),),
            (table(**OVER),),
        ],
        [
            (party(to_act=[]),),
            (party(legal_actions=[]),),
            (table(seat=1),),
            (table(status="waiting"),),
            (table(seat=None),),
        ],
    ),
    Case(
        invariants.the_end_has_a_result,
        [
            (party(),),
            (party(**OVER, result={"points": 3}),),
            (table(**OVER, result={"reason": "target", "winners": [1], "scores": [0, 5, 2]}),),
            (table(**OVER, result={"reason": "abandoned", "winners": [], "scores": [0, 0, 0]}),),
        ],
        [
            (party(**OVER),),
            (party(result={"points": 3}),),
            (party(seed="seed"),),
            (table(**OVER, result={"reason": "target", "winners": [0], "scores": [0, 5, 2]}),),
            (table(**OVER, result={"reason": "target", "winners": [1], "scores": [0, 4, 2]}),),
        ],
    ),
    Case(
        invariants.a_watcher_sees_no_hand,
        [(table(seat=None, hand=None, legal_actions=[]),)],
        [(table(seat=None, legal_actions=[]),), (table(hand=None, legal_actions=[]),), (table(seat=None, hand=None),)],
    ),
    Case(
        invariants.versions_only_grow,
        [(party(), party()), (party(), party(version=6, status="finished"))],
        [(party(), party(version=4)), (party(status="finished"), party(version=6))],
    ),
    Case(
        invariants.an_etag_is_one_view,
        [
            (answer(told=party(), etag="5"), answer(told={"session": party(), "events": []}, etag="5")),
            (answer(told=party(), etag="5"), answer(told=party(version=6), etag="6")),
        ],
        [
            (answer(told=party(), etag="5"), answer(told=party(hand=cards("5S 2D KD")), etag="5")),
            (answer(told=party(), etag="5"), answer(told=party(), etag="6")),
            (answer(told=party(), etag="5"), answer(told=party())),
        ],
    ),
    Case(
        invariants.an_unchanged_view_keeps_its_etag,
        [(answer(told=party(), etag="5"), Answer(304, {"etag": "5"}, b""))],
        [(answer(told=party(), etag="5"), Answer(304, {"etag": "6"}, b""))],
    ),
    Case(
        invariants.a_stale_etag_is_behind,
        [(5, STALE), (6, DONE)],
        [(6, STALE)],
    ),
    Case(
        invariants.a_repeat_is_answered_alike,
        [(answer(told={"session": party(version=6), "events": []}), DONE)],
        [
            (DONE, answer(told={"session": party(version=6), "events": []})),
            (DONE, answer(told={"session": party(version=7), "events": []}, idempotent_replayed="true")),
            (DONE, STALE),
        ],
    ),
    Case(
        invariants.one_turn_has_one_winner,
        [(5, [STALE, DONE, STALE]), (5, [STALE, STALE]), (5, [DONE, problem(409, "not_your_turn")])],
        [
            (5, [DONE, DONE, STALE]),
            (6, [STALE, STALE]),
            (5, [DONE, problem(422, "invalid_request")]),
            (5, [STALE, problem(409, "not_your_turn")]),
        ],
    ),
    Case(
        invariants.nobody_acts_out_of_turn,
        [(problem(409, "not_your_turn"),), (STALE,)],
        [(DONE,)],
    ),
    Case(
        history.events_come_once_each_in_order,
        [(0, log({}, {})), (1, log({}, {})[1:]), (7, [])],
        [(0, log({}, {})[1:]), (0, [*log({}), *log({})]), (0, log({}, {})[::-1])],
    ),
    Case(
        history.an_action_tells_what_it_did,
        [(3, party(), log({}, {}, {}, {}, {})[3:])],
        [(3, party(), log({}, {}, {}, {})[3:]), (2, party(), log({}, {}, {}, {}, {})[3:]), (5, party(), [])],
    ),
    Case(
        history.everybody_is_told_the_same,
        [(hand(), hand()[3:5])],
        [(hand(), [{**hand()[3], "card": "9C"}]), (hand()[:3], hand()[3:5])],
    ),
    Case(
        history.tricks_add_up,
        [(3, hand())],
        [
            (3, hand(takers=(1, 1, 1, 1, 1, 0, 2, 1))),
            (3, hand(("1AC 2TC 09D", "1AC 2JC 0TD", *TRICKS[2:]))),
            (3, hand(("1AC 0TC 29D", *TRICKS[1:]))),
            (3, hand(TRICKS[:7], (1, 1, 1, 2, 1, 0, 2))),
            (3, hand(scores=(1, 6, 2))),
            (3, [event for event in hand() if event.get("card") != "TC"]),
        ],
    ),
    Case(
        history.the_deal_is_the_one_promised,
        [
            (OPENING, None, REPLAY),
            ({**OPENING, "seeded": True, "commitment": None}, "seed", {**REPLAY, "commitment": None}),
        ],
        [
            (OPENING, None, {**REPLAY, "seed": "another"}),
            (OPENING, "another", REPLAY),
            ({**OPENING, "commitment": None}, None, REPLAY),
            (OPENING, None, {**REPLAY, "shuffles": [[PILE[1], PILE[0], *PILE[2:]]]}),
        ],
    ),
    Case(
        history.what_was_accepted_was_done,
        [(0, [BID], REPLAY), (2, [], REPLAY)],
        [(0, [], REPLAY), (0, [BID, BID], REPLAY), (1, [{**BID, "action": "play"}], REPLAY)],
    ),
]  # fmt: skip

HONEST = [(case.invariant, asked) for case in CASES for asked in case.honest]
LIES = [(case.invariant, asked) for case in CASES for asked in case.lies]


def test_every_invariant_is_put_to_the_test() -> None:
    known = {
        name
        for module in (invariants, history)
        for name, of in vars(module).items()
        if name[0] != "_" and getattr(of, "__module__", "") == module.__name__
    }
    assert known - {"Violated", "view_of"} == {case.invariant.__name__ for case in CASES}


@pytest.mark.parametrize(("invariant", "asked"), HONEST)
def test_an_honest_answer_passes(invariant: Callable[..., Wrong], asked: tuple[Any, ...]) -> None:
    assert list(invariant(*asked)) == []


@pytest.mark.parametrize(("invariant", "asked"), LIES)
def test_a_lie_is_told_of(invariant: Callable[..., Wrong], asked: tuple[Any, ...]) -> None:
    assert list(invariant(*asked))


def test_the_pack_of_a_solitaire_has_33_cards_and_that_of_a_table_24() -> None:
    assert (len(SHOOTING_PARTY.cards), len(SHOOTER.cards)) == (33, 24)


def test_the_tally_counts_what_holds_and_raises_what_does_not() -> None:
    tally = Tally()
    tally.hold(invariants.cards_are_conserved, party())
    with pytest.raises(Violated, match="cards are conserved: 6 cards are seen and 26 to be drawn") as raised:
        tally.hold(invariants.cards_are_conserved, party(draw_pile_count=26))
    assert raised.value.invariant == "cards are conserved"
    assert tally.checked == {"cards are conserved": 1}


def test_the_tallies_of_several_processes_add_up() -> None:
    here, there = Tally(), Tally()
    here.played["a solitaire"] = 2
    there.played["a solitaire"] = 3
    there.put_off["429 too_many_requests"] = 1
    here.add(there.told())
    assert here.told()["played"] == {"a solitaire": 5}
    assert list(here.lines())[-1].split() == ["1", "429", "too_many_requests"]


def test_the_same_seed_makes_the_same_choices() -> None:
    view = party(legal_actions=[{"action": "retrieve", "body": {"card": card}} for card in SHOOTING_PARTY.cards])
    choices = [[choose(view, chance(seed, version)) for version in range(20)] for seed in ("one", "one", "two")]
    assert choices[0] == choices[1] != choices[2]
    assert all(choice in view["legal_actions"] for choice in choices[0])
    assert shooter_options(chance("one")) == shooter_options(chance("one"))


def test_somebody_bids_the_least_and_the_others_pass() -> None:
    calls = [{"action": "bid", "body": {"call": call}} for call in ("pass", "three", "four", "moon")]
    last = [{"seat": 0, "call": None}, {"seat": 1, "call": "pass"}]
    told = {choose(table(legal_actions=calls, bid=None, players=last), chance(n))["body"]["call"] for n in range(30)}
    assert told == {"three"}
    told = {choose(table(legal_actions=calls, bid="three", players=last), chance(n))["body"]["call"] for n in range(30)}
    assert told == {"pass"}
