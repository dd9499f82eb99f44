package bot

import (
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"ruhr/board"
	"ruhr/bot/bottest"
	"ruhr/internal/require"
	"ruhr/rules"
)

// A searcher keeps its tree from one of its decisions to the next: the second
// needs only the missing playouts, so its result differs from that of a
// searcher that starts there.
func TestSearcherKeepsItsTree(t *testing.T) {
	g := rules.NewGame(board.Default(), 2, rules.Variant{})
	kept := 0
	for _, s := range bottest.Positions(t, g, 3, 9) {
		if s.Round() == board.Rounds {
			continue
		}
		b, _ := New("reeder")
		budget := Budget{Playouts: 100}
		th := b.Choose(t.Context(), g, &s, budget, chance(1))
		next := s
		g.Play(&next, th.Action)
		if next.ToDecide() != s.ToDecide() || next.Phase() != s.Phase() || g.Legal(&next).Len() < 2 {
			continue
		}
		again := b.Choose(t.Context(), g, &next, budget, chance(2))
		stranger, _ := New("reeder")
		fresh := stranger.Choose(t.Context(), g, &next, budget, chance(2))
		if !reflect.DeepEqual(again, fresh) {
			kept++
		}
		Reset(b)
		require.Must(t, reflect.DeepEqual(b.Choose(t.Context(), g, &next, budget, chance(2)), fresh), "after a reset it still knows something")
	}
	require.True(t, kept >= 5, "the tree was kept %d times", kept)
}

// With a number of playouts and a time, what comes first ends a search.
func TestPlayoutsEndATimedSearch(t *testing.T) {
	g := rules.NewGame(board.Default(), 2, rules.Variant{})
	s := bottest.Positions(t, g, 3, 9)[0]
	think := func(budget Budget) (playouts int) {
		b, _ := New("reeder")
		for _, c := range b.Choose(t.Context(), g, &s, budget, chance(1)).Analysis.Candidates {
			playouts += c.Playouts
		}
		return playouts
	}
	if n := think(Budget{Playouts: 50, Time: time.Hour}); n > 50 {
		t.Errorf("%d playouts of 50", n)
	}
	if n := think(Budget{Playouts: 1 << 30, Time: time.Millisecond}); n == 0 || n > 1_000_000 {
		t.Errorf("%d playouts in a millisecond", n)
	}
}

func chance(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }

// The tree of two threads is about as good as that of one: mostly the same action,
// or one that wins about as often, is found.
func TestThreadsAgree(t *testing.T) {
	g := rules.NewGame(board.Default(), 3, rules.Variant{})
	same, positions := 0, bottest.Positions(t, g, 2, 9)[:12]
	for _, s := range positions {
		var th [2]Thought
		for k := range th {
			c, _ := SearchOf("bergrat")
			c.Threads = k + 1
			th[k] = c.New().Choose(t.Context(), g, &s, Budget{Playouts: 4000}, chance(4))
		}
		for _, c := range th[0].Analysis.Candidates {
			who := s.ToDecide()
			if c.Action == th[1].Action && c.Win[who] > th[0].Analysis.Candidates[0].Win[who]-0.1 {
				same++
			}
		}
	}
	require.True(t, same*4 >= len(positions)*3, "two threads agree with one in %d of %d decisions", same, len(positions))
}
