package page

import (
	"fmt"
	"html/template"
	"slices"
	"sync"

	"ruhr/internal/game"
	"ruhr/lang"
	"ruhr/rules"
	"ruhr/view"
)

// Why explains what can be done with an element of the board, and why not.
type Why struct {
	*Localizer
	ID    string // table ID
	Head  template.HTML
	Lines []WhyLine // likeliest first
	Texts []WhyText // its state and meaning
	Year  string    // year with a historical note, "" for none
	Note  string    // id of another historical note, "" for none
}

// WhyLine is an action, and why it is not possible; Why is empty if it is.
type WhyLine struct {
	Name, Why, Fix template.HTML
	Rule           string
}

// WhyText is a fact about an element and its rule ("" for none).
type WhyText struct {
	Text template.HTML
	Rule string
}

// First lists the possible actions, or if there are none, the likeliest one with
// what it needs.
func (w *Why) First() (out []WhyLine) {
	for _, line := range w.Lines {
		if line.Why == "" {
			out = append(out, line)
		}
	}
	if out == nil && len(w.Lines) > 0 {
		out = w.Lines[:1]
	}
	return out
}

// Rest lists the other impossible actions.
func (w *Why) Rest() (out []WhyLine) {
	first := w.First()
	for _, line := range w.Lines {
		if !slices.Contains(first, line) {
			out = append(out, line)
		}
	}
	return out
}

// NewWhy explains an element of the board; for an unknown element there is no
// heading.
func NewWhy(l *Localizer, snap *game.Snapshot, t view.Target) *Why {
	c := ofTable(l, snap)
	p := &Why{Localizer: c.Localizer, ID: snap.ID, Head: c.headOf(t)}
	c.explain(p, t)
	if t.Kind == "progress" {
		c.explainProgress(p, t.ID, asker(snap))
	}
	p.Note = c.noteOn(t)
	if snap.Over {
		return p
	}
	for _, a := range view.ActionsAt(snap.Game, &snap.State, t) {
		said := c.Printer.Choice(view.Describe(snap.Game, &snap.State, a))
		line := WhyLine{Name: c.tint(said.HTML)}
		if no := view.WhyNot(snap.Game, &snap.State, a); no != nil {
			r := c.Printer.Refusal(no)
			line.Why, line.Fix, line.Rule = c.tint(r.Why.HTML), c.tint(r.Fix.HTML), r.Rule
		}
		p.Lines = append(p.Lines, line)
	}
	return p
}

// headOf names an element and what is on it.
func (c *Context) headOf(t view.Target) template.HTML {
	switch t.Kind {
	case "space":
		for i := range c.Pos.Spaces {
			if sp := &c.Pos.Spaces[i]; sp.ID == t.ID {
				return c.thing(sp.Thing())
			}
		}
	case "depot":
		for _, d := range c.Pos.Depots {
			if d.ID == t.ID {
				return c.thing(view.DepotThing(d.Territory))
			}
		}
	case "column":
		return c.thing(view.ColumnThing(t.ID))
	case "option":
		return c.thing(view.OptionThing(t.ID))
	case "progress":
		return c.thing(view.ProgressThing(t.ID))
	}
	return ""
}

// explain adds the state and meaning of an element and the year whose historical
// note covers it.
func (c *Context) explain(p *Why, target view.Target) {
	stands := func(text template.HTML) {
		if text != "" {
			p.Texts = append(p.Texts, WhyText{Text: text})
		}
	}
	means := func(ids ...string) {
		for _, id := range ids {
			p.Texts = append(p.Texts, WhyText{c.T("symbol." + id + ".text"), symbolRules()[id]})
		}
	}
	switch target.Kind {
	case "space":
		if k := slices.IndexFunc(c.Pos.Spaces, func(sp view.Space) bool { return sp.ID == target.ID }); k >= 0 {
			stands(c.there(&c.Pos.Spaces[k]))
			means(symbolsOf(&c.Pos.Spaces[k])...)
		}
	case "depot":
		if k := slices.IndexFunc(c.Pos.Depots, func(d view.Row) bool { return d.ID == target.ID }); k >= 0 {
			stands(c.list(c.row(&c.Pos.Depots[k])))
			means("depot")
		}
	case "column":
		if k := slices.IndexFunc(c.Pos.Port.Columns, func(col view.PortColumn) bool { return col.ID == target.ID }); k >= 0 {
			stands(c.columnInWords(&c.Pos.Port.Columns[k], k == c.Pos.Country, true).There)
			stands(c.columnScores(k))
			means("column")
		}
	case "option":
		if rule := optionRules[target.ID]; rule != "" {
			p.Texts = append(p.Texts, WhyText{c.T("symbol.option." + target.ID + ".text"), rule})
		}
	case "year":
		c.explainYear(p, target.ID)
	case "stage":
		if k := slices.IndexFunc(c.Pos.Track.Stages, func(s view.Stage) bool { return s.ID == target.ID }); k >= 0 {
			p.Head = c.thing(stageThing(target.ID))
			if k == c.Pos.Track.Stage {
				for _, line := range c.trackInWords() {
					stands(line.Name + ": " + line.There)
				}
			}
			means("arrow")
		}
	case "export":
		p.Head = c.T("symbol.export.name")
		p.Texts = append(p.Texts, WhyText{c.T("page.why.export", "n", c.Pos.Port.Scale[c.Pos.Port.Box]), "EXP-1"})
		means("export", "export_moves")
	}
}

// explainProgress says what a progress marker does, which tokens earn it, and how
// many of them a seat is short of; seat -1 stands for nobody.
func (c *Context) explainProgress(p *Why, id string, seat int) {
	markers := c.Pos.Seats[max(seat, 0)].Progress
	k := slices.IndexFunc(markers, func(m view.Progress) bool { return m.ID == id })
	if k < 0 {
		return
	}
	m := &markers[k]
	var needs []template.HTML
	for _, need := range m.Needs {
		needs = append(needs, c.T("page.ref.need", "n", need.Tokens, "area", view.AreaThing(need.Area)))
	}
	p.Texts = append(p.Texts,
		WhyText{c.T("symbol.progress." + id + ".text"), progressRules[id]},
		WhyText{c.Printer.H("page.why.needs", "needs", lang.Text{HTML: c.list(needs)}), "PROG-1"})
	if seat >= 0 && m.State == "open" {
		no := view.Refusal{Key: string(rules.NoMarker), Args: view.Args{"marker": view.ProgressThing(id), "n": m.Missing}}
		p.Texts = append(p.Texts, WhyText{Text: c.Printer.Refusal(&no).Fix.HTML})
	}
}

// asker is the seat that a viewer asks for: theirs that is to decide, else their
// first; -1 for a spectator.
func asker(snap *game.Snapshot) int {
	switch mine := snap.You.Seats; {
	case slices.Contains(mine, snap.ToAct):
		return snap.ToAct
	case len(mine) > 0:
		return mine[0]
	}
	return -1
}

// explainYear explains the events of a year on the timeline.
func (c *Context) explainYear(p *Why, id string) {
	k := slices.IndexFunc(c.Pos.Years, func(y view.Year) bool { return fmt.Sprint(y.Year) == id })
	if k < 0 {
		return
	}
	y := c.years(&c.Pos)[k]
	p.Head = y.Name
	for _, text := range y.Events {
		p.Texts = append(p.Texts, WhyText{text, fmt.Sprintf("EVENT-%d", y.Round)})
	}
	if y.Note {
		p.Year = y.Year
	}
}

// columnScores describes what each seat's warehouses in a port column would
// score now; "" if there are none.
func (c *Context) columnScores(column int) template.HTML {
	var who []template.HTML
	for seat, vp := range c.Pos.Scores(column) {
		if vp != 0 {
			who = append(who, c.T("page.why.score", "seat", view.SeatRef(seat), "n", vp))
		}
	}
	if who == nil {
		return ""
	}
	return c.Printer.H("page.why.scores", "who", lang.Text{HTML: c.list(who)})
}

// symbolsOf lists the symbols of a river space.
func symbolsOf(sp *view.Space) []string {
	switch {
	case sp.Kind == "lock" && sp.Builder < 0:
		return []string{"obstacle", "lock"}
	case sp.PilotOnly:
		return []string{"storage", "pilot_only"}
	case sp.Kind == "harbour":
		return []string{"ruhrort"}
	}
	return []string{kindOf(sp)}
}

// symbolRules maps the symbols of the legend to their rules.
var symbolRules = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	for _, g := range legendGroups {
		for _, e := range g.symbols {
			out[e.id] = e.rule
		}
	}
	return out
})
