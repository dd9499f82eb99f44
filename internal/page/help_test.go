package page

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"ruhr/board"
	"ruhr/internal/game"
	"ruhr/internal/require"
	"ruhr/lang"
	"ruhr/record"
	"ruhr/rules"
	"ruhr/spec"
	"ruhr/view"
)

// example is an example game with the facts of each step; facts[0] is of the
// start.
type example struct {
	*view.History
	facts [][]rules.Fact
}

var examples sync.Map

// exampleOf plays an example game of the specification, "2-seats-thrifty".
func exampleOf(t *testing.T, name string) *example {
	t.Helper()
	if e, ok := examples.Load(name); ok {
		return e.(*example)
	}
	data, err := spec.Examples.ReadFile("examples/" + name + ".json")
	require.NoError(t, err)
	rec, err := record.Read(data)
	require.NoError(t, err)
	b := board.Default()
	played, err := record.Referee(rec, b)
	require.NoError(t, err)
	h := view.NewHistory(played)
	e := &example{History: h, facts: factsOf(t, rec, h)}
	examples.Store(name, e)
	return e
}

// factsOf plays a record once more and listens.
func factsOf(t *testing.T, rec *record.Record, h *view.History) (out [][]rules.Fact) {
	t.Helper()
	var facts []rules.Fact
	g := h.Rules.WithFacts(&facts)
	b := g.Board()
	s := g.Start(rec.Chance.StartSeat)
	draws, countries := rec.Chance.Draws, rec.Chance.Countries
	for n := 0; ; n++ {
		for {
			var err error
			switch d := s.Decision(); {
			case d == rules.DrawMarker && len(draws) > 0:
				err = g.Draw(&s, slices.IndexFunc(b.Markers[:], func(m board.Marker) bool { return m.ID == draws[0] }))
				draws = draws[1:]
			case d == rules.RevealCountry && len(countries) > 0:
				err = g.Reveal(&s, slices.Index(b.Port.Columns[:], *countries[0]))
				countries = countries[1:]
			default:
				goto settled
			}
			require.NoError(t, err)
		}
	settled:
		out = append(out, slices.Clone(facts))
		facts = facts[:0]
		if n == h.Len() {
			return out
		}
		require.NoError(t, g.Apply(&s, h.Steps[n+1].Action))
	}
}

func in(language string) *Localizer { return NewLocalizer(lang.For(language)) }

var (
	fourNames  = []string{"Anna", "Bert", "Cleo", "Dora"}
	crossSigns = []int{3, 2, 1, 0} // seats with another seat's number as their sign
)

// context is an example game after n decisions, in English.
func (e *example) context(n int) *Context {
	seats := e.Rules.Seats()
	return NewContext(in("en"), e.At(n), fourNames[:seats], crossSigns[:seats])
}

// first is the first position of the game for which a test holds.
func (e *example) first(t *testing.T, what string, holds func(*view.Position) bool) int {
	t.Helper()
	for n := range e.Steps {
		if pos := e.At(n); holds(&pos) {
			return n
		}
	}
	t.Fatalf("the game has no position with %s", what)
	return 0
}

// snapshot is a table of persons at which the game stands after n decisions, as
// a viewer with these seats sees it. A decision is two log numbers.
func (e *example) snapshot(n int, own ...int) *game.Snapshot {
	s := &game.Snapshot{ID: "TABLE", N: int64(2 * n), Game: e.Rules, Codec: e.Codec, State: e.Steps[n].State,
		ToAct: -1, Turn: game.Turn{Seat: -1, Held: rules.None}, Asked: make([]int, e.Rules.Seats())}
	s.Over = s.State.Decision() == rules.Over
	if !s.Over && s.State.Decision() < rules.DrawMarker {
		s.ToAct = s.State.ToDecide()
	}
	for k := range e.Rules.Seats() {
		s.Seats = append(s.Seats, game.Seat{Kind: game.Person, Name: fourNames[k], Colour: game.Colours[crossSigns[k]]})
	}
	for i, m := range e.Steps[1 : n+1] {
		s.Steps = append(s.Steps, game.Step{Step: m, N: int64(2 * (i + 1)), Auto: m.Forced})
	}
	s.You = game.You{Seats: own, Seat: -1, TurnFrom: -1}
	if slices.Contains(own, s.ToAct) {
		s.You.Seat, s.You.Act = s.ToAct, true
	}
	return s
}

// upTo is the game's history after n decisions.
func (e *example) upTo(n int) *view.History {
	h := e.Clip(n)
	return &h
}

// shared is the part of a snapshot's page that all viewers share.
func (e *example) shared(language string, snap *game.Snapshot) *Shared {
	return NewShared(in(language), snap, e.upTo(len(snap.Steps)))
}

// page is a snapshot's page in English.
func (e *example) page(snap *game.Snapshot) *Table {
	return NewTable(e.shared("en", snap), snap, "KEY", Lessons{})
}

// plain is HTML without its tags.
func plain[S ~string](html S) string {
	var out strings.Builder
	tag := false
	for _, r := range html {
		switch {
		case r == '<':
			tag = true
		case r == '>':
			tag = false
		case !tag:
			out.WriteRune(r)
		}
	}
	return out.String()
}

func plainAll[S ~string](list []S) (out []string) {
	for _, h := range list {
		out = append(out, plain(h))
	}
	return out
}
