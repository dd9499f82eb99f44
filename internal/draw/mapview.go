package draw

import (
	"fmt"
	"html/template"
	"slices"
	"strings"

	"ruhr/view"
)

// MapView is a position as it is drawn on maps of every shape.
type MapView struct {
	Pos       *view.Position
	Signs     []int       // by seat: its colour and sign, 0 to MaxSeats-1
	Countries map[int]int // by round: the column of the country marker revealed then, see Countries
}

// Pieces draws everything on the map that can change, each piece with an id
// that it keeps for as long as it exists.
func (v *MapView) Pieces() template.HTML {
	var w strings.Builder
	v.each(func(h template.HTML) { w.WriteString(string(h)) })
	return template.HTML(w.String())
}

// each draws the pieces one by one.
func (v *MapView) each(put func(template.HTML)) {
	put(Round("now", v.Pos.Round))
	v.timeline(put)
	v.options(put)
	v.river(put)
	v.houses(put)
	v.track(put)
	put(ExportMarker("export", fmt.Sprintf("at-export-%d", v.Pos.Port.Box)))
	for who, at := range v.bargePlaces() {
		put(Barge(fmt.Sprintf("barge-%d", who), at, v.Signs[who]))
		if sp := v.Pos.Cargo(who); sp != nil {
			put(Cargo(fmt.Sprintf("die-%d", sp.Index), at, sp.Colour == "white", sp.Die))
		}
	}
}

func (v *MapView) timeline(put func(template.HTML)) {
	for r, y := range v.Pos.Years {
		for _, who := range y.Left {
			put(SmallHouse(fmt.Sprintf("time-%d-%d", r, who), fmt.Sprintf("at-year-%d-%d", r, who), v.Signs[who]))
		}
		switch y.Country {
		case "hidden":
			put(Country(fmt.Sprintf("country-%d", r), fmt.Sprintf("at-country-%d", r), ""))
		case "revealed":
			put(Country(fmt.Sprintf("country-%d", r), fmt.Sprintf("at-country-%d", r), v.Pos.Port.Columns[v.Pos.Country].ID))
		case "past":
			if column, ok := v.Countries[y.Round]; ok {
				put(PastCountry(fmt.Sprintf("country-%d", r), fmt.Sprintf("at-country-%d", r), v.Pos.Port.Columns[column].ID))
			}
		}
	}
}

func (v *MapView) options(put func(template.HTML)) {
	for _, o := range v.Pos.Options {
		k := slices.Index(OptionIDs[:], o.ID)
		if k < 0 {
			continue
		}
		price := fmt.Sprintf("at-price-%d", k)
		put(Price("price-"+o.ID, price, o.Price))
		if o.Closed != "" {
			put(Closed("closed-"+o.ID, price))
		}
		for _, who := range o.TakenBy {
			put(Choice(fmt.Sprintf("choice-%d", who), fmt.Sprintf("at-option-%d-%d", k, who), v.Signs[who]))
		}
	}
}

func (v *MapView) river(put func(template.HTML)) {
	for _, sp := range v.Pos.Spaces {
		switch sp.Kind {
		case "storage":
			if sp.Die > 0 && len(sp.Barges) == 0 { // a loaded one lies on its barge
				put(Die(fmt.Sprintf("die-%d", sp.Index), fmt.Sprintf("at-die-%d", sp.Index), sp.Colour == "white", sp.Die))
			}
		case "lock":
			id, at := fmt.Sprintf("weir-%d", sp.Index), fmt.Sprintf("at-weir-%d", sp.Index)
			if sp.Builder >= 0 {
				put(Lock(id, at, v.Signs[sp.Builder]))
			} else {
				put(Obstacle(id, at))
			}
		}
		for n := range sp.Thaler {
			put(Thaler(fmt.Sprintf("coin-%d-%d", sp.Index, n), fmt.Sprintf("at-coin-%d-%d", sp.Index, n)))
		}
	}
}

func (v *MapView) houses(put func(template.HTML)) {
	for _, city := range v.Pos.Cities {
		at := v.space(city.ID)
		for n, slot := range city.Slots {
			if slot.Owner >= 0 {
				put(House(fmt.Sprintf("%s-%d", city.ID, n), fmt.Sprintf("at-slot-%d-%d", at, n), v.Signs[slot.Owner]))
			}
		}
	}
	for k, depot := range v.Pos.Depots {
		for n, slot := range depot.Slots {
			if slot.Owner >= 0 {
				put(House(fmt.Sprintf("%s-%d", depot.ID, n), fmt.Sprintf("at-depot-%d-%d", k, n), v.Signs[slot.Owner]))
			}
		}
	}
	for c, col := range v.Pos.Port.Columns {
		for n, place := range col.Places {
			if place.Owner >= 0 {
				// The id names the owner, so that the piece is seen to move up and across.
				put(House(fmt.Sprintf("port-%d-%d", c, place.Owner), fmt.Sprintf("at-port-%d-%d", c, n), v.Signs[place.Owner]))
			}
		}
	}
}

func (v *MapView) track(put func(template.HTML)) {
	stage := v.Pos.Track.Stages[v.Pos.Track.Stage]
	for c, col := range stage.Columns {
		for row, box := range col.Boxes {
			if box.Value > 0 {
				white := box.Colour == "white" || col.Colour == "white"
				put(Die(fmt.Sprintf("track-%d-%d", c, row), fmt.Sprintf("at-track-%d-%d-%d", v.Pos.Track.Stage, c, row), white, box.Value))
			}
		}
	}
}

// bargePlaces are the places of the seats' barges. Of barges at one space the
// one that came first lies farthest downriver (ORDER-3).
func (v *MapView) bargePlaces() []string {
	out := make([]string, len(v.Pos.Seats))
	for who, seat := range v.Pos.Seats {
		if seat.Barge < 0 {
			out[who] = fmt.Sprintf("at-wait-%d", who)
			continue
		}
		here := v.Pos.Spaces[seat.Barge].Barges
		k := len(here) - 1 - slices.Index(here, who)
		out[who] = berth(seat.Barge, k, len(here))
	}
	return out
}

// space is the river index of a space's id.
func (v *MapView) space(id string) int {
	return slices.IndexFunc(v.Pos.Spaces, func(s view.Space) bool { return s.ID == id })
}
