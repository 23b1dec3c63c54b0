"""How a sharp player thinks: deal the hidden hands as they may lie, play each deal out, do what comes out best.

What comes out best is what makes winning the session the likeliest, not what takes the most tricks. The work is fixed
by what everybody sees: as many deals and as many playouts for a forced card as for a choice of six.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from random import Random
from typing import TypeAlias

from server.bots import Advice
from server.bots.shooter.bidding import Bidding
from server.bots.shooter.hands import number, trumps_on_top
from server.bots.shooter.playout import play_out
from server.bots.shooter.sense import lead
from server.bots.shooter.sight import auction, sight
from server.bots.shooter.words import called, spoken
from server.bots.shooter.worlds import World, Worlds
from server.bots.shooter.worth import worth
from server.cards import Suit
from server.deal import Chance
from server.game import Action, Seat
from server.games.shooter import LEVELS, AllPass, Bid, Call, Memory, Phase, Play, Reneging, Trump, hand_points

PLAYOUTS = 240
"""Hands played out for one decision, in half as many deals."""

_SUITS = tuple(Suit)

PlayOut: TypeAlias = Callable[..., tuple[int, ...]]
Price: TypeAlias = Callable[[Seat, int, tuple[int, ...]], float]
"""(bidder, level, the tricks of the hand by seat) -> what that makes the scores worth."""


class Tally:
    """How each of some choices has fared, in deals of different weight."""

    def __init__(self, choices: int) -> None:
        self._worth = [0.0] * choices
        self._tricks = [0.0] * choices
        self._weight = [0.0] * choices

    def add(self, choice: int, weight: float, worth: float, tricks: int) -> None:
        self._worth[choice] += weight * worth
        self._tricks[choice] += weight * tricks
        self._weight[choice] += weight

    @property
    def best(self) -> int:
        worth = [worth / weight for worth, weight in zip(self._worth, self._weight, strict=True)]
        return worth.index(max(worth))

    def tricks(self, choice: int) -> float:
        return self._tricks[choice] / self._weight[choice]


def think(memory: Memory, seat: Seat, legal: Sequence[Action], chance: Chance, play_out: PlayOut = play_out) -> Advice:
    """What a sharp player does at *seat*: one of the *legal* actions, which follow suit.

    ``play_out`` plays a hand out; whoever wants to watch the work brings their own.
    """
    match memory.phase:
        case Phase.BIDDING:
            return _bid(memory, seat, [action for action in legal if isinstance(action, Bid)], chance, play_out)
        case Phase.NAMING_TRUMP:
            return _trump(memory, seat, chance, play_out)
        case _:
            return _play(memory, seat, [action for action in legal if isinstance(action, Play)], chance, play_out)


def _bid(memory: Memory, seat: Seat, legal: Sequence[Bid], chance: Chance, play_out: PlayOut) -> Advice:
    """In each deal everybody plays the hand once with trumps of their own; the auction says whose counts."""
    options, bidding = memory.options, Bidding(memory.options)
    calls, price, players = auction(memory), _price(memory, seat), len(memory.players)
    bidder, before = max(calls, key=lambda call: call[2], default=(None, 0, 0))[::2]
    later = [(seat + n) % players for n in range(1, players - len(calls))]
    dealer = memory.dealer or 0
    tally = Tally(len(legal))
    for world in _worlds(memory, seat, chance, None, PLAYOUTS // players):
        values = [bidding.valuation.best(hand) for hand in world.hands]
        expected = [bidding.expected(tricks) for tricks, _ in values]
        tricks = [
            _declared(world, other, _SUITS[values[other][1]], options.partners, play_out) for other in range(players)
        ]
        own = sum(tricks[seat][other] for other in options.side(seat))
        for choice, bid in enumerate(legal):
            if bid.call is Call.PASS:
                winner, level = bidding.closed(expected, later, bidder if before else None, before)
            else:
                winner, level = bidding.closed(expected, later, seat, LEVELS[bid.call])
            if winner is None and options.all_pass is AllPass.STICK_DEALER:
                winner, level = dealer, LEVELS[Call.THREE]
            scored = price(seat, 0, ()) if winner is None else price(winner, level, tricks[winner])
            tally.add(choice, world.weight, scored, own)
    bid, takes = legal[tally.best], f"{tally.tricks(tally.best):.1f} tricks on average"
    if bid.call is Call.PASS:
        return Advice(bid, f"Pass: naming trump it would take {takes} in deals that fit the calls.")
    return Advice(bid, f"Bid {bid.call}: in deals that fit the calls it takes {takes}.")


def _trump(memory: Memory, seat: Seat, chance: Chance, play_out: PlayOut) -> Advice:
    price, level = _price(memory, seat), LEVELS[memory.bid or Call.THREE]
    tally = Tally(len(_SUITS))
    for world in _worlds(memory, seat, chance, None, PLAYOUTS // 4):
        for choice, suit in enumerate(_SUITS):
            tricks = _declared(world, seat, suit, memory.options.partners, play_out)
            tally.add(choice, world.weight, price(seat, level, tricks), tricks[seat])
    suit = _SUITS[tally.best]
    return Advice(Trump(suit), f"With {suit} as trump the hand takes {tally.tricks(tally.best):.1f} tricks on average.")


def _play(memory: Memory, seat: Seat, legal: Sequence[Play], chance: Chance, play_out: PlayOut) -> Advice:
    here, price = sight(memory, seat, memory.trump), _price(memory, seat)
    bidder, level = memory.bidder or 0, LEVELS[memory.bid or Call.THREE]
    before = tuple(player.tricks for player in memory.players)
    cards = [number([play.card], memory.trump) for play in legal]
    worlds = list(_worlds(memory, seat, chance, memory.trump, PLAYOUTS // 2))
    tally = Tally(len(cards))
    for n in range(PLAYOUTS):
        turn, choice = divmod(n, len(cards))
        world = worlds[turn % len(worlds)]
        tricks = play_out(
            world.hands,
            seat,
            cards[choice],
            here.trick,
            declarer=bidder,
            partners=memory.options.partners,
            ruffed=here.ruffed,
        )
        taken = tuple(map(int.__add__, before, tricks))
        tally.add(choice, world.weight, price(bidder, level, taken), tricks[seat])
    best = tally.best
    card = legal[best].card
    if len(legal) == 1:
        return Advice(legal[best], f"The {spoken(card)} is the only card there is to play.")
    takes = f"{tally.tricks(best):.1f} more tricks on average"
    return Advice(legal[best], f"The {spoken(card)} does best in deals that fit: {takes}.")


def _worlds(memory: Memory, seat: Seat, chance: Chance, trump: Suit | None, count: int) -> Iterator[World]:
    words = iter(chance)
    worlds = Worlds(
        sight(memory, seat, trump),
        auction(memory),
        Bidding(memory.options),
        Random(next(words) << 32 | next(words)),
        declarer=memory.bidder if trump else None,
        honour=memory.options.reneging is Reneging.HONOUR,
    )
    return islice(worlds, count)


def _declared(world: World, seat: Seat, trump: Suit, partners: bool, play_out: PlayOut) -> tuple[int, ...]:
    """The tricks by seat when *seat* has named *trump* and leads."""
    hands = [trumps_on_top(hand, trump) for hand in world.hands]
    card = lead(hands[seat], sum(hands) ^ hands[seat], 0, True)
    return play_out(hands, seat, card, declarer=seat, partners=partners)


def _price(memory: Memory, seat: Seat) -> Price:
    options = memory.options
    scores = tuple(player.score for player in memory.players)
    known: dict[tuple[Seat, int, tuple[int, ...]], float] = {}

    def price(bidder: Seat, level: int, tricks: tuple[int, ...]) -> float:
        key = bidder, level, tricks
        value = known.get(key)
        if value is None:
            points = hand_points(options, bidder, called(level), tricks) if tricks else (0,) * len(scores)
            after = tuple(map(int.__add__, scores, points))
            value = known[key] = worth(options, after, seat)
        return value

    return price
