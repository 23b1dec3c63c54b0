"""What is true of every answer, however many ask at once.

Each is a function of answers alone, named like the sentence it stands for, and tells in sentences what is wrong; where
all is well it tells nothing.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from server.cards import SHOOTER, SHOOTING_PARTY
from tests.load.answer import Answer

View: TypeAlias = Mapping[str, Any]
Wrong: TypeAlias = Iterator[str]

STATUSES = ("waiting", "active", "finished")
OUT_OF_TURN = ("accuse", "return")


class Violated(Exception):
    """An invariant does not hold: which, and why."""

    def __init__(self, invariant: str, wrong: str) -> None:
        super().__init__(f"{invariant}: {wrong}")
        self.invariant = invariant


# Of any answer


def the_server_never_fails(answer: Answer) -> Wrong:
    """No 5xx but the 503 of a store that is away."""
    if answer.status >= 500 and answer.status != 503:
        yield f"an answer was {answer}"


def who_is_put_off_is_told_until_when(answer: Answer) -> Wrong:
    if answer.status in (429, 503) and answer.comes_back_in is None:
        yield f"{answer} without Retry-After"


def every_error_is_a_problem(answer: Answer) -> Wrong:
    if answer.status < 400:
        return
    if not answer.is_problem:
        yield f"a {answer.status} is {answer.headers.get('content-type')}"
    elif answer.json["status"] != answer.status or not answer.code:
        yield f"a {answer.status} says that it is {answer.json['status']} {answer.code}"


def every_answer_is_one_that_may_come(asked: str, answer: Answer, expected: Sequence[int]) -> Wrong:
    if answer.status not in expected:
        yield f"{asked} was answered {answer}"


# Of a view


def cards_are_conserved(view: View) -> Wrong:
    """Every card of the pack is in one place, and no other card in any (SP-1 to SP-3, SH-1, SH-3)."""
    yield from _CARDS[view["game"]](view)


def _party_cards(view: View) -> Wrong:
    seen = [*view["hand"], *view["display"], *view["score_pile"], *view["discard_pile"]]
    yield from _distinct(seen, SHOOTING_PARTY.cards)
    if len(seen) + view["draw_pile_count"] != len(SHOOTING_PARTY.cards):
        yield f"{len(seen)} cards are seen and {view['draw_pile_count']} to be drawn"
    yield from (f"{card} is no ace, and on display" for card in view["display"] if card[0] != "A")
    yield from (
        f"{card} is in the hand or discarded" for card in (*view["hand"], *view["discard_pile"]) if card[0] == "A"
    )


def _shooter_cards(view: View) -> Wrong:
    players, hand, laid = view["players"], view["hand"], view["trick"]
    if view["phase"] == "seating":
        return
    tricks = sum(player["tricks"] for player in players)
    each = len(SHOOTER.cards) // len(players)
    have_laid = [play["seat"] for play in laid]
    for player in players:
        if player["cards"] != each - tricks - have_laid.count(player["seat"]):
            yield f"seat {player['seat']} holds {player['cards']} cards after {tricks} tricks, of {each}"
    last = view["last_trick"]["plays"] if tricks else []
    yield from _distinct([*(hand or ()), *(play["card"] for play in (*laid, *last))], SHOOTER.cards)
    if hand is not None and len(hand) != players[view["seat"]]["cards"]:
        yield f"a hand of {len(hand)} is said to have {players[view['seat']]['cards']} cards"


_CARDS: Mapping[str, Callable[[View], Wrong]] = {"shooting-party": _party_cards, "shooter": _shooter_cards}


def _distinct(cards: Sequence[str], pack: Sequence[str]) -> Wrong:
    yield from (f"{card} is there {times} times" for card, times in Counter(cards).items() if times > 1)
    yield from (f"{card} is no card of the pack" for card in cards if card not in pack)


def somebody_can_act(view: View) -> Wrong:
    """Until the end it is somebody's turn, and whose turn it is can act; nobody else but to accuse or come back."""
    mine = view["seat"] is not None and view["seat"] in view["to_act"]
    if (view["status"] == "active") != bool(view["to_act"]):
        yield f"{view['status']}, and it is the turn of {view['to_act'] or 'nobody'}"
    if mine and not view["legal_actions"]:
        yield "it is a seat's turn, and nothing is legal"
    if not mine:
        listed = {legal["action"] for legal in view["legal_actions"]}
        yield from (f"{action} is legal out of turn" for action in listed if action not in OUT_OF_TURN)


def the_end_has_a_result(view: View) -> Wrong:
    """A result and the seed are told at the end, and not before."""
    for member in ("result", "seed"):
        if (view["status"] == "finished") != (view[member] is not None):
            yield f"{view['status']}, and {member} is {view[member]}"
    if view["game"] == "shooter" and (view["result"] or {}).get("reason") == "target":
        best = max(view["result"]["scores"])
        winners = [seat for seat, score in enumerate(view["result"]["scores"]) if score == best]
        if winners != view["result"]["winners"] or best < view["options"]["target"]:
            yield f"{view['result']} where the target is {view['options']['target']}"


def a_watcher_sees_no_hand(view: View) -> Wrong:
    if view["seat"] is not None or view.get("hand") is not None or view["legal_actions"]:
        yield f"a spectator is told of seat {view['seat']} and hand {view.get('hand')}"


# Of two answers


def versions_only_grow(before: View, now: View) -> Wrong:
    if now["version"] < before["version"]:
        yield f"version {now['version']} after {before['version']}"
    if STATUSES.index(now["status"]) < STATUSES.index(before["status"]):
        yield f"{now['status']} after {before['status']}"


def an_etag_is_one_view(before: Answer, now: Answer) -> Wrong:
    """Of two answers to one reader: the same ETag is the same view, and another version another ETag."""
    then, seen = view_of(before), view_of(now)
    if not now.etag:
        yield "a view has no ETag"
    elif now.etag == before.etag and then != seen:
        differing = [member for member in seen if seen[member] != then.get(member)]
        yield f"two views with one ETag differ in {', '.join(differing)}"
    elif now.etag != before.etag and then["version"] == seen["version"]:
        yield f"two ETags of one reader for version {seen['version']}"


def an_unchanged_view_keeps_its_etag(before: Answer, unchanged: Answer) -> Wrong:
    if unchanged.etag != before.etag:
        yield f"a 304 to {before.etag} has {unchanged.etag}"


def a_stale_etag_is_behind(version: int, refusal: Answer) -> Wrong:
    """A 412 shows a session that has moved on from *version*."""
    if refusal.status == 412 and refusal.json["session"]["version"] <= version:
        yield f"version {version} is stale at version {refusal.json['session']['version']}"


def a_repeat_is_answered_alike(first: Answer, again: Answer) -> Wrong:
    """The same key has the same answer, and is said to be a repeat."""
    if (again.status, again.json) != (first.status, first.json):
        yield f"{first} is {again} when it is asked again"
    elif not again.is_replayed:
        yield "a repeat is not marked as one"


def one_turn_has_one_winner(version: int, answers: Sequence[Answer]) -> Wrong:
    """Of requests that race for the turn at *version* one is accepted, or none where somebody else was faster."""
    accepted = sum(answer.status == 200 for answer in answers)
    if accepted > 1:
        yield f"{accepted} of {len(answers)} racing requests were accepted"
    for answer in answers:
        if answer.status not in (200, 409, 412):
            yield f"a racing request was answered {answer}"
        yield from a_stale_etag_is_behind(version, answer)
    if not accepted and any(answer.status != 412 for answer in answers):
        yield f"nobody won a race: {', '.join(map(str, answers))}"


def nobody_acts_out_of_turn(answer: Answer) -> Wrong:
    if answer.status not in (409, 412):
        yield f"whose turn it was not was answered {answer}"


def view_of(answer: Answer) -> View:
    """The view in an answer: the whole of it, or its ``session``."""
    told = answer.json
    view: View = told.get("session", told)
    return view
