// Package bot provides the computer players: their levels, budgets and hints,
// and external programs that play. A computer player sees a rules.State, which
// holds nothing hidden.
package bot

import (
	"context"
	"math/rand/v2"
	"time"

	"ruhr/bot/analysis"
	"ruhr/rules"
)

// Budget bounds one decision. Playouts counts simulated games and makes the
// choice reproducible; Time, where it is not zero, limits the search as well, or
// instead where Playouts is zero.
type Budget struct {
	Playouts int
	Time     time.Duration
}

// Bot is a computer player. A Bot is used by one game at a time and may keep
// search results between the decisions of that game.
type Bot interface {
	// Choose returns a legal action of the seat to decide and, if it searched,
	// what it expects of the alternatives. When ctx ends it returns at once,
	// still with a legal action. All its random numbers come from random.
	Choose(ctx context.Context, g *rules.Game, s *rules.State, b Budget, random *rand.Rand) Thought
}

// Thought is a choice and its reasons.
type Thought struct {
	Action   rules.Action
	Analysis analysis.Analysis // of the alternatives; nothing where the bot did not search
	Failed   error             // why a stand-in decided in the computer player's place, or nil
}
