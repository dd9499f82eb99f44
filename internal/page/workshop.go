package page

import (
	"html/template"
	"slices"
	"strconv"
	"strings"

	"ruhr/board"
	"ruhr/view"
)

// WorkshopGroup is a part of the board whose facts can be corrected: the
// river, the timeline.
type WorkshopGroup struct {
	ID    string
	Title template.HTML
	Rows  []WorkshopRow
}

// WorkshopRow is what the facts of a row are about.
type WorkshopRow struct {
	Key       string // group and subject, for confirming
	Name      template.HTML
	Confirmed bool
	Fields    []WorkshopField
}

// WorkshopField is a fact to be corrected.
type WorkshopField struct {
	Key     string
	Label   template.HTML
	Value   string
	Usual   string           // if the value has changed
	Choices []WorkshopChoice // nil for a text
	Number  bool
}

// WorkshopChoice is a value a fact may have.
type WorkshopChoice struct {
	Value string
	Name  template.HTML
}

// Workshop lists the facts of a board to be corrected. Draft has the values,
// by key, that replace the file's.
func (b *Board) Workshop(l *Localizer, facts []board.Fact, draft map[string]string, usual map[string]string) (out []WorkshopGroup) {
	w := workshop{b, l}
	confirmed := strings.Fields(draft[board.Confirmed])
	for _, f := range facts {
		if len(out) == 0 || out[len(out)-1].ID != f.Group {
			out = append(out, WorkshopGroup{ID: f.Group, Title: l.T("page.workshop.group." + f.Group)})
		}
		g := &out[len(out)-1]
		key := f.Group + "/" + f.Subject
		i := slices.IndexFunc(g.Rows, func(r WorkshopRow) bool { return r.Key == key })
		if i < 0 {
			i = len(g.Rows)
			g.Rows = append(g.Rows, WorkshopRow{Key: key, Name: w.subject(&f), Confirmed: slices.Contains(confirmed, key)})
		}
		g.Rows[i].Fields = append(g.Rows[i].Fields, w.field(&f, draft, usual))
	}
	return out
}

// FactDifference is a fact that differs between two boards, in words.
type FactDifference struct {
	Group, Name, Field, First, Second template.HTML
}

// Differences puts the differences of two boards into words.
func (b *Board) Differences(l *Localizer, list []board.Difference) (out []FactDifference) {
	w := workshop{b, l}
	for i := range list {
		f := &list[i].Fact
		out = append(out, FactDifference{l.T("page.workshop.group." + f.Group), w.subject(f), w.label(f), w.value(f, f.Value), w.value(f, list[i].Other)})
	}
	return out
}

// workshop names the facts of a board.
type workshop struct {
	board *Board
	*Localizer
}

func (w *workshop) field(f *board.Fact, draft, usual map[string]string) WorkshopField {
	out := WorkshopField{Key: f.Key(), Label: w.label(f), Value: f.Value, Number: isNumber(f)}
	if v, ok := draft[out.Key]; ok && f.Field != "place" {
		out.Value = v
	}
	if u := usual[out.Key]; u != out.Value {
		out.Usual = string(w.value(f, u))
	}
	for _, c := range f.Choices {
		out.Choices = append(out.Choices, WorkshopChoice{c, w.value(f, c)})
	}
	return out
}

// isNumber reports whether a fact is one number.
func isNumber(f *board.Fact) bool {
	_, err := strconv.Atoi(f.Value)
	return err == nil && f.Field != "prices" && f.Field != "boxes"
}

// subject is what a fact is about.
func (w *workshop) subject(f *board.Fact) template.HTML {
	switch f.Group {
	case "river", "city", "setup":
		return w.space(f.Subject)
	case "timeline":
		return w.T("page.workshop.round", "n", f.Subject)
	case "country":
		return w.thing(view.ColumnThing(f.Subject))
	case "depot":
		return w.thing(view.DepotThing(f.Subject))
	case "area":
		return w.thing(view.AreaThing(f.Subject))
	case "progress":
		return w.thing(view.ProgressThing(f.Subject))
	case "marker":
		n := slices.IndexFunc(w.board.Markers[:], func(m board.Marker) bool { return m.ID == f.Subject })
		return w.T("page.workshop.marker", "n", n+1)
	case "track":
		if f.Subject != "start" {
			return w.thing(view.Thing{Kind: "stage", ID: f.Subject})
		}
	}
	return w.T("page.workshop.all")
}

// space names a space of the river by its id.
func (w *workshop) space(id string) template.HTML {
	for i := range w.board.start.Spaces {
		if sp := &w.board.start.Spaces[i]; sp.ID == id {
			return w.thing(view.Thing{Kind: kindOf(sp), ID: sp.ID, Name: sp.Name})
		}
	}
	return template.HTML(template.HTMLEscapeString(id))
}

// label names the property of its subject that a fact gives.
func (w *workshop) label(f *board.Fact) template.HTML {
	switch f.Group {
	case "progress":
		return w.thing(view.AreaThing(f.Field))
	case "setup":
		return w.T("page.workshop.field.seats", "n", f.Field)
	}
	return w.T("page.workshop.field." + f.Field)
}

// value names a value of a fact.
func (w *workshop) value(f *board.Fact, v string) template.HTML {
	switch {
	case !slices.Contains(f.Choices, v):
		return template.HTML(template.HTMLEscapeString(v))
	case f.Field == "territory" || f.Field == "returns":
		return w.thing(view.TerritoryThing(v))
	case f.Field == "industry":
		return w.thing(view.Thing{Kind: "trade", ID: v})
	case f.Field == "face":
		return w.face(v)
	}
	return w.T("page.workshop." + v)
}

// face names a marker's face as board.Fact has it.
func (w *workshop) face(v string) template.HTML {
	words := strings.Fields(v)
	switch kind, of := words[0], words[1:]; kind {
	case "territory":
		return w.markerName(view.Marker{Effect: "industries_of_territory", Of: []view.Thing{{Kind: "territory", ID: of[0]}}})
	case "trade":
		return w.markerName(view.Marker{Effect: "industries_of_type", Of: []view.Thing{{Kind: "trade", ID: of[0]}}})
	case "cities":
		names := make([]template.HTML, len(of))
		for i, id := range of {
			names[i] = w.space(id)
		}
		return w.list(names)
	default:
		coal, _ := strconv.Atoi(of[1])
		return w.markerName(view.Marker{Effect: "pilot_banned", Water: of[0], Coal: coal})
	}
}
