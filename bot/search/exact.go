package search

import (
	"context"
	"hash/maphash"
	"math/bits"
	"slices"
	"time"

	"ruhr/board"
	"ruhr/bot/analysis"
	"ruhr/bot/policy"
	"ruhr/rules"
)

// Solver solves the end of the game exactly. In round 12 nothing is random any
// more; if few enough positions remain, it visits all of them, with each seat
// maximizing its own reward (max^n). A position reached in several ways is
// visited once, and of equivalent actions only one is tried.
type Solver struct {
	g      *rules.Game
	known  endings
	stack  []rules.State // by depth
	left   int
	ctx    context.Context
	until  time.Time // when the solver gives up, zero for never
	gaveUp Turn      // the turn in which it gave up
}

// ending is the final VP of each seat.
type ending [4]int16

// PositionsFor is how many positions the solver may look at for a decision of a
// budget: 30 for each playout or, with a time, what takes a quarter of it at a
// microsecond each. A busy machine takes longer; there the clock ends it.
func PositionsFor(playouts int, d time.Duration) int {
	n := 30 * playouts
	if d > 0 {
		n = int(d / (4 * time.Microsecond))
	}
	return max(1000, min(n, mostPositions))
}

// mostPositions bounds the memory of a solver to some 70 MB at rest.
const mostPositions = 2_000_000

// NewSolver makes a solver for a game.
func NewSolver(g *rules.Game) *Solver {
	return &Solver{g: g, stack: make([]rules.State, deepestEnd)}
}

// within reports whether the position is late enough to be worth trying: in
// phase 3 of round 12 for two seats, and for the last of three.
func (v *Solver) within(s *rules.State) bool {
	return s.Round() == policy.Rounds && s.Decision() != rules.Over &&
		(s.Phase() > rules.Start || s.Phase() == rules.Start && s.Turn() >= 2*(v.g.Seats()-2))
}

// Solve returns the actions, best first, with the outcome of each, if it can
// do so by visiting no more positions than the limit. After giving up it does
// not try again in the same turn. It gives up at until at the latest, if that
// is not zero.
func (v *Solver) Solve(ctx context.Context, s *rules.State, limit int, until time.Time) ([]analysis.Candidate, bool) {
	now := Turn{s.Round(), s.Phase(), s.Turn()}
	if !v.within(s) || v.gaveUp == now {
		return nil, false
	}
	v.left, v.ctx, v.until = limit, ctx, until
	if v.known.n > mostPositions/2 {
		v.known = endings{}
	}
	who := s.ToDecide()
	alike, idle := v.g.Alike(s), idle(v.g, s)
	type line struct {
		a   rules.Action
		end ending
	}
	var lines []line
	l := v.g.Legal(s)
	for m := l.Mask &^ idle; m != 0; m &= m - 1 {
		first := m & -m
		for _, set := range alike {
			if set&first != 0 {
				first = set & l.Mask & -(set & l.Mask)
			}
		}
		v.stack[0] = *s
		v.g.Play(&v.stack[0], l.Base+rules.Action(bits.TrailingZeros64(first)))
		lines = append(lines, line{l.Base + rules.Action(bits.TrailingZeros64(m)), v.value(0)})
		if v.left < 0 {
			if ctx.Err() == nil {
				v.gaveUp = now
			}
			return nil, false
		}
	}
	slices.SortStableFunc(lines, func(x, y line) int {
		return int(v.reward(y.end, who) - v.reward(x.end, who))
	})
	var list []analysis.Candidate
	for _, x := range lines {
		list = append(list, v.certain(x.a, x.end))
	}
	return list, true
}

// Reset prepares for another game.
func (v *Solver) Reset() {
	v.known = endings{}
	v.gaveUp = Turn{}
}

// certain is an ending as the expectation of an action.
func (v *Solver) certain(a rules.Action, end ending) analysis.Candidate {
	c := analysis.Candidate{Action: a, Playouts: 1}
	var vp [4]int16 = end
	for who := range v.g.Seats() {
		x := float64(end[who])
		c.VP[who], c.Low[who], c.High[who] = x, x, x
		c.Win[who] = WinShare(&vp, v.g.Seats(), who)
	}
	return c
}

func (v *Solver) reward(e ending, who int) int64 {
	var vp [4]int
	for i, x := range e {
		vp[i] = int(x)
	}
	return rewardsOf(&vp, v.g.Seats())[who]
}

// deepestEnd is the greatest number of choices before the end of a game: four
// seats' turns of round 12.
const deepestEnd = 160

// value is the ending if all seats play their best from the position at a
// depth. A seat takes the first of equally good actions.
func (v *Solver) value(depth int) ending {
	s := &v.stack[depth]
	var mask uint64
	for {
		if s.Decision() == rules.Over {
			var e ending
			for who := range v.g.Seats() {
				e[who] = int16(v.g.Score(s, who))
			}
			return e
		}
		l := v.g.Legal(s)
		if mask = Narrow(v.g, s, l.Mask); mask&(mask-1) != 0 {
			break
		}
		v.g.Play(s, l.Base+rules.Action(bits.TrailingZeros64(mask)))
	}
	key := keyOfPosition(s)
	if e, ok := v.known.find(key); ok {
		return e
	}
	if v.left--; v.left < 0 || depth+1 == len(v.stack) || v.left%256 == 0 && v.interrupted() {
		v.left = -1
		return ending{}
	}
	who := s.ToDecide()
	base := v.g.Legal(s).Base
	var best ending
	most := int64(-1)
	for ; mask != 0; mask &= mask - 1 {
		v.stack[depth+1] = *s
		v.g.Play(&v.stack[depth+1], base+rules.Action(bits.TrailingZeros64(mask)))
		e := v.value(depth + 1)
		if v.left < 0 {
			return best
		}
		if r := v.reward(e, who); r > most {
			best, most = e, r
		}
	}
	v.known.add(key, best)
	return best
}

func (v *Solver) interrupted() bool {
	return v.ctx.Err() != nil || !v.until.IsZero() && time.Now().After(v.until)
}

// Narrow reduces the actions of a position in round 12, as a mask like that of Legal, to
// one of each set of equivalent ones and drops the idle ones.
func Narrow(g *rules.Game, s *rules.State, mask uint64) uint64 {
	if mask&(mask-1) == 0 {
		return mask
	}
	mask &^= idle(g, s)
	for _, set := range g.Alike(s) {
		in := mask & set
		mask = mask&^in | in&-in
	}
	return mask
}

// idle returns the actions of round 12 that are no better than doing nothing. No
// country scores (EXP-1), no die is loaded after phase 3, and an inn kept is
// worth no less than one turned into VP (END-4).
func idle(g *rules.Game, s *rules.State) uint64 {
	switch s.Decision() {
	case rules.Buy:
		idle := uint64(1) << (rules.AInn + 1 - rules.ALock)
		if g.PortHasRoom(s) {
			idle |= 1<<(rules.ARepay-rules.ALock) - 1<<(rules.AShift-rules.ALock)
		}
		return idle
	case rules.Sell:
		return uint64(^s.Moored()) & (1<<board.Storages - 1)
	case rules.ChooseOption:
		return 2
	}
	return 0
}

// hashing differs from run to run, which does not affect results.
var hashing = maphash.MakeSeed()

// keyOfPosition hashes a position. Positions with the same hash are taken for
// the same: among two million positions that happens once in four million
// games.
func keyOfPosition(s *rules.State) uint64 { return maphash.Comparable(hashing, *s) | 1 }

// endings is a table of known endings by key.
type endings struct {
	slots []slot
	n     int
}

type slot struct {
	key uint64 // 0 for none
	end ending
}

func (t *endings) at(key uint64) int {
	k := int(key >> 1 & uint64(len(t.slots)-1))
	for t.slots[k].key != 0 && t.slots[k].key != key {
		k = (k + 1) & (len(t.slots) - 1)
	}
	return k
}

func (t *endings) find(key uint64) (ending, bool) {
	if t.n == 0 {
		return ending{}, false
	}
	k := t.at(key)
	return t.slots[k].end, t.slots[k].key != 0
}

func (t *endings) add(key uint64, e ending) {
	if 4*t.n >= 3*len(t.slots) {
		old := t.slots
		t.slots = make([]slot, max(1024, 2*len(old)))
		for _, x := range old {
			if x.key != 0 {
				t.slots[t.at(x.key)] = x
			}
		}
	}
	k := t.at(key)
	t.slots[k] = slot{key, e}
	t.n++
}
