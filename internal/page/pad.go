package page

import (
	"html/template"
	"slices"

	"ruhr/board"
	"ruhr/rules"
	"ruhr/view"
)

// PadSeat is what a person has at the end of a game at a table without the program.
type PadSeat struct {
	Name             string
	Typed            string // the name that was filled in; "" for one of the seat's own
	VP, Thaler, Debt int
	Cities           []string // ids of those with a warehouse of theirs
	Depots           [4]int   // their warehouses in each
	Markers          []string // of PadMarkers
	Ruhrort          bool     // the barge is there
}

// PadMarkers are the progress markers that count at the end.
var PadMarkers = []string{"mayor", "ruhrtalbahn", "ruhraake", "inn"}

// Pad is a scoring pad: what each person has, and what that scores.
type Pad struct {
	*Localizer
	Seats   []PadSeat
	Cities  []WordsLine // id and name
	Depots  []template.HTML
	Lines   []ScoreLine // nil where the warehouses have no room
	Players []ScorePlayer
	Winners template.HTML
}

// NewPad scores what people have by the rules of the end (END). Thaler above 10 do not
// count (EXP-2).
func NewPad(l *Localizer, b *board.Board, seats []PadSeat) *Pad {
	g := rules.NewGame(b, len(seats), rules.Variant{})
	names, signs := []string{}, []int{}
	for k := range seats {
		names, signs = append(names, seats[k].Name), append(signs, k)
	}
	start := g.Start(0)
	p := g.Layout(&start)
	p.Round, p.Phase, p.Turn, p.Order = len(b.Years), rules.Purchase, len(seats), nil
	for k := range p.Seats {
		lay(b, &p, k, &seats[k])
	}
	s, err := g.Set(p)
	if err != nil {
		s = start
	}
	c := NewContext(l, view.Of(g, &s), names, signs)
	pad := &Pad{Localizer: c.Localizer, Seats: seats}
	for k := range b.Cities {
		at := &c.Pos.Spaces[b.At.City[k]]
		pad.Cities = append(pad.Cities, WordsLine{template.HTML(template.HTMLEscapeString(at.ID)), c.thing(at.Thing())})
	}
	for _, d := range c.Pos.Depots {
		pad.Depots = append(pad.Depots, c.thing(view.DepotThing(d.Territory)))
	}
	if err != nil {
		return pad
	}
	sheet := view.SheetOf(g, &s)
	pad.Lines, pad.Winners = c.endLines(sheet), c.winners(sheet)
	for k, seat := range sheet.Seats {
		pad.Players = append(pad.Players, ScorePlayer{SeatName{names[k], signs[k]}, seat.Game, seat.VP, seat.Rank, seat.Rank == 1})
	}
	return pad
}

// MarkerName names one of PadMarkers.
func (p *Pad) MarkerName(id string) template.HTML {
	if id == "inn" {
		return p.T("box.pad.inn")
	}
	return p.thing(view.ProgressThing(id))
}

// lay puts on the table what a person has.
func lay(b *board.Board, p *rules.Position, k int, has *PadSeat) {
	seat := &p.Seats[k]
	seat.Thaler, seat.VP, seat.Debts, seat.Supply = has.Thaler, has.VP, has.Debt, 0
	for _, id := range has.Markers {
		if m := slices.Index(board.ProgressIDs[:], id); m >= 0 {
			seat.Progress |= 1 << m
		}
	}
	if seat.Barge = 0; has.Ruhrort {
		seat.Barge = len(b.River) - 1
	}
	for c := range b.Cities {
		if slices.Contains(has.Cities, b.River[b.At.City[c]].ID) {
			p.Cities[c] = append(p.Cities[c], k)
		}
	}
	for d, n := range has.Depots {
		for range n {
			p.Depots[d] = append(p.Depots[d], k)
		}
	}
}
