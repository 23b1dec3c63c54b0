"""Contains all the data models used in inputs/outputs"""

from .bot_level import BotLevel
from .catalogue import Catalogue
from .durability import Durability
from .game_info import GameInfo
from .game_option import GameOption
from .game_seats import GameSeats
from .health import Health
from .index import Index
from .join import Join
from .listed_player import ListedPlayer
from .nothing import Nothing
from .player_kind import PlayerKind
from .problem import Problem
from .problem_errors import ProblemErrors
from .problem_kind import ProblemKind
from .ready import Ready
from .rematch_event import RematchEvent
from .replayed_action import ReplayedAction
from .replayed_action_body import ReplayedActionBody
from .seated_event import SeatedEvent
from .session_status import SessionStatus
from .shooter_accepted_event import ShooterAcceptedEvent
from .shooter_accuse import ShooterAccuse
from .shooter_accused_event import ShooterAccusedEvent
from .shooter_all_pass import ShooterAllPass
from .shooter_auction_won_event import ShooterAuctionWonEvent
from .shooter_bid import ShooterBid
from .shooter_call import ShooterCall
from .shooter_called_event import ShooterCalledEvent
from .shooter_card import ShooterCard
from .shooter_create import ShooterCreate
from .shooter_dealt_event import ShooterDealtEvent
from .shooter_events import ShooterEvents
from .shooter_finished_event import ShooterFinishedEvent
from .shooter_hand_scored_event import ShooterHandScoredEvent
from .shooter_hint import ShooterHint
from .shooter_hint_body import ShooterHintBody
from .shooter_laid import ShooterLaid
from .shooter_legal_accept import ShooterLegalAccept
from .shooter_legal_accuse import ShooterLegalAccuse
from .shooter_legal_bid import ShooterLegalBid
from .shooter_legal_play import ShooterLegalPlay
from .shooter_legal_return import ShooterLegalReturn
from .shooter_legal_trump import ShooterLegalTrump
from .shooter_options import ShooterOptions
from .shooter_phase import ShooterPhase
from .shooter_play import ShooterPlay
from .shooter_played import ShooterPlayed
from .shooter_played_event import ShooterPlayedEvent
from .shooter_player import ShooterPlayer
from .shooter_problem import ShooterProblem
from .shooter_problem_errors import ShooterProblemErrors
from .shooter_reason import ShooterReason
from .shooter_reneging import ShooterReneging
from .shooter_replay import ShooterReplay
from .shooter_resigned_event import ShooterResignedEvent
from .shooter_result import ShooterResult
from .shooter_returned_event import ShooterReturnedEvent
from .shooter_row import ShooterRow
from .shooter_seated import ShooterSeated
from .shooter_sessions import ShooterSessions
from .shooter_thrown_in_event import ShooterThrownInEvent
from .shooter_timed_out_event import ShooterTimedOutEvent
from .shooter_trick import ShooterTrick
from .shooter_trick_taken_event import ShooterTrickTakenEvent
from .shooter_trump import ShooterTrump
from .shooter_trump_named_event import ShooterTrumpNamedEvent
from .shooter_verdict import ShooterVerdict
from .shooter_view import ShooterView
from .shooting_party_card import ShootingPartyCard
from .shooting_party_cause import ShootingPartyCause
from .shooting_party_create import ShootingPartyCreate
from .shooting_party_discard import ShootingPartyDiscard
from .shooting_party_discarded_event import ShootingPartyDiscardedEvent
from .shooting_party_displayed_event import ShootingPartyDisplayedEvent
from .shooting_party_drawn_event import ShootingPartyDrawnEvent
from .shooting_party_events import ShootingPartyEvents
from .shooting_party_finished_event import ShootingPartyFinishedEvent
from .shooting_party_hint import ShootingPartyHint
from .shooting_party_hint_body import ShootingPartyHintBody
from .shooting_party_legal_discard import ShootingPartyLegalDiscard
from .shooting_party_legal_draw import ShootingPartyLegalDraw
from .shooting_party_legal_leave import ShootingPartyLegalLeave
from .shooting_party_legal_retrieve import ShootingPartyLegalRetrieve
from .shooting_party_legal_seduce import ShootingPartyLegalSeduce
from .shooting_party_options import ShootingPartyOptions
from .shooting_party_played import ShootingPartyPlayed
from .shooting_party_problem import ShootingPartyProblem
from .shooting_party_problem_errors import ShootingPartyProblemErrors
from .shooting_party_reason import ShootingPartyReason
from .shooting_party_replay import ShootingPartyReplay
from .shooting_party_result import ShootingPartyResult
from .shooting_party_retrieve import ShootingPartyRetrieve
from .shooting_party_retrieved_event import ShootingPartyRetrievedEvent
from .shooting_party_roles import ShootingPartyRoles
from .shooting_party_row import ShootingPartyRow
from .shooting_party_seated import ShootingPartySeated
from .shooting_party_seduced_event import ShootingPartySeducedEvent
from .shooting_party_sessions import ShootingPartySessions
from .shooting_party_shuffled_event import ShootingPartyShuffledEvent
from .shooting_party_started_event import ShootingPartyStartedEvent
from .shooting_party_view import ShootingPartyView
from .suit import Suit

__all__ = (
    "BotLevel",
    "Catalogue",
    "Durability",
    "GameInfo",
    "GameOption",
    "GameSeats",
    "Health",
    "Index",
    "Join",
    "ListedPlayer",
    "Nothing",
    "PlayerKind",
    "Problem",
    "ProblemErrors",
    "ProblemKind",
    "Ready",
    "RematchEvent",
    "ReplayedAction",
    "ReplayedActionBody",
    "SeatedEvent",
    "SessionStatus",
    "ShooterAcceptedEvent",
    "ShooterAccuse",
    "ShooterAccusedEvent",
    "ShooterAllPass",
    "ShooterAuctionWonEvent",
    "ShooterBid",
    "ShooterCall",
    "ShooterCalledEvent",
    "ShooterCard",
    "ShooterCreate",
    "ShooterDealtEvent",
    "ShooterEvents",
    "ShooterFinishedEvent",
    "ShooterHandScoredEvent",
    "ShooterHint",
    "ShooterHintBody",
    "ShooterLaid",
    "ShooterLegalAccept",
    "ShooterLegalAccuse",
    "ShooterLegalBid",
    "ShooterLegalPlay",
    "ShooterLegalReturn",
    "ShooterLegalTrump",
    "ShooterOptions",
    "ShooterPhase",
    "ShooterPlay",
    "ShooterPlayed",
    "ShooterPlayedEvent",
    "ShooterPlayer",
    "ShooterProblem",
    "ShooterProblemErrors",
    "ShooterReason",
    "ShooterReneging",
    "ShooterReplay",
    "ShooterResignedEvent",
    "ShooterResult",
    "ShooterReturnedEvent",
    "ShooterRow",
    "ShooterSeated",
    "ShooterSessions",
    "ShooterThrownInEvent",
    "ShooterTimedOutEvent",
    "ShooterTrick",
    "ShooterTrickTakenEvent",
    "ShooterTrump",
    "ShooterTrumpNamedEvent",
    "ShooterVerdict",
    "ShooterView",
    "ShootingPartyCard",
    "ShootingPartyCause",
    "ShootingPartyCreate",
    "ShootingPartyDiscard",
    "ShootingPartyDiscardedEvent",
    "ShootingPartyDisplayedEvent",
    "ShootingPartyDrawnEvent",
    "ShootingPartyEvents",
    "ShootingPartyFinishedEvent",
    "ShootingPartyHint",
    "ShootingPartyHintBody",
    "ShootingPartyLegalDiscard",
    "ShootingPartyLegalDraw",
    "ShootingPartyLegalLeave",
    "ShootingPartyLegalRetrieve",
    "ShootingPartyLegalSeduce",
    "ShootingPartyOptions",
    "ShootingPartyPlayed",
    "ShootingPartyProblem",
    "ShootingPartyProblemErrors",
    "ShootingPartyReason",
    "ShootingPartyReplay",
    "ShootingPartyResult",
    "ShootingPartyRetrieve",
    "ShootingPartyRetrievedEvent",
    "ShootingPartyRoles",
    "ShootingPartyRow",
    "ShootingPartySeated",
    "ShootingPartySeducedEvent",
    "ShootingPartySessions",
    "ShootingPartyShuffledEvent",
    "ShootingPartyStartedEvent",
    "ShootingPartyView",
    "Suit",
)
