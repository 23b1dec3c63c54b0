package leverstoke

import (
	"context"
	"fmt"
	"slices"
)

// Verified is what [Session.Verify] has found to be as promised.
type Verified struct {
	Seed string
	// The commitment that the seed was bound by; empty if whoever opened the table chose the seed, and knew the deal.
	Commitment string
	// How many shuffles the seed gives.
	Shuffles int
	// The first dealer, if the seed drew one.
	FirstDealer *int
}

// VerificationFailed is the error of a session that was not dealt as promised. Clause is the one of the rules, D-1 to
// D-5, that does not hold.
type VerificationFailed struct {
	Clause string
	Detail string
}

func (v *VerificationFailed) Error() string { return fmt.Sprintf("%s: %s", v.Clause, v.Detail) }

// proof is what a replay and its view say of the deal.
type proof struct {
	ID         string
	Seeded     bool
	Seed       string
	Commitment *string
	Shuffles   [][]string
	Options    map[string]any
}

// Verify checks the deal of a finished session: that its seed is the one the house had committed to (also in the first
// view that this Session has seen), that every shuffle and the first dealer come from it, and that the first shuffle is
// of the whole deck. If not, the error is a [VerificationFailed]; before the end it is [ErrRefused].
func (s *Session[V, A, E, R]) Verify(ctx context.Context) (*Verified, error) {
	replay, err := s.Replay(ctx)
	if err != nil {
		return nil, err
	}
	view, err := s.Look(ctx, 0)
	if err != nil {
		return nil, err
	}
	var shown, told proof
	if err := recast(view, &shown); err != nil {
		return nil, err
	}
	if err := recast(replay, &told); err != nil {
		return nil, err
	}
	verified, err := verify(shown, told, s.game.deck)
	if err != nil {
		return nil, err
	}
	if !s.wasBoundBy(told.Commitment) {
		return nil, &VerificationFailed{"D-1", "the commitment is not the one that was first shown"}
	}
	if drawn, asked := told.Options["first_dealer"]; asked && drawn == nil {
		if err := s.verifyDealer(ctx, told, verified); err != nil {
			return nil, err
		}
	}
	return verified, nil
}

// wasBoundBy tells whether the first view that was seen had that commitment, or none if it is nil.
func (s *Session[V, A, E, R]) wasBoundBy(commitment *string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.promised == nil || commitment == nil {
		return s.promised == commitment
	}
	return *s.promised == *commitment
}

// verify checks what needs neither events nor an earlier view.
func verify(shown, told proof, deck []string) (*Verified, error) {
	if shown.Seed != told.Seed {
		return nil, &VerificationFailed{"D-1", "the view and the replay show different seeds"}
	}
	verified := &Verified{Seed: told.Seed, Shuffles: len(told.Shuffles)}
	switch {
	case told.Commitment != nil:
		verified.Commitment = *told.Commitment
		if *told.Commitment != commitment(shown.ID, told.Seed) {
			return nil, &VerificationFailed{"D-1", "the commitment is to another seed"}
		}
	case !shown.Seeded:
		return nil, &VerificationFailed{"D-1", "there is no commitment to the seed"}
	}
	for i, pile := range told.Shuffles {
		cards := inOrder(pile, deck)
		if len(cards) > 0 && !slices.Contains(deck, cards[0]) || len(slices.Compact(slices.Clone(cards))) < len(cards) {
			return nil, &VerificationFailed{"D-4", fmt.Sprintf("shuffle %d has a card twice, or one that is not in the deck", i+1)}
		}
		if i == 0 && len(cards) < len(deck) {
			return nil, &VerificationFailed{"D-4", "the first shuffle is not of the whole deck"}
		}
		if shuffle(cards, told.Seed, i+1); !slices.Equal(cards, pile) {
			return nil, &VerificationFailed{"D-4", fmt.Sprintf("shuffle %d does not come from the seed", i+1)}
		}
	}
	return verified, nil
}

// verifyDealer checks who dealt first against the first event that tells it, if there is one.
func (s *Session[V, A, E, R]) verifyDealer(ctx context.Context, told proof, verified *Verified) error {
	players, ok := told.Options["players"].(float64)
	if !ok {
		return nil
	}
	for since := 0; ; {
		events, err := s.game.events(ctx, s.client, s.id, since)
		if err != nil {
			return s.problem(err)
		}
		if len(events) == 0 {
			return nil
		}
		for i := range events {
			var event struct {
				Seq    int
				Type   string
				Dealer int
			}
			if err := recast(events[i], &event); err != nil {
				return err
			}
			if event.Type == "dealt" {
				drawn := firstDealer(int(players), told.Seed)
				if event.Dealer != drawn {
					return &VerificationFailed{"D-5", fmt.Sprintf("seat %d dealt first, and the seed draws seat %d", event.Dealer, drawn)}
				}
				verified.FirstDealer = &drawn
				return nil
			}
			since = event.Seq
		}
	}
}
