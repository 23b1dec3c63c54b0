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
    first: Mapping[str, Any] | None = None,
) -> Verified:
    """Check a finished session, all of it as the server wrote it. Raises ``VerificationFailed``.

    *first* is the first view of it that was seen, if one was.
    """
    seed, told = replay["seed"], view["commitment"]
    if first and any(first[name] != view[name] for name in ("commitment", "seeded")):
        raise VerificationFailed("D-1: the commitment is another than it was")
    if not told == replay["commitment"] == (None if view["seeded"] else deal.commitment(view["id"], seed)):
        raise VerificationFailed("D-1: the commitment is not that of the seed")
    if view["seed"] != seed:
        raise VerificationFailed("D-1: the view and the replay tell different seeds")
    shuffles = [event for event in events if "shuffle" in event]
    if [event["shuffle"] for event in shuffles] != list(range(1, len(replay["shuffles"]) + 1)):
        raise VerificationFailed("D-5: the events tell of other shuffles than the replay")
    for k, (event, pile) in enumerate(zip(shuffles, replay["shuffles"], strict=True), 1):
        whole = event["type"] == shuffles[0]["type"]  # as the first, which opens the session
        if len(set(pile)) < len(pile) or not set(pile) <= set(deck) or (whole and len(pile) < len(deck)):
            raise VerificationFailed(f"D-4: shuffle {k} is not of the cards it should be")
        if deal.shuffled(pile, deck, seed, k) != pile:
            raise VerificationFailed(f"D-4: shuffle {k} is not that of the seed")
    _check_dealer([event["dealer"] for event in shuffles if "dealer" in event], replay["options"], seed)
    return Verified(seed, len(replay["shuffles"]), told is not None)


def _check_dealer(dealers: Sequence[int], options: Mapping[str, Any], seed: str) -> None:
    if dealers and options.get("first_dealer") is None and deal.first_dealer(options["players"], seed) != dealers[0]:
        raise VerificationFailed("D-5: the first dealer is not that of the seed")
