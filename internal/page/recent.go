package page

import (
	"html/template"
	"math"
	"slices"

	"ruhr/internal/table"
	"ruhr/view"
)

// Recent is what happened before the position, in words: for the seat to decide
// since its own last decision, for the others what happened last.
type Recent struct {
	Recap  []template.HTML
	Lately []template.HTML // the newest first
}

// maxLately is the number of events in the band of a viewer who is not asked.
const maxLately = 9

// recentFor is what a viewer sees of what happened.
func (s *Shared) recentFor(you table.You, choosing bool) (r Recent) {
	h := s.history
	switch {
	case s.Over:
		return r
	case !you.Asked():
		r.Lately = s.lately(h.Steps, maxLately)
		return r
	case !choosing && s.snap.Turn.Seat >= 0: // only to hand over: what that is
		r.Lately = s.lately(h.Steps[firstTentative(s.snap, h):], math.MaxInt)
	}
	if s.hasMoved(you.Seat) {
		for _, step := range h.Steps[s.lastOwn(you):] {
			r.Recap = append(r.Recap, s.linesOf(step.Events)...)
		}
	}
	return r
}

// linesOf puts events into words, without the headings.
func (c *Context) linesOf(events []view.Event) (out []template.HTML) {
	for _, e := range events {
		if e.Heading == 0 {
			text, _ := c.LineHTML(e)
			out = append(out, c.tint(text))
		}
	}
	return out
}

// lately is what happened in some steps, newest first, at most most events.
func (c *Context) lately(steps []view.Moment, most int) (out []template.HTML) {
	for i := len(steps) - 1; i >= 0 && len(out) < most; i-- {
		lines := c.linesOf(steps[i].Events)
		slices.Reverse(lines)
		out = append(out, lines[:min(len(lines), most-len(out))]...)
	}
	return out
}

// hasMoved reports whether a seat has had a choice before.
func (s *Shared) hasMoved(seat int) bool {
	return slices.ContainsFunc(s.history.Steps, func(m view.Moment) bool { return m.Seat == seat && !m.Forced })
}

// lastOwn is the first step after the last decision of a viewer who is asked;
// one who is not, or has taken none, sees the last turn of anybody.
func (s *Shared) lastOwn(you table.You) int {
	steps := s.history.Steps
	for i := len(steps) - 1; i > 0; i-- {
		if you.Asked() && steps[i].Seat == you.Seat && !steps[i].Forced {
			return i + 1
		}
		if !you.Asked() && steps[i].Turn != steps[len(steps)-1].Turn {
			return i + 1
		}
	}
	return min(1, len(steps)-1)
}
