package table

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"ruhr/bot"
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
	for thinking, want := range map[Thinking]time.Duration{Short: 500 * time.Millisecond, Usual: 2 * time.Second, Long: 8 * time.Second} {
		d := newDen(t, 31)
		b := budgetBot{make(chan bot.Budget, 10_000)}
		d.opts.Bots = func(string) (bot.Bot, error) { return b, nil }
		d.opts.Budget = func(string, int) bot.Budget { return bot.Budget{Time: 2 * time.Second} }
		d.Service = d.fresh()
		c, err := d.Create(t.Context(), NewTable{Seats: []NewSeat{persons[0], {Kind: Bot, Name: "Bo", Level: "x"}}, Thinking: thinking})
		if err != nil {
			t.Fatal(err)
		}
		s := d.play(d.at(c.ID), never)
		next, err := d.Rematch(t.Context(), s.ID, everybody, Part{})
		if err != nil {
			t.Fatal(err)
		}
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
		if asked < 10 {
			t.Errorf("asked %d times", asked)
		}
	}
	d := newDen(t, 32)
	if _, err := d.Create(t.Context(), NewTable{Seats: persons[:2], Thinking: "forever"}); !errors.Is(err, ErrBadThinking) {
		t.Errorf("%v, expected %v", err, ErrBadThinking)
	}
}
