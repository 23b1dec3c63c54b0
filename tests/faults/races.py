"""Many reach for the same card at once: of all who race for a turn, a seat or a key, one has it and the rest are told.

What is looked at afterwards is the session as everybody sees it: it has moved on by the winner's events and no others.
"""

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from tests.faults.client import Answer, Client
from tests.faults.drill import Drill, Progress, Report
from tests.faults.formations import alone
from tests.faults.sittings import TABLES, full_table, new_key
from tests.faults.volley import Post, Volley
from tests.serving.server import Server

RACERS = 200  # for one turn
RIVALS = 10  # for one seat, or with one key

_TURNS = 25  # at one table
_ONE = ("--workers", "1")
_CONCLUSIVE = ("bid", "trump", "play", "discard")  # once done, nobody can do the same again at once


@dataclass
class Race:
    """Two servers on one store, racers at the line to each, and what has become of them so far.

    One server of two workers would not do: of many who come at once it may be that one worker lets in all.
    """

    client: Client
    volley: Volley
    progress: Progress
    report: Report = field(default_factory=Report)
    chance: Random = field(default_factory=lambda: Random("races"))
    statuses: Counter[int] = field(default_factory=Counter)
    longest: float = 0.0

    def run(self, posts: Sequence[Post]) -> list[Answer]:
        begin = time.monotonic()
        answers = self.volley.fire(posts)
        self.longest = max(self.longest, time.monotonic() - begin)
        self.report.operations += len(posts)
        self.statuses.update(answer.status for answer in answers)
        self.progress(len(posts))
        return answers

    def tell(self, what: str, violations: Sequence[str]) -> None:
        self.report.violations += [f"{what}: {violation}" for violation in violations]

    def open_table(self) -> tuple[str, str]:
        """The path of a new table with three seats free, and the token of the other."""
        opened = self.client.call("POST", "/v1/shooter/sessions", body={"players": 4}).json
        return opened["session"]["url"], opened["token"]

    def events(self, session: str, since: int = 0) -> Any:
        return self.client.call("GET", f"{session}/events?since={since}&limit=1000").json["events"]


@contextmanager
def _race(folder: Path, progress: Progress, size: int) -> Iterator[Race]:
    with (
        alone(folder / "store") as store,
        Server(folder, _ONE, {"LEVERSTOKE_STORE": store.url, "LEVERSTOKE_SECRET_KEY": "races"}) as one,
        Server(folder, _ONE, {"LEVERSTOKE_STORE": store.url, "LEVERSTOKE_SECRET_KEY": "races"}) as other,
        Client(one.url) as client,
        Volley((one.port, other.port), size) as volley,
    ):
        race = Race(client, volley, progress)
        yield race
    race.report.figures = {
        "operations": f"{race.report.operations}",
        "answers": ", ".join(f"{number} x {status}" for status, number in sorted(race.statuses.items())),
        "most milliseconds from the start to the last answer": f"{race.longest * 1000:.0f}",
    }


# One turn


def race_for_turns(operations: int, folder: Path, progress: Progress) -> Report:
    """``RACERS`` at every turn, all with the same token and the same action, every first of two with ``If-Match``."""
    with _race(folder, progress, RACERS) as race:
        turns = max(operations // RACERS, 1)
        for table in count():
            if table * _TURNS >= turns:
                break
            game = list(TABLES)[table % len(TABLES)]
            _race_at_one_table(race, game, turns=min(_TURNS, turns - table * _TURNS))
    return race.report


def _race_at_one_table(race: Race, game: str, turns: int) -> None:
    session, tokens = full_table(race.client, game)
    for _ in range(turns):
        to_act = race.client.call("GET", session).json["to_act"]
        if not to_act:
            session, tokens = full_table(race.client, game)
            to_act = race.client.call("GET", session).json["to_act"]
        _race_for_one_turn(race, session, tokens[to_act[0]])


def _race_for_one_turn(race: Race, session: str, token: str) -> None:
    look = race.client.call("GET", session, token=token)
    before = look.json["version"]
    legal = race.chance.choice(look.json["legal_actions"])
    action, body = legal["action"], legal["body"]
    tags = [look.headers["etag"], None if action in _CONCLUSIVE else look.headers["etag"]]
    answers = race.run(
        [Post(f"{session}/{action}", body, token, if_match=tags[number % 2]) for number in range(RACERS)]
    )
    race.tell(f"{action} at {session} after {before}", one_turn(answers, race.events(session, since=before)))


def one_turn(answers: Sequence[Answer], events: Sequence[Any]) -> list[str]:
    """What is wrong with *answers* to the same action, every first of two sent with ``If-Match``, and its *events*."""
    wrong = _but_one(answers, status=200, others=(409, 412))
    won = [answer for answer in answers if answer.status == 200]
    if won and list(events) != won[0].json["events"]:
        wrong.append("other events have happened than the winner was told")
    for answer in answers[::2]:
        if answer.status == 409:
            wrong.append(f"If-Match was answered by 409 {answer.code}")
        elif answer.status == 412 and answer.json["session"]["version"] < events[-1]["seq"]:
            wrong.append("a 412 shows a session in which nobody has acted")
    return wrong


# One seat


def race_for_seats(operations: int, folder: Path, progress: Progress) -> Report:
    """``RIVALS`` for one seat, then as many for the last two, half of them wherever there is room."""
    with _race(folder, progress, RIVALS) as race:
        for _ in range(max(operations // (2 * RIVALS), 1)):
            session, creator = race.open_table()
            answers = race.run([Post(f"{session}/seats", {"seat": 1}) for _ in range(RIVALS)])
            race.tell(f"one seat at {session}", _but_one(answers, status=201, others=(409,)))
            seats: list[int | None] = [2, None, 3, None]
            last = race.run([Post(f"{session}/seats", {"seat": seats[number % 4]}) for number in range(RIVALS)])
            held = {0: creator} | {a.json["seat"]: a.json["token"] for a in answers + last if a.status == 201}
            looks = {seat: race.client.call("GET", session, token=token).json for seat, token in held.items()}
            race.tell(f"the last seats at {session}", last_seats(last, looks, race.events(session)))
    return race.report


def last_seats(answers: Sequence[Answer], looks: dict[int, Any], events: Sequence[Any]) -> list[str]:
    """What is wrong with *answers* to who joined for the last two seats, what each holder sees, and all *events*."""
    wrong = [f"a racer was answered {answer.status}" for answer in answers if answer.status not in (201, 409)]
    seats = sorted(answer.json["seat"] for answer in answers if answer.status == 201)
    if seats != [2, 3]:
        wrong.append(f"the seats 2 and 3 were given as {seats}")
    seated = [event["seat"] for event in events if event["type"] == "seated"]
    if sorted(seated) != [0, 1, 2, 3]:
        wrong.append(f"those were seated: {seated}")
    dealt = [event["type"] for event in events].count("dealt")
    if dealt != 1:
        wrong.append(f"play started {dealt} times")
    if wrong_eyes := [seat for seat, look in looks.items() if look.get("seat") != seat or not look.get("hand")]:
        wrong.append(f"the tokens of {wrong_eyes} are no holder's")
    return wrong


# One key


def race_to_open(operations: int, folder: Path, progress: Progress) -> Report:
    """``RIVALS`` with one key, by turns of either game; in the end the lobby has a session for every key."""
    with _race(folder, progress, RIVALS) as race:
        opened: Counter[str] = Counter()
        for number in range(max(operations // RIVALS, 2)):
            game = list(TABLES)[number % len(TABLES)]
            key = new_key(race.chance)
            answers = race.run([Post(f"/v1/{game}/sessions", TABLES[game], key=key)] * RIVALS)
            race.tell(f"a key of {game}", one_answer(answers, status=201))
            opened[game] += 1
        for game, keys in opened.items():
            listed = sessions_in_the_lobby(race.client, game)
            if listed != keys:
                race.tell(game, [f"{keys} keys have opened {listed} sessions"])
    return race.report


def one_answer(answers: Sequence[Answer], status: int) -> list[str]:
    """What is wrong with *answers* to a request sent often at once with one key, to be accepted with *status*."""
    wrong = [f"a repeat was answered {a.status} {a.code}" for a in answers if not _may_repeat(a, status)]
    accepted = [answer for answer in answers if answer.status == status]
    if len({answer.body for answer in accepted}) != 1:
        wrong.append("the answers differ")
    firsts = [answer for answer in accepted if "idempotent-replayed" not in answer.headers]
    if len(firsts) != 1:
        wrong.append(f"{len(firsts)} answers are no repeats")
    return wrong


def _may_repeat(answer: Answer, status: int) -> bool:
    return answer.status == status or answer.code == "idempotency_in_progress"


def sessions_in_the_lobby(client: Client, game: str) -> int:
    """How many sessions the lobby of *game* shows."""
    number, cursor = 0, ""
    while True:
        page = client.call("GET", f"/v1/{game}/sessions?limit=100{cursor}").json
        number += len(page["sessions"])
        if not page["next_cursor"]:
            return number
        cursor = f"&cursor={page['next_cursor']}"


def _but_one(answers: Sequence[Answer], *, status: int, others: Sequence[int]) -> list[str]:
    """What is wrong unless one of *answers* is *status* and each of the rest one of *others*."""
    told = Counter(answer.status for answer in answers)
    wrong = [] if told[status] == 1 else [f"{told[status]} were accepted"]
    return wrong + [f"{number} were answered {s}" for s, number in told.items() if s not in (status, *others)]


DRILLS = (
    Drill("races for a turn", "One turn, one winner", 1_000_000, race_for_turns),
    Drill("races for a seat", "Every seat has one holder, and play starts once", 20_000, race_for_seats),
    Drill("races with a key", "One key opens one session", 20_000, race_to_open),
)
