package page

import (
	"html/template"

	"ruhr/view"
)

// PlaceLine is a river space in words.
type PlaceLine struct {
	ID, Name    string
	Kind, There template.HTML
	Territory   template.HTML // "" for Ruhrort
}

// river is the river in words, from Witten down.
func (c *Context) river() (out []PlaceLine) {
	for i := range c.Pos.Spaces {
		sp := &c.Pos.Spaces[i]
		line := PlaceLine{ID: sp.ID, Name: sp.Name, Kind: c.T("page.kind." + kindOf(sp)), There: c.there(sp)}
		if sp.Territory != "" {
			line.Territory = c.thing(view.TerritoryThing(sp.Territory))
		}
		out = append(out, line)
	}
	return out
}

// kindOf names the kind of a river space: an industry's trade, and obstacle
// for a weir without a lock.
func kindOf(sp *view.Space) string {
	switch {
	case sp.Trade != "":
		return sp.Trade
	case sp.Kind == "lock" && sp.Builder < 0:
		return "obstacle"
	}
	return sp.Kind
}

// there says what is on a river space.
func (c *Context) there(sp *view.Space) template.HTML {
	var parts []template.HTML
	if sp.Die > 0 {
		parts = append(parts, c.T("page.there.die", "n", sp.Die, "colour", view.Thing{Kind: "colour", ID: sp.Colour}))
	}
	if sp.PilotOnly {
		parts = append(parts, c.T("page.there.pilot"))
	}
	if sp.Thaler > 0 {
		parts = append(parts, c.T("page.there.thaler", "n", sp.Thaler))
	}
	if sp.Builder >= 0 {
		parts = append(parts, c.T("page.there.lock", "seat", view.SeatRef(sp.Builder)))
	}
	if sp.VP > 0 && sp.Builder < 0 {
		parts = append(parts, c.T("page.there.worth", "n", sp.VP))
	}
	if city := c.cityAt(sp); city != nil {
		parts = append(parts, c.row(city)...)
	}
	key := "page.there.barge"
	if sp.Die > 0 {
		key = "page.there.loaded"
	}
	for _, who := range sp.Barges {
		parts = append(parts, c.T(key, "seat", view.SeatRef(who)))
	}
	return c.list(parts)
}

// cityAt is the warehouses of the city at a river space, nil for no city.
func (c *Context) cityAt(sp *view.Space) *view.Row {
	for i := range c.Pos.Cities {
		if city := &c.Pos.Cities[i]; city.ID == sp.ID {
			return city
		}
	}
	return nil
}
