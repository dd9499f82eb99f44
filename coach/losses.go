package coach

import (
	"cmp"
	"context"
	"math"
	"slices"

	"ruhr/bot/analysis"
	"ruhr/record"
	"ruhr/rules"
)

// Calibration is how much a decision loses by two estimates of it: the first, the
// review's search, compares the best action with what was played; the second plays
// both on. Losses and errors are in points, hundredths of a win.
type Calibration struct {
	Alone   float64 // of what the search says, where there is no second estimate
	First   float64 // of what the search says …
	Further float64 // … and of what the second estimate says
	// The variance of losses from that: so much a point of loss, and a point of the
	// second estimate's standard error.
	PerLoss, PerError float64
}

// Calibrated is fitted to decisions that were played out: lab/coach.md.
var Calibrated = Calibration{Alone: 0.65, First: 0.171, Further: 0.782, PerLoss: 3.24, PerError: 5.93}

// Lost is what a decision lost by what the estimates say.
func (c *Calibration) Lost(first, further float64) float64 { return c.First*first + c.Further*further }

// Deviation is the standard deviation of what decisions lost from what is said that
// they lost; deviation is the second estimate's standard error.
func (c *Calibration) Deviation(lost, deviation float64) float64 {
	return math.Sqrt(max(leastVariance, c.PerLoss*math.Abs(lost)+c.PerError*deviation))
}

// Half an interval of a normal distribution, in standard deviations: of the 80 % one that is
// shown, and of the 90 % one that an established loss is above.
const (
	Wide = 1.2816
	Sure = 1.6449
)

const (
	mostAsked     = 12     // decisions of a game with a second estimate
	leastAsked    = 10_000 // millionths that the search must say that one lost
	leastVariance = 4      // of losses, in points
	point         = Whole / 100
	leastSaid     = 11 * point // that the search alone says of a marked loss
)

// Mark says how grave a loss is that is established and that the search alone sees, too.
type Mark int

// The marks, from none up.
const (
	NoMark  Mark = iota
	Mistake      // at least 10 of 100 wins
	Blunder      // at least 20
)

// String is the name of a mark in the catalogues and for programs; of none it is "".
func (m Mark) String() string { return [...]string{"", "mistake", "blunder"}[m] }

// Established reports whether it is certain enough that a decision lost something: there
// is a second estimate, and the 90 % interval is above 0; or the end was worked out.
func (s *Step) Established() bool { return (s.Wide > 0 || s.Exact) && s.Loss().Sure() }

// Mark is how grave the loss of a decision is, if it is established and the search alone says
// something like it: of the losses that only the second estimate sees, many are small.
func (s *Step) Mark() Mark {
	if !s.Established() {
		return NoMark
	}
	switch lost, _, _ := s.Loss().Held(); {
	case lost < 10*point, s.said() < leastSaid && !s.Exact:
		return NoMark
	case lost < 20*point:
		return Mistake
	}
	return Blunder
}

// said is what the search says that a decision lost.
func (s *Step) said() int { return s.Expected[s.Seat] - s.Came[s.Seat] }

// weigh says of each decision what it lost, after a second estimate of those that
// seem to have lost most.
func (r *reviewer) weigh(g *record.Game, steps []Step) {
	var list []*Step
	for i := range steps {
		if s := &steps[i]; s.Exact {
			s.Lost = s.said()
		} else if s.Seat >= 0 {
			s.Lost = scaled(s.said(), Calibrated.Alone)
			if s.said() >= leastAsked {
				list = append(list, s)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b *Step) int { return cmp.Compare(b.said(), a.said()) })
	for _, s := range list[:min(mostAsked, len(list))] {
		if r.err != nil {
			return
		}
		r.estimate(s, g.After(s.Decision-1), g.Steps[s.Decision].Action)
		if s.Established() && r.err == nil {
			r.explain(g, s)
		}
	}
}

// estimate estimates a second time what a decision lost that took an action at a
// position.
func (r *reviewer) estimate(s *Step, before *rules.State, took rules.Action) {
	var more, deviation float64
	more, deviation, r.err = r.by.Further(r.ctx, before, s.Best, took)
	lost := Calibrated.Lost(float64(s.said())/point, 100*more)
	s.Lost = scaled(point, lost)
	s.Wide = scaled(point, Wide*Calibrated.Deviation(lost, 100*deviation))
}

// explain says why an established loss is one.
func (r *reviewer) explain(g *record.Game, s *Step) {
	var l analysis.Ledger
	if l, r.err = r.by.Ledger(r.ctx, g.After(s.Decision-1), s.Best, g.Steps[s.Decision].Action); r.err == nil {
		s.Reasons, s.More = Reasons(&l)
	}
}

func scaled(millionths int, by float64) int { return int(math.Round(float64(millionths) * by)) }

// Change is by how much a step changed the seats' shares. Of a decision that is for
// its own seat what it lost, for the others what the search says, as much smaller; what
// the second estimate says beyond that is divided among them.
func (s *Step) Change(seats int) (out Shares) {
	for k := range seats {
		out[k] = s.Came[k] - s.Expected[k]
		if s.Seat >= 0 && !s.Exact {
			out[k] = scaled(out[k], Calibrated.Alone) + (s.Lost-scaled(s.said(), Calibrated.Alone))/(seats-1)
		}
	}
	if s.Seat >= 0 {
		out[s.Seat] = -s.Lost
	}
	return out
}

// Shown is the same as it may be shown: no seat loses more than it had.
func (s *Step) Shown(seats int) Shares {
	out := s.Change(seats)
	if s.Seat >= 0 && s.Lost > 0 {
		lost, _, _ := s.Loss().Held()
		for k := range seats {
			out[k] = scaled(out[k], float64(lost)/float64(s.Lost))
		}
	}
	return out
}

// steep is how fast accuracy falls by number of seats: with more seats, shares and so
// losses are smaller.
var steep = [5]float64{2: 1, 3: 1.25, 4: 1.5}

// accuracy is how well a turn was played that lost so many points, of Whole: the curve
// of lichess.
func accuracy(seats int, lost float64) float64 {
	return Whole / 100 * min(100, max(0, 103.17*math.Exp(-0.04354*steep[seats]*max(0, lost))-3.17))
}

// judge says how accurate the seats' turns were on average, of those with a choice.
func (r *Review) judge(g *record.Game) {
	for k, accuracy := range r.Accuracy(g, nil) {
		if r.Seats[k].Accuracy = accuracy; accuracy < 0 {
			r.Seats[k].Accuracy = Whole
		}
	}
}

// Accuracy is how accurate the seats' turns were on average, of those with a choice: by
// what was decided by those whose own it is, nil for all. It is -1 where there is none.
func (r *Review) Accuracy(g *record.Game, own func(decision int) bool) (out []int) {
	sum, turns := make([]float64, len(r.Seats)), make([]float64, len(r.Seats))
	lost, turn, seat := 0, 0, -1
	count := func() {
		if seat >= 0 {
			sum[seat] += accuracy(len(r.Seats), float64(lost)/point)
			turns[seat]++
		}
	}
	for i := range r.Steps {
		s := &r.Steps[i]
		if s.Seat < 0 || own != nil && !own(s.Decision) {
			continue
		}
		if now := g.Steps[s.Decision].Turn; now != turn {
			count()
			lost, turn, seat = 0, now, s.Seat
		}
		lost += s.Lost
	}
	count()
	for k := range r.Seats {
		if out = append(out, -1); turns[k] > 0 {
			out[k] = int(math.Round(sum[k] / turns[k]))
		}
	}
	return out
}

const (
	mostTurns = 5
	leastTurn = 5 * point
)

// Turns are where the game turned: the steps that changed a share most, an established
// loss or an outcome of chance, one a round at most, in the order of the game.
func (r *Review) Turns() (turns []*Step) {
	most := func(s *Step) (most int) {
		for _, x := range s.Change(len(r.Seats)) {
			most = max(most, x, -x)
		}
		return most
	}
	var list []*Step
	for i := range r.Steps {
		if s := &r.Steps[i]; (s.Seat < 0 || s.Established()) && most(s) >= leastTurn {
			list = append(list, s)
		}
	}
	slices.SortStableFunc(list, func(a, b *Step) int { return cmp.Compare(most(b), most(a)) })
	for _, s := range list {
		if len(turns) < mostTurns && !slices.ContainsFunc(turns, func(t *Step) bool { return t.Round == s.Round }) {
			turns = append(turns, s)
		}
	}
	slices.SortStableFunc(turns, func(a, b *Step) int { return cmp.Compare(a.Decision, b.Decision) })
	return turns
}

// Loss is what an action loses against the best one, in millionths of a win; the 80 %
// interval is Wide to either side. Of is the seat's share after the best one.
type Loss struct{ Lost, Wide, Of int }

// Loss is what a decision lost.
func (s *Step) Loss() Loss { return Loss{s.Lost, s.Wide, s.Expected[s.Seat]} }

// Known is what an action loses at a decision if the review says so: that it is equivalent to
// the best one, or to what was played.
func (s *Step) Known(g *record.Game, a rules.Action) (l Loss, known bool) {
	before := g.After(s.Decision - 1)
	if equivalent(g.Rules, before, a, s.Best) {
		return Loss{}, true
	}
	return s.Loss(), equivalent(g.Rules, before, a, g.Steps[s.Decision].Action)
}

// Held is a loss with the ends of its interval as it may be shown: the estimates know no
// bounds, but a seat can lose no more than its share, nor gain more than is left.
func (l Loss) Held() (lost, low, high int) {
	held := func(x int) int { return min(max(x, l.Of-Whole), l.Of) }
	return held(l.Lost), held(l.Lost - l.Wide), held(l.Lost + l.Wide)
}

// leastMissed is what an action loses at least that is not as good as the best: half of
// what is marked.
const leastMissed = 5 * point

// Missed reports whether a decision lost something that matters, as far as can be told.
func (s *Step) Missed() bool { return s.Established() && !s.Loss().Right() }

// Right reports whether the action is as good as the best, as far as can be told.
func (l Loss) Right() bool {
	lost, _, _ := l.Held()
	return lost < leastMissed
}

// Sure reports whether it is certain enough that the action loses something.
func (l Loss) Sure() bool { return Wide*float64(l.Lost) > Sure*float64(l.Wide) }

// Compare says what an action loses against the best one of a decision. The error is the
// analyst's.
func Compare(ctx context.Context, g *rules.Game, by Analyst, s *rules.State, best, other rules.Action) (Loss, error) {
	r := reviewer{ctx: ctx, g: g, by: by}
	step := Step{Seat: s.ToDecide(), Best: best}
	if equivalent(g, s, best, other) {
		return Loss{}, nil
	}
	if found := r.position(s, false); r.err == nil {
		r.compare(&step, s, &found, other)
	}
	if r.err == nil && !step.Exact {
		r.estimate(&step, s, other)
		return step.Loss(), r.err
	}
	step.Lost = step.said()
	return step.Loss(), r.err
}

const mostLessons = 3

// Lessons are the established losses of a seat that cost most and more than nothing that
// matters, three at most, in the order of the game; own says which decisions are those of
// who has the seat.
func (r *Review) Lessons(seat int, own func(decision int) bool) (list []*Step) {
	for i := range r.Steps {
		if s := &r.Steps[i]; s.Seat == seat && s.Missed() && own(s.Decision) {
			list = append(list, s)
		}
	}
	slices.SortStableFunc(list, func(a, b *Step) int { return cmp.Compare(b.Lost, a.Lost) })
	list = list[:min(mostLessons, len(list))]
	slices.SortStableFunc(list, func(a, b *Step) int { return cmp.Compare(a.Decision, b.Decision) })
	return list
}
