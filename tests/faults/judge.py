"""What every player asked and was told at one table, and whether all of it can be true of one game in one order.

A session is a versioned register: every step has one writer, and everything that is shown bears the number of the
last event it has seen. That makes a question easy which is hard in general, whether a history is linearizable: no
order has to be searched for, since the versions are the order; it remains to be seen that it does not contradict the
clock. Two operations can do so in one way only: one has ended before the other began, and has seen what the other has
not. So each is compared with the newest version that anybody had been told of before it began (``_Seen``), and that
takes no longer than sorting them.

Who has made which events is told by the answers. What nobody answers for must be the work of a request that was not
answered, one step for one request; such a request may act at any later time, so the first that fits may have it, the
most exacting before the others.
"""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any

from tests.faults.history import ETAG, JOIN, Event, Operation

_CAUSES: Mapping[str, frozenset[str]] = {
    JOIN: frozenset({"seated"}),
    "bid": frozenset({"called"}),
    "trump": frozenset({"trump_named"}),
    "play": frozenset({"played"}),
    "accuse": frozenset({"accused"}),
    "accept": frozenset({"accepted"}),
    "return": frozenset({"returned"}),
    "resign": frozenset({"resigned", "finished"}),
    "draw": frozenset({"drawn", "displayed", "shuffled", "finished"}),
    "discard": frozenset({"discarded"}),
    "retrieve": frozenset({"discarded"}),
    "seduce": frozenset({"seduced"}),
    "leave": frozenset({"discarded", "drawn", "displayed", "shuffled", "finished"}),
}
"""How a step can begin, by action; one that is not here can begin with anything."""

_ALSO_FOLLOW = frozenset({"drawn", "displayed", "shuffled", "discarded", "finished"})
"""Events that may stand in the midst of a step as well, and so need no request of their own."""

_BY_THE_CLOCK = "timed_out"
"""What nobody asks for: whoever looks first when a turn is over settles it."""

_BEGIN = frozenset().union(*_CAUSES.values()) - _ALSO_FOLLOW


def violations(operations: Sequence[Operation], log: Sequence[Event], *, since: int = 0) -> list[str]:
    """What cannot be true of one session, in sentences; none if all is well.

    *log* is the whole list of its events, read when all was over; those up to the number *since* are from before
    the recording.
    """
    numbers = [event["seq"] for event in log]
    if numbers != list(range(1, len(log) + 1)):
        return [f"The log has a gap or a repeat: {numbers}."]
    seen = _Seen(operations, since)
    found = [*_wrong_tags(operations), *_out_of_time(operations, seen, len(log))]
    owners: dict[int, Operation] = {}
    silent: list[list[Operation]] = []
    for tries in _requests(operations):
        told = [operation for operation in tries if operation.accepted]
        if told:
            found += [*_wrong_answers(told, tries, log, seen), *_claimed(told[0], owners)]
        else:
            silent.append([operation for operation in tries if operation.may_have_acted])
    found += [*_within_a_step(operations, owners), *_nobodys(log, since, owners, silent, operations, seen)]
    return found


class _Seen:
    """The newest version that anybody had been told of, at any time."""

    def __init__(self, operations: Sequence[Operation], since: int) -> None:
        told = sorted((operation.end, operation.version) for operation in operations if operation.version)
        self._times = [end for end, _ in told]
        self._newest = list(accumulate((version for _, version in told), max, initial=since))

    def before(self, moment: float) -> int:
        return self._newest[bisect_left(self._times, moment)]


def _requests(operations: Sequence[Operation]) -> list[list[Operation]]:
    """What was asked for, each with its tries: those with one idempotency key."""
    requests: dict[Any, list[Operation]] = {}
    for number, operation in enumerate(operations):
        if operation.action is not None:
            whose = JOIN if operation.action == JOIN else operation.seat
            requests.setdefault((whose, operation.key) if operation.key else number, []).append(operation)
    return list(requests.values())


def _wrong_tags(operations: Sequence[Operation]) -> Iterator[str]:
    digests: dict[int, str] = {}
    for operation in operations:
        if operation.status == 500:
            yield f"The server failed: {operation}."
        if operation.etag is None:
            continue
        tag = ETAG.fullmatch(operation.etag)
        if not tag:
            yield f"{operation.etag} is no ETag of ours: {operation}."
            continue
        version, digest, reader = int(tag[1]), tag[2], None if tag[3] == "s" else int(tag[3])
        if digests.setdefault(version, digest) != digest:
            yield f"Version {version} has two digests, {digests[version]} and {digest}: {operation}."
        answer = operation.answer or {}
        view = answer.get("session", answer)
        if view and (view["version"], view["seat"]) != (version, reader):
            yield f"{operation.etag} is on version {view['version']} for seat {view['seat']}: {operation}."
        if operation.status == 412 and operation.etag in (operation.if_match or ""):
            yield f"Refused as stale, though {operation.etag} is the present: {operation}."


def _out_of_time(operations: Sequence[Operation], seen: _Seen, last: int) -> Iterator[str]:
    """What was shown too late or too early. What was accepted shows its own step, and is judged with that."""
    for operation in operations:
        version = operation.version
        if version is None:
            continue
        if version > last:
            yield f"Version {version} was shown, and the log ends at {last}: {operation}."
        if not operation.accepted and version < (known := seen.before(operation.start)):
            yield f"Version {version} was shown when {known} had been told: {operation}."


def _wrong_answers(told: list[Operation], tries: list[Operation], log: Sequence[Event], seen: _Seen) -> Iterator[str]:
    """What is wrong with how one request was answered. *told* are those of its *tries* that were accepted."""
    one = told[0]
    events = one.answer["events"]
    if not events:
        yield f"It was accepted and nothing happened: {one}."
        return
    first, last = events[0]["seq"], events[-1]["seq"]
    if events != list(log[first - 1 : last]):
        yield f"The log has other events than the answer, {first} to {last}: {one}."
    if one.version != last:
        yield f"The last event of the answer is {last}, its version {one.version}: {one}."
    if not any(_fits(operation, events[0]) for operation in told):
        yield f"It was answered by an event it cannot have caused, {events[0]}: {one}."
    for other in told[1:]:
        if (other.status, other.answer, other.etag) != (one.status, one.answer, one.etag):
            yield f"A repeat was answered in another way, with {other.etag} after {one.etag}: {other}."
    acted = [operation for operation in told if not operation.replayed]
    if len(acted) > 1:
        yield f"One key has acted twice: {acted[1]}."
    asked = acted or [operation for operation in tries if operation.may_have_acted]
    if not asked:
        yield f"It was answered as a repeat of what had never been asked: {one}."
        return
    if first <= (known := seen.before(min(operation.start for operation in asked))):
        yield f"It has made event {first}, and began when {known} had been told: {one}."
    if acted and acted[0].if_match and not _is_for(acted[0].if_match, first - 1):
        yield f"It has acted upon version {first - 1}, and was for {acted[0].if_match} only: {acted[0]}."


def _is_for(if_match: str, version: int) -> bool:
    return if_match == "*" or any(int(tag[1]) == version for tag in ETAG.finditer(if_match))


def _claimed(operation: Operation, owners: dict[int, Operation]) -> Iterator[str]:
    """Have *operation* own its events, unless another does."""
    for event in operation.answer["events"]:
        if owners.setdefault(event["seq"], operation) is not operation:
            yield f"Event {event['seq']} was given to two: {owners[event['seq']]}, and {operation}."
            return


def _within_a_step(operations: Sequence[Operation], owners: Mapping[int, Operation]) -> Iterator[str]:
    for operation in operations:
        version = operation.version or 0
        if version in owners and owners[version] is owners.get(version + 1):
            yield f"Version {version} was shown, in the midst of a step: {operation}."


def _nobodys(
    log: Sequence[Event],
    since: int,
    owners: Mapping[int, Operation],
    silent: list[list[Operation]],
    operations: Sequence[Operation],
    seen: _Seen,
) -> Iterator[str]:
    """Steps that nobody can have asked for. *silent* are the requests, by their tries, that may have acted unheard."""
    left = sorted(silent, key=lambda tries: -max(map(_exacting, tries), default=0))
    for event in log[since:]:
        seq = event["seq"]
        begins = seq == since + 1 or seq - 1 in owners or (event["type"] in _BEGIN and not event.get("auto"))
        if seq in owners or not begins or event["type"] == _BY_THE_CLOCK:
            continue
        for tries in left:
            if any(_fits(operation, event) and seen.before(operation.start) < seq for operation in tries):
                left.remove(tries)
                break
        else:
            denied = [o for o in operations if o.action and o.code and not o.may_have_acted and _fits(o, event)]
            likely = min(denied, key=lambda o: o.code != "store_unavailable", default=None)
            hint = f", unless it was {likely}, answered {likely.code}" if likely else ""
            yield f"Nobody has made event {seq}, {event['type']}{hint}."


def _fits(operation: Operation, event: Event) -> bool:
    """Whether a step that *operation* asks for can begin with *event*."""
    assert operation.action is not None
    asked = {name: value for name, value in (operation.body or {}).items() if value is not None}
    if operation.action != JOIN:
        asked["seat"] = operation.seat  # in a body it is another's
    if event.get("auto") or event["type"] not in _CAUSES.get(operation.action, {event["type"]}):
        return False
    return all(_same(event[name], value) for name, value in asked.items() if name in event)


def _same(told: Any, asked: Any) -> bool:
    """Cards are named in any order."""
    return sorted(told) == sorted(asked) if isinstance(told, list) and isinstance(asked, list) else bool(told == asked)


def _exacting(operation: Operation) -> int:
    """How much it asks for: what asks for more fits less."""
    return sum(value is not None for value in (operation.body or {}).values()) + (operation.action in _CAUSES)
