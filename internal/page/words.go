package page

import (
	"html/template"
	"slices"

	"ruhr/view"
)

// InWords is everything on the map in words.
type InWords struct {
	River []PlaceLine
	Words []WordsSection
	Years []Year
}

// WordsSection is a part of the map in words, other than the river.
type WordsSection struct {
	Title template.HTML
	Lines []WordsLine
}

// WordsLine is a place on the map and what is there.
type WordsLine struct{ Name, There template.HTML }

// MapInWords is everything on the map except the timeline, in words.
func (c *Context) MapInWords() InWords { return InWords{River: c.river(), Words: c.inWords()} }

// inWords is everything on the map except the river and the timeline, in
// words.
func (c *Context) inWords() []WordsSection {
	return []WordsSection{
		{c.T("page.words.track"), c.trackInWords()},
		{c.T("page.words.port"), c.portInWords()},
		{c.T("page.words.depots"), c.depotsInWords()},
		{c.T("page.words.options"), c.optionsInWords()},
		{c.T("page.words.seats"), c.seatsInWords()},
	}
}

// trackInWords names the boxes of the stage in use from the top.
func (c *Context) trackInWords() (out []WordsLine) {
	stage := &c.Pos.Track.Stages[c.Pos.Track.Stage]
	path := view.Thing{Kind: "stage", ID: stage.ID}
	for _, col := range stage.Columns {
		name := c.T("page.words.column", "stage", path)
		if col.Colour != "" {
			name = c.T("page.words.column_of", "stage", path, "colour", view.Thing{Kind: "colour", ID: col.Colour})
		}
		var boxes []template.HTML
		for i, box := range col.Boxes {
			text := c.box(box)
			if i == stage.Arrow {
				text = c.T("page.words.arrow", "what", c.boxArg(box))
			}
			boxes = append(boxes, text)
		}
		out = append(out, WordsLine{name, c.list(boxes)})
		if len(col.Leaving) > 0 {
			var leaving []template.HTML
			for _, box := range col.Leaving {
				leaving = append(leaving, c.box(box))
			}
			out = append(out, WordsLine{c.T("page.words.leaving"), c.list(leaving)})
		}
	}
	return out
}

// box is what lies on a box of the transport track.
func (c *Context) box(b view.Box) template.HTML { return template.HTML(c.boxArg(b)) }

// boxArg is the same as part of a sentence.
func (c *Context) boxArg(b view.Box) string {
	if b.Value == 0 {
		return c.Plain("page.words.empty")
	}
	return c.Printer.T("page.there.die", "n", b.Value, "colour", view.Thing{Kind: "colour", ID: b.Colour})
}

// portInWords is the export scale, the prices and the columns, with how many of their
// country markers are face down.
func (c *Context) portInWords() []WordsLine {
	p := &c.Pos.Port
	prices := WordsLine{c.T("page.words.price"), c.list([]template.HTML{c.T("page.there.free", "n", p.Price), c.T("page.words.moving", "n", p.ShiftCost)})}
	return slices.Insert(c.portLaid(true), 1, prices)
}

// portLaid is the export scale and the columns.
func (c *Context) portLaid(hidden bool) []WordsLine {
	p := &c.Pos.Port
	var scale []template.HTML
	for i, vp := range p.Scale {
		key := "page.words.scale"
		if i == p.Box {
			key = "page.words.scale_marker"
		}
		scale = append(scale, c.T(key, "n", vp))
	}
	out := []WordsLine{{c.T("page.words.export"), c.list(scale)}}
	for i := range p.Columns {
		out = append(out, c.columnInWords(&p.Columns[i], i == c.Pos.Country, hidden))
	}
	return out
}

func (c *Context) columnInWords(col *view.PortColumn, wanted, hidden bool) WordsLine {
	var there []template.HTML
	for _, place := range col.Places {
		if place.Owner >= 0 {
			there = append(there, c.T("page.words.place_of", "n", place.Bonus, "seat", view.SeatRef(place.Owner)))
			continue
		}
		there = append(there, c.T("page.words.place", "n", place.Bonus))
	}
	if wanted {
		there = append(there, c.T("page.words.wanted"))
	}
	if hidden {
		there = append(there, c.T("page.words.hidden", "n", col.Hidden))
	}
	return WordsLine{c.thing(view.ColumnThing(col.ID)), c.list(there)}
}

func (c *Context) depotsInWords() (out []WordsLine) {
	for i := range c.Pos.Depots {
		d := &c.Pos.Depots[i]
		out = append(out, WordsLine{c.thing(view.DepotThing(d.Territory)), c.list(c.row(d))})
	}
	return out
}

// row is the warehouses of a city or depot, then the prices of the free spaces.
func (c *Context) row(r *view.Row) []template.HTML {
	out, free := c.houses(r)
	switch len(free) {
	case 0:
		return out
	case 1:
		return append(out, c.T("page.there.slot", "n", free[0]))
	}
	var prices []string
	for _, n := range free {
		prices = append(prices, c.Printer.Number(n))
	}
	return append(out, c.T("page.there.slots", "list", prices))
}

// houses are the warehouses of a city or depot from the left, and the prices of the
// free spaces.
func (c *Context) houses(r *view.Row) (out []template.HTML, free []int) {
	for _, slot := range r.Slots {
		if slot.Owner >= 0 {
			out = append(out, c.T("page.there.house", "seat", view.SeatRef(slot.Owner)))
		} else {
			free = append(free, slot.Price)
		}
	}
	return out, free
}

func (c *Context) optionsInWords() (out []WordsLine) {
	for i := range c.Pos.Options {
		o := &c.Pos.Options[i]
		there := []template.HTML{c.T("page.words.costs", "n", o.Price)}
		if o.Closed != "" {
			there = append(there, c.T("view.closed."+o.Closed))
		}
		for _, seat := range o.TakenBy {
			there = append(there, c.T("page.words.taken", "seat", view.SeatRef(seat)))
		}
		out = append(out, WordsLine{c.thing(view.OptionThing(o.ID)), c.list(there)})
	}
	return out
}

// seatsInWords is what the map shows of each seat, in the order of this phase.
func (c *Context) seatsInWords() (out []WordsLine) {
	for i, turn := range c.Pos.Order {
		s := &c.Pos.Seats[turn.Seat]
		there := append([]template.HTML{c.T("page.words.turn", "n", i+1)}, c.seatOnMap(s)...)
		out = append(out, WordsLine{c.T("page.words.seat", "seat", view.SeatRef(turn.Seat)), c.list(there)})
	}
	return out
}

// seatOnMap is what the map shows of a seat beside its pieces.
func (c *Context) seatOnMap(s *view.Seat) []template.HTML {
	out := []template.HTML{c.T("page.words.vp", "n", s.VP)}
	if s.LockField > 0 {
		out = append(out, c.T("page.words.lock_field", "n", s.LockField))
	}
	if s.MarkField > 0 {
		out = append(out, c.T("page.words.mark_field", "n", s.MarkField))
	}
	if s.Barge < 0 {
		out = append(out, c.T("page.words.off_river"))
	}
	return out
}

// onTimeline adds to the years what they bring back and what lies on the timeline
// (countries has the columns of the country markers turned up, by round).
func (c *Context) onTimeline(years []Year, countries map[int]int) []Year {
	for i := range c.Pos.Years {
		y := &c.Pos.Years[i]
		there := append(slices.Clip(years[i].Events), c.T("page.words.returns", "territory", view.TerritoryThing(y.Returns)))
		years[i].Events = append(there, c.yearLaid(y, countries)...)
	}
	return years
}

// yearLaid is what lies on a year of the timeline: the round marker, a country marker and
// the warehouses that wait there.
func (c *Context) yearLaid(y *view.Year, countries map[int]int) (there []template.HTML) {
	if y.Round == c.Pos.Round {
		there = append(there, c.T("page.words.now"))
	}
	column, known := countries[y.Round]
	switch {
	case y.Country == "hidden":
		there = append(there, c.T("page.words.face_down"))
	case known:
		there = append(there, c.T("page.words.face_up", "column", view.ColumnThing(c.Pos.Port.Columns[column].ID)))
	}
	for _, seat := range y.Left {
		there = append(there, c.T("page.there.house", "seat", view.SeatRef(seat)))
	}
	return there
}
