package bot

import (
	"context"
	"math/rand/v2"

	"ruhr/rules"
)

// Failures counts the decisions a stand-in took for a computer player, so that
// nobody mistakes its play for the player's.
type Failures struct {
	StoodIn int    `json:"stoodIn,omitempty"` // decisions
	Why     string `json:"failure,omitempty"` // the last failure
}

// Note counts another failure.
func (f *Failures) Note(why error) {
	f.StoodIn++
	f.Why = why.Error()
}

// Merge adds the failures in another count.
func (f *Failures) Merge(o Failures) {
	f.StoodIn += o.StoodIn
	if o.Why != "" {
		f.Why = o.Why
	}
}

// Watch wraps a computer player and reports every decision that a stand-in took.
// One that follows a policy never needs a stand-in.
func Watch(b Bot, failed func(why error)) Bot {
	if _, ok := b.(*policyBot); ok {
		return b
	}
	return &watchedBot{b, failed}
}

type watchedBot struct {
	Bot
	failed func(why error)
}

func (b *watchedBot) Choose(ctx context.Context, g *rules.Game, s *rules.State, budget Budget, random *rand.Rand) Thought {
	t := b.Bot.Choose(ctx, g, s, budget, random)
	if t.Failed != nil {
		b.failed(t.Failed)
	}
	return t
}

func (b *watchedBot) Reset() { Reset(b.Bot) }
