"""The sheet that a table is drawn on: eighty columns, cards by their symbols, and names of any script kept in line.

A terminal gives some characters two columns and others none, so text is measured here by columns. What terminals
disagree about is taken out of a name before it is drawn: variation selectors, skin tones, and whatever is no visible
character. What is left is measured by the Unicode database that Python brings along.

A drawing may be wanted in ASCII. Every character then gives way to as many as it is columns wide, so the columns stay:
a letter to itself without its marks, a suit to its initial (``QS``, as on the wire), a line to the like of it, and
anything else to question marks.
"""

import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from math import ceil
from typing import Any

from server.cards import Card, Suit

WIDTH = 80
ROWS = 4  # fewer numbered lines than these are not worth a second column

SYMBOLS = {Suit.CLUBS: "♣", Suit.DIAMONDS: "♦", Suit.HEARTS: "♥", Suit.SPADES: "♠"}

_ASCII = {symbol: suit[0].upper() for suit, symbol in SYMBOLS.items()} | {
    **dict.fromkeys("╭╮╰╯", "+"),
    "─": "-",
    "│": "|",
    "·": "-",
    "…": "~",
}
_VARIANTS = re.compile("[\ufe00-\ufe0f\U0001f3fb-\U0001f3ff\U000e0100-\U000e01ef]")
_JOINED = re.compile("[\u1160-\u11ff\ud7b0-\ud7ff]")  # Korean vowels and finals, drawn into the letter before them


# Letters


def width(text: str) -> int:
    """The columns that *text* takes."""
    return sum(map(_columns, text))


def cut(text: str, columns: int) -> str:
    """*text*, or as much of its beginning as fits with ``…`` behind it."""
    if width(text) <= columns:
        return text
    left, kept = columns - 1, ""
    for character in text:
        left -= _columns(character)
        if left < 0:
            break
        kept += character
    return kept.rstrip() + "…"


def left(text: str, columns: int) -> str:
    return text + " " * (columns - width(text))


def right(text: str, columns: int) -> str:
    return " " * (columns - width(text)) + text


def centred(text: str, columns: int) -> str:
    return left(" " * ((columns - width(text)) // 2) + text, columns)


def tidy(text: str) -> str:
    """*text* on one line, without what terminals cannot be trusted with; empty if there is nothing to see in it."""
    seen = ""
    for character in _VARIANTS.sub("", unicodedata.normalize("NFC", text)):
        drawn = " " if character.isspace() else character if character.isprintable() else "?"
        if _columns(drawn) or seen[-1:].strip():  # a mark needs a letter to stand on
            seen += drawn
    return " ".join(seen.split())


def ascii_only(text: str) -> str:
    """A drawing in ASCII, column by column."""
    return "".join(character if character.isascii() else _in_ascii(character) for character in text)


def _columns(character: str) -> int:
    if character.isascii():
        return 1
    if unicodedata.category(character) in ("Mn", "Me", "Cf") or _JOINED.match(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _in_ascii(character: str) -> str:
    columns = _columns(character)
    letter = _ASCII.get(character) or "".join(filter(str.isascii, unicodedata.normalize("NFKD", character)))
    return letter if len(letter) == columns else "?" * columns


def counted(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


# Cards


def card(code: str) -> str:
    """``Q♠`` for the code ``QS``; what is no card stays as it is."""
    if code not in _CARDS:
        return code
    suit = Card(code).suit
    return code[0] + SYMBOLS[suit] if suit else "joker"


def cards(codes: Iterable[str]) -> str:
    return " ".join(map(card, codes))


def all_cards(codes: Iterable[Any]) -> bool:
    return all(code in _CARDS for code in codes)


_CARDS = {str(each) for each in Card}


# Lines


def wrapped(lead: str, items: Iterable[str], gap: str = " ") -> list[str]:
    """*items* behind *lead*, on as many lines as they need; what is too long for a line is broken."""
    room = WIDTH - width(lead)
    lines: list[str] = []
    for item in chain.from_iterable(_pieces(item, room) for item in items):
        if lines and width(lines[-1] + gap + item) <= room:
            lines[-1] += gap + item
        else:
            lines.append(item)
    margins = chain([lead], iter(lambda: " " * width(lead), None))
    return [margin + line for margin, line in zip(margins, lines or [""], strict=False)]


def sentence(text: str) -> list[str]:
    return wrapped("", text.split())


def numbered(entries: Sequence[str]) -> list[str]:
    """*entries* with their numbers, from 1, down as many columns as fit beside each other."""
    digits = len(str(len(entries)))
    leads = [f"  {number:>{digits}}  " for number in range(1, len(entries) + 1)]
    cells = [lead + entry for lead, entry in zip(leads, entries, strict=True)]
    for most in range(ROWS, len(cells)):
        rows = ceil(len(cells) / ceil(len(cells) / most))  # no more than the same number of columns needs
        columns = [cells[start : start + rows] for start in range(0, len(cells), rows)]
        widths = [max(map(width, column)) + 3 for column in columns]
        if sum(widths) - 3 <= WIDTH:
            return [
                "".join(left(column[row], size) for column, size in zip(columns, widths, strict=True) if column[row:])
                for row in range(rows)
            ]
    return list(
        chain.from_iterable(wrapped(lead, entry.split(" ")) for lead, entry in zip(leads, entries, strict=True))
    )


def page(*sections: Iterable[str]) -> str:
    """The drawing: its *sections*, those that are not empty, with a blank line between them."""
    lines: list[str] = []
    for section in map(list, sections):
        lines += ["", *section] if lines and section else section
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _pieces(item: str, room: int) -> Iterator[str]:
    """*item*, or pieces of it that fit into *room* columns each."""
    piece = ""
    for character in item:
        if width(piece + character) > room:
            yield piece
            piece = ""
        piece += character
    yield piece


# What every session has


def choices(view: Mapping[str, Any], say: Callable[[str, Mapping[str, Any]], str]) -> Iterator[str]:
    """The legal actions, numbered, each as *say* puts it; and how to post the first of them."""
    legal = view["legal_actions"]
    if not legal:
        return
    yield from numbered([say(each["action"], each["body"]) for each in legal])
    action, body = legal[0]["action"], legal[0]["body"]
    yield ""
    post = f"To do 1: POST {view['url']}/{action}"
    yield from wrapped("", [post, in_json(body)] if body else [post])


def seed(view: Mapping[str, Any]) -> list[str]:
    """What the deal came from, once it is told; quoted, for there may be spaces at either end."""
    return [] if view["seed"] is None else wrapped("Seed ", [in_json(view["seed"])])


def in_json(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))


def until(view: Mapping[str, Any]) -> str:
    """When the turn is over, in UTC; empty without a clock."""
    deadline = view["deadline"]
    return f", until {deadline[11:19]} UTC" if deadline else ""
