"""What a store is found to be: which server, which version, and what a step that it has acknowledged survives."""

from typing import Any

from redis.exceptions import BusyLoadingError, ResponseError

from server.sessions.store import Condition, Durability

_OLDEST = {"valkey": (7, 2), "redis": (7, 0)}  # that know the flags of a script and ``SET NX GET``


def condition(connection: Any) -> Condition:
    """Asks the server at the end of a redis-py *connection*. Raises redis-py's errors."""
    connection.send_command("INFO")
    told = _fields(connection.read_response())
    if told["loading"] != "0":  # it tells this, and would serve nothing else yet
        raise BusyLoadingError("the store is loading what it keeps")
    name = told.get("server_name", "redis")
    return Condition(
        name=name,
        version=told.get(f"{name}_version", told["redis_version"]),
        durability=_durability(told, connection),
        eviction=told["maxmemory_policy"],
        replicas=int(told["connected_slaves"]),
    )


def is_too_old(found: Condition) -> bool:
    return tuple(map(int, found.version.split(".")[:2])) < _OLDEST.get(found.name, (0,))


def oldest(name: str) -> str:
    """The oldest version of a server that will do."""
    return ".".join(map(str, _OLDEST[name]))


def _durability(told: dict[str, str], connection: Any) -> Durability | None:
    """None where the server does not tell how often it writes to disk: rented ones do not."""
    if told["aof_enabled"] != "1":
        return Durability.NONE
    connection.send_command("CONFIG", "GET", "appendfsync")
    try:
        answer = connection.read_response()
    except ResponseError:
        return None
    pairs = answer if isinstance(answer, dict) else dict(zip(answer[::2], answer[1::2], strict=True))
    how_often = {name.decode(): value.decode() for name, value in pairs.items()}["appendfsync"]
    return Durability.NONE if how_often == "no" else Durability(how_often)


def _fields(text: bytes) -> dict[str, str]:
    lines = (line.partition(":") for line in text.decode().splitlines() if ":" in line)
    return {name: value for name, _, value in lines}
