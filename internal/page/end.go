package page

import (
	"cmp"
	"fmt"
	"html/template"
	"slices"

	"ruhr/internal/game"
	"ruhr/lang"
	"ruhr/view"
)

// End is how a game ended.
type End struct {
	Ranks   []Rank
	Chart   template.HTML
	Counts  []ScoreLine // what is counted up: every source and line that brought anyone points
	Columns []Rank      // by seat
	Level   string      // of the computer players to try the same deal against, "" where there were none or not yet
	Day     string      // whose deal it was, "" for one of its own
	Given   bool        // it is the deal of another server, which is told how the game ended
}

// Rank is a seat's place at the end.
type Rank struct {
	Name           string
	Sign, VP, Rank int
}

// end says how a game ended; the history is nil of a frozen table.
func (c *Context) end(snap *game.Snapshot, h *view.History) *End {
	sheet := view.SheetOf(snap.Game, &snap.State)
	e := &End{}
	if !snap.Hidden {
		e.Level = LevelAt(snap)
	}
	if common := snap.Common; common != nil && common.Given {
		e.Given = true
	} else if common != nil {
		e.Day = common.Day
	}
	for k, seat := range sheet.Seats {
		e.Ranks = append(e.Ranks, Rank{c.Names[k], c.Signs[k], seat.VP, seat.Rank})
	}
	e.Columns = slices.Clone(e.Ranks)
	slices.SortStableFunc(e.Ranks, func(a, b Rank) int { return cmp.Compare(a.Rank, b.Rank) })
	if h != nil {
		e.Chart = c.chart(h, h.Len())
		e.Counts = c.sources(h, sheet)
	}
	for _, line := range c.endLines(sheet) {
		if slices.ContainsFunc(line.VP, func(vp Points) bool { return vp != 0 }) {
			e.Counts = append(e.Counts, line)
		}
	}
	return e
}

// LevelAt is the level of a table's computer players, "" where it has none.
func LevelAt(snap *game.Snapshot) (level string) {
	for _, seat := range snap.Seats {
		if seat.Level != "" {
			level = seat.Level
		}
	}
	return level
}

// winners says who has won, and with how many points.
func (t *Localizer) winners(sheet view.Sheet) template.HTML {
	var who []view.SeatRef
	for _, k := range sheet.Winners {
		who = append(who, view.SeatRef(k))
	}
	vp := sheet.Seats[sheet.Winners[0]].VP
	if len(who) == 1 {
		return t.T("page.over.one", "seat", who[0], "n", vp)
	}
	return t.T("page.over.shared", "seats", who, "n", vp)
}

// Mine says where a viewer with one seat has come, "" for a winner.
func (t *Table) Mine() template.HTML {
	if len(t.You.Seats) != 1 {
		return ""
	}
	mine := t.End.Columns[t.You.Seats[0]]
	if mine.Rank == 1 {
		return ""
	}
	return t.T(fmt.Sprint("page.over.mine.", mine.Rank), "n", t.End.Ranks[0].VP-mine.VP)
}

// Advised says who asked for advice, and how often; "" where nobody did.
func (t *Table) Advised() template.HTML {
	type asker struct {
		seat int
		name string
	}
	var askers []asker
	times := map[asker]int{}
	said := map[asker]*Localizer{}
	for _, e := range t.snap.Events {
		if e.Kind != game.EventHint {
			continue
		}
		l := t.at(e.N)
		a := asker{e.Seat, l.Printer.Seat(e.Seat)}
		if times[a]++; times[a] == 1 {
			askers, said[a] = append(askers, a), l
		}
	}
	slices.SortStableFunc(askers, func(a, b asker) int { return cmp.Compare(a.seat, b.seat) })
	var parts []template.HTML
	for _, a := range askers {
		l := said[a]
		if a.name == t.Printer.Seat(a.seat) { // not of who had the seat before
			l = t.spoken(l)
		}
		parts = append(parts, l.T("page.hint.times", "seat", view.SeatRef(a.seat), "n", times[a]))
	}
	if parts == nil {
		return ""
	}
	return t.Printer.H("page.hint.used", "who", lang.Text{HTML: t.list(parts)})
}
