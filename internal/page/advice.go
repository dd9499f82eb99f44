package page

import (
	"html/template"
	"math"
	"slices"

	"ruhr/bot/analysis"
	"ruhr/internal/game"
	"ruhr/lang"
	"ruhr/view"
)

const (
	mostHints = 3  // choices that are shown, two at least
	fewTries  = 15 // with fewer playouts figures would mean nothing
	nearTries = 16 // tried one time for so many of the best, a choice looked only a little worse
)

// Advice is the advice on a decision.
type Advice struct {
	Lines []AdviceLine
	Plan  template.HTML // what the viewer would do after the best; empty where nothing is known
	Edge  template.HTML // why the best is better than the next, or that it is about even; empty where neither is known
	Note  template.HTML // what the figures mean; empty if there are none
}

// AdviceLine is a choice that is advised, the best first.
type AdviceLine struct {
	Rank, Action int
	Name         template.HTML
	Group, Short template.HTML // in brief; Group is empty where it says nothing
	Says         template.HTML
}

// MayAsk reports whether to offer advice: not beside the suggestion of a lesson,
// which may be another.
func (t *Table) MayAsk() bool {
	return t.You.MayAsk && (t.Guide == nil || t.Guide.Try == "") && len(t.You.Advice.Candidates) == 0 && len(t.Groups) > 0
}

// Company reports whether other people sit at the table, or are waited for, who will see
// that advice was asked for.
func (t *Table) Company() bool {
	for k, seat := range t.snap.Seats {
		if (seat.Kind == game.Person || seat.Kind == game.Open && seat.ByHand()) && !slices.Contains(t.You.Seats, k) {
			return true
		}
	}
	return false
}

// Hints is the advice that the viewer asked for, nil for none.
func (t *Table) Hints() *Advice { return t.advice }

// Badge is the place of a choice in the advice, 0 for none.
func (t *Table) Badge(action int) int {
	if t.advice == nil {
		return 0
	}
	k := slices.IndexFunc(t.advice.Lines, func(l AdviceLine) bool { return l.Action == action })
	if k < 0 {
		return 0
	}
	return t.advice.Lines[k].Rank
}

// ranks are the places of the advised choices on the map.
func (t *Table) ranks(choices []view.Choice) (out template.HTML) {
	for _, c := range choices {
		if n := t.Badge(c.Action); n > 0 {
			out += t.mapView.Rank(n, c)
		}
	}
	return out
}

// adviceFor puts a viewer's advice into words, or returns nil if there is
// none.
func (t *Localizer) adviceFor(you game.You, groups []ChoiceGroup) *Advice {
	list := you.Advice.Candidates
	if len(list) == 0 || len(groups) == 0 {
		return nil
	}
	out, known := &Advice{}, figuresOf(&you.Advice)
	for _, c := range list {
		l := adviceOn(groups, int(c.Action))
		if n := len(out.Lines); l == nil || n >= mostHints || n >= 2 && known.rare(c) || out.on(l.Action) {
			continue
		}
		l.Rank = len(out.Lines) + 1
		l.Says = t.expected(c, you.Seat, known, "page.hint.")
		out.Lines = append(out.Lines, *l)
	}
	out.Note = t.explained(known, "page.hint.note", you.Advice.Playouts)
	if edge := you.Advice.Edge; len(list) > 1 && known.agree(edge, list[0], list[1], you.Seat) {
		out.Edge = t.edge(edge)
	}
	if out.Edge == "" && len(out.Lines) > 1 && even(list, known, you.Seat) {
		out.Edge = t.T("page.hint.even")
	}
	return out
}

// even reports whether the best choice cannot be told from the next.
func even(list []analysis.Candidate, known figures, seat int) bool {
	best, next := list[0], list[1]
	return !known.sure && !known.few && !known.rare(next) && math.Abs(best.Win[seat]-next.Win[seat]) <= analysis.Even
}

// plan is what the viewer would do after the best choice, empty where nothing follows.
func (t *Table) plan() template.HTML {
	a := &t.You.Advice
	if best := adviceOn(t.Groups, int(a.Candidates[0].Action)); best == nil || !t.advice.on(best.Action) {
		return ""
	}
	list := view.Line(t.snap.Game, t.snap.Codec, &t.snap.State, a.Candidates[0].Action, a.Plan)
	list = slices.DeleteFunc(list, func(c view.Choice) bool { return c.Do == "done" })
	if len(list) == 0 {
		return ""
	}
	steps := make([]template.HTML, len(list))
	for i := range list {
		steps[i] = t.Printer.Then(&list[i]).HTML
	}
	return t.tint(t.Printer.H("page.hint.plan", "steps", lang.Text{HTML: t.list(steps)}))
}

// agree reports whether the figures shown bear out the edge of the best choice before the
// next, which is the mean of imagined games: not those that were worked out, and a source
// of VP only where the best shows more of them.
func (f figures) agree(edge analysis.Edge, best, next analysis.Candidate, seat int) bool {
	switch edge.Kind {
	case analysis.EdgeDenial, analysis.EdgeThaler, analysis.EdgeTokens:
		return !f.sure
	}
	return !f.sure && (f.rare(next) || math.Round(best.VP[seat]) > math.Round(next.VP[seat]))
}

// edge puts into words what sets the best choice apart from the next.
func (t *Localizer) edge(e analysis.Edge) template.HTML {
	if e == (analysis.Edge{}) {
		return ""
	}
	return t.T("page.hint.edge."+e.Kind.String(), "vp", t.Printer.Tenths(e.Amount))
}

// on reports whether there is a line on a choice.
func (a *Advice) on(action int) bool {
	return slices.ContainsFunc(a.Lines, func(l AdviceLine) bool { return l.Action == action })
}

// adviceOn begins the line of a choice with what it is called on its card; nil
// where there is none.
func adviceOn(groups []ChoiceGroup, action int) *AdviceLine {
	for _, g := range groups {
		for _, c := range g.Cards {
			if c.Action != action && !slices.Contains(c.Alike, action) {
				continue
			}
			l := &AdviceLine{Action: c.Action, Name: c.Name, Short: c.Short}
			if c.Short != c.Name && len(groups) > 1 {
				l.Group = g.Title
			}
			return l
		}
	}
	return nil
}

// adviceAloud is what is read aloud of advice that was given after a log
// number; advice at the same number was made again.
func (t *Table) adviceAloud(after int64) []template.HTML {
	if t.advice == nil {
		return nil
	}
	isNew := func(e game.Event) bool { return e.Kind == game.EventHint && e.N > after || after >= t.N }
	if !slices.ContainsFunc(t.snap.Events, isNew) {
		return nil
	}
	out := []template.HTML{t.T("page.hint.title")}
	for _, l := range t.advice.Lines {
		out = append(out, t.Printer.H("page.hint.said", "n", l.Rank, "choice", lang.Text{HTML: l.Name}, "figures", lang.Text{HTML: l.Says}))
	}
	for _, text := range []template.HTML{t.advice.Plan, t.advice.Edge, t.advice.Note} {
		if text != "" {
			out = append(out, text)
		}
	}
	return out
}

// figures say how far what was considered can be put in figures.
type figures struct {
	sure bool // it was worked out instead of tried
	few  bool // even the best was tried too rarely
	best int  // how often the best was tried
}

// figuresOf looks at an analysis that has candidates.
func figuresOf(a *analysis.Analysis) figures {
	best := a.Candidates[0].Playouts
	return figures{sure: a.Exact, few: !a.Exact && best < fewTries, best: best}
}

// rare reports whether a choice was tried too rarely to give figures.
func (f figures) rare(c analysis.Candidate) bool {
	return (c.Rare || c.Playouts < fewTries) && !f.sure
}

// explained says what the figures mean; noteKey is of those that were tried.
func (t *Localizer) explained(known figures, noteKey string, playouts int) template.HTML {
	switch {
	case known.sure:
		return t.T("page.hint.sure")
	case known.few:
		return "" // there are none
	}
	return t.T(noteKey, "n", playouts)
}

// expected puts what is expected of a choice for a seat into words; how it ends
// for sure is said by the catalogue's keys that begin with sureKeys.
func (t *Localizer) expected(c analysis.Candidate, seat int, known figures, sureKeys string) template.HTML {
	switch {
	case known.few:
		return t.T("page.hint.few")
	case known.rare(c) && c.Playouts*nearTries >= known.best:
		return t.T("page.hint.near")
	case known.rare(c):
		return t.T("page.hint.rare")
	}
	round := func(x float64) int { return int(math.Round(x)) }
	vp, low, high, win := c.VP[seat], c.Low[seat], c.High[seat], c.Win[seat]
	if known.sure {
		key := "lose"
		switch {
		case win == 1:
			key = "win"
		case win > 0:
			key = "share"
		}
		return t.T(sureKeys+key, "vp", round(vp))
	}
	// Nothing that was only tried is certain.
	share := min(max(round(100*win), 1), 99)
	return t.T("page.hint.line", "vp", round(vp), "low", round(low), "high", round(high), "win", share)
}
