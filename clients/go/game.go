package leverstoke

import (
	"context"
	"encoding/json"
	"iter"
	"net/http"

	"github.com/leverstoke/leverstoke/clients/go/api"
)

// game is all that a [Session] needs to know of its game: where it is, its deck in order, how to read its views, and
// its operations. V is its views, A its legal actions, E its events and R its replays.
type game[V, A, E, R any] struct {
	path   string
	deck   []string
	read   func(*V) standing[A]
	look   func(ctx context.Context, client *api.Client, id string, wait int, etag string) (*V, *http.Response, error)
	events func(ctx context.Context, client *api.Client, id string, since int) ([]E, error)
	replay func(client *api.Client, ctx context.Context, id string) (*R, *http.Response, error)
	delete func(client *api.Client, ctx context.Context, id string) (*http.Response, error)
}

// standing is what is the same in the views of all games.
type standing[A any] struct {
	version    int
	finished   bool
	seat       *int
	toAct      []int
	legal      []A
	commitment *string
}

// Played is what an action has led to: the session as it is now, and what has happened since the action was judged,
// the moves of the house included.
type Played[V, E any] struct {
	Session *V  `json:"session"`
	Events  []E `json:"events"`
}

// A Place is where to sit down, and under which name. Seat is the first free one if nil.
type Place struct {
	Name string
	Seat *int
}

// pages goes through a list page by page, beginning at cursor.
func pages[T any](cursor string, page func(cursor string) ([]T, *string, error)) iter.Seq2[*T, error] {
	return func(yield func(*T, error) bool) {
		for next := &cursor; next != nil; {
			var rows []T
			var err error
			if rows, next, err = page(*next); err != nil {
				yield(nil, err)
				return
			}
			for i := range rows {
				if !yield(&rows[i], nil) {
					return
				}
			}
		}
	}
}

// recast reads what one type writes as JSON into another.
func recast(from, to any) error {
	text, err := json.Marshal(from)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, to)
}
