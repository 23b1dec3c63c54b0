"""The Shooting Party, a solitaire by John Kean: four queens to be courted at a house full of kings.

One action is a chain of moves: what the player does, the draw it brings, then etiquette until the hand has
settled. Each move is a function from a state to a ``Step``, and ``Step.then`` strings them together.

Reversed roles (SP-27) swap kings and queens in every clause. The rules below therefore never say queen or
king but ``courted`` and ``guard``, and one pair of ranks decides who is who.
"""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import cache, lru_cache
from itertools import combinations

from server import game
from server.cards import SHOOTING_PARTY as PACK
from server.cards import Card, Cards, Rank, Suit, card_of
from server.deal import shuffled
from server.game import Action, Event, Game, Record, Refused, Resign, Seat, Step, put_right, replace, shown

FULL_HAND = 5  # more than this, and nothing may be drawn (SP-14)
LAST_EXHAUSTION = 3
_HANDS = 4096  # that are remembered: one is looked at several times in a step, and again in the next
_RANKS: tuple[Rank | None, ...] = tuple(Rank)

WEALTH = ("impecunious", "common", "bourgeois", "oofy", "filthy")
STANDING = ("boor", "cad", "rake", "bounder", "scoundrel")


class Roles(StrEnum):
    """Who is courted: queens, or kings (SP-27)."""

    CLASSIC = "classic"
    REVERSED = "reversed"


class Cause(StrEnum):
    """Why cards went to the discard pile."""

    ACTION = "action"
    GUARDED = "guarded"
    RIVAL = "rival"
    JACKS = "jacks"
    JOKER = "joker"
    LEAVE = "leave"


class Reason(StrEnum):
    """What ended a session (SP-25)."""

    ALL_QUEENS = "all_queens"
    EXHAUSTED = "exhausted"
    RESIGNED = "resigned"


class Options(game.Options, frozen=True, kw_only=True):
    roles: Roles = Roles.CLASSIC
    leave: bool = True


class State(Record, frozen=True, kw_only=True, omit_defaults=True):
    """Every card in its place (SP-2). Piles are listed top first, all else oldest first."""

    options: Options
    seed: str
    shuffles: int = 0
    draw_pile: Cards = ()
    hand: Cards = ()
    discard_pile: Cards = ()
    display: Cards = ()
    score_pile: Cards = ()
    exhaustions: int = 0
    ending: Reason | None = None

    @property
    def courted(self) -> Rank:
        return Rank.QUEEN if self.options.roles is Roles.CLASSIC else Rank.KING

    @property
    def guard(self) -> Rank:
        return Rank.KING if self.options.roles is Roles.CLASSIC else Rank.QUEEN

    def shuffle(self, cards: Cards) -> Cards:
        """The session's next shuffle, of *cards* (D-5)."""
        return shuffled(cards, PACK, seed=self.seed, k=self.shuffles + 1)


# What a player does


class Draw(Action, frozen=True):
    """Draw two cards (SP-14)."""


class Discard(Action, frozen=True):
    """Discard a match, or the joker alone, or settle an open choice (SP-15, SP-16, SP-10).

    The cards are kept in the order of the pack, so that the same match is the same action.
    """

    cards: Cards

    def __post_init__(self) -> None:
        put_right(self, "cards", PACK.sorted(self.cards))


class Retrieve(Action, frozen=True):
    """Give the joker for a discarded card, or for an ace of the draw pile (SP-17, SP-18)."""

    card: Card


class Seduce(Action, frozen=True):
    """Score the queen who is the whole hand (SP-19)."""


class Leave(Action, frozen=True):
    """Leave the room: a fresh hand for the old one (SP-20)."""


# What everybody saw


class Started(Event, frozen=True):
    shuffle: int


class Drawn(Event, frozen=True):
    """One run of cards that reached the hand, in order."""

    cards: Cards


class Displayed(Event, frozen=True):
    card: Card


class Discarded(Event, frozen=True):
    cards: Cards
    cause: Cause


class Shuffled(Event, frozen=True):
    shuffle: int
    exhaustions: int


class Retrieved(Event, frozen=True):
    card: Card


class Seduced(Event, frozen=True):
    cards: Cards


class Result(game.Result, frozen=True):
    """``queens`` counts kings where the roles are reversed."""

    queens: int
    aces: int
    points: int
    title: str
    reason: Reason


class Finished(Event, frozen=True):
    result: Result


class View(game.View, frozen=True):
    """All but the order of the draw pile (SP-28)."""

    hand: Cards
    display: Cards
    score_pile: Cards
    discard_pile: Cards
    draw_pile_count: int
    exhaustions: int
    choices: tuple[Suit, ...]
    points: int


class Memory(View, frozen=True):
    """A view, and by which options the session is played."""

    options: Options


# The record's functions


def seating(options: Options, seed: str) -> State:
    return State(options=options, seed=seed)


def deal(options: Options, seed: str, house: tuple[Seat, ...] = ()) -> Step[State]:
    return start(seating(options, seed))


def start(state: State) -> Step[State]:
    """Shuffle the whole pack, draw four, resolve etiquette (SP-8)."""
    pile = state.shuffle(PACK.cards)
    shuffle = state.shuffles + 1
    started = Step(replace(state, draw_pile=pile, shuffles=shuffle), (Started(shuffle),), (pile,))
    return started.then(_draw_four).then(_etiquette)


def to_act(state: State) -> tuple[Seat, ...]:
    return () if state.ending else (0,)


def legal_actions(state: State, seat: Seat) -> tuple[Action, ...]:
    if state.ending or seat != 0:
        return ()
    if open_choices := choices(state):
        return tuple(discard for suit in open_choices for discard in _settlements(state, suit))
    return tuple(_voluntary(state))


def may_resign(state: State, seat: Seat) -> bool:
    return seat == 0 and not state.ending


def apply(state: State, seat: Seat, action: Action) -> Step[State]:
    match action:
        case Draw():
            step = _draw(state, 2)
        case Discard(cards):
            cause = Cause.GUARDED if choices(state) else Cause.ACTION
            step = _discard(state, cards, cause)
        case Retrieve(card):
            step = _retrieve(state, card)
        case Seduce():
            step = _seduce(state)
        case Leave():
            step = _discard(state, state.hand, Cause.LEAVE).then(_draw_four)
        case Resign():
            step = Step(replace(state, ending=Reason.RESIGNED))
    return step.then(_etiquette).then(_finish)


def explain(state: State, seat: Seat, action: Action) -> Refused:
    if choices(state):
        return Refused("choice_open", rule="SP-10")
    match action:
        case Draw():
            return Refused("hand_too_full", rule="SP-14")
        case Discard(cards) if not set(cards) <= set(state.hand):
            return Refused("card_not_in_hand", rule="SP-15")
        case Discard():
            return Refused("not_a_match", rule="SP-15")
        case Retrieve():
            return Refused("not_retrievable" if Card.JOKER in state.hand else "no_joker", rule="SP-17")
        case Seduce():
            return Refused("not_a_lone_queen", rule="SP-19")
        case _:
            return Refused("leaving_not_allowed", rule="SP-20")


REFUSALS: dict[type[Action], tuple[str, ...]] = {
    Draw: ("choice_open", "hand_too_full"),
    Discard: ("choice_open", "card_not_in_hand", "not_a_match"),
    Retrieve: ("choice_open", "no_joker", "not_retrievable"),
    Seduce: ("choice_open", "not_a_lone_queen"),
    Leave: ("choice_open", "leaving_not_allowed"),
    Resign: (),
}


MEANINGS = {
    "choice_open": "A guarded queen must be settled first; `choices` says of which suit.",
    "hand_too_full": "With more than five cards in hand none are drawn.",
    "card_not_in_hand": "You do not hold that card.",
    "not_a_match": "Two of a suit, two to four of a rank, or the joker alone can go.",
    "no_joker": "Only the joker can retrieve a card, and you do not hold it.",
    "not_retrievable": "Only a discarded card, or an ace of the draw pile, can be had.",
    "not_a_lone_queen": "The whole hand must be the one you court.",
    "leaving_not_allowed": "In this session the room may not be left.",
}


def view(state: State, seat: Seat | None) -> View:
    return View(
        hand=state.hand,
        display=state.display,
        score_pile=state.score_pile,
        discard_pile=state.discard_pile,
        draw_pile_count=len(state.draw_pile),
        exhaustions=state.exhaustions,
        choices=choices(state),
        points=len(state.score_pile),
    )


def memory(state: State, seat: Seat) -> Memory:
    return Memory(**shown(view(state, seat)), options=state.options)


def result(state: State) -> Result | None:
    if state.ending is None:
        return None
    aces = sum(card.rank is Rank.ACE for card in state.score_pile)
    queens = len(state.score_pile) - aces
    return Result(queens, aces, queens + aces, title(queens, aces), state.ending)


def title(queens: int, aces: int) -> str:
    """What the player may be called at the end: wealth by aces, standing by queens (SP-26)."""
    return f"{WEALTH[aces]} {STANDING[queens]}"


def choices(state: State) -> tuple[Suit, ...]:
    """The suits whose queen, king and jack are all in hand, to be settled by the player (SP-10)."""
    return () if state.ending else _open_suits(state.hand, state.courted, state.guard)


@lru_cache(_HANDS)
def _open_suits(hand: Cards, courted: Rank, guard: Rank) -> tuple[Suit, ...]:
    trio = (Rank.JACK, courted, guard)
    return tuple(suit for suit in Suit if all(card_of(rank, suit) in hand for rank in trio))


# What is legal


def _settlements(state: State, suit: Suit) -> Iterator[Discard]:
    """The two ways out of an open choice (SP-10)."""
    courted, guard = _couple(state, suit)
    yield Discard((courted, guard))
    yield Discard((guard, card_of(Rank.JACK, suit)))


def _voluntary(state: State) -> list[Action]:
    hand = state.hand
    actions: list[Action] = []
    if len(hand) == 1 and hand[0].rank is state.courted:
        actions.append(Seduce())
    if len(hand) <= FULL_HAND:
        actions.append(Draw())
    actions += _matches(hand)
    if Card.JOKER in hand:
        actions.append(Discard((Card.JOKER,)))
        hidden_aces = (card for card in PACK.sorted(state.draw_pile) if card.rank is Rank.ACE)
        actions += map(Retrieve, (*state.discard_pile, *hidden_aces))
    if state.options.leave:
        actions.append(Leave())
    return actions


@lru_cache(_HANDS)
def _matches(hand: Cards) -> tuple[Discard, ...]:
    """Two cards of one suit; two, three or four cards of one rank (SP-15)."""
    cards = [card for card in PACK.sorted(hand) if card is not Card.JOKER]
    matches: list[Cards] = [pair for pair in combinations(cards, 2) if pair[0].suit is pair[1].suit]
    alike: dict[Rank | None, list[Card]] = {}
    for card in cards:
        alike.setdefault(card.rank, []).append(card)
    if len(alike) < len(cards):
        for rank in sorted(alike, key=_RANKS.index):
            for size in range(2, len(alike[rank]) + 1):
                matches += combinations(alike[rank], size)
    return tuple(map(_match, matches))


@cache
def _match(cards: Cards) -> Discard:
    """There are two hundred, and a hand has a dozen of them."""
    return Discard(cards)


# Moves


def _draw_four(state: State) -> Step[State]:
    return _draw(state, 4)


def _draw(state: State, count: int) -> Step[State]:
    """Draw until *count* cards have reached the hand, or the session has ended (SP-5 to SP-7)."""
    wanted = len(state.hand) + count
    step = Step(state)
    while len(step.state.hand) < wanted and not step.state.ending:
        step = step.then(lambda state: _take(state, wanted) if state.draw_pile else _exhaust(state))
    return step


def _take(state: State, wanted: int) -> Step[State]:
    """Take cards from the top until *wanted* are in hand or none is left; aces go on display (SP-6).

    Cards that reach the hand one after the other are told as one run.
    """
    hand, display = state.hand, state.display
    told: tuple[Event, ...] = ()
    pile = iter(state.draw_pile)
    while len(hand) < wanted and (card := next(pile, None)):
        match card.rank, told:
            case Rank.ACE, _:
                display, told = (*display, card), (*told, Displayed(card))
            case _, (*earlier, Drawn(run)):
                hand, told = (*hand, card), (*earlier, Drawn((*run, card)))
            case _:
                hand, told = (*hand, card), (*told, Drawn((card,)))
    return Step(replace(state, draw_pile=tuple(pile), hand=hand, display=display), told)


def _exhaust(state: State) -> Step[State]:
    """A card is needed and there is none: the discards and the display become the new pile (SP-5)."""
    state = replace(state, exhaustions=state.exhaustions + 1)
    if state.exhaustions == LAST_EXHAUSTION:
        return Step(replace(state, ending=Reason.EXHAUSTED))
    used = state.discard_pile + state.display
    return _reshuffle(replace(state, discard_pile=(), display=()), used)


def _reshuffle(state: State, cards: Cards) -> Step[State]:
    pile = state.shuffle(cards)
    state = replace(state, draw_pile=pile, shuffles=state.shuffles + 1)
    return Step(state, (Shuffled(state.shuffles, state.exhaustions),), (pile,))


def _discard(state: State, cards: Iterable[Card], cause: Cause) -> Step[State]:
    """Move *cards* from the hand to the discard pile, oldest first."""
    gone = tuple([card for card in state.hand if card in cards])
    if not gone:
        return Step(state)
    hand = tuple(card for card in state.hand if card not in gone)
    return Step(replace(state, hand=hand, discard_pile=state.discard_pile + gone), (Discarded(gone, cause),))


def _retrieve(state: State, card: Card) -> Step[State]:
    """The joker goes; *card* comes to the hand, or to the display if it is an ace (SP-17, SP-18)."""
    step = _discard(state, (Card.JOKER,), Cause.JOKER)
    state = step.state
    told = (*step.events, Retrieved(card))
    if card.rank is Rank.ACE:
        rest = tuple(other for other in state.draw_pile if other is not card)
        return Step(replace(state, display=(*state.display, card)), told).then(lambda state: _reshuffle(state, rest))
    rest = tuple(other for other in state.discard_pile if other is not card)
    return Step(replace(state, discard_pile=rest, hand=(*state.hand, card)), told)


def _seduce(state: State) -> Step[State]:
    """The queen is scored, with her ace if it lies on display; four more are drawn unless she was the last (SP-19)."""
    (queen,) = state.hand
    ace = tuple(c for c in state.display if c.suit is queen.suit)
    state = replace(
        state,
        hand=(),
        display=tuple(card for card in state.display if card not in ace),
        score_pile=_score_pile((*state.score_pile, queen, *ace)),
    )
    step = Step(state, (Seduced((queen, *ace)),))
    if sum(card.rank is state.courted for card in state.score_pile) == len(Suit):
        return replace(step, state=replace(state, ending=Reason.ALL_QUEENS))
    return step.then(_draw_four)


def _score_pile(cards: Cards) -> Cards:
    """The queens, then the aces, each oldest first."""
    return tuple(sorted(cards, key=lambda card: card.rank is Rank.ACE))


# Etiquette


def _etiquette(state: State) -> Step[State]:
    """Resolve what manners demand until the hand has settled or a choice is open (SP-9)."""
    if state.ending:
        return Step(state)
    step = _part_the_guarded(state)
    if choices(step.state):
        return step
    step = step.then(_part_the_rivals)
    if len(_in_hand(step.state, Rank.JACK)) < 2:
        return step
    return step.then(_throw_out_the_jacks).then(_etiquette)


def _part_the_guarded(state: State) -> Step[State]:
    """A queen and the king of her suit go, unless its jack is there to be chosen (SP-10)."""
    step = Step(state)
    for guard in _in_hand(state, state.guard):
        assert guard.suit, "only the joker has none"
        couple = _couple(state, guard.suit)
        if {*couple} <= {*state.hand} and card_of(Rank.JACK, guard.suit) not in state.hand:
            step = step.then(lambda state, pair=couple: _discard(state, pair, Cause.GUARDED))  # type: ignore[misc]
    return step


def _part_the_rivals(state: State) -> Step[State]:
    """Of several queens only the newest stays (SP-11)."""
    courted = state.courted
    queens = [card for card in state.hand if card.rank is courted]
    return _discard(state, queens[:-1], Cause.RIVAL)


def _throw_out_the_jacks(state: State) -> Step[State]:
    """Two jacks: the whole hand goes and four are drawn (SP-12)."""
    return _discard(state, state.hand, Cause.JACKS).then(_draw_four)


def _in_hand(state: State, rank: Rank) -> Cards:
    """The cards of *rank*, by suit."""
    found = tuple([card for card in state.hand if card.rank is rank])
    return PACK.sorted(found) if len(found) > 1 else found


def _couple(state: State, suit: Suit) -> tuple[Card, Card]:
    return card_of(state.courted, suit), card_of(state.guard, suit)


def _finish(state: State) -> Step[State]:
    outcome = result(state)
    return Step(state, (Finished(outcome),) if outcome else ())


GAME = Game(
    name="shooting-party",
    title="The Shooting Party",
    rules_version="20160714",
    seats=(1, 1),
    actions=(Draw, Discard, Retrieve, Seduce, Leave, Resign),
    events=(Started, Drawn, Displayed, Discarded, Shuffled, Retrieved, Seduced, Finished),
    options=Options,
    state=State,
    seating=seating,
    deal=deal,
    to_act=to_act,
    legal_actions=legal_actions,
    may_resign=may_resign,
    apply=apply,
    explain=explain,
    refusals=REFUSALS,
    meanings=MEANINGS,
    view=view,
    result=result,
    memory=memory,
)
