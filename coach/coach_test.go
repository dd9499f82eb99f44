package coach

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"os"
	"path/filepath"
	"testing"

	"ruhr/bot"
	"ruhr/bot/analysis"
	"ruhr/bot/bottest"
	"ruhr/record"
	"ruhr/rules"
)

// guess is an analyst that rates seats by what they have and by what is still hidden,
// and actions by what they lead to at once. What it says quickly, thoroughly and of a single action differs.
type guess struct {
	g     *rules.Game
	asked int
	fails int // the question it fails at, 0 for none
}

var errBroken = errors.New("broken")

func (a *guess) of(s *rules.State, action rules.Action, bias float64) analysis.Candidate {
	next, c, sum := *s, analysis.Candidate{Action: action, Playouts: 1}, 0.0
	a.g.Play(&next, action)
	for k := range a.g.Seats() {
		c.Win[k] = 5 + bias*float64(k) + float64(next.VP(k)) + float64(next.Thaler(k))/3 +
			float64(next.Unseen()>>(4*k)&15)/8 + float64(next.HiddenOf(k%3))/4
		sum += c.Win[k]
	}
	for k := range c.Win {
		c.Win[k] /= sum
	}
	return c
}

func (a *guess) Position(_ context.Context, s *rules.State, quick bool) (out analysis.Analysis, err error) {
	if a.asked++; a.asked == a.fails {
		return out, errBroken
	}
	bias := 0.25
	if quick {
		bias = 0.5
	}
	best := 0.0
	for _, action := range a.g.Legal(s).Append(nil) {
		if c := a.of(s, action, bias); c.Win[s.ToDecide()] > best {
			best = c.Win[s.ToDecide()]
			out.Candidates = append([]analysis.Candidate{c}, out.Candidates...)
		}
	}
	return out, nil
}

func (a *guess) Value(_ context.Context, s *rules.State, action rules.Action) (analysis.Candidate, error) {
	if a.asked++; a.asked == a.fails {
		return analysis.Candidate{}, errBroken
	}
	return a.of(s, action, 0), nil
}

// recorded are the recorded games.
func recorded(t *testing.T) (out []*record.Game) {
	t.Helper()
	files, err := filepath.Glob("../record/testdata/*-seats-*.json")
	if err != nil || len(files) < 6 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		r, err := record.Read(data)
		if err != nil {
			t.Fatal(err)
		}
		g, err := record.Referee(r, bottest.DefaultBoard(t))
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, g)
	}
	return out
}

func total(s Shares) (sum int) {
	for _, x := range s {
		sum += x
	}
	return sum
}

// In recorded games a seat's result is exactly the sum of what it came from, every
// share is a part of one win.
func TestAccountsAddUp(t *testing.T) {
	for n, g := range recorded(t) {
		review, err := Of(t.Context(), g, &guess{g: g.Rules})
		if err != nil {
			t.Fatal(err)
		}
		won := 0
		for k, a := range review.Seats {
			if sum := a.Fair + a.Start + a.Draws + a.Own + a.Others + a.Unforeseen; sum != a.Won {
				t.Errorf("game %d, seat %d: %+v adds up to %d", n, k, a, sum)
			}
			if a.Draws == 0 || a.Own == 0 || a.Others == 0 || a.Unforeseen == 0 {
				t.Errorf("game %d, seat %d: %+v", n, k, a)
			}
			won += a.Won
		}
		if won != Whole || total(review.Start) != Whole {
			t.Errorf("game %d: all won %d, and began with %d", n, won, total(review.Start))
		}
		chance, choices := 0, 0
		for _, s := range review.Steps {
			if total(s.Expected) != Whole || total(s.Came) != Whole {
				t.Errorf("game %d: %+v", n, s)
			}
			if s.Seat < 0 {
				chance++
			} else {
				choices++
			}
		}
		for _, s := range g.Steps[1:] {
			chance -= len(s.Chance)
			if !s.Forced {
				choices--
			}
		}
		if chance != 0 || choices != 0 {
			t.Errorf("game %d: %d outcomes of chance and %d choices too many", n, chance, choices)
		}
	}
}

// Two reviews of a game are equal; the analyst's error ends one wherever it comes.
func TestReviewRepeats(t *testing.T) {
	g := recorded(t)[0]
	by := &guess{g: g.Rules}
	one, err := Of(t.Context(), g, by)
	if err != nil {
		t.Fatal(err)
	}
	two, _ := Of(t.Context(), g, &guess{g: g.Rules})
	if len(one.Steps) != len(two.Steps) || one.Start != two.Start {
		t.Fatal("two reviews differ")
	}
	for i := range one.Steps {
		if one.Steps[i] != two.Steps[i] {
			t.Errorf("step %d: %+v and %+v", i, one.Steps[i], two.Steps[i])
		}
	}
	all := by.asked
	for n := 1; n <= all; n += all/20 + 1 {
		by := &guess{g: g.Rules, fails: n}
		if _, err := Of(t.Context(), g, by); err != errBroken || by.asked != n {
			t.Errorf("failed at question %d of %d: %v after %d", n, all, err, by.asked)
		}
	}
}

// The version says how reviews are made: if this fails, raise Version, or stored
// reviews will contradict new ones.
func TestVersion(t *testing.T) {
	const version, want = 1, "5780154bd1cfb109"
	h := new(bottest.Hash)
	for _, g := range recorded(t)[:2] {
		r, err := Of(t.Context(), g, bot.NewAnalyst(g.Rules, 40))
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range r.Steps {
			h.Add(s.Decision, s.Seat, int(s.Best), s.Expected[0], s.Expected[1], s.Came[0], s.Came[1])
		}
	}
	if got := fmt.Sprintf("%016x", uint64(*h)); got != want || version != Version {
		t.Errorf("reviews of version %d are %s, those of version %d were %s", Version, got, version, want)
	}
}

// Draws are fair: what an outcome of chance changes is nothing on average over all
// outcomes, each as often as there are markers for it (WATER-1, EVENT-4).
func TestDrawsAreFair(t *testing.T) {
	g := recorded(t)[5]
	r := &reviewer{ctx: t.Context(), g: g.Rules, by: &guess{g: g.Rules}, quick: map[rules.State]Shares{}}
	draws, reveals := 0, 0
	for _, s := range g.Steps {
		for _, o := range s.Chance {
			all, numbers := 0, uint32(0)
			var sum [4]int
			expected := r.value(&o.Before, true)
			for _, x := range outcomes(g.Rules, &o.Before) {
				came := r.value(&x.state, true)
				for k := range sum {
					sum[k] += x.weight * (came[k] - expected[k])
				}
				all += x.weight
				if numbers&x.numbers != 0 {
					t.Errorf("marker %b is in two outcomes", numbers&x.numbers)
				}
				numbers |= x.numbers
			}
			for k, x := range sum {
				if x > all || x < -all { // a millionth each is rounded
					t.Errorf("seat %d: chance changes %d millionths in %d outcomes", k, x, all)
				}
			}
			if numbers>>o.Number&1 == 0 {
				t.Errorf("what happened, %d, is none of %b", o.Number, numbers)
			}
			if o.Before.Decision() == rules.DrawMarker {
				draws++
				if numbers != o.Before.Unseen() || all != bits.OnesCount32(numbers) {
					t.Errorf("%d markers %b, unseen are %b", all, numbers, o.Before.Unseen())
				}
			} else if reveals++; all != o.Before.HiddenOf(0)+o.Before.HiddenOf(1)+o.Before.HiddenOf(2) {
				t.Errorf("%d countries, hidden are %v", all, o.Before.HiddenCountries())
			}
		}
	}
	if draws < 8 || reveals < 8 {
		t.Errorf("%d draws, %d countries", draws, reveals)
	}
}

// Shares add up to a whole whatever the figures are.
func TestRound(t *testing.T) {
	for _, x := range []struct {
		figures []float64
		want    Shares
	}{
		{[]float64{1, 1, 1}, Shares{333_334, 333_333, 333_333}},
		{[]float64{0.25, 0.75}, Shares{250_000, 750_000}},
		{[]float64{0.5000004, 0.4999996}, Shares{500_000, 500_000}},
		{[]float64{0, 3}, Shares{0, Whole}},
		{[]float64{0, 0}, Shares{}},
	} {
		if got := round(x.figures); got != x.want {
			t.Errorf("%v are %v, want %v", x.figures, got, x.want)
		}
	}
}
