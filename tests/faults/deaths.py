"""Whoever keeps the score dies when a step is written down and nobody has been told.

The step is in the book. Whoever asks again with the same key is told of that step, and no other is taken.
"""

import os
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any

from server.sessions.embedded import EmbeddedStore
from tests.faults.client import Answer, Client, NoAnswer
from tests.faults.drill import Progress, Report
from tests.faults.proxies import Chances, HttpProxy, StoreProxy
from tests.faults.sittings import TABLES, Outcome, full_table, insist, new_key
from tests.faults.volley import Post
from tests.serving.server import PATIENCE, Server


def kill_the_worker(operations: int, folder: Path, progress: Progress) -> Report:
    """The only worker, when the store has written a step and its reply is on the way. gunicorn starts another."""
    with (
        _store(folder / "store") as store,
        StoreProxy(store.url) as proxy,
        Server(
            folder / "server",
            ("--workers", "1"),
            {"LEVERSTOKE_STORE": proxy.url, "LEVERSTOKE_SECRET_KEY": "the key of the deaths"},
        ) as server,
        ThreadPoolExecutor(1) as sender,
        Client(server.url) as client,
    ):
        for game in TABLES:
            full_table(client, game)  # so that the store knows the scripts

        def lose(post: Post) -> bool:
            """Have *post* carried out and its worker killed; whether nobody was told."""
            written = proxy.counted("unsaid")
            proxy.drop_reply(containing=b"EVAL")
            sent = sender.submit(_told, post, server.url)
            _within(PATIENCE, lambda: proxy.counted("unsaid") > written)
            os.kill(_worker(server), signal.SIGKILL)
            proxy.pass_on()
            return sent.result() is None

        return _deaths(operations, client, lose, progress)


def kill_the_store(operations: int, folder: Path, progress: Progress) -> Report:
    """The embedded store, when a step is written and the answer lost. The server starts the store again."""
    with (
        Server(folder, ("--workers", "2")) as server,
        HttpProxy(server.url, Chances(lost_reply=1.0)) as proxy,
        Client(server.url) as client,
    ):

        def lose(post: Post) -> bool:
            unheard = _told(post, proxy.url) is None
            os.kill(int((folder / "valkey.pid").read_text()), signal.SIGKILL)
            return unheard

        return _deaths(operations, client, lose, progress)


def _deaths(operations: int, client: Client, lose: Callable[[Post], bool], progress: Progress) -> Report:
    report, outcome, unheard = Report(), Outcome(), 0
    posts = _posts(client, Random("deaths"))
    for _ in range(operations):
        post = next(posts)
        unheard += lose(post)
        answer = insist(outcome, lambda post=post: _ask(post, client))  # type: ignore[misc]
        report.violations += [f"{post.path}: {sentence}" for sentence in found_again(answer, _log(client, answer))]
        report.operations += 1
        progress(1)
    report.figures = {
        "deaths": f"{report.operations}",
        "of these before anybody was told": f"{unheard}",
        "tries until all was settled": f"{outcome.tries}",
        "most milliseconds until a request was settled": f"{outcome.seconds * 1000:.0f}",
    }
    return report


def found_again(answer: Answer, log: Sequence[Any]) -> list[str]:
    """What is wrong with the *answer* to a request that was written before; *log* is what has happened since."""
    if answer.status not in (200, 201):
        return [f"it was answered {answer.status} {answer.code}"]
    wrong = [] if "idempotent-replayed" in answer.headers else ["it was taken again"]
    if answer.json["events"] != list(log):
        wrong.append("other events have happened than it was told")
    return wrong


def _posts(client: Client, chance: Random) -> Iterator[Post]:
    """A create, a join and an action of each game, and so on; what they need is made when they are asked for."""
    for game in cycle(TABLES):
        yield Post(f"/v1/{game}/sessions", dict(TABLES[game]), key=new_key(chance))
        if game == "shooter":
            opened = client.call("POST", f"/v1/{game}/sessions", body={}).json
            yield Post(f"{opened['session']['url']}/seats", {}, key=new_key(chance))
        url, tokens = full_table(client, game)
        token = tokens[client.call("GET", url).json["to_act"][0]]
        legal = chance.choice(client.call("GET", url, token=token).json["legal_actions"])
        yield Post(f"{url}/{legal['action']}", legal["body"], token, new_key(chance))


def _log(client: Client, answer: Answer) -> list[Any]:
    """What has happened since the request that was answered so began."""
    if answer.status not in (200, 201):
        return []
    told = answer.json
    since = told["events"][0]["seq"] - 1
    path = f"{told['session']['url']}/events?since={since}"
    log: list[Any] = insist(Outcome(), lambda: client.call("GET", path)).json["events"]
    return log


def _ask(post: Post, client: Client) -> Answer:
    return client.call("POST", post.path, body=post.body, token=post.token, key=post.key)


def _told(post: Post, url: str) -> Answer | None:
    """The answer to *post*, sent once to *url*; None if none came."""
    with Client(url) as client:
        try:
            return _ask(post, client)
        except NoAnswer:
            return None


@contextmanager
def _store(folder: Path) -> Iterator[EmbeddedStore]:
    store = EmbeddedStore(folder)
    store.start()
    try:
        yield store
    finally:
        store.stop()


def _worker(server: Server) -> int:
    """The process of its only worker."""
    assert server.process
    launcher = server.process.pid
    return int(Path(f"/proc/{launcher}/task/{launcher}/children").read_text())


def _within(seconds: float, done: Callable[[], bool]) -> None:
    deadline = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < deadline, "it does not happen"
        time.sleep(0.001)
