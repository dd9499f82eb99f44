package web

import (
	"html/template"

	"ruhr/view"
)

// phaseView is one of the seven phases of a round (ORDER-1) as the band shows
// it: where the round is, and in the phase at hand the order of the seats.
type phaseView struct {
	Number int
	Short  template.HTML // a word
	Name   template.HTML // as the rules name it
	State  string        // "was", "now", or "" for one that is still to come
	Order  []turnView    // of the phase at hand
}

// turnView is a seat's place in the order of the phase.
type turnView struct {
	Sign int
	Name string
	Now  bool // the seat is asked
}

const phases = 7

// phasesOf shows where the round is; asked is the seat that the table waits for,
// which may still have to hand over when the next is to decide.
func (sc *scenery) phasesOf(asked int) []phaseView {
	out := make([]phaseView, phases)
	for k := range out {
		n := k + 1
		p := &out[k]
		*p = phaseView{Number: n, Short: sc.Thing(view.PhaseThing(n), "short").HTML, Name: sc.thing(view.PhaseThing(n))}
		switch {
		case n < sc.Pos.Phase:
			p.State = "was"
		case n == sc.Pos.Phase:
			p.State = "now"
			for _, turn := range sc.Pos.Order {
				p.Order = append(p.Order, turnView{sc.Signs[turn.Seat], sc.Names[turn.Seat], turn.Seat == asked})
			}
		}
	}
	return out
}

// maxLately is how many happenings fill the band of who is not asked.
const maxLately = 9

// lately is what happened in a walk, the newest first and no more than most.
func (sc *scenery) lately(steps []view.Moment, most int) (out []template.HTML) {
	for i := len(steps) - 1; i >= 0; i-- {
		events := steps[i].Events
		for k := len(events) - 1; k >= 0; k-- {
			if len(out) == most {
				return out
			}
			if events[k].Heading == 0 {
				out = append(out, sc.tint(sc.Line(events[k]).HTML))
			}
		}
	}
	return out
}
