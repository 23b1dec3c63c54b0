"""What a seat at a Shooter table has seen, as numbers: its hand, what is out, who holds how many and lacks which suits.

A suit that a seat has not followed it lacks, until it plays a card of it after all: at an honour table that happens.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from server.bots.shooter.hands import ALL, number, place_of
from server.bots.shooter.playout import OpenTrick, with_card
from server.cards import Suit
from server.game import Seat
from server.games.shooter import LEVELS, Call, Memory


@dataclass(frozen=True, slots=True)
class Sight:
    seat: Seat
    players: int
    hand: int
    out: int
    """The cards that the others hold."""
    held: tuple[int, ...]
    """How many cards each seat holds."""
    played: tuple[int, ...]
    """The cards that each seat has played."""
    lacks: tuple[int, ...]
    """The suits that each seat has shown to be out of."""
    trick: OpenTrick

    @property
    def others(self) -> tuple[Seat, ...]:
        """Clockwise."""
        return tuple((self.seat + n) % self.players for n in range(1, self.players))

    @property
    def behind(self) -> int:
        """How many are still to play to the trick after this seat."""
        return self.players - 1 - self.trick.laid

    @property
    def ruffed(self) -> int:
        """The suits that another seat is out of."""
        suits = 0
        for other in self.others:
            suits |= self.lacks[other]
        return suits


def sight(memory: Memory, seat: Seat, trump: Suit | None) -> Sight:
    """What *seat* has seen, with *trump* on top."""
    players = len(memory.players)
    played, lacks = [0] * players, [0] * players
    trick = OpenTrick()
    for plays in (*(trick.plays for trick in memory.tricks), memory.trick):
        trick, led = OpenTrick(), None
        for laid in plays:
            suit, card = laid.card.suit, number([laid.card], trump)
            assert suit is not None, "there is no joker in this pack"
            led = led or suit
            trick = with_card(trick, laid.seat, card)
            played[laid.seat] |= card
            lacks[laid.seat] &= ~place_of(suit, trump)
            if suit is not led:
                lacks[laid.seat] |= place_of(led, trump)
    hand = number(memory.hand or (), trump)
    return Sight(
        seat=seat,
        players=players,
        hand=hand,
        out=ALL & ~hand & ~sum(played),
        held=tuple(player.cards for player in memory.players),
        played=tuple(played),
        lacks=tuple(lacks),
        trick=trick,
    )


def auction(memory: Memory) -> Sequence[tuple[Seat, int, int]]:
    """The calls so far in order: seat, the level that had been bid before, the level called, 0 for a pass."""
    players = len(memory.players)
    dealer, before = memory.dealer or 0, 0
    calls = []
    for n in range(1, players + 1):
        seat = (dealer + n) % players
        call = memory.players[seat].call
        if call is None:
            break
        level = 0 if call is Call.PASS else LEVELS[call]
        calls.append((seat, before, level))
        before = max(before, level)
    return calls
