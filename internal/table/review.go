package table

import (
	"errors"

	"ruhr/coach"
	"ruhr/internal/analyst"
	"ruhr/internal/game"
	"ruhr/record"
)

// reviewPlayouts are the playouts for a decision of a review: a game of four seats
// takes a core about 5 s.
const reviewPlayouts = 2000

// Review begins to review a game that is over, unless that is done or under way. The
// key names the game. Errors: game.ErrNotOver, game.ErrBusy, game.ErrClosed.
func (v *Service) Review(key string, g *record.Game) error {
	if !g.Over() {
		return game.ErrNotOver
	}
	err := v.analyst.Review(key, g, v.opt.Reviewer(g.Rules))
	if errors.Is(err, analyst.ErrFull) {
		return game.ErrBusy
	}
	return err
}

// Reviewed returns the review of a game, or whether the game is being reviewed. The
// error is why that failed.
func (v *Service) Reviewed(key string) (r *coach.Review, under bool, err error) {
	return v.analyst.Reviewed(key)
}
