"""Two servers on one store are one house: whoever is asked, the table is the same.

On every formation of stores: a Valkey alone, one behind Sentinels, a Cluster.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import partial
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from redis.crc import key_slot

from server.catalogue import CATALOGUE
from server.sessions.record import document_key
from server.sessions.store import address_of
from tests.faults.client import Answer, Client
from tests.faults.formations import SLOTS, Formation, alone, behind_sentinels, cluster, primary_of
from tests.serving.evening import Doors, Evening
from tests.serving.listener import Listener
from tests.serving.server import Server

GAMES = [entry.game.name for entry in CATALOGUE]
AT_ONCE = 2.0  # seconds; one that is not called looks by itself after 15
ROUNDS = 20
MANY = 300
KEY = "one and the same key"


@contextmanager
def one(folder: Path) -> Iterator[Formation]:
    with alone(folder) as node:
        yield Formation(node.url, [node])


FORMATIONS: Mapping[str, Callable[[Path], AbstractContextManager[Formation]]] = {
    "a Valkey": one,
    "Sentinels": behind_sentinels,
    "a Cluster": cluster,
}


@pytest.fixture(scope="module", params=FORMATIONS)
def formation(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Formation]:
    with FORMATIONS[request.param](tmp_path_factory.mktemp("formation")) as standing:
        yield standing


@contextmanager
def servers(formation: Formation, folder: Path, *arguments: str) -> Iterator[list[Server]]:
    environment = {"LEVERSTOKE_STORE": formation.url, "LEVERSTOKE_SECRET_KEY": "for tests"}
    with ExitStack() as stack:
        yield [stack.enter_context(Server(folder, ("--workers", "1", *arguments), environment)) for _ in range(2)]


@pytest.fixture(scope="module")
def pair(formation: Formation, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Server]]:
    with servers(formation, tmp_path_factory.mktemp("pair")) as both:
        yield both


@pytest.fixture
def clients(pair: list[Server]) -> Iterator[list[Client]]:
    with ExitStack() as stack:
        yield [stack.enter_context(Client(server.url, patience=20)) for server in pair]


@pytest.fixture
def doors(clients: list[Client]) -> Doors:
    return Doors(clients)


@pytest.fixture(scope="module")
def aside() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(8) as pool:
        yield pool


@pytest.mark.parametrize("game", GAMES)
def test_a_session_is_played_to_its_end_at_both_in_turn(doors: Doors, game: str) -> None:
    Evening(game, doors, "readme").sit_down().play().is_kept(*doors.clients)


@pytest.mark.parametrize("game", GAMES)
def test_whoever_waits_at_one_is_called_by_what_happens_at_the_other(
    clients: list[Client], aside: ThreadPoolExecutor, game: str
) -> None:
    evening = Evening(game, Doors(clients), "waits").sit_down()
    for waits, acts in (clients, clients[::-1]):
        etag = waits.call("GET", evening.url).headers["etag"]
        held = aside.submit(waits.call, "GET", f"{evening.url}?wait=15", if_none_match=etag)
        with pytest.raises(TimeoutError):
            held.result(0.3)
        Evening(game, acts, "", evening.url, evening.tokens).play(1)
        assert held.result(AT_ONCE).status == 200


@pytest.mark.parametrize("game", GAMES)
def test_a_stream_from_one_tells_what_happens_at_the_other(
    pair: list[Server], clients: list[Client], game: str
) -> None:
    evening = Evening(game, Doors(clients), "listens").sit_down()
    for server, acts in zip(pair, reversed(clients), strict=True):
        version = evening.view()["version"]
        with Listener(server.port, f"{evening.url}/events?since={version}", patience=AT_ONCE) as listener:
            listener.hear_a_comment()
            told = Evening(game, acts, "", evening.url, evening.tokens).play(3).told
            assert [frame.number for frame in listener.hear(len(told))] == [event["seq"] for event in told]


def at_both(clients: list[Client], aside: ThreadPoolExecutor, *request: Any, **more: Any) -> tuple[Answer, Answer]:
    """The answers to one request that is sent to both at the same moment."""
    ready = Barrier(len(clients))

    def ask(client: Client) -> Answer:
        ready.wait(AT_ONCE)
        return client.call(*request, **more)

    one, other = aside.map(ask, clients)
    return one, other


def test_a_key_that_is_sent_to_both_acts_once(clients: list[Client], aside: ThreadPoolExecutor) -> None:
    create = partial(at_both, clients, aside, "POST", "/v1/shooting-party/sessions", body={"seed": "readme"})
    for number in range(ROUNDS):
        one, other = create(key=f"{KEY} {number}")
        assert (one.status, one.body) == (other.status, other.body)
    url, token = one.json["session"]["url"], one.json["token"]
    for number in range(ROUNDS):
        before = clients[0].call("GET", url, token=token).json
        legal = before["legal_actions"][0]
        request = ("POST", f"{url}/{legal['action']}")
        answers = at_both(clients, aside, *request, token=token, body=legal["body"], key=f"{KEY} {number}")
        assert {answer.status for answer in answers} == {200}
        assert len({answer.body for answer in answers}) == 1
        assert sorted(answer.headers.get("idempotent-replayed", "") for answer in answers) == ["", "true"]
        after = clients[1].call("GET", url, token=token).json
        assert after["version"] == before["version"] + len(answers[0].json["events"])


@pytest.mark.parametrize("decided", [True, False], ids=["on what was seen", "on whatever is there"])
def test_a_race_at_both_has_one_winner(clients: list[Client], aside: ThreadPoolExecutor, decided: bool) -> None:
    evening = Evening("shooter", Doors(clients), "readme").sit_down()
    for _ in range(ROUNDS):
        token = evening.tokens[evening.view()["to_act"][0]]
        seen = clients[0].call("GET", evening.url, token=token)
        legal = seen.json["legal_actions"][0]
        path = f"{evening.url}/{legal['action']}"
        etag = {"if_match": seen.headers["etag"]} if decided else {}
        answers = at_both(clients, aside, "POST", path, token=token, body=legal["body"], **etag)
        assert sorted(answer.status for answer in answers) == [200, 412 if decided else 409]
        winner = next(answer for answer in answers if answer.status == 200)
        assert evening.view()["version"] == winner.json["session"]["version"]


def test_limits_count_what_is_asked_of_both(formation: Formation, tmp_path: Path) -> None:
    limits = ("--rate-limit", "10/minute", "--session-limit", "3/hour")
    with servers(formation, tmp_path, *limits) as both, ExitStack() as stack:
        doors = Doors([stack.enter_context(Client(server.url)) for server in both])
        opened = [doors.call("POST", "/v1/shooting-party/sessions", body={}).status for _ in range(5)]
        assert opened == [201, 201, 201, 429, 429]
        listed = [doors.call("GET", "/v1/shooting-party/sessions").status for _ in range(9)]
        assert listed == [200] * 5 + [429] * 4


# What only a Cluster has


def slot_of(url: str) -> int:
    game, _, session_id = url.removeprefix("/v1/").partition("/sessions/")
    return key_slot(document_key(address_of(game, session_id)).encode())


def keys_of(formation: Formation) -> dict[bytes, int]:
    """Every key in the Cluster, and which of its primaries has it."""
    kept: dict[bytes, int] = {}
    for number, node in enumerate(formation.nodes[:3]):
        with node.client() as client:
            kept |= dict.fromkeys(client.scan_iter(count=1000), number)
    return kept


@pytest.mark.parametrize("formation", ["a Cluster"], indirect=True)
def test_sessions_are_spread_over_all_slots_and_each_lies_in_one(formation: Formation, clients: list[Client]) -> None:
    doors, urls = Doors(clients), []
    for number in range(MANY):
        body = {"seed": "readme"}  # there is a card to draw
        opened = doors.call("POST", "/v1/shooting-party/sessions", body=body, key=f"{KEY} for {number}").json
        urls.append(opened["session"]["url"])
        drawn = ("POST", f"{urls[-1]}/draw")
        assert doors.call(*drawn, token=opened["token"], body={}, key=f"{KEY} at {number}").status == 200
    slots = [slot_of(url) for url in urls]
    assert len({slot * 16 // SLOTS for slot in slots}) == 16, "in every sixteenth of them"
    assert all(MANY / 5 < number < MANY / 2 for number in Counter(map(primary_of, slots)).values())
    kept = keys_of(formation)
    for url, slot in zip(urls, slots, strict=True):
        ours = {key: primary for key, primary in kept.items() if url.rpartition("/")[2].encode() in key}
        assert len(ours) == 4, "the document, the log, and the answers to whoever opened it and to the seat"
        assert {key_slot(key) for key in ours} == {slot}
        assert set(ours.values()) == {primary_of(slot)}


@pytest.mark.parametrize("formation", ["a Cluster"], indirect=True)
def test_sessions_are_played_to_their_end_on_every_primary(doors: Doors) -> None:
    wanted = {(game, primary) for game in GAMES for primary in range(3)}
    for number in range(MANY):
        if not wanted:
            break
        game = min(wanted)[0]
        evening = Evening(game, doors, f"{number}").sit_down()
        place = (game, primary_of(slot_of(evening.url)))
        if place in wanted:
            wanted.remove(place)
            evening.play().is_kept(*doors.clients)
    assert not wanted
