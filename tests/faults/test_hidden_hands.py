"""Nobody sees another's cards: through the first deal of a table, no answer of a real server names a card that lies in
a hand which is not the reader's, whatever they ask.
"""

import re
from collections.abc import Iterator
from random import Random

import pytest

from server.cards import SHOOTER as PACK
from server.cards import Card
from server.game import Action, Resign, Seat, play
from server.games.shooter import GAME, Options, Play, Reneging, State
from tests.faults.canaries import Listener
from tests.faults.client import Answer, Client
from tests.faults.questions import every_action
from tests.posted import posted
from tests.serving.server import Server
from tests.web.operations import Operation

_WORD = re.compile("[0-9A-Z]+")
_ID = re.compile(r'("id":"|/sessions/)[\w-]{22}')  # a session's, by chance with a card's letters in its midst

SEED = "known to whoever wrote the test, and to nobody at the table"
TURNS = 4 + 1 + 24  # calls, a trump named, plays: the whole of a hand
FEW = 4  # actions that are tried by those whose turn it is not


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("hands"), ("--workers", "2")) as server:
        yield server


class Table:
    """A table whose hands the test has dealt for itself, and whose players ask more than they should."""

    def __init__(self, listener: Listener, reneging: Reneging) -> None:
        self.listener = listener
        body = {"seed": SEED, "reneging": reneging}
        seated = listener.call("POST", "/v1/shooter/sessions", body=body).json
        self.url: str = seated["session"]["url"]
        joined = [listener.call("POST", f"{self.url}/seats").json for _ in range(3)]
        self.tokens = [seated["token"], *(other["token"] for other in joined)]
        self.state: State = GAME.deal(Options(reneging=reneging), SEED).state
        self.chance = Random(reneging)

    def token(self, reader: Seat | None) -> str | None:
        return None if reader is None else self.tokens[reader]

    def look(self, reader: Seat | None, routes: list[Operation]) -> list[Answer]:
        """What is there to be read about the table, the view first."""
        paths = [route.path for route in routes if route.method == "GET" and route.path.startswith(f"/v1/{GAME.name}/")]
        urls = [path.format(session_id=self.url.rpartition("/")[2]) for path in paths]
        return [self.listener.call("GET", url, token=self.token(reader)) for url in (self.url, *urls)]

    def act(self, reader: Seat | None, action: Action) -> Answer:
        name, body = posted(action)
        return self.listener.call("POST", f"{self.url}/{name}", token=self.token(reader), body=body)

    def illegal(self, reader: Seat | None) -> list[Action]:
        """Whatever *reader* may not do now: all there is for whoever is to act, a few for the others."""
        legal = () if reader is None else GAME.legal_actions(self.state, reader)
        kinds = every_action(GAME.name, 4)
        tried = [action for kind in kinds if kind is not Resign for action in kinds[kind] if action not in legal]
        return tried if reader in GAME.to_act(self.state) else self.chance.sample(tried, FEW)

    def go_on(self) -> None:
        """Whoever is to act does something that is legal, and accuses nobody."""
        (seat,) = GAME.to_act(self.state)
        legal = GAME.legal_actions(self.state, seat)
        plays = [action for action in legal if isinstance(action, Play)]
        action = self.chance.choice(plays) if plays else legal[0]  # which bids low, and once
        assert self.act(seat, action).status == 200
        self.state = play(GAME, self.state, seat, action).state


def named(answers: list[Answer], cards: set[Card]) -> list[str]:
    """The answers that name one of the cards, as a word of its own in the body or in a header."""
    return [f"{answer}" for answer in answers if cards & _words(answer)]


def _words(answer: Answer) -> set[str]:
    return set(_WORD.findall(_ID.sub(r"\1", f"{answer.body.decode()} {' '.join(answer.headers.values())}")))


def of_others(state: State, reader: Seat | None) -> set[Card]:
    return {card for seat, hand in enumerate(state.hands) if seat != reader for card in hand}


@pytest.mark.parametrize("reneging", Reneging)
def test_no_answer_names_a_card_in_anothers_hand(server: Server, reneging: Reneging) -> None:
    with Client(server.url) as client:
        table = Table(Listener(client), reneging)
        routes = table.listener.every_route()
        for _ in range(TURNS):
            for reader in (*table.state.seats, None):
                view, *rest = table.look(reader, routes)
                refused = [table.act(reader, action) for action in table.illegal(reader)]
                assert {answer.status for answer in refused} <= {401, 409}
                assert named([view, *rest, *refused], of_others(table.state, reader)) == []
                if reader is not None:
                    assert not set(table.state.hands[reader]) - _words(view), "one's own hand is there to see"
            table.go_on()
        assert not any(table.state.hands) or table.state.hand_number > 1


@pytest.mark.parametrize("reneging", Reneging)
def test_a_card_that_is_not_ones_own_is_refused_alike_wherever_it_is(server: Server, reneging: Reneging) -> None:
    """In another hand, on the table, or taken in a trick: the same bytes."""
    with Client(server.url) as client:
        table = Table(Listener(client), reneging)
        for _ in range(TURNS):
            for seat in table.state.seats:
                others = [card for card in PACK.cards if card not in table.state.hands[seat]]
                answers = [table.act(seat, Play(card)) for card in table.chance.sample(others, FEW)]
                assert len({(answer.status, answer.body, *_lasting(answer)) for answer in answers}) == 1
            table.go_on()


def _lasting(answer: Answer) -> list[tuple[str, str]]:
    return sorted(item for item in answer.headers.items() if item[0] != "date")


@pytest.mark.parametrize(
    "answer",
    [
        Answer(409, {}, b'{"detail": "You do not hold that card.", "legal_actions": [{"body": {"card": "QS"}}]}'),
        Answer(422, {}, b'{"errors":{"card":["\\"QS\\" is not yours"]}}'),
        Answer(200, {"x-last": "QS"}, b"{}"),
        Answer(200, {}, b'{"note":"hand_QSx"}'),
        Answer(404, {}, b'{"instance":"/v1/shooter/sessions/QS/bid"}'),
    ],
    ids=["in a list", "in a message", "in a header", "among small letters", "where a session's id should be"],
)
def test_a_card_that_is_named_is_heard(answer: Answer) -> None:
    assert named([answer], {Card("QS")})
    assert not named([answer], {Card("KS")})


def test_the_letters_of_a_sessions_id_name_no_card() -> None:
    told = b'{"id":"abcdefghQSjklmnopqrstu","url":"/v1/shooter/sessions/abcdefghQSjklmnopqrstu/bid"}'
    assert not named([Answer(200, {"location": "/v1/shooter/sessions/abcdefghQSjklmnopqrstu"}, told)], {Card("QS")})
