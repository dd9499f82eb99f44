package cli

import (
	"fmt"
	"html"
	"html/template"
	"io"
	"strings"
	"text/tabwriter"

	"ruhr/internal/page"
	"ruhr/internal/visible"
	"ruhr/lang"
	"ruhr/record"
	"ruhr/view"
)

// drawing writes a position as text in one language, in cells with tabs between them.
type drawing struct {
	out io.Writer
	*page.Context
}

// drawTable draws the table as text: whose turn it is, what lies on the river,
// then the rest.
func drawTable(out io.Writer, words *lang.Printer, p *record.Game, n, of int) error {
	var text strings.Builder
	table := tabwriter.NewWriter(&text, 0, 4, 2, ' ', 0)
	names := seatNames(p.Players)
	d := drawing{table, page.NewContext(page.NewLocalizer(words), view.Of(p.Rules, p.After(n)), names, []int{0, 1, 2, 3}[:len(names)])}
	head := d.Printer.Headline(&d.Pos, func(int) bool { return false })
	d.line(head.Phase.Plain, d.Printer.T("page.replay.at", "n", n, "of", of))
	d.line(head.Turn.Plain, head.What.Plain)
	said := d.MapInWords()
	d.heading(d.Plain("page.words.river"))
	for i, place := range said.River {
		d.line(d.Printer.Thing(d.Pos.Spaces[i].Thing(), "name").Plain, plain(place.Territory), plain(place.There))
	}
	for _, part := range said.Words {
		d.heading(plain(part.Title))
		for _, l := range part.Lines {
			d.line(plain(l.Name), plain(l.There))
		}
	}
	for i := range d.Pos.Seats {
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

// plain is a text of a page without its markup.
func plain(text template.HTML) string {
	var out strings.Builder
	for rest := string(text); rest != ""; {
		said, tag, _ := strings.Cut(rest, "<")
		_, rest, _ = strings.Cut(tag, ">")
		out.WriteString(said)
	}
	return html.UnescapeString(out.String())
}

// seatNames are the players' names, of which no two are equal.
func seatNames(players []record.Player) (names []string) {
	for _, p := range players {
		names = append(names, oneLine(p.Name))
	}
	return visible.Apart(names)
}

// line writes cells.
func (d *drawing) line(cells ...string) { fmt.Fprintln(d.out, strings.Join(cells, "\t")) }

// heading begins a part, which has columns of its own.
func (d *drawing) heading(title string) {
	fmt.Fprintln(d.out)
	d.line(title)
}

// seat is what a seat has, a line for each kind.
func (d *drawing) seat(k int) {
	s := &d.Pos.Seats[k]
	d.heading(d.Printer.T("page.words.seat", "seat", view.SeatRef(k)))
	for _, figure := range []struct {
		key string
		n   int
	}{{"page.figure.vp", s.VP}, {"page.figure.thaler", s.Thaler}, {"page.figure.supply", s.Supply}, {"page.figure.debts", s.Debts}} {
		d.line(d.Printer.T(figure.key, "n", figure.n), d.Printer.Number(figure.n))
	}
	var areas, markers []string
	for _, a := range s.Areas {
		if a.Tokens > 0 {
			areas = append(areas, d.Printer.T("page.ref.need", "n", a.Tokens, "area", view.AreaThing(a.ID)))
		}
	}
	d.line(d.Plain("page.board.tokens"), d.Printer.List(areas))
	for _, m := range s.Progress {
		name := d.Printer.Thing(view.ProgressThing(m.ID), "name").Plain
		switch m.State {
		case "held":
			markers = append(markers, name)
		case "used", "blank":
			markers = append(markers, name+" ("+d.Plain("view.progress."+m.State)+")")
		}
	}
	d.line(d.Plain("page.board.progress"), d.Printer.List(markers))
}
