package game

import (
	"errors"
	"hash/fnv"
	"strconv"
	"strings"

	"ruhr/record"
	"ruhr/rules"
	"ruhr/view"
)

// A word names something that is tried: the number of an action, or after TrialMark that of
// what chance decides.
const (
	TrialMark      = "~"
	DrawWord       = TrialMark + "?" // chance draws from what is unseen
	TrialSeparator = "-"             // stands between two words
)

// mostTried is how many things are tried at most, more than a round has.
const mostTried = 120

// ErrNotTried: a word names nothing that can be tried.
var ErrNotTried = errors.New("game: this cannot be tried")

// Branch is a copy of a game in which other things are tried after some decisions. It knows
// no deal: chance decides what the words say.
type Branch struct {
	view.History
	From  int      // decisions before what is tried
	Tried []string // words
	steps *record.Stepper
}

// NewBranch is a game up to a decision.
func NewBranch(h *view.History, n int) *Branch {
	b := &Branch{History: h.Clip(n), From: n, steps: record.NewStepper(h.Rules, record.Unknown{})}
	b.Obstacles = nil
	return b
}

// BranchOf tries words after the first n decisions of a game, with what there is no choice
// about. Errors, with the branch that the words before led to: [ErrNotTried], and a *rules.Refusal
// of an action.
func BranchOf(h *view.History, n int, words []string) (*Branch, error) {
	b := NewBranch(h, n)
	for _, word := range words {
		if err := b.Try(word); err != nil {
			return b, err
		}
	}
	return b, b.Force()
}

// Now is the position.
func (b *Branch) Now() *rules.State { return b.After(b.Len()) }

// Try takes an action, or has chance decide. Errors as of [BranchOf].
func (b *Branch) Try(word string) error {
	if err := b.Force(); err != nil {
		return err
	}
	if word == DrawWord {
		word = b.draw()
	}
	number, chance := strings.CutPrefix(word, TrialMark)
	n, err := strconv.Atoi(number)
	switch {
	case err != nil || n < 0 || n >= int(rules.None) || chance != record.Waits(b.Now()), b.Over(), len(b.Tried) == mostTried:
		return ErrNotTried
	case chance:
		step, err := b.steps.Enter(b.Steps[b.Len()], n)
		if err != nil {
			return ErrNotTried
		}
		b.Replace(step)
	default:
		if err := b.Take(rules.Action(n)); err != nil {
			return err
		}
	}
	b.Tried = append(b.Tried, word)
	return nil
}

// Force takes the actions beside which there are none.
func (b *Branch) Force() error {
	for !record.Waits(b.Now()) && !b.Over() {
		a, forced := b.Rules.Forced(b.Now())
		if !forced {
			break
		}
		if err := b.Take(a); err != nil {
			return err
		}
	}
	return nil
}

// Take takes an action. Errors: a *rules.Refusal.
func (b *Branch) Take(a rules.Action) error {
	step, err := b.steps.Step(b.Now(), a)
	if err == nil {
		b.Add(step)
	}
	return err
}

// Actions are those that were taken.
func (b *Branch) Actions() (out []rules.Action) {
	for _, s := range b.Steps[b.From+1:] {
		out = append(out, s.Action)
	}
	return out
}

// draw draws what chance decides from what is unseen, the same for the same branch.
func (b *Branch) draw() string {
	faces, all := record.Faces(b.Rules, b.Now()), 0
	for _, f := range faces {
		all += f.Left
	}
	if all == 0 {
		return DrawWord // which cannot be tried
	}
	h := fnv.New64a()
	_, _ = h.Write([]byte(strconv.Itoa(b.From) + " " + strings.Join(b.Tried, TrialSeparator)))
	at := int(h.Sum64() % uint64(all))
	for _, f := range faces {
		if at -= f.Left; at < 0 {
			return TrialMark + strconv.Itoa(f.Number)
		}
	}
	return DrawWord
}

// MayTry reports whether the viewer may try what the table may come to.
func (s *Snapshot) MayTry() bool {
	return len(s.You.Seats) > 0 && !s.Rated && !s.Over && s.Frozen == nil && s.History != nil
}

// Number is what chance decides if it shows a face. Errors: [ErrNotTried].
func (b *Branch) Number(face string) (int, error) {
	for _, f := range record.Faces(b.Rules, b.Now()) {
		if f.ID == face && f.Left > 0 {
			return f.Number, nil
		}
	}
	return 0, ErrNotTried
}
