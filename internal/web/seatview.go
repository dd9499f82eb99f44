package web

import (
	"fmt"
	"html/template"
	"slices"

	"ruhr/internal/table"
	"ruhr/view"
)

// areaLetters and areaClasses stand for the development areas in the seats'
// lines; the full name is in the tooltip and for screen readers.
var (
	areaLetters = map[string]string{"black_industry": "⚒", "black_city": "⌂", "white_industry": "⚒", "white_city": "⌂", "ruhrort": "⚓"}
	areaClasses = map[string]string{"black_industry": "black", "black_city": "black", "white_industry": "white", "white_city": "white", "ruhrort": "port"}
)

// seats fills the lines and boards of all seats, from the position alone; the
// table adds who plays them.
func (sc *scenery) seats() []seatView {
	out := make([]seatView, len(sc.Pos.Seats))
	for k := range out {
		seat := &sc.Pos.Seats[k]
		sv := seatView{Seat: k, VP: seat.VP, Sign: sc.Signs[k], Name: sc.Names[k], S: *seat, Now: sc.Pos.Decider == k, Over: sc.Pos.Over}
		if sc.Pos.Over {
			sv.VP = seat.IfEnded
		}
		for _, a := range seat.Areas {
			av := areaView{ID: a.ID, Class: areaClasses[a.ID], Letter: areaLetters[a.ID], Count: a.Tokens, Size: a.Size,
				Name: sc.T("page.board.area", "area", view.AreaThing(a.ID), "n", a.Tokens, "size", a.Size)}
			for n := range a.Size {
				av.Slots = append(av.Slots, b2i(n < a.Tokens))
			}
			sv.Areas = append(sv.Areas, av)
		}
		for _, m := range seat.Progress {
			mv := sc.mark(m)
			mv.Price, mv.Can = -1, ""
			if m.Price >= 0 && m.State == "held" && !m.Bought {
				mv.Price, mv.Can = m.Price, canPay(seat.Thaler, m)
			}
			sv.Marks = append(sv.Marks, mv)
		}
		sv.Waits = sc.waits(seat)
		if seat.Option != "" {
			sv.OptionName = sc.thing(view.OptionThing(seat.Option))
			if seat.Option == "stranded" {
				sv.OptionName = sc.T("page.board.stranded")
			}
		}
		sv.At = sc.T("page.board.off_river")
		if seat.Barge >= 0 {
			sv.At = sc.Thing(sc.Pos.Spaces[seat.Barge].Thing(), "in").HTML
		}
		out[k] = sv
	}
	return out
}

// canPay says whether a seat has the money for the cheapest that a marker
// allows, or could have it with debts.
func canPay(thaler int, m view.Progress) string {
	switch {
	case thaler >= m.Price:
		return "yes"
	case m.Means >= m.Price:
		return "debt"
	}
	return "no"
}

// waits lists a seat's warehouses that are still to come by where they wait.
func (sc *scenery) waits(seat *view.Seat) []waits {
	var out []waits
	for _, w := range []waits{
		{"i-clock", len(seat.Timeline), sc.T("page.wait.timeline", "n", len(seat.Timeline))},
		{"m-lock_building", seat.LockField, sc.T("page.wait.lock", "n", seat.LockField)},
		{"m-grafschaft_mark", seat.MarkField, sc.T("page.wait.mark", "n", seat.MarkField)},
	} {
		if w.Count > 0 {
			out = append(out, w)
		}
	}
	return out
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// badges tell the states of a progress marker apart at a glance.
var badges = map[string]string{"held": "✓", "used": "–", "blank": "∅", "gone": "×0"}

// mark is a seat's standing with one progress marker.
func (sc *scenery) mark(m view.Progress) markView {
	mv := markView{ID: m.ID, State: m.State, Limited: m.Limited, Name: sc.thing(view.ProgressThing(m.ID))}
	if m.State == "open" && m.Missing == 1 {
		mv.State = "near"
	}
	mv.Says, mv.Badge = sc.T("view.progress."+m.State), badges[m.State]
	switch {
	case m.Bought:
		mv.Says = sc.T("page.mark.bought")
	case m.State == "open":
		mv.Says = sc.T("view.missing", "n", m.Missing)
		for _, c := range sc.Pos.Limited {
			if c.ID == m.ID {
				mv.Says = sc.T("page.mark.limited", "n", m.Missing, "left", c.Left)
				mv.Badge = fmt.Sprintf("×%d", c.Left)
			}
		}
	}
	mv.Tip = mv.Name + ": " + mv.Says + "\n" + sc.T("symbol.progress."+m.ID+".text")
	mv.Shown = mv.State != "open" && mv.State != "gone"
	for _, need := range m.Needs {
		for n := range need.Tokens {
			mv.Needs = append(mv.Needs, needView{areaClasses[need.Area], areaLetters[need.Area], n < need.Tokens-need.Missing})
		}
	}
	return mv
}

// shownSeat is whose board lies beside the choices: one's own, of several own
// ones that of the seat to act, and for those who only watch that of whoever
// is to act.
func shownSeat(own []int, toAct int) int {
	if len(own) > 0 && !slices.Contains(own, toAct) {
		return own[0]
	}
	return max(0, toAct)
}

// seats adds to the seats' lines who plays them and what the viewer may do.
func (v *tableView) seats() {
	v.Seats = v.scenery.seats()
	for k := range v.Seats {
		sv, seat := &v.Seats[k], v.Snap.Seats[k]
		sv.Now = v.Snap.ToAct == k
		sv.Shown = k == v.Shown
		sv.Mine = slices.Contains(v.You.Seats, k)
		sv.Person = seat.Kind == table.Person && seat.ByHand()
		sv.Present = seat.Present || sv.Mine
		sv.PresentText = v.T("page.seat.away")
		if sv.Present {
			sv.PresentText = v.T("page.seat.here")
		}
		switch {
		case seat.Kind == table.Open:
			sv.Kind = v.T("page.seat.open")
			if len(v.You.Seats) > 0 {
				sv.Hand = "fill"
			}
		case seat.Level != "":
			sv.Kind = v.Level(seat.Level)
			if sv.Mine {
				sv.Hand = "take"
			}
		case sv.Mine && !v.Over:
			sv.Hand = "give"
		}
	}
}

// around fills what is known of the markers, and the river in words.
func (v *tableView) around() {
	b := &v.Pos.Bag
	v.OddsLine = v.T("page.odds.none")
	if b.Draws && b.Water.Of > 0 {
		v.OddsLine = v.T("page.odds.line", "bag", b.Count, "percent", v.Percent(b.Water), "n", b.Water.For, "of", b.Water.Of)
	}
	for _, m := range b.Unseen {
		v.Unseen = append(v.Unseen, unseen{v.markerName(m), m.Left, m.Total})
	}
	for i := range v.Pos.Spaces {
		sp := &v.Pos.Spaces[i]
		v.River = append(v.River, placeLine{sp.ID, sp.Name, v.T("page.kind." + kindOf(sp)), v.there(sp)})
	}
}

func kindOf(sp *view.Space) string {
	switch {
	case sp.Trade != "":
		return sp.Trade
	case sp.Kind == "lock" && sp.Builder < 0:
		return "obstacle"
	}
	return sp.Kind
}

func (t *tongue) markerName(m view.Marker) template.HTML {
	key := m.Effect
	if m.Water != "" {
		key = m.Water
		if m.Coal != 0 {
			key += ".coal"
		}
	}
	return t.T("view.marker."+key, "of", m.Of, "n", m.Coal)
}

// there says what lies and stands on a river space.
func (v *tableView) there(sp *view.Space) template.HTML {
	var parts []template.HTML
	if sp.Die > 0 {
		parts = append(parts, v.T("page.there.die", "n", sp.Die, "colour", view.Thing{Kind: "colour", ID: sp.Colour}))
	}
	if sp.PilotOnly {
		parts = append(parts, v.T("page.there.pilot"))
	}
	if sp.Thaler > 0 {
		parts = append(parts, v.T("page.there.thaler", "n", sp.Thaler))
	}
	if sp.Builder >= 0 {
		parts = append(parts, v.T("page.there.lock", "seat", view.Who(sp.Builder)))
	}
	for _, city := range v.Pos.Cities {
		if city.ID != sp.ID {
			continue
		}
		for _, slot := range city.Slots {
			if slot.Owner >= 0 {
				parts = append(parts, v.T("page.there.house", "seat", view.Who(slot.Owner)))
			}
		}
		if city.Next >= 0 {
			parts = append(parts, v.T("page.there.free", "n", city.Slots[city.Next].Price))
		}
	}
	for _, who := range sp.Barges {
		parts = append(parts, v.T("page.there.barge", "seat", view.Who(who)))
	}
	return v.list(parts)
}
