"""The table's language, for setting up tests: ``cards("AS KS")``."""

from server.cards import Card, Cards


def cards(text: str) -> Cards:
    """``cards("AS KS")``: the cards named, in that order."""
    return tuple(Card(code) for code in text.split())
