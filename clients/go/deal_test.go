package leverstoke

import (
	"encoding/json"
	"os"
	"slices"
	"testing"
)

// examples are checked examples of D-1 to D-5, made by another implementation.
type examples struct {
	Words []struct {
		Seed, Label string
		FirstTen    []uint32 `json:"first_ten"`
	}
	Shuffles []struct {
		Game, Seed string
		K          int
		From       any
		Result     []string
	}
	FirstDealers []struct {
		Seed    string
		Players int
		Dealer  int
	} `json:"first_dealers"`
	Commitments []struct {
		SessionID  string `json:"session_id"`
		Seed       string
		Commitment string
	}
}

func readExamples(t *testing.T) (read examples) {
	t.Helper()
	text, err := os.ReadFile("testdata/deal.json")
	if err == nil {
		err = json.Unmarshal(text, &read)
	}
	if err != nil {
		t.Fatal(err)
	}
	return read
}

func TestWordsComeFromTheSeed(t *testing.T) {
	for _, example := range readExamples(t).Words {
		drawn := words{seed: example.Seed, label: example.Label}
		for i, word := range example.FirstTen {
			if next := drawn.next(); next != word {
				t.Errorf("%s %s: word %d is %d", example.Seed, example.Label, i, next)
			}
		}
	}
}

func TestShufflesComeFromTheSeed(t *testing.T) {
	decks := map[string][]string{"shooter": shooter.deck, "shooting-party": shootingParty.deck}
	for _, example := range readExamples(t).Shuffles {
		cards := inOrder(example.Result, decks[example.Game])
		if shuffle(cards, example.Seed, example.K); !slices.Equal(cards, example.Result) {
			t.Errorf("%s %s %d: %v", example.Game, example.Seed, example.K, cards)
		}
	}
}

func TestTheFirstDealerComesFromTheSeed(t *testing.T) {
	for _, example := range readExamples(t).FirstDealers {
		if dealer := firstDealer(example.Players, example.Seed); dealer != example.Dealer {
			t.Errorf("%+v: %d", example, dealer)
		}
	}
}

func TestTheCommitmentBindsTheSeed(t *testing.T) {
	for _, example := range readExamples(t).Commitments {
		if made := commitment(example.SessionID, example.Seed); made != example.Commitment {
			t.Errorf("%+v: %s", example, made)
		}
	}
}
