"""Several hosts on one machine: network namespaces on a switch of their own, which no other wire goes to.

Their addresses are of the net that is kept for examples, and exist nowhere else: whoever is not inside one of these
hosts cannot reach them, and nobody inside can reach anybody else. The switch is in a namespace too, so the machine's
own network is never touched.
"""

import ctypes
import itertools
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

_CLONE_NEWNET = 0x40000000
_OWN = Path("/proc/thread-self/ns/net")
_libc = ctypes.CDLL(None, use_errno=True)
_numbers = itertools.count()


class NoHosts(Exception):
    """This machine does not let us have namespaces; the message says why."""


@dataclass(frozen=True, slots=True)
class Host:
    """A namespace called *name*, with *address* at the end of its only wire."""

    name: str
    address: str
    switch: str
    port: str  # of the switch

    @contextmanager
    def inside(self) -> Iterator[None]:
        """Connections that this thread opens are this host's, and so are processes that it starts."""
        own = os.open(_OWN, os.O_RDONLY)
        there = os.open(f"/run/netns/{self.name}", os.O_RDONLY)
        try:
            _enter(there)
            yield
        finally:
            _enter(own)
            os.close(there)
            os.close(own)

    def unplug(self, *, at_the_switch: bool) -> None:
        self._set("down", at_the_switch=at_the_switch)

    def plug_in(self, *, at_the_switch: bool) -> None:
        self._set("up", at_the_switch=at_the_switch)

    def _set(self, state: str, *, at_the_switch: bool) -> None:
        name, wire = (self.switch, self.port) if at_the_switch else (self.name, "eth0")
        _ip("-n", name, "link", "set", wire, state)


@contextmanager
def joined(number: int) -> Iterator[list[Host]]:
    """So many hosts on one switch. Raises ``NoHosts`` where that cannot be."""
    if shutil.which("ip") is None:
        raise NoHosts("ip is not installed (Debian: iproute2)")
    if os.geteuid() != 0:
        raise NoHosts("only root may make network namespaces")
    mark = f"leverstoke-{os.getpid()}-{next(_numbers)}"
    with ExitStack() as ends:
        switch = _namespace(ends, f"{mark}-switch")
        _ip("-n", switch, "link", "add", "switch", "type", "bridge")
        _ip("-n", switch, "link", "set", "switch", "up")
        yield [_host(ends, f"{mark}-{n}", f"192.0.2.{n}", switch, f"port{n}") for n in range(1, number + 1)]


def _host(ends: ExitStack, name: str, address: str, switch: str, port: str) -> Host:
    _namespace(ends, name)
    _ip("link", "add", "eth0", "netns", name, "type", "veth", "peer", "name", port, "netns", switch)
    _ip("-n", switch, "link", "set", port, "master", "switch", "up")
    _ip("-n", name, "address", "add", f"{address}/24", "dev", "eth0")
    _ip("-n", name, "link", "set", "eth0", "up")
    _ip("-n", name, "link", "set", "lo", "up")
    return Host(name, address, switch, port)


def _namespace(ends: ExitStack, name: str) -> str:
    """A new one, whose wires go with it."""
    _ip("netns", "add", name)
    ends.callback(_ip, "netns", "delete", name)
    return name


def _ip(*arguments: str) -> None:
    told = subprocess.run(["ip", *arguments], capture_output=True, text=True, check=False)
    if told.returncode:
        raise NoHosts(f"ip {' '.join(arguments)}: {told.stderr.strip()}")


def _enter(namespace: int) -> None:
    if _libc.setns(namespace, _CLONE_NEWNET):
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
