"""A watcher follows a table from the lobby without a seat, by stream or by poll, and hears every event once, in order.

It watches tables of the load only, known by the names of their players. One that is gone, for its players have cleared
it away, or where nothing happens for long, it leaves.
"""

import json
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

from gevent import sleep

from tests.load import history, invariants
from tests.load.answer import Answer
from tests.load.history import Event
from tests.load.invariants import Violated, view_of
from tests.load.line import Line, Patience
from tests.load.sitting import NAME
from tests.load.tally import Tally

LOBBY = "/v1/shooter/sessions?status=active&limit=50"
BREAKS = 0.03  # of the events a watcher's line breaks after
WAIT = 20  # seconds that an answer is held
RECONNECT = 0.5  # seconds before a stream that has ended is read on, where none are told


class Watcher:
    """Reads what everybody may see of one table after the other."""

    def __init__(self, line: Line, tally: Tally, dice: Random, patience: float) -> None:
        self._line = line
        self._tally = tally
        self._dice = dice
        self._patience = Patience(patience)
        self._log: list[Event] = []

    def find(self) -> str | None:
        """The path of a table where people of the load play, if there is one."""
        rows = self._ask(LOBBY).json["sessions"]
        urls = [row["url"] for row in rows if (row["players"][0]["name"] or "").startswith(f"{NAME} ")]
        self._log = []
        self._patience.renew()
        return self._dice.choice(urls) if urls else None

    def stream(self, url: str) -> bool:
        """Follow a table's stream, over lines that break; whether it was followed to its end."""
        last_id = None
        while not self._patience.is_over:
            with self._line.stream(f"{url}/events", last_event_id=last_id) as (answer, lines):
                if answer.status == 404:
                    return False
                if answer.status == 204:
                    return self._end()
                for event_id, event in frames(lines):
                    self._hear([event])
                    last_id = event_id
                    if self._dice.random() < BREAKS:
                        break
            sleep(answer.comes_back_in or RECONNECT)
        return self._leave(url)

    def poll(self, url: str) -> bool:
        """Follow a table's events as they come, and its view; whether it was followed to its end."""
        seen: Answer | None = None
        while not self._patience.is_over:
            answer = self._ask(f"{url}/events?since={len(self._log)}&wait={WAIT}", expecting=(200, 404))
            if answer.status == 404:
                return False
            self._hear(answer.json["events"])
            now = self._ask(url, expecting=(200, 304, 404), if_none_match=seen.etag if seen else None)
            if now.status == 404:
                return False
            if now.status == 200:
                self._look(seen, now)
                seen = now
            elif seen:
                self._tally.hold(invariants.an_unchanged_view_keeps_its_etag, seen, now)
            if self._is_over:
                return self._end()
        return self._leave(url)

    @property
    def _is_over(self) -> bool:
        return any(event["type"] == "finished" for event in self._log[-2:])

    def _ask(self, path: str, **more: Any) -> Answer:
        return self._line.ask("GET", path, put_off=self._patience.renew, **more)

    def _hear(self, events: Iterable[Event]) -> None:
        told = list(events)
        self._tally.hold(history.events_come_once_each_in_order, len(self._log), told)
        if told:
            self._patience.renew()
        self._log += told

    def _look(self, seen: Answer | None, now: Answer) -> None:
        view = view_of(now)
        for invariant in (
            invariants.a_watcher_sees_no_hand,
            invariants.cards_are_conserved,
            invariants.somebody_can_act,
            invariants.the_end_has_a_result,
        ):
            self._tally.hold(invariant, view)
        if seen:
            self._tally.hold(invariants.versions_only_grow, view_of(seen), view)
            self._tally.hold(invariants.an_etag_is_one_view, seen, now)
        if view["version"] < len(self._log):
            raise Violated("versions only grow", f"version {view['version']} after event {len(self._log)}")

    def _leave(self, url: str) -> bool:
        """Where nothing is told for long, nothing has happened."""
        answer = self._ask(url, expecting=(200, 404))
        if answer.status == 200 and view_of(answer)["version"] > len(self._log):
            told = f"{len(self._log)} of {view_of(answer)['version']} events were told"
            raise Violated("who waits is told", f"{told} in {self._patience.seconds:.0f} s")
        return False

    def _end(self) -> bool:
        if not self._is_over:
            raise Violated("events come once each in order", f"the stream is over after {len(self._log)} events")
        players = len({event["seat"] for event in self._log if event["type"] == "seated"})
        self._tally.hold(history.tricks_add_up, players, self._log)
        return True


def frames(lines: Iterable[bytes]) -> Iterator[tuple[str, Event]]:
    """The events of a stream with their ids; comments and hints are passed over, and a frame that is cut off."""
    event_id, data = "", b""
    for line in lines:
        name, _, value = line.partition(b": ")
        if name == b"id":
            event_id = value.decode()
        elif name == b"data":
            data = value
        elif not line and data:
            yield event_id, json.loads(data)
            data = b""
