package view

import (
	"sync/atomic"
	"unsafe"

	"ruhr/board"
	"ruhr/record"
	"ruhr/rules"
)

// History is a game to step through, as far as it has been played.
type History struct {
	Game  *rules.Game
	Codec *record.Codec
	Steps []Moment // Steps[0] is the start, Steps[n] the position after decision n
}

// Moment is a position of a History and what led to it.
type Moment struct {
	N      int  `json:"n"`      // decisions taken
	Seat   int  `json:"seat"`   // who took the last one, -1 at the start
	Action int  `json:"action"` // which, by its number; -1 at the start
	Round  int  `json:"round"`  // in which it was taken
	Phase  int  `json:"phase"`
	Turn   int  `json:"turn"`   // turns count from 1: a seat's consecutive decisions in one phase; 0 at the start
	Forced bool `json:"forced"` // nothing was to choose

	Facts  []rules.Fact `json:"-"` // of the decision and of all that followed by itself
	Scored []Scored     `json:"-"`
	State  rules.State  `json:"-"`

	told *telling // nil where there are no facts to tell
}

// telling keeps the events of a moment once they are made. They take several times
// the memory of the facts, and pages show those of the last rounds again and
// again.
type telling struct{ events atomic.Pointer[[]Event] }

// keptEvents is for how many moments back events are kept: about two rounds of
// four seats.
const keptEvents = 80

// NewHistory begins the history of a game with the position at its first
// decision and what happened before it.
func NewHistory(g *rules.Game, c *record.Codec, start rules.State, opening []rules.Fact) *History {
	first := Moment{Seat: -1, Action: -1, Round: 1, Phase: 1, Facts: opening, State: start, told: new(telling)}
	return &History{Game: g, Codec: c, Steps: []Moment{first}}
}

// Add adds the next decision. It appends to Steps: if others share that slice,
// clip it first.
func (h *History) Add(s *record.Step) {
	last := &h.Steps[len(h.Steps)-1]
	m := Moment{N: last.N + 1, Seat: s.Seat, Action: int(s.Action), Round: s.Round, Phase: int(s.Phase), Turn: last.Turn,
		Forced: s.Forced, Facts: s.Facts, Scored: scored(s.Facts), State: s.After, told: new(telling)}
	if m.N == 1 || m.Seat != last.Seat || m.Round != last.Round || m.Phase != last.Phase {
		m.Turn++
	}
	h.Steps = append(h.Steps, m)
	if old := h.Len() - keptEvents; old >= 0 && h.Steps[old].told != nil {
		h.Steps[old].told.events.Store(nil)
	}
}

// Size is about how many bytes the history takes.
func (h *History) Size() int {
	const moment, fact, told = int(unsafe.Sizeof(Moment{})), int(unsafe.Sizeof(rules.Fact{})), int(unsafe.Sizeof(telling{}))
	size := cap(h.Steps) * (moment + told)
	for i := range h.Steps {
		m := &h.Steps[i]
		size += cap(m.Facts)*fact + cap(m.Scored)*int(unsafe.Sizeof(Scored{}))
		if m.told == nil {
			continue
		}
		if kept := m.told.events.Load(); kept != nil {
			size += len(*kept) * eventSize
		}
	}
	return size
}

// eventSize is about how many bytes a line of the log takes with its details.
const eventSize = 1000

// Events are the lines of the log about decision n, counted from 1, and all that
// followed by itself; of 0, about the beginning.
func (h *History) Events(n int) []Event {
	m := &h.Steps[n]
	if m.told == nil {
		return nil
	}
	if kept := m.told.events.Load(); kept != nil {
		return *kept
	}
	var did *Decided
	if n > 0 {
		did = &Decided{&h.Steps[n-1].State, rules.Action(m.Action)}
	}
	made := Events(h.Game, did, m.Facts)
	if n > h.Len()-keptEvents {
		m.told.events.Store(&made)
	}
	return made
}

// EventsFrom are the events from moment n on.
func (h *History) EventsFrom(n int) (out []Event) {
	for ; n <= h.Len(); n++ {
		out = append(out, h.Events(n)...)
	}
	return out
}

// RoundsBegun is how many rounds the events of a moment begin.
func (m *Moment) RoundsBegun() (n int) {
	for _, f := range m.Facts {
		if f.Kind == rules.FRound {
			n++
		}
	}
	return n
}

// HistoryOf checks a record and returns its history. That of a running game has
// nothing the table has not seen. The error is a *record.Fault where the record
// breaks the rules.
func HistoryOf(r *record.Record, b *board.Board) (*History, error) {
	p, err := record.NewReplay(r, b)
	if err != nil {
		return nil, err
	}
	h := NewHistory(p.Game, p.Codec, p.State, p.Opening)
	for p.At() < p.Len() {
		s, err := p.Step()
		if err != nil {
			return nil, err
		}
		h.Add(&s)
	}
	return h, p.Finish()
}

// Len is the number of decisions.
func (h *History) Len() int { return len(h.Steps) - 1 }

// At is the position after n decisions; n is clamped to the game.
func (h *History) At(n int) Position { return Of(h.Game, h.state(n)) }

func (h *History) state(n int) *rules.State { return &h.Steps[min(max(n, 0), h.Len())].State }

// Rounds lists for each round begun the number of decisions before its first
// one.
func (h *History) Rounds() []int {
	var out []int
	for i := range h.Steps {
		for len(out) < h.Steps[i].State.Round() {
			out = append(out, i)
		}
	}
	return out
}

// Turns lists the numbers of decisions after which turns end.
func (h *History) Turns() []int {
	var out []int
	for i := 1; i < len(h.Steps); i++ {
		if i == h.Len() || h.Steps[i+1].Turn != h.Steps[i].Turn {
			out = append(out, i)
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
	last := h.state(h.Len())
	if out[len(out)-1].N != h.Len() {
		out = append(out, h.point(last.Round(), h.Len()))
	}
	return out
}

func (h *History) point(round, n int) Point {
	s := h.state(n)
	p := Point{Round: round, N: n}
	ended := h.Game.Result(s)
	for k := range h.Game.Seats() {
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
