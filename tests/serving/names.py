"""A name server on loopback, which knows one name and tells it as a container's would: every address that has it."""

import socket
import struct
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

_HEAD = struct.Struct(">6H")
_ADDRESS = 1  # the type of a record with an address of the old kind
_FOUND, _NO_SUCH_NAME = 0x8580, 0x8583
_LIFE = 1  # seconds that an answer may be kept
_SAME_NAME = 0xC00C  # as in the question


@contextmanager
def name_server(name: str, addresses: Sequence[str]) -> Iterator[int]:
    """Its port."""
    with socket.socket(type=socket.SOCK_DGRAM) as line:
        line.bind(("127.0.0.1", 0))
        port = line.getsockname()[1]
        answering = threading.Thread(target=_answer, args=(line, name, addresses), daemon=True)
        answering.start()
        try:
            yield port
        finally:
            line.sendto(b"", ("127.0.0.1", port))  # nobody else asks so little
            answering.join()


def _answer(line: socket.socket, name: str, addresses: Sequence[str]) -> None:
    while True:
        question, caller = line.recvfrom(4096)
        if not question:
            return
        asked, end = _name(question)
        (kind,) = struct.unpack_from(">H", question, end)
        found = addresses if asked == name and kind == _ADDRESS else ()
        flags = _FOUND if asked == name else _NO_SUCH_NAME
        head = _HEAD.pack(struct.unpack_from(">H", question)[0], flags, 1, len(found), 0, 0)
        records = [
            struct.pack(">3HLH", _SAME_NAME, _ADDRESS, 1, _LIFE, 4) + socket.inet_aton(address) for address in found
        ]
        line.sendto(head + question[_HEAD.size : end + 4] + b"".join(records), caller)


def _name(question: bytes) -> tuple[str, int]:
    """What is asked for, and where that ends."""
    labels, at = [], _HEAD.size
    while length := question[at]:
        labels.append(question[at + 1 : at + 1 + length].decode())
        at += 1 + length
    return ".".join(labels), at + 1
