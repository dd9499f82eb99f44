package view

import (
	"fmt"

	"ruhr/board"
	"ruhr/record"
	"ruhr/rules"
)

// History is a whole game, or as much of one as has been played, to step
// through.
type History struct {
	Game  *rules.Game
	Codec *record.Codec
	Steps []Moment // Steps[0] is the start, Steps[n] the position after decision n
}

// Moment is a position of a History and what led to it.
type Moment struct {
	N      int     `json:"n"`      // decisions taken
	Seat   int     `json:"seat"`   // who took the last one, -1 at the start
	Action int     `json:"action"` // which, by its number; -1 at the start
	Round  int     `json:"round"`  // in which it was taken
	Phase  int     `json:"phase"`
	Turn   int     `json:"turn"`   // turns count from 1: a seat's consecutive decisions in one phase; 0 at the start
	Forced bool    `json:"forced"` // it was the only legal one
	Events []Event `json:"events"` // of the decision and of all that followed by itself

	State rules.State `json:"-"`
}

// NewHistory walks a record. It tells what the record tells: that of a running
// game has nothing the table has not seen. The error is a *record.Fault with
// the action that breaks the rules.
func NewHistory(r *record.Record, b *board.Board) (*History, error) {
	if r.Board.SHA256 != b.SHA256 {
		return nil, fmt.Errorf("history: played on board %q, not on %q", r.Board.ID, b.ID)
	}
	if r.Chance.StartSeat < 0 || r.Chance.StartSeat >= len(r.Players) {
		return nil, &record.Fault{Rule: rules.SET6.String(), Why: fmt.Sprintf("start seat %d of %d", r.Chance.StartSeat, len(r.Players))}
	}
	w := walk{record: r, board: b}
	g := r.NewGame(b)
	w.noting = g.Noting(&w.facts)
	h := &History{Game: g, Codec: record.NewCodec(g)}
	s := w.noting.Start(r.Chance.StartSeat)
	if err := w.settle(&s, 0); err != nil {
		return nil, err
	}
	h.Steps = append(h.Steps, Moment{Seat: -1, Action: -1, Round: 1, Phase: 1, Events: Events(g, nil, w.facts), State: s})
	for n := range r.Actions {
		if err := h.step(&w, n); err != nil {
			return nil, err
		}
	}
	return h, nil
}

// step plays action n of the record.
func (h *History) step(w *walk, n int) error {
	last := &h.Steps[n]
	a, err := h.Codec.Decode(w.record.Actions[n])
	if err != nil {
		return &record.Fault{Action: n, Rule: "record", Why: err.Error()}
	}
	s := last.State
	m := Moment{N: n + 1, Seat: s.ToDecide(), Action: int(a), Round: s.Round(), Phase: int(s.Phase()), Turn: last.Turn,
		Forced: h.Game.Legal(&s).Len() == 1}
	if n == 0 || m.Seat != last.Seat || m.Round != last.Round || m.Phase != last.Phase {
		m.Turn++
	}
	w.facts = w.facts[:0]
	if err := w.noting.Apply(&s, a); err != nil {
		return &record.Fault{Action: n, Rule: err.(*rules.Refusal).Rule.String(), Why: err.Error()}
	}
	if err := w.settle(&s, n+1); err != nil {
		return err
	}
	m.Events = Events(h.Game, &Decided{&last.State, a}, w.facts)
	m.State = s
	h.Steps = append(h.Steps, m)
	return nil
}

// walk hands the outcomes of a record's chance to the rules.
type walk struct {
	record    *record.Record
	board     *board.Board
	noting    *rules.Game
	facts     []rules.Fact
	draws     int
	countries int
}

// settle plays what chance decides, as far as the record tells it.
func (w *walk) settle(s *rules.State, n int) error {
	c := &w.record.Chance
	for {
		var err error
		switch s.Decision() {
		case rules.DrawMarker:
			if w.draws == len(c.Draws) {
				return nil
			}
			err = w.noting.Draw(s, w.marker(c.Draws[w.draws]))
			w.draws++
		case rules.RevealCountry:
			if w.countries == len(c.Countries) || c.Countries[w.countries] == nil {
				return nil
			}
			err = w.noting.Reveal(s, w.column(*c.Countries[w.countries]))
			w.countries++
		default:
			return nil
		}
		if err != nil {
			return &record.Fault{Action: n, Rule: err.(*rules.Refusal).Rule.String(), Why: err.Error()}
		}
	}
}

// marker and column find the numbers of what a record names, -1 for none.
func (w *walk) marker(id string) int {
	for m := range w.board.Markers {
		if w.board.Markers[m].ID == id {
			return m
		}
	}
	return -1
}

func (w *walk) column(id string) int {
	for k, column := range w.board.Port.Columns {
		if column == id {
			return k
		}
	}
	return -1
}

// Len is the number of decisions.
func (h *History) Len() int { return len(h.Steps) - 1 }

// At is the position after n decisions; n is held within the game.
func (h *History) At(n int) Position { return Of(h.Game, h.state(n)) }

func (h *History) state(n int) *rules.State { return &h.Steps[min(max(n, 0), h.Len())].State }

// Rounds gives for each round begun the number of decisions taken before its
// first one, to step by rounds.
func (h *History) Rounds() []int {
	var out []int
	for i := range h.Steps {
		for len(out) < h.Steps[i].State.Round() {
			out = append(out, i)
		}
	}
	return out
}

// Turns gives the numbers of decisions after which turns end, to step by turns.
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
	N       int   `json:"n"`     // the moment
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
