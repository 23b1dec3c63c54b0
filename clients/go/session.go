package leverstoke

import (
	"context"
	"errors"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/leverstoke/leverstoke/clients/go/api"
)

// longestHold is how long the server holds an answer at most.
const longestHold = 30 * time.Second

// A Session is one play of a game, as a spectator sees it, or as a [Seat] does.
type Session[V, A, E, R any] struct {
	game   *game[V, A, E, R]
	client *api.Client
	id     string

	mu       sync.Mutex
	view     *V
	etag     string
	version  int
	bound    bool    // whether a view was seen, and promised is what bound the house then
	promised *string // a commitment, or nil
}

// ID is the session's id. Whoever knows it may watch.
func (s *Session[V, A, E, R]) ID() string { return s.id }

// URL is the session's path on the server.
func (s *Session[V, A, E, R]) URL() string { return s.game.path + "/" + url.PathEscape(s.id) }

// View is the latest view that any answer had; nil before the first. It must not be changed.
func (s *Session[V, A, E, R]) View() *V {
	view, _ := s.latest()
	return view
}

// ETag names the latest view, for [IfMatch].
func (s *Session[V, A, E, R]) ETag() string {
	_, etag := s.latest()
	return etag
}

// Look asks for the latest view. With wait, in whole seconds up to 30, the server holds its answer until there is
// another view than the one at hand, if there is one.
func (s *Session[V, A, E, R]) Look(ctx context.Context, wait time.Duration) (*V, error) {
	_, etag := s.latest()
	seconds := 0
	if etag != "" {
		seconds = int(min(wait, longestHold) / time.Second)
	}
	view, response, err := s.game.look(ctx, s.client, s.id, seconds, etag)
	if err != nil {
		return nil, s.problem(err)
	}
	if view != nil {
		s.absorb(view, response.Header.Get("ETag"))
	}
	return s.View(), nil
}

// Replay is the seed, every shuffle and every action of a finished session. It is [ErrRefused] before.
func (s *Session[V, A, E, R]) Replay(ctx context.Context) (*R, error) {
	replay, _, err := s.game.replay(s.client, ctx, s.id)
	if err != nil {
		return nil, s.problem(err)
	}
	return replay, nil
}

func (s *Session[V, A, E, R]) latest() (*V, string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.view, s.etag
}

// absorb keeps a view, unless a later one came before it.
func (s *Session[V, A, E, R]) absorb(view *V, etag string) {
	now := s.game.read(view)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.view != nil && now.version < s.version {
		return
	}
	// A proxy that compresses makes it a weak one, which no condition is met by.
	s.view, s.etag, s.version = view, strings.TrimPrefix(etag, "W/"), now.version
	if !s.bound {
		s.bound, s.promised = true, now.commitment
	}
}

// problem is what err means. A stale version brings the view that is current, and lost history leaves none.
func (s *Session[V, A, E, R]) problem(err error) error {
	var answer *api.Error
	if !errors.As(err, &answer) {
		return problemOf[V, A](err)
	}
	err = problemOf[V, A](err)
	var stale *StaleVersion[V]
	switch {
	case errors.As(err, &stale) && stale.Session != nil:
		s.absorb(stale.Session, answer.Response.Header.Get("ETag"))
	case errors.Is(err, ErrHistoryLost):
		s.mu.Lock()
		s.view, s.etag = nil, ""
		s.mu.Unlock()
	}
	return err
}
