"""A bad line between a client and its server: replies that never come, answers cut short, streams that break off."""

import socket
from random import Random
from typing import BinaryIO

from tests.faults.carrier import Carrier
from tests.faults.proxies import message

LOST, HALVED = 0.06, 0.03  # of all answers
LONGEST = 4000  # bytes of a stream, before it breaks off

_PIECE = 65536


class LossyLine(Carrier):
    """To the server at *upstream*. Counts ``lost`` and ``halved`` answers, and ``cut`` streams.

    The server has always done what was asked, and answered it.
    """

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def _carry(self, near: socket.socket, chance: Random) -> None:
        with near.makefile("rb") as reader:
            while request := message(reader):
                far = self._dial()
                try:
                    # A connection that ends with the answer: a stream that is over shows at once.
                    far.sendall(request.replace(b"\r\n", b"\r\nConnection: close\r\n", 1))
                    if b"text/event-stream" in request.lower():
                        self._cut(far, near, chance.randrange(1, LONGEST))
                        return
                    with far.makefile("rb") as answers:
                        answer = _answer(answers)
                finally:
                    self._close(far)
                fate = chance.random()
                if fate < LOST:
                    self._count("lost")
                    return
                if fate < LOST + HALVED:
                    self._count("halved")
                    near.sendall(answer[: chance.randrange(1, len(answer))])
                    return
                near.sendall(answer)

    def _cut(self, far: socket.socket, near: socket.socket, left: int) -> None:
        """Carry so many bytes of a stream, and hang up. One that ends before is carried whole."""
        while piece := far.recv(min(left, _PIECE)):
            near.sendall(piece)
            left -= len(piece)
            if not left:
                self._count("cut")
                return


def _answer(reader: BinaryIO) -> bytes:
    """One whole answer: its head, and as many bytes as that tells of."""
    head, length = b"", 0
    while (line := reader.readline()) not in (b"\r\n", b""):
        name, _, value = line.partition(b":")
        length = int(value) if name.lower() == b"content-length" else length
        head += line
    return head + b"\r\n" + reader.read(length)
