package table

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"ruhr/internal/game"
	"ruhr/record"
	"ruhr/rules"
)

// Examiner checks the tables of a store without changing anything.
type Examiner struct{ v *Service }

// NewExaminer makes an examiner for the tables of a store.
func NewExaminer(st Store) *Examiner {
	return &Examiner{&Service{opt: Options{Store: st, Log: slog.New(slog.DiscardHandler)}, games: newGames(), cache: newFolds(4 << 20)}}
}

// Fault is what is wrong with a table: why it is frozen, or, without a Key, that
// its record is not the game.
type Fault struct {
	game.Frozen
	Why error
}

func (f *Fault) Error() string {
	if f.Key == "" {
		return fmt.Sprintf("the record is not the game: %v", f.Why)
	}
	return fmt.Sprintf("%s, entry %d: %v", f.Key, f.N, f.Why)
}

func (f *Fault) Unwrap() error { return f.Why }

// Table folds a table's log, exports its record and checks that; over says
// whether the game has ended, by the rules or automatically. Errors: *Fault, or the
// store's.
func (x *Examiner) Table(ctx context.Context, id string) (over bool, err error) {
	f, err := x.v.load(ctx, id)
	if err != nil {
		return false, err
	}
	if f.Frozen != nil && f.Frozen.Key != game.FrozenEnded && f.Frozen.Key != game.FrozenAlong {
		return false, &Fault{*f.Frozen, f.Why}
	}
	s := f.State()
	over = f.Frozen != nil && f.Frozen.Key == game.FrozenEnded || s.Decision() == rules.Over
	if err := x.referee(ctx, f); err != nil {
		return over, &Fault{Why: err}
	}
	return over, nil
}

// referee replays a table's record by itself.
func (x *Examiner) referee(ctx context.Context, f *game.Game) error {
	kept, err := x.v.load(ctx, f.ID)
	if err != nil {
		return err
	}
	rec, err := kept.Record()
	if err != nil {
		return err
	}
	data, err := rec.Write()
	if err != nil {
		return err
	}
	if rec, err = record.Read(data); err != nil {
		return err
	}
	b, err := x.v.Board(ctx, f.Board)
	if err != nil {
		return err
	}
	p, err := record.Referee(rec, b)
	if err != nil {
		return err
	}
	switch {
	case p.Len() != len(f.Steps):
		return fmt.Errorf("it has %d decisions, the table %d", p.Len(), len(f.Steps))
	case *p.After(p.Len()) != f.State():
		return errors.New("it ends in another position")
	}
	return nil
}
