"""What the house makes of a party it is shown: the position, and the plans that begin with each legal action."""

from collections.abc import Iterable, Sequence

from server.bots.shooting_party.position import (
    ACES,
    COUPLES,
    EVERY_CARD,
    JACKS,
    QUEENS,
    CardSet,
    Position,
    Prospect,
    fetches,
    parted,
    prospects,
    seduced,
)
from server.cards import SHOOTING_PARTY as PACK
from server.cards import Card
from server.game import Action
from server.games.shooting_party import Discard, Draw, Leave, Memory, Retrieve, Roles, Seduce


class Reading:
    """What a memory says, in the house's own terms."""

    def __init__(self, memory: Memory) -> None:
        self._reversed = memory.options.roles is Roles.REVERSED
        self.may_leave = memory.options.leave
        hand, discards, display = map(self.set_of, (memory.hand, memory.discard_pile, memory.display))
        scored = self.set_of(memory.score_pile)
        pile = EVERY_CARD & ~(hand | discards | display | scored)
        self.position = Position(hand, discards, display, pile, QUEENS & ~scored, memory.exhaustions)
        self.queens = [self.set_of([card]) for card in memory.hand if self.set_of([card]) & QUEENS]
        """Those in hand, oldest first."""

    def set_of(self, cards: Sequence[Card]) -> CardSet:
        return sum(1 << self._place(_PLACE[card]) for card in cards)

    def _place(self, place: int) -> int:
        swapped = self._reversed and place % 8 >= 6 and place < 32
        return place ^ 1 if swapped else place

    def settled(self, settlement: Discard) -> Prospect | Position:
        """What an open choice comes to: a position, or a draw if two jacks are left (SP-10 to SP-12)."""
        gone = self.set_of(settlement.cards)
        hand, discards = self.position.hand & ~gone, self.position.discards | gone
        more = parted(hand)
        queens = [queen for queen in self.queens if not queen & (gone | more)]
        more |= sum(queens[:-1])
        position = self.position._replace(hand=hand & ~more, discards=discards | more)
        if (position.hand & JACKS).bit_count() < 2:
            return position
        return Prospect(position._replace(hand=0, discards=position.discards | position.hand), 4)

    def plans(self, legal: Sequence[Action]) -> dict[Prospect, Action]:
        """Every prospect, and the first of the *legal* actions on the shortest way there."""
        found: dict[Prospect, Action] = {}
        for action in legal:
            for prospect in self._from(action):
                found.setdefault(prospect, action)
        return found

    def _from(self, action: Action) -> Iterable[Prospect]:
        position = self.position
        known = position.hand | position.discards
        match action:
            case Draw():
                return [Prospect(position, 2)]
            case Seduce():
                return [seduced(*position)]
            case Leave():
                return [Prospect(position._replace(hand=0, discards=known), 4)]
            case Discard() if any(position.hand & couple == couple for couple in COUPLES):
                after = self.settled(action)
                return [after] if isinstance(after, Prospect) else prospects(after, self.may_leave)
            case Discard(cards):
                hand = position.hand & ~self.set_of(cards)
                return prospects(position._replace(hand=hand, discards=known & ~hand), False)
            case Retrieve(card):
                wanted = self.set_of([card])
                ace = wanted & ACES
                fetched = [
                    position._replace(
                        hand=then, discards=known & ~then, display=position.display | ace, pile=position.pile & ~ace
                    )
                    for got, then in fetches(position.hand, known, position.pile, position.display)
                    if got == wanted
                ]
                return [plan for after in fetched for plan in prospects(after, False)]
            case _:
                return []


_PLACE = {card: place for place, card in enumerate(PACK.cards)}
