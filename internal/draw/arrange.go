package draw

import (
	"math"
	"slices"
)

// plan is one way to place an item: its site on the bank (none for a lock) and
// its name.
type plan struct {
	Site  Box   `json:"site,omitzero"`
	Label Box   `json:"label,omitzero"`
	Mark  Point `json:"mark,omitzero"`
	Side  Point `json:"side,omitzero"`
	Flip  bool  `json:"flip,omitzero"` // industries: the coins to the left
	Size  int   `json:"size,omitzero"` // regions: which of the letters’ sizes
	cost  float64
}

func (p *plan) clashes(q *plan) bool {
	return touch(p.Site, q.Site) || touch(p.Site, q.Label) || touch(p.Label, q.Site) || touch(p.Label, q.Label)
}

// clashesAny reports whether the plan clashes with a pick other than j's and k's.
func (p *plan) clashesAny(picks []plan, j, k int) bool {
	for i := range picks {
		if i != j && i != k && p.clashes(&picks[i]) {
			return true
		}
	}
	return false
}

func touch(a, b Box) bool { return a.W > 0 && b.W > 0 && a.Grow(air).Overlaps(b) }

const (
	aSpace uint8 = iota
	aDepot
	aRegion
)

// thing is something to be placed, with the plans that are still possible.
type thing struct {
	kind  uint8
	at    int // river index, or territory
	plans []plan
}

// arrange picks a plan for every thing such that none clash. It first places
// the things with the fewest plans left, each so that it constrains the others
// least; then those without a place evict others, which are placed again; then
// all move to cheaper free places. It reports whether all found a place of
// their own; a thing without any plan keeps the zero plan.
func arrange(things []thing) ([]plan, bool) {
	picks, remaining := choose(things)
	resettle(things, picks, remaining, 1500)
	improve(things, picks)
	for range 2 {
		for k := range things {
			if len(things[k].plans) > 0 && picks[k].cost > things[k].plans[0].cost+6 {
				insist(things, picks, k)
			}
		}
	}
	for k := range things {
		if len(things[k].plans) == 0 || picks[k].clashesAny(picks, k, k) {
			return picks, false
		}
	}
	return picks, true
}

// insist forces thing k into its cheapest place, places those in the way again,
// and keeps the result if the total cost falls.
func insist(things []thing, picks []plan, k int) {
	trial := slices.Clone(picks)
	trial[k] = things[k].plans[0]
	var remaining []int
	for j := range trial {
		if j != k && trial[k].clashes(&trial[j]) {
			trial[j] = plan{}
			remaining = append(remaining, j)
		}
	}
	if len(remaining) > 4 || !resettle(things, trial, remaining, 60) {
		return
	}
	improve(things, trial)
	if total(trial) < total(picks)-0.5 {
		copy(picks, trial)
	}
}

func total(picks []plan) float64 {
	sum := 0.0
	for k := range picks {
		sum += picks[k].cost
	}
	return sum
}

// choose gives each thing in turn a free place and returns those that found
// none.
func choose(things []thing) (picks []plan, remaining []int) {
	open := make([][]plan, len(things))
	for k := range things {
		open[k] = slices.Clone(things[k].plans)
	}
	picks = make([]plan, len(things))
	done := make([]bool, len(things))
	for range things {
		k := -1
		for j := range things {
			if !done[j] && (k < 0 || len(open[j]) < len(open[k])) {
				k = j
			}
		}
		done[k] = true
		if len(open[k]) == 0 {
			remaining = append(remaining, k)
			continue
		}
		picks[k] = leastConstraining(open, done, k)
		for j := range open {
			if !done[j] {
				open[j] = slices.DeleteFunc(open[j], func(q plan) bool { return picks[k].clashes(&q) })
			}
		}
	}
	return picks, remaining
}

// leastConstraining is, from a sample of the plans for thing k, a cheap one
// that leaves the others most of theirs.
func leastConstraining(open [][]plan, done []bool, k int) plan {
	best, least := 0, math.Inf(1)
	for c := 0; c < len(open[k]); c += 1 + len(open[k])/30 {
		p := &open[k][c]
		harm := p.cost
		for j := range open {
			if j == k || done[j] || len(open[j]) == 0 {
				continue
			}
			lost := 0
			for q := range open[j] {
				if p.clashes(&open[j][q]) {
					lost++
				}
			}
			harm += 14 * float64(lost) / float64(len(open[j]))
			if lost == len(open[j]) {
				harm += 500
			}
		}
		if harm < least {
			best, least = c, harm
		}
	}
	return open[k][best]
}

// resettle places the things without a place by evicting those evicted least
// so far, until all have one or the attempts run out. It reports whether all
// have one.
func resettle(things []thing, picks []plan, remaining []int, attempts int) bool {
	pushed := make([]float64, len(things))
	for range attempts {
		if len(remaining) == 0 {
			return true
		}
		k := remaining[0]
		remaining = remaining[1:]
		if len(things[k].plans) == 0 {
			continue
		}
		best, least := 0, math.Inf(1)
		for c := range things[k].plans {
			p := &things[k].plans[c]
			harm := p.cost * 0.04
			for j := range picks {
				if j != k && p.clashes(&picks[j]) {
					harm += 1 + pushed[j]
				}
			}
			if harm < least {
				best, least = c, harm
			}
		}
		picks[k] = things[k].plans[best]
		pushed[k]++
		for j := range picks {
			if j != k && picks[k].clashes(&picks[j]) {
				picks[j] = plan{}
				remaining = append(remaining, j)
			}
		}
	}
	// there is a clash in any case: every thing still has to be somewhere
	for _, k := range remaining {
		if len(things[k].plans) > 0 {
			picks[k] = things[k].plans[0]
		}
	}
	return false
}

// improve moves things to cheaper places that are free, or that one other
// thing can leave at a smaller cost than the gain.
func improve(things []thing, picks []plan) {
	for moved, round := true, 0; moved && round < 6; round++ {
		moved = false
		for k := range things {
			for c := range things[k].plans {
				p := &things[k].plans[c]
				if p.cost >= picks[k].cost {
					break
				}
				if swap(things, picks, k, p) {
					moved = true
					break
				}
			}
		}
	}
}

// swap moves thing k to plan p if at most one other is in the way and moving
// it costs less than k gains.
func swap(things []thing, picks []plan, k int, p *plan) bool {
	in := -1
	for j := range picks {
		if j != k && p.clashes(&picks[j]) {
			if in >= 0 {
				return false
			}
			in = j
		}
	}
	if in < 0 {
		picks[k] = *p
		return true
	}
	most := picks[in].cost + picks[k].cost - p.cost - 0.5
	for c := range things[in].plans {
		q := &things[in].plans[c]
		if q.cost >= most {
			return false
		}
		if !q.clashes(p) && !q.clashesAny(picks, k, in) {
			picks[k], picks[in] = *p, *q
			return true
		}
	}
	return false
}
