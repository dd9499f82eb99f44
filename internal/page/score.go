package page

import (
	"html/template"

	"ruhr/view"
)

// Score is the score sheet, each line explained.
type Score struct {
	*Localizer
	Link    string // of the game's positions
	Head    template.HTML
	Winners template.HTML // who has won, "" while the game goes on
	Players []ScorePlayer
	Lines   []ScoreLine
	Chart   template.HTML
}

// ScorePlayer is a column of the sheet: the points of the game itself and with
// those of the end, and the place.
type ScorePlayer struct {
	SeatName
	Game, VP, Rank int
	Won            bool // the game is over, too
}

// ScoreLine is a line of the sheet: its name, what each seat gets and why.
type ScoreLine struct {
	Name template.HTML
	Rule string
	VP   []string
	Why  []template.HTML
}

// NewScore makes the sheet of a game as it stands at its last position.
func NewScore(l *Localizer, gm *Game) *Score {
	h := gm.History
	c := NewContext(l, h.At(h.Len()), gm.Names, gm.Signs)
	sheet := view.SheetOf(h.Game, &h.Steps[h.Len()].State)
	p := &Score{Localizer: c.Localizer, Link: gm.Link, Head: c.T("page.score.running"), Chart: c.chart(h, h.Len())}
	if c.Pos.Over {
		p.Head, p.Winners = c.T("page.score.title"), c.winners(sheet)
	}
	for k, seat := range sheet.Seats {
		p.Players = append(p.Players, ScorePlayer{SeatName{gm.Names[k], gm.Signs[k]}, seat.Game, seat.VP, seat.Rank, seat.Rank == 1 && c.Pos.Over})
		for l, line := range seat.Lines {
			name, why := c.SheetLine(line)
			if k == 0 {
				p.Lines = append(p.Lines, ScoreLine{Name: name.HTML, Rule: line.Rule})
			}
			p.Lines[l].VP = append(p.Lines[l].VP, figure(line.VP))
			p.Lines[l].Why = append(p.Lines[l].Why, why.HTML)
		}
	}
	return p
}
