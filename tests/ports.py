"""Ports of this machine, each given to one process only: whoever is about to listen does so a moment later."""

import fcntl
import os
import socket
import tempfile
from functools import cache
from pathlib import Path

_FIRST, _END = 20_000, 32_000  # below the range that the system gives to outgoing connections

_given: set[int] = set()


@cache
def _ledger_of_ports() -> int:
    """A file whose bytes stand for ports; the process that was given one holds its lock for as long as it lives."""
    return os.open(Path(tempfile.gettempdir()) / f"leverstoke-ports-{os.getuid()}", os.O_RDWR | os.O_CREAT, 0o600)


def _is_ours(port: int) -> bool:
    """Whether nobody else was given a port, who may be about to listen there. It is ours from now on."""
    try:
        fcntl.lockf(_ledger_of_ports(), fcntl.LOCK_EX | fcntl.LOCK_NB, 1, port)
    except OSError:
        return False
    return True


def free_port() -> int:
    """A port nobody listens on; another each time, in all processes of all suites of one user."""
    begin = os.getpid() * 11  # processes that start together do not look at each other's first
    for number in range(_END - _FIRST):
        port = _FIRST + (begin + number) % (_END - _FIRST)
        if port in _given or not _is_ours(port):
            continue
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)):
                try:
                    probe.bind(("127.0.0.1", port))
                except OSError:
                    continue
                _given.add(port)
                return port
    raise RuntimeError(f"no free port below {_END}")
