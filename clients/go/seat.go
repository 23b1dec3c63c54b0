package leverstoke

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"net/url"
	"slices"
	"sync/atomic"

	"github.com/leverstoke/leverstoke/clients/go/api"
)

// A Seat is a [Session] with a place at its table.
type Seat[V, A, E, R any] struct {
	Session[V, A, E, R]

	tried atomic.Int64 // actions
}

// seated is the seat that a create, a join or a rematch has given.
func seated[V, A, E, R any](game *game[V, A, E, R], client *api.Client, id string, token *string, view *V, response *http.Response) *Seat[V, A, E, R] {
	seat := resumed(game, client, id, "")
	if token != nil {
		seat.client = client.As(*token)
	}
	seat.absorb(view, response.Header.Get("ETag"))
	return seat
}

// resumed is the seat that a token is for, which nobody has looked from yet.
func resumed[V, A, E, R any](game *game[V, A, E, R], client *api.Client, id, token string) *Seat[V, A, E, R] {
	return &Seat[V, A, E, R]{Session: Session[V, A, E, R]{game: game, client: client.As(token), id: id}}
}

// Token is what the seat is resumed with. Whoever knows it plays in your place.
func (s *Seat[V, A, E, R]) Token() string { return s.client.Token }

// Number is the seat's number, from 0; -1 for a seat that was resumed and has not looked yet.
func (s *Seat[V, A, E, R]) Number() int {
	if view := s.View(); view != nil {
		if seat := s.game.read(view).seat; seat != nil {
			return *seat
		}
	}
	return -1
}

// number is the seat's number, looked up if it is not known yet.
func (s *Seat[V, A, E, R]) number(ctx context.Context) (int, error) {
	if s.Number() < 0 {
		if _, err := s.Look(ctx, 0); err != nil {
			return 0, err
		}
	}
	return s.Number(), nil
}

// WaitForTurn returns as soon as it is the seat's turn; at once if it is. At the end of the session it is [ErrFinished].
func (s *Seat[V, A, E, R]) WaitForTurn(ctx context.Context) (*Turn[V, A, E, R], error) {
	return s.turnAfter(ctx, "")
}

// Turns goes through the seat's turns until the session ends; an error other than that is the last. A turn that was
// played in vain comes again; one that was let pass, when something has happened.
func (s *Seat[V, A, E, R]) Turns(ctx context.Context) iter.Seq2[*Turn[V, A, E, R], error] {
	return func(yield func(*Turn[V, A, E, R], error) bool) {
		seen := ""
		for {
			turn, err := s.turnAfter(ctx, seen)
			tried := s.tried.Load()
			if errors.Is(err, ErrFinished) || !yield(turn, err) || err != nil {
				return
			}
			seen = turn.ETag
			if s.tried.Load() != tried {
				seen = ""
			}
		}
	}
}

// turnAfter waits for a turn in another view than the one that seen names.
func (s *Seat[V, A, E, R]) turnAfter(ctx context.Context, seen string) (*Turn[V, A, E, R], error) {
	for {
		if view, etag := s.latest(); view != nil {
			now := s.game.read(view)
			if now.finished {
				return nil, ErrFinished
			}
			if now.seat == nil {
				return nil, errors.New("a seat without a token has no turns")
			}
			if etag != seen && slices.Contains(now.toAct, *now.seat) {
				return &Turn[V, A, E, R]{View: view, LegalActions: now.legal, ETag: etag, seat: s}, nil
			}
		}
		if view, etag := s.latest(); view != nil && etag == "" {
			return nil, fmt.Errorf("%s has no ETag, which something on the way has removed: no way to wait", s.URL())
		}
		if _, err := s.Look(ctx, longestHold); err != nil {
			return nil, err
		}
	}
}

// Act does one of the legal actions, whatever has happened since it was listed; see [IfMatch].
// Other errors are [ErrRefused] and [ErrStale].
func (s *Seat[V, A, E, R]) Act(ctx context.Context, action A, options ...ActOption) (*Played[V, E], error) {
	var legal struct {
		Action string
		Body   json.RawMessage
	}
	if err := recast(action, &legal); err != nil {
		return nil, err
	}
	if legal.Body == nil {
		return s.Post(ctx, legal.Action, nil, options...)
	}
	return s.Post(ctx, legal.Action, legal.Body, options...)
}

// Post does an action by its name, with a body that is written as JSON, or none if nil: what a hint says, or what this
// client has no method for.
func (s *Seat[V, A, E, R]) Post(ctx context.Context, action string, body any, options ...ActOption) (*Played[V, E], error) {
	s.tried.Add(1)
	request := api.Request{Method: http.MethodPost, Path: s.URL() + "/" + url.PathEscape(action), Header: http.Header{}, Body: body}
	for _, option := range options {
		option(request.Header)
	}
	played := &Played[V, E]{}
	response, err := s.client.Do(ctx, request, played)
	if err != nil {
		return nil, s.problem(err)
	}
	if played.Session == nil {
		return nil, fmt.Errorf("the answer to %s has no session", action)
	}
	s.absorb(played.Session, response.Header.Get("ETag"))
	return played, nil
}

// Delete removes the session, as whoever opened it: a table only before play or after.
func (s *Seat[V, A, E, R]) Delete(ctx context.Context) error {
	if _, err := s.game.delete(s.client, ctx, s.id); err != nil {
		return s.problem(err)
	}
	return nil
}

// An ActOption says how an action is to be done.
type ActOption func(http.Header)

// IfMatch has the action done only if the view that etag names is still current. Otherwise it is [ErrStale].
func IfMatch(etag string) ActOption {
	return func(header http.Header) { header.Set("If-Match", etag) }
}

// IdempotencyKey gives the action a key of your own, of 16 to 255 characters: done again with the same one, also by
// another process, it acts once. Without, every call has a new one.
func IdempotencyKey(key string) ActOption {
	return func(header http.Header) { header.Set("Idempotency-Key", key) }
}
