package bot

import (
	"context"
	"math/rand/v2"

	"ruhr/rules"
)

// Failures are the decisions that a stand-in took in a computer player's place, so
// that nobody takes its play for the computer player's.
type Failures struct {
	StoodIn int    `json:"stoodIn,omitempty"` // decisions
	Why     string `json:"failure,omitempty"` // the last failure
}

func (f *Failures) note(why error) {
	f.StoodIn++
	f.Why = why.Error()
}

func (f *Failures) merge(o Failures) {
	f.StoodIn += o.StoodIn
	if o.Why != "" {
		f.Why = o.Why
	}
}

// watchedBot tells of every decision that a stand-in took.
type watchedBot struct {
	Bot
	failed func(why error)
}

func (b *watchedBot) Choose(ctx context.Context, g *rules.Game, s *rules.State, budget Budget, rng *rand.Rand) Thought {
	t := b.Bot.Choose(ctx, g, s, budget, rng)
	if t.Failed != nil {
		b.failed(t.Failed)
	}
	return t
}

func (b *watchedBot) Reset() { reset(b.Bot) }
