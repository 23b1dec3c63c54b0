"""Time that passes at a table without anybody waiting: the deadline in the store is put back instead."""

from redis import Redis

from server.game import replace
from server.sessions.codec import Codec
from server.sessions.record import document, document_key, read_document
from server.sessions.store import Stored, address_of
from tests.games.random_play import GAMES
from tests.web.seats import Seat

AGO = 60_000  # milliseconds


def time_runs_out(memory: Redis, seat: Seat) -> None:
    """The turn at the table of *seat* has been over for a minute."""
    game = seat.url.split("/")[2]
    name, codec = document_key(address_of(game, seat.id)), Codec(GAMES[game])
    kept = memory.get(name)
    assert isinstance(kept, bytes)
    stored = read_document(kept)
    assert stored
    session = codec.read_session(stored.body)
    assert session.deadline, "there is no clock, or nobody to act"
    late = replace(session, deadline=session.deadline - session.state.options.turn_seconds * 1000 - AGO)
    memory.set(name, document(Stored(stored.tag, codec.session(late))), keepttl=True)
