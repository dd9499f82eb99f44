package page

import (
	"fmt"
	"html/template"

	"ruhr/board"
	"ruhr/coach"
	"ruhr/lang"
	"ruhr/view"
)

// Study says what a strong computer player chose in games against itself.
type Study struct {
	*Localizer
	Counts []int // of seats that there are studies of
	Seats  int   // of this one
	What   template.HTML
	Places template.HTML // what each place won
	Groups []StudyGroup
}

// StudyGroup are the choices of one kind, the most frequent first.
type StudyGroup struct {
	Title template.HTML
	Rows  []StudyChoice
}

// StudyChoice is a choice with how often it was made and what came of it.
type StudyChoice struct {
	Name   template.HTML
	Often  string // in hundredths
	Bar    string // … as the width of a bar, at most 100
	Says   template.HTML
	Result template.HTML // the interval, drawn
}

// NewStudy is what was chosen with so many seats, with four if it is not said.
func NewStudy(l *Localizer, b *board.Board, seats int) *Study {
	p := &Study{Localizer: l}
	all := coach.Studies()
	s := &all[len(all)-1]
	for i := range all {
		p.Counts = append(p.Counts, all[i].Seats)
		if all[i].Seats == seats {
			s = &all[i]
		}
	}
	p.Seats, p.What = s.Seats, l.T("page.study.what", "games", s.Games, "n", s.Seats, "rounds", s.Playouts, "least", coach.LeastStudied)
	var places []template.HTML
	for _, won := range s.Places {
		places = append(places, template.HTML(l.Printer.Tenths(hundredths(won))))
	}
	p.Places = l.T("page.study.places", "list", lang.Text{HTML: l.list(places)})
	for i := range s.Rows {
		r := &s.Rows[i]
		if i == 0 || r.Of != s.Rows[i-1].Of || r.From != s.Rows[i-1].From {
			title := l.T("page.study."+r.Of, "from", r.From, "to", r.From+coach.StudyRounds-1)
			p.Groups = append(p.Groups, StudyGroup{Title: title})
		}
		g := &p.Groups[len(p.Groups)-1]
		g.Rows = append(g.Rows, l.studyChoice(b, s, r))
	}
	return p
}

// hundredths is a number of thousandths in hundredths.
func hundredths(n int) float64 { return float64(n) / 10 }

func (t *Localizer) studyChoice(b *board.Board, s *coach.Study, r *coach.StudyRow) StudyChoice {
	often := 100 * float64(r.Turns) / float64(s.Turns(r.Of))
	out := StudyChoice{Name: t.thing(studyThing(b, r)), Often: t.Printer.Tenths(often), Bar: num(often), Says: t.T("page.study.even")}
	if above := hundredths(r.Above); r.Clear() {
		key, low, high := "page.study.more", hundredths(r.Above-r.Wide), hundredths(r.Above+r.Wide)
		if above < 0 {
			key, above, low, high = "page.study.fewer", -above, -high, -low
		}
		out.Says = t.T(key, "n", t.Printer.Tenths(above), "low", t.Printer.Tenths(low), "high", t.Printer.Tenths(high))
	}
	x := func(thousandths int) string { return num(50 + max(-49, min(2.5*hundredths(thousandths), 49))) } // ±20 of 100
	out.Result = template.HTML(fmt.Sprintf(`<path class="grid" d="M50 0V10"/><path class="trend" d="M%s 5H%s"/><circle class="now" cx="%s" cy="5" r="3"/>`,
		x(r.Above-r.Wide), x(r.Above+r.Wide), x(r.Above)))
	return out
}

// studyThing is what was chosen.
func studyThing(b *board.Board, r *coach.StudyRow) view.Thing {
	switch r.Of {
	case "option":
		return view.OptionThing(r.ID)
	case "marker":
		return view.ProgressThing(r.ID)
	}
	thing := view.Thing{Kind: "storage", ID: r.ID}
	for k := range b.River {
		if b.River[k].ID == r.ID {
			thing.Name = b.River[k].Name
		}
	}
	return thing
}
