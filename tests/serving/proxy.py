"""The proxy of ``compose.yaml``, before servers on this machine: its configuration, with other ports."""

import csv
import os
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.faults.formations import until
from tests.ports import free_port
from tests.serving.names import name_server

READY = "ready"
"""The servers that reach the store."""

_PATIENCE = 10.0  # seconds for a proxy to end


@dataclass
class Proxy:
    port: int
    process: subprocess.Popen[bytes]
    _ear: Path

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def asked(self) -> dict[str, int]:
        """How many requests each server has had, by its address."""
        return {row["addr"]: int(row["stot"]) for row in self._servers() if row["svname"] != "BACKEND"}

    def trusts(self) -> int:
        """How many servers it has found to reach the store."""
        return sum(row["status"] == "UP" for row in self._servers())

    def _servers(self) -> Iterator[Mapping[str, str]]:
        with closing(socket.socket(socket.AF_UNIX)) as line:
            line.connect(str(self._ear))
            line.sendall(f"show stat {READY} 4 -1\n".encode())
            told = b"".join(iter(lambda: line.recv(65536), b"")).decode()
        return csv.DictReader(told.removeprefix("# ").strip().splitlines())


@contextmanager
def proxy(folder: Path, configuration: str, addresses: Sequence[str], port: int) -> Iterator[Proxy]:
    """HAProxy before servers at *port* of *addresses*, once it has found all of them to be ready."""
    binary = shutil.which("haproxy", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if binary is None:
        pytest.skip("haproxy is not installed (Debian: haproxy)")
    own, ear = free_port(), folder / "ear"
    with name_server("api", addresses) as names:
        changes = {
            "maxconn 16000": f"maxconn 1000\nstats socket {ear} level operator",  # a user may not have so many files
            "parse-resolv-conf": f"nameserver tests 127.0.0.1:{names}",
            "bind :8000": f"bind 127.0.0.1:{own}",
            "api:8000": f"api:{port}",
        }
        for here, there in changes.items():
            assert here in configuration, f"{here} is not there any more"
            configuration = configuration.replace(here, there)
        file = folder / "haproxy.cfg"
        file.write_text(configuration)
        with (folder / "haproxy.log").open("wb") as log:
            process = subprocess.Popen([binary, "-db", "-f", file], stdout=log, stderr=subprocess.STDOUT)
        try:
            until("the proxy listens", lambda: ear.exists() or process.poll() is not None)
            assert process.poll() is None, (folder / "haproxy.log").read_text()
            standing = Proxy(own, process, ear)
            until("the proxy has found the servers", lambda: standing.trusts() == len(addresses))
            yield standing
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(_PATIENCE)
