package leverstoke

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// dealt is a finished session that was dealt as promised: three players, and two shuffles.
type dealt struct {
	seed, shownSeed string
	first, last     string // commitment, in the first view and in the replay
	shuffles        [][]string
	dealer          int
}

func honest() dealt {
	const seed = "0123456789abcdef0123456789abcdef"
	bound := commitment("S", seed)
	d := dealt{seed: seed, shownSeed: seed, first: bound, last: bound, dealer: firstDealer(3, seed)}
	for k := 1; k <= 2; k++ {
		pile := slices.Clone(shooter.deck)
		shuffle(pile, seed, k)
		d.shuffles = append(d.shuffles, pile)
	}
	return d
}

// verify has a client verify the session, after a look while it was played.
func (d dealt) verify(t *testing.T) (*Verified, error) {
	t.Helper()
	shuffles, _ := json.Marshal(d.shuffles)
	server := serve(t,
		shows(1, strings.Replace(fmt.Sprintf(`, "commitment": %q`, d.first), `""`, "null", 1)),
		tells(200, 0, fmt.Sprintf(`{"seed": %q, "commitment": %q, "shuffles": %s, "actions": [],
			"options": {"players": 3, "first_dealer": null}}`, d.seed, d.last, shuffles)),
		shows(9, fmt.Sprintf(`%s, "seeded": false, "commitment": %q, "seed": %q`, over, d.last, d.shownSeed)),
		tells(200, 0, fmt.Sprintf(`{"events": [{"seq": 1, "type": "seated"}, {"seq": 2, "type": "dealt", "dealer": %d}]}`, d.dealer)))
	seat := server.seat()
	if _, err := seat.Look(t.Context(), 0); err != nil {
		t.Fatal(err)
	}
	return seat.Verify(t.Context())
}

func TestAnHonestDealIsVerified(t *testing.T) {
	d := honest()
	verified, err := d.verify(t)
	if err != nil {
		t.Fatal(err)
	}
	if verified.Seed != d.seed || verified.Commitment != d.last || verified.Shuffles != 2 || *verified.FirstDealer != d.dealer {
		t.Errorf("%+v", verified)
	}
}

func TestWhatDoesNotFitIsNamed(t *testing.T) {
	for _, c := range []struct {
		clause  string
		deceive func(*dealt)
	}{
		{"D-1", func(d *dealt) { d.shownSeed = "another" }},
		{"D-1", func(d *dealt) { d.last = commitment("S", "another") }},
		{"D-1", func(d *dealt) { d.first = commitment("S", "the one before") }},
		{"D-4", func(d *dealt) { d.shuffles[1][0], d.shuffles[1][1] = d.shuffles[1][1], d.shuffles[1][0] }},
		{"D-4", func(d *dealt) { d.shuffles[0][3] = "JOKER" }},
		{"D-4", func(d *dealt) { d.shuffles[0][3] = d.shuffles[0][4] }},
		{"D-1", func(d *dealt) { d.first = "" }},
		{"D-4", func(d *dealt) { slices.Reverse(d.shuffles) }},
		{"D-4", func(d *dealt) {
			cards := slices.Clone(shooter.deck[1:])
			shuffle(cards, d.seed, 1)
			d.shuffles[0] = cards
		}},
		{"D-5", func(d *dealt) { d.dealer = (d.dealer + 1) % 3 }},
	} {
		d := honest()
		c.deceive(&d)
		_, err := d.verify(t)
		var failed *VerificationFailed
		if !errors.As(err, &failed) || failed.Clause != c.clause {
			t.Errorf("%s: %v", c.clause, err)
		}
	}
}
