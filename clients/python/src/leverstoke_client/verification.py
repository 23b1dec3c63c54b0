"""Whether a finished session was dealt as promised: the commitment, every shuffle, and who dealt first (D-1 to D-5)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from leverstoke_client import deal
from leverstoke_client.problems import VerificationFailed


@dataclass(frozen=True, slots=True)
class Verified:
    """What was checked. ``committed`` is false for a session whose creator chose the seed: there is no promise then."""

    seed: str
    shuffles: int
    committed: bool


def verify(
    deck: Sequence[str],
    view: Mapping[str, Any],
    replay: Mapping[str, Any],
    events: Iterable[Mapping[str, Any]],
    promised: str | None = None,
) -> Verified:
    """Check a finished session, all of it as the server wrote it. Raises ``VerificationFailed``.

    *promised* is the commitment that was seen first, if one was.
    """
    seed, told = replay["seed"], view["commitment"]
    if promised not in (None, told):
        raise VerificationFailed("D-1: the commitment is another than it was")
    if not told == replay["commitment"] == (None if view["seeded"] else deal.commitment(view["id"], seed)):
        raise VerificationFailed("D-1: the commitment is not that of the seed")
    if view["seed"] != seed:
        raise VerificationFailed("D-1: the view and the replay tell different seeds")
    for k, pile in enumerate(replay["shuffles"], 1):
        if not set(pile) <= set(deck) or deal.shuffled(pile, deck, seed, k) != pile:
            raise VerificationFailed(f"D-4: shuffle {k} is not that of the seed")
    _check_events(list(events), replay, seed)
    return Verified(seed, len(replay["shuffles"]), told is not None)


def _check_events(events: list[Mapping[str, Any]], replay: Mapping[str, Any], seed: str) -> None:
    told = [event["shuffle"] for event in events if "shuffle" in event]
    if told != list(range(1, len(replay["shuffles"]) + 1)):
        raise VerificationFailed("D-5: the events tell of other shuffles than the replay")
    dealers = [event["dealer"] for event in events if "dealer" in event]
    options = replay["options"]
    if dealers and options.get("first_dealer") is None and deal.first_dealer(options["players"], seed) != dealers[0]:
        raise VerificationFailed("D-5: the first dealer is not that of the seed")
