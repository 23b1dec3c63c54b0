"""A player at one seat, who acts on what is legal and believes nothing it is told.

Now and then it races itself for its turn, repeats itself, asks the house for advice or acts out of turn. What it does
follows from its dice and the version it sees, never from who was faster.
"""

from collections.abc import Iterator
from typing import Any

import gevent

from tests.load import history, invariants
from tests.load.answer import Answer
from tests.load.history import Event
from tests.load.invariants import View, Violated, view_of
from tests.load.line import Line, Patience, new_key
from tests.load.pace import Pace
from tests.load.players import LegalAction, chance, choose
from tests.load.tally import Tally

RACES, REPEATS, HINTS, LOOKS, RESIGNS, JUMPS = 0.06, 0.04, 0.06, 0.05, 0.002, 0.01  # of the turns
RACERS = 3
MOST_TURNS = 2000  # of one seat; a session of any game takes some dozens
PAGE = 1000  # events read at once
WAIT = 20  # seconds that an answer is held
POLLS = 0.25  # seconds between two looks of who does not wait


class Seat:
    """Sits down with the *seated* answer of create or join. ``deeds`` are its accepted actions."""

    def __init__(self, line: Line, tally: Tally, seated: Answer, seed: str, patience: Patience) -> None:
        self.number: int = seated.json["seat"]
        self.url: str = seated.json["session"]["url"]
        self.opening: View = seated.json["session"]
        self.deeds: list[LegalAction] = []
        self.told: list[Event] = []
        self._line = line
        self._tally = tally
        self._token: str = seated.json["token"]
        self._seed = seed
        self._patience = patience
        self._seen = seated
        self._turns = 0
        self._hear(seated)

    @property
    def view(self) -> View:
        return view_of(self._seen)

    @property
    def is_over(self) -> bool:
        return bool(self.view["status"] == "finished")

    @property
    def is_on_turn(self) -> bool:
        return self.number in self.view["to_act"]

    @property
    def polls(self) -> bool:
        """Whether it asks time and again for the view instead of waiting for it."""
        return chance(self._seed, self.number, "polls").random() < 0.25

    def play(self, pace: Pace) -> None:
        """To the end of the session. Raises ``Violated``."""
        while not self.is_over:
            if self.is_on_turn:
                pace.think()
                self.turn()
            else:
                self.wait()

    def turn(self) -> None:
        """Take the turn, in one of the ways there are."""
        self._turns += 1
        if self._turns > MOST_TURNS:
            raise Violated("no table is stuck", f"a session goes on after {MOST_TURNS} turns of a seat")
        dice = chance(self._seed, self.number, self.view["version"])
        if dice.random() < LOOKS:
            self._look_twice()
        if dice.random() < RESIGNS:
            self.act({"action": "resign", "body": {}})
            return
        chosen = self._hint() if dice.random() < HINTS else choose(self.view, dice)
        if dice.random() < RACES:
            self._race(chosen)
        else:
            self.act(chosen, repeated=dice.random() < REPEATS)

    def act(self, chosen: LegalAction, *, repeated: bool = False) -> None:
        """Post an action with the ETag of the view it was chosen from; whoever is too late looks again."""
        key = new_key()
        answer = self._post(chosen, key, "")
        self._tally.hold(invariants.a_stale_etag_is_behind, self.view["version"], answer)
        if answer.status == 200 and repeated:
            again = self._post(chosen, key, "repeated")
            self._tally.hold(invariants.a_repeat_is_answered_alike, answer, again)
        self._settle(chosen, answer)

    def wait(self) -> None:
        """Until the view is another, or for a while; sometimes it cannot wait for its turn."""
        dice = chance(self._seed, self.number, self.view["version"], "waits")
        if self.view["status"] == "active" and dice.random() < JUMPS:
            self._jump()
        if self.polls:
            gevent.sleep(POLLS)
        path = self.url if self.polls else f"{self.url}?wait={WAIT}"
        answer = self._ask("GET", path, expecting=(200, 304), if_none_match=self._seen.etag)
        if answer.status == 200:
            self._hear(answer)
        else:
            self._tally.hold(invariants.an_unchanged_view_keeps_its_etag, self._seen, answer)
        if self._patience.is_over:
            seats = ", ".join(map(str, self.view["to_act"])) or "nobody"
            wrong = f"{self.view['status']}, the turn of {seats}, and nothing happens in {self._patience.seconds:.0f} s"
            raise Violated("no table is stuck", wrong)

    def resign(self) -> None:
        """Leave a session that is broken off, whatever comes of it."""
        self._ask("POST", f"{self.url}/resign", {}, expecting=(200, 404, 409), key=new_key(), once=True)

    def remove(self, *, once: bool) -> bool:
        """Delete the session, as its creator; whether it is gone."""
        return self._ask("DELETE", self.url, expecting=(204, 404, 409), once=once).status in (204, 404)

    def log(self) -> list[Event]:
        """All events of the session."""
        events: list[Event] = []
        while len(events) < self.view["version"]:
            page = self._ask("GET", f"{self.url}/events?since={len(events)}&limit={PAGE}").json["events"]
            if not page:
                raise Violated("events come once each in order", f"event {len(events) + 1} is missing")
            self._tally.hold(history.events_come_once_each_in_order, len(events), page)
            events += page
        self._tally.hold(history.everybody_is_told_the_same, events, self.told)
        return events

    def replay(self) -> Any:
        return self._ask("GET", f"{self.url}/replay").json

    # How it acts

    def _race(self, chosen: LegalAction) -> None:
        """Ask for the same turn several times at once, each with a key of its own."""
        keys = [new_key() for _ in range(RACERS)]
        racing = [gevent.spawn(self._caught, chosen, key) for key in keys]
        try:
            answers = list(_results(racing))
        finally:
            gevent.killall(racing)
        self._tally.hold(invariants.one_turn_has_one_winner, self.view["version"], answers)
        for key, answer in zip(keys, answers, strict=True):
            if answer.status == 200:
                again = self._post(chosen, key, "repeated")
                self._tally.hold(invariants.a_repeat_is_answered_alike, answer, again)
                self._settle(chosen, answer)
                return
        self._settle(chosen, max(answers, key=lambda answer: view_of(answer)["version"]))

    def _caught(self, chosen: LegalAction, key: str) -> Answer | Violated:
        try:
            return self._post(chosen, key, "raced")
        except Violated as violated:
            return violated

    def _jump(self) -> None:
        """Act out of turn, on the view it has."""
        for action, body in (("bid", {"call": "pass"}), ("play", {"card": "9C"})):
            answer = self._post({"action": action, "body": body}, new_key(), "out of turn")
            self._tally.hold(invariants.nobody_acts_out_of_turn, answer)

    def _hint(self) -> LegalAction:
        """What the house would do: always legal, and nothing that anybody else can see."""
        told = self._ask("GET", f"{self.url}/hint", expecting=(200, 409))
        if told.status == 409:  # somebody has resigned, or accused, and it is another's turn
            return choose(self.view, chance(self._seed, self.number, self.view["version"], "hint"))
        return {"action": told.json["action"], "body": told.json["body"]}

    def _look_twice(self) -> None:
        """The view is the one that the last answer showed, and unchanged."""
        self._hear(self._ask("GET", self.url))
        unchanged = self._ask("GET", self.url, expecting=(200, 304), if_none_match=self._seen.etag)
        if unchanged.status == 304:
            self._tally.hold(invariants.an_unchanged_view_keeps_its_etag, self._seen, unchanged)

    # What it makes of answers

    def _post(self, chosen: LegalAction, key: str, aside: str) -> Answer:
        path = f"{self.url}/{chosen['action']}"
        expecting = (200, 409, 412) if aside in ("raced", "out of turn") else (200, 412)
        return self._ask(
            "POST", path, chosen["body"], expecting=expecting, key=key, aside=aside, if_match=self._seen.etag
        )

    def _ask(self, method: str, path: str, body: Any = None, **more: Any) -> Answer:
        return self._line.ask(method, path, body, token=self._token, put_off=self._patience.renew, **more)

    def _settle(self, chosen: LegalAction, answer: Answer) -> None:
        """Go on from an action's answer: accepted, or with a view that has moved on."""
        if answer.status == 200:
            self.deeds.append(chosen)
            self._tally.hold(
                history.an_action_tells_what_it_did,
                self.view["version"],
                view_of(answer),
                answer.json["events"],
            )
            self.told += answer.json["events"]
        self._hear(answer)

    def _hear(self, answer: Answer) -> None:
        """Take the view of an answer for the present one, if it can be."""
        view, before = view_of(answer), self.view
        self._tally.hold(invariants.versions_only_grow, before, view)
        self._tally.hold(invariants.an_etag_is_one_view, self._seen, answer)
        for invariant in (invariants.cards_are_conserved, invariants.somebody_can_act, invariants.the_end_has_a_result):
            self._tally.hold(invariant, view)
        if view["version"] > before["version"]:
            self._patience.renew()
        self._seen = answer


def _results(racing: list[gevent.Greenlet]) -> Iterator[Answer]:
    """What each came to. Raises ``Violated`` for the first that did."""
    for racer in racing:
        result = racer.get()
        if isinstance(result, Violated):
            raise result
        yield result
