package view

import (
	"slices"
	"sync/atomic"
	"unsafe"

	"ruhr/record"
	"ruhr/rules"
)

// History is a game to step through, as far as it has been played.
type History struct {
	record.Game
	told []*telling // of its steps
}

// telling keeps the events of a step once they are made. They take several times
// the memory of the facts, and pages show those of the last rounds again and
// again.
type telling struct{ events atomic.Pointer[[]Event] }

// keptEvents is for how many steps back events are kept: about two rounds of
// four seats.
const keptEvents = 80

// NewHistory is the history of a game.
func NewHistory(g *record.Game) *History {
	h := &History{Game: *g, told: make([]*telling, len(g.Steps))}
	for n := range h.told {
		h.told[n] = new(telling)
	}
	return h
}

// Clip returns the history of the first n decisions, to which others can be added
// without touching this one.
func (h *History) Clip(n int) History {
	out := *h
	out.Steps, out.told = slices.Clip(h.Steps[:n+1]), slices.Clip(h.told[:n+1])
	return out
}

// Add adds the next decision. It appends to Steps: if others share that slice,
// clip it first.
func (h *History) Add(s *record.Step) {
	h.Game.Add(s)
	h.told = append(h.told, new(telling))
	if old := h.Len() - keptEvents; old >= 0 {
		h.told[old].events.Store(nil)
	}
}

// Replace replaces the last step by one that goes on from it, or back. Others may share
// the slices.
func (h *History) Replace(s *record.Step) {
	last := len(h.Steps) - 1
	h.Steps, h.told = append(slices.Clip(h.Steps[:last]), s), append(slices.Clip(h.told[:last]), new(telling))
}

// Size is about how many bytes the history takes.
func (h *History) Size() int {
	const step, fact, outcome, told = int(unsafe.Sizeof(record.Step{})), int(unsafe.Sizeof(rules.Fact{})), int(unsafe.Sizeof(record.Outcome{})), int(unsafe.Sizeof(telling{}))
	size := cap(h.Steps)*pointer + cap(h.told)*pointer
	for n, s := range h.Steps {
		size += step + told + cap(s.Facts)*fact + cap(s.Chance)*outcome
		if kept := h.told[n].events.Load(); kept != nil {
			size += len(*kept) * eventSize
		}
	}
	return size
}

// eventSize is about how many bytes a line of the log takes with its details, and
// pointer how many a pointer takes.
const (
	eventSize = 1000
	pointer   = 8
)

// Events are the lines of the log about decision n, counted from 1, and all that
// followed automatically; of 0, about the beginning.
func (h *History) Events(n int) []Event {
	if kept := h.told[n].events.Load(); kept != nil {
		return *kept
	}
	var did *Decided
	if n > 0 {
		did = &Decided{h.After(n - 1), h.Steps[n].Action}
	}
	made := Events(h.Rules, did, h.Steps[n].Facts)
	for _, o := range h.Steps[n].Chance {
		if o.Set != nil {
			made = append(made, Event{Key: "corrected", Seat: -1, Args: Args{"n": len(o.Set)}})
		}
	}
	if n > h.Len()-keptEvents {
		h.told[n].events.Store(&made)
	}
	return made
}

// EventsFrom are the events from step n on.
func (h *History) EventsFrom(n int) (out []Event) {
	for ; n <= h.Len(); n++ {
		out = append(out, h.Events(n)...)
	}
	return out
}

// At is the position after n decisions; n is clamped to the game.
func (h *History) At(n int) Position { return Of(h.Rules, h.After(n)) }

// Countries lists by round the port column of the country revealed in it, up to
// the position after n decisions.
func (h *History) Countries(n int) map[int]int {
	out := map[int]int{}
	for _, step := range h.Steps[:n+1] {
		if s := &step.State; s.Country() >= 0 {
			out[s.Round()] = s.Country()
		}
	}
	return out
}

// Point is a place of the running chart: VP and Thaler of each seat, and the
// score if the game ended there. At the end of the game VP is that score (END-6).
type Point struct {
	Round   int   `json:"round"` // rounds finished; of the last point of a running game the one being played
	N       int   `json:"n"`     // the index in History.Steps
	VP      []int `json:"vp"`
	Thaler  []int `json:"thaler"`
	IfEnded []int `json:"ifEnded"`
}

// Chart is the running chart: the start, the end of each round, and now.
func (h *History) Chart() []Point {
	var out []Point
	for round, n := range h.Rounds() {
		out = append(out, h.point(round, n))
	}
	last := h.After(h.Len())
	if out[len(out)-1].N != h.Len() {
		out = append(out, h.point(last.Round(), h.Len()))
	}
	return out
}

func (h *History) point(round, n int) Point {
	s := h.After(n)
	p := Point{Round: round, N: n}
	ended := h.Rules.Result(s)
	for k := range h.Rules.Seats() {
		vp := s.VP(k)
		if s.Decision() == rules.Over {
			vp = ended.VP[k]
		}
		p.VP = append(p.VP, vp)
		p.Thaler = append(p.Thaler, s.Thaler(k))
		p.IfEnded = append(p.IfEnded, ended.VP[k])
	}
	return p
}
