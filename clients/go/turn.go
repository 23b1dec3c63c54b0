package leverstoke

import "context"

// A Turn is a view in which it is the seat's turn.
type Turn[V, A, E, R any] struct {
	View         *V
	LegalActions []A
	ETag         string // of the view, for [IfMatch]

	seat *Seat[V, A, E, R]
}

// Play does an action, if the turn's view is still current. If the table has moved on, it is [ErrStale] and nothing was
// done; the next turn shows what is.
func (t *Turn[V, A, E, R]) Play(ctx context.Context, action A) (*Played[V, E], error) {
	return t.seat.Act(ctx, action, IfMatch(t.ETag))
}
