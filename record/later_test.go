package record

import (
	"errors"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"ruhr/board"
	"ruhr/internal/require"
	"ruhr/rules"
)

// anyStep plays a decision or an outcome at random.
func anyStep(t *testing.T, g *rules.Game, s *rules.State, r *rand.Rand) {
	t.Helper()
	var err error
	switch s.Decision() {
	case rules.DrawMarker, rules.RevealCountry:
		left := []Face{}
		for _, f := range Faces(g, s) {
			if f.Left > 0 {
				left = append(left, f)
			}
		}
		draw := g.Draw
		if s.Decision() == rules.RevealCountry {
			draw = g.Reveal
		}
		err = draw(s, left[r.IntN(len(left))].Number)
	default:
		legal := g.Legal(s)
		err = g.Apply(s, legal.Nth(r.IntN(legal.Len())))
	}
	require.NoError(t, err)
}

// laterRounds are the positions of random games before the events of later rounds, but that
// what those events do has been done already.
func laterRounds(t *testing.T, games int, do func(g *rules.Game, r *rand.Rand, p rules.Position)) {
	b := board.Default()
	for n := range games {
		r := rand.New(rand.NewPCG(38, uint64(n)))
		g := rules.NewGame(b, 2+n%3, rules.Variant{CalmWater: n%7 == 0})
		s := g.Start(r.IntN(g.Seats()))
		for round := 1; s.Decision() != rules.Over; anyStep(t, g, &s, r) {
			if s.Round() == round {
				continue
			}
			round = s.Round()
			p := g.Layout(&s)
			p.Phase, p.Turn, p.Order, p.Country = rules.Event, 0, nil, -1
			do(g, r, p)
		}
	}
}

// ofAll are the values of all that can be corrected before a game.
func ofAll(g *rules.Game, p rules.Position) Correction {
	c := Correction{}
	for _, f := range fields(g, &p, true) {
		c[f.Key] = f.Value
	}
	return c
}

// Any position before a later round can be entered when a game begins.
func TestGameFromALaterRound(t *testing.T) {
	entered := 0
	laterRounds(t, 150, func(g *rules.Game, r *rand.Rand, p rules.Position) {
		opening := g.Start(r.IntN(g.Seats()))
		got, err := ofAll(g, p).apply(g, &opening)
		require.ErrorIs(t, err, nil, "round %d", p.Round)
		alike := p // of markers alike, the first ones are left
		for _, f := range fields(g, &alike, true) {
			if f.Kind == "marker" {
				f.set(f.Value)
			}
		}
		alike.Export--
		if want, err := g.Set(alike); err != nil || got != want {
			t.Fatalf("round %d: %v\n%+v\n%+v", p.Round, err, g.Layout(&got), g.Layout(&want))
		}
		if _, again := said(g, &got)["round"]; again || opens(&got) {
			t.Fatalf("a game that has been carried on to round %d can be begun once more", p.Round)
		}
		entered++
	})
	require.True(t, entered >= 1000, "%d positions were entered", entered)
}

// Of what people enter wrong, nothing is half applied, and with the rest a game can be
// played to its end.
func TestWrongLaterRounds(t *testing.T) {
	refused, played := 0, 0
	laterRounds(t, 60, func(g *rules.Game, r *rand.Rand, p rules.Position) {
		opening := g.Start(0)
		list := Fields(g, &opening)
		c := ofAll(g, p)
		for range 1 + r.IntN(3) {
			f := list[r.IntN(len(list))]
			c[f.Key] = r.IntN(f.Most + 2)
		}
		s, err := c.apply(g, &opening)
		if err != nil {
			if refused++; s != opening {
				t.Fatalf("%v, and the position is another one", err)
			}
			return
		}
		for played++; s.Decision() != rules.Over; {
			anyStep(t, g, &s, r)
		}
	})
	require.True(t, refused >= 50 && played >= 200, "%d were refused, %d played", refused, played)
}

// Where the bag was once empty, more markers are unseen than rounds were played.
func TestLaterRoundAfterAnEmptyBag(t *testing.T) {
	b := board.Default()
	g := rules.NewGame(b, 2, rules.Variant{CalmWater: true})
	opening := g.Start(0)
	c := Correction{"round": 7, "hidden.belgium": 1, "barge.0": b.At.Sell[0] + 1, "barge.1": b.At.Sell[1] + 1, "years.0": 4, "years.1": 4}
	drawn := 4
	for _, f := range Fields(g, &opening) {
		switch {
		case f.Kind == "marker" && drawn > 0:
			n := min(drawn, f.Value)
			c[f.Key], drawn = f.Value-n, drawn-n
		case f.Kind == "hidden":
			c[f.Key] = min(f.Value, 2) // 5 of 8
		}
	}
	c["hidden.rhineland"] = 1
	s, err := c.apply(g, &opening)
	require.Must(t, err == nil && s.Round() == 7 && s.Bag() == 0, "round %d, %d in the bag: %v", s.Round(), s.Bag(), err)
	c["years.1"] = 5 // the warehouse of round 6 has come long ago
	_, err = c.apply(g, &opening)
	if m, ok := errors.AsType[*Misplaced](err); !ok || m.What != "amount" || m.Key != "years.1" || m.By() != rules.EVENTW {
		t.Errorf("warehouses of rounds past are on the timeline: %v", err)
	}
	c["years.1"] = 4
	list := Fields(g, &opening)
	last := list[slices.IndexFunc(list, func(f Field) bool { _, set := c[f.Key]; return f.Kind == "marker" && !set })]
	c[last.Key] = last.Value - 1 // for one of the obstacles there is no marker
	noMarker := func(s rules.State, set Correction) {
		_, err := set.apply(g, &s)
		if m, ok := errors.AsType[*Misplaced](err); !ok || m.What != "obstacles" || m.By() != rules.SET4 {
			t.Errorf("round %d, %v: %v", s.Round(), set, err)
		}
	}
	noMarker(opening, c)
	c["lock.lock-horst"] = 1
	s, err = c.apply(g, &opening)
	require.NoError(t, err)
	noMarker(s, Correction{"lock.lock-horst": 0})
}

// Before round 1, too, no die lies where the transport track has no box.
func TestTrackOfRound1(t *testing.T) {
	b := board.Default()
	g := rules.NewGame(b, 2, rules.Variant{})
	opening := g.Start(0)
	c := Correction{"track.white.1": 1}
	for _, at := range b.At.Storage {
		c["die."+b.River[at].ID] = 0
	}
	_, err := c.apply(g, &opening)
	if m, ok := errors.AsType[*Misplaced](err); !ok || m.What != "track" {
		t.Error(err)
	}
}

// What cannot lie on the table before a later round is refused for what is wrong.
func TestMisplaced(t *testing.T) {
	b := board.Default()
	var g *rules.Game
	var good Correction
	laterRounds(t, 1, func(in *rules.Game, _ *rand.Rand, p rules.Position) {
		if p.Round == 5 {
			g, good = in, ofAll(in, p)
		}
	})
	opening := g.Start(0)
	markers, _ := Components(g)
	for _, c := range []struct {
		set  Correction
		what string
		want int
		by   rules.Rule
	}{
		{Correction{"round": 0}, "amount", 0, rules.NoRule},
		{Correction{"round": 13}, "amount", 0, rules.NoRule},
		{Correction{"round": 1}, "barges", 0, rules.ORDER2},
		{Correction{"barge.1": 0}, "barges", 0, rules.SAIL1},
		{Correction{"barge.0": b.At.Storage[0] + 1}, "barges", 0, rules.SAIL1},
		{Correction{"round": 4}, "unseen", len(markers) - 3, rules.WATER1},
		{Correction{"hidden.belgium": 0, "hidden.netherlands": 0}, "hidden", 7, rules.SET3},
		{Correction{"track.black.5": 1, "track.black.4": 0, "track.black.3": 0}, "track", 0, rules.TRACK1},
		{Correction{"lock.lock-horst": 0, "progress.0.inn": 1, "progress.1.inn": 2}, "markers", 0, rules.SET7},
		{Correction{"port.belgium.1": 1, "port.belgium.2": 1}, "houses", 0, rules.BUY4},
	} {
		set := Correction{}
		maps.Copy(set, good)
		maps.Copy(set, c.set)
		_, err := set.apply(g, &opening)
		if m, ok := errors.AsType[*Misplaced](err); !ok || m.What != c.what || m.Want != c.want || m.By() != c.by {
			t.Errorf("%v: %v by %s", c.set, err, m.By())
		}
	}
}
