package game

import (
	"encoding/json"
	"fmt"
	"time"

	"ruhr/board"
	"ruhr/record"
	"ruhr/rules"
)

// Ruleset is the rules for one kind of table with the codec of its records; tables
// alike share one.
type Ruleset struct {
	game  *rules.Game
	words *record.Codec
}

// NewRuleset makes the rules of a table.
func NewRuleset(b *board.Board, seats int, v rules.Variant) *Ruleset {
	g := rules.NewGame(b, seats, v)
	return &Ruleset{g, record.NewCodec(g)}
}

// Game is the rules.
func (r *Ruleset) Game() *rules.Game { return r.game }

// Unreadable is a table of which nothing can be read.
func Unreadable(id string, why error) *Game { return newGame(&base{ID: id}).Freeze(FrozenDeal, 0, why) }

// Read returns a table as it was started, from what is stored of it, with an empty log.
// It is frozen where that cannot be used, and where there is no game for it.
func Read(id string, created time.Time, meta, deal []byte, board string, game func(seats int, v rules.Variant) (*Ruleset, error)) *Game {
	b := &base{ID: id, created: created, Board: board}
	var older struct {
		Rules  int
		Guided bool
	}
	if err := json.Unmarshal(meta, &older); err != nil {
		return newGame(b).Freeze(FrozenDeal, 0, err)
	}
	if n := older.Rules; n > rules.Version {
		return newGame(b).Freeze(FrozenRules, 0, fmt.Errorf("made by rules version %d, this program knows %d", n, rules.Version))
	}
	if err := json.Unmarshal(meta, &b.Setup); err != nil {
		return newGame(b).Freeze(FrozenDeal, 0, err)
	}
	if b.Setup.Deal == "" {
		b.Setup.Deal = b.Setup.sourceBefore(older.Guided)
	}
	if n := len(b.Setup.Seats); n < 2 || n > 4 {
		return newGame(b).Freeze(FrozenDeal, 0, fmt.Errorf("%d seats, expected 2 to 4", n))
	}
	g, err := game(len(b.Setup.Seats), b.Setup.Variant())
	if err != nil {
		return newGame(b).Freeze(FrozenBoard, 0, err)
	}
	b.Rules, b.words = g.game, g.words
	if err := b.readDeal(deal); err != nil {
		b.Rules, b.words = nil, nil // there is no position to show
		return newGame(b).Freeze(FrozenDeal, 0, err)
	}
	return newGame(b)
}

// Freeze marks a table that cannot go on.
func (f *Game) Freeze(key string, n int64, why error) *Game {
	f.Frozen, f.Why = &Frozen{Key: key, N: n}, why
	return f
}

// Sound reports whether the log could be folded so far. A game that has ended or was taken
// along is frozen, but its log is as good as others.
func (f *Game) Sound() bool { return f.Why == nil }

// AddLog folds a log on, as far as it can be folded.
func (f *Game) AddLog(log []Entry) {
	if !f.Sound() {
		f.N += int64(len(log)) // shown as it was started, at its true number
		return
	}
	if n, err := f.addFitting(log); err != nil {
		f.Freeze(FrozenLog, n, err)
		f.N = log[len(log)-1].N
	}
}

// addFitting adds entries until one does not fit and gives its number. A panic of
// the rules on a log they were not made for is such an error.
func (f *Game) addFitting(log []Entry) (n int64, err error) {
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
	if b.entered() {
		return b.begin()
	}
	deal, err := record.ReadDeal(b.Rules, data)
	if err != nil {
		return err
	}
	b.deal = &deal
	if b.Setup.Shuffle != nil {
		if err := b.readSecret(data); err != nil {
			return err
		}
	}
	return b.begin()
}

// begin plays what happens before the first decision.
func (b *base) begin() (err error) {
	b.first, err = b.stepper().Start(b.startSeat())
	return err
}
