package cli

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"ruhr/internal/visible"
	"ruhr/lang"
	"ruhr/record"
	"ruhr/view"
)

// drawing writes a position as text in one language.
type drawing struct {
	out   io.Writer // of cells with tabs between them
	words *lang.Printer
	pos   view.Position
}

// drawTable draws the table as text: whose turn it is, what lies on the river,
// then the rest.
func drawTable(out io.Writer, words *lang.Printer, p *record.Game, n, of int) error {
	var text strings.Builder
	table := tabwriter.NewWriter(&text, 0, 4, 2, ' ', 0)
	d := drawing{table, words.Seated(seatNames(p.Players)), view.Of(p.Rules, p.After(n))}
	head := d.words.Headline(&d.pos, func(int) bool { return false })
	d.line(head.Phase, d.words.Text("page.replay.at", "n", n, "of", of))
	d.line(head.Turn, head.What)
	d.river()
	d.track()
	d.port()
	d.heading("page.words.depots")
	for i := range d.pos.Depots {
		d.line(d.words.Thing(view.DepotThing(d.pos.Depots[i].Territory), "bare"), d.list(d.houses(&d.pos.Depots[i])))
	}
	for i := range d.pos.Seats {
		d.seat(i)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	for line := range strings.Lines(text.String()) {
		if _, err := fmt.Fprintln(out, strings.TrimRight(line, " \n")); err != nil {
			return err
		}
	}
	return nil
}

// seatNames are the players' names, of which no two are equal.
func seatNames(players []record.Player) (names []string) {
	for _, p := range players {
		names = append(names, oneLine(p.Name))
	}
	return visible.Apart(names)
}

// line writes cells.
func (d *drawing) line(cells ...lang.Text) {
	for i, c := range cells {
		if i > 0 {
			fmt.Fprint(d.out, "\t")
		}
		fmt.Fprint(d.out, c.Plain)
	}
	fmt.Fprintln(d.out)
}

// heading begins a part, which has columns of its own.
func (d *drawing) heading(key string, args ...any) {
	fmt.Fprintln(d.out)
	d.line(d.words.Text(key, args...))
}

// list joins texts with the language's commas and "and".
func (d *drawing) list(parts []lang.Text) lang.Text {
	var plain []string
	for _, p := range parts {
		plain = append(plain, p.Plain)
	}
	return lang.Text{Plain: d.words.List(plain)}
}

func (d *drawing) river() {
	d.heading("page.words.river")
	for i := range d.pos.Spaces {
		sp := &d.pos.Spaces[i]
		var territory lang.Text
		if sp.Territory != "" {
			territory = d.words.Thing(view.TerritoryThing(sp.Territory), "name")
		}
		d.line(d.words.Thing(sp.Thing(), "name"), territory, d.list(d.there(sp)))
	}
}

// there is what lies and stands on a river space.
func (d *drawing) there(sp *view.Space) (out []lang.Text) {
	if sp.Die > 0 {
		out = append(out, d.die(sp.Colour, sp.Die))
	}
	if sp.Thaler > 0 {
		out = append(out, d.words.Text("page.there.thaler", "n", sp.Thaler))
	}
	if sp.Builder >= 0 {
		out = append(out, d.words.Text("page.there.lock", "seat", view.SeatRef(sp.Builder)))
	}
	for i := range d.pos.Cities {
		if d.pos.Cities[i].ID == sp.ID {
			out = append(out, d.houses(&d.pos.Cities[i])...)
		}
	}
	for _, who := range sp.Barges {
		out = append(out, d.words.Text("page.there.barge", "seat", view.SeatRef(who)))
	}
	return out
}

func (d *drawing) die(colour string, value int) lang.Text {
	return d.words.Text("page.there.die", "n", value, "colour", view.Thing{Kind: "colour", ID: colour})
}

// houses are the warehouses of a city or depot from the left, and the price of
// the next one.
func (d *drawing) houses(row *view.Row) (out []lang.Text) {
	for i, slot := range row.Slots {
		switch {
		case slot.Owner >= 0:
			out = append(out, d.words.Text("page.there.house", "seat", view.SeatRef(slot.Owner)))
		case i == row.Next:
			out = append(out, d.words.Text("page.there.slot", "n", slot.Price))
		}
	}
	return out
}

func (d *drawing) track() {
	d.heading("page.words.track")
	stage := &d.pos.Track.Stages[d.pos.Track.Stage]
	path := view.Thing{Kind: "stage", ID: stage.ID}
	for _, col := range stage.Columns {
		name := d.words.Text("page.words.column", "stage", path)
		if col.Colour != "" {
			name = d.words.Text("page.words.column_of", "stage", path, "colour", view.Thing{Kind: "colour", ID: col.Colour})
		}
		var boxes []lang.Text
		for i, b := range col.Boxes {
			box := d.box(b)
			if i == stage.Arrow {
				box = d.words.Text("page.words.arrow", "what", box)
			}
			boxes = append(boxes, box)
		}
		d.line(name, d.list(boxes))
		for _, b := range col.Leaving {
			d.line(d.words.Text("page.words.leaving"), d.box(b))
		}
	}
}

func (d *drawing) box(b view.Box) lang.Text {
	if b.Value == 0 {
		return d.words.Text("page.words.empty")
	}
	return d.die(b.Colour, b.Value)
}

func (d *drawing) port() {
	d.heading("page.words.port")
	p := &d.pos.Port
	var scale []lang.Text
	for i, vp := range p.Scale {
		key := "page.words.scale"
		if i == p.Box {
			key = "page.words.scale_marker"
		}
		scale = append(scale, d.words.Text(key, "n", vp))
	}
	d.line(d.words.Text("page.words.export"), d.list(scale))
	for i := range p.Columns {
		var places []lang.Text
		for _, place := range p.Columns[i].Places {
			if place.Owner >= 0 {
				places = append(places, d.words.Text("page.words.place_of", "n", place.Bonus, "seat", view.SeatRef(place.Owner)))
			} else {
				places = append(places, d.words.Text("page.words.place", "n", place.Bonus))
			}
		}
		if i == d.pos.Country {
			places = append(places, d.words.Text("page.words.wanted"))
		}
		d.line(d.words.Thing(view.ColumnThing(p.Columns[i].ID), "name"), d.list(places))
	}
}

// seat is what a seat has, a line for each kind.
func (d *drawing) seat(k int) {
	s := &d.pos.Seats[k]
	d.heading("page.words.seat", "seat", view.SeatRef(k))
	for _, figure := range []struct {
		key string
		n   int
	}{{"page.figure.vp", s.VP}, {"page.figure.thaler", s.Thaler}, {"page.figure.supply", s.Supply}, {"page.figure.debts", s.Debts}} {
		d.line(d.words.Text(figure.key), lang.Text{Plain: d.words.Number(figure.n)})
	}
	var areas, markers []lang.Text
	for _, a := range s.Areas {
		if a.Tokens > 0 {
			areas = append(areas, d.words.Text("page.ref.need", "n", a.Tokens, "area", view.AreaThing(a.ID)))
		}
	}
	d.line(d.words.Text("page.board.tokens"), d.list(areas))
	for _, m := range s.Progress {
		name := d.words.Thing(view.ProgressThing(m.ID), "name")
		switch m.State {
		case "held":
			markers = append(markers, name)
		case "used", "blank":
			markers = append(markers, lang.Text{Plain: name.Plain + " (" + d.words.T("view.progress."+m.State) + ")"})
		}
	}
	d.line(d.words.Text("page.board.progress"), d.list(markers))
}
