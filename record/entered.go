package record

import (
	"errors"
	"slices"

	"ruhr/board"
	"ruhr/rules"
)

// errUnknown: what chance decided is not known to the program yet.
var errUnknown = errors.New("record: chance has not been entered")

// Unknown is the chance of a game of which the program has no deal: people say what
// they draw ([Stepper.Enter]). A step ends where an outcome is missing.
type Unknown struct{}

// Marker implements [rules.Chance].
func (Unknown) Marker(*rules.State) (int, error) { return 0, errUnknown }

// Country implements [rules.Chance].
func (Unknown) Country(*rules.State) (int, error) { return 0, errUnknown }

// entered is a single outcome, and nothing after it.
type entered struct {
	number int
	used   bool
}

func (e *entered) next() (int, error) {
	if e.used {
		return 0, errUnknown
	}
	e.used = true
	return e.number, nil
}

// Marker implements [rules.Chance].
func (e *entered) Marker(*rules.State) (int, error) { return e.next() }

// Country implements [rules.Chance].
func (e *entered) Country(*rules.State) (int, error) { return e.next() }

// Enter carries on a step that ended at a missing outcome, up to the next one. An
// impossible outcome is refused with a *rules.Refusal and no step.
func (p *Stepper) Enter(s *Step, number int) (*Step, error) {
	next := *s
	p.facts, p.outcomes = append(p.facts[:0], s.Facts...), append(p.outcomes[:0], s.Chance...)
	source := p.chance
	defer func() { p.chance = source }()
	p.chance = &entered{number: number}
	if err := p.settleOn(&next); err != nil {
		return nil, err
	}
	return &next, nil
}

// Before is the step as it was before chance decided for the k-th time in it, counted
// from 0.
func (s *Step) Before(k int) *Step {
	out, o := *s, s.Chance[k]
	out.State, out.Facts, out.Chance = o.Before, slices.Clip(s.Facts[:o.Fact]), slices.Clip(s.Chance[:k])
	return &out
}

// Waits reports whether a position waits for what chance decides.
func Waits(s *rules.State) bool {
	return s.Decision() == rules.DrawMarker || s.Decision() == rules.RevealCountry
}

// Face is what can be drawn, as people see it: markers alike have one face.
type Face struct {
	ID     string // of the first marker of the kind, or the country
	Number int    // of an unseen marker with it, or the port column
	Left   int    // how many are unseen; 0 for none
}

// Faces lists what can be drawn where a position waits for it, with the faces that
// have all been seen. Empty elsewhere.
func Faces(g *rules.Game, s *rules.State) (out []Face) {
	b := g.Board()
	switch s.Decision() {
	case rules.RevealCountry:
		for c, id := range b.Port.Columns {
			if b.CountryMarkers[c] > 0 {
				out = append(out, Face{id, c, s.HiddenOf(c)})
			}
		}
	case rules.DrawMarker:
		markers, _ := Components(g)
		for _, m := range markers {
			id := b.Markers[firstAlike(b, markers, m)].ID
			k := slices.IndexFunc(out, func(f Face) bool { return f.ID == id })
			if k < 0 {
				k = len(out)
				out = append(out, Face{id, m, 0})
			}
			if s.Unseen()>>m&1 != 0 {
				if out[k].Left == 0 {
					out[k].Number = m
				}
				out[k].Left++
			}
		}
	}
	return out
}

// firstAlike is the first of the markers of a game with the face of one of them.
func firstAlike(b *board.Board, markers []int, m int) int {
	one := &b.Markers[m]
	return markers[slices.IndexFunc(markers, func(k int) bool {
		other := &b.Markers[k]
		return one.Effect == other.Effect && one.Demand == other.Demand && one.Coal == other.Coal && one.High == other.High
	})]
}

// FaceOf is the face of what chance decided, "" for a correction.
func FaceOf(g *rules.Game, o Outcome) string {
	if o.Set != nil {
		return ""
	}
	if o.Before.Decision() == rules.RevealCountry {
		return g.Board().Port.Columns[o.Number]
	}
	markers, _ := Components(g)
	return g.Board().Markers[firstAlike(g.Board(), markers, o.Number)].ID
}
