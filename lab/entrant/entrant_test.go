package entrant

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"ruhr/board"
	"ruhr/bot"
	"ruhr/bot/bottest"
	"ruhr/internal/require"
	"ruhr/rules"
)

// Everyone who can enter is opened by name, with a stranger refused; those whom
// people can choose are the first.
func TestNames(t *testing.T) {
	for _, name := range Names() {
		if _, _, err := Open(name); err != nil {
			t.Error(err)
		}
	}
	if !slices.Equal(Names()[:len(bot.Names())], bot.Names()) {
		t.Errorf("%v do not begin with %v", Names(), bot.Names())
	}
	for name, want := range map[string]string{"kaiser": "bergrat-1", "reeder@none": `"none"`, "cmd:": "needs a command", "flat:prior=8": "only lotse"} {
		if _, _, err := Open(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, expected %q", name, err, want)
		}
	}
	if b, _, err := Open("cmd:/nonexistent/mybot"); err != nil {
		t.Error(err)
	} else if _, external := b.(*bot.External); !external {
		t.Errorf("a command opened %T", b)
	}
}

// Settings leave the budget as it is, and yardsticks have their own.
func TestPlayouts(t *testing.T) {
	for name, want := range map[string]int{
		"reeder": 180, "reeder:prior=8": 180, "flat": 1000, "reeder-1": 3000, "bergrat-1": 60000, "lotse-1": 0, "denial": 0, "cmd:./mybot": 0,
	} {
		if n := Playouts(name, 4); n != want {
			t.Errorf("%s has %d playouts, expected %d", name, n, want)
		}
	}
}

// TestFingerprint pins what the yardsticks play in fixed games: measurements
// against them lose their meaning when they change.
func TestFingerprint(t *testing.T) {
	var got strings.Builder
	for seats := 2; seats <= 4; seats++ {
		g := rules.NewGame(board.Default(), seats, rules.Variant{})
		for _, y := range yardsticks {
			fmt.Fprintf(&got, "%-12s %d seats %016x\n", y.name, seats, playsOf(t, g, y.name))
		}
	}
	bottest.Fingerprint(t, "testdata/fingerprint.txt", got.String())
}

// hashedBot adds each of its decisions, and the playouts behind it, to a hash.
type hashedBot struct {
	bot.Bot
	h *bottest.Hash
}

func (b hashedBot) Choose(ctx context.Context, g *rules.Game, s *rules.State, budget bot.Budget, random *rand.Rand) bot.Thought {
	th := b.Bot.Choose(ctx, g, s, budget, random)
	b.h.Add(int(th.Action))
	for _, c := range th.Analysis.Candidates {
		b.h.Add(int(c.Action), c.Playouts)
	}
	return th
}

func (b hashedBot) Reset() { bot.Reset(b.Bot) }

// playsOf is a hash of what a yardstick chooses in fixed games: one that searches
// in a game against Schiffer, the others, of which only Lotse is fast, against
// their own kind.
func playsOf(t *testing.T, g *rules.Game, name string) uint64 {
	h := new(bottest.Hash)
	games, budget, others := 1, bot.Budget{}, name
	switch {
	case Playouts(name, 2) > 0:
		budget.Playouts, others = 24, "schiffer"
	case name == "lotse-1":
		games = 40
	}
	table := make([]bot.Seat, g.Seats())
	for i := range table {
		who := others
		if i == 0 {
			who = name
		}
		b, _, err := Open(who)
		require.NoError(t, err)
		if who == name {
			b = hashedBot{b, h}
		}
		table[i] = bot.Seat{Bot: b, Budget: budget}
	}
	for k := range games {
		seed := uint64(1000 + k)
		d := bot.NewDeal(g, seed)
		if _, err := bot.Play(t.Context(), g, table, &d, seed, nil); err != nil {
			t.Fatal(err)
		}
	}
	return uint64(*h)
}

// Those that play actions out stop at once when the context ends, and still give a
// legal action.
func TestStops(t *testing.T) {
	g := rules.NewGame(board.Default(), 4, rules.Variant{})
	ended, stop := context.WithCancel(t.Context())
	stop()
	for _, name := range Names() {
		b, _, _ := Open(name)
		for _, s := range bottest.Positions(t, g, 4, 9) {
			th := b.Choose(ended, g, &s, bot.Budget{Playouts: 1 << 30}, rand.New(rand.NewPCG(1, 1)))
			if !g.Legal(&s).Has(th.Action) {
				t.Fatalf("%s gave an action that is not legal", name)
			}
		}
	}
}
