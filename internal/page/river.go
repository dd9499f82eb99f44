package page

import (
	"html/template"

	"ruhr/view"
)

// PlaceLine is a river space in words.
type PlaceLine struct {
	ID, Name    string
	Kind, There template.HTML
}

// river is the river in words, from Witten down.
func (c *Context) river() (out []PlaceLine) {
	for i := range c.Pos.Spaces {
		sp := &c.Pos.Spaces[i]
		out = append(out, PlaceLine{sp.ID, sp.Name, c.T("page.kind." + kindOf(sp)), c.there(sp)})
	}
	return out
}

// kindOf is what a river space is: an industry by its trade, a weir without a
// lock an obstacle.
func kindOf(sp *view.Space) string {
	switch {
	case sp.Trade != "":
		return sp.Trade
	case sp.Kind == "lock" && sp.Builder < 0:
		return "obstacle"
	}
	return sp.Kind
}

// there says what lies and stands on a river space.
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
	for _, city := range c.Pos.Cities {
		if city.ID != sp.ID {
			continue
		}
		for _, slot := range city.Slots {
			if slot.Owner >= 0 {
				parts = append(parts, c.T("page.there.house", "seat", view.SeatRef(slot.Owner)))
			}
		}
		if city.Next >= 0 {
			parts = append(parts, c.T("page.there.free", "n", city.Slots[city.Next].Price))
		}
	}
	for _, who := range sp.Barges {
		parts = append(parts, c.T("page.there.barge", "seat", view.SeatRef(who)))
	}
	return c.list(parts)
}
