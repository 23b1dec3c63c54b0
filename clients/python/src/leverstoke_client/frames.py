"""An event stream, out of the bytes it comes in (WHATWG HTML, 9.2: server-sent events)."""

from collections.abc import Iterator
from dataclasses import dataclass

MEDIA_TYPE = "text/event-stream"


@dataclass(frozen=True, slots=True)
class Frame:
    """One whole event: its ``id``, and its ``data``, which is JSON."""

    id: str
    data: str


class Frames:
    """Takes bytes as they come, cut anywhere, and gives the frames that are complete with them.

    ``retry``: seconds to wait, by the stream's own word, before it is asked for again.
    """

    def __init__(self) -> None:
        self.retry = 0.0
        self._rest = b""
        self._id = ""
        self._data: list[str] = []

    def feed(self, piece: bytes) -> Iterator[Frame]:
        *lines, self._rest = (self._rest + piece).split(b"\n")
        for line in lines:
            text = line.removesuffix(b"\r").decode()
            if text:
                self._take(text)
            elif self._data:
                yield Frame(self._id, "\n".join(self._data))
                self._data = []

    def _take(self, line: str) -> None:
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "id":
            self._id = value
        elif name == "data":
            self._data.append(value)
        elif name == "retry" and value.isdecimal():
            self.retry = int(value) / 1000
