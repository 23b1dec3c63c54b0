"""A sitting: one session from its opening to the end, with as many people as it takes, and cleared away afterwards."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from random import Random
from types import TracebackType
from typing import Any

import gevent

from tests.load import history, invariants
from tests.load.answer import Answer
from tests.load.invariants import Violated
from tests.load.line import Line, Patience, new_key
from tests.load.pace import Pace
from tests.load.players import chance, party_options, shooter_options
from tests.load.seat import Seat
from tests.load.tally import Tally

NAME = "load"  # what a seat's name begins with, so that the lobby shows who plays
REPLAYS, CROWDS, REPEATS = 0.3, 0.5, 0.1  # of the sessions


class Sitting:
    """What those need who sit down together: a line each, by number, the dice, and the pace.

    With *seeded* the deals come from the seed of the dice too. Leaving the sitting clears its session away.
    """

    def __init__(
        self,
        line: Callable[[int], Line],
        tally: Tally,
        seed: str,
        *,
        seeded: bool,
        pace: Pace,
        patience: float,
    ) -> None:
        self.seats: list[Seat] = []
        self._line = line
        self._tally = tally
        self._seed = seed
        self._deal = seed if seeded else None
        self._pace = pace
        self._patience = Patience(patience)

    def __enter__(self) -> "Sitting":
        return self

    def __exit__(self, kind: type[BaseException] | None, _: BaseException | None, __: TracebackType | None) -> None:
        """Nothing of it stays, whether it is over, has failed, or is broken off; even while it lingers."""
        over = False
        try:
            if kind is None:
                if len(self.seats) > 1:
                    self._pace.linger()
                over = True
        finally:
            self._clear_away(once=not over)

    def _clear_away(self, *, once: bool) -> None:
        """Remove the session. Who breaks off resigns, so that nobody waits for them."""
        if not self.seats:
            return
        host = self.seats[0]
        with suppress(Violated):
            if host.remove(once=once):
                return
            for seat in self.seats:
                seat.resign()
            host.remove(once=True)

    def solitaire(self) -> None:
        """One player of The Shooting Party."""
        self._open("shooting-party", party_options(self._dice("options"))).play(self._pace)
        self._end()

    def alone(self) -> None:
        """A player of Shooter with the house at all other seats."""
        dice = self._dice("options")
        options = shooter_options(dice)
        bots = {"bots": options["players"] - 1, "bot_level": dice.choice(("easy", "steady"))}
        self._open("shooter", {**options, **bots, "listed": False, "name": NAME}).play(self._pace)
        self._end()

    def people(self) -> None:
        """People at every seat of a table of Shooter, each on their own; often one comes who finds no seat."""
        dice = self._dice("options")
        options = shooter_options(dice)
        host = self._open("shooter", {**options, "name": f"{NAME} 0"})
        crowd = options["players"] - 1 + (dice.random() < CROWDS)
        self._together([partial(self._join, host, number) for number in range(1, crowd + 1)])
        taken = sorted(seat.number for seat in self.seats)
        if taken != list(range(options["players"])):
            raise Violated("one seat has one player", f"{crowd} guests of {options['players'] - 1} took seats {taken}")
        self._together([partial(seat.play, self._pace) for seat in self.seats])
        self._end()

    def _dice(self, purpose: str) -> Random:
        return chance(self._seed, purpose)

    def _open(self, game: str, body: dict[str, Any]) -> Seat:
        seed = {} if self._deal is None else {"seed": self._deal}
        seated = self._ask_for_a_seat(0, f"/v1/{game}/sessions", {**body, **seed}, (201,))
        return self._sit(0, seated)

    def _join(self, host: Seat, number: int) -> None:
        """Take a seat; whoever finds none goes away."""
        answer = self._ask_for_a_seat(number, f"{host.url}/seats", {"name": f"{NAME} {number}"}, (201, 409))
        if answer.status == 201:
            self._sit(number, answer)

    def _ask_for_a_seat(self, number: int, path: str, body: Any, expecting: Sequence[int]) -> Answer:
        """Open a session or join it, now and then twice with one key."""
        line, key = self._line(number), new_key()
        ask = partial(line.ask, "POST", path, body, expecting=expecting, key=key, put_off=self._patience.renew)
        answer = ask()
        if answer.status == 201 and self._dice(f"repeats {number}").random() < REPEATS:
            self._tally.hold(invariants.a_repeat_is_answered_alike, answer, ask(aside="repeated"))
        return answer

    def _sit(self, number: int, seated: Answer) -> Seat:
        seat = Seat(self._line(number), self._tally, seated, self._seed, self._patience)
        self.seats.append(seat)
        return seat

    def _together(self, doings: list[Callable[[], None]]) -> None:
        """Do all at once; where one raises, all break off. Raises ``Violated``."""
        doing = [gevent.spawn(_caught, each) for each in doings]
        try:
            for done in gevent.iwait(doing):
                if violated := done.get():
                    raise violated
        finally:
            gevent.killall(doing)

    def _end(self) -> None:
        """What is true of a session that is over; the replay is read now and then."""
        host = self.seats[0]
        log = host.log()
        players = len(host.view.get("players", ()))
        if players:
            self._tally.hold(history.tricks_add_up, players, log)
        for seat in self.seats:
            self._tally.hold(history.everybody_is_told_the_same, log, seat.told)
        if self._dice("replay").random() < REPLAYS:
            replay = host.replay()
            self._tally.hold(history.the_deal_is_the_one_promised, host.opening, self._deal, replay)
            for seat in self.seats:
                self._tally.hold(history.what_was_accepted_was_done, seat.number, seat.deeds, replay)


def _caught(doing: Callable[[], None]) -> Violated | None:
    try:
        doing()
    except Violated as violated:
        return violated
    return None
