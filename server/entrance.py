"""The entrance: who lets a client in.

The workers of a server listen at one door, and whoever looks first has the client for as long as they stay. Of eight
that come at once one worker may get seven. So who has more than another steps back for a moment, and then lets one in:
beside a worker that hangs or has just begun, the others let one in every moment.

gevent has nothing for this but what it does itself when it cannot accept: stop, and come back by a timer.
"""

from typing import Any

from gevent.server import StreamServer

from server import meters

_MOMENT = 0.002  # seconds


class Entrance(StreamServer):  # type: ignore[misc]
    """gevent's, of a worker that leaves a client to one who has fewer; if none comes, it lets them in itself."""

    _insists = False

    def do_read(self) -> Any:
        if self._insists or not meters.connections.leads():
            return super().do_read()
        self.stop_accepting()
        self._timer = self.loop.timer(_MOMENT)
        self._timer.start(self._come_back, update=True)
        return None

    def _come_back(self) -> None:
        """Take whoever is still there, and go on, unless that has failed and is to be tried again later."""
        self.stop_accepting()
        self._insists = True
        try:
            self._do_read()
        finally:
            self._insists = False
        if self._timer is None and not self.full():
            self._start_accepting_if_started()
