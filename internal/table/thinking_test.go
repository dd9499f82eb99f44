package table

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"ruhr/bot"
	"ruhr/internal/game"
	"ruhr/internal/require"
	"ruhr/rules"
)

// budgetBot tells the budget it is given.
type budgetBot struct{ told chan bot.Budget }

func (b budgetBot) Choose(_ context.Context, g *rules.Game, s *rules.State, budget bot.Budget, _ *rand.Rand) bot.Thought {
	b.told <- budget
	return bot.Thought{Action: g.Legal(s).First()}
}

// The computer players of a table think as long as it was started with, at the next
// table of the same people too.
func TestThinking(t *testing.T) {
	for thinking, want := range map[game.Thinking]time.Duration{game.Short: 500 * time.Millisecond, game.Usual: 2 * time.Second, game.Long: 8 * time.Second} {
		d := newDen(t, 31)
		b := budgetBot{make(chan bot.Budget, 10_000)}
		d.opts.Bots = func(string) (bot.Bot, error) { return b, nil }
		d.opts.Budget = func(string, int) bot.Budget { return bot.Budget{Time: 2 * time.Second} }
		d.Service = d.fresh()
		c, err := d.Create(t.Context(), game.NewTable{Seats: []game.NewSeat{persons[0], {Kind: game.Bot, Name: "Bo", Level: "x"}}, Thinking: thinking})
		require.NoError(t, err)
		s := d.play(d.at(c.ID), never)
		next, err := d.Rematch(t.Context(), s.ID, everybody, game.Part{})
		require.NoError(t, err)
		if again := d.play(d.at(next), never); s.Thinking != thinking || again.Thinking != thinking {
			t.Errorf("the tables tell of %q and %q, expected %q", s.Thinking, again.Thinking, thinking)
		}
		d.close(d.Service)
		close(b.told)
		asked := 0
		for got := range b.told {
			if asked++; got.Time != want {
				t.Fatalf("%q: %v, expected %v", thinking, got.Time, want)
			}
		}
		require.True(t, asked >= 10, "asked %d times", asked)
	}
	d := newDen(t, 32)
	if _, err := d.Create(t.Context(), game.NewTable{Seats: persons[:2], Thinking: "forever"}); !errors.Is(err, game.ErrBadThinking) {
		t.Errorf("%v, expected %v", err, game.ErrBadThinking)
	}
}

// Of computer players that search, which take much memory, no more are kept between
// their decisions than may think at once, however many tables have some; none once
// people are to decide. One that thinks is nobody else's.
func TestFewComputerPlayersAreKept(t *testing.T) {
	d := newDen(t, 32)
	d.opts.Thinkers = 2
	d.opts.Searches = func(level string) bool { return level == "deep" }
	d.opts.Bots = func(string) (bot.Bot, error) { return randomBot{}, nil }
	d.Service = d.fresh()
	var workers []*worker
	var players []*player
	for _, id := range []string{"a", "b", "c", "d"} {
		w := &worker{id: id, bots: map[int]*player{}}
		p, err := d.player(w, 1, "deep")
		require.NoError(t, err)
		d.putBack(w, 1, p)
		workers, players = append(workers, w), append(players, p)
	}
	require.Equal(t, d.searchers.Len(), 2, "searchers kept")
	same := func(i int, level string, want bool) *player {
		t.Helper()
		p, err := d.player(workers[i], 1, level)
		require.True(t, err == nil && (p == players[i]) == want, "table %d has its player: %v, want %v (%v)", i, p == players[i], want, err)
		return p
	}
	same(0, "deep", false)
	last := same(3, "deep", true)
	same(3, "deep", false) // it thinks
	d.putBack(workers[3], 1, last)
	same(3, "deeper", false)
	same(2, "deep", true)
	d.putBack(workers[2], 1, players[2])
	d.end(workers[2])
	require.Equal(t, d.searchers.Len(), 0, "searchers kept of tables where nobody thinks")
	quick, _ := d.player(workers[0], 2, "quick")
	d.putBack(workers[0], 2, quick)
	if p, _ := d.player(workers[0], 2, "quick"); p != quick || d.searchers.Len() != 0 {
		t.Error("one that does not search is not kept with its table")
	}
}
