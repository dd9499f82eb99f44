package page

import (
	"cmp"
	"html/template"
	"slices"

	"ruhr/coach"
	"ruhr/internal/game"
	"ruhr/lang"
)

// Mistakes are the established losses of a person's own decisions, by what they are about.
type Mistakes struct {
	*Localizer
	Games, Unreviewed int // finished ones that were looked at, and those of them without a review
	Themes            []MistakeTheme
}

// Worst are the themes that cost most, at most three.
func (m *Mistakes) Worst() []MistakeTheme { return m.Themes[:min(3, len(m.Themes))] }

// Text is the name of the theme for a sentence.
func (m MistakeTheme) Text() lang.Text { return lang.Text{HTML: m.Name} }

// MistakeTheme is something that mistakes are about.
type MistakeTheme struct {
	Name  template.HTML
	Count int
	Lost  int // of 100 wins, together
	List  []Mistake
}

// Mistake is a decision that lost something.
type Mistake struct {
	Link string // of the position before it
	Says template.HTML
	lost int
}

// NewMistakes are the mistakes in finished games; review is nil without a review.
func NewMistakes(l *Localizer, list []game.Listed, review func(game.Listed) *coach.Review) *Mistakes {
	out := &Mistakes{Localizer: l}
	themes := map[string]*MistakeTheme{}
	for _, t := range list {
		if !t.Over || t.History == nil || t.Frozen != nil || len(t.Mine) == 0 {
			continue
		}
		out.Games++
		r := review(t)
		if r == nil {
			out.Unreviewed++
			continue
		}
		for i := range r.Steps {
			s := &r.Steps[i]
			if !s.Missed() || !ownDecision(t, s) {
				continue
			}
			id := coach.NoReason.Theme()
			if why := s.Why(); len(why) > 0 {
				id = why[0].Kind.Theme()
			}
			if themes[id] == nil {
				themes[id] = &MistakeTheme{Name: l.T("page.mistakes.theme." + id)}
			}
			themes[id].add(l, t, s)
		}
	}
	for _, id := range coach.Themes {
		if themes[id] != nil {
			slices.SortStableFunc(themes[id].List, func(a, b Mistake) int { return cmp.Compare(b.lost, a.lost) })
			out.Themes = append(out.Themes, *themes[id])
		}
	}
	slices.SortStableFunc(out.Themes, func(a, b MistakeTheme) int { return cmp.Compare(b.Lost, a.Lost) })
	return out
}

// ownDecision reports whether the holder of a seat decided, at the table.
func ownDecision(t game.Listed, s *coach.Step) bool {
	step := &t.Steps[s.Decision-1]
	return slices.Contains(t.Mine, s.Seat) && step.Bot == "" && !step.Auto && t.Own(s.Decision)
}

func (m *MistakeTheme) add(l *Localizer, t game.Listed, s *coach.Step) {
	held, _, _ := s.Loss().Held()
	lost := coach.Hundredths(held)
	m.Count, m.Lost = m.Count+1, m.Lost+lost
	m.List = append(m.List, Mistake{positionAt("/t/"+t.ID+"/replay", s.Decision-1),
		l.T("page.mistakes.one", "day", l.Printer.Moment(t.Created), "n", s.Round, "lost", lost), held})
}
