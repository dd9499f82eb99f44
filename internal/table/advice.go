package table

import (
	"context"
	"errors"

	"ruhr/bot/analysis"
	"ruhr/internal/analyst"
	"ruhr/internal/game"
	"ruhr/rules"
)

// adviceOn is where the advice on the position of a game is kept.
func adviceOn(f *game.Game) analyst.Key { return analyst.Key{Table: f.ID, State: f.State()} }

// Hint thinks about the decision the actor is to make and notes in the log
// that it was asked for. The advice is then in the position that comes back,
// and in every later one, for the person who holds the seat, as long as the decision
// is the same; asking again for it does nothing. Thinking ends when ctx does or
// the position changes. Errors besides those of Act: ErrNoHints, ErrNoChoice,
// ErrBusy when there was no time for it.
func (v *Service) Hint(ctx context.Context, id string, who game.Actor, at int64, key string) (*game.Snapshot, error) {
	f, err := v.asking(ctx, id, who, at)
	if f == nil {
		return nil, err
	}
	if err != nil {
		return v.show(f, who), err
	}
	_, err = v.analyst.Analyse(ctx, adviceOn(f), who.From, func(ctx context.Context) analysis.Analysis {
		s := f.State()
		return v.opt.Advise(ctx, f.Rules, &s, v.planned(f))
	})
	if err != nil {
		if now, lost := v.load(context.WithoutCancel(ctx), id); lost == nil {
			f = now
		}
		if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, analyst.ErrFull) {
			err = game.ErrBusy
		}
		return v.show(f, who), err
	}
	return v.do(ctx, id, who, f.N, key, game.NoteHint(), nil)
}

// asking returns the table, and an error if no hint may be asked for there; no
// table if it cannot be read.
func (v *Service) asking(ctx context.Context, id string, who game.Actor, at int64) (*game.Game, error) {
	if v.closing() {
		return nil, game.ErrClosed
	}
	f, err := v.load(ctx, id)
	if err != nil {
		return nil, err
	}
	if err := f.MaySee(who, v.opt.Clock()); err != nil {
		return nil, err
	}
	if err := f.MayAsk(who); err != nil {
		return f, err
	}
	if at < 1 || at > f.N || f.Decided(at) {
		return f, game.ErrStale
	}
	return f, nil
}

// planned is what is left of the last plan that the seat to decide was given this turn
// and has followed since, nothing for none.
func (v *Service) planned(f *game.Game) []rules.Action {
	s := f.State()
	for n := len(f.Steps) - 1; n >= 0; n-- {
		before := f.History.After(n)
		if before.ToDecide() != s.ToDecide() || before.Phase() != s.Phase() || before.Round() != s.Round() {
			return nil
		}
		told, ok := v.analyst.Known(analyst.Key{Table: f.ID, State: *before})
		if !ok || len(told.Candidates) == 0 {
			continue
		}
		plan := append([]rules.Action{told.Candidates[0].Action}, told.Plan...)
		for _, step := range f.Steps[n:] {
			if len(plan) == 0 || step.Action != plan[0] {
				return nil
			}
			plan = plan[1:]
		}
		return plan
	}
	return nil
}

// advised is the advice that the seat to decide was given on the position, nothing
// where it has not asked.
func (v *Service) advised(f *game.Game) (told analysis.Analysis) {
	if f.Hinted {
		told, _ = v.analyst.Known(adviceOn(f))
	}
	return told
}

// mostThoughts is how many candidates are kept of what a computer player considered.
const mostThoughts = 4

// thoughtOf is where what a computer player of a level considered after n decisions
// of a game is kept.
func thoughtOf(f *game.Game, n int, level string) analyst.Key {
	return analyst.Key{Table: f.ID, State: *f.History.After(n), By: level}
}

// Considered is what the computer player that took decision n, from 0, considered of
// it; nothing where it did not search, it is no longer kept in memory, or it may not
// be seen ([game.Game.ShowsThoughts]). Errors: ErrNoTable, game.ErrHiddenDeal.
func (v *Service) Considered(ctx context.Context, id string, n int, who game.Actor) (told analysis.Analysis, err error) {
	f, err := v.seen(ctx, id, who)
	if err == nil && f.ShowsThoughts() {
		told = v.considered(f, n)
	}
	return told, err
}

func (v *Service) considered(f *game.Game, n int) (told analysis.Analysis) {
	if n >= 0 && n < len(f.Steps) && f.Steps[n].Bot != "" && !f.Steps[n].Auto {
		told, _ = v.analyst.Known(thoughtOf(f, n, f.Steps[n].Bot))
	}
	return told
}
