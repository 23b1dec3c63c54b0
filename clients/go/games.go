// Code generated from openapi.yaml and clients/templates/games.go.jinja; DO NOT EDIT.

package leverstoke

import (
	"cmp"
	"context"
	"iter"
	"net/http"

	"github.com/leverstoke/leverstoke/clients/go/api"
)

// A Client is for one server. Its fields are the games.
type Client struct {
	// The Shooting Party.
	ShootingParty *ShootingPartyGame
	// Shooter.
	Shooter *ShooterGame
	// API has each operation by itself, with the same retries. Its errors are of type [api.Error].
	API *api.Client
}

// New is a client of the server at baseURL, like "http://localhost:8000".
func New(baseURL string, options ...Option) *Client {
	client := newAPI(baseURL, options)
	games := &Client{API: client}
	games.ShootingParty = &ShootingPartyGame{client}
	games.Shooter = &ShooterGame{client}
	return games
}

// ShootingPartyGame is The Shooting Party.
type ShootingPartyGame struct{ client *api.Client }

type (
	// ShootingPartyOptions is how a session is opened; what is left out is as the server has it.
	ShootingPartyOptions = api.ShootingPartyCreate
	// ShootingPartyList is which sessions to list; Limit is how many a page.
	ShootingPartyList = api.ListShootingPartySessionsParams
	// ShootingPartySession is watched.
	ShootingPartySession = Session[api.ShootingPartyView, api.ShootingPartyLegalAction, api.ShootingPartyEvent, api.ShootingPartyReplay]
	// ShootingPartyTurn is what ShootingPartySeat.Turns goes through.
	ShootingPartyTurn = Turn[api.ShootingPartyView, api.ShootingPartyLegalAction, api.ShootingPartyEvent, api.ShootingPartyReplay]
	// ShootingPartyPlayed is what an action has led to.
	ShootingPartyPlayed = Played[api.ShootingPartyView, api.ShootingPartyEvent]
	// ShootingPartyRefused is an [ErrRefused], with what may be done instead.
	ShootingPartyRefused = Refused[api.ShootingPartyLegalAction]
	// ShootingPartyStale is an [ErrStale], with the session as it is now.
	ShootingPartyStale = StaleVersion[api.ShootingPartyView]
)

// ShootingPartySeat is a place at the table: its methods are those of [Seat], of [Session], and one an action.
type ShootingPartySeat struct {
	*Seat[api.ShootingPartyView, api.ShootingPartyLegalAction, api.ShootingPartyEvent, api.ShootingPartyReplay]
}

var shootingParty = &game[api.ShootingPartyView, api.ShootingPartyLegalAction, api.ShootingPartyEvent, api.ShootingPartyReplay]{
	path: "/v1/shooting-party/sessions",
	deck: []string{"AC", "2C", "3C", "4C", "5C", "JC", "QC", "KC", "AD", "2D", "3D", "4D", "5D", "JD", "QD", "KD", "AH", "2H", "3H", "4H", "5H", "JH", "QH", "KH", "AS", "2S", "3S", "4S", "5S", "JS", "QS", "KS", "JOKER"},
	read: func(view *api.ShootingPartyView) standing[api.ShootingPartyLegalAction] {
		return standing[api.ShootingPartyLegalAction]{
			version:    view.Version,
			finished:   view.Status == api.SessionStatusFinished,
			seat:       view.Seat,
			toAct:      view.ToAct,
			legal:      view.LegalActions,
			commitment: view.Commitment,
		}
	},
	look: func(ctx context.Context, client *api.Client, id string, wait int, etag string) (*api.ShootingPartyView, *http.Response, error) {
		return client.GetShootingPartySession(ctx, id, api.GetShootingPartySessionParams{Wait: wait, IfNoneMatch: etag})
	},
	events: func(ctx context.Context, client *api.Client, id string, since int) ([]api.ShootingPartyEvent, error) {
		page, _, err := client.ListShootingPartyEvents(ctx, id, api.ListShootingPartyEventsParams{Since: since})
		if err != nil {
			return nil, err
		}
		return page.Events, nil
	},
	replay: (*api.Client).GetShootingPartyReplay,
	delete: (*api.Client).DeleteShootingPartySession,
}

// Create opens a session, and gives you its seat.
func (g *ShootingPartyGame) Create(ctx context.Context, options ShootingPartyOptions) (*ShootingPartySeat, error) {
	created, response, err := g.client.CreateShootingPartySession(ctx, options, api.CreateShootingPartySessionParams{})
	if err != nil {
		return nil, shootingPartyProblem(err)
	}
	return &ShootingPartySeat{seated(shootingParty, g.client, created.Session.ID, created.Token, &created.Session, response)}, nil
}

// Seat resumes a seat by its token. It asks nothing of the server yet.
func (g *ShootingPartyGame) Seat(id, token string) *ShootingPartySeat {
	return &ShootingPartySeat{resumed(shootingParty, g.client, id, token)}
}

// Watch is the session as a spectator sees it. It asks nothing of the server yet.
func (g *ShootingPartyGame) Watch(id string) *ShootingPartySession {
	return &ShootingPartySession{game: shootingParty, client: g.client, id: id}
}

// List goes through the listed sessions, newest first.
func (g *ShootingPartyGame) List(ctx context.Context, which ShootingPartyList) iter.Seq2[*api.ShootingPartyRow, error] {
	return pages(which.Cursor, func(cursor string) ([]api.ShootingPartyRow, *string, error) {
		which.Cursor = cursor
		page, _, err := g.client.ListShootingPartySessions(ctx, which)
		if err != nil {
			return nil, nil, shootingPartyProblem(err)
		}
		return page.Sessions, page.NextCursor, nil
	})
}

// Draw: Draw two cards.
func (s *ShootingPartySeat) Draw(ctx context.Context, options ...ActOption) (*ShootingPartyPlayed, error) {
	return s.Post(ctx, "draw", nil, options...)
}

// Discard: Discard a match, or the joker alone, or settle an open choice.
func (s *ShootingPartySeat) Discard(ctx context.Context, cards []api.ShootingPartyCard, options ...ActOption) (*ShootingPartyPlayed, error) {
	return s.Post(ctx, "discard", api.ShootingPartyDiscard{Cards: cards}, options...)
}

// Retrieve: Give the joker for a discarded card, or for an ace of the draw pile.
func (s *ShootingPartySeat) Retrieve(ctx context.Context, card api.ShootingPartyCard, options ...ActOption) (*ShootingPartyPlayed, error) {
	return s.Post(ctx, "retrieve", api.ShootingPartyRetrieve{Card: card}, options...)
}

// Seduce: Score the queen who is the whole hand.
func (s *ShootingPartySeat) Seduce(ctx context.Context, options ...ActOption) (*ShootingPartyPlayed, error) {
	return s.Post(ctx, "seduce", nil, options...)
}

// Leave: Leave the room: a fresh hand for the old one.
func (s *ShootingPartySeat) Leave(ctx context.Context, options ...ActOption) (*ShootingPartyPlayed, error) {
	return s.Post(ctx, "leave", nil, options...)
}

// Resign: Give up.
func (s *ShootingPartySeat) Resign(ctx context.Context, options ...ActOption) (*ShootingPartyPlayed, error) {
	return s.Post(ctx, "resign", nil, options...)
}

// Hint is what the house would do in your place, for [Seat.Post], and why. With an empty level it thinks as hard as
// the server finds right.
func (s *ShootingPartySeat) Hint(ctx context.Context, level api.BotLevel) (*api.ShootingPartyHint, error) {
	hint, _, err := s.client.HintInShootingParty(ctx, s.id, api.HintInShootingPartyParams{Level: level})
	if err != nil {
		return nil, s.problem(err)
	}
	return hint, nil
}

func shootingPartyProblem(err error) error {
	return problemOf[api.ShootingPartyView, api.ShootingPartyLegalAction](err)
}

// ShooterGame is Shooter.
type ShooterGame struct{ client *api.Client }

type (
	// ShooterOptions is how a session is opened; what is left out is as the server has it.
	ShooterOptions = api.ShooterCreate
	// ShooterList is which sessions to list; Limit is how many a page.
	ShooterList = api.ListShooterSessionsParams
	// ShooterSession is watched.
	ShooterSession = Session[api.ShooterView, api.ShooterLegalAction, api.ShooterEvent, api.ShooterReplay]
	// ShooterTurn is what ShooterSeat.Turns goes through.
	ShooterTurn = Turn[api.ShooterView, api.ShooterLegalAction, api.ShooterEvent, api.ShooterReplay]
	// ShooterPlayed is what an action has led to.
	ShooterPlayed = Played[api.ShooterView, api.ShooterEvent]
	// ShooterRefused is an [ErrRefused], with what may be done instead.
	ShooterRefused = Refused[api.ShooterLegalAction]
	// ShooterStale is an [ErrStale], with the session as it is now.
	ShooterStale = StaleVersion[api.ShooterView]
)

// ShooterSeat is a place at the table: its methods are those of [Seat], of [Session], and one an action.
type ShooterSeat struct {
	*Seat[api.ShooterView, api.ShooterLegalAction, api.ShooterEvent, api.ShooterReplay]
}

var shooter = &game[api.ShooterView, api.ShooterLegalAction, api.ShooterEvent, api.ShooterReplay]{
	path: "/v1/shooter/sessions",
	deck: []string{"9C", "TC", "JC", "QC", "KC", "AC", "9D", "TD", "JD", "QD", "KD", "AD", "9H", "TH", "JH", "QH", "KH", "AH", "9S", "TS", "JS", "QS", "KS", "AS"},
	read: func(view *api.ShooterView) standing[api.ShooterLegalAction] {
		return standing[api.ShooterLegalAction]{
			version:    view.Version,
			finished:   view.Status == api.SessionStatusFinished,
			seat:       view.Seat,
			toAct:      view.ToAct,
			legal:      view.LegalActions,
			commitment: view.Commitment,
		}
	},
	look: func(ctx context.Context, client *api.Client, id string, wait int, etag string) (*api.ShooterView, *http.Response, error) {
		return client.GetShooterSession(ctx, id, api.GetShooterSessionParams{Wait: wait, IfNoneMatch: etag})
	},
	events: func(ctx context.Context, client *api.Client, id string, since int) ([]api.ShooterEvent, error) {
		page, _, err := client.ListShooterEvents(ctx, id, api.ListShooterEventsParams{Since: since})
		if err != nil {
			return nil, err
		}
		return page.Events, nil
	},
	replay: (*api.Client).GetShooterReplay,
	delete: (*api.Client).DeleteShooterSession,
}

// Create opens a session, and gives you its first seat.
func (g *ShooterGame) Create(ctx context.Context, options ShooterOptions) (*ShooterSeat, error) {
	created, response, err := g.client.CreateShooterSession(ctx, options, api.CreateShooterSessionParams{})
	if err != nil {
		return nil, shooterProblem(err)
	}
	return &ShooterSeat{seated(shooter, g.client, created.Session.ID, created.Token, &created.Session, response)}, nil
}

// Join takes a seat. Play starts when the last one is taken.
func (g *ShooterGame) Join(ctx context.Context, id string, place Place) (*ShooterSeat, error) {
	body := api.Join{Name: place.Name, Seat: place.Seat}
	joined, response, err := g.client.JoinShooterSession(ctx, id, body, api.JoinShooterSessionParams{})
	if err != nil {
		return nil, shooterProblem(err)
	}
	return &ShooterSeat{seated(shooter, g.client, id, joined.Token, &joined.Session, response)}, nil
}

// Seat resumes a seat by its token. It asks nothing of the server yet.
func (g *ShooterGame) Seat(id, token string) *ShooterSeat {
	return &ShooterSeat{resumed(shooter, g.client, id, token)}
}

// Watch is the session as a spectator sees it. It asks nothing of the server yet.
func (g *ShooterGame) Watch(id string) *ShooterSession {
	return &ShooterSession{game: shooter, client: g.client, id: id}
}

// List goes through the listed sessions, newest first.
func (g *ShooterGame) List(ctx context.Context, which ShooterList) iter.Seq2[*api.ShooterRow, error] {
	return pages(which.Cursor, func(cursor string) ([]api.ShooterRow, *string, error) {
		which.Cursor = cursor
		page, _, err := g.client.ListShooterSessions(ctx, which)
		if err != nil {
			return nil, nil, shooterProblem(err)
		}
		return page.Sessions, page.NextCursor, nil
	})
}

// Bid: Call in the auction.
func (s *ShooterSeat) Bid(ctx context.Context, call api.ShooterCall, options ...ActOption) (*ShooterPlayed, error) {
	return s.Post(ctx, "bid", api.ShooterBid{Call: call}, options...)
}

// Trump: Name the trump suit.
func (s *ShooterSeat) Trump(ctx context.Context, suit api.Suit, options ...ActOption) (*ShooterPlayed, error) {
	return s.Post(ctx, "trump", api.ShooterTrump{Suit: suit}, options...)
}

// Play: Play a card to the open trick, or lead it to the next.
func (s *ShooterSeat) Play(ctx context.Context, card api.ShooterCard, options ...ActOption) (*ShooterPlayed, error) {
	return s.Post(ctx, "play", api.ShooterPlay{Card: card}, options...)
}

// Accuse: Say that a player did not follow suit though they could.
func (s *ShooterSeat) Accuse(ctx context.Context, seat int, options ...ActOption) (*ShooterPlayed, error) {
	return s.Post(ctx, "accuse", api.ShooterAccuse{Seat: seat}, options...)
}

// Accept: Have the hand scored as it was played.
func (s *ShooterSeat) Accept(ctx context.Context, options ...ActOption) (*ShooterPlayed, error) {
	return s.Post(ctx, "accept", nil, options...)
}

// Return: Take back the seat that the house keeps.
func (s *ShooterSeat) Return(ctx context.Context, options ...ActOption) (*ShooterPlayed, error) {
	return s.Post(ctx, "return", nil, options...)
}

// Resign: Give up.
func (s *ShooterSeat) Resign(ctx context.Context, options ...ActOption) (*ShooterPlayed, error) {
	return s.Post(ctx, "resign", nil, options...)
}

// Hint is what the house would do in your place, for [Seat.Post], and why. With an empty level it thinks as hard as
// the server finds right.
func (s *ShooterSeat) Hint(ctx context.Context, level api.BotLevel) (*api.ShooterHint, error) {
	hint, _, err := s.client.HintInShooter(ctx, s.id, api.HintInShooterParams{Level: level})
	if err != nil {
		return nil, s.problem(err)
	}
	return hint, nil
}

// AddBot has the house take a seat, the first free one if nil, as whoever opened the table. It plays at [api.BotLevelSteady]
// if no level is given.
func (s *ShooterSeat) AddBot(ctx context.Context, level api.BotLevel, seat *int) error {
	body := api.Join{Seat: seat, Bot: cmp.Or(level, api.BotLevelSteady)}
	added, response, err := s.client.JoinShooterSession(ctx, s.id, body, api.JoinShooterSessionParams{})
	if err != nil {
		return s.problem(err)
	}
	s.absorb(&added.Session, response.Header.Get("ETag"))
	return nil
}

// Leave gives the seat up, before play. A table that its creator leaves is gone.
func (s *ShooterSeat) Leave(ctx context.Context) error {
	number, err := s.number(ctx)
	if err != nil {
		return err
	}
	if _, err := s.client.LeaveShooterSession(ctx, s.id, number); err != nil {
		return s.problem(err)
	}
	return nil
}

// Free gives another's seat up, before play, as whoever opened the table.
func (s *ShooterSeat) Free(ctx context.Context, seat int) error {
	if _, err := s.client.LeaveShooterSession(ctx, s.id, seat); err != nil {
		return s.problem(err)
	}
	return nil
}

// Rematch gives the same seat in a new session with the same players, after the end. It starts when all have asked.
func (s *ShooterSeat) Rematch(ctx context.Context) (*ShooterSeat, error) {
	again, response, err := s.client.RematchShooterSession(ctx, s.id, api.RematchShooterSessionParams{})
	if err != nil {
		return nil, s.problem(err)
	}
	return &ShooterSeat{seated(shooter, s.client, again.Session.ID, again.Token, &again.Session, response)}, nil
}

func shooterProblem(err error) error {
	return problemOf[api.ShooterView, api.ShooterLegalAction](err)
}
