"""What a store is found to be: which server, which version, and what a step that it has acknowledged survives."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from redis.exceptions import ResponseError

from server.sessions.link import Link
from server.sessions.store import Condition, Durability, StoreUnavailable

_OLDEST = {"valkey": (7, 2), "redis": (7, 0)}  # that know the flags of a script and ``SET NX GET``
UNTOLD = "not told"

_BY_STRENGTH = (Durability.NONE, None, Durability.EVERYSEC, Durability.ALWAYS)


def condition(link: Link) -> Condition:
    """Of a store of several servers, what is true of all. Raises ``StoreUnavailable`` for one that takes no steps."""
    found = [_condition(*replies) for replies in link.ask_all(("INFO",), ("CONFIG", "GET", "appendfsync"))]
    weakest = min(found, key=lambda one: _BY_STRENGTH.index(one.durability))
    return replace(weakest, replicas=min(one.replicas for one in found))


def shortcoming(found: Condition, promised: Durability | None) -> str | None:
    """In what way the store is less than was promised, if it is."""
    if promised is Durability.REPLICATED and not found.replicas:
        return "it has no replica: nothing can be replicated"
    if promised in (Durability.ALWAYS, Durability.EVERYSEC) and found.durability not in (promised, Durability.ALWAYS):
        return (
            f"it promises less than {promised} (it is {found.durability or UNTOLD}): set `appendonly yes` and "
            f"`appendfsync {promised}` there, or ask for less with --durability"
        )
    return None


def is_too_old(found: Condition) -> bool:
    try:
        return tuple(map(int, found.version.split(".")[:2])) < _OLDEST.get(found.name, (0,))
    except ValueError:  # it is not told
        return False


def oldest(name: str) -> str:
    """The oldest version of a server that will do."""
    return ".".join(map(str, _OLDEST[name]))


def _condition(info: Any, appendfsync: Any) -> Condition:
    """From what a server says; those that are rented out tell less, or nothing."""
    told = {} if isinstance(info, ResponseError) else _fields(info)
    if told.get("loading", "0") != "0" or told.get("role") == "slave":  # it tells this, and would take nothing
        raise StoreUnavailable
    name = told.get("server_name", "redis")
    return Condition(
        name=name,
        version=told.get(f"{name}_version", told.get("redis_version", UNTOLD)),
        durability=_durability(told, appendfsync),
        eviction=told.get("maxmemory_policy", UNTOLD),
        replicas=int(told.get("connected_slaves", 0)),
        clustered=told.get("cluster_enabled") == "1",
    )


def _durability(told: Mapping[str, str], appendfsync: Any) -> Durability | None:
    """None where the server does not tell how often it writes to disk."""
    if told.get("aof_enabled") == "0":
        return Durability.NONE
    if "aof_enabled" not in told or isinstance(appendfsync, ResponseError) or len(appendfsync) < 2:
        return None
    how_often = appendfsync[1].decode()
    return Durability.NONE if how_often == "no" else Durability(how_often)


def _fields(text: bytes) -> dict[str, str]:
    lines = (line.partition(":") for line in text.decode().splitlines() if ":" in line)
    return {name: value for name, _, value in lines}
