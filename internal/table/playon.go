package table

import (
	"context"

	"ruhr/internal/store"
	"ruhr/rules"
)

// PlayOnFor starts a new table for a browser from a finished one, after so many
// of its decisions. The browser gets one seat; computer players of a level take
// the others. Chance stays as the deal fixed it, so that 0 decisions repeats the
// deal. The name is used if the seat was not a person's. Errors: ErrNotOver (the
// deal of a running game is secret), ErrNotYours for a seat that does not exist,
// ErrNoLevel, ErrFrozen, ErrNoTable.
func (v *Service) PlayOnFor(ctx context.Context, browser, id string, decisions, seat int, level, name string) (next string, err error) {
	f, err := v.load(ctx, id)
	switch {
	case err != nil:
		return "", err
	case v.closing():
		return "", ErrClosed
	case f.frozen != nil:
		return "", ErrFrozen
	}
	if s := f.state(); s.Decision() != rules.Over {
		return "", ErrNotOver
	}
	if seat < 0 || seat >= len(f.seats) {
		return "", ErrNotYours.at(seat)
	}
	if err := v.checkLevel(seat, level); err != nil {
		return "", err
	}
	s := f.setup
	s.Rules, s.Guided, s.Hints = rules.Version, false, true
	s.Shuffle, s.Turned = nil, false
	s.Pace, s.Fill, s.Rated = Pace{}, 0, false // no other people, and the deal is known
	s.From = &Origin{Table: id, Decisions: min(max(decisions, 0), len(f.steps)-1)}
	s.Seats = nil
	for k, old := range f.seats {
		as := NewSeat{Kind: Bot, Name: old.Name, Colour: old.Colour, Level: level}
		if k == seat {
			as.Kind, as.Level = Person, ""
			if old.Name == "" || old.Kind == Bot {
				as.Name = name
			}
		}
		s.Seats = append(s.Seats, as)
	}
	data, err := v.opt.Store.Board(ctx, f.board)
	if err != nil {
		return "", err
	}
	next = store.NewID()
	if err := v.start(ctx, next, s, data, Part{}, f); err != nil {
		return "", err
	}
	return next, v.grant(ctx, browser, next, []int{seat, store.Owner})
}
