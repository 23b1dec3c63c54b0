"""A Shooting Party laid out on the card table: what is on display, what is scored, what is gone, and the hand.

The hand is drawn as it arrived, the oldest card first, for the newest queen is the one that stays (SP-11).
"""

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from server.drawings import sheet

View: TypeAlias = Mapping[str, Any]

_INITIALS = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S"}
_ENDINGS = {
    "all_queens": "All four {courted}s are won.",
    "exhausted": "The draw pile ran out for the third time.",
    "resigned": "Resigned.",
}


def draw(view: View) -> str:
    return sheet.page(
        _heading(view),
        [*_piles(view), *_hand(view)],
        [*_state_of_play(view), *sheet.choices(view, lambda action, body: _said(view, action, body))],
    )


def _roles(view: View) -> tuple[str, str]:
    """Who is courted, and who guards (SP-27)."""
    return ("king", "queen") if view["options"]["roles"] == "reversed" else ("queen", "king")


def _heading(view: View) -> list[str]:
    courted, guard = _roles(view)
    parts = [
        "The Shooting Party",
        sheet.counted(view["points"], "point"),
        f"reversed: {courted}s are courted, {guard}s guard them" if courted == "king" else "",
        "" if view["options"]["leave"] else "nobody leaves",
        "seeded" if view["seeded"] else "",
        "" if view["seat"] is not None else "you are watching",
    ]
    return sheet.wrapped("", filter(None, parts), " · ")


def _piles(view: View) -> Iterator[str]:
    left = sheet.counted(view["draw_pile_count"], "card")
    yield f"Draw pile     {left}, exhausted {view['exhaustions']} of 3 times"
    yield from _pile("Display       ", view["display"])
    yield from _pile("Score pile    ", view["score_pile"])
    yield from _pile("Discard pile  ", view["discard_pile"])


def _hand(view: View) -> Iterator[str]:
    hand = [sheet.card(code) for code in view["hand"]]
    if len(hand) > 1:
        hand = [*hand[:-1], f"{hand[-1]} (newest)"]
    yield ""
    yield from sheet.wrapped("Hand          ", hand or ["no cards"], "  ")


def _pile(lead: str, codes: list[str]) -> list[str]:
    return sheet.wrapped(lead, map(sheet.card, codes) if codes else ["-"])


def _state_of_play(view: View) -> Iterator[str]:
    courted, guard = _roles(view)
    for suit in view["choices"]:
        queen, king, jack = (sheet.card(rank + _INITIALS[suit]) for rank in (courted[0].upper(), guard[0].upper(), "J"))
        yield f"To settle first, in {suit}: {queen} and {king} go, or {king} and {jack} do."
    result = view["result"]
    if result is None:
        return
    article = "an" if result["title"][0] in "aeiou" else "a"
    scored = f"{sheet.counted(result['queens'], courted)} and {sheet.counted(result['aces'], 'ace')}"
    yield _ENDINGS.get(result["reason"], "It is over.").format(courted=courted)
    yield f"That makes {article} {result['title']}, with {scored}: {sheet.counted(result['points'], 'point')}."
    yield from sheet.seed(view)


def _said(view: View, action: str, body: View) -> str:
    """An action as a player would say it."""
    match action, dict(body):
        case "draw", _:
            return "draw two"
        case "discard", {"cards": cards}:
            return f"discard {sheet.cards(cards)}"
        case "retrieve", {"card": card}:
            return f"retrieve {sheet.card(card)}"
        case "seduce", _:
            return f"seduce {sheet.cards(view['hand'])}"
        case "leave", _:
            return "leave the room"
    return action
