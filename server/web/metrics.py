"""``/metrics``: what was counted, for Prometheus, and for nobody who plays.

How long the house thinks and what is refused with which code tell of cards, so these numbers are for whoever runs the
server. With ``LEVERSTOKE_METRICS_TOKEN`` that is who bears it, from anywhere. Without, it is who asks on the machine
itself: over loopback, by a name of loopback, with nothing that a proxy or a page in a browser would add. To all others
there is nothing here. A proxy on this machine that adds nothing to a request, and nginx does not unless it is told to,
is not told from its neighbours: behind one, set the token, or have it keep the path to itself.

Sessions are counted as they are opened and as they end. How many are open, and how many stand in the lobbies, is the
store's to say, and asked of it with each reading; so is how many keys it has.
"""

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from contextlib import suppress
from ipaddress import ip_address
from itertools import accumulate

from flask import Flask, Request, Response, request
from prometheus_client import Metric
from prometheus_client.exposition import choose_encoder
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily

from server import meters
from server.catalogue import CATALOGUE
from server.config import Settings
from server.game import Refused
from server.sessions.store import OutcomeUnknown, Store, StoreUnavailable

_BETWEEN = (
    "HTTP_FORWARDED",
    "HTTP_VIA",
    "HTTP_X_REAL_IP",
    "HTTP_X_CLIENT_IP",
    "HTTP_TRUE_CLIENT_IP",
    "HTTP_CF_CONNECTING_IP",
    "HTTP_ORIGIN",
)
"""What a proxy, or a browser that reads for a page, adds; and there is ``X-Forwarded-`` and whatever."""


def add_metrics_route(app: Flask, settings: Settings, store: Store) -> None:
    lobbies = [entry.game.name for entry in CATALOGUE]

    @app.get("/metrics")
    def metrics() -> Response:
        if not _may_read(request, settings.metrics_token):
            raise Refused("not_found")
        encode, content_type = choose_encoder(request.headers.get("Accept", ""))
        return Response(encode(_Reading(store, lobbies)), content_type=content_type)


class _Reading:
    """All figures at one moment, as prometheus_client collects them."""

    def __init__(self, store: Store, lobbies: Sequence[str]) -> None:
        self._store = store
        self._lobbies = lobbies

    def collect(self) -> Iterator[Metric]:
        yield from map(_family, meters.METERS)
        census = None
        with suppress(StoreUnavailable, OutcomeUnknown):
            census = self._store.census(self._lobbies)
        yield GaugeMetricFamily(f"{meters.PREFIX}store_up", "Whether the store answers.", value=census is not None)
        listed = GaugeMetricFamily(
            f"{meters.PREFIX}sessions_listed", "Sessions that stand in the lobbies.", labels=["game", "status"]
        )
        still_open = GaugeMetricFamily(
            f"{meters.PREFIX}sessions_open", "Sessions that have neither ended nor expired.", labels=["game"]
        )
        keys = GaugeMetricFamily(f"{meters.PREFIX}store_keys", "Keys in the store, whoever has put them there.")
        if census:
            if census.keys is not None:
                keys.add_metric([], census.keys)
            for (game, status), number in census.listed.items():
                listed.add_metric([game, status], number)
            for game, number in census.open.items():
                still_open.add_metric([game], number)
        yield from (listed, still_open, keys)


def _family(meter: meters.Meter) -> Metric:
    if isinstance(meter, meters.Histogram):
        times = HistogramMetricFamily(meter.name, meter.told, labels=meter.labels)
        for figure in meter.read():
            times.add_metric(figure.words, _buckets(meter, figure), figure.numbers[0])
        return times
    kind = GaugeMetricFamily if isinstance(meter, meters.Gauge) else CounterMetricFamily
    family = kind(meter.name, meter.told, labels=meter.labels)
    for figure in meter.read():
        family.add_metric(figure.words, figure.numbers[0])
    return family


def _buckets(meter: meters.Histogram, figure: meters.Figure) -> list[tuple[str, float]]:
    """How many took up to each bound, those below it among them."""
    bounds = (*(f"{float(bound)}" for bound in meter.bounds), "+Inf")
    return list(zip(bounds, accumulate(figure.numbers[1:]), strict=True))


def _may_read(asked: Request, token: str | None) -> bool:
    if token:
        scheme, _, borne = asked.headers.get("Authorization", "").partition(" ")
        same = hmac.compare_digest(_hash(borne.strip().encode("latin-1", "replace")), _hash(token.encode()))
        return scheme.lower() == "bearer" and same
    environ = asked.environ
    if environ.get("SERVER_PROTOCOL") == "HTTP/1.0":  # as nginx before 1.29.7 speaks it, unless told otherwise
        return False
    if any(name in _BETWEEN or name.startswith("HTTP_X_FORWARDED") for name in environ):
        return False  # declared proxies' too: so the address is that of the connection
    return _is_here(environ.get("REMOTE_ADDR")) and _is_here(_host(asked))


def _hash(text: bytes) -> bytes:
    return hashlib.sha256(text).digest()


def _host(asked: Request) -> str:
    """The name it was asked by: a page may have its own name lead here, and then needs no leave to read."""
    host = asked.host
    return host.partition("]")[0].lstrip("[") if host.startswith("[") else host.partition(":")[0]


def _is_here(name: str | None) -> bool:
    """Whether a name or an address is one of loopback."""
    if name == "localhost":
        return True
    try:
        address = ip_address(name or "")
    except ValueError:
        return False
    return (getattr(address, "ipv4_mapped", None) or address).is_loopback
