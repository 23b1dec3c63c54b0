"""Servers on two hosts and their store on a third are one house to a player on a fourth, and a wire that is cut is told
of by the one behind it and felt by nobody else.
"""

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass

import pytest

from server.catalogue import CATALOGUE
from tests.faults.client import Answer, Client
from tests.faults.formations import Node, until
from tests.serving.evening import Doors, Evening
from tests.serving.hosts import Host, NoHosts, joined
from tests.serving.server import Server

GAMES = [entry.game.name for entry in CATALOGUE]
HALF_A_SECOND = 0.5
ROUNDS = 10
ELSEWHERE = ("198.51.100.1", 80)
DURABLE = ("--appendonly", "yes", "--appendfsync", "always", "--maxmemory-policy", "noeviction")
NO_PASSWORD = ("--protected-mode", "no")


@dataclass
class House:
    """The *servers* listen on every address of *hosts*, and their store is elsewhere, as is the player *outside*."""

    hosts: list[Host]
    servers: list[Server]
    outside: Host

    def from_outside(self, number: int) -> Client:
        """To one of the servers, for whoever is at the player's host."""
        return Client(f"http://{self.hosts[number].address}:{self.servers[number].port}")

    def from_within(self, number: int) -> Client:
        """To one of the servers, for whoever is at its host."""
        return Client(f"http://127.0.0.1:{self.servers[number].port}")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("hosts")
    with ExitStack() as ends:
        try:
            *hosts, shelf, outside = ends.enter_context(joined(4))
        except NoHosts as why:
            pytest.skip(f"there can be no other hosts: {why}")
        with shelf.inside():
            store = Node(folder, (*DURABLE, *NO_PASSWORD), host=shelf.address)
            ends.callback(store.stop)
            store.start()
        environment = {"LEVERSTOKE_STORE": store.url, "LEVERSTOKE_SECRET_KEY": "for tests"}
        servers = []
        for host in hosts:
            with host.inside():
                server = Server(folder, ("--workers", "1"), environment, host="0.0.0.0")
                servers.append(ends.enter_context(server))
        yield House(hosts, servers, outside)


@pytest.mark.parametrize("game", GAMES)
def test_a_session_is_played_to_its_end_at_both_hosts_in_turn(house: House, game: str) -> None:
    with house.outside.inside(), house.from_outside(0) as one, house.from_outside(1) as other:
        Evening(game, Doors([one, other]), "readme").sit_down().play().is_kept(one, other)


def test_there_is_no_way_out_of_the_house(house: House) -> None:
    for host in (*house.hosts, house.outside):
        with host.inside(), socket.socket() as line, pytest.raises(OSError, match="unreachable"):
            line.connect(ELSEWHERE)


@pytest.mark.parametrize("at_the_switch", [False, True], ids=["at its own end", "at the other end"])
def test_a_host_whose_wire_is_cut_says_so_at_once_and_the_other_plays_on(house: House, at_the_switch: bool) -> None:
    cut, whole = 0, 1
    with ExitStack() as stack:
        with house.outside.inside():
            player = stack.enter_context(house.from_outside(whole))
            evening = Evening("shooter", player, "readme").sit_down().play(5)
        with house.hosts[cut].inside():
            neighbour = stack.enter_context(house.from_within(cut))
            assert neighbour.call("GET", evening.url).status == 200
        house.hosts[cut].unplug(at_the_switch=at_the_switch)
        try:
            told = [_timed(neighbour, evening.url) for _ in range(ROUNDS)]
            assert {(answer.status, answer.code) for answer, _ in told} == {(503, "store_unavailable")}
            assert all("retry-after" in answer.headers for answer, _ in told)
            assert sorted(seconds for _, seconds in told)[ROUNDS // 2] < HALF_A_SECOND
            assert max(seconds for _, seconds in told) < 2 * HALF_A_SECOND, "a busy machine is granted as much again"
            assert neighbour.call("GET", "/v1/games").status == 200, "what needs no store is answered as ever"
            evening.play(10)
        finally:
            house.hosts[cut].plug_in(at_the_switch=at_the_switch)
        until("it is good again", lambda: neighbour.call("GET", evening.url).status == 200, seconds=5)
        evening.play()
        evening.is_kept(player, neighbour)


def _timed(client: Client, path: str) -> tuple[Answer, float]:
    begin = time.monotonic()
    answer = client.call("GET", path)
    return answer, time.monotonic() - begin
