"""The games of the document, each with its own types. Made by ``make clients`` from ``openapi.yaml``: do not edit."""

from collections.abc import AsyncIterator, Sequence
from types import TracebackType
from typing import Self, TypeAlias

import httpx

from leverstoke_client._async.game import AsyncGame
from leverstoke_client._async.line import AsyncLine
from leverstoke_client._async.operations import AsyncOperations
from leverstoke_client._async.seat import AsyncSeat, AsyncTableSeat, AsyncTurn
from leverstoke_client._async.session import AsyncSession
from leverstoke_client.generated.api.shooter import (
    create_shooter_session,
    delete_shooter_session,
    get_shooter_replay,
    get_shooter_session,
    hint_in_shooter,
    join_shooter_session,
    leave_shooter_session,
    list_shooter_events,
    list_shooter_sessions,
    rematch_shooter_session,
)
from leverstoke_client.generated.api.shooting_party import (
    create_shooting_party_session,
    delete_shooting_party_session,
    get_shooting_party_replay,
    get_shooting_party_session,
    hint_in_shooting_party,
    list_shooting_party_events,
    list_shooting_party_sessions,
)
from leverstoke_client.generated.models import (
    BotLevel,
    Join,
    RematchEvent,
    SeatedEvent,
    SessionStatus,
    ShooterAcceptedEvent,
    ShooterAccusedEvent,
    ShooterAllPass,
    ShooterAuctionWonEvent,
    ShooterCall,
    ShooterCalledEvent,
    ShooterCard,
    ShooterCreate,
    ShooterDealtEvent,
    ShooterEvents,
    ShooterFinishedEvent,
    ShooterHandScoredEvent,
    ShooterHint,
    ShooterLegalAccept,
    ShooterLegalAccuse,
    ShooterLegalBid,
    ShooterLegalPlay,
    ShooterLegalReturn,
    ShooterLegalTrump,
    ShooterPlayed,
    ShooterPlayedEvent,
    ShooterReneging,
    ShooterReplay,
    ShooterResignedEvent,
    ShooterReturnedEvent,
    ShooterRow,
    ShooterThrownInEvent,
    ShooterTimedOutEvent,
    ShooterTrickTakenEvent,
    ShooterTrumpNamedEvent,
    ShooterView,
    ShootingPartyCard,
    ShootingPartyCreate,
    ShootingPartyDiscardedEvent,
    ShootingPartyDisplayedEvent,
    ShootingPartyDrawnEvent,
    ShootingPartyEvents,
    ShootingPartyFinishedEvent,
    ShootingPartyHint,
    ShootingPartyLegalDiscard,
    ShootingPartyLegalDraw,
    ShootingPartyLegalLeave,
    ShootingPartyLegalRetrieve,
    ShootingPartyLegalSeduce,
    ShootingPartyPlayed,
    ShootingPartyReplay,
    ShootingPartyRetrievedEvent,
    ShootingPartyRoles,
    ShootingPartyRow,
    ShootingPartySeducedEvent,
    ShootingPartyShuffledEvent,
    ShootingPartyStartedEvent,
    ShootingPartyView,
    Suit,
)
from leverstoke_client.generated.types import UNSET, Unset
from leverstoke_client.retries import Retries

# The Shooting Party

ShootingPartyEvent: TypeAlias = (
    ShootingPartyStartedEvent
    | ShootingPartyDrawnEvent
    | ShootingPartyDisplayedEvent
    | ShootingPartyDiscardedEvent
    | ShootingPartyShuffledEvent
    | ShootingPartyRetrievedEvent
    | ShootingPartySeducedEvent
    | ShootingPartyFinishedEvent
)
ShootingPartyAction: TypeAlias = (
    ShootingPartyLegalDraw
    | ShootingPartyLegalDiscard
    | ShootingPartyLegalRetrieve
    | ShootingPartyLegalSeduce
    | ShootingPartyLegalLeave
)


class AsyncShootingPartySession(AsyncSession[ShootingPartyView, ShootingPartyEvent, ShootingPartyReplay]):
    """A session of The Shooting Party, as a spectator sees it."""


class AsyncShootingPartySeat(
    AsyncSeat[
        ShootingPartyView,
        ShootingPartyAction,
        ShootingPartyEvent,
        ShootingPartyPlayed,
        ShootingPartyHint,
        ShootingPartyReplay,
    ]
):
    """A seat in a session of The Shooting Party."""

    async def draw(self) -> ShootingPartyPlayed:
        """Draw two cards."""
        return await self.act({"action": "draw", "body": {}})

    async def discard(self, cards: Sequence[ShootingPartyCard]) -> ShootingPartyPlayed:
        """Discard a match, or the joker alone, or settle an open choice."""
        return await self.act({"action": "discard", "body": {"cards": list(cards)}})

    async def retrieve(self, card: ShootingPartyCard) -> ShootingPartyPlayed:
        """Give the joker for a discarded card, or for an ace of the draw pile."""
        return await self.act({"action": "retrieve", "body": {"card": card}})

    async def seduce(self) -> ShootingPartyPlayed:
        """Score the queen who is the whole hand."""
        return await self.act({"action": "seduce", "body": {}})

    async def leave(self) -> ShootingPartyPlayed:
        """Leave the room: a fresh hand for the old one."""
        return await self.act({"action": "leave", "body": {}})


AsyncShootingPartyTurn: TypeAlias = AsyncTurn[
    ShootingPartyView,
    ShootingPartyAction,
    ShootingPartyEvent,
    ShootingPartyPlayed,
    ShootingPartyHint,
    ShootingPartyReplay,
]


class AsyncShootingParty(AsyncGame[AsyncShootingPartySeat, AsyncShootingPartySession, ShootingPartyRow]):
    """The Shooting Party."""

    operations = AsyncOperations(
        game="shooting-party",
        deck=(
            "AC",
            "2C",
            "3C",
            "4C",
            "5C",
            "JC",
            "QC",
            "KC",
            "AD",
            "2D",
            "3D",
            "4D",
            "5D",
            "JD",
            "QD",
            "KD",
            "AH",
            "2H",
            "3H",
            "4H",
            "5H",
            "JH",
            "QH",
            "KH",
            "AS",
            "2S",
            "3S",
            "4S",
            "5S",
            "JS",
            "QS",
            "KS",
            "JOKER",
        ),
        read_played=ShootingPartyPlayed.from_dict,
        read_events=ShootingPartyEvents.from_dict,
        create=create_shooting_party_session.asyncio_detailed,
        list_=list_shooting_party_sessions.asyncio_detailed,
        get=get_shooting_party_session.asyncio_detailed,
        delete=delete_shooting_party_session.asyncio_detailed,
        events=list_shooting_party_events.asyncio_detailed,
        replay=get_shooting_party_replay.asyncio_detailed,
        hint=hint_in_shooting_party.asyncio_detailed,
    )
    seats = AsyncShootingPartySeat
    sessions = AsyncShootingPartySession

    async def create(
        self,
        *,
        seed: str | None | Unset = UNSET,
        roles: ShootingPartyRoles | Unset = UNSET,
        leave: bool | Unset = UNSET,
        listed: bool | Unset = UNSET,
    ) -> AsyncShootingPartySeat:
        """Open a session, and take its first seat.

        *seed*: Makes the deal repeatable, and known to whoever chose it (D-1). Left out: drawn afresh.
        *roles*: Who is courted: queens, or kings (SP-27).
        *leave*: Whether the room may be left (SP-20).
        *listed*: Whether the session shows in the lobby.
        """
        return await self._opened(
            ShootingPartyCreate(
                seed=seed,
                roles=roles,
                leave=leave,
                listed=listed,
            )
        )

    async def lobby(self, *, status: SessionStatus | Unset = UNSET) -> AsyncIterator[ShootingPartyRow]:
        """The listed sessions, newest first."""
        async for row in self._listed(status=status):
            yield row


# Shooter

ShooterEvent: TypeAlias = (
    SeatedEvent
    | ShooterDealtEvent
    | ShooterCalledEvent
    | ShooterAuctionWonEvent
    | ShooterThrownInEvent
    | ShooterTrumpNamedEvent
    | ShooterPlayedEvent
    | ShooterTrickTakenEvent
    | ShooterAccusedEvent
    | ShooterAcceptedEvent
    | ShooterHandScoredEvent
    | ShooterResignedEvent
    | ShooterTimedOutEvent
    | ShooterReturnedEvent
    | ShooterFinishedEvent
    | RematchEvent
)
ShooterAction: TypeAlias = (
    ShooterLegalBid
    | ShooterLegalTrump
    | ShooterLegalPlay
    | ShooterLegalAccuse
    | ShooterLegalAccept
    | ShooterLegalReturn
)


class AsyncShooterSession(AsyncSession[ShooterView, ShooterEvent, ShooterReplay]):
    """A session of Shooter, as a spectator sees it."""


class AsyncShooterSeat(
    AsyncTableSeat[ShooterView, ShooterAction, ShooterEvent, ShooterPlayed, ShooterHint, ShooterReplay]
):
    """A seat in a session of Shooter."""

    async def bid(self, call: ShooterCall) -> ShooterPlayed:
        """Call in the auction."""
        return await self.act({"action": "bid", "body": {"call": call}})

    async def trump(self, suit: Suit) -> ShooterPlayed:
        """Name the trump suit."""
        return await self.act({"action": "trump", "body": {"suit": suit}})

    async def play(self, card: ShooterCard) -> ShooterPlayed:
        """Play a card to the open trick, or lead it to the next."""
        return await self.act({"action": "play", "body": {"card": card}})

    async def accuse(self, seat: int) -> ShooterPlayed:
        """Say that a player did not follow suit though they could."""
        return await self.act({"action": "accuse", "body": {"seat": seat}})

    async def accept(self) -> ShooterPlayed:
        """Have the hand scored as it was played."""
        return await self.act({"action": "accept", "body": {}})

    async def return_(self) -> ShooterPlayed:
        """Take back the seat that the house keeps."""
        return await self.act({"action": "return", "body": {}})


AsyncShooterTurn: TypeAlias = AsyncTurn[
    ShooterView, ShooterAction, ShooterEvent, ShooterPlayed, ShooterHint, ShooterReplay
]


class AsyncShooter(AsyncGame[AsyncShooterSeat, AsyncShooterSession, ShooterRow]):
    """Shooter."""

    operations = AsyncOperations(
        game="shooter",
        deck=(
            "9C",
            "TC",
            "JC",
            "QC",
            "KC",
            "AC",
            "9D",
            "TD",
            "JD",
            "QD",
            "KD",
            "AD",
            "9H",
            "TH",
            "JH",
            "QH",
            "KH",
            "AH",
            "9S",
            "TS",
            "JS",
            "QS",
            "KS",
            "AS",
        ),
        read_played=ShooterPlayed.from_dict,
        read_events=ShooterEvents.from_dict,
        create=create_shooter_session.asyncio_detailed,
        list_=list_shooter_sessions.asyncio_detailed,
        get=get_shooter_session.asyncio_detailed,
        delete=delete_shooter_session.asyncio_detailed,
        events=list_shooter_events.asyncio_detailed,
        replay=get_shooter_replay.asyncio_detailed,
        hint=hint_in_shooter.asyncio_detailed,
        join=join_shooter_session.asyncio_detailed,
        leave=leave_shooter_session.asyncio_detailed,
        rematch=rematch_shooter_session.asyncio_detailed,
        read_join=Join.from_dict,
    )
    seats = AsyncShooterSeat
    sessions = AsyncShooterSession

    async def create(
        self,
        *,
        seed: str | None | Unset = UNSET,
        players: int | Unset = UNSET,
        name: str | None | Unset = UNSET,
        bots: int | Unset = UNSET,
        bot_level: BotLevel | Unset = UNSET,
        target: int | Unset = UNSET,
        first_dealer: int | None | Unset = UNSET,
        all_pass: ShooterAllPass | Unset = UNSET,
        reneging: ShooterReneging | Unset = UNSET,
        false_accusation: int | Unset = UNSET,
        six_is_moon: bool | Unset = UNSET,
        partners: bool | Unset = UNSET,
        turn_seconds: int | None | Unset = UNSET,
        listed: bool | Unset = UNSET,
        spectators: bool | Unset = UNSET,
    ) -> AsyncShooterSeat:
        """Open a session, and take its first seat.

        *seed*: Makes the deal repeatable, and known to whoever chose it (D-1). Left out: drawn afresh.
        *players*: How many play: three or four.
        *name*: What to call you.
        *bots*: How many of the last seats the house takes.
        *bot_level*: How well the house plays the bots of create, and the seats of those who are away.
        *target*: The score that wins (SH-10).
        *first_dealer*: The seat that deals first; drawn if null (D-5).
        *all_pass*: What happens when nobody bids (SH-6).
        *reneging*: Whether players are made to follow suit, or trusted to (SH-11, SH-12).
        *false_accusation*: What a wrong accusation costs (SH-12).
        *six_is_moon*: Another ladder of bids (SH-13).
        *partners*: Seats 0 and 2 against 1 and 3 (SH-13); four players only.
        *turn_seconds*: How long a turn may take before the house plays it (SH-15); no clock if null.
        *listed*: Whether the table shows in the lobby.
        *spectators*: Whether those without a seat may watch.
        """
        return await self._opened(
            ShooterCreate(
                seed=seed,
                players=players,
                name=name,
                bots=bots,
                bot_level=bot_level,
                target=target,
                first_dealer=first_dealer,
                all_pass=all_pass,
                reneging=reneging,
                false_accusation=false_accusation,
                six_is_moon=six_is_moon,
                partners=partners,
                turn_seconds=turn_seconds,
                listed=listed,
                spectators=spectators,
            )
        )

    async def lobby(
        self, *, status: SessionStatus | Unset = UNSET, open_seats: int | Unset = UNSET
    ) -> AsyncIterator[ShooterRow]:
        """The listed sessions, newest first; only those with so many *open_seats*, if asked."""
        async for row in self._listed(status=status, open_seats=open_seats):
            yield row

    async def join(
        self, session_id: str, *, name: str | None | Unset = UNSET, seat: int | Unset = UNSET
    ) -> AsyncShooterSeat:
        """Sit down at a table, at the first free *seat* unless one is named."""
        return await self._joined(session_id, Join(name=name, seat=seat))


class AsyncLeverstoke:
    """A Leverstoke server: its games. Close it when done, or use it in a ``with``.

    *retries* says how often a request is tried again; *transport* is what httpx sends with, if it is to be another.
    """

    def __init__(
        self,
        base_url: str = "http://localhost:8000",
        *,
        retries: Retries | None = None,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self._line = AsyncLine(base_url, retries or Retries(), transport)
        self.shooting_party = AsyncShootingParty(self._line)
        self.shooter = AsyncShooter(self._line)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Close all connections."""
        await self._line.aclose()
