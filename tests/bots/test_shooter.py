"""How the house plays a seat of Shooter: how it bids, follows, thinks, and that what it thinks through is the game."""

from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random

import pytest

from server.bots import Advice
from server.bots.shooter import choose
from server.bots.shooter.bidding import Bidding
from server.bots.shooter.hands import card, number, place_of, trumps_on_top
from server.bots.shooter.playout import OpenTrick, play_out, with_card
from server.bots.shooter.sense import follow, lead
from server.bots.shooter.sharp import PLAYOUTS, think
from server.bots.shooter.sight import auction, sight
from server.bots.shooter.worlds import Worlds
from server.bots.shooter.worth import worth
from server.cards import SHOOTER as PACK
from server.cards import Card, Suit
from server.deal import Chance
from server.game import Action, Level, Seat, Step, replace
from server.games.shooter import (
    GAME,
    Accept,
    AuctionWon,
    Bid,
    Call,
    HandScored,
    Laid,
    Options,
    Phase,
    Play,
    Reneging,
    State,
    TrickTaken,
    Trump,
    memory,
    trick_winner,
)
from server.games.shooter import follow as following
from tests.bots.shooter import Pairing, played
from tests.cardtable import cards
from tests.games.shooter_table import RENEGE, SECOND_TRICK, after, calls, dealt, honour, legal, plays, table, takes
from tests.games.steps import told

every_level = pytest.mark.parametrize("level", list(Level))


def advised(state: State, seat: Seat, level: Level = Level.STEADY) -> Advice:
    return choose(memory(state, seat), seat, legal(state, seat), level, Chance(state.seed, f"bot:{seat}:1"))


def house(state: State, seat: Seat, level: Level = Level.STEADY) -> Action:
    """What the house does at *seat*, whose turn it is."""
    return advised(state, seat, level).action


def holding(state: State, hand: str) -> State:
    """*state*, with *hand* held by the seat whose turn it is, and the other cards by the others."""
    (seat,) = GAME.to_act(state)
    held = cards(hand)
    others = [card for card in PACK.cards if card not in held]
    Random(hand).shuffle(others)
    rest = iter(others)
    hands = tuple(
        held if other == seat else PACK.sorted(islice(rest, len(state.hands[other]))) for other in state.seats
    )
    return replace(state, hands=hands)


def bid(hand: str, called: str = "", level: Level = Level.STEADY) -> Call:
    """What the house calls with *hand* when *called* has been said before."""
    state = holding(after(dealt(first_dealer=3), calls(called)).state, hand)
    (seat,) = GAME.to_act(state)
    action = house(state, seat, level)
    assert isinstance(action, Bid)
    return action.call


def house_table(options: Options, seed: str, hands: int, level: Level = Level.STEADY) -> Iterator[Step[State]]:
    """The steps of a session in which the house plays every seat, for so many *hands* at most."""
    step = GAME.deal(options, seed)
    while GAME.result(step.state) is None and step.state.hand_number <= hands:
        (seat, *_) = GAME.to_act(step.state)
        step = after(step.state, takes(seat, house(step.state, seat, level)))
        yield step


# Bidding


@pytest.mark.parametrize("level", [Level.STEADY, Level.SHARP])
@pytest.mark.parametrize("hand", ["9C 9D 9H 9S TC TD", "9C TC 9D TD JH QS", "QC QD QH TS 9S JH"])
def test_the_house_passes_with_a_hand_that_takes_no_three_tricks(hand: str, level: Level) -> None:
    assert bid(hand, level=level) is Call.PASS
    assert bid(hand, "pass pass pass", level=level) is Call.PASS


@pytest.mark.parametrize("level", [Level.STEADY, Level.SHARP])
@pytest.mark.parametrize("hand", ["AH KH QH AS AD 9C", "AC KC QC JC AS 9D", "AS KS QS JS AC 9D"])
def test_the_house_bids_with_a_hand_that_may_make_it(hand: str, level: Level) -> None:
    assert bid(hand, level=level) not in (Call.PASS, Call.MOON)


@pytest.mark.parametrize("level", [Level.STEADY, Level.SHARP])
def test_the_house_calls_a_moon_with_every_trick_in_hand(level: Level) -> None:
    assert bid("AS KS QS JS TS AC", level=level) is Call.MOON


def test_a_beginner_bids_on_aces_and_long_trumps() -> None:
    assert bid("AH KH QH AS AD 9C", level=Level.EASY) is Call.THREE
    assert bid("9C 9D 9H 9S TC TD", level=Level.EASY) is Call.PASS


@pytest.mark.parametrize("level", [Level.STEADY, Level.SHARP])
def test_the_house_does_not_bid_more_than_its_hand_may_make(level: Level) -> None:
    assert bid("AH KH JH AS AD 9C", "five", level=level) is Call.PASS
    assert bid("AH KH JH AS AD 9C", "six", level=level) is Call.PASS


def test_the_house_leaves_the_bid_to_its_partner() -> None:
    state = holding(after(dealt(first_dealer=3, partners=True), calls("three pass")).state, "AH KH QH AS AD 9C")
    assert house(state, 2) == Bid(Call.PASS)


def test_who_is_about_to_lose_bids_on_less() -> None:
    state = holding(dealt(first_dealer=3), "AH QH 9H KS 9D 9C")
    expected, _ = Bidding(Options()).valuation.best(number(state.hands[0]))
    assert 2.6 <= expected < 3
    assert house(state, 0) == Bid(Call.PASS)
    assert house(replace(state, scores=(20, 31, 0, 0)), 0) == Bid(Call.THREE)


@pytest.mark.parametrize("players", [3, 4])
def test_most_bids_of_the_house_are_made(players: int) -> None:
    made = []
    for n in range(200):
        bidder = 0
        for step in house_table(Options(players=players), f"deal {n}", hands=1):
            bidder = next((won.seat for won in told(step, AuctionWon)), bidder)
            made += [scored.points[bidder] > 0 for scored in told(step, HandScored)]
    assert len(made) > 80
    assert sum(made) > len(made) * 0.7


# Naming trump


@every_level
@pytest.mark.parametrize(
    ("hand", "trump"),
    [
        ("AS KS QS 9C TC JC", Suit.SPADES),
        ("AH KH QH JH AS AD", Suit.HEARTS),
        ("9D TD JD QD KD AC", Suit.DIAMONDS),
        ("AC KC JC TC AS KS", Suit.CLUBS),
    ],
)
def test_the_house_names_the_suit_it_is_long_and_strong_in(hand: str, trump: Suit, level: Level) -> None:
    state = holding(after(dealt(first_dealer=3), calls("three pass pass pass")).state, hand)
    assert house(state, 0, level) == Trump(trump)


# Playing


@pytest.mark.parametrize(
    ("hand", "trick", "played"),
    [
        ("AH QH JH 9H", "9D TH KC", "9H"),
        ("AH QH JH 9H", "TH 9D KC", "JH"),
        ("AH QH JH 9H", "QH 9H KH", "AH"),
        ("9S AS AD", "KH 9H TH", "9S"),
        ("9S QS AS AD", "KH JS TH", "QS"),
        ("9H KH", "QH AH TH", "9H"),
        ("9D AC", "QH AH TH", "9D"),
    ],
)
def test_the_last_to_play_wins_as_cheaply_as_it_can_or_throws_its_cheapest_card(
    hand: str, trick: str, played: str
) -> None:
    """Spades are trump."""
    first, second, third = trick.split()
    state = after(table(hand, first, second, third, trump="spades", leader=1), plays(trick)).state
    assert house(state, 0) == Play(Card(played))


@pytest.mark.parametrize(
    ("hand", "trick", "reason"),
    [
        ("AH 9H", "KH QH TH", "Take the trick with the ace of hearts, the lowest card that wins."),
        ("AH 9H", "KH", "Play the ace of hearts: no hearts still out are higher."),
        ("QH 9H", "JH", "Spend no more than the nine of hearts: a card above those in hand is still out."),
        ("9S AD", "KH QH TH", "Trump with the nine of spades, the lowest card that wins."),
        ("9H TH", "KH QH", "Let the nine of hearts go: no card that may be played wins this trick."),
        ("9H AD", "KH QH", "The nine of hearts is the only card there is to play."),
        ("AS KS", "", "Lead the ace of spades: it draws trumps, of which four are still out."),
        ("AD 9D", "", "Lead the ace of diamonds: no diamonds still out are higher."),
    ],
)
def test_the_house_says_why(hand: str, trick: str, reason: str) -> None:
    """Spades are trump, and seat 0 has named them."""
    laid = trick.split()
    others = ["9C TC", "JC QC", "KC AC"]
    held = [*others[: 3 - len(laid)], *(f"{card} {rest[:2]}" for card, rest in zip(laid, others, strict=False))]
    state = after(table(hand, *held, trump="spades", leader=(4 - len(laid)) % 4), plays(trick)).state
    assert advised(state, 0).reason == reason


# At an honour table


@every_level
def test_the_house_follows_suit_where_it_need_not(level: Level) -> None:
    state = after(table("AH", "KH 9S", "QH", "JH", trump="spades", reneging=Reneging.HONOUR), plays("AH")).state
    assert house(state, 1, level) == Play(Card("KH"))


@pytest.mark.parametrize(("level", "sessions"), [(Level.EASY, 20), (Level.STEADY, 20), (Level.SHARP, 1)])
@pytest.mark.parametrize("players", [3, 4])
def test_the_house_never_reneges(players: int, level: Level, sessions: int) -> None:
    """SH-12."""
    for n in range(sessions):
        for step in house_table(Options(players=players, reneging=Reneging.HONOUR), f"honour {n}", 2, level):
            assert step.state.reneges == ()


@every_level
def test_the_house_accepts_and_accuses_nobody(level: Level) -> None:
    """SH-12."""
    state = after(honour(), RENEGE, SECOND_TRICK).state
    assert state.phase is Phase.ACCUSING
    assert [house(state, seat, level) for seat in range(4)] == [Accept()] * 4


# Thinking it through


def test_a_forced_card_is_thought_about_as_long_as_a_choice() -> None:
    """The time it takes is seen by everybody."""
    work = []
    for hand in ("AH 9H KD QD", "9H KD QD AC", "KD QD AC 9C"):
        state = table(hand, "9S TS JS QS", "TD JD TC JC", "KH QH JH TH", trump="spades", leader=3)
        work.append(_playouts(after(state, plays("KH")).state, 0))
    assert work == [PLAYOUTS] * 3


def test_every_bid_is_thought_about_alike() -> None:
    opening = dealt(first_dealer=3)
    last = after(opening, calls("pass pass five")).state
    assert _playouts(opening, 0) == _playouts(last, 3) == PLAYOUTS


def _playouts(state: State, seat: Seat) -> int:
    """How many hands a sharp player plays out in its head."""
    count = 0

    def counting(*hand: object, **table: object) -> tuple[int, ...]:
        nonlocal count
        count += 1
        return play_out(*hand, **table)  # type: ignore[arg-type]

    seen = memory(state, seat)
    may = [action for action in legal(state, seat) if not isinstance(action, GAME.out_of_turn)]
    think(seen, seat, may, Chance("work", "bot"), counting)
    return count


def test_the_worlds_that_are_imagined_fit_what_was_seen() -> None:
    """Everybody holds as many cards as they do, and none of a suit they have not followed."""
    looked_at = 0
    for n, options in enumerate((Options(), Options(players=3), Options(partners=True))):
        for step in house_table(options, f"worlds {n}", hands=4):
            state = step.state
            if state.phase is not Phase.PLAYING:
                continue
            (seat,) = GAME.to_act(state)
            for hands in _imagined(state, seat, 5):
                assert [len(hand) for hand in hands] == [len(hand) for hand in state.hands]
                assert {card for hand in hands for card in hand} == {card for hand in state.hands for card in hand}
                assert hands[seat] == state.hands[seat]
                assert not any(_lacking(state, other) & set(hand) for other, hand in enumerate(hands))
                looked_at += 1
    assert looked_at > 500


def _imagined(state: State, seat: Seat, count: int) -> Iterator[tuple[Sequence[Card], ...]]:
    seen = memory(state, seat)
    here = sight(seen, seat, state.trump)
    worlds = Worlds(here, auction(seen), Bidding(state.options), Random(1), declarer=state.bidder, honour=False)
    for world in islice(worlds, count):
        assert world.weight > 0
        yield tuple(_held(hand, state.trump) for hand in world.hands)


def _held(hand: int, trump: Suit | None) -> tuple[Card, ...]:
    return tuple(card for card in PACK.cards if hand & number([card], trump))


def _lacking(state: State, seat: Seat) -> set[Card]:
    """The cards that *seat* has shown not to hold."""
    suits = {
        trick[0].card.suit
        for trick in (*(trick.plays for trick in state.tricks), state.trick)
        for laid in trick
        if laid.seat == seat and laid.card.suit is not trick[0].card.suit
    }
    return {card for card in PACK.cards if card.suit in suits}


def test_a_reneger_at_an_honour_table_may_hold_the_suit_after_all() -> None:
    state = after(honour(), RENEGE).state
    before = memory(state, 0)
    hearts = number(cards("9H TH JH QH KH AH"), Suit.DIAMONDS)
    assert sight(before, 0, Suit.DIAMONDS).lacks[1] == hearts
    state = after(state, SECOND_TRICK).state
    assert sight(memory(state, 0), 0, Suit.DIAMONDS).lacks[1] == number(
        [card for card in PACK.cards if card.suit is Suit.CLUBS], Suit.DIAMONDS
    )


# What it thinks through is the game


def test_a_hand_as_a_number_is_the_same_hand() -> None:
    for trump in (None, *Suit):
        assert [card(number([one], trump), trump) for one in PACK.cards] == list(PACK.cards)
        hand = number(cards("AS 9S KH TD"))
        assert trumps_on_top(trumps_on_top(hand, trump), trump) == hand
        assert number(cards("AS 9S KH TD"), trump) == trumps_on_top(hand, trump)


@pytest.mark.parametrize("players", [3, 4])
def test_a_hand_thought_through_is_played_by_the_rules(players: int) -> None:
    """SH-8: from every point of it the tricks are those of the hand played by the game's own functions."""
    chance = Random(players)
    for n in range(60):
        options = Options(players=players, partners=players == 4 and n % 3 == 0)
        trump, bidder = chance.choice(list(Suit)), chance.randrange(players)
        empty = table(*("",) * players, trump=trump, bidder=bidder, leader=bidder)
        state = replace(empty, hands=GAME.deal(options, f"playout {n}").state.hands, options=options)
        while state.hand_number == 1:
            (seat,) = GAME.to_act(state)
            chosen = chance.choice([action for action in legal(state, seat) if isinstance(action, Play)])
            assert _in_the_head(state, seat, chosen) == _at_the_table(state, seat, chosen)
            state = after(state, takes(seat, chosen)).state


def _in_the_head(state: State, seat: Seat, action: Play) -> tuple[int, ...]:
    """The tricks still to come by seat, thought through."""
    return play_out(
        [number(hand, state.trump) for hand in state.hands],
        seat,
        number([action.card], state.trump),
        sight(memory(state, seat), seat, state.trump).trick,
        declarer=state.bidder or 0,
        partners=state.options.partners,
    )


def _at_the_table(state: State, seat: Seat, action: Play) -> tuple[int, ...]:
    """The same, played by the game's own functions, each card chosen by card sense."""
    hand, trump, bidder = state.hand_number, state.trump, state.bidder
    taken, ruffed = [0] * state.options.players, 0
    while True:
        led = state.trick[0].card.suit if state.trick else action.card.suit
        assert led is not None
        if action.card.suit is not led:
            ruffed |= place_of(led, trump)
        step = after(state, takes(seat, action))
        for trick in told(step, TrickTaken):
            taken[trick.seat] += 1
        state = step.state
        if state.hand_number != hand or GAME.result(state) is not None:
            return tuple(taken)
        (seat,) = GAME.to_act(state)
        here = sight(memory(state, seat), seat, trump)
        suit, best, taker, laid = here.trick
        if laid:
            partners = taker in state.options.side(seat)
            bit = follow(here.hand, suit, best, here.out, here.behind, partners)
        else:
            bit = lead(here.hand, here.out, ruffed, seat == bidder)
        action = Play(card(bit, trump))


def test_a_trick_in_numbers_goes_to_whom_the_rules_give_it() -> None:
    """SH-8."""
    chance = Random("tricks")
    for _ in range(500):
        trump, players = chance.choice(list(Suit)), chance.choice([3, 4])
        laid = [Laid(seat, one) for seat, one in enumerate(chance.sample(PACK.cards, players))]
        trick = OpenTrick()
        for play in laid:
            trick = with_card(trick, play.seat, number([play.card], trump))
        assert trick.taker == trick_winner(laid, trump)
        assert trick.laid == players


@pytest.mark.parametrize("partners", [False, True])
def test_card_sense_follows_suit(partners: bool) -> None:
    """SH-8."""
    chance = Random("suits")
    for _ in range(500):
        trump = chance.choice(list(Suit))
        first, *held = chance.sample(PACK.cards, 7)
        led = place_of(Suit(first.suit or ""), trump)
        out = number([one for one in PACK.cards if one not in held], trump)
        bit = follow(number(held, trump), led, number([first], trump), out, chance.randrange(3), partners)
        assert card(bit, trump) in following(tuple(held), first.suit)


# What scores are worth


def test_whoever_has_won_has_won_and_a_lead_is_worth_the_more_the_nearer_the_end() -> None:
    options = Options()
    assert worth(options, (32, 10, 10, 10), 0) == 1
    assert worth(options, (32, 10, 10, 10), 1) == 0
    assert worth(options, (0, 0, 0, 0), 0) == pytest.approx(0.25)
    assert 0.25 < worth(options, (5, 0, 0, 0), 0) < worth(options, (30, 25, 25, 25), 0) < 1
    assert worth(Options(partners=True), (9, 9, 9, 9), 3) == pytest.approx(0.5)


# How well it plays: few sessions here, many in ``make bots``


@pytest.mark.parametrize(
    ("one", "others", "sessions", "wins"), [(Level.STEADY, Level.EASY, 60, 33), (Level.SHARP, Level.EASY, 8, 4)]
)
def test_a_better_level_wins_more_than_its_share(one: Level, others: Level, sessions: int, wins: int) -> None:
    pairing = Pairing(one=one, others=others, sessions=sessions)
    assert sum(played(pairing, f"smoke {n}", n % 4).won for n in range(sessions)) >= wins


@pytest.mark.parametrize("options", [Options(players=3), Options(partners=True), Options(six_is_moon=True)])
def test_a_table_of_the_house_comes_to_an_end(options: Options) -> None:
    for level in (Level.EASY, Level.STEADY):
        pairing = Pairing(one=level, others=level, sessions=6, options=options)
        hands = [played(pairing, f"end {n}", 0).hands for n in range(6)]
        assert sum(hands) / len(hands) < 40


def test_sessions_are_played_alike_whoever_plays_them_again() -> None:
    pairing = Pairing(one=Level.STEADY, others=Level.EASY, sessions=1)
    first, again = played(pairing, "again", 0), played(pairing, "again", 0)
    assert (first.won, first.score, first.hands) == (again.won, again.score, again.hands)
