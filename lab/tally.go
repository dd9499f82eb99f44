package lab

import (
	"math"
	"ruhr/bot"
	"ruhr/bot/search"
	"ruhr/lab/entrant"
	"slices"
	"time"
)

// sum computes the result so far; ratings only on request, because they are
// slow.
func (t *tally) sum(rate bool) ArenaResult {
	r := ArenaResult{Seats: t.c.Seats, Seed: t.c.Seed, Divide: t.c.Divide, Fair: 1 / float64(t.c.Seats),
		Seconds: time.Since(t.began).Seconds()}
	var blocks []*block
	for _, b := range t.blocks {
		if b != nil {
			blocks = append(blocks, b)
		}
	}
	r.Blocks, r.Games = len(blocks), len(blocks)*t.c.Seats
	if len(blocks) == 0 {
		return r
	}
	var entrants []string
	for _, name := range t.names {
		if !slices.Contains(entrants, name) {
			entrants = append(entrants, name)
		}
	}
	ratings := make([]float64, len(entrants))
	if rate {
		ratings = plackettLuce(blocks, t.names, entrants)
	}
	for i, name := range entrants {
		e := t.entrant(blocks, name)
		e.Rating = ratings[i]
		r.Entrants = append(r.Entrants, e)
	}
	if t.c.SPRT != nil {
		v := t.c.SPRT.test(t.scores(), t.c.Seats)
		r.SPRT = &v
	}
	return r
}

func (t *tally) entrant(blocks []*block, name string) Entrant {
	n := t.c.Seats
	list := func(of func(vp *[4]int16, seat int) float64) (means []float64) {
		for _, b := range blocks {
			means = append(means, b.mean(func(vp *[4]int16) float64 {
				sum, seats := 0.0, 0.0
				for i := range n {
					if t.names[i] == name {
						sum, seats = sum+of(vp, i), seats+1
					}
				}
				return sum / seats
			}))
		}
		return means
	}
	mean := func(of func(vp *[4]int16, seat int) float64) Interval { return interval(list(of)) }
	results := 0
	for _, other := range t.names {
		if other == name {
			results += len(blocks) * n
		}
	}
	e := Entrant{Bot: name}
	e.Win = share(list(func(vp *[4]int16, seat int) float64 { return search.WinShare(vp, n, seat) }), results)
	e.VP = mean(func(vp *[4]int16, seat int) float64 { return float64(vp[seat]) })
	e.Rank = mean(func(vp *[4]int16, seat int) float64 { return float64(search.RankOf(vp, n, seat)) })
	e.Margin = mean(func(vp *[4]int16, seat int) float64 {
		others := 0.0
		for i := range n {
			if i != seat {
				others += float64(vp[i])
			}
		}
		return float64(vp[seat]) - others/float64(n-1)
	})
	watch := stopwatch{Buckets: map[int]int{}}
	for _, b := range blocks {
		if w := b.Time[name]; w != nil {
			watch.merge(w)
		}
		e.Failures.Merge(b.Failed[name])
	}
	e.Median, e.P99, e.Chosen = watch.quantile(0.5), watch.quantile(0.99), watch.count()
	if own := t.c.budgetOf(name); own > 0 {
		e.Playouts = own
	}
	return e
}

// budgetOf is the playouts a computer player has in this match, 0 for none or a time.
func (c *ArenaConfig) budgetOf(name string) int {
	if _, b, err := entrant.Open(name); err == nil && b.Playouts > 0 {
		return b.Playouts
	}
	if c.Budget != (bot.Budget{}) {
		return c.Budget.Playouts
	}
	return entrant.Playouts(name, c.Seats) / max(1, c.Divide)
}

// mean is the mean over the rotations of a block.
func (b *block) mean(of func(vp *[4]int16) float64) (sum float64) {
	for i := range b.VP {
		sum += of(&b.VP[i])
	}
	return sum / float64(len(b.VP))
}

// interval is the mean of block means with its 95 % interval by Student's
// distribution.
func interval(x []float64) Interval {
	n := float64(len(x))
	mean, spread := 0.0, 0.0
	for _, v := range x {
		mean += v / n
	}
	if len(x) < 2 {
		return Interval{mean, math.Inf(-1), math.Inf(1)}.finite()
	}
	for _, v := range x {
		spread += (v - mean) * (v - mean)
	}
	half := student(len(x)-1) * math.Sqrt(spread/(n-1)/n)
	return Interval{mean, mean - half, mean + half}
}

// share is the mean of block means of a share with an interval that stays
// between 0 and 1: Wilson's, for as many results as would have the spread that
// the means have, and at most as many as there were.
func share(x []float64, results int) Interval {
	i := interval(x)
	if len(x) < 2 {
		return Interval{i.Mean, 0, 1}
	}
	p, z, n := max(0, min(i.Mean, 1)), student(len(x)-1), float64(results)
	if wide := (i.High - i.Mean) / z; wide > 1e-9 && p > 0 && p < 1 {
		n = min(n, p*(1-p)/(wide*wide))
	}
	z2 := z * z / n
	middle, half := (p+z2/2)/(1+z2), z/(1+z2)*math.Sqrt(p*(1-p)/n+z2/(4*n))
	return Interval{p, max(0, min(middle-half, p)), min(1, max(middle+half, p))}
}

// finite replaces the infinite interval of a single block, which JSON cannot
// represent.
func (i Interval) finite() Interval {
	return Interval{i.Mean, -math.MaxFloat32, math.MaxFloat32}
}

// student is the 97.5 % quantile of Student's t distribution by the usual series
// in 1/df, accurate to 1 % from df 5.
func student(df int) float64 {
	if df <= 4 {
		return [...]float64{1: 12.706, 4.303, 3.182, 2.776}[df]
	}
	const z = 1.959964
	f := float64(df)
	return z + (z*z*z+z)/(4*f) + (5*z*z*z*z*z+16*z*z*z+3*z)/(96*f*f)
}

// plackettLuce rates the entrants by the ranks of all games: the maximum
// likelihood strengths for the finishing orders, by Hunter's MM algorithm. Ties
// are handled as Breslow does: each is drawn against all who are left.
func plackettLuce(blocks []*block, names, entrants []string) []float64 {
	who := make([]int, len(names))
	for i, name := range names {
		who[i] = slices.Index(entrants, name)
	}
	strength := make([]float64, len(entrants))
	for i := range strength {
		strength[i] = 1
	}
	for range 200 {
		won, chances := make([]float64, len(entrants)), make([]float64, len(entrants))
		for _, b := range blocks {
			for i := range b.VP {
				countStages(&b.VP[i], who, strength, won, chances)
			}
		}
		sum := 0.0
		for i := range strength {
			// Half a won stage more keeps one that never wins finite.
			strength[i] = (won[i] + 0.5) / (chances[i] + 0.5/strength[i])
			sum += math.Log(strength[i])
		}
		for i := range strength {
			strength[i] /= math.Exp(sum / float64(len(strength)))
		}
	}
	for i := range strength {
		strength[i] = 400 * math.Log10(strength[i])
	}
	return strength
}

// countStages adds the stages of one finishing order: who was drawn, and with
// what probability each could have been. The last place is not drawn.
func countStages(vp *[4]int16, who []int, strength, won, chances []float64) {
	n := len(who)
	for i := range n {
		lower := false
		left := 0.0
		for j := range n {
			if vp[j] <= vp[i] {
				left += strength[who[j]]
			}
			lower = lower || vp[j] < vp[i]
		}
		if !lower {
			continue
		}
		won[who[i]]++
		for j := range n {
			if vp[j] <= vp[i] {
				chances[who[j]] += 1 / left
			}
		}
	}
}

// stopwatch counts times in buckets, each a sixteenth of a doubling wide.
type stopwatch struct {
	Buckets map[int]int `json:"buckets"`
}

const perDoubling = 16

func (w *stopwatch) add(d time.Duration) {
	w.Buckets[int(math.Round(perDoubling*math.Log2(float64(max(d, 1)))))]++
}

func (w *stopwatch) merge(o *stopwatch) {
	for b, n := range o.Buckets {
		w.Buckets[b] += n
	}
}

func (w *stopwatch) count() (n int) {
	for _, k := range w.Buckets {
		n += k
	}
	return n
}

// quantile is in milliseconds, to within 2 %.
func (w *stopwatch) quantile(q float64) float64 {
	var keys []int
	for b := range w.Buckets {
		keys = append(keys, b)
	}
	slices.Sort(keys)
	need := q * float64(w.count())
	seen := 0.0
	for _, b := range keys {
		if seen += float64(w.Buckets[b]); seen >= need {
			return math.Exp2(float64(b)/perDoubling) / 1e6
		}
	}
	return 0
}
