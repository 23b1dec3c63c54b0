"""What the house says when it advises at a shooting party: a sentence, and nothing the player could not see."""

from collections.abc import Iterable

from server.cards import Card, Cards, Rank, Suit, card_of
from server.game import Action
from server.games.shooting_party import LAST_EXHAUSTION, Discard, Draw, Memory, Retrieve, Roles, Seduce

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven")
RANKS = {
    Rank.ACE: "ace",
    Rank.TWO: "two",
    Rank.THREE: "three",
    Rank.FOUR: "four",
    Rank.FIVE: "five",
    Rank.JACK: "jack",
    Rank.QUEEN: "queen",
    Rank.KING: "king",
}


def reason(memory: Memory, legal: Iterable[Action], action: Action) -> str:
    """Why *action* may be right, true of what *memory* shows."""
    match action:
        case Seduce():
            return _courting(memory, memory.hand[0])
        case Draw():
            return _drawing(memory, any(isinstance(other, Discard) for other in legal))
        case Discard(cards):
            return _settling(memory, cards) if memory.choices else _discarding(memory, cards)
        case Retrieve(card):
            return _fetching(memory, card)
        case _:
            held = f"the {_count(len(memory.hand), 'card')} in hand" if memory.hand else "an empty hand"
            return f"Leave the room: four new cards for {held}."


def _courting(memory: Memory, card: Card) -> str:
    ace = f"the ace of {card.suit} is"
    if _ace(card) in memory.display:
        return f"Seduce the {_name(card)}: {ace} on display."
    return f"Seduce the {_name(card)}, now alone in hand, though {ace} not on display."


def _drawing(memory: Memory, may_discard: bool) -> str:
    left = memory.draw_pile_count
    if left == 0 and memory.exhaustions == LAST_EXHAUSTION - 1:
        return "Draw: the last pile is empty, and this ends the party."
    if left == 0:
        return "Draw: the pile is empty, so the discards come back."
    if may_discard:
        return f"Draw, and keep what you hold: {_count(left, 'card')} {_be(left)} left before the pile runs out."
    return f"Draw: nothing in hand can be discarded, and {_count(left, 'card')} {_be(left)} left in the pile."


def _settling(memory: Memory, cards: Cards) -> str:
    what = f"Discard {_list(cards)}"
    rest = [card for card in memory.hand if card not in cards]
    if sum(card.rank is Rank.JACK for card in rest) > 1:
        return f"{what}: with two jacks left you get a new hand."
    ladies = [card for card in rest if card.rank is _courted(memory)]
    if not ladies:
        return f"{what}: the jack is then left to you."
    return f"{what}: the {_name(ladies[-1])} may stay."


def _discarding(memory: Memory, cards: Cards) -> str:
    what = f"Discard {_list(cards)}"
    rest = [card for card in memory.hand if card not in cards]
    lady = next((card for card in rest if card.rank is _courted(memory)), None)
    if not rest:
        return f"{what}: that empties your hand."
    if lady and len(rest) == 1:
        return f"{what}: the {_name(lady)} is then alone."
    if any(card.rank is Rank.JACK for card in cards) and not any(card.rank is Rank.JACK for card in rest):
        return f"{what}: a second jack would cost you the whole hand."
    beside = f"beside the {_name(lady)}" if lady else "in hand"
    others = len(rest) - (lady is not None)
    return f"{what}: {_count(others, 'card')} {'stays' if others == 1 else 'stay'} {beside}."


def _fetching(memory: Memory, card: Card) -> str:
    what = f"Give the joker for the {_name(card)}"
    if card.rank is Rank.ACE and card.suit:
        lady = card_of(_courted(memory), card.suit)
        return f"{what}: the {_name(lady)} is in your hand." if lady in memory.hand else f"{what}: it goes on display."
    if card.rank is _courted(memory):
        alone = "with nobody else in hand" if len(memory.hand) == 1 else "to be courted"
        shown = f"the ace of {card.suit} is on display"
        return f"{what}: {shown}." if _ace(card) in memory.display else f"{what}, {alone}."
    company = next((c for c in memory.hand if c.suit and (c.suit is card.suit or c.rank is card.rank)), None)
    if company and company.rank is not _courted(memory):
        return f"{what}: it can go with the {_name(company)}."
    return f"{what}: it joins your hand."


def _courted(memory: Memory) -> Rank:
    return Rank.QUEEN if memory.options.roles is Roles.CLASSIC else Rank.KING


def _ace(card: Card) -> Card | None:
    return card_of(Rank.ACE, card.suit) if card.suit else None


def _name(card: Card) -> str:
    return f"{RANKS[card.rank]} of {card.suit}" if card.rank else "joker"


def _list(cards: Cards) -> str:
    """*cards* as a person tells them: a suit or a rank is named once."""
    first, *others = cards
    if not others or not first.rank:
        return f"the {_name(first)}"
    if all(card.suit is first.suit for card in others):
        return "the " + " and ".join(RANKS[card.rank] for card in cards if card.rank) + f" of {first.suit}"
    return f"the {RANKS[first.rank]}s of " + _and([card.suit for card in cards if card.suit])


def _and(suits: list[Suit]) -> str:
    *most, last = suits
    return f"{', '.join(most)} and {last}"


def _count(number: int, noun: str) -> str:
    told = NUMBERS[number] if number < len(NUMBERS) else str(number)
    return f"{told} {noun}" if number == 1 else f"{told} {noun}s"


def _be(number: int) -> str:
    return "is" if number == 1 else "are"
