"""A judge of what players were told: it lets true histories pass, and finds out every way in which one can be false."""

import math
from dataclasses import replace
from typing import Any

import pytest

from tests.faults.client import Client, NoAnswer
from tests.faults.history import JOIN, History, Operation, Recorder
from tests.faults.judge import violations
from tests.ports import free_port

# Histories made by hand


def event(seq: int, kind: str, **more: Any) -> dict[str, Any]:
    return {"seq": seq, "type": kind, "at": "2026-11-30T12:00:00.000Z", **more}


LOG = [
    event(1, "dealt"),
    event(2, "called", seat=1, call="pass"),
    event(3, "called", seat=2, call="three"),
    event(4, "called", seat=0, call="pass"),
    event(5, "auction_won", seat=2, bid="three"),
    event(6, "trump_named", seat=2, suit="spades"),
]
DEALT = 1  # the version when the recording began


def tag(version: int, seat: int | None, digest: int = 0) -> str:
    return f'"{version}-{digest or version:016x}-{"s" if seat is None else seat}"'


def look(start: float, end: float, version: int, seat: int | None = 0) -> Operation:
    view = {"version": version, "seat": seat}
    return Operation(start, end, seat, None, None, None, 200, view, tag(version, seat))


def bid(start: float, end: float, first: int, last: int = 0, *, key: str | None = None) -> Operation:
    """An accepted bid that has made the events from *first* to *last* of the log."""
    events = LOG[first - 1 : last or first]
    seat, version = events[0]["seat"], events[-1]["seq"]
    answer = {"session": {"version": version, "seat": seat}, "events": events}
    return Operation(start, end, seat, "bid", {"call": events[0]["call"]}, key, 200, answer, tag(version, seat))


def refused(operation: Operation, status: int, code: str) -> Operation:
    """*operation*, had it been answered like that."""
    return replace(operation, status=status, answer={"code": code}, etag=None)


def unanswered(operation: Operation) -> Operation:
    return replace(operation, end=math.inf, status=None, answer=None, etag=None)


def trump(start: float, end: float) -> Operation:
    answer = {"session": {"version": 6, "seat": 2}, "events": LOG[5:]}
    return Operation(start, end, 2, "trump", {"suit": "spades"}, None, 200, answer, tag(6, 2))


AUCTION = [bid(1, 2, 2), bid(3, 4, 3), bid(5, 6, 4, 5), trump(7, 8)]


def judged(*operations: Operation, log: list[dict[str, Any]] = LOG) -> list[str]:
    return violations(operations, log, since=DEALT)


def finds(sentence: str, *operations: Operation) -> bool:
    """Whether *sentence* begins all that is said of the operations, of which there must be something."""
    found = judged(*operations)
    return bool(found) and all(said.startswith(sentence) for said in found)


def test_what_is_true_passes() -> None:
    assert judged(*AUCTION) == []
    assert judged(*AUCTION, look(0, 0.5, 1), look(2.5, 2.7, 2, seat=None), look(9, 10, 6, seat=3)) == []
    assert judged(*AUCTION, look(1, 2, 1), look(1, 2, 2), look(4.5, 6.5, 3), look(4.5, 6.5, 5)) == []


def test_requests_at_the_same_time_may_act_in_any_order() -> None:
    assert judged(bid(1, 9, 2), bid(1, 9, 3), bid(1, 9, 4, 5), trump(1, 9)) == []


def test_a_refusal_has_no_part_in_the_log() -> None:
    late = replace(bid(4.5, 4.6, 3), if_match=tag(2, 2))
    stale = {"code": "stale_version", "session": {"version": 3, "seat": 2}}
    assert judged(*AUCTION, refused(late, 409, "not_your_turn"), refused(late, 503, "store_unavailable")) == []
    assert judged(*AUCTION, replace(late, status=412, answer=stale, etag=tag(3, 2))) == []


def test_a_log_has_neither_a_gap_nor_a_repeat() -> None:
    assert "gap" in judged(*AUCTION, log=[*LOG[:3], *LOG[4:]])[0]
    assert "gap" in judged(*AUCTION, log=[*LOG[:3], *LOG[2:]])[0]


def test_an_answer_has_the_events_of_the_log() -> None:
    other = [*LOG[:2], LOG[2] | {"call": "four"}, *LOG[3:]]
    assert any("other events" in said for said in judged(*AUCTION, log=other))
    assert any("other events" in said for said in judged(*AUCTION, log=LOG[:5]))


def test_what_is_accepted_has_happened() -> None:
    nothing = replace(AUCTION[3], answer=AUCTION[3].answer | {"events": []})
    assert "It was accepted and nothing happened" in judged(*AUCTION[:3], nothing)[0]


def test_an_answer_shows_the_step_it_tells_of() -> None:
    older = AUCTION[3].answer | {"session": {"version": 5, "seat": 2}}
    assert finds("The last event of the answer is 6", *AUCTION[:3], replace(AUCTION[3], answer=older, etag=tag(5, 2)))


def test_an_event_belongs_to_one_request() -> None:
    assert finds("Event 3 was given to two", *AUCTION, bid(3, 4, 3))


def test_an_event_belongs_to_who_has_caused_it() -> None:
    assert finds("It was answered by an event it cannot have caused", *AUCTION[:3], replace(AUCTION[3], action="play"))
    somebody_else = replace(AUCTION[1], body={"call": "four"})
    assert finds("It was answered by an event it cannot have caused", AUCTION[0], somebody_else, *AUCTION[2:])


def test_nothing_happens_before_it_is_asked_for() -> None:
    assert finds("It has made event 2, and began when 5 had been told", bid(6.5, 7, 2), *AUCTION[1:])
    assert finds("It has made event 6, and began when 6 had been told", look(6.1, 6.2, 6), *AUCTION)


def test_what_has_been_told_is_never_untold() -> None:
    assert finds("Version 3 was shown when 5 had been told", *AUCTION, look(6.5, 7, 3))
    assert finds("Version 2 was shown when 3 had been told", *AUCTION, look(3, 3.5, 3), look(3.6, 3.7, 2))


def test_a_refusal_shows_the_present_too() -> None:
    stale = {"code": "stale_version", "session": {"version": 3, "seat": 2}}
    late = replace(bid(6.5, 7, 3), status=412, answer=stale, etag=tag(3, 2), if_match=tag(2, 2))
    assert finds("Version 3 was shown when 5 had been told", *AUCTION, late)


def test_what_has_not_happened_is_not_shown() -> None:
    assert finds("Version 7 was shown, and the log ends at 6", *AUCTION, look(9, 10, 7))


def test_half_a_step_is_not_shown() -> None:
    assert finds("Version 4 was shown, in the midst of a step", *AUCTION, look(5, 6, 4))


def test_a_version_has_one_digest() -> None:
    other = replace(look(9, 10, 6), etag=tag(6, 0, digest=7))
    assert finds("Version 6 has two digests", *AUCTION, other)


def test_an_etag_names_the_version_and_the_reader() -> None:
    assert finds('"6-0000000000000006-1" is on version 6 for seat 0', *AUCTION, replace(look(9, 10, 6), etag=tag(6, 1)))
    assert finds('"5-0000000000000005-0" is on version 6', *AUCTION, replace(look(6.1, 7.5, 6), etag=tag(5, 0)))
    assert finds("W/ is no ETag", *AUCTION, replace(look(9, 10, 6), etag="W/"))


def test_what_was_for_another_version_does_not_act() -> None:
    *before, last = AUCTION
    assert judged(*before, replace(last, if_match=tag(5, 2))) == []
    assert judged(*before, replace(last, if_match=f"{tag(4, 2)}, {tag(5, 2)}")) == []
    assert judged(*before, replace(last, if_match="*")) == []
    assert finds("It has acted upon version 5, and was for", *before, replace(last, if_match=tag(3, 2)))


def test_who_is_up_to_date_is_not_stale() -> None:
    stale = {"code": "stale_version", "session": {"version": 6, "seat": 2}}
    wrong = replace(bid(9, 10, 3), status=412, answer=stale, etag=tag(6, 2), if_match=tag(6, 2))
    assert finds("Refused as stale, though", *AUCTION, wrong)


def test_a_server_that_fails_is_found_out() -> None:
    assert finds("The server failed", *AUCTION, refused(bid(9, 10, 3), 500, "internal_error"))


# Keys


def test_a_repeat_brings_the_first_answer_however_late() -> None:
    first = bid(3, 4, 3, key="once")
    again = replace(first, start=9, end=10, replayed=True)
    assert judged(AUCTION[0], first, *AUCTION[2:], again) == []
    assert judged(AUCTION[0], unanswered(first), *AUCTION[2:], again) == []


def test_a_repeat_brings_no_other_answer() -> None:
    first = bid(3, 4, 3, key="once")
    again = replace(first, start=9, end=10, replayed=True)
    assert finds("A repeat was answered in another way", *AUCTION[::2], AUCTION[3], first, replace(again, status=201))
    other = replace(again, answer=again.answer | {"events": LOG[1:2]})
    assert finds("A repeat was answered in another way", *AUCTION[::2], AUCTION[3], first, other)


def test_a_key_acts_once() -> None:
    first = bid(3, 9, 3, key="once")
    assert finds("One key has acted twice", *AUCTION[::2], AUCTION[3], first, first)


def test_a_repeat_has_a_first() -> None:
    again = replace(bid(3, 4, 3, key="once"), replayed=True)
    assert finds("It was answered as a repeat of what had never been asked", *AUCTION[::2], AUCTION[3], again)
    away = refused(replace(again, start=1), 503, "store_unavailable")
    assert finds("It was answered as a repeat of what had never been asked", *AUCTION[::2], AUCTION[3], away, again)


def test_a_key_belongs_to_a_seat() -> None:
    assert judged(replace(AUCTION[0], key="same"), replace(AUCTION[1], key="same"), *AUCTION[2:]) == []


# Answers that did not come


@pytest.mark.parametrize("number", range(4))
def test_what_was_not_answered_may_have_acted(number: int) -> None:
    silent = unanswered(AUCTION[number])
    unknown = refused(AUCTION[number], 503, "outcome_unknown")
    others = [*AUCTION[:number], *AUCTION[number + 1 :]]
    assert judged(silent, *others) == []
    assert judged(unknown, *others) == []
    assert judged(silent, *AUCTION) == []


@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize(
    ("status", "code"), [(503, "store_unavailable"), (409, "not_your_turn"), (412, "stale_version")]
)
def test_what_was_refused_has_not_acted(number: int, status: int, code: str) -> None:
    wrong = refused(AUCTION[number], status, code)
    assert finds("Nobody has made event", wrong, *AUCTION[:number], *AUCTION[number + 1 :])


def test_every_step_was_asked_for() -> None:
    assert finds("Nobody has made event 6", *AUCTION[:3])
    assert finds("Nobody has made event 3", AUCTION[0], *AUCTION[2:])
    assert judged(*AUCTION, log=[*LOG, event(7, "drawn", cards=["AS"])]) == ["Nobody has made event 7, drawn."]


def test_one_request_that_was_not_answered_has_made_one_step() -> None:
    log = [*LOG, event(7, "played", seat=2, card="AS"), event(8, "played", seat=2, card="AS")]
    silent = Operation(8, math.inf, 2, "play", {"card": "AS"}, None, None, None, None)
    assert judged(*AUCTION, silent, silent, log=log) == []
    assert judged(*AUCTION, silent, log=log) == ["Nobody has made event 8, played."]
    keyed = replace(silent, key="once")
    assert judged(*AUCTION, keyed, keyed, log=log) == ["Nobody has made event 8, played."]


@pytest.mark.parametrize("other", [{"seat": 1}, {"action": "bid"}, {"body": {"suit": "hearts"}}, {"start": 9.0}])
def test_what_was_not_answered_has_made_only_what_it_asked_for(other: dict[str, Any]) -> None:
    silent = unanswered(AUCTION[3])
    seen = look(8, 8.5, 6)
    assert judged(*AUCTION[:3], silent, seen) == []
    assert finds("Nobody has made event 6", *AUCTION[:3], replace(silent, **other), seen)


def test_who_asks_for_any_seat_leaves_the_one_that_another_wants() -> None:
    log = [*LOG[:1], event(2, "seated", seat=1), event(3, "seated", seat=2)]
    bodies = ({"seat": None}, {"seat": 1})
    anywhere, there = (Operation(1, math.inf, None, JOIN, body, None, None, None, None) for body in bodies)
    assert judged(anywhere, there, log=log) == []
    assert judged(there, there, log=log) == ["Nobody has made event 3, seated."]


def test_what_the_house_does_needs_no_request() -> None:
    house = [event(7, "played", seat=3, card="AS", auto=True)]
    answer = AUCTION[3].answer | {"events": LOG[5:] + house, "session": {"version": 7, "seat": 2}}
    assert judged(*AUCTION[:3], replace(AUCTION[3], answer=answer, etag=tag(7, 2)), log=LOG + house) == []
    assert judged(*AUCTION[:3], unanswered(AUCTION[3]), log=LOG + house) == []


def test_what_the_house_does_nobody_else_has_asked_for() -> None:
    house = event(7, "played", seat=3, card="AS", auto=True)
    silent = Operation(8, math.inf, 3, "play", {"card": "AS"}, None, None, None, None)
    assert judged(*AUCTION, silent, log=[*LOG, house]) == ["Nobody has made event 7, played."]


def test_cards_are_named_in_any_order() -> None:
    log = [*LOG[:1], event(2, "discarded", cards=["2H", "3H"], cause="action")]
    silent = Operation(1, math.inf, 0, "discard", {"cards": ["3H", "2H"]}, None, None, None, None)
    assert judged(silent, log=log) == []
    assert judged(replace(silent, body={"cards": ["3H", "4H"]}), log=log) == ["Nobody has made event 2, discarded."]


def test_a_recorder_keeps_what_was_not_answered() -> None:
    history = History()
    with Client(f"http://127.0.0.1:{free_port()}") as client, pytest.raises(NoAnswer):
        Recorder(client, history, "/v1/shooter/sessions/none", 2, None).act("bid", {"call": "pass"}, key="k" * 16)
    (operation,) = history.operations
    assert (operation.end, operation.status, operation.seat, operation.action) == (math.inf, None, 2, "bid")
    assert operation.may_have_acted
