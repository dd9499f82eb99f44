package bot

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"ruhr/board"
	"ruhr/bot/bottest"
	"ruhr/internal/require"
	"ruhr/rules"
)

const fingerprintFile = "testdata/fingerprint.txt"

// TestFingerprint pins what every computer player plays in fixed games. Any
// change in play changes a line. If the change is intended, run
//
//	go test ./bot -run Fingerprint -args -update
//
// and commit the new file with the matches that show the change to be good
// (lab/strength.md).
func TestFingerprint(t *testing.T) {
	var got strings.Builder
	for seats := 2; seats <= 4; seats++ {
		g := rules.NewGame(board.Default(), seats, rules.Variant{})
		for _, name := range Names() {
			fmt.Fprintf(&got, "%-12s %d seats %016x\n", name, seats, playsOf(t, g, name))
		}
	}
	bottest.Fingerprint(t, fingerprintFile, got.String())
}

// hashedBot adds each of its decisions, and the playouts behind it, to a hash.
type hashedBot struct {
	Bot
	h *bottest.Hash
}

func (b *hashedBot) Choose(ctx context.Context, g *rules.Game, s *rules.State, budget Budget, random *rand.Rand) Thought {
	th := b.Bot.Choose(ctx, g, s, budget, random)
	b.h.Add(int(th.Action))
	for _, c := range th.Analysis.Candidates {
		b.h.Add(int(c.Action), c.Playouts)
	}
	return th
}

func (b *hashedBot) Reset() { Reset(b.Bot) }

// playsOf is a hash of what a player chooses in fixed games: one that does not
// search in many games with the others of its kind, one that searches in a single
// game against Schiffer.
func playsOf(t *testing.T, g *rules.Game, name string) uint64 {
	h := new(bottest.Hash)
	games, budget := 40, Budget{}
	table := make([]Seat, g.Seats())
	for i := range table {
		table[i] = quickly(name)
	}
	if Playouts(name, 2) > 0 {
		games, budget.Playouts = 1, 24
		for i := range table {
			table[i] = quickly("schiffer")
		}
		table[0] = Seat{Bot: table[0].Bot, Budget: budget}
		table[0].Bot, _ = New(name)
	}
	for i := range table {
		if i == 0 || Playouts(name, 2) == 0 {
			table[i].Bot = &hashedBot{table[i].Bot, h}
		}
	}
	for k := range games {
		seed := uint64(1000 + k)
		d := NewDeal(g, seed)
		require.Succeeds(t)(Play(t.Context(), g, table, &d, seed, nil))
	}
	return uint64(*h)
}
