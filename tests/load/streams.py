"""What those who wait cost those who play: actions at full speed, alone and beside 512 streams and 512 held polls.

``python -m tests.load.streams`` measures slices of both in turn, and prints the medians. Those who wait are at tables
of their own, where something happens now and then; each checks that it hears every event once and in order.
"""

import asyncio
import json
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing import Process, Queue
from pathlib import Path
from typing import Any

import click
import httpx

from tests.load.wire import Wire
from tests.processes import cpu_of
from tests.serving.server import Server

PLAYERS = 16
TABLES = 32  # that are looked at
TICKS = 1  # watched tables that something happens at, every second


@dataclass
class Slice:
    """What was measured in some seconds: latencies in milliseconds, and what the workers' processors did."""

    seconds: float
    cpu: float
    latencies: list[float] = field(default_factory=list)

    @property
    def per_second(self) -> float:
        return len(self.latencies) / self.seconds

    @property
    def cpu_each(self) -> float:
        """Microseconds of the workers an action."""
        return 1e6 * self.cpu / len(self.latencies)

    def quantile(self, share: float) -> float:
        return sorted(self.latencies)[int(share * (len(self.latencies) - 1))]


# Those who wait, in a process of their own


def watch(port: int, urls: list[str], streams: int, polls: int, found: "Queue[str]") -> None:
    asyncio.run(_watch(port, urls, streams, polls, found))


async def _watch(port: int, urls: list[str], streams: int, polls: int, found: "Queue[str]") -> None:
    """Tells ``ready``, then what goes wrong, until it is ended."""

    async def follow(url: str) -> None:
        wire = await Wire.to(port)
        last = 0
        async for line in wire.stream(f"{url}/events"):
            if line.startswith("id:"):
                number = int(line[3:].partition("-")[0])
                if number != last + 1:
                    found.put(f"event {number} after {last} in a stream")
                last = number

    async def poll(url: str) -> None:
        wire, last = await Wire.to(port), 0
        while True:
            _, body = await wire.ask("GET", f"{url}/events?since={last}&wait=25")
            for event in json.loads(body)["events"]:
                if event["seq"] != last + 1:
                    found.put(f"event {event['seq']} after {last} in a poll")
                last = event["seq"]

    kinds: list[tuple[Callable[[str], Awaitable[None]], int]] = [(follow, streams), (poll, polls)]
    tasks = []
    for kind, count in kinds:
        for number in range(count):
            tasks.append(asyncio.ensure_future(kind(urls[number % len(urls)])))
            if number % 16 == 0:
                await asyncio.sleep(0.02)
    await asyncio.sleep(2)
    found.put("ready")
    await asyncio.gather(*tasks)


@contextmanager
def waiting(port: int, urls: list[str], *, streams: int, polls: int) -> Iterator["Queue[str]"]:
    """So many wait at the sessions at *urls*; what goes wrong with what they are told is in the queue."""
    found: Queue[str] = Queue()
    watching = Process(target=watch, args=(port, urls, streams, polls, found), daemon=True)
    watching.start()
    try:
        assert found.get(timeout=60) == "ready"
        yield found
    finally:
        watching.terminate()
        watching.join()


# Those who play


def play(port: int, seconds: float) -> list[float]:
    return asyncio.run(_play(port, seconds))


async def _play(port: int, seconds: float) -> list[float]:
    """Sixteen players of the solitaire, each with a connection: the milliseconds of every action."""
    took: list[float] = []
    end = time.perf_counter() + seconds

    async def player() -> None:
        wire = await Wire.to(port)
        while True:
            _, body = await wire.ask("POST", "/v1/shooting-party/sessions", {})
            seated = json.loads(body)
            for _ in range(40):
                if time.perf_counter() > end:
                    return
                begin = time.perf_counter()
                status, _ = await wire.ask("POST", f"{seated['session']['url']}/leave", {}, seated["token"])
                if status != 200:
                    break
                took.append(1000 * (time.perf_counter() - begin))

    await asyncio.gather(*(player() for _ in range(PLAYERS)))
    return took


def measured(server: Server, seconds: float) -> Slice:
    workers, begin = server.workers, time.perf_counter()
    before = cpu_of(workers)
    took = play(server.port, seconds)
    return Slice(time.perf_counter() - begin, cpu_of(workers) - before, took)


# What happens where they wait


def tick(server: Server, seats: list[dict[str, Any]], end: float) -> None:
    with httpx.Client(base_url=server.url) as client:
        number = 0
        while time.perf_counter() < end:
            seat = seats[number % len(seats)]
            headers = {"Authorization": f"Bearer {seat['token']}"}
            client.post(f"{seat['session']['url']}/leave", headers=headers)
            number += 1
            time.sleep(1 / TICKS)


@click.command()
@click.option("--slices", default=5, show_default=True, help="Of each kind.")
@click.option("--seconds", default=5.0, show_default=True, help="Each takes.")
@click.option("--streams", default=512, show_default=True)
@click.option("--polls", default=512, show_default=True)
def main(slices: int, seconds: float, streams: int, polls: int) -> None:
    """Measure what those who wait cost those who play."""
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder), ("--workers", "2")) as server:
        alone, beside, wrong = [], [], []
        measured(server, 1)
        for _ in range(slices):
            alone.append(measured(server, seconds))
            opened = [httpx.post(f"{server.url}/v1/shooting-party/sessions", json={}).json() for _ in range(TABLES)]
            urls = [seated["session"]["url"] for seated in opened]
            with waiting(server.port, urls, streams=streams, polls=polls) as found:
                ticking = Process(target=tick, args=(server, opened, time.perf_counter() + seconds), daemon=True)
                ticking.start()
                beside.append(measured(server, seconds))
                ticking.join()
                while not found.empty():
                    wrong.append(found.get())
            time.sleep(0.5)
        click.echo("| | actions a second | CPU an action, µs | p50, ms | p99, ms |\n|---|---|---|---|---|")
        for name, kind in (("alone", alone), ("beside those who wait", beside)):
            figures = [(s.per_second, s.cpu_each, s.quantile(0.5), s.quantile(0.99)) for s in kind]
            told = " | ".join(f"{statistics.median(column):.1f}" for column in zip(*figures, strict=True))
            click.echo(f"| {name} | {told} |")
        click.echo(f"events lost, repeated or out of order: {len(wrong)}")


if __name__ == "__main__":
    main()
