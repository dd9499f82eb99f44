package guide_test

import (
	"context"
	"math/rand/v2"
	"os"
	"testing"

	"ruhr/board"
	"ruhr/bot"
	"ruhr/guide"
	"ruhr/internal/require"
	"ruhr/record"
	"ruhr/rules"
)

// met is a prompt with the position it was given at.
type met struct {
	guide.Given
	state rules.State
}

func newGame(t *testing.T) *rules.Game {
	t.Helper()
	data, err := os.ReadFile("../spec/board.json")
	require.NoError(t, err)
	b, err := board.Load(data)
	require.NoError(t, err)
	return rules.NewGame(b, guide.Seats, rules.Variant{})
}

func newBot(t *testing.T, name string) bot.Bot {
	t.Helper()
	b, err := bot.New(name)
	require.NoError(t, err)
	return b
}

// play plays the guided game with a policy as the learner, up to the end of a
// round, and returns the history and all prompts on the way.
func play(t *testing.T, g *rules.Game, learner string, seed uint64, rounds int) (*record.Game, []met) {
	t.Helper()
	d := guide.Deal(g)
	bots := [guide.Seats]bot.Bot{newBot(t, learner), newBot(t, "schiffsjunge")}
	stepper := record.NewStepper(g, &d)
	step, err := stepper.Start(d.StartSeat)
	require.NoError(t, err)
	h := record.NewGame(g, nil, d.StartSeat, step)
	for step.State.Round() <= rounds && step.State.Decision() != rules.Over {
		s := step.State
		legal := g.Legal(&s)
		who := s.ToDecide()
		a := legal.First()
		if legal.Len() > 1 {
			rng := rand.New(rand.NewPCG(seed, uint64(h.Len())))
			if who != guide.Learner {
				rng = guide.Chance(h.Len())
			}
			a = bots[who].Choose(context.Background(), g, &s, bot.Budget{}, rng).Action
		}
		if step, err = stepper.Step(&s, a); err != nil {
			t.Fatal(err)
		}
		h.Add(step)
	}
	var out []met
	for _, p := range guide.Course(h, guide.Learner) {
		out = append(out, met{p, h.Steps[p.At].State})
	}
	return h, out
}
