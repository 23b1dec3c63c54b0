"""What is the same in every answer is said once, at the start, and not worked out again each time.

No view here is a coroutine, there are no cookies, and what every answer says to caches and browsers is the same. What
is done otherwise are methods that Flask tells its users to override.
"""

from collections.abc import Callable, Sequence
from typing import Any

from flask import Flask, Request, Response
from flask.sessions import SessionInterface, SessionMixin
from werkzeug.routing import MapAdapter

from server.web.paths import Paths
from server.web.reply import Reply, asked


class NoFiles(Request):
    """Flask's, which looks for files that have come with a request, to close them."""

    def close(self) -> None:
        """There are none: nothing here reads any."""


class Application(Flask):
    """What each answer has in its headers is ``standing``; where pages from anywhere may ask, ``open_to_all`` instead.

    flask-cors says what the latter has more, and is asked where that is not all: of a preflight, and where not
    everybody's pages may ask.
    """

    request_class = NoFiles

    def __init__(self, name: str) -> None:
        super().__init__(name, static_folder=None)
        self.session_interface = NoSessions()
        self.standing: Sequence[tuple[str, str]] = ()
        self.open_to_all: Sequence[tuple[str, str]] = ()
        self._paths = Paths(self.url_map)

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        return None if request is None else self._paths.of(request)

    def process_response(self, response: Response) -> Response:
        preflight = asked().method == "OPTIONS"
        if isinstance(response, Reply) and self.open_to_all and not preflight and not self.before_request_funcs:
            response.standing = self.open_to_all
            return response
        response.headers.extend(self.standing if preflight or not self.open_to_all else self.open_to_all)
        if preflight and not response.content_length:
            del response.headers["Content-Type"]  # of nothing
        return super().process_response(response)

    def preprocess_request(self) -> Any:
        return super().preprocess_request() if self.before_request_funcs else None

    def do_teardown_request(self, *exc: Any) -> None:
        if self.teardown_request_funcs:
            super().do_teardown_request(*exc)

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        return func


class NoSessions(SessionInterface):
    """Flask's are cookies: the same nothing for everybody."""

    def __init__(self) -> None:
        self._nothing = self.null_session_class()

    def open_session(self, app: Flask, request: Request) -> SessionMixin:
        return self._nothing

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """There is nothing to save."""
