"""Canaries: secrets with a mark of their own, and a listener who writes down all that a server answers.

A seed is a secret until its session is over, a token to all but whoever it is given to; an Idempotency-Key and the
server's own key always. Whatever is due is taken out of an answer before it is searched, from its one place.
"""

import json
import zlib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from redis import Redis

from server.catalogue import Entry
from tests.faults.client import Answer, Client
from tests.web.operations import BODIES, Operation, right_body

SECRET_KEY = "canary-that-signs-the-tokens-0123456789"
MOST_ACTIONS = 400


@dataclass
class Secrets:
    """What must not be found. Tokens are looked for whole and by their signatures."""

    seeds: list[str] = field(default_factory=list)
    tokens: list[str] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)

    @property
    def credentials(self) -> list[str]:
        """Whatever lets somebody act: nobody keeps these, and nobody writes them down."""
        return [SECRET_KEY, *self.keys, *self.tokens, *(token.rpartition(".")[2] for token in self.tokens)]

    @property
    def all(self) -> list[str]:
        return [*self.credentials, *self.seeds]

    def new_key(self) -> str:
        self.keys.append(f"canary-in-a-key-{len(self.keys):06}")
        return self.keys[-1]

    def new_seed(self) -> str:
        self.seeds.append(f"canary-in-a-seed-{len(self.seeds):06}")
        return self.seeds[-1]


@dataclass(frozen=True, slots=True)
class Told:
    """An answer, and what was asked for."""

    asked: str
    answer: Answer

    @property
    def text(self) -> str:
        """Head and body, without the token that it gives and the seed of a session that is over."""
        head = "\n".join(f"{name}: {value}" for name, value in self.answer.headers.items())
        try:
            body = self.answer.json
        except ValueError:
            return f"{head}\n{self.answer.body.decode()}"
        if isinstance(body, dict):
            if self.answer.status == 201:
                body.pop("token", None)
            if self.answer.status == 200 and self.asked.endswith("/replay"):
                body.pop("seed", None)
            for view in (body, body.get("session")):
                if isinstance(view, dict) and view.get("status") == "finished":
                    view.pop("seed", None)
        return f"{head}\n{json.dumps(body, ensure_ascii=False)}"


class Listener:
    """Asks a server, and keeps every answer in ``told``."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self.told: list[Told] = []

    def call(self, method: str, path: str, **more: Any) -> Answer:
        answer = self._client.call(method, path, **more)
        self.told.append(Told(f"{method} {path}", answer))
        return answer

    def every_route(self) -> list[Operation]:
        """As the server's own document has them."""
        paths = self.call("GET", "/openapi.json").json["paths"]
        return [
            Operation(verb.upper(), path, needs_token=operation.get("security") == [{"seat": []}])
            for path, item in paths.items()
            for verb, operation in item.items()
            if verb in ("get", "post", "delete")
        ]


def found(texts: Sequence[str], secrets: Sequence[str]) -> list[str]:
    """Each secret that is in the texts, with what stands around it where it is first."""
    text = "\n".join(texts)
    places = ((secret, text.find(secret)) for secret in secrets)
    return [f"{secret} in {text[max(at - 80, 0) : at + 80]!r}" for secret, at in places if at >= 0]


@dataclass
class Sitting:
    """A session that is played over HTTP: where it is, and the token of each seat."""

    listener: Listener
    secrets: Secrets
    entry: Entry
    url: str = ""
    tokens: list[str] = field(default_factory=list)

    def open(self) -> None:
        """Open the session, and have others join until all sit; each request is sent twice."""
        fields = self.entry.contract.create.fields
        body = {"seed": self.secrets.new_seed()} | ({"target": 5} if "target" in fields else {})
        self._sit_down(f"/v1/{self.entry.game.name}/sessions", body)
        while self.view(0)["status"] == "waiting":
            self._sit_down(f"{self.url}/seats", {})

    def _sit_down(self, path: str, body: dict[str, Any]) -> None:
        key = self.secrets.new_key()
        seated = self.listener.call("POST", path, body=body, key=key).json
        assert self.listener.call("POST", path, body=body, key=key).json["token"] == seated["token"]
        self.url = seated["session"]["url"]
        self.tokens.append(seated["token"])
        self.secrets.tokens.append(seated["token"])

    def view(self, seat: int) -> Any:
        return self.listener.call("GET", self.url, token=self.tokens[seat]).json

    def turns(self) -> Iterator[int]:
        """Play what is legal first until the session is over; who is to act, before each action."""
        for _ in range(MOST_ACTIONS):
            to_act = self.view(0)["to_act"]
            if not to_act:
                return
            yield to_act[0]
            action = self.view(to_act[0])["legal_actions"][0]
            path, key = f"{self.url}/{action['action']}", self.secrets.new_key()
            for body in (action["body"], action["body"], {"name": "Another"}):  # sent, sent again, and misused
                self.listener.call("POST", path, token=self.tokens[to_act[0]], body=body, key=key)

    def ask_everything(self, routes: Sequence[Operation], token: str | None) -> None:
        """Every route with this token, and every way of getting it wrong that might be echoed.

        What would remove the session is left out, and so is what ends it.
        """
        session_id = self.url.rpartition("/")[2]
        for route in routes:
            if route.method == "DELETE" or route.path.endswith("/resign"):
                continue
            url = route.url(session_id)
            if route.method == "GET":
                self.listener.call("GET", url, token=token)
                self.listener.call("GET", f"{url}?hand=true&seed={self.secrets.seeds[-1][:4]}", token=token)
                self.listener.call("GET", url, token=token, Accept="text/html")
                continue
            body = right_body(BODIES[route.path])
            self.listener.call("POST", url, token=token, body=body | {"unknown": 1}, key=self.secrets.new_key())
            self.listener.call("POST", url, token=token, body=body, If_Match='"1-0000000000000000-0"')
            self.listener.call("POST", url, token=token, body=[], key="short")
            key = self.secrets.new_key()
            self.listener.call("POST", url, token=token, body=[], key=key, X_Request_Id=key)
            self.listener.call("POST", url, token=token, body=_too_deep(self.secrets.new_seed()))
        if token:  # where others would put an id
            self.listener.call("GET", self.url, token=token, X_Request_Id=token)
            self.listener.call("GET", f"{self.url.rpartition('/')[0]}/{token}", token=token)
            self.listener.call("GET", f"/{token}")
        for token in ("forged", *(self.tokens[:1] and [self.tokens[0][:-1] + "_"])):
            self.listener.call("GET", self.url, token=token)


def _too_deep(text: str) -> Any:
    """A body that is refused before anybody asks what is in it."""
    for _ in range(20):
        text = [text]  # type: ignore[assignment]
    return text


def contents(client: Redis) -> Iterator[tuple[str, str]]:
    """(name, content) of every key in a store; answers, which are kept compressed, in clear."""
    for key in client.scan_iter():
        values: Any
        match client.type(key):
            case b"string":
                values = [client.get(key)]
            case b"hash":
                values = chain.from_iterable(client.hgetall(key).items())
            case b"list":
                values = client.lrange(key, 0, -1)
            case b"zset":
                values = client.zrange(key, 0, -1)
            case kind:
                raise AssertionError(f"nothing is known of a {kind!r}: teach this function")
        yield key.decode(), "\n".join(_in_clear(value) for value in values)


def _in_clear(value: bytes) -> str:
    with suppress(zlib.error):
        value = zlib.decompress(value)
    return value.decode("utf-8", "replace")
