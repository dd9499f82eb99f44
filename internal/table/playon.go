package table

import (
	"context"

	"ruhr/board"
	"ruhr/internal/store"
	"ruhr/record"
	"ruhr/rules"
)

// PlayOnFor starts a new table for a browser from a finished one, after so many
// of its decisions. The browser gets one seat; computer players of a level take
// the others. Chance stays as the deal fixed it, so that 0 decisions repeats the
// deal. The name is used unless the seat was the browser's; names of other people
// stay at the table where they played. Errors: ErrNotOver (the
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
	who, err := v.ActorOf(ctx, browser, id)
	if err != nil {
		return "", err
	}
	s := f.setup
	s.Guided = false
	s.Shuffle, s.Turned = nil, false
	s.Pace, s.Fill, s.Rated = Pace{}, 0, false // no other people, and the deal is known
	s.From = &Origin{Table: id, Decisions: min(max(decisions, 0), len(f.steps)-1)}
	s.Seats = nil
	for k, old := range f.seats {
		as := NewSeat{Kind: Bot, Colour: old.Colour, Level: level}
		if old.Kind == Bot {
			as.Name = old.Name
		}
		if k == seat {
			as.Kind, as.Level, as.Name = Person, "", name
			if old.Name != "" && old.Kind != Bot && who.Holds(k) {
				as.Name = old.Name
			}
		}
		s.Seats = append(s.Seats, as)
	}
	data, err := v.opt.Store.Board(ctx, f.board)
	if err != nil {
		return "", err
	}
	return v.startFrom(ctx, browser, s, data, seat, &beginning{f.deal, f.steps[:s.From.Decisions]})
}

// beginning is what a table has from another game: its deal and its first decisions.
type beginning struct {
	deal record.Deal
	past []Step
}

// startFrom starts a table that goes on from another game, for a browser at one
// seat.
func (v *Service) startFrom(ctx context.Context, browser string, s setup, data []byte, seat int, from *beginning) (id string, err error) {
	s.Rules, s.Hints = rules.Version, true
	id = store.NewID()
	if err := v.start(ctx, id, s, data, Part{}, from); err != nil {
		return "", err
	}
	return id, v.grant(ctx, browser, id, []int{seat, store.Owner})
}

// PlayOnRecord does the same from the record of a finished game on a board that
// tables here have or had. What chance had decided in that game stays as it was;
// what it had not shown by the end comes at random. Errors: *record.Fault for a
// game that breaks the rules, ErrNotYours, ErrNoLevel.
func (v *Service) PlayOnRecord(ctx context.Context, browser string, rec *record.Record, b *board.Board, decisions, seat int, level, name string) (id string, err error) {
	if v.closing() {
		return "", ErrClosed
	}
	if seat < 0 || seat >= len(rec.Players) {
		return "", ErrNotYours.at(seat)
	}
	if err := v.checkLevel(seat, level); err != nil {
		return "", err
	}
	deal, err := record.DealOf(rec, b, v.opt.Random)
	if err != nil {
		return "", err
	}
	file := v.opt.Board
	if b.SHA256 != store.BoardSHA(file) {
		if file, err = v.opt.Store.Board(ctx, b.SHA256); err != nil {
			return "", err
		}
	}
	s := setup{CalmWater: rec.Variant.CalmWater, EveryShip: rec.Variant.ExportEveryShip}
	by := make([]string, len(rec.Players)) // the computer player that decided
	for k, player := range rec.Players {
		if by[k] = player.Bot; by[k] != "" && v.checkLevel(k, by[k]) != nil {
			by[k] = level // anybody can write another one into a record
		}
		as := NewSeat{Kind: Bot, Name: recordedName(k, player), Colour: Colours[k], Level: level}
		if k == seat {
			as.Kind, as.Level = Person, ""
			if as.Name == "" || player.Bot != "" {
				as.Name = name
			}
		}
		s.Seats = append(s.Seats, as)
	}
	past, err := stepsOf(rec, b, min(max(decisions, 0), len(rec.Actions)-1), by)
	if err != nil {
		return "", err
	}
	return v.startFrom(ctx, browser, s, file, seat, &beginning{deal, past})
}

// recordedName is the name of a player in a record, "" for one that no seat may
// have.
func recordedName(seat int, p record.Player) string {
	name, err := tidyName(seat, p.Name, false)
	if err != nil {
		return ""
	}
	return name
}

// stepsOf are the first decisions of a record, made by these computer players.
func stepsOf(rec *record.Record, b *board.Board, n int, by []string) (out []Step, err error) {
	p, err := record.NewReplay(rec, b)
	if err != nil {
		return nil, err
	}
	for range n {
		step, err := p.Step()
		if err != nil {
			return nil, err
		}
		made := Step{Seat: step.Seat, Action: step.Action, Auto: step.Forced}
		if !step.Forced {
			made.Bot = by[step.Seat]
		}
		out = append(out, made)
	}
	return out, nil
}
