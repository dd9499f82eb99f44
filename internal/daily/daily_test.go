package daily

import (
	"math/rand/v2"
	"ruhr/internal/require"
	"testing"
	"time"
)

func days(text ...string) (out []Day) {
	for _, t := range text {
		d, err := Read(t)
		if err != nil {
			panic(err)
		}
		out = append(out, d)
	}
	return out
}

// A day is a day in UTC.
func TestDays(t *testing.T) {
	d := days("2027-01-31")[0]
	if d.String() != "2027-01-31" || !d.Begins().Equal(time.Date(2027, 1, 31, 0, 0, 0, 0, time.UTC)) || !d.Ends().Equal(time.Date(2027, 2, 1, 0, 0, 0, 0, time.UTC)) {
		t.Errorf("%v from %v to %v", d, d.Begins(), d.Ends())
	}
	for at, want := range map[string]string{"2027-01-31T00:30:00+01:00": "2027-01-30", "2027-01-31T23:59:59Z": "2027-01-31", "2027-01-31T23:30:00-02:00": "2027-02-01"} {
		moment, err := time.Parse(time.RFC3339, at)
		if got := On(moment).String(); err != nil || got != want {
			t.Errorf("%s is on %s, %v; want %s", at, got, err, want)
		}
	}
	for _, bad := range []string{"", "31.1.2027", "2027-02-30", "2027-1-31"} {
		if _, err := Read(bad); err == nil {
			t.Errorf("%q was read", bad)
		}
	}
}

// The secret of a day differs by server and date, and follows from both.
func TestSecrets(t *testing.T) {
	two := days("2027-01-31", "2027-02-01")
	seen := map[string]bool{}
	for _, master := range []string{"", "a", "b"} {
		for _, d := range two {
			secret := d.Secret(master)
			sh, err := ShuffleOf(secret)
			require.True(t, err == nil && sh.Commitment != secret && !seen[secret] && secret == d.Secret(master), "%s of %q: %v", d, master, err)
			seen[secret] = true
		}
	}
}

// The same decision of the same player has the same chance, any other one another.
func TestChance(t *testing.T) {
	n := Chance("s", Opponents, 3).Uint64()
	if n != Chance("s", Opponents, 3).Uint64() || n == Chance("s", Opponents, 4).Uint64() || n == Chance("s", "par 0", 3).Uint64() || n == Chance("t", Opponents, 3).Uint64() {
		t.Error("chance does not follow from secret, player and decision")
	}
}

func TestMedian(t *testing.T) {
	for _, c := range []struct {
		vp   []int
		want int
	}{{nil, 0}, {[]int{7}, 7}, {[]int{9, 1}, 1}, {[]int{50, 40, 60}, 50}, {[]int{4, 1, 3, 2}, 2}} {
		require.Equal(t, Median(c.vp), c.want, "%v", c.vp)
	}
}

// The percentile compares with the others; a tie counts half.
func TestPercentile(t *testing.T) {
	for _, c := range []struct{ below, equal, all, want int }{
		{0, 1, 1, -1}, // alone
		{1, 1, 2, 100},
		{0, 1, 2, 0},
		{0, 2, 2, 50},
		{71, 1, 101, 71},
		{1, 2, 4, 50},   // one worse, one like it, one better
		{2, 1, 4, 66},   // rounded down
		{0, 11, 11, 50}, // all alike
	} {
		require.Equal(t, Percentile(c.below, c.equal, c.all), c.want, "%d below and %d equal of %d", c.below, c.equal, c.all)
	}
}

// On simulated days the percentile is what comparing everyone with everyone gives, and half
// of the games that make par reach it.
func TestSimulatedDays(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		vp := make([]int, 2+random.IntN(60))
		for k := range vp {
			vp[k] = random.IntN(70) - 5
		}
		for _, mine := range vp {
			below, equal, points := 0, 0, -1 // two for who did worse, one for a tie, without oneself
			for _, other := range vp {
				switch {
				case other < mine:
					below, points = below+1, points+2
				case other == mine:
					equal, points = equal+1, points+1
				}
			}
			others := len(vp) - 1
			if got := Percentile(below, equal, len(vp)); got < 0 || got > 100 || got*2*others > 100*points || (got+1)*2*others <= 100*points {
				t.Fatalf("%d VP among %v: %d", mine, vp, got)
			}
		}
		games := vp[:min(len(vp), ParGames)]
		par, above, under := Median(games), 0, 0
		for _, n := range games {
			if n > par {
				above++
			} else if n < par {
				under++
			}
		}
		require.Must(t, 2*above <= len(games) && 2*under <= len(games), "par of %v: %d", games, par)
	}
}

// A day without a game ends a streak, but for one a month.
func TestStreak(t *testing.T) {
	const today = Day(100)
	run := func(from, to Day, without ...Day) (out []Day) {
		for d := to; d >= from; d-- {
			miss := false
			for _, w := range without {
				miss = miss || w == d
			}
			if !miss {
				out = append(out, d)
			}
		}
		return out
	}
	for _, c := range []struct {
		what   string
		played []Day
		want   int
	}{
		{"nothing", nil, 0},
		{"today", run(100, 100), 1},
		{"yesterday", run(99, 99), 1},
		{"the day before yesterday: a day of grace", run(98, 98), 1},
		{"three days ago", run(97, 97), 0},
		{"ten days", run(91, 100), 10},
		{"ten days, today not yet", run(90, 99), 10},
		{"one missed", run(91, 100, 95), 9},
		{"two missed in a row", run(91, 100, 95, 96), 4},
		{"two missed within 30 days", run(61, 100, 65, 95), 5},
		{"two missed, 31 days apart", run(61, 100, 64, 95), 38},
		{"one missed soon after a break", run(58, 100, 68, 93, 99), 1},
		{"twice the same day", append(run(99, 100), 99), 2},
	} {
		require.Equal(t, Streak(c.played, today), c.want, "%s", c.what)
	}
}
