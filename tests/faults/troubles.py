"""What can become of a store while people play, and a house that has to live with it."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from tests.faults.client import Answer, Client
from tests.faults.formations import Node
from tests.faults.proxies import StoreProxy
from tests.faults.sittings import new_key
from tests.ports import free_port
from tests.serving.server import Server

_DURABLE = ("--appendonly", "yes", "--appendfsync", "always", "--auto-aof-rewrite-percentage", "0")
_FILLER = 100_000  # keys that take the store two seconds to load, if it pauses at every so manieth:
_LOADED_SLOWLY = ("--key-load-delay", "-4")


@dataclass(frozen=True, slots=True)
class Solitaire:
    """A session that is open, and something that may be done in it."""

    url: str
    token: str
    action: str
    body: Any


@dataclass
class House:
    """A server whose store *node* is reached through *proxy*, and a client of it."""

    node: Node
    proxy: StoreProxy
    server: Server
    client: Client
    chance: Random

    def open(self) -> Solitaire:
        opened = self.client.call("POST", "/v1/shooting-party/sessions", body={"seed": "troubles"})
        assert opened.status == 201, opened.body
        view = opened.json["session"]
        legal = view["legal_actions"][0]
        return Solitaire(view["url"], opened.json["token"], legal["action"], legal["body"])

    def look(self, at: Solitaire) -> Answer:
        return self.client.call("GET", at.url, token=at.token)

    def act(self, at: Solitaire, key: str | None = None) -> Answer:
        return self.client.call("POST", f"{at.url}/{at.action}", token=at.token, body=at.body, key=key)

    def create(self, key: str | None = None) -> Answer:
        return self.client.call("POST", "/v1/shooter/sessions", body={}, key=key)

    def reads(self, at: Solitaire) -> list[Callable[[], Answer]]:
        return [
            lambda: self.look(at),
            lambda: self.client.call("GET", f"{at.url}/events"),
            lambda: self.client.call("GET", "/v1/shooter/sessions"),
        ]

    def writes(self, at: Solitaire) -> list[Callable[[], Answer]]:
        return [
            lambda: self.act(at),
            lambda: self.act(at, new_key(self.chance)),
            self.create,
            lambda: self.create(new_key(self.chance)),
            lambda: self.client.call("DELETE", at.url, token=at.token),
        ]

    def is_well(self) -> bool:
        if self.create(new_key(self.chance)).status != 201:
            return False
        there = self.open()
        if any(ask().status != 200 for ask in self.reads(there)):
            return False
        return self.act(there).status == self.act(self.open(), new_key(self.chance)).status == 200


@contextmanager
def house_with_a_store(folder: Path) -> Iterator[House]:
    with ExitStack() as ends:
        node = Node(folder / "store", _DURABLE)
        ends.callback(node.stop)
        proxy = ends.enter_context(StoreProxy(node.start().url))
        own = {"LEVERSTOKE_STORE": proxy.url, "LEVERSTOKE_SECRET_KEY": "for tests"}
        server = ends.enter_context(Server(folder, ("--workers", "2"), own))
        client = ends.enter_context(Client(server.url))
        yield House(node, proxy, server, client, Random("troubles"))


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something that begins, and has an end."""

    name: str
    begin: Callable[[House], Any]
    end: Callable[[House], Any]

    @contextmanager
    def __call__(self, house: House) -> Iterator[None]:
        self.begin(house)
        try:
            yield
        finally:
            self.end(house)

    def __str__(self) -> str:
        return self.name


def _passes_on(house: House) -> None:
    house.proxy.pass_on()


def _told(house: House, *command: object) -> None:
    with house.node.client() as client:
        client.execute_command(*command)


REFUSED = Trouble("refused", lambda house: house.proxy.refuse(), _passes_on)
BLACK_HOLED = Trouble("black-holed", lambda house: house.proxy.black_hole(), _passes_on)
TOO_SLOW = Trouble("too slow", lambda house: house.proxy.slow(1.0), _passes_on)
SLOW = Trouble("slow", lambda house: house.proxy.slow(0.2), _passes_on)
HUNG = Trouble("hung", lambda house: house.node.hang(), lambda house: house.node.go_on())
RESTARTED = Trouble("restarted", lambda house: house.node.kill(), lambda house: house.node.start())
MUTE = Trouble("mute after a step", lambda house: house.proxy.drop_reply(containing=b"EVALSHA"), _passes_on)
READ_ONLY = Trouble(
    "read-only",  # as a replica is whose primary does not answer
    lambda house: _told(house, "REPLICAOF", "127.0.0.1", free_port()),
    lambda house: _told(house, "REPLICAOF", "NO", "ONE"),
)
FULL = Trouble(
    "full",
    lambda house: _told(house, "CONFIG", "SET", "maxmemory", 1),
    lambda house: _told(house, "CONFIG", "SET", "maxmemory", 0),
)

AWAY = (REFUSED, BLACK_HOLED, TOO_SLOW, HUNG, RESTARTED)


@contextmanager
def loading(house: House) -> Iterator[None]:
    """It reads its log; whoever asks must have asked before it has. Afterwards it has."""
    node = house.node
    with node.client() as client, client.pipeline(transaction=False) as pipe:
        for number in range(_FILLER):
            pipe.set(f"filler:{number}", "x", ex=60)
        pipe.execute()
    node.kill()
    usual, node.arguments = node.arguments, (*node.arguments, *_LOADED_SLOWLY)
    with ThreadPoolExecutor(1) as aside:
        starting = aside.submit(node.start)
        time.sleep(0.2)  # so that it listens
        try:
            yield
            assert not starting.done(), "it had loaded before all had asked"
        finally:
            starting.result()
            node.arguments = usual
