// Package bot has the computer players: what plays a seat, at which level, with
// what budget. A computer player sees a position as the rules have it, in which
// nothing hidden exists.
package bot

import (
	"context"
	"math/rand/v2"
	"time"

	"ruhr/bot/search"
	"ruhr/rules"
)

// Budget bounds one decision. Playouts counts simulated games and makes the
// choice reproducible; Time, where it is not zero, is the clock that ends the
// thinking instead.
type Budget struct {
	Playouts int
	Time     time.Duration
}

// Bot is a computer player. A Bot is used by one game at a time and may keep what it
// has thought between the decisions of that game.
type Bot interface {
	// Choose gives a legal action of the seat to decide and, where it
	// searched, what it thought of the others. It stops at once when ctx ends
	// and then still gives a legal action. All its chance comes from random.
	Choose(ctx context.Context, g *rules.Game, s *rules.State, b Budget, random *rand.Rand) Thought
}

// Thought is a choice and its reasons.
type Thought struct {
	Action     rules.Action
	Considered []Considered // best first; empty where the bot did not search
	Failed     error        // why a stand-in decided in the computer player's place; nil where it did itself
}

// Considered is what a search expects of one action.
type Considered = search.Considered
