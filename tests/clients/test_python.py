"""The Python client: what it makes of answers, good and bad, and that what its README shows runs."""

import asyncio
import json
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from email.utils import formatdate
from pathlib import Path
from typing import Any

import leverstoke_client as sdk
import pytest
from leverstoke_client import deal, verification
from leverstoke_client.frames import Frame, Frames
from leverstoke_client.models import ShooterView

from clients.generate import HOME
from server.cards import SHOOTER, SHOOTING_PARTY
from server.web.examples import of_operation
from tests.clients.scripted import LOSE, Say, Scripted, problem
from tests.serving.server import Server

CLIENT = HOME / "python"
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)
VECTORS = json.loads((HOME.parent / "tests/games/vectors/deal.json").read_text())

SEATED = of_operation("joinShooterSession")["201"]["application/json"]
VIEW = of_operation("getShooterSession")["200"]["application/json"]
PLAYED = of_operation("bidInShooter")["200"]["application/json"]
EVENTS = of_operation("listShooterEvents")["200"]["application/json"]["events"]
STREAM = {"Content-Type": "text/event-stream"}
SOON = sdk.Retries(tries=4, first=0.01)

Ask = Callable[[Any], Any]


def _at_once(url: str, ask: Ask) -> Any:
    with sdk.Leverstoke(url, retries=SOON) as server:
        return ask(server)


def _async(url: str, ask: Ask) -> Any:
    async def asked() -> Any:
        async with sdk.AsyncLeverstoke(url, retries=SOON) as server:
            answer = ask(server)
            if hasattr(answer, "__aiter__"):
                return [item async for item in answer]
            return await answer

    return asyncio.run(asked())


@pytest.fixture(params=[_at_once, _async], ids=["sync", "async"])
def told(request: pytest.FixtureRequest) -> Callable[[str, Ask], Any]:
    """Asks a server by one of the two halves of the client; what is given piece by piece comes as a list."""
    half = request.param

    def asked(url: str, ask: Ask) -> Any:
        return half(url, lambda server: _listed(ask(server)))

    return asked


def _listed(answer: Any) -> Any:
    return list(answer) if isinstance(answer, Iterator) else answer


def seat(server: Any) -> Any:
    return server.shooter.seat("A" * 22, "token")


# Retries


@pytest.mark.parametrize(
    "trouble",
    [
        LOSE,
        Say(200, PLAYED, cut=40),
        problem(503, "store_unavailable"),
        problem(503, "outcome_unknown"),
        problem(409, "idempotency_in_progress"),
        Say(502, b"<html>Bad gateway</html>", {"Content-Type": "text/html"}),
    ],
    ids=["no answer", "half an answer", "store away", "outcome unknown", "in progress", "gateway"],
)
def test_what_came_to_nothing_is_tried_again_with_the_same_key(told: Any, trouble: Say) -> None:
    with Scripted(trouble, trouble, Say(200, PLAYED)) as server:
        played = told(server.url, lambda it: seat(it).act({"action": "bid", "body": {"call": "three"}}))
    assert played.session.version == PLAYED["session"]["version"]
    assert len(server.heard) == 3
    assert len(set(server.keys)) == 1
    assert len(server.keys[0] or "") == 36
    assert [request.body for request in server.heard] == [{"call": "three"}] * 3


def test_every_call_has_a_key_of_its_own(told: Any) -> None:
    with Scripted(Say(201, SEATED), Say(201, SEATED)) as server:
        for _ in range(2):
            told(server.url, lambda it: it.shooter.create())
    assert len(set(server.keys)) == 2


def test_what_is_asked_for_is_waited(told: Any) -> None:
    with Scripted(problem(429, "too_many_requests", {"Retry-After": "1"}), Say(200, VIEW)) as server:
        begin = time.monotonic()
        told(server.url, lambda it: seat(it).look())
        assert time.monotonic() - begin >= 1


def test_what_is_asked_for_may_be_a_date(told: Any) -> None:
    date = formatdate(time.time() + 2, usegmt=True)
    with Scripted(problem(503, "store_unavailable", {"Retry-After": date}), Say(200, VIEW)) as server:
        begin = time.monotonic()
        told(server.url, lambda it: seat(it).look())
        assert time.monotonic() - begin > 0.5


def test_a_stream_that_asks_for_a_pause_gets_it(told: Any) -> None:
    closing = frames(1) + b"retry: 700\n\n"
    with Scripted(Say(200, closing, STREAM), Say(204)) as server:
        begin = time.monotonic()
        told(server.url, lambda it: it.shooter.watch("A" * 22).events())
        assert time.monotonic() - begin >= 0.7


def test_what_is_asked_for_too_long_is_told_instead(told: Any) -> None:
    with (
        Scripted(problem(429, "too_many_requests", {"Retry-After": "3600"})) as server,
        pytest.raises(sdk.TooManyRequests) as refused,
    ):
        told(server.url, lambda it: seat(it).look())
    assert refused.value.retry_after == 3600
    assert len(server.heard) == 1


def test_who_is_not_answered_after_all_tries_is_told_so(told: Any) -> None:
    with Scripted(*[LOSE] * 9) as server, pytest.raises(sdk.Unreachable, match="after 4 tries"):
        told(server.url, lambda it: seat(it).look())
    assert len(server.heard) == 4


def test_who_is_put_off_after_all_tries_is_told_so(told: Any) -> None:
    with Scripted(*[problem(503, "outcome_unknown")] * 9) as server, pytest.raises(sdk.Unavailable) as refused:
        told(server.url, lambda it: seat(it).resign())
    assert refused.value.code == "outcome_unknown"
    assert len(server.heard) == 4


def test_a_refusal_is_not_tried_again(told: Any) -> None:
    with Scripted(problem(409, "not_your_turn")) as server, pytest.raises(sdk.Conflict):
        told(server.url, lambda it: seat(it).resign())
    assert len(server.heard) == 1


def test_what_was_removed_by_the_try_before_is_removed(told: Any) -> None:
    with Scripted(LOSE, problem(404, "not_found")) as server:
        told(server.url, lambda it: seat(it).delete())
    with Scripted(problem(404, "not_found")) as server, pytest.raises(sdk.NotFound):
        told(server.url, lambda it: seat(it).delete())
    with Scripted(Say(200, VIEW), LOSE, problem(401, "unauthorized")) as server:
        told(server.url, lambda it: seat(it).leave())
        assert server.heard[-1].path.endswith(f"/seats/{VIEW['seat']}")


def test_who_was_put_off_has_not_removed_anything(told: Any) -> None:
    put_off = problem(429, "too_many_requests")
    with Scripted(put_off, problem(404, "not_found")) as server, pytest.raises(sdk.NotFound):
        told(server.url, lambda it: seat(it).delete())
    other = VIEW["seat"] + 1
    for trouble in (put_off, LOSE):
        with (
            Scripted(Say(200, VIEW), trouble, problem(401, "unauthorized")) as server,
            pytest.raises(sdk.Unauthorized),
        ):
            told(server.url, lambda it: seat(it).leave(other))


@pytest.mark.parametrize("url", ["localhost:8000", "ftp://localhost", "http://", "http://me:secret@localhost:8000"])
def test_what_is_no_address_is_told_at_once(url: str) -> None:
    for client in (sdk.Leverstoke, sdk.AsyncLeverstoke):
        with pytest.raises(ValueError, match="no address of a server") as refused:
            client(url)
        assert "secret" not in str(refused.value)


@pytest.mark.parametrize("token", ["", "token\n", "to ken", "t\u00f6ken"])
def test_what_is_no_token_is_told_at_once_and_not_repeated(token: str) -> None:
    with sdk.Leverstoke() as client, pytest.raises(ValueError, match="no token") as refused:
        client.shooter.seat("A" * 22, token)
    assert not token or token not in str(refused.value)


def test_there_is_one_try_at_least() -> None:
    with pytest.raises(ValueError, match="one try"):
        sdk.Retries(tries=0)


def test_a_wrong_request_says_what_is_wrong() -> None:
    with (
        Scripted(problem(422, "invalid_request", errors={"seat": ["No such seat."]})) as server,
        sdk.Leverstoke(server.url) as client,
        pytest.raises(sdk.InvalidRequest, match=r"\{'seat': \['No such seat\.'\]\}"),
    ):
        client.shooter.join("A" * 22)


def test_a_session_is_a_part_of_a_path_and_no_more() -> None:
    with (
        Scripted(problem(404, "not_found")) as server,
        sdk.Leverstoke(server.url) as client,
        pytest.raises(sdk.NotFound),
    ):
        next(iter(client.shooter.watch("../../admin?x=").events()))
    assert server.heard[0].path.startswith("/v1/shooter/sessions/..%2F..%2Fadmin%3Fx%3D/events?")


# Refusals


def test_the_rules_refuse_with_their_clause(told: Any) -> None:
    legal = [{"action": "play", "body": {"card": "QS"}}]
    with (
        Scripted(problem(409, "must_follow_suit", rule="SH-8", legal_actions=legal)) as server,
        pytest.raises(sdk.Refused) as refused,
    ):
        told(server.url, lambda it: seat(it).act({"action": "play", "body": {"card": "9C"}}))
    assert (refused.value.code, refused.value.rule, refused.value.legal_actions) == ("must_follow_suit", "SH-8", legal)
    assert str(refused.value) == "409 must_follow_suit: So it is."


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        (problem(401, "unauthorized"), sdk.Unauthorized),
        (problem(403, "not_creator"), sdk.Forbidden),
        (problem(404, "not_found"), sdk.NotFound),
        (problem(409, "history_lost"), sdk.HistoryLost),
        (problem(412, "stale_version", session=VIEW), sdk.StaleVersion),
        (problem(422, "invalid_request", errors={"seat": ["No."]}), sdk.InvalidRequest),
        (problem(500, "internal_error", instance="urn:x"), sdk.Problem),
        (Say(400, b"<html>no</html>", {"Content-Type": "text/html"}), sdk.Problem),
        (Say(404, b"[1]"), sdk.NotFound),
        (Say(412, b"\xff\xfe"), sdk.Problem),
    ],
)
def test_every_refusal_has_its_kind(told: Any, said: Say, kind: type[sdk.Problem]) -> None:
    with Scripted(said) as server, pytest.raises(sdk.Problem) as refused:
        told(server.url, lambda it: seat(it).look())
    assert type(refused.value) is kind
    assert refused.value.status == said.status


def test_an_action_of_a_newer_server_is_sent_as_it_is(told: Any) -> None:
    with Scripted(Say(200, PLAYED)) as server:
        told(server.url, lambda it: seat(it).act({"action": "castle", "body": {"side": "short", "new": [1]}}))
    assert server.heard[0].path.endswith("/castle")
    assert server.heard[0].body == {"side": "short", "new": [1]}


# Looking


def test_what_has_not_changed_is_not_sent_again() -> None:
    unchanged = Say(304, b"", {"ETag": '"2"'})
    with (
        Scripted(Say(200, VIEW, {"ETag": '"1"'}), Say(200, VIEW, {"ETag": '"2"'}), unchanged) as server,
        sdk.Leverstoke(server.url) as client,
    ):
        session = client.shooter.watch("A" * 22)
        with pytest.raises(LookupError):
            print(session.view)
        first, second, third = session.look(), session.look(), session.look(wait=25)
    assert first == second == third == session.view
    assert [request.headers.get("If-None-Match") for request in server.heard] == [None, '"1"', '"2"']
    assert [request.path.partition("?")[2] for request in server.heard] == ["", "", "wait=25"]
    assert "Authorization" not in server.heard[0].headers
    assert server.heard[0].headers["User-Agent"] == f"leverstoke-python/{sdk.__version__}"


def test_a_turn_that_is_over_is_not_played(told: Any) -> None:
    mine = VIEW | {"seat": 0, "to_act": [0]}
    over = problem(412, "stale_version", session=mine)

    def play(client: Any) -> Any:
        if isinstance(client, sdk.Leverstoke):
            turn = seat(client).wait_for_turn()
            return turn.play({"action": "bid", "body": {"call": "pass"}}) if turn else None

        async def played() -> Any:
            turn = await seat(client).wait_for_turn()
            return await turn.play({"action": "bid", "body": {"call": "pass"}})

        return played()

    with Scripted(Say(200, mine, {"ETag": '"7"'}), over, Say(200, mine, {"ETag": '"8"'})) as server:
        assert told(server.url, play) is None
    assert server.heard[1].headers["If-Match"] == '"7"'


def test_a_turn_that_was_played_in_vain_comes_again_and_one_let_pass_when_something_happens() -> None:
    mine = Say(200, VIEW | {"seat": 0, "to_act": [0]}, {"ETag": '"7"'})
    later = Say(200, VIEW | {"seat": 0, "to_act": [0], "version": 99}, {"ETag": '"8"'})
    with (
        Scripted(mine, problem(409, "bid_too_low", rule="SH-4"), Say(304), later) as server,
        sdk.Leverstoke(server.url) as client,
    ):
        turns = iter(seat(client).turns())
        turn = next(turns)
        with pytest.raises(sdk.Refused):
            turn.play({"action": "bid", "body": {"call": "three"}})
        assert next(turns).etag == '"7"'
        assert next(turns).etag == '"8"'
    assert [request.method for request in server.heard] == ["GET", "POST", "GET", "GET"]


def test_an_answer_that_is_older_than_what_is_known_hides_nothing() -> None:
    newer = VIEW | {"version": 99}
    with (
        Scripted(Say(200, newer, {"ETag": '"9"'}), Say(200, PLAYED, {"ETag": '"1"'})) as server,
        sdk.Leverstoke(server.url) as client,
    ):
        player = seat(client)
        player.look()
        player.resign()
    assert (player.view.version, player.etag) == (99, '"9"')


def test_without_a_tag_nobody_waits() -> None:
    with (
        Scripted(Say(200, VIEW | {"seat": 0, "to_act": [1]})) as server,
        sdk.Leverstoke(server.url) as client,
        pytest.raises(sdk.LeverstokeError, match="no ETag"),
    ):
        seat(client).wait_for_turn()


def test_what_cannot_be_unpacked_is_tried_again(told: Any) -> None:
    garbled = Say(200, b"no gzip", {"Content-Encoding": "gzip"})
    with Scripted(garbled, Say(200, VIEW)) as server:
        assert told(server.url, lambda it: seat(it).look()).version == VIEW["version"]


def test_a_weak_tag_is_as_good_as_a_strong_one() -> None:
    with Scripted(Say(200, VIEW, {"ETag": 'W/"7"'})) as server, sdk.Leverstoke(server.url) as client:
        session = client.shooter.watch("A" * 22)
        session.look()
    assert session.etag == '"7"'


@pytest.mark.parametrize(
    "said",
    [
        Say(302, b"", {"Location": "http://127.0.0.1:1/"}),
        Say(200, b"<html>", {"Content-Type": "text/html"}),
        Say(200, b"well", {"Content-Type": "text/plain"}),
    ],
)
def test_what_is_not_of_this_server_is_no_answer(told: Any, said: Say) -> None:
    for ask in (
        lambda it: seat(it).look(),
        lambda it: seat(it).delete(),
        lambda it: it.shooter.create(),
        lambda it: seat(it).events(),
    ):
        with Scripted(said) as server, pytest.raises(sdk.Problem) as refused:
            told(server.url, ask)
        assert refused.value.code == ""
        assert len(server.heard) == 1


def test_a_stream_that_leads_nowhere_is_given_up(told: Any) -> None:
    with Scripted(*[Say(200, b": hello\n\n", STREAM)] * 9) as server, pytest.raises(sdk.Unreachable):
        told(server.url, lambda it: it.shooter.watch("A" * 22).events())
    assert len(server.heard) == 4


def test_an_event_that_was_told_is_not_told_again(told: Any) -> None:
    with Scripted(Say(200, frames(1, 2), STREAM), Say(200, frames(1, 2, 3), STREAM), Say(204)) as server:
        events = told(server.url, lambda it: it.shooter.watch("A" * 22).events())
    assert [event.seq for event in events] == [1, 2, 3]
    assert [request.path.partition("?")[2] for request in server.heard] == ["since=0", "since=2", "since=3"]


def test_what_a_newer_server_says_is_kept() -> None:
    newer = VIEW | {
        "weather": "fine",
        "phase": "dancing",
        "legal_actions": [{"action": "dance", "body": {"with": 1}}, {"action": "bid", "body": {"call": "nine"}}],
    }
    view = ShooterView.from_dict(newer)
    assert view.to_dict() == newer | {name: view.to_dict()[name] for name in ("created_at", "expires_at")}
    unknown: Any = view.legal_actions[0]
    assert isinstance(unknown, sdk.Unknown)
    assert (unknown.kind, unknown["body"]) == ("dance", {"with": 1})


# Events


def frames(*numbers: int) -> bytes:
    lines = [f"id: {n}-0123456789abcdef\ndata: {json.dumps(EVENTS[n - 1])}\n\n" for n in numbers]
    return "".join([": hello\n\n", *lines]).encode()


def test_a_stream_that_is_cut_is_gone_on_with(told: Any) -> None:
    whole = frames(1, 2, 3)
    answers = [
        Say(200, whole, STREAM, cut=len(frames(1)) + 30),
        LOSE,
        problem(503, "store_unavailable"),
        Say(200, frames(2), STREAM),
        Say(200, frames(3), STREAM, cut=len(frames(3)) - 1),
        Say(200, frames(3), STREAM),
        Say(204),
    ]
    with Scripted(*answers) as server:
        events = told(server.url, lambda it: it.shooter.watch("A" * 22).events())
    assert [event.seq for event in events] == [1, 2, 3]
    after = [request.headers["Last-Event-ID"].partition("-")[0] for request in server.heard]
    assert after == ["0", "1", "1", "1", "2", "2", "3"]


def test_an_event_of_an_unknown_kind_is_told_too(told: Any) -> None:
    strange = b'id: 4-0123456789abcdef\ndata: {"seq": 4, "type": "sneezed", "at": "2026-01-01T00:00:00Z"}\n\n'
    with Scripted(Say(200, strange, STREAM), Say(204)) as server:
        (event,) = told(server.url, lambda it: it.shooter.watch("A" * 22).events(since=3))
    assert (event.kind, event.seq) == ("sneezed", 4)
    assert server.heard[0].headers["Last-Event-ID"] == "3"


def test_a_history_that_is_lost_is_told(told: Any) -> None:
    with Scripted(problem(409, "history_lost")) as server, pytest.raises(sdk.HistoryLost):
        told(server.url, lambda it: it.shooter.watch("A" * 22).events(since=9))


def test_a_stream_may_be_cut_anywhere() -> None:
    text = "id: 1\ndata: ♣\n\n:\n\nid: 2\r\ndata: a\r\ndata: b\r\n\r\nid: 3\ndata: half".encode()
    for cut in range(len(text)):
        reader = Frames()
        found = [*reader.feed(text[:cut]), *reader.feed(text[cut:])]
        assert found == [Frame("1", "♣"), Frame("2", "a\nb")], cut


# The deal


def test_the_deal_is_that_of_the_rules() -> None:
    for example in VECTORS["words"]:
        stream = deal.words(example["seed"], example["label"])
        assert [next(stream) for _ in example["first_ten"]] == example["first_ten"]
    decks = {"shooter": SHOOTER, "shooting-party": SHOOTING_PARTY}
    for example in VECTORS["shuffles"]:
        deck = [str(card) for card in decks[example["game"]].cards]
        cards = deck if example["from"] == "the whole deck" else example["from"]
        assert deal.shuffled(cards, deck, example["seed"], example["k"]) == example["result"]
    for example in VECTORS["first_dealers"]:
        assert deal.first_dealer(example["players"], example["seed"]) == example["dealer"]
    for example in VECTORS["commitments"]:
        assert deal.commitment(example["session_id"], example["seed"]) == example["commitment"]


FINISHED = of_operation("getShooterReplay")["200"]["application/json"]


def _told(**changes: Any) -> tuple[dict[str, Any], dict[str, Any], list[dict[str, Any]]]:
    view = {"id": "A" * 22, "seed": FINISHED["seed"], "seeded": True, "commitment": None}
    shuffles = [{"type": "dealt", "shuffle": k} for k in range(1, len(FINISHED["shuffles"]) + 1)]
    return view | changes, FINISHED, shuffles


def test_a_deal_that_is_right_is_verified() -> None:
    view, replay, events = _told()
    deck = sdk.AsyncLeverstoke().shooter.operations.deck
    assert verification.verify(deck, view, replay, events) == sdk.Verified(FINISHED["seed"], len(events), False)


@pytest.mark.parametrize(
    ("clause", "changes"),
    [
        ("D-1", {"commitment": "0" * 64}),
        ("D-1", {"seeded": False}),
        ("D-1", {"seed": "another"}),
    ],
)
def test_a_promise_that_is_broken_is_told(clause: str, changes: dict[str, Any]) -> None:
    view, replay, events = _told(**changes)
    deck = sdk.AsyncLeverstoke().shooter.operations.deck
    with pytest.raises(sdk.VerificationFailed, match=clause):
        verification.verify(deck, view, replay, events)


def test_a_commitment_that_changes_is_told() -> None:
    view, replay, events = _told()
    for first in ({"commitment": "0" * 64, "seeded": True}, {"commitment": None, "seeded": False}):
        with pytest.raises(sdk.VerificationFailed, match="another than it was"):
            verification.verify((), view, replay, events, first)


def test_a_pile_that_was_stacked_is_told() -> None:
    view, replay, events = _told()
    deck = sdk.AsyncLeverstoke().shooter.operations.deck
    pile = replay["shuffles"][0]
    short = deal.shuffled(pile[:-1], deck, view["seed"], 1)
    double = deal.shuffled([*pile[:-1], pile[0]], deck, view["seed"], 1)
    for other in ([pile[1], pile[0], *pile[2:]], [*pile[:-1], "ZZ"], short, double):
        with pytest.raises(sdk.VerificationFailed, match="D-4: shuffle 1"):
            verification.verify(deck, view, replay | {"shuffles": [other, *replay["shuffles"][1:]]}, events)
    with pytest.raises(sdk.VerificationFailed, match="D-5"):
        verification.verify(deck, view, replay, events[1:])
    dealer = deal.first_dealer(replay["options"]["players"], view["seed"])
    drawn = replay | {"options": replay["options"] | {"first_dealer": None}}
    verification.verify(deck, view, drawn, [events[0] | {"dealer": dealer}, *events[1:]])
    with pytest.raises(sdk.VerificationFailed, match="dealer"):
        verification.verify(deck, view, drawn, [events[0] | {"dealer": dealer + 1}, *events[1:]])


# At a table


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("data")) as running:
        yield running


def test_people_meet_and_meet_again(server: Server) -> None:
    with sdk.Leverstoke(server.url) as client:
        host = client.shooter.create(players=4, name="Ada", target=1)
        guest = client.shooter.join(host.id, name="Grace")
        other = client.shooter.join(host.id)
        other.leave()
        assert host.id in [row.id for row in client.shooter.lobby(status="waiting", open_seats=1)]
        host.add_bot("easy", seat=3)
        host.add_bot()
        again = client.shooter.seat(guest.id, guest.token)
        assert again.look().hand == guest.look().hand
        assert (host.number, guest.number) == (0, 1)
        while host.look().status != "finished":
            player = (host, guest)[host.view.to_act[0]]
            player.act(player.look().legal_actions[0])
        assert host.verify().committed
        assert guest.replay().seed == host.view.seed
        rematch = [player.rematch() for player in (host, guest)]
        assert rematch[0].id == rematch[1].id != host.id
        assert rematch[1].number == 1
        for player in rematch:
            player.resign()
        rematch[0].delete()
        with pytest.raises(sdk.NotFound):
            rematch[0].look()


def test_nobody_is_heard_twice_in_the_lobby(server: Server) -> None:
    with sdk.Leverstoke(server.url) as client:
        opened = [client.shooting_party.create(listed=True).id for _ in range(25)]
        listed = [row.id for row in client.shooting_party.lobby(status="active")]
    assert listed[:25] == opened[::-1]
    assert len(set(listed)) == len(listed)


# What is shown


@pytest.mark.parametrize("number", range(len(BLOCK.findall((CLIENT / "README.md").read_text()))))
def test_what_the_readme_shows_runs(server: Server, number: int, tmp_path: Path) -> None:
    program = BLOCK.findall((CLIENT / "README.md").read_text())[number]
    file = tmp_path / "shown.py"
    file.write_text(program.replace("http://localhost:8000", server.url))
    done = subprocess.run([sys.executable, file], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_the_bot_plays_to_the_end(server: Server) -> None:
    command: list[str | Path] = [sys.executable, HOME / "examples/bot.py", server.url]
    *turns, result, dealt = subprocess.run(command, capture_output=True, text=True, timeout=120).stdout.splitlines()
    assert turns
    assert "reason='target'" in result
    assert dealt.startswith("dealt as promised: ")


def test_the_chat_answers(server: Server) -> None:
    command: list[str | Path] = [sys.executable, HOME / "examples/chat.py", server.url]
    said = "hello\nnew easy\nhint\ndo 1\nhand\ndo 99\nquit\n"
    done = subprocess.run(command, input=said, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert "your hand" in done.stdout
    assert done.stdout.count("new [easy|steady|sharp]") == 3


def test_it_is_installed_as_a_package(tmp_path: Path) -> None:
    build: list[str | Path] = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "--no-build-isolation",
        "-w",
        tmp_path,
        CLIENT,
    ]
    done = subprocess.run(build, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    (wheel,) = tmp_path.glob("leverstoke_client-*.whl")
    assert f"-{sdk.__version__}-" in wheel.name


def test_its_types_are_complete() -> None:
    command: list[str | Path] = [
        sys.executable,
        "-m",
        "mypy",
        "--strict",
        "--cache-dir",
        HOME.parent / ".mypy_cache/client",
    ]
    checked = [CLIENT / "src/leverstoke_client", HOME / "examples/bot.py", HOME / "examples/chat.py"]
    done = subprocess.run([*command, *checked], capture_output=True, text=True, cwd=HOME.parent, timeout=300)
    assert done.returncode == 0, done.stdout
