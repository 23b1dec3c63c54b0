"""Where paths lead, remembered.

Werkzeug finds its way part by part with every request, and looks at the name that the server was asked by. But paths
that differ in the session alone lead to the same place, and all names do: a name is looked at for whether it can be
one, and no more. Flask's ``SERVER_NAME`` and ``TRUSTED_HOSTS`` mean nothing here, and nobody is sent elsewhere.
"""

from functools import lru_cache
from typing import Any, TypeAlias

from flask import Request
from werkzeug.routing import Map, MapAdapter, Rule
from werkzeug.wsgi import get_host

Known: TypeAlias = dict[tuple[str, ...], Rule]
"""Routes by their parts: a method, then all but the session. Only what was found is among them."""

_NAMES = 256  # that are remembered
_AS_FLASK_ASKS = {"return_rule": True}


class Paths:
    """The paths of one *map*."""

    def __init__(self, url_map: Map) -> None:
        self._map = url_map
        self._known: Known = {}
        self._look_at = lru_cache(_NAMES)(self._bind)

    def of(self, request: Request) -> "Path":
        """Where *request* leads. Raises ``BadHost`` for a name that cannot be one."""
        self._look_at(request.environ.get("HTTP_HOST", ""))
        return Path(self._known, self._map, "", request.root_path, "", request.scheme, request.path, request.method)

    def _bind(self, name: str) -> MapAdapter:
        return self._map.bind(get_host({"wsgi.url_scheme": "http", "HTTP_HOST": name}))


class Path(MapAdapter):
    """Werkzeug's, which knows some."""

    def __init__(self, known: Known, *where: Any) -> None:
        super().__init__(*where)
        self._known = known

    def match(self, *args: Any, **kwargs: Any) -> Any:
        _, *parts = self.path_info.split("/", 5)
        session_id = parts[3] if len(parts) > 3 and not args and kwargs == _AS_FLASK_ASKS else ""
        others = (self.default_method, *parts[:3], *parts[4:])
        if session_id and others in self._known:
            return self._known[others], {"session_id": session_id}
        rule, found = super().match(*args, **kwargs)
        if session_id and found == {"session_id": session_id}:
            self._known[others] = rule
        return rule, found
