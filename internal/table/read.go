package table

import (
	"encoding/json"
	"fmt"
	"time"

	"ruhr/board"
	"ruhr/record"
	"ruhr/rules"
)

// Game is the rules for one kind of table with the codec of its records; tables
// alike share one.
type Game struct {
	game  *rules.Game
	words *record.Codec
}

// newGame makes a game.
func newGame(b *board.Board, seats int, v rules.Variant) *Game {
	g := rules.NewGame(b, seats, v)
	return &Game{g, record.NewCodec(g)}
}

// read returns a table as it was started, from what is stored of it, with an empty log.
// It is frozen where that cannot be used, and where there is no game for it.
func read(id string, created time.Time, meta, deal []byte, board string, game func(seats int, v rules.Variant) (*Game, error)) *fold {
	b := &base{id: id, created: created, board: board}
	var version struct{ Rules int }
	if err := json.Unmarshal(meta, &version); err != nil {
		return newFold(b).freeze(FrozenDeal, 0, err)
	}
	if n := version.Rules; n > rules.Version {
		return newFold(b).freeze(FrozenRules, 0, fmt.Errorf("made by rules version %d, this program knows %d", n, rules.Version))
	}
	if err := json.Unmarshal(meta, &b.setup); err != nil {
		return newFold(b).freeze(FrozenDeal, 0, err)
	}
	if n := len(b.setup.Seats); n < 2 || n > 4 {
		return newFold(b).freeze(FrozenDeal, 0, fmt.Errorf("%d seats, expected 2 to 4", n))
	}
	g, err := game(len(b.setup.Seats), b.setup.variant())
	if err != nil {
		return newFold(b).freeze(FrozenBoard, 0, err)
	}
	b.game, b.words = g.game, g.words
	if err := b.readDeal(deal); err != nil {
		b.game, b.words = nil, nil // there is no position to show
		return newFold(b).freeze(FrozenDeal, 0, err)
	}
	return newFold(b)
}

// freeze marks a table that cannot go on.
func (f *fold) freeze(key string, n int64, why error) *fold {
	f.frozen, f.why = &Frozen{Key: key, N: n}, why
	return f
}

// addLog folds a log on, as far as it can be folded.
func (f *fold) addLog(log []Entry) {
	if f.frozen != nil {
		f.n += int64(len(log)) // shown as it was started, at its true number
		return
	}
	if n, err := f.addFitting(log); err != nil {
		f.freeze(FrozenLog, n, err)
		f.n = log[len(log)-1].N
	}
}

// addFitting adds entries until one does not fit and gives its number. A panic of
// the rules on a log they were not made for is such an error.
func (f *fold) addFitting(log []Entry) (n int64, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("entry %d: panic: %v", n, r)
		}
	}()
	p := f.stepper()
	for _, e := range log {
		n = e.N
		if err := f.add(e, p); err != nil {
			return n, err
		}
	}
	return 0, nil
}

func (b *base) readDeal(data []byte) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("deal: panic: %v", r)
		}
	}()
	if b.deal, err = record.ReadDeal(b.game, data); err != nil {
		return err
	}
	if b.setup.Shuffle != nil {
		if err := b.readSecret(data); err != nil {
			return err
		}
	}
	return b.begin()
}

// begin plays what happens before the first decision.
func (b *base) begin() (err error) {
	b.first, err = b.stepper().Start(b.deal.StartSeat)
	return err
}
