package bot

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"ruhr/board"
	"ruhr/bot/analysis"
	"ruhr/bot/bottest"
	"ruhr/bot/policy"
	"ruhr/internal/require"
	"ruhr/record"
	"ruhr/rules"
)

// budgets keep the tests short.
func quickly(name string) Seat {
	b, err := New(name)
	if err != nil {
		panic(err)
	}
	s := Seat{Bot: b}
	if Playouts(name, 2) > 0 {
		s.Budget.Playouts = 12
	}
	return s
}

func TestNames(t *testing.T) {
	for _, name := range append(Names(), Levels()...) {
		require.Succeeds(t)(New(name))
	}
	if _, err := New("kaiser"); err == nil {
		t.Error("a computer player that does not exist was made")
	}
}

// Every computer player plays whole games of two, three and four seats, and
// every action it takes is legal: Apply refuses any other, and Play returns
// the refusal.
func TestWholeGames(t *testing.T) {
	for seats := 2; seats <= 4; seats++ {
		for _, variant := range []rules.Variant{{}, {CalmWater: true, EveryShip: true}} {
			g := rules.NewGame(board.Default(), seats, variant)
			for _, name := range Names() {
				table := make([]Seat, seats)
				for i := range table {
					table[i] = quickly("heuristic")
				}
				table[0] = quickly(name)
				d := NewDeal(g, uint64(seats))
				s, err := Play(t.Context(), g, table, &d, 3, nil)
				require.True(t, err == nil && s.Decision() == rules.Over, "%s at %d seats: %v", name, seats, err)
			}
		}
	}
}

// Hidden faces do not influence choices: two deals that differ only in hidden
// faces lead to the same game until one of those is revealed (SET-9).
func TestHiddenFacesChangeNothing(t *testing.T) {
	g := rules.NewGame(board.Default(), 4, rules.Variant{})
	for _, name := range Names() {
		d := NewDeal(g, 11)
		other := d
		for k := range other.Obstacles { // the same 14 markers in other places
			other.Obstacles[k] = d.Obstacles[(k+5)%len(d.Obstacles)]
		}
		for k := range other.Countries { // all faces but the first two
			if k >= 2 {
				other.Countries[k] = d.Countries[len(d.Countries)+1-k]
			}
		}
		play := func(d *record.Deal) (played []rules.Action) {
			table := []Seat{quickly(name), quickly("schiffer"), quickly("schiffer"), quickly("schiffer")}
			ctx, stop := context.WithCancel(t.Context())
			s := d.Start(g)
			rng := rand.New(rand.NewPCG(1, 2))
			for s.Round() < 3 {
				a := table[s.ToDecide()].Bot.Choose(ctx, g, &s, table[s.ToDecide()].Budget, rng).Action
				played = append(played, a)
				require.NoError(t, d.Apply(g, &s, a))
			}
			stop()
			return played
		}
		a, b := play(&d), play(&other)
		require.Must(t, len(a) == len(b), "%s: %d and %d actions", name, len(a), len(b))
		for i := range a {
			require.Must(t, a[i] == b[i], "%s: action %d differs", name, i)
		}
	}
}

// Thinking ends at once with the context, and still gives a legal action.
func TestStops(t *testing.T) {
	g := rules.NewGame(board.Default(), 4, rules.Variant{})
	positions := bottest.Positions(t, g, 4, 9)
	ended, stop := context.WithCancel(t.Context())
	stop()
	for _, name := range Names() {
		b, _ := New(name)
		for _, s := range positions {
			th := b.Choose(ended, g, &s, Budget{Playouts: 1 << 30}, rand.New(rand.NewPCG(1, 1)))
			require.Must(t, g.Legal(&s).Has(th.Action), "%s gave an action that is not legal", name)
		}
	}
	running, stop := context.WithCancel(t.Context())
	b, _ := New("bergrat")
	thought := make(chan Thought)
	go func() {
		thought <- b.Choose(running, g, &positions[0], Budget{Time: time.Hour}, rand.New(rand.NewPCG(1, 1)))
	}()
	stop()
	if th := <-thought; !g.Legal(&positions[0]).Has(th.Action) {
		t.Error("no legal action")
	}
}

// A choice does not depend on the thinking in an earlier game.
func TestForgets(t *testing.T) {
	b, _ := New("reeder")
	g := rules.NewGame(board.Default(), 2, rules.Variant{})
	seats := []Seat{{b, Budget{Playouts: 10}}, quickly("schiffer")}
	d := NewDeal(g, 8)
	first, err := Play(t.Context(), g, seats, &d, 1, nil)
	require.NoError(t, err)
	other := NewDeal(g, 9)
	if _, err = Play(t.Context(), g, seats, &other, 2, nil); err != nil {
		t.Fatal(err)
	}
	again, err := Play(t.Context(), g, seats, &d, 1, nil)
	if err != nil || first != again {
		t.Error("the same game was played differently the second time", err)
	}
}

// Hints are legal and sorted by their figures, with those tried too rarely to
// compare at the end, and shares and VP are in range.
func TestHint(t *testing.T) {
	g := rules.NewGame(board.Default(), 3, rules.Variant{})
	for _, s := range bottest.Positions(t, g, 2, 17) {
		list := Hint(t.Context(), g, &s, Budget{Playouts: 60}, nil).Candidates
		require.Must(t, len(list) != 0, "no hint")
		for i, c := range list {
			require.Must(t, g.Legal(&s).Has(c.Action), "not legal")
			if i > 0 && !inOrder(&list[i-1], &c, s.ToDecide()) {
				t.Fatalf("%+v before %+v", list[i-1], c)
			}
			sum := 0.0
			for who := range g.Seats() {
				sum += c.Win[who]
				if c.Low[who] > c.VP[who] || c.VP[who] > c.High[who] {
					t.Fatalf("%v is not between %v and %v", c.VP[who], c.Low[who], c.High[who])
				}
				if s.Round() < policy.Rounds && c.High[who]-c.Low[who] < 1 {
					t.Fatalf("%d playouts in round %d, and it is sure of %v to %v", c.Playouts, s.Round(), c.Low[who], c.High[who])
				}
			}
			if sum < 0.998 || sum > 1.001 { // a share is cut to whole parts
				t.Fatalf("win shares add up to %v", sum)
			}
		}
	}
}

func inOrder(a, b *analysis.Candidate, who int) bool {
	switch {
	case a.Rare != b.Rare:
		return b.Rare
	case a.Rare:
		return a.Playouts >= b.Playouts
	}
	win, less := math.Round(100*a.Win[who]), math.Round(100*b.Win[who])
	return win > less || win == less && a.VP[who] >= b.VP[who]
}

// A pilot who costs nothing only adds to where a barge can go, so advice never
// puts no option above him (START-5, SAIL-1).
func TestFreePilotIsNoWorse(t *testing.T) {
	asked := 0
	for seats := 2; seats <= 4; seats++ {
		g := rules.NewGame(board.Default(), seats, rules.Variant{})
		for seed := range uint64(3) {
			for _, s := range bottest.Positions(t, g, seed+1, 1) {
				legal := g.Legal(&s)
				const none, pilot = rules.AOption + rules.Action(rules.NoOption), rules.AOption + rules.Action(rules.Pilot)
				if s.Decision() != rules.ChooseOption || !legal.Has(none) || !legal.Has(pilot) {
					continue
				}
				asked++
				place := map[rules.Action]int{}
				list := Hint(t.Context(), g, &s, Budget{Playouts: 40}, nil).Candidates
				for i, c := range list {
					place[c.Action] = 1 + i
				}
				if n, p := place[none], place[pilot]; n > 0 && (p == 0 || n < p) {
					t.Errorf("%d seats, round %d: the pilot is number %d, no option number %d", seats, s.Round(), p, place[none])
				}
			}
		}
	}
	require.True(t, asked >= 40, "asked %d times", asked)
}
