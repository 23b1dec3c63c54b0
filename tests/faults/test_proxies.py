"""The messengers themselves: each loses what it is told to lose, and nothing else, and leaves nothing behind."""

import socket
import threading
import time
from collections import Counter
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from redis import Redis
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import RedisError
from redis.exceptions import TimeoutError as RedisTimeoutError

from tests.faults.client import Client, NoAnswer
from tests.faults.proxies import Chances, HttpProxy, StoreProxy
from tests.ports import free_port

PATIENCE = 0.4  # seconds that the client of a store waits
LONG = b"x" * 3_000_000  # more than any socket takes at once


class Desk(ThreadingHTTPServer):
    """Answers every request with its own body, and counts how often each came."""

    daemon_threads = True

    def __init__(self) -> None:
        self.came: Counter[str] = Counter()
        super().__init__(("127.0.0.1", free_port()), Clerk)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class Clerk(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        assert isinstance(self.server, Desk)
        self.server.came[self.path] += 1
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def desk() -> Iterator[Desk]:
    with Desk() as desk:
        threading.Thread(target=desk.serve_forever, args=(0.01,), daemon=True).start()
        yield desk
        desk.shutdown()


def post_all(proxy: HttpProxy, times: int) -> list[bool]:
    """Whether each of so many requests, told apart by their paths, was answered."""
    answered = []
    with proxy, Client(proxy.url) as client:
        for number in range(times):
            try:
                answer = client.call("POST", f"/{number}", body=[number])
            except NoAnswer:
                answered.append(False)
            else:
                assert answer.json == [number]
                answered.append(True)
    return answered


# Between client and server


def test_without_a_chance_of_faults_everything_is_carried_once(desk: Desk) -> None:
    proxy = HttpProxy(desk.url, Chances())
    assert all(post_all(proxy, 20))
    assert desk.came == {f"/{number}": 1 for number in range(20)}
    assert proxy.losses == 0


def test_a_long_message_is_carried_whole(desk: Desk) -> None:
    with HttpProxy(desk.url, Chances()) as proxy, Client(proxy.url) as client:
        assert client.call("POST", "/", body=LONG.decode()).body == b'"%s"' % LONG


def test_a_lost_reply_was_given(desk: Desk) -> None:
    proxy = HttpProxy(desk.url, Chances(lost_reply=0.5))
    answered = post_all(proxy, 60)
    assert 0 < proxy.counted("lost_reply") == answered.count(False) < 60
    assert desk.came == {f"/{number}": 1 for number in range(60)}


def test_a_lost_request_never_came(desk: Desk) -> None:
    proxy = HttpProxy(desk.url, Chances(lost_request=0.5))
    answered = post_all(proxy, 60)
    assert 0 < proxy.counted("lost_request") == answered.count(False) < 60
    assert desk.came == {f"/{number}": 1 for number in range(60) if answered[number]}


def test_a_doubled_request_comes_twice_and_is_answered_once(desk: Desk) -> None:
    proxy = HttpProxy(desk.url, Chances(doubled=0.5))
    assert all(post_all(proxy, 60))
    assert set(desk.came.values()) == {1, 2}
    assert list(desk.came.values()).count(2) == proxy.counted("doubled")


def test_a_delay_is_no_loss(desk: Desk) -> None:
    begin = time.monotonic()
    proxy = HttpProxy(desk.url, Chances(delayed=1.0, longest=0.05))
    assert all(post_all(proxy, 10))
    assert proxy.counted("delayed") == 10
    assert time.monotonic() - begin > 0.05


def test_the_same_seed_loses_the_same(desk: Desk) -> None:
    chances = Chances(lost_request=0.3, lost_reply=0.3)
    runs = [post_all(HttpProxy(desk.url, chances, seed), 40) for seed in ("one", "one", "two")]
    assert runs[0] == runs[1] != runs[2]


def test_a_server_that_is_away_gives_no_answer() -> None:
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))  # taken, so that the proxy takes another, and not listened to
        away = f"http://127.0.0.1:{nobody.getsockname()[1]}"
        with HttpProxy(away, Chances()) as proxy, Client(proxy.url) as client, pytest.raises(NoAnswer):
            client.call("GET", "/")


# Between server and store


@pytest.fixture
def through(proxy: StoreProxy) -> Iterator[Redis]:
    """A client of the store that goes through the proxy, as the server's does."""
    with Redis.from_url(proxy.url, socket_timeout=PATIENCE) as client:
        client.flushall()
        yield client


def ping(connection: socket.socket) -> bytes:
    connection.sendall(b"PING\r\n")
    return connection.recv(100)


def test_a_reply_in_many_pieces_arrives_whole(through: Redis) -> None:
    through.set("long", LONG)
    assert through.get("long") == LONG


def test_a_store_with_a_port_is_carried_to_as_one_with_a_socket_is(redis_server: str) -> None:
    with StoreProxy(redis_server) as proxy, Redis.from_url(proxy.url) as client:
        assert client.ping()


def test_who_refuses_is_not_there_and_resets_who_was(proxy: StoreProxy, through: Redis) -> None:
    with socket.create_connection(("127.0.0.1", proxy.port)) as open_before:
        assert ping(open_before) == b"+PONG\r\n"
        proxy.refuse()
        with pytest.raises(ConnectionResetError):
            open_before.recv(100)
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", proxy.port))
    with pytest.raises(RedisConnectionError):
        through.ping()
    proxy.pass_on()
    assert through.ping()


def test_a_black_hole_takes_commands_and_does_nothing(proxy: StoreProxy, through: Redis, valkey: str) -> None:
    proxy.black_hole()
    begin = time.monotonic()
    with pytest.raises(RedisTimeoutError):
        through.set("card", "QS")
    assert time.monotonic() - begin >= PATIENCE * 0.9
    assert proxy.counted("unheard") == 1
    proxy.pass_on()
    assert through.get("card") is None


def test_a_slow_messenger_arrives_late_and_does_arrive(proxy: StoreProxy, through: Redis) -> None:
    proxy.slow(PATIENCE / 2)
    begin = time.monotonic()
    assert through.ping()
    assert time.monotonic() - begin >= PATIENCE / 2
    proxy.slow(PATIENCE * 1.5)
    with pytest.raises(RedisTimeoutError):
        through.set("card", "QS")
    proxy.pass_on()
    assert through.get("card") is None
    time.sleep(PATIENCE)
    assert through.get("card") == b"QS"


def test_a_command_whose_reply_is_dropped_was_carried_out(proxy: StoreProxy, through: Redis) -> None:
    proxy.drop_reply(containing=b"QS")
    assert through.set("card", "KS")
    with pytest.raises(RedisTimeoutError):
        through.set("card", "QS")
    assert proxy.counted("unsaid") == 1
    assert through.get("card") == b"QS"


def test_a_command_from_before_is_not_remembered(proxy: StoreProxy, through: Redis) -> None:
    through.set("card", "QS")
    proxy.drop_reply(containing=b"QS")
    assert through.get("card") == b"QS"


def test_a_command_is_recognised_in_two_pieces(proxy: StoreProxy) -> None:
    proxy.drop_reply(containing=b"CARD")
    with socket.create_connection(("127.0.0.1", proxy.port), timeout=0.2) as slowly:
        slowly.sendall(b"GET CA")
        time.sleep(0.1)
        slowly.sendall(b"RD\r\n")
        with pytest.raises(TimeoutError):
            slowly.recv(100)


def test_replies_are_dropped_by_chance(proxy: StoreProxy, through: Redis) -> None:
    proxy.drop_reply(chance=0.5, containing=b"card")
    dropped = 0
    for number in range(8):
        try:
            through.set("card", number)
        except RedisError:
            dropped += 1
    assert 0 < dropped < 8


def test_left_it_has_closed_everything(valkey: str) -> None:
    before = threading.active_count()
    with StoreProxy(valkey) as proxy:
        connections = [socket.create_connection(("127.0.0.1", proxy.port)) for _ in range(50)]
        assert [ping(connection) for connection in connections] == [b"+PONG\r\n"] * 50
    assert threading.active_count() == before
    for connection in connections:
        with connection, pytest.raises(ConnectionError):
            ping(connection)
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", proxy.port))
