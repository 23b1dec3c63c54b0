"""The same letter ten times over: a key acts once and is answered alike, and is good for no other letter."""

from collections.abc import Sequence
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any

from tests.faults.client import Answer, Client
from tests.faults.drill import Progress, Report
from tests.faults.races import one_answer
from tests.faults.sittings import TABLES, full_table, new_key
from tests.faults.volley import Post, Volley
from tests.serving.server import Server

TIMES = 10  # that each letter is sent at once
REUSED = "idempotency_key_reused"


class Postbox:
    """Where letters are sent *TIMES* over, and what is wrong with the answers is kept."""

    def __init__(self, volley: Volley, progress: Progress) -> None:
        self._volley = volley
        self._progress = progress
        self.report = Report()

    def send(self, *posts: Post) -> list[Answer]:
        answers = self._volley.fire(posts)
        self.report.operations += len(posts)
        self._progress(len(posts))
        return answers

    def tell(self, post: Post, wrong: Sequence[str]) -> None:
        self.report.violations += [f"{post.path}: {sentence}" for sentence in wrong]

    def repeat(self, post: Post, *others: Post, status: int) -> Any:
        """What *post* is answered; *others* have its key and must be refused, whoever comes first."""
        answers = self.send(*[post] * TIMES)
        self.tell(post, one_answer(answers, status=status))
        self.tell(post, [wrong for other in self.send(*others) for wrong in refused(other)])
        return next(answer.json for answer in answers if answer.status == status)

    def dispute(self, one: Post, other: Post, status: int) -> None:
        """Send both at once, half of them each; they have one key."""
        answers = self.send(*[one, other] * (TIMES // 2))
        self.tell(one, one_of_two(answers[::2], answers[1::2], status=status))


def repeat(operations: int, folder: Path, progress: Progress) -> Report:
    """Creates, joins and actions of both games, ten times each at once; then the key with another body or seat."""
    chance = Random("repeats")
    with (
        Server(folder, ("--workers", "2")) as server,
        Client(server.url) as client,
        Volley((server.port,), TIMES) as volley,
    ):
        box = Postbox(volley, progress)
        for game in cycle(TABLES):
            if box.report.operations >= operations:
                break
            _open(box, game, chance)
            if game == "shooter":
                _join(box, client, chance)
            _act(box, client, game, chance)
    box.report.figures = {"operations": f"{box.report.operations}"}
    return box.report


def _open(box: Postbox, game: str, chance: Random) -> None:
    path, unlisted = f"/v1/{game}/sessions", {**TABLES[game], "listed": False}
    key, disputed = new_key(chance), new_key(chance)
    box.repeat(Post(path, TABLES[game], key=key), Post(path, unlisted, key=key), status=201)
    box.dispute(Post(path, TABLES[game], key=disputed), Post(path, unlisted, key=disputed), status=201)


def _join(box: Postbox, client: Client, chance: Random) -> None:
    opened = client.call("POST", "/v1/shooter/sessions", body={}).json["session"]
    path, key, disputed = f"{opened['url']}/seats", new_key(chance), new_key(chance)
    box.repeat(Post(path, {}, key=key), Post(path, {"seat": 2}, key=key), status=201)
    box.dispute(Post(path, {"seat": 2}, key=disputed), Post(path, {"seat": 3}, key=disputed), status=201)
    seats = [player["kind"] for player in client.call("GET", opened["url"]).json["players"]]
    if seats.count("human") != 3:
        box.tell(Post(path, {}), [f"two keys have taken seats like this: {seats}"])


def _act(box: Postbox, client: Client, game: str, chance: Random) -> None:
    """Three turns: one repeated, one in dispute, and one with the key of the first, if it is another player's."""
    url, tokens = full_table(client, game)
    key, since = new_key(chance), client.call("GET", url).json["version"]
    one, *others = _turn(client, url, tokens, key, chance)
    told = box.repeat(one, *others[:1], Post(f"{url}/resign", {}, one.token, key), status=200)
    if client.call("GET", f"{url}/events?since={since}").json["events"] != told["events"]:
        box.tell(one, ["other events have happened than it was told"])
    disputed = _turn(client, url, tokens, new_key(chance), chance)
    if len(disputed) > 1:
        box.dispute(disputed[0], disputed[1], status=200)
    another = _turn(client, url, tokens, key, chance)[0]
    if another.token != one.token:
        box.tell(another, anew(box.send(another)[0]))


def _turn(client: Client, url: str, tokens: Sequence[str], key: str, chance: Random) -> list[Post]:
    """What whoever is to act may send with *key*, in any order."""
    token = tokens[client.call("GET", url).json["to_act"][0]]
    legal = client.call("GET", url, token=token).json["legal_actions"]
    posts = [Post(f"{url}/{action['action']}", action["body"], token, key) for action in legal]
    return chance.sample(posts, len(posts))


def refused(answer: Answer) -> list[str]:
    """What is wrong with the *answer* to another request with a key that was used."""
    return [] if answer.code == REUSED else [f"its key has brought {answer.status} {answer.code} to another request"]


def anew(answer: Answer) -> list[str]:
    """What is wrong with the *answer* to a player who acts with a key that only another has used."""
    if answer.status == 200 and "idempotent-replayed" not in answer.headers:
        return []
    return [f"the key of another player was answered {answer.status} {answer.code}"]


def one_of_two(ones: Sequence[Answer], others: Sequence[Answer], *, status: int) -> list[str]:
    """What is wrong with the answers to two requests that came with one key, several times each."""
    winners, losers = (ones, others) if any(answer.status == status for answer in ones) else (others, ones)
    return [*one_answer(winners, status=status), *[wrong for answer in losers for wrong in refused(answer)]]
