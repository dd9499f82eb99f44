package rating

import (
	"math"
	"math/rand/v2"
	"ruhr/internal/require"
	"slices"
	"testing"
	"time"
)

// tries is how many random games the properties are checked with.
const tries = 2000

func near(a, b, by float64) bool { return math.Abs(a-b) <= by }

// The example that Glickman's paper works through, with its printed results.
func TestGlicko2Example(t *testing.T) {
	got := glicko2(estimate{1500, 200, 0.06}, []game{
		{estimate{value: 1400, deviation: 30}, 1},
		{estimate{value: 1550, deviation: 100}, 0},
		{estimate{value: 1700, deviation: 300}, 0},
	}, 1)
	if !near(got.value, 1464.06, 0.01) || !near(got.deviation, 151.52, 0.01) || !near(got.volatility, 0.05999, 0.00001) {
		t.Errorf("%+v, the paper has 1464.06, 151.52 and 0.05999", got)
	}
}

// The functions of the paper's example, one by one.
func TestGlicko2Attenuation(t *testing.T) {
	for phi, want := range map[float64]float64{0.1727: 0.9955, 0.5756: 0.9531, 1.7269: 0.7242} {
		if got := attenuation(phi); !near(got, want, 0.0001) {
			t.Errorf("g(%v) = %v, want %v", phi, got, want)
		}
	}
}

// Players with μ = 25, σ = 25/3 and β = 25/6 who finish one after the other; the
// values are those that openskill and its ports publish for this model.
func TestPlackettLuceExamples(t *testing.T) {
	for n, want := range map[int][]estimate{
		2: {{value: 27.63523138347365, deviation: 8.065506316323548}, {value: 22.36476861652635, deviation: 8.065506316323548}},
		3: {{value: 27.868876552746237, deviation: 8.204837030780652}, {value: 25.717219138186557, deviation: 8.057829747583874},
			{value: 21.413904309067206, deviation: 8.057829747583874}},
		4: {{value: 27.795084971874736, deviation: 8.263160757613477}, {value: 26.552824984374855, deviation: 8.179213704945203},
			{value: 24.68943500312503, deviation: 8.083731307186588}, {value: 20.96265504062538, deviation: 8.083731307186588}},
		5: {{value: 27.666666666666668, deviation: 8.290556877154474}, {value: 26.833333333333332, deviation: 8.240145629781066},
			{value: 25.72222222222222, deviation: 8.179996679645559}, {value: 24.055555555555557, deviation: 8.111796013701358},
			{value: 20.72222222222222, deviation: 8.111796013701358}},
	} {
		var before []estimate
		var ranks []int
		for i := range n {
			before, ranks = append(before, estimate{value: 25, deviation: 25.0 / 3}), append(ranks, i+1)
		}
		for i, c := range plackettLuce(ranks, before, 25.0/6) {
			if got := before[i].changed(c); !near(got.value, want[i].value, 1e-9) || !near(got.deviation, want[i].deviation, 1e-9) {
				t.Errorf("player %d of %d: %+v, want %+v", i+1, n, got, want[i])
			}
		}
	}
}

// players are random players with random ranks, among them anchors.
func players(r *rand.Rand, pool Pool) (out []Player) {
	n := 2
	if pool == More {
		n = 2 + r.IntN(3)
	}
	for range n {
		p := Player{Rank: 1 + r.IntN(n)}
		if p.Anchor = r.IntN(4) == 0; p.Anchor {
			p.Rating, _ = Anchor(pool, ladder[r.IntN(len(ladder))].level)
		} else {
			p.Rating = First(pool)
			p.Value = 500_000 + r.IntN(2_500_000)
			p.Deviation = randomDeviation(r)
		}
		out = append(out, p)
	}
	return out
}

func randomDeviation(r *rand.Rand) int {
	return 1000*leastDeviation + r.IntN(1000*(firstDeviation-leastDeviation))
}

// Anchors never move, nobody's deviation leaves its limits, who wins alone gains
// and who loses alone does not, and the order of the players means nothing.
func TestRate(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for i := range tries {
		pool := Pools[i%2]
		list := players(r, pool)
		after := ratings(pool, list, 5)
		for i, p := range list {
			if p.Anchor {
				require.Must(t, after[i] == p.Rating, "the anchor %+v has become %+v", p, after[i])
				continue
			}
			if after[i].Deviation < leastDeviation*1000 || after[i].Deviation > firstDeviation*1000 || after[i].Games != p.Games+1 || after[i].Time != 5 {
				t.Errorf("%+v has become %+v", p, after[i])
			}
			first, last := true, true
			for k, other := range list {
				first, last = first && (k == i || other.Rank > p.Rank), last && (k == i || other.Rank < p.Rank)
			}
			if gain := after[i].Value - p.Value; first && gain < 0 || last && gain > 0 {
				t.Errorf("player %d of %+v gains %d", i, list, gain)
			}
		}
		turned := slices.Clone(list)
		slices.Reverse(turned)
		again := ratings(pool, turned, 5)
		slices.Reverse(again)
		for i := range again {
			if d := again[i].Value - after[i].Value; d < -1 || d > 1 { // sums in another order are rounded otherwise
				t.Errorf("in another order %+v becomes %+v, not %+v", list[i], again[i], after[i])
			}
		}
	}
}

// What one of two equally certain players gains the other loses, and a draw of
// equal players changes no rating.
func TestSumsOfTwo(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for i := range tries {
		pool := Pools[i%2]
		a, b := Player{Rating: First(pool), Rank: 1}, Player{Rating: First(pool), Rank: 1 + i/2%2}
		a.Deviation = randomDeviation(r)
		b.Deviation = a.Deviation
		if i%5 > 0 {
			b.Value += r.IntN(1_200_000) - 600_000
		}
		after := ratings(pool, []Player{a, b}, 1)
		if sum := after[0].Value + after[1].Value - a.Value - b.Value; sum < -1 || sum > 1 {
			t.Errorf("%+v against %+v: %+v, together %d more", a, b, after, sum)
		}
		if a.Value == b.Value && b.Rank == 1 && after[0].Value != a.Value {
			t.Errorf("a draw of equals makes %+v", after[0])
		}
	}
}

// Games of different players may be rated in any order; those of one player one
// after the other, and the later one starts from the earlier one's rating.
func TestOrderOfGames(t *testing.T) {
	for _, pool := range Pools {
		fresh := First(pool)
		first := ratings(pool, []Player{{Rating: fresh, Rank: 1}, {Rating: fresh, Rank: 2}}, 1)
		second := ratings(pool, []Player{{Rating: first[0], Rank: 1}, {Rating: fresh, Rank: 2}}, 2)
		if second[0].Value <= first[0].Value || second[0].Games != 2 || second[0].Value-first[0].Value >= first[0].Value-fresh.Value {
			t.Errorf("%s: two wins in a row make %+v and %+v", pool, first[0], second[0])
		}
		if same := ratings(pool, []Player{{Rating: fresh, Rank: 1}, {Rating: fresh, Rank: 2}}, 2); same[0].Value != first[0].Value {
			t.Errorf("%s: the first game of others makes %+v", pool, same[0])
		}
	}
}

// A rating becomes less certain while nobody plays, but no less than a
// newcomer's.
func TestTimeAway(t *testing.T) {
	for _, pool := range Pools {
		known := First(pool)
		known.Deviation, known.Time, known.Games = 60_000, 1, 50
		year := (365 * 24 * time.Hour).Milliseconds()
		var got []int
		for _, at := range []int64{2, year, 1000 * year} {
			after := ratings(pool, []Player{{Rating: known, Rank: 1}, {Rating: First(pool), Rank: 2}}, at)
			got = append(got, after[0].Deviation)
		}
		if !slices.IsSorted(got) || got[0] > 60_000 || got[1] < 70_000 || got[2] > firstDeviation*1000 {
			t.Errorf("%s: at once, after a year and after very long: %d", pool, got)
		}
	}
}

// A newcomer's rating is provisional for several games, not for dozens.
func TestProvisional(t *testing.T) {
	for _, pool := range Pools {
		r, games := First(pool), 0
		anchor, _ := Anchor(pool, middle)
		for ; r.Provisional() && games < 100; games++ {
			r = ratings(pool, []Player{{Rating: r, Rank: 1 + games%2}, {Rating: anchor, Rank: 2 - games%2, Anchor: true}}, int64(games))[0]
		}
		require.True(t, games >= 4 && games <= 20, "%s: %d games until a rating is established, want 4 to 20", pool, games)
	}
}

// The levels' ratings rise, the middle one has a newcomer's, and players rated
// by their games against it come out near their level.
func TestAnchors(t *testing.T) {
	for _, pool := range Pools {
		before := math.MinInt
		for _, s := range ladder {
			r, ok := Anchor(pool, s.level)
			require.True(t, ok && r.Value > before, "%s: %s has %+v, %v", pool, s.level, r, ok)
			before = r.Value
		}
		if r, _ := Anchor(pool, middle); r.Points() != firstValue {
			t.Errorf("%s: %s has %d", pool, middle, r.Points())
		}
		if r, ok := Anchor(pool, "flat"); ok {
			t.Errorf("%s: a level without matches has %+v", pool, r)
		}
	}
	// lab/strength.md: Hafenmeister wins 80.9 % of its games of two against Lotse.
	a, _ := Anchor(Two, "hafenmeister")
	b, _ := Anchor(Two, "lotse")
	if got := 1 / (1 + math.Pow(10, float64(b.Value-a.Value)/400_000)); !near(got, 0.809, 0.001) {
		t.Errorf("Hafenmeister is expected to win %.3f", got)
	}
}

// One player alone, or nobody, changes nothing.
func TestNobodyToCompareWith(t *testing.T) {
	for _, pool := range Pools {
		if got := ratings(pool, nil, 1); len(got) != 0 {
			t.Errorf("nobody: %+v", got)
		}
		if got := ratings(pool, []Player{{Rating: First(pool), Rank: 1}}, 1); got[0] != First(pool) {
			t.Errorf("one alone: %+v", got)
		}
	}
}

// The limits of what is told of a rating.
func TestLimits(t *testing.T) {
	if r := (Rating{Deviation: provisional * 1000}); r.Provisional() {
		t.Error("a deviation at the limit is provisional")
	}
	p := Player{Rating: Rating{Time: 1000}}
	for ended, want := range map[int64]float64{999: 0, 1000: 0, 1000 + period.Milliseconds()/2: 0.5, 1000 + 3*period.Milliseconds(): 3} {
		require.Equal(t, p.periods(ended), want, "periods until %d", ended)
	}
	// At four seats a win says who is better than three others: lab/strength.md.
	a, _ := Anchor(More, "hafenmeister")
	b, _ := Anchor(More, "lotse")
	if got := 1 / (1 + 3*math.Pow(10, float64(b.Value-a.Value)/400_000)); !near(got, 0.477, 0.001) {
		t.Errorf("Hafenmeister is expected to win %.3f of four", got)
	}
}

// Two tie for the first place before a third: both gain half of what one alone
// would gain there, and no less is learned of anyone than of the others.
func TestPlackettLuceTie(t *testing.T) {
	before := []estimate{{value: 25, deviation: 8}, {value: 25, deviation: 8}, {value: 25, deviation: 8}}
	changes := plackettLuce([]int{1, 1, 3}, before, 4)
	c := math.Sqrt(3 * (8*8 + 4*4))
	for i, omega := range []float64{1.0 / 6, 1.0 / 6, -1.0 / 3} {
		want := estimate{value: 25 + 64/c*omega, deviation: 8 * math.Sqrt(1-8/c*64/(c*c)*2/9)}
		if after := before[i].changed(changes[i]); !near(after.value, want.value, 1e-12) || !near(after.deviation, want.deviation, 1e-12) {
			t.Errorf("player %d: %+v, want %+v", i+1, after, want)
		}
	}
}
