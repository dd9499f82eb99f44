package daily

import "slices"

// Median returns the median of VP, the lower of two in the middle; 0 of none.
func Median(vp []int) int {
	if len(vp) == 0 {
		return 0
	}
	return slices.Sorted(slices.Values(vp))[(len(vp)-1)/2]
}

// Percentile is how many percent of the others did worse, a tie counting half, rounded
// down; -1 if there are no others. below and equal are counted among all, oneself
// included.
func Percentile(below, equal, all int) int {
	if all < 2 {
		return -1
	}
	return (200*below + 100*(equal-1)) / (2 * (all - 1))
}

// Streak is for how many days somebody has played, up to today or yesterday, without a
// break. One day that was missed is no break, if none was missed in the 30 days before
// it; it does not count. played are the days in any order.
func Streak(played []Day, today Day) (n int) {
	has := map[Day]bool{}
	first := today
	for _, d := range played {
		has[d] = true
		first = min(first, d)
	}
	missed := Day(-grace - 1)
	for d := first; d <= today; d++ {
		switch {
		case has[d]:
			n++
		case d == today:
		case d-missed > grace && has[d-1]:
			missed = d
		default:
			n, missed = 0, d
		}
	}
	return n
}

// grace is the number of days before a missed one in which none was missed.
const grace = 30
