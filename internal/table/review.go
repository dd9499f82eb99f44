package table

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"

	"ruhr/coach"
	"ruhr/internal/analyst"
	"ruhr/internal/game"
	"ruhr/internal/store"
	"ruhr/record"
	"ruhr/rules"
)

// ReviewPlayouts are the playouts for a decision of a review: a game of four seats
// takes a core about 30 s.
const ReviewPlayouts = 2000

// Review begins to review a game that is over, unless that is done or under way. The
// review of a table's game is stored with it; id is "" for one that was not played at
// a table, which the key names. Errors: game.ErrNotOver, game.ErrBusy, game.ErrClosed,
// and the store's.
func (v *Service) Review(ctx context.Context, key, id string, g *record.Game) error {
	switch r, under, err := v.Reviewed(ctx, key, id, g); {
	case errors.Is(err, game.ErrNotOver):
		return err
	case r != nil || under:
		return nil
	}
	of := reviewOf(g)
	if id != "" {
		stored, body, err := v.opt.Store.Review(ctx, id)
		if err != nil {
			return err
		}
		var r *coach.Review
		if stored == of && json.Unmarshal(body, &r) == nil { // it must not be lost
			v.analyst.KeepReview(id+of, r)
			return nil
		}
		if err := v.opt.Store.SaveReview(ctx, id, of, nil); err != nil {
			return err
		}
	}
	return v.makeReview(key, id, of, g)
}

// Reviewed returns the review of a game, or whether the game is being reviewed, with a
// quick look at it if there was one. One
// that was asked for and is not stored is begun again, after a restart or by a newer
// program. The error is why there is none; it can be asked for again, unless it is
// game.ErrNotOver.
func (v *Service) Reviewed(ctx context.Context, key, id string, g *record.Game) (r *coach.Review, under bool, err error) {
	if !g.Over() {
		return nil, false, game.ErrNotOver
	}
	of := reviewOf(g)
	key = cmp.Or(id, key)
	if r, under, err = v.analyst.Reviewed(key + of); r != nil || under || err != nil || id == "" {
		return r, under, err
	}
	stored, body, err := v.opt.Store.Review(ctx, id)
	if err != nil || stored == "" {
		return nil, false, err
	}
	if stored == of && json.Unmarshal(body, &r) == nil {
		v.analyst.KeepReview(key+of, r)
		return r, false, nil
	}
	if err := v.makeReview(key, id, of, g); err != nil && !errors.Is(err, game.ErrBusy) {
		return nil, false, err
	}
	return nil, true, nil
}

// KeptReview returns the review of a table's game if it is done and up to date; nil
// otherwise. It begins none.
func (v *Service) KeptReview(ctx context.Context, id string, g *record.Game) (r *coach.Review, err error) {
	of := reviewOf(g)
	if r, under, _ := v.analyst.Reviewed(id + of); r != nil && !under {
		return r, nil
	}
	stored, body, err := v.opt.Store.Review(ctx, id)
	if err != nil || stored != of || json.Unmarshal(body, &r) != nil {
		return nil, err // a body that is missing is being made, or will be
	}
	return r, nil
}

// makeReview begins to review a game and stores the review with its table.
func (v *Service) makeReview(key, id, of string, g *record.Game) error {
	err := v.analyst.Review(cmp.Or(id, key)+of, g, v.opt.Reviewer(g.Rules), func(r *coach.Review) {
		if id == "" {
			return
		}
		body, err := json.Marshal(r)
		if err == nil {
			err = v.opt.Store.SaveReview(v.runner.all, id, of, body)
		}
		if err != nil && !errors.Is(err, store.ErrNoTable) {
			v.opt.Log.Error("a review is not stored", "table", store.ShortID(id), "error", err)
		}
	})
	if errors.Is(err, analyst.ErrFull) {
		return game.ErrBusy
	}
	return err
}

// Try begins to compare an action with the best one of a decision of a reviewed game,
// unless that is done or under way. Errors: game.ErrBusy, and why the service has ended.
func (v *Service) Try(key, id string, g *record.Game, s *coach.Step, action rules.Action) error {
	err := v.analyst.Try(tryOf(key, id, g, s, action), g, v.opt.Reviewer(g.Rules), s.Decision, s.Best, action)
	if errors.Is(err, analyst.ErrFull) {
		return game.ErrBusy
	}
	return err
}

// Tried returns what is known of an action that was tried, if it was.
func (v *Service) Tried(key, id string, g *record.Game, s *coach.Step, action rules.Action) (analyst.Tried, bool) {
	return v.analyst.Tried(tryOf(key, id, g, s, action))
}

func tryOf(key, id string, g *record.Game, s *coach.Step, action rules.Action) string {
	return fmt.Sprintf("%s%s/%d/%d", cmp.Or(id, key), reviewOf(g), s.Decision, action)
}

// reviewOf says what a review is of and how it is made: what was decided and drawn.
func reviewOf(g *record.Game) string {
	h := fnv.New64a()
	for _, s := range g.Steps {
		fmt.Fprint(h, " ", s.Action)
		for _, o := range s.Chance {
			fmt.Fprint(h, ",", o.Number)
			if o.Set != nil {
				fmt.Fprint(h, o.Set)
			}
		}
	}
	return fmt.Sprintf("%d/%d/%x", coach.Version, ReviewPlayouts, h.Sum64())
}
