package page

import (
	"html/template"
	"math"
	"slices"

	"ruhr/guide"
	"ruhr/internal/game"
	"ruhr/rules"
	"ruhr/view"
)

// Recent is what happened before the position, in words: for the seat to decide
// since its own last decision, for the others what happened last.
type Recent struct {
	Recap  []template.HTML
	Lately []template.HTML
	Only   []Taken // by the seat that is to choose, in this round, since its last choice
	Chosen []Taken // what is carried out once the viewer has handed over
}

// maxLately is the number of events in the band of a viewer who is not asked.
const maxLately = 6

// recentFor is what a viewer sees of what happened.
func (s *Shared) recentFor(you game.You, choosing bool) (r Recent) {
	h := s.history
	switch {
	case s.Over:
		return r
	case !you.Asked():
		r.Lately = s.lately(0, h.Len(), maxLately)
		return r
	case !choosing && s.snap.Turn.Seat >= 0: // only to hand over: what that is
		first := firstTentative(s.snap, h)
		r.Lately = s.lately(first, h.Len(), math.MaxInt)[len(s.beforeStep(first, changes...)):]
	}
	if held := s.snap.Turn.Held; you.Confirm && held != rules.None && s.snap.State.Decides(you.Seat) {
		r.Chosen = s.taken([]view.Choice{view.ChoiceOf(h.Rules, h.Codec, &s.snap.State, held)})
	}
	if choosing {
		r.Only = s.only(you)
	}
	if s.hasMoved(you.Seat) {
		r.Recap = s.lately(s.lastOwn(you), h.Len(), math.MaxInt)
	}
	return r
}

// only are the decisions in this round that were taken for the viewer's seat since its
// last choice. Where a person was asked although there was no choice, that person decided.
func (s *Shared) only(you game.You) []Taken {
	h, asked := s.history, map[int]bool{}
	if s.teaches(you) {
		for _, given := range guide.Course(&h.Game, guide.Learner) {
			asked[given.At+1] = true
		}
	}
	var list []view.Choice
	for i := h.Len(); i > 0 && h.Steps[i].Round == s.Pos.Round; i-- {
		if h.Steps[i].Seat != you.Seat {
			continue
		}
		if !h.Steps[i].Forced || asked[i] || slices.Contains(you.AskAll, you.Seat) {
			break
		}
		one := view.ChoiceOf(h.Rules, h.Codec, h.After(i-1), h.Steps[i].Action)
		if one.Do != "done" {
			list = append(list, one)
		}
	}
	slices.Reverse(list)
	return s.taken(list)
}

// linesOf puts the events of a step into words, without the headings.
func (s *Shared) linesOf(step int) (out []template.HTML) {
	for _, e := range s.history.Events(step) {
		if e.Heading == 0 {
			text, _ := s.line(step, e)
			out = append(out, text)
		}
	}
	return out
}

// changes are the events besides the game that change who plays or where the game is.
var changes = []string{game.EventJoin, game.EventGive, game.EventTake, game.EventFill, game.EventTimeout, game.EventResign, game.EventReplace, game.EventUndo}

// lately is what happened in the steps from one to another and between them, at most the
// last most lines.
func (s *Shared) lately(from, to, most int) (out []template.HTML) {
	for i := to + 1; i >= from && len(out) < most; i-- {
		lines := s.beforeStep(i, changes...)
		if i <= to {
			lines = append(lines, s.linesOf(i)...)
		}
		slices.Reverse(lines)
		out = append(out, lines[:min(len(lines), most-len(out))]...)
	}
	slices.Reverse(out)
	return out
}

// hasMoved reports whether who has a seat has had a choice before.
func (s *Shared) hasMoved(seat int) bool {
	since := s.since(seat)
	for i, m := range slices.Backward(s.history.Steps) {
		if s.number(i) < since {
			return false
		}
		if m.Seat == seat && !m.Forced {
			return true
		}
	}
	return false
}

// since is the log number at which who has a seat came into it, 0 for the
// beginning.
func (s *Shared) since(seat int) int64 {
	for _, sat := range slices.Backward(s.snap.Sat) {
		if sat.Seat == seat {
			return sat.Until
		}
	}
	return 0
}

// lastOwn is the first step after the last decision of a viewer who is asked, or,
// where there is none, since they came; one who is not asked sees the last turn of
// anyone.
func (s *Shared) lastOwn(you game.You) int {
	steps, since := s.history.Steps, s.since(you.Seat)
	for i := len(steps) - 1; i > 0; i-- {
		if you.Asked() && (steps[i].Seat == you.Seat && !steps[i].Forced || s.number(i) < since) {
			return i + 1
		}
		if !you.Asked() && steps[i].Turn != steps[len(steps)-1].Turn {
			return i + 1
		}
	}
	return min(1, len(steps)-1)
}
