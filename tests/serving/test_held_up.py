"""A worker that was held up, for a moment longer than a store is waited for, takes the replies that have come."""

import os
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx

from server.sessions.embedded import EmbeddedStore
from server.sessions.gate import PATIENCE
from server.sessions.link import connect
from tests.serving.server import Server

TIMES = 8
CALLERS = 12
PAUSE = 0.2  # seconds
LOOKED_AT = 1.0  # seconds until no line to the store has a clock of its own


def test_no_reply_is_thrown_away(tmp_path: Path) -> None:
    with Server(tmp_path, ("--workers", "1")) as server, ThreadPoolExecutor(CALLERS) as callers:
        (worker,) = server.workers
        done = False

        def play() -> set[int]:
            found = set[int]()
            with httpx.Client(base_url=server.url, timeout=20) as client:
                while not done:
                    found.add(client.post("/v1/shooting-party/sessions").status_code)
            return found

        playing = [callers.submit(play) for _ in range(CALLERS)]
        try:
            time.sleep(LOOKED_AT)
            for _ in range(TIMES):
                time.sleep(PAUSE)
                os.kill(worker, signal.SIGSTOP)
                time.sleep(PATIENCE * 1.5)
                os.kill(worker, signal.SIGCONT)
        finally:
            done = True
        assert set.union(*(each.result() for each in playing)) == {201}
        with connect(EmbeddedStore(tmp_path).url) as store:
            lines = store.info("stats")["total_connections_received"]
            assert lines <= CALLERS * 2, "the lines to the store are not cut"
