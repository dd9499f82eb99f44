package bot

import (
	"context"
	"encoding/binary"
	"flag"
	"fmt"
	"hash/fnv"
	"math/bits"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"ruhr/bot/bottest"
	"ruhr/bot/policy"
	"ruhr/bot/rng"
	"ruhr/rules"
)

var update = flag.Bool("update", false, "write testdata/fingerprint.txt anew")

const fingerprintFile = "testdata/fingerprint.txt"

// TestFingerprint pins what every computer player plays in fixed games, and
// what the evaluator and the learned policy make of fixed positions. Any change
// in play changes a line. Where the change is meant, run
//
//	go test ./bot -run Fingerprint -args -update
//
// and commit the new file with the matches that show the change to be good
// (docs/strength.md).
func TestFingerprint(t *testing.T) {
	var got strings.Builder
	for seats := 2; seats <= 4; seats++ {
		g := rules.NewGame(bottest.DefaultBoard(t), seats, rules.Variant{})
		for _, name := range Names() {
			fmt.Fprintf(&got, "%-12s %d seats %016x\n", name, seats, playsOf(t, g, name))
		}
		worths, scores := valuesOf(g)
		fmt.Fprintf(&got, "%-12s %d seats %016x\n", "(evaluator)", seats, worths)
		fmt.Fprintf(&got, "%-12s %d seats %016x\n", "(policy)", seats, scores)
	}
	if *update {
		if err := os.WriteFile(fingerprintFile, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	data, err := os.ReadFile(fingerprintFile)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Split(string(data), "\n")
	for i, line := range strings.Split(got.String(), "\n") {
		if i >= len(want) || line != want[i] {
			t.Errorf("plays differently: %s (-args -update writes the file anew)", line)
		}
	}
}

// hash is a running hash of numbers.
type hash struct{ sum uint64 }

func (h *hash) add(numbers ...int) {
	f := fnv.New64a()
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], h.sum)
	f.Write(b[:])
	for _, n := range numbers {
		binary.LittleEndian.PutUint64(b[:], uint64(n))
		f.Write(b[:])
	}
	h.sum = f.Sum64()
}

// hashedBot adds each of its decisions, and the playouts behind it, to a hash.
type hashedBot struct {
	Bot
	h *hash
}

func (b *hashedBot) Choose(ctx context.Context, g *rules.Game, s *rules.State, budget Budget, random *rand.Rand) Thought {
	th := b.Bot.Choose(ctx, g, s, budget, random)
	b.h.add(int(th.Action))
	for _, c := range th.Considered {
		b.h.add(int(c.Action), c.Playouts)
	}
	return th
}

func (b *hashedBot) Reset() { Reset(b.Bot) }

// playsOf is a hash of what a player chooses in fixed games: one that does not
// search in many games with the others of its kind, one that searches in a
// single game against Schiffer.
func playsOf(t *testing.T, g *rules.Game, name string) uint64 {
	h := new(hash)
	games, budget := 40, Budget{}
	table := make([]Seat, g.Seats())
	for i := range table {
		table[i] = quickly(name)
	}
	if Playouts(name) > 0 {
		games, budget.Playouts = 1, 24
		for i := range table {
			table[i] = quickly("schiffer")
		}
		table[0] = Seat{Bot: table[0].Bot, Budget: budget}
		table[0].Bot, _ = New(name)
	}
	for i := range table {
		if i == 0 || Playouts(name) == 0 {
			table[i].Bot = &hashedBot{table[i].Bot, h}
		}
	}
	for k := range games {
		seed := uint64(1000 + k)
		d := NewDeal(g, seed)
		if _, err := Play(t.Context(), g, table, &d, seed, nil); err != nil {
			t.Fatal(err)
		}
	}
	return h.sum
}

// valuesOf are hashes of the evaluator's worth and of the policy's score of
// every legal action, at the decisions of games played at random and of games
// played well.
func valuesOf(g *rules.Game) (worths, scores uint64) {
	l := policy.NewTables(g)
	value, learned := policy.NewEvaluator(l, &policy.HandMadeParams), policy.NewLearned(l, policy.ModelFor(g.Seats()), policy.LotseSharp)
	players := []policy.Policy{policy.NewUniform(g), policy.NewGreedy(policy.NewTables(g), &policy.HandMadeParams, 12), learned}
	var w, p hash
	for k := range 30 {
		r := rng.Seeded(77, uint64(k))
		s := g.Start(r.Below(g.Seats()))
		for policy.Settle(g, &s, &r); s.Decision() != rules.Over; policy.Settle(g, &s, &r) {
			legal := g.Legal(&s)
			if legal.Len() > 1 {
				value.SetPosition(&s)
				for m := legal.Mask; m != 0; m &= m - 1 {
					w.add(value.Worth(legal.Base + rules.Action(bits.TrailingZeros64(m))))
				}
				n, _ := learned.Rate(&s)
				for _, x := range learned.Scores[:n] {
					p.add(int(x))
				}
			}
			g.Play(&s, players[k%len(players)].Pick(&s, &r))
		}
	}
	return w.sum, p.sum
}
