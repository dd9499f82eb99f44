package page

import (
	"html/template"

	"ruhr/view"
)

// Odds are what is known of the obstacle/demand markers.
type Odds struct {
	OddsLine template.HTML
	Unseen   []Unseen
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
		o.OddsLine = c.T("page.odds.line", "bag", b.Count, "percent", c.Percent(b.Water), "n", b.Water.For, "of", b.Water.Of)
	}
	for _, m := range b.Unseen {
		o.Unseen = append(o.Unseen, Unseen{c.markerName(m), m.Left, m.Total})
	}
	return o
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
