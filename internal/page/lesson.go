package page

import (
	"html/template"
	"slices"

	"ruhr/guide"
	"ruhr/internal/table"
	"ruhr/view"
)

// Lesson is the card of a guided table that explains what is to be decided.
// Without a title there is nothing new; Left: the viewer has left the lesson at
// this table; Done: the game is over, and one's own can follow.
type Lesson struct {
	Table       string
	Hint        template.HTML // in place of an explanation; "" while others decide
	Left, Done  bool
	Title, Text template.HTML
	Count       template.HTML
	Rules       []string

	prompt *guide.Prompt
}

// aloud is what the card adds to what is read aloud.
func (l *Lesson) aloud() []template.HTML {
	if l == nil || l.Title == "" {
		return nil
	}
	return []template.HTML{l.Title, l.Text}
}

// teaches reports whether the viewer is the learner of a guided table.
func (s *Shared) teaches(you table.You) bool {
	return s.snap.Guided && s.history != nil && s.snap.Frozen == nil &&
		slices.Contains(you.Seats, guide.Learner) && s.snap.Seats[guide.Learner].ByHand()
}

// lesson makes the card for the learner, who has choices or not.
func (s *Shared) lesson(you table.You, choosing bool, lessons Lessons) *Lesson {
	l := &Lesson{Table: s.ID, Left: lessons.Left}
	switch {
	case choosing:
		l.Hint = s.T("guide.quiet")
	case you.Confirm:
		l.Hint = s.T("guide.confirm")
	}
	if l.Left {
		return l
	}
	if l.Done = s.Over; s.Over {
		l.Title, l.Text = s.T("guide.done"), s.T("guide.done_note")
	}
	p := guide.Due(s.history, guide.Learner)
	if p == nil {
		return l
	}
	l.Title, l.Text, l.Rules, l.prompt = s.T(p.Title()), s.T(p.Text(), p.Args), p.Rules, p
	l.Count = s.T("guide.count", "n", p.N, "of", len(guide.Keys()))
	return l
}

// lessonHalos point at what a card speaks of.
func (s *Shared) lessonHalos(l *Lesson) (out template.HTML) {
	if l.prompt == nil {
		return ""
	}
	for _, t := range l.prompt.Targets {
		c := view.Choice{Target: t}
		if l.prompt.Key == "city" {
			c.Do = "warehouse"
		}
		out += s.mapView.Halo("guide", c)
	}
	return out
}
