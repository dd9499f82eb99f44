package table

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"ruhr/internal/store"
	"ruhr/record"
	"ruhr/rules"
)

// Examiner checks the tables of a store without changing anything.
type Examiner struct{ v *Service }

// NewExaminer makes an examiner for the tables of a store.
func NewExaminer(st store.Store) *Examiner {
	return &Examiner{&Service{opt: Options{Store: st, Log: slog.New(slog.DiscardHandler)}, games: newGames(), cache: newCache(1)}}
}

// Table folds a table's log, exports its record and checks that. The error
// says what is wrong; over, whether the game has ended.
func (x *Examiner) Table(ctx context.Context, id string) (over bool, err error) {
	f, err := x.v.load(ctx, id)
	if err != nil {
		return false, err
	}
	if f.frozen != nil {
		return false, fmt.Errorf("%s, entry %d: %w", f.frozen.Key, f.frozen.N, f.why)
	}
	s := f.state()
	over = s.Decision() == rules.Over
	if err := x.referee(ctx, f); err != nil {
		return over, fmt.Errorf("the record is not the game: %w", err)
	}
	return over, nil
}

// referee replays a table's record by itself.
func (x *Examiner) referee(ctx context.Context, f *fold) error {
	rec, err := x.v.Record(ctx, f.id)
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
	b, err := x.v.Board(ctx, f.board)
	if err != nil {
		return err
	}
	p, err := record.Referee(rec, b)
	if err != nil {
		return err
	}
	switch {
	case p.At() != len(f.steps):
		return fmt.Errorf("it has %d decisions, the table %d", p.At(), len(f.steps))
	case p.State != f.state():
		return errors.New("it ends in another position")
	}
	return nil
}
