"""What is true of all that has happened in a session, told by its events, its replay and those who played.

These are invariants like those of ``invariants.py``.
"""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from server.cards import SHOOTER, SHOOTING_PARTY, Card
from server.deal import commitment, shuffled
from tests.load.invariants import View, Wrong

Event: TypeAlias = Mapping[str, Any]
Deed: TypeAlias = Mapping[str, Any]

PACKS = {"shooting-party": SHOOTING_PARTY, "shooter": SHOOTER}
STRENGTH = "9TJQKA"


def events_come_once_each_in_order(since: int, events: Sequence[Event]) -> Wrong:
    """What is told after event *since* has no gap and no repeat."""
    for place, event in enumerate(events, since + 1):
        if event["seq"] != place:
            yield f"event {event['seq']} where {place} was to come"
            return


def an_action_tells_what_it_did(version: int, view: View, events: Sequence[Event]) -> Wrong:
    """The events of an accepted action lead from the *version* it was judged against to that of the *view*."""
    yield from events_come_once_each_in_order(version, events)
    if not events or events[-1]["seq"] != view["version"]:
        yield f"{len(events)} events lead from version {version} to {view['version']}"


def everybody_is_told_the_same(log: Sequence[Event], told: Sequence[Event]) -> Wrong:
    for event in told:
        if event["seq"] > len(log) or log[event["seq"] - 1] != event:
            yield f"event {event['seq']} was told in two ways"


def tricks_add_up(players: int, log: Sequence[Event]) -> Wrong:
    """Of a whole session of Shooter: a card is played once a hand, a trick goes to who won it (SH-8), the hand is
    played out and the scores are its points (SH-9)."""
    played: list[str] = []
    trick: list[Event] = []
    trump = ""
    scores = [0] * players
    for event in log:
        match event["type"]:
            case "dealt":
                played, trick, trump = [], [], ""
            case "trump_named":
                trump = event["suit"][0].upper()
            case "played":
                if trick and event["seat"] != (trick[-1]["seat"] + 1) % players:
                    yield f"seat {event['seat']} plays after seat {trick[-1]['seat']}"
                played.append(event["card"])
                trick.append(event)
            case "trick_taken":
                if event["cards"] != [play["card"] for play in trick] or len(trick) != players:
                    yield f"a trick of {event['cards']} where {len(trick)} cards were laid"
                elif event["seat"] != _winner(trick, trump):
                    yield f"seat {event['seat']} takes {event['cards']}, led by seat {trick[0]['seat']}, {trump} trump"
                trick = []
            case "hand_scored":
                if sorted(played) != sorted(SHOOTER.cards):
                    yield f"a hand was scored after {len(played)} plays of {len(set(played))} cards"
                scores = [score + points for score, points in zip(scores, event["points"], strict=True)]
                if scores != event["scores"]:
                    yield f"points add up to {scores}, and the scores are {event['scores']}"


def _winner(trick: Sequence[Event], trump: str) -> int:
    def worth(play: Event) -> tuple[bool, int]:
        rank, suit = play["card"]
        return suit == trump, STRENGTH.index(rank) if suit in (trump, trick[0]["card"][1]) else -1

    seat: int = max(trick, key=worth)["seat"]
    return seat


def the_deal_is_the_one_promised(opening: View, seed: str | None, replay: Mapping[str, Any]) -> Wrong:
    """The replay has the *seed* that was asked for or that the *opening* was bound to, and its shuffles (D-1, D-4)."""
    pack = PACKS[opening["game"]]
    if seed is not None and replay["seed"] != seed:
        yield f"seed {replay['seed']} where {seed} was asked for"
    bound = None if opening["seeded"] else commitment(opening["id"], replay["seed"])
    if not bound == opening["commitment"] == replay["commitment"]:
        yield f"the seed's commitment is {bound}, told were {opening['commitment']} and {replay['commitment']}"
    for k, pile in enumerate(replay["shuffles"], 1):
        if shuffled([Card(card) for card in pile], pack, seed=replay["seed"], k=k) != tuple(pile):
            yield f"shuffle {k} is not the seed's"


def what_was_accepted_was_done(seat: int, deeds: Sequence[Deed], replay: Mapping[str, Any]) -> Wrong:
    """The replay has the accepted actions of a *seat* in their order, and no other."""
    done = [deed for deed in replay["actions"] if deed["seat"] == seat and not deed["auto"]]
    told = [{"action": deed["action"], "body": deed["body"]} for deed in done]
    if told != list(deeds):
        yield f"seat {seat} had {len(deeds)} actions accepted, and {len(told)} were done"
