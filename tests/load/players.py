"""How the load plays: by chance, from what is legal, and well enough that sessions end.

All chance comes from a seed and what it is for, so the same seed makes the same choices, whoever was faster.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from tests.load.invariants import View

LegalAction = Mapping[str, Any]


def chance(*purpose: object) -> Random:
    """The dice for one purpose, such as ``chance(seed, seat, version)``."""
    return Random("/".join(map(str, purpose)))


def choose(view: View, dice: Random) -> LegalAction:
    """One of the view's legal actions."""
    kinds: dict[str, list[LegalAction]] = {}
    for legal in view["legal_actions"]:
        kinds.setdefault(legal["action"], []).append(legal)
    if "bid" in kinds:
        return _bid(view, kinds["bid"], dice)
    if "trump" in kinds:
        suits = Counter(card[1] for card in view["hand"])
        return max(kinds["trump"], key=lambda legal: suits[legal["body"]["suit"][0].upper()])
    # What costs points, or the hand, is done now and then.
    for action, likely in (("seduce", 1), ("return", 1), ("accuse", 0.02), ("leave", 0.05)):
        if action in kinds and (len(kinds) == 1 or dice.random() < likely):
            return dice.choice(kinds[action])
    return dice.choice(kinds[dice.choice([action for action in kinds if action not in ("accuse", "leave")])])


def _bid(view: View, calls: Sequence[LegalAction], dice: Random) -> LegalAction:
    """The lowest bid where nobody has bid, by the last to call for sure: at random nobody would ever win."""
    by_call = {legal["body"]["call"]: legal for legal in calls}
    passing = by_call.pop("pass")
    last = sum(player["call"] is None for player in view["players"]) == 1
    if view["bid"] is None and (last or dice.random() < 0.3):
        return next(iter(by_call.values()))
    return passing


def party_options(dice: Random) -> dict[str, Any]:
    return {"roles": dice.choice(("classic", "classic", "reversed")), "leave": dice.random() < 0.8}


def shooter_options(dice: Random) -> dict[str, Any]:
    """A table's options, its target low enough that the end is seen."""
    players = dice.choice((3, 4))
    return {
        "players": players,
        "target": dice.randint(4, 8),
        "all_pass": dice.choice(("redeal", "stick_dealer")),
        "reneging": "honour" if dice.random() < 0.15 else "prevented",
        "six_is_moon": dice.random() < 0.2,
        "partners": players == 4 and dice.random() < 0.2,
    }
