"""(d) The same action as a user would serve it instead: Starlette, pydantic and the asynchronous client, on uvicorn.

The rules, the bytes of a session and the tokens are ours, so that what differs is the way there and back. It has no
idempotency keys, no conditions, no clocks and no problems: what it leaves out makes it cheaper.
"""

import os
import re
import time
from typing import Any

import msgspec
from pydantic import BaseModel, ConfigDict, ValidationError
from redis.asyncio import Redis
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from server.game import Action, Refused, play, replace, shown, wire_name
from server.games import shooting_party
from server.ledger import Log
from server.look import Claim, Look
from server.sessions.codec import Codec, timestamp
from server.sessions.record import arguments, document_key, events_key, read_document
from server.sessions.redis import RedisStore
from server.sessions.store import Change, Stored, address_of
from server.web.auth import Tokens

GAME = shooting_party.GAME
ACTIONS = {wire_name(kind): kind for kind in GAME.actions}
WEEK = 7 * 24 * 60 * 60

_TOKEN = re.compile(r"Bearer ([\w-]{22})\.(\d+)\.(\d+)\.([\w-]*)\.[\w-]{43}")


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Discard(Body):
    cards: tuple[str, ...]


class Retrieve(Body):
    card: str


BODIES: dict[type[Action], type[Body]] = {shooting_party.Discard: Discard, shooting_party.Retrieve: Retrieve}


class LegalAction(BaseModel):
    action: str
    body: dict[str, Any]


class Options(BaseModel):
    listed: bool
    roles: str
    leave: bool


class View(BaseModel):
    id: str
    game: str
    url: str
    version: int
    status: str
    seat: int
    to_act: tuple[int, ...]
    legal_actions: list[LegalAction]
    options: Options
    rules_version: str
    seeded: bool
    commitment: str | None
    seed: str | None
    rematch: str | None
    created_at: str
    expires_at: str
    deadline: str | None
    result: dict[str, Any] | None
    hand: tuple[str, ...]
    display: tuple[str, ...]
    score_pile: tuple[str, ...]
    discard_pile: tuple[str, ...]
    draw_pile_count: int
    exhaustions: int
    choices: tuple[str, ...]
    points: int


class Played(BaseModel):
    session: View
    events: list[dict[str, Any]]


class Rival:
    """One process of it, on the store and with the key that the environment names."""

    def __init__(self) -> None:
        self._store = Redis.from_url(os.environ["BENCH_STORE"])
        self._commit = self._store.register_script(RedisStore.GOING_ON + RedisStore.COMMIT)
        self._tokens = Tokens(os.environ["BENCH_KEY"])
        self._codec = Codec(GAME)

    async def act(self, request: Request) -> Response:
        session_id, kind = request.path_params["session_id"], ACTIONS[request.path_params["action"]]
        claim = self._claim(session_id, request.headers.get("authorization", ""))
        if claim is None:
            return Response(status_code=401)
        try:
            body = BODIES.get(kind, Body).model_validate_json(await request.body() or b"{}")
        except ValidationError as error:
            return Response(error.json(), 422, media_type="application/json")
        address = address_of(GAME.name, session_id)
        stored = read_document(await self._store.get(document_key(address)))  # type: ignore[arg-type]
        if stored is None:
            return Response(status_code=404)
        session = self._codec.read_session(stored.body)
        log = Log(self._codec, stored.tag, int(time.time() * 1000))
        action = kind(**body.model_dump())
        try:
            step = play(GAME, session.state, claim.seat, action)
        except Refused as refused:
            return Response(refused.code, 409)
        log.tell(step, by=(claim.seat, action))
        session = replace(session, state=step.state, updated_at=log.at)
        change = Change(stored.tag, Stored(log.tag, self._codec.session(session)), tuple(log.entries), WEEK)
        if not await self._commit(keys=[document_key(address), events_key(address)], args=arguments(change)):
            return Response(status_code=409)
        look = Look(GAME, session_id, log.tag, session, claim.seat, log.at)
        played = Played(session=_view(look), events=[msgspec.json.decode(entry.event) for entry in log.entries])
        headers = {"ETag": f'"{look.tag}-{claim.seat}"', "Cache-Control": "private, no-cache"}
        return Response(played.model_dump_json(), media_type="application/json", headers=headers)

    def _claim(self, session_id: str, header: str) -> Claim | None:
        form = _TOKEN.fullmatch(header)
        if not form or form[1] != session_id:
            return None
        claim = Claim(int(form[2]), int(form[3]), form[4])
        return claim if f"Bearer {self._tokens.issue(session_id, claim)}" == header else None


def _view(look: Look) -> View:
    session = look.session
    return View(
        id=look.session_id,
        game=GAME.name,
        url=f"/v1/{GAME.name}/sessions/{look.session_id}",
        version=look.tag.version,
        status=look.status,
        seat=0,
        to_act=look.to_act,
        legal_actions=[
            LegalAction(action=wire_name(type(action)), body=shown(action)) for action in look.legal_actions
        ],
        options=Options(**shown(look.state.options)),
        rules_version=GAME.rules_version,
        seeded=session.seeded,
        commitment=look.commitment,
        seed=look.seed,
        rematch=None,
        created_at=timestamp(session.created_at),
        expires_at=timestamp(session.updated_at + 1000 * WEEK),
        deadline=None,
        result=shown(look.result) if look.result else None,
        **shown(look.view),
    )


def app() -> Starlette:
    path = f"/v1/{GAME.name}/sessions/{{session_id}}/{{action}}"
    return Starlette(routes=[Route(path, Rival().act, methods=["POST"])])
