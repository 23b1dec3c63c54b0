"""Card sense: what to lead, and what to play to another's lead.

It is what a steady player does at the table, and what a sharp one expects of everybody while thinking a hand through;
so it is written for speed, on hands as numbers with trumps on top. It plays from one hand and what is ``out``: the
cards that the others hold, whoever holds them.
"""

from server.bots.shooter.hands import RANKS, SIDE, SIDE_SUITS, TRUMPS, highest, lowest


def lead(hand: int, out: int, ruffed: int, declarer: bool) -> int:
    """The card of *hand* to lead. *ruffed* are the suits that somebody is known to be out of.

    Whoever named trump draws the others' trumps from the top while holding the highest. Otherwise the best card that
    nothing out can beat, of the suit that is the likeliest to be followed; else the lowest side card.
    """
    trumps, against = hand & TRUMPS, out & TRUMPS
    if declarer and trumps > against > 0:
        return highest(trumps)
    master, safest = 0, -99
    for suit in SIDE_SUITS:
        held, missing = hand & suit, out & suit
        if held > missing:
            safe = missing.bit_count() - (10 if ruffed & suit else 0)
            if safe > safest:
                master, safest = held, safe
    if master:
        return highest(master)
    if hand & SIDE:
        return _least(hand)
    return highest(trumps) if trumps > against else lowest(trumps)


def follow(hand: int, led: int, best: int, out: int, behind: int, partners: bool) -> int:
    """The card of *hand* to play to the suit *led*, when *best* is winning and so many are still to play *behind*.

    Last, it wins as cheaply as it can. Before that it spends a high card only where nothing out of its suit beats it,
    but trumps in with its lowest. Where the trick is its *partner's* and safe, it leaves it there.
    """
    if partners and (not behind or best > out & (led | TRUMPS)):
        return lowest(hand & led) or _least(hand)
    legal = hand & led
    if not legal:
        return lowest(hand & TRUMPS & -(best << 1)) or _least(hand)
    winners = legal & -(best << 1)
    if not winners:
        return lowest(legal)
    if not behind:
        return lowest(winners)
    higher = out & led
    if winners < higher:
        return lowest(legal)
    return lowest(winners & -(1 << higher.bit_length()))


def _least(hand: int) -> int:
    """The card of *hand* to throw away: the lowest beside trump, of the shortest suit that has one."""
    side = hand & SIDE
    if not side:
        return lowest(hand)
    for rank in RANKS:
        cards = side & rank
        if cards:
            break
    if not cards & cards - 1:
        return cards
    _, least = min(((hand & suit).bit_count(), cards & suit) for suit in SIDE_SUITS if cards & suit)
    return least
