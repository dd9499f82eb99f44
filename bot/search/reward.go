package search

import "ruhr/rules"

// One is the greatest reward.
const One = 1 << 16

// Rewards returns each seat's reward at the end of a game, from 0 to One, and
// its VP: half for the win, split among ties, half for the squashed margin to
// the best other seat. Rewards are integers, so that sums are the same on
// every processor.
func Rewards(g *rules.Game, s *rules.State) (r [4]int64, vp [4]int) {
	n := g.Seats()
	for who := range n {
		vp[who] = g.Score(s, who)
	}
	return rewardsOf(&vp, n), vp
}

func rewardsOf(vp *[4]int, n int) (r [4]int64) {
	best, second, ties := -1000, -1000, 0
	for _, v := range vp[:n] {
		switch {
		case v > best:
			best, second, ties = v, best, 1
		case v == best:
			second, ties = v, ties+1
		case v > second:
			second = v
		}
	}
	for who, v := range vp[:n] {
		if v == best {
			r[who] = One/2/int64(ties) + squash(v-second)
		} else {
			r[who] = squash(v - best)
		}
	}
	return r
}

// squash maps a margin in VP to 0 … One/2: margin 0 to One/4, and 8 VP half of
// the way from there to the end.
func squash(margin int) int64 {
	m := int64(margin)
	if m < 0 {
		return One/4 + One/4*m/(8-m)
	}
	return One/4 + One/4*m/(8+m)
}

// WinShare is 1 for the winner, divided among those that share first place.
func WinShare(vp *[4]int16, n, seat int) float64 {
	if RankOf(vp, n, seat) > 1 {
		return 0
	}
	ties := 0
	for i := range n {
		if vp[i] == vp[seat] {
			ties++
		}
	}
	return 1 / float64(ties)
}

// RankOf is 1 for the most VP; ties share the better rank (END-6).
func RankOf(vp *[4]int16, n, seat int) int {
	rank := 1
	for i := range n {
		if vp[i] > vp[seat] {
			rank++
		}
	}
	return rank
}
