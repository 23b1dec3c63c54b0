"""A Shooter table drawn from above, as it is seen from its reader's chair.

The reader sits at the bottom, or seat 0 where somebody only watches, and the others follow clockwise: to the left,
across, to the right. The card that each has laid lies on the table in front of them.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from server.cards import Suit
from server.drawings import sheet

View: TypeAlias = Mapping[str, Any]

TABLE = 28  # columns inside the edge of the table
SIDE = (sheet.WIDTH - TABLE - 4) // 2  # columns to the left and to the right of it
LONGEST_NAME = 32  # columns of a name by itself
IN_A_SENTENCE = 24
IN_A_TRICK = 11


def draw(view: View) -> str:
    return sheet.page(
        _heading(view),
        _table(view),
        [*_last_trick(view), *_hand(view)],
        [*_state_of_play(view), *sheet.choices(view, lambda action, body: _said(view, action, body))],
    )


# Who sits where


def _names(view: View, columns: int) -> list[str]:
    """What to call each seat in so many *columns*; all are numbered where two would look the same, in ASCII even."""
    called = [sheet.tidy(player["name"] or "") or f"Seat {player['seat']}" for player in view["players"]]
    short = [sheet.cut(name, columns) for name in called]
    if len(set(map(sheet.ascii_only, short))) == len(short):
        return short
    numbers = [f" ({seat})" for seat in range(len(called))]
    return [sheet.cut(name, columns - len(number)) + number for name, number in zip(called, numbers, strict=True)]


def _around(view: View) -> list[int]:
    """The seats clockwise from the bottom."""
    players = len(view["players"])
    first = view["seat"] or 0
    return [(first + step) % players for step in range(players)]


def _listed(names: Sequence[str]) -> str:
    """``Ada, Bob and Cleo``."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


# The heading


def _heading(view: View) -> Iterator[str]:
    options = view["options"]
    parts = [
        "Shooter",
        f"hand {view['hand_number']}" if view["hand_number"] else "",
        f"first to {options['target']}",
        "partners" if options["partners"] else "",
        "on your honour" if options["reneging"] == "honour" else "",
        "the dealer sticks" if options["all_pass"] == "stick_dealer" else "",
        "six is moon" if options["six_is_moon"] else "",
        "seeded" if view["seeded"] else "",
        "" if view["seat"] is not None else "you are watching",
    ]
    yield from sheet.wrapped("", _joined(parts), " · ")


def _joined(parts: Sequence[str]) -> list[str]:
    return [part for part in parts if part]


# The table


def _table(view: View) -> Iterator[str]:
    bottom, beside, *others = _around(view)
    top, opposite = others if len(others) == 2 else (None, others[0])
    laid = {play["seat"]: sheet.card(play["card"]) for play in view["trick"]}
    led = view["trick"][0]["seat"] if view["trick"] else None
    front = {seat: f"{card} led" if seat == led else card for seat, card in laid.items()}

    def across(seat: int | None) -> str:
        return sheet.centred(_centred_card(front.get(seat, "") if seat is not None else ""), TABLE)

    middle = sheet.left("  " + front.get(beside, ""), 10) + sheet.centred(_on_the_table(view), TABLE - 20)
    surface = [
        *([across(top)] if top is not None else []),
        "",
        middle + sheet.right(front.get(opposite, "") + "  ", 10),
        "",
        across(bottom),
    ]
    edged = [f"│{sheet.left(line, TABLE)}│" for line in surface]
    drawn = [f"╭{'─' * TABLE}╮", *edged, f"╰{'─' * TABLE}╯"]
    if top is not None:
        yield from (sheet.centred(line, sheet.WIDTH) for line in _in_two_lines(view, top))
    sides = [_down_the_side(view, seat) for seat in (beside, opposite)]
    for row, line in enumerate(drawn):
        ours, theirs = (dict(enumerate(side, start=1)).get(row, "") for side in sides)
        yield f"{sheet.right(ours, SIDE)} {line} {theirs}"
    yield from (sheet.centred(line, sheet.WIDTH) for line in _in_two_lines(view, bottom))


def _centred_card(card: str) -> str:
    """The card alone is in the middle, whatever is said of it."""
    return " " * len(card[2:]) + card


def _on_the_table(view: View) -> str:
    return f"{sheet.SYMBOLS[Suit(view['trump'])]} trump" if view["trump"] else ""


def _down_the_side(view: View, seat: int) -> list[str]:
    player = view["players"][seat]
    return [
        _mark(view, seat) + _names(view, SIDE - len(_mark(view, seat)))[seat],
        *_joined([", ".join(_roles(view, seat)), _who_plays(player)]),
        *_joined([_score(view, player), _holding(player, view["hand_number"])]),
    ]


def _in_two_lines(view: View, seat: int) -> list[str]:
    player = view["players"][seat]
    mark = _mark(view, seat)
    said = "".join(f" · {each}" for each in _joined([*_roles(view, seat), _who_plays(player)]))
    name = _names(view, min(LONGEST_NAME, sheet.WIDTH - len(mark) - len(said)))[seat]
    return _joined(
        [mark + name + said, ", ".join(_joined([_score(view, player), _holding(player, view["hand_number"])]))]
    )


def _mark(view: View, seat: int) -> str:
    return "> " if seat in view["to_act"] else ""


def _roles(view: View, seat: int) -> list[str]:
    ours = [(view["seat"] + step) % 4 for step in (0, 2)] if view["seat"] is not None else []
    you = ["you"] if seat in ours[:1] else ["partner"] if seat in ours and view["options"]["partners"] else []
    return you + [role for role in ("dealer", "bidder") if view[role] == seat]


def _who_plays(player: View) -> str:
    if player["kind"] == "human":
        return "played by the house" if player["played_by_house"] else ""
    return "empty seat" if player["kind"] == "empty" else str(player["kind"])


def _score(view: View, player: View) -> str:
    if not view["hand_number"]:
        return ""
    return f"score {player['score']}, {sheet.counted(player['tricks'], 'trick')}"


def _holding(player: View, hand: int) -> str:
    call = player["call"]
    called = {None: "", "pass": "passed", "moon": "called moon"}.get(call, f"bid {call}")
    held = sheet.counted(player["cards"], "card") if player["cards"] or player["call"] or hand else ""
    return ", ".join(_joined([held, called]))


# Below the table


def _last_trick(view: View) -> list[str]:
    trick = view["last_trick"]
    if trick is None:
        return []
    names = _names(view, IN_A_TRICK)
    plays = [f"{names[play['seat']]} {sheet.card(play['card'])}" for play in trick["plays"]]
    taken = f"{names[trick['winner']]} took it"
    return sheet.wrapped("Last trick  ", [*(f"{play}," for play in plays[:-1]), f"{plays[-1]};", taken])


def _hand(view: View) -> list[str]:
    """A gap between suits; they come sorted."""
    if not view["hand"]:
        return []
    suits: dict[str, list[str]] = {}
    for code in view["hand"]:
        suits.setdefault(code[-1], []).append(code)
    return sheet.wrapped("Your hand   ", map(sheet.cards, suits.values()), "   ")


def _state_of_play(view: View) -> Iterator[str]:
    names = _names(view, IN_A_SENTENCE)
    tell = _PHASES.get(view["phase"], _turn("to act"))
    yield from sheet.sentence(" ".join([*_bid(view, names), *tell(view, names)]))
    yield from _ways_on(view)


def _bid(view: View, names: list[str]) -> Iterator[str]:
    if view["status"] != "active":
        return
    if view["bidder"] is None:
        yield "There is no bid yet."
    else:
        trump = f"; {view['trump']} are trump" if view["trump"] else ""
        so_far = "highest bid" if view["phase"] == "bidding" else "bid"
        yield f"The {so_far} is {view['bid']}, by {names[view['bidder']]}{trump}."


def _ways_on(view: View) -> Iterator[str]:
    """Where to go when there is nothing to play at this table: to a seat, or to a rematch."""
    if any(player["kind"] == "empty" for player in view["players"]):
        yield f"To sit down: POST {view['url']}/seats"
    if view["status"] == "finished":
        yield from sheet.seed(view)
        if view["rematch"]:
            yield f"There is a rematch: {view['rematch']}"
        if view["seat"] is not None:
            yield f"To play again: POST {view['url']}/rematch"


def _turn(what: str) -> Callable[[View, list[str]], Iterator[str]]:
    def tell(view: View, names: list[str]) -> Iterator[str]:
        to_act = view["to_act"]
        if view["seat"] in to_act and len(to_act) == 1:
            yield f"It is your turn {what}{sheet.until(view)}."
        elif to_act:
            others = _listed([names[seat] for seat in to_act])
            yield f"{others} {'is' if len(to_act) == 1 else 'are'} {what}{sheet.until(view)}."

    return tell


def _playing(view: View, names: list[str]) -> Iterator[str]:
    return _turn("to play" if view["trick"] else "to lead")(view, names)


def _accusing(view: View, names: list[str]) -> Iterator[str]:
    still = _listed(["you" if seat == view["seat"] else names[seat] for seat in view["to_act"]])
    yield f"The hand is over and will be scored when all accept. Still to accept: {still}{sheet.until(view)}."


def _seating(view: View, names: list[str]) -> Iterator[str]:
    empty = [str(player["seat"]) for player in view["players"] if player["kind"] == "empty"]
    if empty:
        seats = "Seat" if len(empty) == 1 else "Seats"
        yield f"{seats} {_listed(empty)} {'is' if len(empty) == 1 else 'are'} free. The deal waits for them."
    else:
        yield "The deal waits until everybody is back."


def _finished(view: View, names: list[str]) -> Iterator[str]:
    result = view["result"]
    winners = [names[seat] for seat in result["winners"]]
    scores = ", ".join(f"{name} {score}" for name, score in zip(names, result["scores"], strict=True))
    won = f"{_listed(winners)} {'have' if winners[1:] else 'has'} won" if winners else "Nobody has won"
    why = ", for nobody is left to play" if result["reason"] == "abandoned" else ""
    yield f"{won}{why}: {scores}."


_PHASES: dict[str, Callable[[View, list[str]], Iterator[str]]] = {
    "seating": _seating,
    "bidding": _turn("to call"),
    "naming_trump": _turn("to name trump"),
    "playing": _playing,
    "accusing": _accusing,
    "finished": _finished,
}


def _said(view: View, action: str, body: View) -> str:
    """An action as a player would announce it."""
    match action, dict(body):
        case "bid", {"call": "pass"}:
            return "pass"
        case "bid", {"call": "moon"}:
            return "call moon"
        case "bid", {"call": call}:
            return f"bid {call}"
        case "trump", {"suit": suit}:
            return f"name {suit} {sheet.SYMBOLS[Suit(suit)]}"
        case "play", {"card": card}:
            return f"play {sheet.card(card)}"
        case "accuse", {"seat": seat}:
            return f"accuse {_names(view, IN_A_SENTENCE)[seat]}"
        case "return", _:
            return "return to your seat"
        case "accept", _:
            return "accept the hand as it was played"
    return action
