"""Messengers who lose letters: proxies that carry what is said late, twice, or not at all.

``HttpProxy`` stands between clients and the server and knows where a request ends; ``StoreProxy`` stands between the
server and its store and hands bytes on as they come, for a reply may arrive in several pieces.
"""

import selectors
import socket
from dataclasses import dataclass
from random import Random
from typing import BinaryIO

from tests.faults.carrier import Carrier

_PIECE = 65536


@dataclass(frozen=True, slots=True)
class Chances:
    """How likely a request meets each fault; each is drawn for itself. ``longest``: seconds of a delay."""

    lost_request: float = 0.0
    lost_reply: float = 0.0
    doubled: float = 0.0
    delayed: float = 0.0
    longest: float = 0.02


class HttpProxy(Carrier):
    """Between clients and the server at *upstream*. Counts ``lost_request``, ``lost_reply``, ``doubled``, ``delayed``.

    What is lost shows at once: the client's connection is closed, for a lost reply after the server has answered. The
    chances of a connection follow from *seed* and how many came before it.
    """

    def __init__(self, upstream: str, chances: Chances, seed: str = "letters") -> None:
        super().__init__(upstream, seed)
        self._chances = chances
        self._idle: list[socket.socket] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def losses(self) -> int:
        return self.counted("lost_request") + self.counted("lost_reply")

    def _carry(self, near: socket.socket, chance: Random) -> None:
        def meets(fault: str) -> bool:
            if chance.random() >= getattr(self._chances, fault):
                return False
            self._count(fault)
            return True

        with near.makefile("rb") as reader:
            while request := message(reader):
                if meets("delayed"):
                    self._left.wait(chance.uniform(0, self._chances.longest))
                if meets("lost_request"):
                    return
                replies = self._asked(request, times=2 if meets("doubled") else 1)
                if meets("lost_reply"):
                    return
                near.sendall(chance.choice(replies))

    def _asked(self, request: bytes, times: int) -> list[bytes]:
        """What the server answers to *request*, asked so many *times* at once."""
        lines = [self._idle.pop() if self._idle else self._dial() for _ in range(times)]
        try:
            for line in lines:
                line.sendall(request)
            replies = [_reply(line) for line in lines]
        except OSError:
            for line in lines:
                self._close(line)
            raise
        self._idle += lines
        return replies

    def __exit__(self, *exception: object) -> None:
        super().__exit__(*exception)
        for line in self._idle:
            self._close(line)


@dataclass(frozen=True, slots=True)
class _Mode:
    deaf: bool = False
    seconds: float = 0.0
    lost: float = 0.0
    containing: bytes = b""


class StoreProxy(Carrier):
    """Between the server and the store at *upstream*; how it carries can be changed while it runs.

    Counts ``unheard``, commands it has kept to itself, and ``unsaid``, replies. A connection that has lost something is
    lost: nothing comes back on it again, as on one whose cable was pulled.
    """

    def __init__(self, upstream: str, seed: str = "letters") -> None:
        super().__init__(upstream, seed)
        self._mode = _Mode()

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def pass_on(self) -> None:
        """Carry everything at once, as at the start."""
        self._be(_Mode())

    def refuse(self) -> None:
        """Be away: nobody listens, and connections that were open are reset."""
        self._mode = _Mode(deaf=True)
        self._stop_listening()
        self._hang_up()

    def black_hole(self) -> None:
        """Accept connections and commands, and do nothing with them."""
        self._be(_Mode(deaf=True))

    def slow(self, seconds: float) -> None:
        """Carry every command so much later. It arrives even if whoever sent it has hung up by then."""
        self._be(_Mode(seconds=seconds))

    def drop_reply(self, chance: float = 1.0, containing: bytes = b"") -> None:
        """Have commands with *containing* in them carried out, and by *chance* not answered."""
        self._be(_Mode(lost=chance, containing=containing))

    def _be(self, mode: _Mode) -> None:
        self._mode = mode
        if self._listener is None:
            self._listen()

    def _carry(self, near: socket.socket, chance: Random) -> None:
        far = self._dial()
        try:
            self._relay(near, far, chance)
        finally:
            self._close(far)

    def _relay(self, near: socket.socket, far: socket.socket, chance: Random) -> None:
        unheard = unsaid = False
        before = b""
        with selectors.DefaultSelector() as both:
            for end in (near, far):
                both.register(end, selectors.EVENT_READ)
            while True:
                ready = [key.fileobj for key, _ in both.select()]
                mode = self._mode
                if near in ready:
                    if not (piece := near.recv(_PIECE)):
                        return
                    unheard = unheard or mode.deaf
                    if unheard:
                        self._count("unheard")
                        continue
                    said = before + piece
                    unsaid = unsaid or (mode.containing in said and chance.random() < mode.lost)
                    before = said[max(len(said) - len(mode.containing) + 1, 0) :] if mode.containing else b""
                    self._left.wait(mode.seconds)
                    far.sendall(piece)
                if far in ready:
                    if not (piece := far.recv(_PIECE)):
                        return
                    unsaid = unsaid or mode.deaf
                    if unsaid:
                        self._count("unsaid")
                    else:
                        near.sendall(piece)


def message(reader: BinaryIO) -> bytes:
    """The next HTTP request or answer, whole; nothing once the connection has ended. Its body needs Content-Length."""
    head, length = [], 0
    while (line := reader.readline()) != b"\r\n":
        if not line:
            return b""
        head.append(line)
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            length = int(value)
    body = reader.read(length)
    return b"".join([*head, b"\r\n", body]) if len(body) == length else b""


def _reply(line: socket.socket) -> bytes:
    """The server's answer, whole. Raises ``OSError`` if the connection ends before."""
    with line.makefile("rb") as reader:
        if reply := message(reader):
            return reply
    raise ConnectionResetError
