package page

import (
	"html/template"
	"slices"
	"strconv"
	"strings"

	"ruhr/board"
	"ruhr/lang"
	"ruhr/view"
)

// Workshop is a draft of a board, to be corrected.
type Workshop struct {
	Groups                 []WorkshopGroup
	Problems, Questions    []WorkshopNote
	Changed                []FactDifference
	Confirmed, Confirmable int
}

// WorkshopGroup is a part of the board whose facts can be corrected: the
// river, the timeline.
type WorkshopGroup struct {
	ID                     string
	Title                  template.HTML
	Rows                   []WorkshopRow
	Confirmed, Confirmable int
	Changed                int
	Problems, Questions    int
	Totals                 []template.HTML // how much of what has to add up is there
	Notes                  []WorkshopNote
}

// WorkshopRow is what the facts of a row are about.
type WorkshopRow struct {
	Key       string // group and subject, for confirming
	Name      template.HTML
	Confirmed bool
	Changed   bool
	Moves     string // the id of a space that can be moved along the river, or ""
	Plain     string // its name, with the kind where names are the same
	named     string // its name alone
	Fields    []WorkshopField
	Notes     []WorkshopNote
	Questions []WorkshopNote
}

// WorkshopField is a fact to be corrected.
type WorkshopField struct {
	Key     string
	Label   template.HTML
	Value   string
	Usual   template.HTML    // what it is on the usual board, if it has changed
	Choices []WorkshopChoice // nil for a text
	Number  bool
	List    bool // of numbers
	Notes   []WorkshopNote
}

// Shown is the value in words.
func (f *WorkshopField) Shown() template.HTML {
	for _, c := range f.Choices {
		if c.Value == f.Value {
			return c.Name
		}
	}
	return template.HTML(template.HTMLEscapeString(f.Value))
}

// WorkshopChoice is a value a fact may have.
type WorkshopChoice struct {
	Value string
	Name  template.HTML
}

// WorkshopNote is a problem or a question, and the id of what it is about on the page.
type WorkshopNote struct {
	At   string
	Text template.HTML
}

// Link leads to it.
func (n WorkshopNote) Link() template.URL { return template.URL("#" + n.At) }

// ID is the id of a row, field or face on the page.
func ID(key string) string { return strings.ReplaceAll(key, " ", "_") }

// FacesKey is the key under which all markers' faces are confirmed.
const FacesKey = "marker"

// Draft is a draft with what it was made of.
type Draft struct {
	*board.Draft
	Changes map[string]string // by the keys of the facts
	Usual   []board.Fact
	Facts   []board.Fact // of the file
}

// Workshop lists the facts of a draft to be corrected, in the words of a board like it.
func (b *Board) Workshop(l *Localizer, d *Draft) *Workshop {
	w := workshop{b, l}
	out := &Workshop{}
	usual := map[string]string{}
	for _, f := range d.Usual {
		usual[f.Key()] = f.Value
	}
	notes, typed := w.notes(d)
	confirmed := strings.Fields(d.Changes[board.Confirmed])
	var group *WorkshopGroup
	for _, f := range d.Facts {
		if group == nil || group.ID != f.Group {
			out.Groups = append(out.Groups, WorkshopGroup{ID: f.Group, Title: l.T("page.workshop.group." + f.Group)})
			group = &out.Groups[len(out.Groups)-1]
		}
		key := f.Group + "/" + f.Subject
		if key != group.last() && !group.has(key) {
			row := WorkshopRow{Key: key, Name: w.subject(&f), Confirmed: slices.Contains(confirmed, key)}
			if f.Field == "place" {
				row.Moves, row.Plain = f.Subject, w.spaceText(f.Subject).Plain
			}
			group.Rows = append(group.Rows, row)
		}
		row := group.row(key)
		field := w.field(&f, usual[f.Key()])
		if v, ok := typed[f.Key()]; ok {
			field.Value = v
		}
		if row.Fields = append(row.Fields, field); f.Field == "name" {
			row.named = f.Value
		}
	}
	moved := movedIn(d)
	for i := range out.Groups {
		g := &out.Groups[i]
		g.sum(moved)
		switch g.ID {
		case "marker":
			w.faces(g, d)
		case "setup":
			g.Totals = w.dice(d)
		}
		out.Confirmed, out.Confirmable = out.Confirmed+g.Confirmed, out.Confirmable+g.Confirmable
	}
	out.pin(notes, slices.DeleteFunc(w.doubts(d, confirmed), func(q WorkshopNote) bool {
		return slices.ContainsFunc(notes, func(note WorkshopNote) bool { return note.At == q.At }) // it is wrong anyway
	}))
	return out
}

// last is the key of the last row.
func (g *WorkshopGroup) last() string {
	if len(g.Rows) == 0 {
		return ""
	}
	return g.Rows[len(g.Rows)-1].Key
}

func (g *WorkshopGroup) has(key string) bool { return g.row(key) != nil }

func (g *WorkshopGroup) row(key string) *WorkshopRow {
	for i := range g.Rows {
		if g.Rows[i].Key == key {
			return &g.Rows[i]
		}
	}
	return nil
}

// movedIn are the spaces that a draft moves; those that they pass have not changed.
func movedIn(d *Draft) map[string]bool {
	out := map[string]bool{}
	for key := range d.Changes {
		if words := strings.Split(key, "/"); len(words) == 3 && words[2] == "place" {
			out[key] = true
		}
	}
	return out
}

// sum counts what is confirmed and changed.
func (g *WorkshopGroup) sum(moved map[string]bool) {
	for i := range g.Rows {
		row := &g.Rows[i]
		if g.Confirmable++; row.Confirmed {
			g.Confirmed++
		}
		for k := range row.Fields {
			f := &row.Fields[k]
			if row.Moves != "" && k == 0 && !moved[f.Key] {
				f.Usual = ""
			}
			if f.Usual != "" {
				row.Changed = true
				g.Changed++
			}
		}
	}
}

// faces replaces the rows of the markers by counts of their faces.
func (w *workshop) faces(g *WorkshopGroup, d *Draft) {
	rows := []WorkshopRow{{Key: "face/territory"}, {Key: "face/trade"}, {Key: "face/cities"}, {Key: "face/water"}}
	usual := map[string]board.FaceCount{}
	for _, c := range board.Faces(d.Usual) {
		usual[c.Face] = c
	}
	total := 0
	for _, c := range board.Faces(d.Facts) {
		kind, _, _ := strings.Cut(c.Face, " ")
		i := slices.IndexFunc(rows, func(r WorkshopRow) bool { return r.Key == "face/"+kind })
		name := w.face(c.Face)
		count := func(group string, label template.HTML, n, was int) {
			f := WorkshopField{Key: group + "/" + c.Face, Label: label, Value: strconv.Itoa(n), Number: true}
			if v, ok := d.Changes[f.Key]; ok {
				f.Value = v
				n, _ = strconv.Atoi(v)
			}
			if group == board.CountedFaces {
				total += n
			}
			if f.Value != strconv.Itoa(was) {
				f.Usual = w.usually(template.HTML(strconv.Itoa(was)))
				rows[i].Changed = true
			}
			rows[i].Fields = append(rows[i].Fields, f)
		}
		count(board.CountedFaces, name, c.Count, usual[c.Face].Count)
		if kind == "water" || c.Stars > 0 {
			count(board.CountedStars, w.T("page.workshop.starred", "face", lang.Text{HTML: name}), c.Stars, usual[c.Face].Stars)
		}
	}
	for i := range rows {
		rows[i].Name = w.T("page.workshop.faces." + strings.TrimPrefix(rows[i].Key, "face/"))
	}
	g.Rows = append(rows, WorkshopRow{Key: FacesKey, Name: w.T("page.workshop.faces.all"), Confirmed: g.Confirmed == g.Confirmable})
	g.Totals = []template.HTML{w.T("page.workshop.total", "n", total, "of", board.Markers)}
}

// dice count the dice at the start by colour, against those of the usual board.
func (w *workshop) dice(d *Draft) (out []template.HTML) {
	mark := func(facts []board.Fact) map[string]bool {
		in := map[string]bool{}
		for _, f := range facts {
			in[f.Subject] = in[f.Subject] || f.Field == "territory" && f.Value == board.TerritoryIDs[board.Mark]
		}
		return in
	}
	count := func(facts []board.Fact, seats string) (dice [2]int) {
		white := mark(facts)
		for _, f := range facts {
			if f.Group != "setup" || f.Field != seats || f.Value == "0" {
				continue
			}
			if white[f.Subject] {
				dice[1]++
			} else {
				dice[0]++
			}
		}
		return dice
	}
	for _, seats := range []string{"4", "3", "2"} {
		have, want := count(d.Facts, seats), count(d.Usual, seats)
		out = append(out, w.T("page.workshop.dice", "n", seats, "black", have[0], "blacks", want[0], "white", have[1], "whites", want[1]))
	}
	return out
}

// notes put into words all that is wrong with a draft, and return what was typed where it
// has no meaning.
func (w *workshop) notes(d *Draft) (out []WorkshopNote, typed map[string]string) {
	typed = map[string]string{}
	for _, fault := range d.Faults {
		if v, ok := d.Changes[fault.Field]; ok {
			typed[fault.Field] = v
		}
		out = append(out, WorkshopNote{w.anchor(fault.Field), w.board.faultText(w.Localizer, fault)})
	}
	return out, typed
}

// anchor is the id of what a field of a board file is on the page.
func (w *workshop) anchor(field string) string {
	if field == "faces" || strings.HasPrefix(field, board.CountedFaces+"/") || strings.HasPrefix(field, board.CountedStars+"/") {
		return ID(strings.Replace(field, "faces", "group-marker", 1))
	}
	f := w.board.factAt(field)
	switch {
	case f.Group == "":
		return map[string]string{"countryMarkers": "group-country", "markers": "group-marker", "river": "group-river"}[field]
	case f.Group == "setup", f.Group == "marker", f.Subject == "":
		return "group-" + f.Group
	case f.Group == "export":
		return "export/scale/boxes"
	case f.Group == "start":
		return "start/thaler/value"
	case f.Field == "":
		return f.Group + "/" + f.Subject
	}
	return f.Key()
}

// Wrong are the ids of what is wrong with a draft on its page.
type Wrong []string

// Wrong says where something is wrong with a draft.
func (b *Board) Wrong(d *Draft) (out Wrong) {
	w := workshop{board: b}
	for _, fault := range d.Faults {
		out = append(out, w.anchor(fault.Field))
	}
	return out
}

// Concerns reports whether something is wrong with a fact, or if far with any fact of its
// part of the board or of one that depends on it.
func (at Wrong) Concerns(key string, far bool) bool {
	group, _, _ := strings.Cut(key, "/")
	part := func(group string) string {
		group, _, _ = strings.Cut(strings.TrimPrefix(group, "group-"), "/")
		switch group {
		case "setup":
			return "river"
		case "area":
			return "progress"
		case board.CountedFaces, board.CountedStars:
			return "marker"
		}
		return group
	}
	return slices.ContainsFunc(at, func(id string) bool {
		return ID(key) == id || strings.HasPrefix(ID(key), id+"/") || id == "group-"+group || far && part(id) == part(group)
	})
}

// WrongAt reports whether something is wrong with a subject.
func (out *Workshop) WrongAt(subject string) bool {
	return slices.ContainsFunc(out.Problems, func(note WorkshopNote) bool {
		return note.At == subject || strings.HasPrefix(note.At, subject+"/")
	})
}

// doubts put into words what an owner should look at again and has not confirmed.
func (w *workshop) doubts(d *Draft, confirmed []string) (out []WorkshopNote) {
	values := map[string]board.Fact{}
	for _, f := range d.Facts {
		values[f.Key()] = f
	}
	for _, doubt := range board.Doubts(d.Usual, d.Facts) {
		f, ok := values[doubt.Key]
		row, args := f.Group+"/"+f.Subject, []any{"rule", doubt.Rule, "a", doubt.Low, "b", doubt.High}
		if ok {
			args = append(args, "where", lang.Text{HTML: w.where(doubt.Key)}, "value", lang.Text{HTML: w.value(&f, f.Value)}, "want", lang.Text{HTML: w.value(&f, doubt.Want)})
		} else {
			row = FacesKey
			args = append(args, "want", lang.Text{HTML: w.face(doubt.Want)})
			if !slices.ContainsFunc(d.Facts, func(f board.Fact) bool {
				return f.Group == "marker" && !slices.Contains(confirmed, "marker/"+f.Subject)
			}) {
				continue
			}
		}
		if slices.Contains(confirmed, row) {
			continue
		}
		out = append(out, WorkshopNote{ID(doubt.Key), w.T("page.workshop.ask."+doubt.Kind, args...)})
	}
	return out
}

// pin puts notes beside the fields, rows and groups that they are about.
func (out *Workshop) pin(problems, questions []WorkshopNote) {
	out.Problems, out.Questions = problems, questions
	for i := range out.Groups {
		g := &out.Groups[i]
		at := func(note WorkshopNote) bool { return note.At == "group-"+g.ID }
		g.Notes = withAt(problems, at)
		g.Problems = len(g.Notes)
		for k := range g.Rows {
			row := &g.Rows[k]
			row.Notes = withAt(problems, func(note WorkshopNote) bool { return note.At == row.Key })
			g.Problems += len(row.Notes)
			for m := range row.Fields {
				f := &row.Fields[m]
				here := func(note WorkshopNote) bool { return note.At == ID(f.Key) }
				f.Notes = withAt(problems, here)
				row.Questions = append(row.Questions, withAt(questions, here)...)
				g.Problems += len(f.Notes)
			}
			g.Questions += len(row.Questions)
		}
	}
}

func withAt(list []WorkshopNote, here func(WorkshopNote) bool) (out []WorkshopNote) {
	for _, note := range list {
		if here(note) {
			out = append(out, note)
		}
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

func (w *workshop) field(f *board.Fact, usual string) WorkshopField {
	out := WorkshopField{Key: f.Key(), Label: w.label(f), Value: f.Value, Number: isNumber(f), List: f.Field == "prices" || f.Field == "boxes"}
	if usual != out.Value {
		out.Usual = w.usually(w.value(f, usual))
	}
	for _, c := range f.Choices {
		if f.Field == "returns" && c == board.TerritoryIDs[board.Mark] && f.Value != c {
			continue // black coal never returns there
		}
		out.Choices = append(out.Choices, WorkshopChoice{c, w.value(f, c)})
	}
	return out
}

// usually says what a value is on the usual board.
func (w *workshop) usually(value template.HTML) template.HTML {
	return w.T("page.workshop.usual", "value", lang.Text{HTML: value})
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
		return w.T("page.workshop.arrow")
	case "export":
		return w.T("page.workshop.scale")
	}
	return w.T("page.workshop.purse")
}

// space names a space of the river by its id.
func (w *workshop) space(id string) template.HTML { return w.spaceText(id).HTML }

func (w *workshop) spaceText(id string) lang.Text {
	for i := range w.board.start.Spaces {
		if sp := &w.board.start.Spaces[i]; sp.ID == id {
			return w.Printer.Thing(view.Thing{Kind: kindOf(sp), ID: sp.ID, Name: sp.Name}, "name")
		}
	}
	return lang.Text{Plain: id, HTML: template.HTML(template.HTMLEscapeString(id))}
}

// label names the property of its subject that a fact gives.
func (w *workshop) label(f *board.Fact) template.HTML {
	switch f.Group {
	case "progress":
		return w.thing(view.AreaThing(f.Field))
	case "setup":
		return w.T("page.workshop.field.seats", "n", f.Field)
	case "start":
		return w.T("page.workshop.field.thaler")
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
