package page

import (
	"html/template"
	"slices"

	"ruhr/guide"
	"ruhr/internal/game"
	"ruhr/view"
)

// Lesson is the card of a guided table that explains what is to be decided.
// Without a title there is nothing new. Left means that the viewer has left
// the lesson at this table; Done, that the game is over.
type Lesson struct {
	Table       string
	Hint        template.HTML // in place of an explanation; "" for nothing to say
	Left, Done  bool
	Key         string // which explanation it is; "" for one without
	Title, Text template.HTML
	Try         template.HTML   // something to try; "" for nothing
	Next        []template.HTML // after the game: the next step
	Level       int             // after the game: the level that suits, from the weakest
	Count       template.HTML
	Rules       []string

	prompt *guide.Prompt
}

// aloud is what the card adds to what is read aloud.
func (l *Lesson) aloud() []template.HTML {
	if l == nil || l.Title == "" {
		return nil
	}
	if l.Try == "" {
		return []template.HTML{l.Title, l.Text}
	}
	return []template.HTML{l.Title, l.Text, l.Try}
}

// teaches reports whether the viewer is the learner of a guided table.
func (s *Shared) teaches(you game.You) bool {
	return s.snap.Deal == game.Lesson && s.history != nil && s.snap.Frozen == nil &&
		slices.Contains(you.Seats, guide.Learner) && s.snap.Seats[guide.Learner].ByHand()
}

// lesson makes the card for the learner, who has choices or not.
func (s *Shared) lesson(you game.You, choosing bool, lessons Lessons) *Lesson {
	l := &Lesson{Table: s.ID, Left: lessons.Left}
	if you.Confirm && !choosing {
		l.Hint = s.T("guide.confirm")
	}
	if l.Left {
		return l
	}
	if l.Done = s.Over; s.Over {
		next := guide.Next(&s.history.Game, guide.Learner)
		result := "guide.next.lost"
		if next.Won {
			l.Level, result = 1, "guide.next.won"
		}
		l.Title, l.Text = s.T("guide.done"), s.T("guide.done_note")
		l.Next = []template.HTML{s.T(result)}
		if next.Try != "" {
			l.Next = append(l.Next, s.T("guide.next."+next.Try))
		}
		return l
	}
	p := guide.Due(&s.history.Game, guide.Learner)
	if p == nil {
		return l
	}
	l.Key, l.Title, l.Text, l.Rules, l.prompt = p.Key, s.T(p.Title()), s.T(p.Text(), p.Args), p.Rules, p
	if p.Try != nil {
		l.Try = s.T("guide.try."+p.Try.Key, p.Try.Args)
	}
	l.Count = s.T("guide.count", "n", p.N, "of", len(guide.Keys()))
	return l
}

// lessonHalos point at what a card speaks of.
func (s *Shared) lessonHalos(l *Lesson) (out template.HTML) {
	if l.prompt == nil {
		return ""
	}
	targets := l.prompt.Targets
	if l.prompt.Try != nil {
		targets = append(slices.Clip(targets), l.prompt.Try.Targets...)
	}
	for _, t := range targets {
		c := view.Choice{Target: t}
		if l.prompt.Key == "city" {
			c.Do = "warehouse"
		}
		out += s.mapView.Halo("guide", c)
	}
	return out
}
