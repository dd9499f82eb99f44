package coach

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"ruhr/board"
	"ruhr/bot"
	"ruhr/bot/analysis"
	"ruhr/bot/bottest"
	"ruhr/internal/require"
	"ruhr/record"
	"ruhr/rules"
)

// guess is an analyst that rates seats by what they have and by what is still hidden,
// and actions by what they lead to at once. What it says quickly, thoroughly and of a single action differs.
type guess struct {
	g       *rules.Game
	asked   int
	fails   int // the question it fails at, 0 for none
	further int
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

// Further says, surely, what the actions bring at once beyond what is said otherwise.
func (a *guess) Further(_ context.Context, s *rules.State, x, y rules.Action) (more, deviation float64, err error) {
	if a.asked++; a.asked == a.fails {
		return 0, 0, errBroken
	}
	a.further++
	who := s.ToDecide()
	best, other := a.of(s, x, 0), a.of(s, y, 0)
	return 2 * (best.Win[who] - other.Win[who]), 0.01, nil
}

func (a *guess) Ledger(ctx context.Context, s *rules.State, _, _ rules.Action) (l analysis.Ledger, err error) {
	if a.asked++; a.asked == a.fails {
		return l, errBroken
	}
	l.Seat = s.ToDecide()
	l.Figures[int(analysis.AmountVP)+l.Seat].First = 2
	l.Of(l.Seat, analysis.GroupLocks).First = 1.5
	return l, nil
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
		require.NoError(t, err)
		r, err := record.Read(data)
		require.NoError(t, err)
		g, err := record.Referee(r, board.Default())
		require.NoError(t, err)
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
		require.NoError(t, err)
		won := 0
		for k, a := range review.Seats {
			require.Equal(t, a.Fair+a.Start+a.Draws+a.Own+a.Others+a.Unforeseen, a.Won, "game %d, seat %d: %+v adds up to", n, k, a)
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

// A quick look has the shares after every decision with a choice, as the analyst sees
// them quickly, and ends with the result.
func TestQuick(t *testing.T) {
	for n, g := range recorded(t)[:4] {
		by := &guess{g: g.Rules}
		look, err := Quick(t.Context(), g, by)
		if err != nil || look.Reached != 1 {
			t.Fatal(look.Reached, err)
		}
		r := &reviewer{ctx: t.Context(), g: g.Rules, by: by, quick: map[rules.State]Shares{}}
		at := 0
		for i := range look.Steps {
			s := &look.Steps[i]
			if s.Came != r.value(g.After(s.Decision), true) || total(s.Came) != Whole || s.Established() || s.Lost != 0 {
				t.Errorf("game %d: %+v", n, s)
			}
			for at++; at < s.Decision; at++ {
				if !g.Steps[at].Forced {
					t.Errorf("game %d: decision %d is left out", n, at)
				}
			}
		}
		won := result(g.Rules, g.After(g.Len()))
		if last := look.Steps[len(look.Steps)-1]; last.Came != won || look.Seats[0].Won != won[0] {
			t.Errorf("game %d: ends with %v", n, last.Came)
		}
		if _, err := Quick(t.Context(), g, &guess{g: g.Rules, fails: 7}); err != errBroken {
			t.Error(err)
		}
	}
}

// Two reviews of a game are equal; the analyst's error ends one wherever it comes.
func TestReviewRepeats(t *testing.T) {
	g := recorded(t)[0]
	by := &guess{g: g.Rules}
	one, err := Of(t.Context(), g, by)
	require.NoError(t, err)
	two, _ := Of(t.Context(), g, &guess{g: g.Rules})
	if len(one.Steps) != len(two.Steps) || one.Start != two.Start {
		t.Fatal("two reviews differ")
	}
	for i := range one.Steps {
		require.Equal(t, one.Steps[i], two.Steps[i], "step %d of both", i)
	}
	all := by.asked
	for n := 1; n <= all; n += all/20 + 1 {
		by := &guess{g: g.Rules, fails: n}
		if _, err := Of(t.Context(), g, by); err != errBroken || by.asked != n {
			t.Errorf("failed at question %d of %d: %v after %d", n, all, err, by.asked)
		}
	}
}

// Rounded parts add up to the rounded win of their seat, each is as near as that allows, and
// the equal share is the same for all seats.
func TestRoundedPartsAddUp(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		seats := 2 + rng.IntN(3)
		even := Even(seats)
		for _, fair := range even[:seats] {
			a := Account{Fair: fair, Won: []int{0, Whole, Whole / 2, Whole / 3}[rng.IntN(4)]}
			parts := []*int{&a.Start, &a.Draws, &a.Own, &a.Others}
			a.Unforeseen = a.Won - fair
			for _, part := range parts {
				*part = rng.IntN(Whole) - Whole/2
				a.Unforeseen -= *part
			}
			sum := Hundredths(fair)
			for i, x := range a.Rounded() {
				if sum += x; i < len(parts) && abs(x*point-*parts[i]) >= 2*point {
					t.Errorf("%+v: part %d is %d", a, i, x)
				}
			}
			if sum != Hundredths(a.Won) || Hundredths(fair) != Hundredths(even[0]) {
				t.Fatalf("%+v: %v add up to %d", a, a.Rounded(), sum)
			}
		}
	}
}

func abs(x int) int { return max(x, -x) }

// The version says how reviews are made: if this fails, raise Version, or stored
// reviews will contradict new ones.
func TestVersion(t *testing.T) {
	const version, want = 11, "1062924b1c8c8564"
	h := new(bottest.Hash)
	for _, g := range recorded(t)[:2] {
		r, err := Of(t.Context(), g, bot.NewAnalyst(g.Rules, 40))
		require.NoError(t, err)
		h.Add(r.Seats[0].Accuracy, r.Seats[1].Accuracy)
		for _, s := range r.Steps {
			h.Add(s.Decision, s.Seat, int(s.Best), int(s.Mark()), s.Lost, s.Wide, s.Expected[0], s.Expected[1], s.Came[0], s.Came[1])
			for _, r := range s.Why() {
				h.Add(int(r.Kind), r.Seat, r.What, r.Best, r.Played)
			}
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
				require.Equal(t, numbers&x.numbers, 0, "markers in two outcomes")
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
		require.Equal(t, round(x.figures), x.want, "%v", x.figures)
	}
}

// The decisions that seem to have lost most are estimated a second time, so many and no
// others; both together say what was lost, and the search alone what the others lost.
func TestWeigh(t *testing.T) {
	for n, g := range recorded(t) {
		by := &guess{g: g.Rules}
		r, err := Of(t.Context(), g, by)
		require.NoError(t, err)
		asked, least, most := 0, Whole, 0
		for i := range r.Steps {
			s := &r.Steps[i]
			if s.Seat < 0 {
				if s.Lost != 0 || s.Wide != 0 || s.Mark() != NoMark {
					t.Errorf("game %d: chance has lost %+v", n, s)
				}
				continue
			}
			said := s.Expected[s.Seat] - s.Came[s.Seat]
			change := s.Change(g.Rules.Seats())
			if change[s.Seat] != -s.Lost || total(change) < -4 || total(change) > 4 {
				t.Errorf("game %d: what is lost is not what the others gain: %+v, %v", n, s, change)
			}
			if s.Wide == 0 {
				if want := int(math.Round(0.65 * float64(said))); s.Lost != want {
					t.Errorf("game %d: %d lost of %d", n, s.Lost, said)
				}
				most = max(most, said)
				continue
			}
			asked++
			least = min(least, said)
			first, further := float64(said)/10_000, 2*float64(said)/10_000
			lost := 0.171*first + 0.782*further
			if math.Abs(float64(s.Lost)/10_000-lost) > 0.05 || math.Abs(float64(s.Wide)/10_000-1.2816*math.Sqrt(3.24*lost+5.93)) > 0.05 {
				t.Errorf("game %d: lost %d ± %d of %d, want %.2f", n, s.Lost, s.Wide, said, lost)
			}
		}
		if asked != by.further || asked == 0 || asked > mostAsked || asked < mostAsked && most >= leastAsked || least < most {
			t.Errorf("game %d: asked %d times, %d of them noted; the least is %d, the most that is not asked about %d", n, by.further, asked, least, most)
		}
	}
}

// Losses from a point up are estimated a second time; what was worked out is what the
// search says.
func TestWeighSmallAndExact(t *testing.T) {
	g := recorded(t)[0]
	by := &guess{g: g.Rules}
	r := &reviewer{ctx: t.Context(), g: g.Rules, by: by}
	n := 1
	for g.Steps[n].Forced {
		n++
	}
	step := func(said int, exact bool) Step {
		return Step{Decision: n, Seat: 0, Expected: Shares{500_000, 500_000}, Came: Shares{500_000 - said, 500_000 + said}, Exact: exact}
	}
	steps := []Step{step(9_999, false), step(300_000, true), step(10_000, false)}
	r.weigh(g, steps)
	if small, exact, large := steps[0], steps[1], steps[2]; small.Lost != 6_499 || small.Wide != 0 || exact.Lost != 300_000 || exact.Wide != 0 || large.Wide == 0 || by.further != 1 {
		t.Errorf("%+v, estimated %d times", steps, by.further)
	}
}

// A loss is marked from 10 and from 20 of 100 wins, if the 90 % interval is above 0 (that of
// 80 % alone is not enough) and the search alone says that it is at least 11, or it is exact.
func TestMark(t *testing.T) {
	for _, c := range []struct {
		lost, wide, said int
		want             string
	}{
		{99_999, 10_000, Whole, ""}, {100_000, 77_900, Whole, "mistake"}, {100_000, 78_000, Whole, ""}, {100_000, 0, Whole, ""},
		{199_999, 50_000, Whole, "mistake"}, {200_000, 50_000, 110_000, "blunder"}, {300_000, 310_000, Whole, ""}, {-300_000, 10, Whole, ""},
		{400_000, 10_000, 109_999, ""}, {400_000, 10_000, -1, ""},
	} {
		s := Step{Lost: c.lost, Wide: c.wide, Expected: Shares{Whole}, Came: Shares{Whole - c.said}}
		require.Equal(t, s.Mark().String(), c.want, "the mark of %d ± %d where the search says %d", c.lost, c.wide, c.said)
	}
	exact := Step{Exact: true, Lost: 100_000, Expected: Shares{Whole}, Came: Shares{Whole - 100_000}}
	require.Equal(t, exact.Mark(), Mistake, "the mark of an exact loss")
}

// What is said of a loss is held to what its seat can lose and gain, also what it is
// marked by; the account is not.
func TestHeld(t *testing.T) {
	for _, c := range []struct{ lost, wide, of, said, low, high int }{
		{400_000, 100_000, 450_000, 400_000, 300_000, 450_000},
		{600_000, 50_000, 450_000, 450_000, 450_000, 450_000},
		{60_000, 90_000, 980_000, 60_000, -20_000, 150_000},
	} {
		lost, low, high := Loss{c.lost, c.wide, c.of}.Held()
		if lost != c.said || low != c.low || high != c.high {
			t.Errorf("%+v: %d, %d to %d", c, lost, low, high)
		}
	}
	s := Step{Lost: 300_000, Wide: 10_000, Expected: Shares{150_000, 850_000}, Came: Shares{0, Whole}}
	if s.Mark() != Mistake || s.Shown(2) != (Shares{-150_000, 150_000}) || s.Change(2)[0] != -300_000 {
		t.Errorf("a loss of more than the share is %q and changes %v", s.Mark(), s.Shown(2))
	}
	if s.Expected[0] = 40_000; s.Mark() != NoMark || s.Missed() {
		t.Error("a loss of a small share is marked")
	}
}

// Accuracy is the mean over turns of a curve that falls with what the turn lost, all its
// decisions together; what seems to have gained something counts as nothing.
func TestAccuracy(t *testing.T) {
	g := &record.Game{Steps: []*record.Step{{}, {Turn: 1}, {Turn: 1}, {Turn: 2}, {Turn: 3}, {Turn: 4}, {Turn: 4}}}
	step := func(decision, seat, lost int) Step { return Step{Decision: decision, Seat: seat, Lost: lost} }
	for _, c := range []struct {
		seats int
		steps []Step
		want  int // of seat 0, in hundredths
	}{
		{2, []Step{step(1, 0, 0), step(3, 1, 900_000)}, 100},
		{2, []Step{step(1, 0, 60_000), step(2, 0, 40_000), step(2, -1, 500_000)}, 64}, // 103.17·e^-0.4354 − 3.17
		{2, []Step{step(1, 0, 60_000), step(2, 0, -60_000)}, 100},
		{2, []Step{step(1, 0, 100_000), step(3, 1, 0), step(4, 0, 0)}, 82},
		{3, []Step{step(1, 0, 80_000), step(4, 0, 80_000)}, 64},
		{4, []Step{step(1, 0, 66_667), step(4, 0, -900_000)}, 82},
		{2, []Step{step(1, 0, Whole)}, 0},
		{2, []Step{step(3, 1, 0)}, 100},
	} {
		r := Review{Seats: make([]Account, c.seats), Steps: c.steps}
		if r.judge(g); Hundredths(r.Seats[0].Accuracy) != c.want {
			t.Errorf("%d seats, %v: %d, want %d", c.seats, c.steps, r.Seats[0].Accuracy, c.want)
		}
	}
	r := Review{Seats: make([]Account, 2), Steps: []Step{step(1, 0, 0), step(2, 0, Whole), step(3, 1, 0)}}
	if got := r.Accuracy(g, func(n int) bool { return n == 1 }); !slices.Equal(got, []int{Whole, -1}) {
		t.Errorf("%v where others decided", got)
	}
}

// An action is compared as a review compares it; one with the same effect loses nothing.
func TestCompare(t *testing.T) {
	g := recorded(t)[0]
	by := &guess{g: g.Rules}
	r, err := Of(t.Context(), g, by)
	require.NoError(t, err)
	asked := 0
	for _, s := range r.Steps {
		if s.Wide == 0 {
			continue
		}
		before, played := g.After(s.Decision-1), g.Steps[s.Decision].Action
		got, err := Compare(t.Context(), g.Rules, by, before, s.Best, played)
		if err != nil || got != s.Loss() || got.Right() != (s.Lost < 50_000) {
			t.Errorf("decision %d: %+v, %v, the review says %d ± %d", s.Decision, got, err, s.Lost, s.Wide)
		}
		if same, _ := Compare(t.Context(), g.Rules, by, before, s.Best, s.Best); same != (Loss{}) || !same.Right() {
			t.Errorf("the best against itself: %+v", same)
		}
		if _, err := Compare(t.Context(), g.Rules, &guess{g: g.Rules, fails: 1}, before, s.Best, played); err != errBroken {
			t.Error(err)
		}
		asked++
	}
	if asked == 0 {
		t.Error("nothing is compared")
	}
}

// What an action loses is known of those that are equivalent to the best one or to what was
// played, and of no others.
func TestKnown(t *testing.T) {
	others := 0 // that are equivalent to one of the two
	for _, g := range recorded(t) {
		r, err := Of(t.Context(), g, &guess{g: g.Rules})
		require.NoError(t, err)
		for _, s := range r.Steps {
			if s.Seat < 0 {
				continue
			}
			before, played := g.After(s.Decision-1), g.Steps[s.Decision].Action
			legal, with := g.Rules.Legal(before), map[rules.Action]uint64{}
			for _, a := range legal.Append(nil) {
				with[a] = uint64(1) << (a - legal.Base)
				for _, set := range g.Rules.Alike(before) {
					if set&with[a] != 0 {
						with[a] = set
					}
				}
			}
			for a, set := range with {
				want, known := Loss{}, set == with[s.Best]
				if set == with[played] && !known {
					want, known = s.Loss(), true
				}
				if loss, ok := s.Known(g, a); ok != known || ok && loss != want {
					t.Fatalf("decision %d, action %d: %+v, %v", s.Decision, a, loss, ok)
				}
				if known && a != played && a != s.Best {
					others++
				}
			}
		}
	}
	require.True(t, others > 5, "only %d are equivalent", others)
}

// Twice the effort finds the same losses: four at least of the five greatest, which differ
// by 4 points at most (root mean square).
func TestEffort(t *testing.T) {
	g := recorded(t)[0]
	var worst [2]map[int]float64
	for i := range worst {
		r, err := Of(t.Context(), g, bot.NewAnalyst(g.Rules, 500<<i))
		require.NoError(t, err)
		worst[i] = map[int]float64{}
		for _, s := range slices.SortedFunc(slices.Values(r.Steps), func(a, b Step) int { return cmp.Compare(b.Lost, a.Lost) })[:5] {
			worst[i][s.Decision] = float64(s.Lost) / point
		}
	}
	same, squares := 0.0, 0.0
	for n, lost := range worst[0] {
		if again, ok := worst[1][n]; ok {
			same, squares = same+1, squares+(lost-again)*(lost-again)
		}
	}
	require.True(t, same >= 4 && math.Sqrt(squares/same) <= 4, "the greatest losses are %v, and %v", worst[0], worst[1])
}

// Where the end is worked out, that is compared.
func TestCompareExactly(t *testing.T) {
	compared := 0
	for _, g := range recorded(t)[:2] {
		by := bot.NewAnalyst(g.Rules, 2000)
		r := &reviewer{ctx: t.Context(), g: g.Rules, by: by, quick: map[rules.State]Shares{}}
		for n := g.Len() - 12; n <= g.Len(); n++ {
			before := g.After(n - 1)
			if g.Steps[n].Forced {
				continue
			}
			found := r.position(before, false)
			last := len(found.Candidates) - 1
			if !found.Exact || equivalent(r.g, before, found.Candidates[0].Action, found.Candidates[last].Action) {
				continue
			}
			compared++
			got, err := Compare(t.Context(), g.Rules, by, before, found.Candidates[0].Action, found.Candidates[last].Action)
			want := int(math.Round(Whole * (found.Candidates[0].Win[before.ToDecide()] - found.Candidates[last].Win[before.ToDecide()])))
			if err != nil || got.Lost != want || got.Wide != 0 {
				t.Errorf("decision %d: %+v, want %d", n, got, want)
			}
		}
	}
	if compared == 0 {
		t.Error("nothing is worked out")
	}
}

// Lessons are the three established losses of a seat that cost most, from 5 points on, in
// the order of the game.
func TestLessons(t *testing.T) {
	loss := func(decision, seat, lost, wide int) Step {
		return Step{Decision: decision, Seat: seat, Lost: lost, Wide: wide, Expected: Shares{Whole, Whole}}
	}
	r := Review{Steps: []Step{loss(1, 0, 60_000, 10_000), loss(2, 0, 49_999, 10_000), loss(3, 1, 500_000, 10_000), loss(4, 0, 300_000, 0),
		loss(5, 0, 90_000, 100_000), loss(6, 0, 200_000, 10_000), loss(7, 0, 50_001, 10_000), loss(8, 0, 70_000, 10_000)}}
	all := func(int) bool { return true }
	var got []int
	for _, s := range r.Lessons(0, all) {
		got = append(got, s.Decision)
	}
	if !slices.Equal(got, []int{1, 6, 8}) || len(r.Lessons(1, all)) != 1 || len(r.Lessons(2, all)) != 0 {
		t.Errorf("lessons %v", got)
	}
	if list := r.Lessons(0, func(n int) bool { return n == 7 }); len(list) != 1 || list[0].Decision != 7 {
		t.Error("another's decision is a lesson")
	}
}

// The game turned where a share changed most: one step a round, five in all, in the
// order of the game; losses that are not established are passed over.
func TestTurns(t *testing.T) {
	chance := func(decision, round, much int) Step {
		return Step{Decision: decision, Round: round, Seat: -1, Expected: Shares{500_000, 500_000}, Came: Shares{500_000 + much, 500_000 - much}}
	}
	loss := func(decision, round, lost, wide int) Step {
		return Step{Decision: decision, Round: round, Seat: 1, Lost: lost, Wide: wide}
	}
	r := Review{Seats: make([]Account, 2), Steps: []Step{
		chance(1, 1, 60_000), loss(2, 1, 70_000, 10_000), // the greater of a round
		loss(3, 2, 400_000, 0),                       // no second estimate
		loss(4, 3, 90_000, 95_000),                   // not established
		chance(5, 4, -300_000), chance(6, 5, 49_000), // too little
		loss(7, 6, 130_000, 100_000), chance(8, 7, -110_000), // the fifth
		chance(9, 8, 65_000), loss(10, 9, 200_000, 50_000), // the sixth
	}}
	var got []int
	for _, s := range r.Turns() {
		got = append(got, s.Decision)
	}
	if !slices.Equal(got, []int{2, 5, 7, 8, 10}) {
		t.Errorf("the game turned at %v", got)
	}
}

// Of other boards than ours a review says that its marks were not measured there, of corrected
// games where the corrections are.
func TestCaveats(t *testing.T) {
	g := *recorded(t)[0]
	require.Slices(t, Caveats(&g), nil, "our board")
	other := *g.Rules.Board()
	other.SHA256 = "another"
	g.Rules = rules.NewGame(&other, g.Rules.Seats(), g.Rules.Variant())
	g.Steps = slices.Clone(g.Steps)
	g.Steps[3].Chance = append(slices.Clone(g.Steps[3].Chance), record.Outcome{Set: record.Correction{"thaler": 1}})
	require.Slices(t, Caveats(&g), []string{"page.review.other_board", "page.review.corrected"}, "another board, corrected")
}
