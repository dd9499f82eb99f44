package page

import (
	"html/template"
	"slices"
	"strconv"

	"ruhr/internal/game"
	"ruhr/view"
)

// Score is the score sheet, each line explained.
type Score struct {
	*Localizer
	Table     string // of the game, "" for an opened record
	Link      string // of the game's positions
	Review    string // of its review, "" while the game goes on and where there is none
	Again     string // what a viewer who played is offered as the next game, a key; "" for nothing
	Head      template.HTML
	Winners   template.HTML // who has won, "" while the game goes on
	Entered   bool          // people entered what they drew
	Corrected template.HTML // from where on people put positions right, "" for nowhere
	Players   []ScorePlayer
	Sources   []ScoreLine     // of the game itself, without reasons
	Lines     []ScoreLine     // of the end
	Had       []template.HTML // progress markers by seat
	Missed    []template.HTML
	Chart     template.HTML
}

// ScorePlayer is a column of the sheet: the points of the game itself and with
// those of the end, and the place.
type ScorePlayer struct {
	SeatName
	Game, VP, Rank int
	Won            bool // the game is over, too
}

// ScoreLine is a line of the sheet: its name, what it is for, what each seat gets
// and of what.
type ScoreLine struct {
	Name, Why template.HTML
	Rule      string
	VP        []Points
	Got       []template.HTML
}

// NewScore makes the sheet of a game as it stands at its last position.
func NewScore(l *Localizer, gm *Game) *Score {
	h := gm.History
	c := gm.now(l, h.Len())
	sheet := view.SheetOf(h.Rules, h.After(h.Len()))
	p := &Score{Localizer: c.Localizer, Table: gm.Table, Link: gm.Link, Head: c.T("page.score.running"), Entered: h.Entered, Chart: c.chart(h, h.Len())}
	if c.Pos.Over {
		p.Head, p.Winners, p.Review = c.T("page.table.score"), c.winners(sheet), gm.Review
	}
	if t := gm.table; t != nil && t.Over && len(t.You.Seats) > 0 && t.Deal != game.Entered {
		p.Again = "page.table.again"
		if t.Rematch != "" {
			p.Again = "page.table.again_go"
		}
	}
	if list := h.Corrections(); len(list) > 0 {
		p.Corrected = c.T("box.corrected", "n", list[0].After)
	}
	for k, seat := range sheet.Seats {
		p.Players = append(p.Players, ScorePlayer{SeatName{gm.Names[k], gm.Signs[k]}, seat.Game, seat.VP, seat.Rank, seat.Rank == 1 && c.Pos.Over})
		had, missed := c.markersOf(k)
		p.Had, p.Missed = append(p.Had, had), append(p.Missed, missed)
	}
	p.Sources, p.Lines = c.sources(h, sheet), c.endLines(sheet)
	return p
}

// Points are victory points; they print with a true minus.
type Points int

func (p Points) String() string {
	if p < 0 {
		return signed(int(p))
	}
	return strconv.Itoa(int(p))
}

// sources are the lines of the game itself, as far as any seat has points from
// them, and what corrections by hand changed.
func (c *Context) sources(h *view.History, sheet view.Sheet) (out []ScoreLine) {
	all := h.Sources()
	byHand := ScoreLine{Name: c.T("view.source.by_hand")}
	for k, seat := range all {
		rest := sheet.Seats[k].Game
		for _, vp := range seat {
			rest -= vp
		}
		byHand.VP = append(byHand.VP, Points(rest))
	}
	for k, id := range view.SourceIDs {
		line := ScoreLine{Name: c.T("view.source." + id), Rule: view.SourceRules[k].String()}
		brought := false
		for _, seat := range all {
			line.VP = append(line.VP, Points(seat[k]))
			brought = brought || seat[k] != 0
		}
		if brought {
			out = append(out, line)
		}
	}
	if slices.ContainsFunc(byHand.VP, func(vp Points) bool { return vp != 0 }) {
		out = append(out, byHand)
	}
	return out
}

// endLines are the lines of the end.
func (c *Context) endLines(sheet view.Sheet) (out []ScoreLine) {
	for k, seat := range sheet.Seats {
		for l, line := range seat.Lines {
			name, why, got := c.Printer.SheetLine(line)
			if k == 0 {
				out = append(out, ScoreLine{Name: name.HTML, Why: why.HTML, Rule: line.Rule})
			}
			out[l].VP = append(out[l].VP, Points(line.VP))
			out[l].Got = append(out[l].Got, got.HTML)
		}
	}
	return out
}

// markersOf names the progress markers that a seat has had and those it has missed.
func (c *Context) markersOf(seat int) (had, missed template.HTML) {
	var yes, no []template.HTML
	for _, m := range c.Pos.Seats[seat].Progress {
		name := c.thing(view.ProgressThing(m.ID))
		if m.State == "held" || m.State == "used" {
			yes = append(yes, name)
		} else {
			no = append(no, name)
		}
	}
	return c.list(yes), c.list(no)
}
