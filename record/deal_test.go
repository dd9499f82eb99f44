package record

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"ruhr/board"
	"ruhr/internal/require"
	"ruhr/rules"
)

// Deals are uniform: every seat starts, every marker lies on every obstacle and
// takes every place in the urn, and every country every place, equally often
// (SET-3, SET-4, SET-6, WATER-1). The generator is seeded, so the counts do not
// vary.
func TestNewDealIsEven(t *testing.T) {
	const deals = 4000
	g := rules.NewGame(board.Default(), 4, rules.Variant{})
	rng := rand.New(rand.NewPCG(1769, 1890))
	var seats [4]int
	var lying, urn [board.Markers][board.Markers]int
	var countries [8][board.Countries]int
	for range deals {
		d := NewDeal(g, rng.IntN)
		seats[d.StartSeat]++
		for place, m := range d.Obstacles {
			lying[place][m]++
		}
		for place, m := range d.Urn {
			urn[place][m]++
		}
		for place, c := range d.Countries {
			countries[place][c]++
		}
	}
	// near accepts a deviation of a third: with 200 expected, almost five
	// standard deviations.
	near := func(what string, got, part, whole int) {
		if want := deals * part / whole; got < want*2/3 || got > want*4/3 {
			t.Errorf("%s: %d times in %d, expected about %d", what, got, deals, want)
		}
	}
	for _, n := range seats {
		near("a seat starts", n, 1, 4)
	}
	for place := range board.Markers {
		for m := range board.Markers {
			near("a marker at a place of the urn", urn[place][m], 1, board.Markers)
			if place < board.Obstacles {
				near("a marker on an obstacle", lying[place][m], 1, board.Markers)
			}
		}
	}
	for place := range countries {
		for c, n := range countries[place] {
			near("a country at a place", n, g.Board().CountryMarkers[c], 8)
		}
	}
}

// The marker of every built lock, including the last, is in the bag until it is
// drawn; markers on the river are not (SET-9, WATER-1).
func TestBagHasTheMarkersOfBuiltLocks(t *testing.T) {
	g := rules.NewGame(board.Default(), 4, rules.Variant{})
	back, lay := [board.Obstacles]int{}, [board.Obstacles]int{}
	for seed := range uint64(60) {
		d, played, _ := randomGame(g, seed)
		s := d.Start(g)
		for _, a := range played {
			in := bag(&s, &d.Obstacles)
			for k, m := range d.Obstacles {
				switch built, unseen := s.LockBuilder(k) >= 0, s.Unseen()>>m&1 != 0; {
				case in>>m&1 != 0 != (built && unseen):
					t.Fatalf("seed %d, round %d: lock %d built %v, its marker unseen %v, in the bag %v", seed, s.Round(), k, built, unseen, in>>m&1 != 0)
				case built && unseen:
					back[k]++
				case unseen:
					lay[k]++
				}
			}
			require.NoError(t, d.Apply(g, &s, a))
		}
	}
	for k := range back {
		if back[k] == 0 || lay[k] == 0 {
			t.Errorf("lock %d: %d positions with its marker in the bag, %d with it on the river", k, back[k], lay[k])
		}
	}
}

// Shuffling requests only numbers that can vary, so that seeded tables keep
// their deals.
func TestNewDealAsksForNumbersThatVary(t *testing.T) {
	g := rules.NewGame(board.Default(), 3, rules.Variant{})
	NewDeal(g, func(n int) int {
		require.True(t, n >= 2, "asked for a number below %d", n)
		return n - 1
	})
}

// A stored deal has each marker of its table once (SET-3, SET-4, SET-6).
func TestReadDeal(t *testing.T) {
	calm := rules.Variant{CalmWater: true}
	all := func(n int) (list []int) {
		for m := range n {
			list = append(list, m)
		}
		return list
	}
	const misfit = "not the markers of this table"
	for _, c := range []struct {
		name    string
		variant rules.Variant
		change  func(d *Deal)
		wrong   string // empty for a valid deal
	}{
		{"as it was dealt", rules.Variant{}, func(*Deal) {}, ""},
		{"SET-6: last seat", rules.Variant{}, func(d *Deal) { d.StartSeat = 2 }, ""},
		{"SET-6: no such seat", rules.Variant{}, func(d *Deal) { d.StartSeat = 3 }, misfit},
		{"SET-6: negative seat", rules.Variant{}, func(d *Deal) { d.StartSeat = -1 }, misfit},
		{"a negative marker", rules.Variant{}, func(d *Deal) { d.Urn[3] = -1 }, "marker -1, expected 0 to 19"},
		{"a marker too many", rules.Variant{}, func(d *Deal) { d.Obstacles[3] = 20 }, "marker 20, expected 0 to 19"},
		{"a marker twice in the urn", rules.Variant{}, func(d *Deal) { d.Urn[0] = d.Urn[1] }, misfit},
		{"an urn too long", rules.Variant{}, func(d *Deal) { d.Urn = append(d.Urn, 0) }, misfit},
		{"SET-4: an obstacle twice", rules.Variant{}, func(d *Deal) { d.Obstacles[0] = d.Obstacles[1] }, misfit},
		{"SET-4: calm water", calm, func(d *Deal) { d.Urn = all(18) }, ""},
		{"SET-4: a starred marker in calm water's urn", calm, func(*Deal) {}, misfit},
		{"SET-4: a starred obstacle in calm water", calm, func(d *Deal) { d.Urn, d.Obstacles[0] = all(18), 19 }, misfit},
		{"SET-3: a negative country", rules.Variant{}, func(d *Deal) { d.Countries[0] = -1 }, "country -1, expected 0 to 2"},
		{"SET-3: no such country", rules.Variant{}, func(d *Deal) { d.Countries[0] = 3 }, "country 3, expected 0 to 2"},
		{"SET-3: a country too often", rules.Variant{}, func(d *Deal) { d.Countries[0] = d.Countries[7] }, misfit},
	} {
		g := rules.NewGame(board.Default(), 3, c.variant)
		d := Deal{Obstacles: [board.Obstacles]int(all(board.Obstacles)), Urn: all(board.Markers), Countries: [8]int{0, 0, 1, 1, 1, 2, 2, 2}}
		c.change(&d)
		data, err := json.Marshal(d)
		require.NoError(t, err)
		back, err := ReadDeal(g, data)
		switch {
		case c.wrong != "" && (err == nil || !strings.Contains(err.Error(), c.wrong)):
			t.Errorf("%s: error %v, expected one with %q", c.name, err, c.wrong)
		case c.wrong == "" && (err != nil || !slices.Equal(back.Urn, d.Urn) || back.Obstacles != d.Obstacles ||
			back.Countries != d.Countries || back.StartSeat != d.StartSeat):
			t.Errorf("%s: %+v (%v), expected %+v", c.name, back, err, d)
		}
	}
	if _, err := ReadDeal(rules.NewGame(board.Default(), 3, rules.Variant{}), []byte("{")); err == nil || !strings.HasPrefix(err.Error(), "deal: unexpected end") {
		t.Errorf("half a deal: error %v", err)
	}
}

// A step states who decided, when, whether there was a choice, and whether
// something was revealed.
func TestStep(t *testing.T) {
	g := rules.NewGame(board.Default(), 3, rules.Variant{})
	d, played, _ := randomGame(g, 5)
	stepper := NewStepper(g, &d)
	beginning, err := stepper.Start(d.StartSeat)
	require.NoError(t, err)
	s := beginning.State
	forced := 0
	for _, a := range played {
		_, only := g.Forced(&s)
		step, err := stepper.Step(&s, a)
		require.NoError(t, err)
		if step.Seat != s.ToDecide() || step.Round != s.Round() || step.Forced != only {
			t.Fatalf("step %+v, expected seat %d, round %d, forced %v", step, s.ToDecide(), s.Round(), only)
		}
		revealed := step.State.Unseen() != s.Unseen() || step.State.HiddenCountries() != s.HiddenCountries() || step.State.Decision() == rules.Over
		require.Must(t, step.Reveals() == revealed, "step %+v reveals something: %v, expected %v", step, step.Reveals(), revealed)
		if only {
			forced++
		}
		s = step.State
	}
	require.True(t, forced != 0 && forced != len(played), "%d of %d decisions were forced", forced, len(played))
}

// Each outcome of chance has the position that asked for it, between the decision
// and what followed.
func TestOutcomes(t *testing.T) {
	g := rules.NewGame(board.Default(), 4, rules.Variant{})
	d, actions, _ := randomGame(g, 7)
	played, err := Play(g, &d, actions)
	require.NoError(t, err)
	s, drawn := g.Start(d.StartSeat), 0
	for n, step := range played.Steps {
		if n > 0 {
			require.NoError(t, g.Apply(&s, step.Action))
		}
		for _, o := range step.Chance {
			require.Must(t, o.Before == s, "step %d: chance decided at another position", n)
			draw, first := g.Draw, rules.FMarker
			if s.Decision() == rules.RevealCountry {
				draw, first = g.Reveal, rules.FCountry
			}
			if f := step.Facts[o.Fact]; f.Kind != first || int(f.A) != o.Number {
				t.Fatalf("step %d: the first fact of outcome %d is %+v", n, o.Number, f)
			}
			require.NoError(t, draw(&s, o.Number))
			drawn++
		}
		require.Must(t, step.State == s, "step %d ends at another position", n)
	}
	require.Equal(t, drawn, 11+8, "outcomes in a whole game")
}

// Under the deal of a finished game's record the same decisions lead to the same
// game, and what it has not shown is a deal like any other.
func TestDealOf(t *testing.T) {
	b := board.Default()
	for _, f := range fixtures {
		r := fixture(t, f.name)
		g, codec := r.NewGame(b), NewCodec(r.NewGame(b))
		for seed := range uint64(3) {
			rng := rand.New(rand.NewPCG(seed, 1))
			d, err := refereed(t, r).Deal(rng.IntN)
			if err != nil {
				t.Fatal(f.name, err)
			}
			data, err := json.Marshal(d)
			require.NoError(t, err)
			require.Fails(t, nil, "%s", f.name)(ReadDeal(g, data))
			s := d.Start(g)
			for _, do := range r.Actions {
				a, err := codec.Decode(do)
				require.NoError(t, err)
				require.ErrorIs(t, d.Apply(g, &s, a), nil, "%s", f.name)
			}
			if got := ResultOf(g, g.Result(&s)); !slices.Equal(got.VP, r.Result.VP) {
				t.Errorf("%s ends with %v, the record with %v", f.name, got.VP, r.Result.VP)
			}
		}
	}
	unknown := *fixture(t, fixtures[0].name)
	unknown.Chance.Obstacles, unknown.Chance.Entered = nil, true
	if _, err := refereed(t, &unknown).Deal(rand.IntN); err == nil || !strings.Contains(err.Error(), "SET-4") {
		t.Errorf("the deal of a game whose obstacles nobody knows: %v", err)
	}
}

// A running game goes on under a deal that fits what it has shown; what is hidden may lie
// anywhere.
func TestDealOfARunningGame(t *testing.T) {
	b := board.Default()
	for _, f := range fixtures {
		whole := fixture(t, f.name)
		lay := map[int]bool{} // that lay under the first obstacle
		for n := range len(whole.Actions) {
			played := refereed(t, whole)
			played.Steps, played.Obstacles = played.Steps[:n+1], nil
			rng := rand.New(rand.NewPCG(uint64(n), 2))
			d, err := played.Deal(rng.IntN)
			require.NoError(t, err)
			data, _ := json.Marshal(d)
			if _, err := ReadDeal(played.Rules, data); err != nil {
				t.Fatalf("%s after %d: %v", f.name, n, err)
			}
			lay[d.Obstacles[0]] = true
			s := d.Start(played.Rules)
			for _, step := range played.Steps[1:] {
				require.ErrorIs(t, d.Apply(played.Rules, &s, step.Action), nil, "%s after %d", f.name, n)
			}
			require.Must(t, s == *played.After(n), "%s after %d: another position", f.name, n)
		}
		require.True(t, len(lay) >= 6, "%s: under the first obstacle lay %v", f.name, lay)
	}
	entered := *refereed(t, fixture(t, fixtures[0].name))
	entered.Steps, entered.Obstacles, entered.Entered = entered.Steps[:3], nil, true
	if _, err := entered.Deal(rand.IntN); err == nil {
		t.Errorf("the deal of a running game beside the box %v", b.ID)
	}
}
