"""How the house would play The Shooting Party, which it does only when it is asked for a hint.

A plan is everything a player can settle without the draw pile: discards, the joker's errand, and then the move after
which chance has the word. A beginner takes the first thing that looks good. A steady player looks at every plan and
takes the one whose end is worth most by experience. A sharp one imagines the draw as well: the best plans are tried on
the same imagined piles, the worse half of them is dropped again and again, and the piles saved go to the others. How
many draws are imagined is fixed, so a forced move takes as long as a choice.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from random import Random

from server.bots import Advice, Pause, no_pause
from server.bots.shooting_party.position import Order, Prospect, drawn, prospects
from server.bots.shooting_party.reading import Reading
from server.bots.shooting_party.words import reason
from server.bots.shooting_party.worth import worth
from server.cards import Card
from server.deal import Chance
from server.game import Action, Level, Seat
from server.games.shooting_party import Discard, Draw, Memory, Roles, Seduce

IMAGINED = 384
SHORTLIST = 10


def choose(
    memory: Memory, seat: Seat, legal: Sequence[Action], level: Level, chance: Chance, pause: Pause = no_pause
) -> Advice:
    """What the house would do: one of the *legal* actions."""
    match level:
        case Level.EASY:
            action = _beginner(memory, legal, chance)
        case Level.STEADY:
            plans = Reading(memory).plans(legal)
            action = plans[max(plans, key=worth)]
        case Level.SHARP:
            reading = Reading(memory)
            plans = reading.plans(legal)
            action = plans[deliberate(tuple(plans), reading.may_leave, chance, pause).best]
    return Advice(action, reason(memory, legal, action))


def _beginner(memory: Memory, legal: Sequence[Action], chance: Chance) -> Action:
    """Court when you can, keep your queen and the joker, let any other match go, and draw."""
    courted = "Q" if memory.options.roles is Roles.CLASSIC else "K"
    kept = {Card.JOKER, *(card for card in memory.hand if card.rank == courted)}
    if memory.choices:
        kept.discard(Card.JOKER)
    tidy = [action for action in legal if isinstance(action, Discard) and not kept & {*action.cards}]
    for kind in (Seduce, Discard, Draw):
        if found := [action for action in (tidy or legal) if isinstance(action, kind)]:
            return found[chance.below(len(found))]
    return legal[chance.below(len(legal))]


@dataclass(frozen=True, slots=True)
class Verdict:
    """The plan that did best, and how many draws were imagined to find it."""

    best: Prospect
    imagined: int


def deliberate(plans: Sequence[Prospect], may_leave: bool, chance: Chance, pause: Pause = no_pause) -> Verdict:
    """Try the best of *plans* on imagined piles, and drop the worse half again and again."""
    left = sorted(plans, key=worth, reverse=True)[:SHORTLIST]
    points = dict.fromkeys(left, 0)
    tries = dict.fromkeys(left, 0)
    piles = _piles(Random(next(iter(chance))))
    rounds = max(1, (len(left) - 1).bit_length())
    imagined = 0
    for played in range(1, rounds + 1):
        share = IMAGINED * played // rounds - imagined
        for place, plan in enumerate(islice(cycle(left), share)):
            if place % len(left) == 0:
                order, reshuffled = next(piles)
            pause()
            points[plan] += _outcome(plan, order, reshuffled, may_leave)
            tries[plan] += 1
        imagined += share
        left.sort(key=lambda plan: points[plan] / tries[plan], reverse=True)
        del left[(len(left) + 1) // 2 :]
    return Verdict(left[0], imagined)


def _piles(random: Random) -> Iterator[tuple[Order, Order]]:
    """Orders of the whole pack: for the pile as it lies, and for the next one."""
    while True:
        order, reshuffled = list(range(33)), list(range(33))
        random.shuffle(order)
        random.shuffle(reshuffled)
        yield order, reshuffled


def _outcome(plan: Prospect, order: Order, reshuffled: Order, may_leave: bool) -> int:
    """The points *plan* comes to if the piles lie like this, in thousandths."""
    position = drawn(plan, order, reshuffled)
    if position is None:
        return plan.gain * 1000
    return plan.gain * 1000 + max(map(worth, prospects(position, may_leave)))
