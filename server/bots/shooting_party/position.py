"""A party as the house pictures it: which cards lie where, and what may come of them.

The house may play out a party thousands of times in its head before it says a word. So a set of cards is one number
here, a bit a card: a byte for each suit in the order of the pack, the joker on top; and a position is a plain tuple.
Where the roles are reversed (SP-27) kings and queens change places on the way in, and the queen is always the one
courted. Nothing in here knows the order of a draw pile: whoever imagines a draw brings an order along.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple, TypeAlias

from server.games.shooting_party import FULL_HAND, LAST_EXHAUSTION

CardSet: TypeAlias = int
Order: TypeAlias = Sequence[int]
"""All cards by their bit, top first: in this order those that are in a pile come off it."""

ACES, JACKS, QUEENS, KINGS = (0x01010101 << place for place in (0, 5, 6, 7))
SUITS = tuple(0xFF << 8 * suit for suit in range(4))
JOKER = 1 << 32
EVERY_CARD = (1 << 33) - 1
SINGLE = tuple(1 << place for place in range(33))
COUPLES = tuple((QUEENS | KINGS) & suit for suit in SUITS)
MATES = {1 << place: (SUITS[place // 8] | 0x01010101 << place % 8) & ~(1 << place) & ~ACES for place in range(32)} | {
    JOKER: 0
}
"""What each card can be discarded with: its suit and its rank (SP-15)."""


class Position(NamedTuple):
    """Where the cards are, with nothing open and nobody to part. What is in none of these places is scored."""

    hand: CardSet
    discards: CardSet
    display: CardSet
    pile: CardSet
    courted: CardSet
    """The queens not yet scored."""
    exhaustions: int = 0


class Prospect(NamedTuple):
    """Where a plan leads whose next move is up to chance: so many *draws* are due, and *gain* is scored."""

    position: Position
    draws: int
    gain: int = 0


def singles(cards: CardSet) -> Iterator[CardSet]:
    while cards:
        yield cards & -cards
        cards &= cards - 1


@lru_cache(maxsize=1 << 13)
def matches(hand: CardSet) -> tuple[CardSet, ...]:
    """What can be discarded from *hand* at one time (SP-15, SP-16)."""
    found = [first | second for suit in SUITS for first, second in combinations(singles(hand & suit), 2)]
    for place in range(1, 8):
        alike = tuple(singles(hand & 0x01010101 << place))
        found += [sum(some) for size in range(2, len(alike) + 1) for some in combinations(alike, size)]
    return (*found, JOKER) if hand & JOKER else tuple(found)


@lru_cache(maxsize=1 << 13)
def thinned(hand: CardSet) -> tuple[CardSet, ...]:
    """*hand*, and all that can be left of it by discarding."""
    left = [hand]
    known = {hand}
    for cards in left:
        new = [cards ^ match for match in matches(cards) if cards ^ match not in known]
        known.update(new)
        left += dict.fromkeys(new)
    return tuple(left)


@lru_cache(maxsize=1 << 13)
def burden(hand: CardSet) -> int:
    """The fewest cards that discarding can leave beside the queen and the joker."""
    return min(left.bit_count() for left in thinned(hand & ~QUEENS & ~JOKER))


def fetches(hand: CardSet, known: CardSet, pile: CardSet, display: CardSet) -> Iterator[tuple[CardSet, CardSet]]:
    """What the joker in *hand* is worth giving for, and the hand then: a queen, the ace of the one in hand, or company.

    *known* are the cards of the hand and the discard pile (SP-17, SP-18). Company for a card is fetched to be discarded
    with it at once, so that of several that would do any one is as good.
    """
    rest = hand ^ JOKER
    queen, discards = rest & QUEENS, known & ~hand
    if queen and pile & queen >> 6:
        yield queen >> 6, rest
    if not queen or not display & queen >> 6:
        for other in singles(discards & (display << 6 if queen else QUEENS)):
            joined = rest | other
            joined &= ~parted(joined)
            yield other, joined & ~QUEENS | other if joined & other else joined
    unwelcome = (JACKS if rest & JACKS else 0) | queen << 1 | QUEENS
    for card in singles(rest & ~QUEENS):
        company = MATES[card] & discards & ~unwelcome
        if company:
            yield company & -company, rest ^ card


def parted(hand: CardSet) -> CardSet:
    """The queens and kings of one suit in *hand*, or the king and the jack, if the queen can be kept so (SP-10)."""
    gone = 0
    for couple in COUPLES:
        if hand & couple == couple:
            jack = couple >> 1 & JACKS
            gone |= couple & KINGS | jack if hand & jack else couple
    return gone


def prospects(position: Position, may_leave: bool) -> list[Prospect]:
    """All that can be made of *position* before chance decides again, each once."""
    hand, discards, display, pile, courted, exhaustions = position
    known = hand | discards
    found: list[Prospect] = []
    ways = _errands(position) if hand & JOKER else [(left, 0) for left in thinned(hand)]
    for left, ace in ways:
        if left.bit_count() <= FULL_HAND:
            after = Position(left, known & ~left, display | ace, pile & ~ace, courted, exhaustions)
            found.append(Prospect(after, 2))
        if left & QUEENS == left and left:
            found.append(seduced(left, known & ~left, display | ace, pile & ~ace, courted, exhaustions))
    if may_leave:
        found.append(Prospect(Position(0, known, display, pile, courted, exhaustions), 4))
    return found


def _errands(position: Position) -> list[tuple[CardSet, CardSet]]:
    """The hands that discarding and the joker's errand can leave, and the ace that was fetched, if one was."""
    hand, discards, display, pile, _, _ = position
    known = hand | discards
    reached = [(hand, 0)]
    seen = set(reached)
    for left, ace in reached:
        new = [(left ^ match, ace) for match in matches(left)]
        if left & JOKER:
            new += [(then, got & ACES) for got, then in fetches(left, known, pile, display)]
        for way in new:
            if way not in seen:
                seen.add(way)
                reached.append(way)
    return reached


def seduced(
    queen: CardSet, discards: CardSet, display: CardSet, pile: CardSet, courted: CardSet, exhaustions: int
) -> Prospect:
    ace = display & queen >> 6
    return Prospect(Position(0, discards, display ^ ace, pile, courted ^ queen, exhaustions), 4, 2 if ace else 1)


def drawn(prospect: Prospect, order: Order, reshuffled: Order) -> Position | None:
    """The position after the draw and etiquette, with the piles in these orders; None if the session ends there."""
    (hand, discards, display, pile, courted, exhaustions), draws, _ = prospect
    queens = [hand & QUEENS] if hand & QUEENS else []
    if not courted:
        return None
    cards = iter(order)
    while True:
        while draws:
            if not pile:
                exhaustions += 1
                if exhaustions == LAST_EXHAUSTION:
                    return None
                pile, discards, display, cards = discards | display, 0, 0, iter(reshuffled)
                continue
            for place in cards:
                card = SINGLE[place]
                if pile & card:
                    break
            pile ^= card
            if card & ACES:
                display |= card
                continue
            hand |= card
            draws -= 1
            if card & QUEENS:
                queens.append(card)
        gone = parted(hand)
        queens = [queen for queen in queens if not queen & gone]
        for rival in queens[:-1]:
            gone |= rival
        queens = queens[-1:]
        hand &= ~gone
        discards |= gone
        if (hand & JACKS).bit_count() < 2:
            return Position(hand, discards, display, pile, courted, exhaustions)
        discards |= hand
        hand, draws, queens = 0, 4, []
