package page

import (
	"html/template"

	"ruhr/view"
)

// Odds are what is known of the markers to come: the obstacle/demand markers and
// the countries.
type Odds struct {
	OddsLine  template.HTML
	Unseen    []Unseen
	Countries []Outcome
	Heads     []SeatName
	Means     []string // by seat: VP of the port on average at the next country; none where nobody has a warehouse there
}

// Outcome is a country that may come next: how many of its markers are still
// face down, how likely it is, and what it would bring each seat.
type Outcome struct {
	Name   template.HTML
	Left   int
	Chance string
	VP     []int
}

// Unseen is a kind of marker, how many of it are unseen, and how many there are.
type Unseen struct {
	Name        template.HTML
	Left, Total int
}

func (c *Context) odds() (o Odds) {
	b := &c.Pos.Bag
	o.OddsLine = c.T("page.odds.none")
	if b.Draws && b.Water.Of > 0 {
		o.OddsLine = c.T("page.odds.line", "bag", b.Count, "percent", c.Printer.Percent(b.Water), "n", b.Water.For, "of", b.Water.Of)
	}
	for _, m := range b.Unseen {
		o.Unseen = append(o.Unseen, Unseen{c.markerName(m), m.Left, m.Total})
	}
	o.Countries, o.Means = c.outcomes()
	o.Heads = seatNames(c.Names, c.Signs)
	return o
}

// outcomes are the countries still face down. Each marker is as likely as any
// other to be turned up next.
func (c *Context) outcomes() (out []Outcome, means []string) {
	hidden := 0
	for _, col := range c.Pos.Port.Columns {
		hidden += col.Hidden
	}
	sums, any := make([]int, len(c.Pos.Seats)), false
	for k, col := range c.Pos.Port.Columns {
		if col.Hidden == 0 {
			continue
		}
		line := Outcome{Name: c.thing(view.ColumnThing(col.ID)), Left: col.Hidden, VP: c.Pos.Scores(k),
			Chance: c.Printer.Percent(view.Odds{For: col.Hidden, Of: hidden})}
		for seat, vp := range line.VP {
			sums[seat] += vp * col.Hidden
			any = any || vp > 0
		}
		out = append(out, line)
	}
	if any {
		for _, sum := range sums {
			means = append(means, c.Printer.Tenths(float64(sum)/float64(hidden)))
		}
	}
	return out, means
}

func (t *Localizer) markerName(m view.Marker) template.HTML {
	key := m.Effect
	if m.Water != "" {
		key = m.Water
		if m.Coal != 0 {
			key += ".coal"
		}
	}
	return t.T("view.marker."+key, "of", m.Of, "n", m.Coal)
}
