"""The worked examples of The Shooting Party, and all of them again with kings for queens (SP-27)."""

import json
import re
from collections.abc import Sequence
from typing import Any

from server.cards import Card, Cards
from server.game import Action, Resign
from server.games.shooting_party import (
    Discard,
    Draw,
    Leave,
    Options,
    Result,
    Retrieve,
    Roles,
    Seduce,
    choices,
    result,
    start,
)
from tests.games.examples import Row, each, examples
from tests.games.party_table import Party, after, party, refused

ROWS: list[Row] = examples("shooting_party")
DEALS = [row for row in ROWS if "deck" in row]
STEPS = [row for row in ROWS if "action" in row and "after" in row]
REFUSALS = [row for row in ROWS if "refused" in row]
TITLES = [row for row in ROWS if "title" in row]

PILES = ("hand", "draw_pile", "discard_pile", "display", "score_pile")
CLASSIC = Options()
REVERSED = Options(roles=Roles.REVERSED)


def test_every_example_is_tested_once() -> None:
    tested = [row["id"] for kind in (DEALS, STEPS, REFUSALS, TITLES) for row in kind]
    assert sorted(tested) == sorted(row["id"] for row in ROWS)


@each(DEALS)
def test_a_first_deal_leads_where_the_example_says(row: Row) -> None:
    assert dealt(row, CLASSIC) == row["after"]


@each(STEPS)
def test_an_action_leads_where_the_example_says(row: Row) -> None:
    assert acted(row, CLASSIC) == expected(row)


@each(REFUSALS)
def test_an_action_is_refused_as_the_example_says(row: Row) -> None:
    assert all(refused(before(row, CLASSIC), action(row)))


@each(TITLES)
def test_scored_queens_and_aces_make_the_title_of_the_example(row: Row) -> None:
    """SP-26."""
    scored = [f"Q{suit}" for suit in "CDHS"[: row["queens"]]] + [f"A{suit}" for suit in "CDHS"[: row["aces"]]]
    outcome = result(after(party(scored=" ".join(scored)), Resign()).state)
    assert isinstance(outcome, Result)
    assert (outcome.queens, outcome.aces) == (row["queens"], row["aces"])
    assert (outcome.points, outcome.title) == (row["points"], row["title"])


# Reversed roles


@each(DEALS)
def test_a_first_deal_with_reversed_roles(row: Row) -> None:
    row = reversed_roles(row)
    assert dealt(row, REVERSED) == row["after"]


@each(STEPS)
def test_an_action_with_reversed_roles(row: Row) -> None:
    row = reversed_roles(row)
    assert acted(row, REVERSED) == expected(row)


@each(REFUSALS)
def test_a_refusal_with_reversed_roles(row: Row) -> None:
    row = reversed_roles(row)
    assert all(refused(before(row, REVERSED), action(row)))


# How an example is read


def reversed_roles(row: Row) -> Row:
    """*row* with a king for every queen and a queen for every king."""
    swap = {"Q": "K", "K": "Q"}
    swapped: Row = json.loads(re.sub(r'"([QK])([CDHS])"', lambda card: f'"{swap[card[1]]}{card[2]}"', json.dumps(row)))
    return swapped


def pile(codes: Sequence[str]) -> Cards:
    return tuple(map(Card, codes))


def before(row: Row, options: Options) -> Party:
    told = row["before"]
    piles: dict[str, Any] = {name: pile(told[name]) for name in PILES}
    state = Party(
        options=options,
        seed="an example",
        exhaustions=told["exhaustions"],
        orders=tuple(map(pile, row.get("shuffled_into", ()))),
        **piles,
    )
    assert list(choices(state)) == told["choices"]
    return state


def action(row: Row) -> Action:
    match row["action"]:
        case {"action": "discard", "body": {"cards": codes}}:
            return Discard(pile(codes))
        case {"action": "retrieve", "body": {"card": code}}:
            return Retrieve(Card(code))
        case {"action": kind, "body": {}}:
            return {"draw": Draw, "seduce": Seduce, "leave": Leave}[kind]()
        case unknown:
            raise AssertionError(unknown)


def dealt(row: Row, options: Options) -> Row:
    state = start(Party(options=options, seed="an example", orders=(pile(row["deck"]),))).state
    return table(state)


def acted(row: Row, options: Options) -> Row:
    state = after(before(row, options), action(row)).state
    assert state.shuffles == len(row.get("shuffled_into", ()))
    return discards_in_any_order(row, table(state))


def expected(row: Row) -> Row:
    return discards_in_any_order(row, row["after"])


def table(state: Any) -> Row:
    """*state* as the examples tell it."""
    outcome = result(state)
    return {name: [*getattr(state, name)] for name in PILES} | {
        "exhaustions": state.exhaustions,
        "choices": [*choices(state)],
        "finished": outcome is not None,
        "reason": outcome and outcome.reason,
    }


def discards_in_any_order(row: Row, told: Row) -> Row:
    """*told*, with the cards that *row*'s action discarded in no order; those discarded earlier keep theirs."""
    discards = told["discard_pile"]
    earlier = sum(card in discards for card in row["before"]["discard_pile"])
    return told | {"discard_pile": (discards[:earlier], {*discards[earlier:]})}
