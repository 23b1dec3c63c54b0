"""Shooter: bid for the right to name trump, take your tricks, keep an eye on those who will not follow suit.

A hand runs through four phases, and each ends by starting the next: the auction, naming trump, the tricks, and
at an honour table the accusations. Then the hand is scored and the next is dealt, until somebody has won.

What a renege was is the one secret that outlives the play of a card (SH-12). It is kept by itself, in
``State.reneges``; what is legal, who is to act and every view are made without it.
"""

from collections.abc import Iterator, Sequence
from enum import StrEnum

from server import game
from server.cards import SHOOTER as PACK
from server.cards import Card, Cards, Rank, Suit
from server.deal import first_dealer, shuffled
from server.game import Action, Event, Game, Level, Record, Refused, Resign, Seat, Step, replace, shown

MOON = 12  # what every trick is worth to whoever called it (SH-9)
RENEGE = 2  # what a renege costs whoever is caught (SH-12)
PATIENCE = 2  # turns in a row that a player may overrun before the house keeps the seat (SH-15)
STRENGTH = {rank: strength for strength, rank in enumerate(map(Rank, "9TJQKA"))}


class Call(StrEnum):
    """What can be said in an auction, each above the one before it (SH-4, SH-13)."""

    PASS = "pass"
    THREE = "three"
    FOUR = "four"
    FIVE = "five"
    SIX = "six"
    SEVEN = "seven"
    MOON = "moon"


LEVELS = {call: level for level, call in enumerate(Call, start=2)}
"""The tricks a bid promises; for a moon, a level above all others."""


class Phase(StrEnum):
    SEATING = "seating"
    BIDDING = "bidding"
    NAMING_TRUMP = "naming_trump"
    PLAYING = "playing"
    ACCUSING = "accusing"
    FINISHED = "finished"


class AllPass(StrEnum):
    """What happens when nobody bids (SH-6)."""

    REDEAL = "redeal"
    STICK_DEALER = "stick_dealer"


class Reneging(StrEnum):
    """Whether the server makes players follow suit, or trusts their honour (SH-11, SH-12)."""

    PREVENTED = "prevented"
    HONOUR = "honour"


class Reason(StrEnum):
    """What ended a session (SH-10, SH-15)."""

    TARGET = "target"
    ABANDONED = "abandoned"


class Options(game.Options, frozen=True, kw_only=True):
    players: int = 4
    target: int = 32
    first_dealer: Seat | None = None
    all_pass: AllPass = AllPass.REDEAL
    reneging: Reneging = Reneging.PREVENTED
    false_accusation: int = 2
    six_is_moon: bool = False
    partners: bool = False
    listed: bool = True
    spectators: bool = True
    bot_level: Level = Level.STEADY
    turn_seconds: int | None = None

    @property
    def ladder(self) -> tuple[Call, ...]:
        """The bids of this table, lowest first (SH-4, SH-13)."""
        top = Call.SIX
        if self.six_is_moon:
            top = Call.FIVE if self.players == 4 else Call.SEVEN
        return (*(call for call in Call if Call.PASS is not call and LEVELS[call] <= LEVELS[top]), Call.MOON)

    def side(self, seat: Seat) -> tuple[Seat, ...]:
        """The seats that score as one with *seat*: itself, and its partner if it has one (SH-13)."""
        return (seat % 2, seat % 2 + 2) if self.partners else (seat,)


class Laid(Record, frozen=True):
    """A card on the table, and the seat it came from."""

    seat: Seat
    card: Card


class Trick(Record, frozen=True):
    plays: tuple[Laid, ...]
    winner: Seat


class Accusation(Record, frozen=True):
    """``accuser`` says that ``accused`` reneged in one of the first ``plays`` plays of the hand."""

    accuser: Seat
    accused: Seat
    plays: int


class State(Record, frozen=True, kw_only=True, omit_defaults=True):
    options: Options
    seed: str
    phase: Phase
    scores: tuple[int, ...]
    house: tuple[Seat, ...] = ()
    """The seats that the house plays: its own, those who resigned, and those it keeps."""
    kept: tuple[Seat, ...] = ()
    """Of these, the seats whose players may ask for them back."""
    overruns: tuple[int, ...]
    """The turns in a row that each seat's player has let run out."""
    late: tuple[Seat, ...] = ()
    """Whose turn has run out and is for the house to play, this once."""
    hand_number: int = 0
    """Deals so far, thrown in or played; each had one shuffle."""
    dealer: Seat | None = None
    hands: tuple[Cards, ...]
    calls: tuple[Call | None, ...]
    bidder: Seat | None = None
    bid: Call | None = None
    trump: Suit | None = None
    leader: Seat | None = None
    """Who leads, or has led, to the open trick."""
    trick: tuple[Laid, ...] = ()
    tricks: tuple[Trick, ...] = ()
    """The tricks of this hand, in order."""
    last_trick: Trick | None = None
    reneges: tuple[int, ...] = ()
    """The plays of this hand that reneged, numbered from 0. Secret."""
    accusations: tuple[Accusation, ...] = ()
    accepted: tuple[Seat, ...] = ()
    ending: Reason | None = None

    @property
    def seats(self) -> range:
        return range(self.options.players)

    @property
    def plays(self) -> int:
        """Cards played in this hand so far."""
        return len(self.tricks) * self.options.players + len(self.trick)

    def taken(self, seat: Seat) -> int:
        return sum(trick.winner == seat for trick in self.tricks)


# What a player does


class Bid(Action, frozen=True):
    """Call in the auction (SH-4)."""

    call: Call


class Trump(Action, frozen=True):
    """Name the trump suit (SH-7)."""

    suit: Suit


class Play(Action, frozen=True):
    """Play a card to the open trick, or lead it to the next (SH-8)."""

    card: Card


class Accuse(Action, frozen=True):
    """Say that a player did not follow suit though they could (SH-12)."""

    seat: Seat


class Accept(Action, frozen=True):
    """Have the hand scored as it was played (SH-12)."""


class Return(Action, frozen=True):
    """Take back the seat that the house keeps (SH-15)."""


# What everybody saw


class Dealt(Event, frozen=True):
    hand_number: int
    dealer: Seat
    shuffle: int


class Called(Event, frozen=True):
    seat: Seat
    call: Call


class AuctionWon(Event, frozen=True):
    seat: Seat
    bid: Call


class ThrownIn(Event, frozen=True):
    """Nobody has bid; the next dealer deals (SH-6)."""


class TrumpNamed(Event, frozen=True):
    seat: Seat
    suit: Suit


class Played(Event, frozen=True):
    seat: Seat
    card: Card


class TrickTaken(Event, frozen=True):
    seat: Seat
    cards: Cards


class Accused(Event, frozen=True):
    seat: Seat
    accused: Seat


class Accepted(Event, frozen=True):
    seat: Seat


class Verdict(Record, frozen=True):
    seat: Seat
    accused: Seat
    caught: bool


class HandScored(Event, frozen=True):
    """``points`` of this hand, penalties included, and the ``scores`` after it: both by seat."""

    points: tuple[int, ...]
    scores: tuple[int, ...]
    verdicts: tuple[Verdict, ...]


class Resigned(Event, frozen=True):
    seat: Seat


class TimedOut(Event, frozen=True):
    """The player at ``seat`` has let a turn run out, and the house plays it."""

    seat: Seat


class Returned(Event, frozen=True):
    """The player at ``seat`` is back."""

    seat: Seat


class Result(game.Result, frozen=True):
    """``winners`` is empty where the session was abandoned; ``scores`` are by seat."""

    winners: tuple[Seat, ...]
    scores: tuple[int, ...]
    reason: Reason


class Finished(Event, frozen=True):
    result: Result


class PlayerView(Record, frozen=True):
    """What all may know of one seat."""

    played_by_house: bool
    score: int
    tricks: int
    cards: int
    call: Call | None


class View(game.View, frozen=True):
    """What a seat may know, or a spectator, whose ``hand`` is None (SH-14)."""

    phase: Phase
    hand_number: int
    dealer: Seat | None
    players: tuple[PlayerView, ...]
    bidder: Seat | None
    bid: Call | None
    trump: Suit | None
    trick: tuple[Laid, ...]
    last_trick: Trick | None
    hand: Cards | None


class Memory(View, frozen=True):
    """What a player who forgets nothing knows besides: the table's options, and the tricks of this hand in order."""

    options: Options
    tricks: tuple[Trick, ...]


# The record's functions


def seating(options: Options, seed: str) -> State:
    return State(
        options=options,
        seed=seed,
        phase=Phase.SEATING,
        scores=(0,) * options.players,
        overruns=(0,) * options.players,
        hands=((),) * options.players,
        calls=(None,) * options.players,
    )


def deal(options: Options, seed: str, house: tuple[Seat, ...] = ()) -> Step[State]:
    return _deal(replace(seating(options, seed), house=house), _first_dealer(options, seed))


def to_act(state: State) -> tuple[Seat, ...]:
    match state.phase:
        case Phase.BIDDING:
            return (_clockwise(state, _dealer(state), 1 + _calls_made(state)),)
        case Phase.NAMING_TRUMP:
            return (_bidder(state),)
        case Phase.PLAYING:
            return (_clockwise(state, _leader(state), len(state.trick)),)
        case Phase.ACCUSING:
            return tuple(seat for seat in state.seats if seat not in state.accepted)
        case _:
            return ()


def legal_actions(state: State, seat: Seat) -> tuple[Action, ...]:
    turn = _turn_actions(state, seat) if seat in to_act(state) else ()
    back = (Return(),) if seat in state.kept and not state.ending else ()
    return (*turn, *back, *_accusations(state, seat))


def may_resign(state: State, seat: Seat) -> bool:
    theirs = seat not in state.house or seat in state.kept
    return state.phase is not Phase.SEATING and not state.ending and theirs


def apply(state: State, seat: Seat, action: Action) -> Step[State]:
    if isinstance(action, Bid | Trump | Play | Accept):
        state = _on_time(state, seat)
    match action:
        case Bid(call):
            return _call(state, seat, call)
        case Trump(suit):
            named = replace(state, trump=suit, leader=seat, phase=Phase.PLAYING)
            return Step(named, (TrumpNamed(seat, suit),))
        case Play(card):
            return _lay(state, seat, card)
        case Accuse(accused):
            accusation = Accusation(seat, accused, state.plays)
            return Step(replace(state, accusations=(*state.accusations, accusation)), (Accused(seat, accused),))
        case Accept():
            return _accept(state, seat)
        case Return():
            return _return(state, seat)
        case _:
            return _resign(state, seat)


def explain(state: State, seat: Seat, action: Action) -> Refused:
    match action:
        case Bid(call) if state.phase is Phase.BIDDING:
            known = call in state.options.ladder
            return Refused("bid_too_low" if known else "no_such_bid", rule="SH-4")
        case Play(card) if state.phase is Phase.PLAYING:
            held = card in state.hands[seat]
            return Refused("must_follow_suit" if held else "card_not_in_hand", rule="SH-8")
        case Accuse():
            return Refused("nothing_to_accuse", rule="SH-12")
        case _:
            return Refused("wrong_phase", rule=_CLAUSES[type(action)])


_CLAUSES: dict[type[Action], str] = {
    Bid: "SH-4",
    Trump: "SH-7",
    Play: "SH-8",
    Accept: "SH-12",
    Return: "SH-15",
    Resign: "SH-15",
}


REFUSALS: dict[type[Action], tuple[str, ...]] = {
    Bid: ("wrong_phase", "bid_too_low", "no_such_bid"),
    Trump: ("wrong_phase",),
    Play: ("wrong_phase", "card_not_in_hand", "must_follow_suit"),
    Accuse: ("nothing_to_accuse",),
    Accept: ("wrong_phase",),
    Return: ("wrong_phase",),
    Resign: ("wrong_phase",),
}


MEANINGS = {
    "wrong_phase": "That cannot be done at this point of the game.",
    "bid_too_low": "A bid must be above the highest so far.",
    "no_such_bid": "This table's ladder does not have that bid.",
    "card_not_in_hand": "You do not hold that card.",
    "must_follow_suit": "You hold a card of the suit led and must play one.",
    "nothing_to_accuse": "There is no play of that seat left for you to accuse.",
}


def view(state: State, seat: Seat | None) -> View:
    return View(
        phase=state.phase,
        hand_number=state.hand_number,
        dealer=state.dealer,
        players=tuple(
            PlayerView(
                played_by_house=other in state.house,
                score=state.scores[other],
                tricks=state.taken(other),
                cards=len(state.hands[other]),
                call=state.calls[other],
            )
            for other in state.seats
        ),
        bidder=state.bidder,
        bid=state.bid,
        trump=state.trump,
        trick=state.trick,
        last_trick=state.last_trick,
        hand=None if seat is None else state.hands[seat],
    )


def memory(state: State, seat: Seat) -> Memory:
    return Memory(**shown(view(state, seat)), options=state.options, tricks=state.tricks)


def result(state: State) -> Result | None:
    if state.ending is None:
        return None
    won = state.ending is Reason.TARGET
    winners = winning_side(state.options, state.scores) if won else ()
    return Result(winners, state.scores, state.ending)


def house(state: State) -> tuple[Seat, ...]:
    return state.house + state.late


def time_out(state: State) -> Step[State]:
    """The house plays the turn of those who have let it run out, and keeps the seat of who does so again (SH-15)."""
    late = to_act(state)
    overruns = tuple(count + (seat in late) for seat, count in enumerate(state.overruns))
    kept = tuple(seat for seat in late if overruns[seat] >= PATIENCE)
    state = replace(
        state,
        overruns=overruns,
        kept=tuple(sorted(state.kept + kept)),
        house=tuple(sorted(state.house + kept)),
        late=tuple(seat for seat in late if seat not in kept),
    )
    return Step(state, tuple(map(TimedOut, late))).then(_unless_abandoned)


def again(state: State) -> Options:
    """The deal begins one seat on."""
    options = state.options
    return replace(options, first_dealer=(_first_dealer(options, state.seed) + 1) % options.players)


# Dealing


def _deal(state: State, dealer: Seat) -> Step[State]:
    """Deal one card at a time from the dealer's left, and open the auction (SH-3)."""
    number = state.hand_number + 1
    pack = shuffled(PACK.cards, PACK, seed=state.seed, k=number)
    opened = replace(
        seating(state.options, state.seed),
        phase=Phase.BIDDING,
        scores=state.scores,
        house=state.house,
        kept=state.kept,
        overruns=state.overruns,
        last_trick=state.last_trick,
        hand_number=number,
        dealer=dealer,
        hands=dealt_hands(pack, dealer, state.options.players),
    )
    return Step(opened, (Dealt(number, dealer, shuffle=number),), (pack,))


def dealt_hands(pack: Cards, dealer: Seat, players: int) -> tuple[Cards, ...]:
    """The hands by seat, each in the order of the pack (SH-3, D-4)."""
    return tuple(PACK.sorted(pack[(seat - dealer - 1) % players :: players]) for seat in range(players))


# The auction


def _call(state: State, seat: Seat, call: Call) -> Step[State]:
    state = replace(state, calls=_replaced(state.calls, seat, call))
    if call is not Call.PASS:
        state = replace(state, bidder=seat, bid=call)
    step = Step(state, (Called(seat, call),))
    if call is Call.MOON or None not in state.calls:
        return step.then(_close_auction)
    return step


def _close_auction(state: State) -> Step[State]:
    """The highest bidder names trump; if all passed, the deal is thrown in or the dealer is stuck (SH-5 to SH-7)."""
    if state.bidder is None and state.options.all_pass is AllPass.REDEAL:
        dealer = _clockwise(state, _dealer(state), 1)
        return Step(state, (ThrownIn(),)).then(lambda state: _deal(state, dealer))
    bidder, bid = state.bidder, state.bid
    if bidder is None or bid is None:
        bidder, bid = _dealer(state), Call.THREE
    won = replace(state, bidder=bidder, bid=bid, phase=Phase.NAMING_TRUMP)
    return Step(won, (AuctionWon(bidder, bid),))


# The tricks


def follow(hand: Cards, led: Suit | None) -> Cards:
    """The cards *hand* may play: the suit led if it can, else anything (SH-8)."""
    return tuple(card for card in hand if card.suit is led) or hand


def trick_winner(plays: Sequence[Laid], trump: Suit | None) -> Seat:
    """The seat of the highest trump, else of the highest card of the suit led (SH-8)."""
    led = plays[0].card.suit

    def strength(laid: Laid) -> tuple[bool, bool, int]:
        card = laid.card
        return card.suit is trump, card.suit is led, STRENGTH[card.rank] if card.rank else 0

    return max(plays, key=strength).seat


def _lay(state: State, seat: Seat, card: Card) -> Step[State]:
    reneged = bool(state.trick) and card not in follow(state.hands[seat], state.trick[0].card.suit)
    hand = tuple(other for other in state.hands[seat] if other is not card)
    state = replace(
        state,
        hands=_replaced(state.hands, seat, hand),
        trick=(*state.trick, Laid(seat, card)),
        reneges=(*state.reneges, state.plays) if reneged else state.reneges,
    )
    step = Step(state, (Played(seat, card),))
    return step.then(_take_trick) if len(state.trick) == state.options.players else step


def _take_trick(state: State) -> Step[State]:
    winner = trick_winner(state.trick, state.trump)
    trick = Trick(state.trick, winner)
    cards = tuple(laid.card for laid in state.trick)
    state = replace(state, trick=(), tricks=(*state.tricks, trick), last_trick=trick, leader=winner)
    step = Step(state, (TrickTaken(winner, cards),))
    if any(state.hands):
        return step
    if state.options.reneging is Reneging.HONOUR:
        return replace(step, state=replace(state, phase=Phase.ACCUSING))
    return step.then(_score_hand)


# Accusations


def _accusations(state: State, seat: Seat) -> Iterator[Accuse]:
    """Whom *seat* may accuse: by what everybody saw, never by what was held (SH-12)."""
    if state.options.reneging is not Reneging.HONOUR or seat in state.house or seat in state.accepted:
        return
    for other in state.seats:
        made = sum(a.accuser == seat and a.accused == other for a in state.accusations)
        if other not in state.options.side(seat) and _plays_off_suit(state, other) > made:
            yield Accuse(other)


def _plays_off_suit(state: State, seat: Seat) -> int:
    """How often *seat* has not played the suit led in this hand, whether or not it could have."""
    tricks = [trick.plays for trick in state.tricks] + [state.trick]
    return sum(laid.seat == seat and laid.card.suit is not plays[0].card.suit for plays in tricks for laid in plays)


def _accept(state: State, seat: Seat) -> Step[State]:
    state = replace(state, accepted=(*state.accepted, seat))
    step = Step(state, (Accepted(seat),))
    return step if to_act(state) else step.then(_score_hand)


def _verdicts(state: State) -> tuple[Verdict, ...]:
    """Each accusation, in order, catches the oldest renege before it that is still uncaught (SH-12)."""
    plays = [laid.seat for trick in state.tricks for laid in trick.plays]
    uncaught = list(state.reneges)
    verdicts = []
    for accusation in state.accusations:
        caught = next((n for n in uncaught if plays[n] == accusation.accused and n < accusation.plays), None)
        if caught is not None:
            uncaught.remove(caught)
        verdicts.append(Verdict(accusation.accuser, accusation.accused, caught is not None))
    return tuple(verdicts)


# The score


def hand_points(options: Options, bidder: Seat, bid: Call, tricks: Sequence[int]) -> tuple[int, ...]:
    """What a hand is worth to each seat, before penalties; *tricks* are by seat (SH-9, SH-13)."""
    points = []
    for seat in range(options.players):
        side = options.side(seat)
        taken = sum(tricks[other] for other in side)
        if bidder not in side:
            points.append(taken)
        elif bid is Call.MOON:
            points.append(MOON if taken == sum(tricks) else -MOON)
        else:
            points.append(taken if taken >= LEVELS[bid] else -LEVELS[bid])
    return tuple(points)


def winning_side(options: Options, scores: Sequence[int]) -> tuple[Seat, ...]:
    """The seats that have won with these *scores*: the only leader at or above the target, or nobody (SH-10)."""
    best = max(scores)
    leaders = tuple(seat for seat, score in enumerate(scores) if score == best)
    return leaders if best >= options.target and leaders == options.side(leaders[0]) else ()


def _penalties(options: Options, verdicts: Sequence[Verdict]) -> tuple[int, ...]:
    """What the accusations cost each seat: the accused if caught, else the accuser, and either's partner (SH-12)."""
    costs = [0] * options.players
    for verdict in verdicts:
        guilty = verdict.accused if verdict.caught else verdict.seat
        for seat in options.side(guilty):
            costs[seat] += RENEGE if verdict.caught else options.false_accusation
    return tuple(costs)


def _score_hand(state: State) -> Step[State]:
    options = state.options
    verdicts = _verdicts(state)
    tricks = [state.taken(seat) for seat in state.seats]
    worth = hand_points(options, _bidder(state), state.bid or Call.THREE, tricks)
    costs = _penalties(options, verdicts)
    points = tuple(gain - cost for gain, cost in zip(worth, costs, strict=True))
    scores = tuple(score + point for score, point in zip(state.scores, points, strict=True))
    step = Step(replace(state, scores=scores), (HandScored(points, scores, verdicts),))
    if winning_side(options, scores):
        return step.then(lambda state: _finish(state, Reason.TARGET))
    return step.then(lambda state: _deal(state, _clockwise(state, _dealer(state), 1)))


# Absence


def _on_time(state: State, seat: Seat) -> State:
    """*seat* takes its turn: its player, and then nothing is held against them, or the house for them (SH-15)."""
    if seat in state.late:
        return replace(state, late=_without(state.late, seat))
    if seat in state.house or not state.overruns[seat]:
        return state
    return replace(state, overruns=_replaced(state.overruns, seat, 0))


def _return(state: State, seat: Seat) -> Step[State]:
    state = replace(
        state,
        house=_without(state.house, seat),
        kept=_without(state.kept, seat),
        overruns=_replaced(state.overruns, seat, 0),
    )
    return Step(state, (Returned(seat),))


def _resign(state: State, seat: Seat) -> Step[State]:
    """The house takes the seat for good (SH-15)."""
    house = tuple(sorted({*state.house, seat}))
    state = replace(state, house=house, kept=_without(state.kept, seat))
    return Step(state, (Resigned(seat),)).then(_unless_abandoned)


def _unless_abandoned(state: State) -> Step[State]:
    """With every seat its own the house has nobody to play for (SH-15)."""
    if len(state.house) == state.options.players:
        return _finish(state, Reason.ABANDONED)
    return Step(state)


def _finish(state: State, reason: Reason) -> Step[State]:
    state = replace(state, phase=Phase.FINISHED, ending=reason)
    return Step(state, tuple(Finished(outcome) for outcome in [result(state)] if outcome))


# The table


def _turn_actions(state: State, seat: Seat) -> tuple[Action, ...]:
    """What *seat*, whose turn it is, may do with it.

    Whoever always takes the first of these opens low and passes once somebody has bid, so that even such a table comes
    to an end.
    """
    match state.phase:
        case Phase.BIDDING:
            bids = tuple(call for call in state.options.ladder if LEVELS[call] > LEVELS[state.bid or Call.PASS])
            return tuple(map(Bid, (Call.PASS, *bids) if state.bid else (*bids, Call.PASS)))
        case Phase.NAMING_TRUMP:
            return tuple(map(Trump, Suit))
        case Phase.PLAYING:
            hand = state.hands[seat]
            bound = state.trick and state.options.reneging is Reneging.PREVENTED
            return tuple(map(Play, follow(hand, state.trick[0].card.suit) if bound else hand))
        case _:
            return (Accept(),)


def _first_dealer(options: Options, seed: str) -> Seat:
    if options.first_dealer is None:
        return first_dealer(options.players, seed=seed)
    return options.first_dealer


def _clockwise(state: State, seat: Seat, steps: int) -> Seat:
    return (seat + steps) % state.options.players


def _calls_made(state: State) -> int:
    return sum(call is not None for call in state.calls)


def _dealer(state: State) -> Seat:
    assert state.dealer is not None, "nothing is dealt yet"
    return state.dealer


def _bidder(state: State) -> Seat:
    assert state.bidder is not None, "nobody has won an auction"
    return state.bidder


def _leader(state: State) -> Seat:
    assert state.leader is not None, "trump is not named yet"
    return state.leader


def _replaced(seats: tuple, seat: Seat, value: object) -> tuple:  # type: ignore[type-arg]
    """*seats* with *value* at *seat*."""
    return (*seats[:seat], value, *seats[seat + 1 :])


def _without(seats: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
    return tuple(other for other in seats if other != seat)


GAME = Game(
    name="shooter",
    title="Shooter",
    rules_version="1",
    seats=(3, 4),
    actions=(Bid, Trump, Play, Accuse, Accept, Return, Resign),
    events=(
        Dealt,
        Called,
        AuctionWon,
        ThrownIn,
        TrumpNamed,
        Played,
        TrickTaken,
        Accused,
        Accepted,
        HandScored,
        Resigned,
        TimedOut,
        Returned,
        Finished,
    ),
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
    house=house,
    time_out=time_out,
    again=again,
    out_of_turn=(Accuse, Return),
)
