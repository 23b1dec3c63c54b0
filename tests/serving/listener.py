"""A reader of event streams that looks at every byte, and lets nothing pass that is not as the contract has it."""

import re
import socket
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

EVENT_STREAM = "text/event-stream"
PATIENCE = 20.0  # seconds; nobody waits that long for what comes

_FRAME = re.compile(rb"id: ([1-9][0-9]{0,8}-[0-9a-f]{16})\ndata: ([^\r\n]+)")
_RETRY = re.compile(rb"retry: ([0-9]+)")


class Cut(Exception):
    """The connection ended in the midst of an answer."""


class Malformed(Exception):
    """Something in a stream that has no place there."""


@dataclass(frozen=True, slots=True)
class Frame:
    """An event as it was sent, and its id."""

    id: str
    data: bytes

    @property
    def number(self) -> int:
        return int(self.id.partition("-")[0])


class Listener:
    """Asks for *path* at *port*, and has its ``status`` and ``headers``, by lower-case names.

    ``comments`` have come so far; ``retry`` is what the stream has said of that, in milliseconds; ``ended`` whether it
    has, as an answer in chunks does. *last* is the id of the event to go on after.
    """

    def __init__(
        self,
        port: int,
        path: str,
        *,
        token: str | None = None,
        last: str | None = None,
        method: str = "GET",
        version: str = "1.1",
        accept: str = EVENT_STREAM,
        patience: float = PATIENCE,
        window: int | None = None,
    ) -> None:
        self.comments = 0
        self.retry: int | None = None
        self.ended = False
        self._come = b""
        self._line = socket.socket()
        self._line.settimeout(patience)
        if window:
            self._line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, window)
        headers = {"Host": "x", "Accept": accept}
        headers |= {"Authorization": f"Bearer {token}"} if token else {}
        headers |= {"Last-Event-ID": last} if last else {}
        lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        try:
            self._line.connect(("127.0.0.1", port))
            self._line.sendall(f"{method} {path} HTTP/{version}\r\n{lines}\r\n".encode())
            self._reader = self._line.makefile("rb")
            self.status, self.headers = self._head()
        except BaseException as error:
            self._line.close()
            if isinstance(error, ConnectionError):
                raise Cut from error
            raise

    def __enter__(self) -> "Listener":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._reader.close()
        self._line.close()

    def frames(self) -> Iterator[Frame]:
        """What is told, until the end. Raises ``Cut`` and ``Malformed``; who asks again goes on where it was."""
        while (block := self._block()) is not None:
            if block == b":":
                self.comments += 1
            elif retry := _RETRY.fullmatch(block):
                self.retry = int(retry[1])
            elif frame := _FRAME.fullmatch(block):
                yield Frame(frame[1].decode(), frame[2])
            else:
                raise Malformed(block)

    def hear(self, number: int) -> list[Frame]:
        """The next so many frames; fewer if the stream ends."""
        return list(islice(self.frames(), number))

    def hear_a_comment(self) -> None:
        """Wait for the next, before which nothing else may come."""
        block = self._block()
        if block != b":":
            raise Malformed(block)
        self.comments += 1

    def rest(self) -> bytes:
        """Whatever comes until the connection is closed, as it is."""
        return self._reader.read()

    def body(self) -> bytes:
        """The body of an answer that has a length."""
        return self._reader.read(int(self.headers.get("content-length", 0)))

    def _head(self) -> tuple[int, dict[str, str]]:
        status, *lines = iter(self._reader_line, "")
        headers: dict[str, str] = {}
        for line in lines:
            name, _, value = line.partition(": ")
            name = name.lower()
            headers[name] = f"{headers[name]}, {value}" if name in headers else value
        return int(status.split()[1]), headers

    def _reader_line(self) -> str:
        line = self._reader.readline()
        if not line.endswith(b"\r\n"):
            raise Cut
        return line[:-2].decode()

    def _block(self) -> bytes | None:
        """What comes before the next empty line; None at the end."""
        while b"\n\n" not in self._come:
            piece = self._piece()
            if not piece:
                if self._come:
                    raise Malformed(self._come)
                return None
            self._come += piece
        block, _, self._come = self._come.partition(b"\n\n")
        return block

    def _piece(self) -> bytes:
        """The next chunk; nothing where there is none any more."""
        if self.ended:
            return b""
        try:
            size = int(self._reader_line(), 16)
            piece = self._reader.read(size + 2)
        except ConnectionError as error:
            raise Cut from error
        if len(piece) < size + 2:
            raise Cut
        self.ended = not size
        return piece[:-2]


def follow(port: int, path: str, *, token: str | None = None) -> list[Frame]:
    """All that is told at *path* until nothing more is to come, as EventSource reads it: come again, until 204."""
    heard: list[Frame] = []
    while True:
        with Listener(port, path, token=token, last=heard[-1].id if heard else None) as listener:
            if listener.status == 204:
                return heard
            heard += listener.frames()


def as_listed(frames: list[Frame]) -> bytes:
    """The body of an answer that lists these events."""
    return b'{"events":[' + b",".join(frame.data for frame in frames) + b"]}"


def heard_until_cut(port: int, path: str, last: str | None, most: int) -> list[Frame]:
    """The whole frames among the first *most* bytes that come, after which the line is cut.

    In HTTP/1.0, where a stream is nothing but its bytes.
    """
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as line:
        behind = f"Last-Event-ID: {last}\r\n" if last else ""
        line.sendall(f"GET {path} HTTP/1.0\r\nHost: x\r\nAccept: {EVENT_STREAM}\r\n{behind}\r\n".encode())
        come = b""
        while len(come) < most and (more := line.recv(most - len(come))):
            come += more
    *frames, _ = come.partition(b"\r\n\r\n")[2].split(b"\n\n")
    matches = (_FRAME.fullmatch(frame) for frame in frames)
    return [Frame(found[1].decode(), found[2]) for found in matches if found]
