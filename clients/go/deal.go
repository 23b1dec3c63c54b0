package leverstoke

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"slices"
)

// commitment binds the house to a seed before anybody may see it (D-1).
func commitment(id, seed string) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "leverstoke:%s:%s", id, seed))
	return hex.EncodeToString(sum[:])
}

// words are drawn from a seed, one after the other, for the purpose that label names (D-2).
type words struct {
	seed, label string
	counter     int
	block       []byte
}

func (w *words) next() uint32 {
	if len(w.block) == 0 {
		mac := hmac.New(sha256.New, []byte(w.seed))
		fmt.Fprintf(mac, "%s:%d", w.label, w.counter)
		w.block = mac.Sum(nil)
		w.counter++
	}
	word := binary.BigEndian.Uint32(w.block)
	w.block = w.block[4:]
	return word
}

// below is a number below n, each as likely as the others (D-3).
func (w *words) below(n int) int {
	const all = 1 << 32
	fair := uint64(all - all%n)
	for {
		if word := uint64(w.next()); word < fair {
			return int(word % uint64(n))
		}
	}
}

// inOrder is the cards of a pile in the order of their deck.
func inOrder(pile, deck []string) []string {
	return slices.SortedFunc(slices.Values(pile), func(a, b string) int {
		return slices.Index(deck, a) - slices.Index(deck, b)
	})
}

// shuffle is the k-th of a session: it puts cards, in the order of the deck, into that of the pile (D-4).
func shuffle(cards []string, seed string, k int) {
	chance := words{seed: seed, label: fmt.Sprintf("shuffle:%d", k)}
	for i := len(cards) - 1; i > 0; i-- {
		j := chance.below(i + 1)
		cards[i], cards[j] = cards[j], cards[i]
	}
}

// firstDealer is the seat that deals first, if nobody has said which (D-5).
func firstDealer(players int, seed string) int {
	chance := words{seed: seed, label: "dealer"}
	return chance.below(players)
}
