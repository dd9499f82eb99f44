package game

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"time"

	"ruhr/guide"
	"ruhr/record"
	"ruhr/rules"
)

// Source is where a table's deal comes from.
type Source string

// The sources of deals.
const (
	Shuffled  Source = "shuffled"  // a secret and what the players add: it can be proven (record.Shuffle)
	Drawn     Source = "drawn"     // a generator, as for older programs and with a seed
	Lesson    Source = "lesson"    // package guide, the same for everybody
	Continued Source = "continued" // another table, from one of its positions on (Origin)
	Given     Source = "given"     // a game that was played elsewhere, from one of its positions on
	Entered   Source = "entered"   // none: people say what they draw beside the printed game
	Daily     Source = "daily"     // the deal of a day, which many play, each at a table of their own (Common)
)

// Unknown reports whether nobody at the table knew the deal before its game, so that the
// result counts.
func (s *Setup) Unknown() bool {
	return s.Deal == Shuffled || s.Deal == Drawn || s.Deal == Daily && s.Common.First
}

// Common is a deal that others play at tables of their own.
type Common struct {
	Day     string `json:"day"`             // such as 2027-01-31
	Until   int64  `json:"until"`           // when the day ends, in unix milliseconds
	First   bool   `json:"first"`           // it is the person's first game of the day
	Players string `json:"players"`         // the version of the computer players
	Given   bool   `json:"given,omitempty"` // it is the deal of another server, which is told how the game ended
}

// sharedUntil is when the deal need no longer be hidden from those who might play it,
// zero for a deal of the table's own.
func (s *Setup) sharedUntil() time.Time {
	if s.Common == nil {
		return time.Time{}
	}
	return time.UnixMilli(s.Common.Until)
}

// sourceBefore is the source of a deal of which an older program stored no source.
func (s *Setup) sourceBefore(guided bool) Source {
	switch {
	case s.Shuffle != nil:
		return Shuffled
	case s.From != nil:
		return Continued
	case guided:
		return Lesson
	}
	return Drawn
}

// Dealer gives a new table its deal, and the decisions that were made in it before.
type Dealer func(b *base) (past []Step, err error)

// DealLesson gives the deal of the guided game.
func DealLesson(b *base) ([]Step, error) {
	deal := guide.Deal(b.Rules)
	b.Setup.Deal, b.deal = Lesson, &deal
	return nil, nil
}

// DealDrawn gives a deal from a generator.
func DealDrawn(random func(n int) int) Dealer {
	return func(b *base) ([]Step, error) {
		deal := record.NewDeal(b.Rules, random)
		b.Setup.Deal, b.deal = Drawn, &deal
		return nil, nil
	}
}

// DealShuffled gives a deal that can be proven: it is derived from a secret and what
// the maker of the table adds.
func DealShuffled(secret string, part Part) Dealer {
	return func(b *base) ([]Step, error) {
		start := make([]string, len(b.Setup.Seats))
		if part.Seat >= 0 {
			start[part.Seat] = part.Contribution
		}
		commitment, err := record.CommitmentOf(secret)
		if err != nil {
			return nil, err
		}
		b.secret, b.Setup.Deal, b.Setup.Shuffle = secret, Shuffled, &shuffled{Commitment: commitment, Start: start}
		deal, err := newGame(b).shuffle().Deal(b.Rules)
		b.deal = &deal
		return nil, err
	}
}

// DealDaily gives the deal of a day, which follows from the day's secret alone. played is
// a whole game of it that was played elsewhere, nil for a new one.
func DealDaily(secret string, played *record.Game) Dealer {
	deal := DealShuffled(secret, Part{Seat: Nobody})
	return func(b *base) ([]Step, error) {
		past, err := deal(b)
		if b.Setup.Deal = Daily; played != nil {
			past = made(played.Steps[1:], func(seat int) string { return b.Setup.Seats[seat].Level })
		}
		return past, err
	}
}

// made are decisions of another game; by names the computer player that has a seat, "" for
// a person's.
func made(steps []*record.Step, by func(seat int) string) (past []Step) {
	for _, step := range steps {
		s := Step{Step: step, Auto: step.Forced}
		if !s.Auto {
			s.Bot = by(step.Seat)
		}
		past = append(past, s)
	}
	return past
}

// dealOn gives the deal of another game with its first decisions.
func dealOn(source Source, deal record.Deal, past []Step) Dealer {
	return func(b *base) ([]Step, error) {
		b.Setup.Deal, b.deal = source, &deal
		return past, nil
	}
}

// DealSame gives the deal that the tables of a round share: it follows from the secret
// alone, and the first seat starts.
func DealSame(secret string) Dealer {
	n := 0
	return DealFirst(func() Dealer {
		n++
		sum := sha256.Sum256([]byte(secret + "/" + strconv.Itoa(n)))
		return DealShuffled(hex.EncodeToString(sum[:]), Part{Seat: Nobody})
	})
}

// Alike is what the chance of computer players follows from where other tables play the
// same deal, so that the same moves get the same answers at all of them; "" elsewhere. It
// is as secret as the deal.
func (f *Game) Alike() string {
	if f.Setup.Common == nil && !f.Setup.SameDeal {
		return ""
	}
	return f.secret
}

// What may be seen, asked and said of a deal while others still play it is decided
// below, and nowhere else.

// Disclosed reports whether a table's deal is known to all: after the end, and where
// others play the deal as well, when its day or its round has ended. Before, no record, link or game
// that goes on from it may show what the table has not seen (SET-9).
func (f *Game) Disclosed(now time.Time) bool { return f.over() && !f.Hidden(now) }

// Hidden reports whether others may still play the deal at tables of their own, who must
// not learn of it here.
func (f *Game) Hidden(now time.Time) bool {
	return now.Before(f.Setup.sharedUntil()) || f.Setup.SameDeal && !f.disclosed
}

// Disclose notes that no other table plays the same deal any longer, also where the game
// has ended for lack of action.
func Disclose() Command {
	return Command{frozen: FrozenEnded, draft: func(*Game, Call) (draft, error) {
		return draft{kind: kindDisclose, seat: Nobody}, nil
	}}
}

// kindDisclose is the entry of Disclose.
const kindDisclose = "disclose"

// MayExport refuses the record of a game while other tables of its round play the deal:
// anyone could read it.
func (f *Game) MayExport() error {
	if f.Setup.SameDeal && !f.disclosed {
		return ErrHiddenDeal
	}
	return nil
}

// MaySee refuses to show anything of a table to those who might still play its deal:
// position, log, record, review, chat and what follows from them. Those at the table and
// those who have played the deal may see it.
func (f *Game) MaySee(who Actor, now time.Time) error { return MaySee(f.Hidden(now), who) }

// MaySee is the same for a position that others were shown.
func (s *Snapshot) MaySee(who Actor) error { return MaySee(s.Hidden, who) }

// MaySee is the same for any game, given whether its deal is hidden.
func MaySee(hidden bool, who Actor) error {
	if !hidden || len(who.Seats) > 0 || who.Played {
		return nil
	}
	return ErrHiddenDeal
}

// MayInvite refuses links to a table, for its seats and to watch, while its deal is
// hidden.
func (f *Game) MayInvite(now time.Time) error {
	if f.Hidden(now) {
		return ErrHiddenDeal
	}
	return nil
}

func (f *Game) over() bool {
	s := f.State()
	return s.Decision() == rules.Over
}

// ShowsThoughts reports whether what computer players considered may be seen. It is
// advice of a kind, so that a running game shows it only where its table allows hints
// and has a single person.
func (f *Game) ShowsThoughts() bool {
	if f.over() {
		return true
	}
	people := 0
	for _, seat := range f.Seats {
		if seat.Kind != Bot {
			people++
		}
	}
	return f.Setup.Hints && people <= 1
}

// MayDiscuss reports whether somebody may read and write what those who watch say: not
// with a seat in a running game.
func (s *Snapshot) MayDiscuss(who Actor) bool { return s.Over || len(who.Seats) == 0 }

// MayAsk refuses advice on the decision to be made if there is none for the actor.
func (f *Game) MayAsk(who Actor) error {
	if f.Frozen != nil {
		return ErrFrozen
	}
	if f.over() {
		return ErrOver
	}
	if t := f.turn(); t.Waiting {
		return ErrWaiting.At(t.Seat)
	}
	s := f.State()
	if record.Waits(&s) {
		return ErrNoChoice
	}
	seat := s.ToDecide()
	if !who.Holds(seat) {
		return ErrNotYourTurn.At(seat)
	}
	if err := f.byHand(seat); err != nil {
		return err
	}
	if !f.Setup.Hints {
		return ErrNoHints
	}
	if _, forced := f.Rules.Forced(&s); forced {
		return ErrNoChoice
	}
	return nil
}
