package tournament

import (
	"cmp"
	"slices"
)

// Computer is the number of a computer player.
const Computer = -1

// Format is what all rounds have in common.
type Format struct {
	Seats  int `json:"seats"`  // 2 to 4
	Rounds int `json:"rounds"` // at least 1
	// SameDeal: all tables of a round have the same deal.
	SameDeal bool `json:"sameDeal,omitempty"`
	// Solo: everyone plays at a table of their own against computer players, at the same
	// place as all others. It implies SameDeal.
	Solo bool `json:"solo,omitempty"`
}

// Table is a game of a round.
type Table struct {
	ID      string   `json:"id"`
	Players []int    `json:"players"`           // by place
	Results []Result `json:"results,omitempty"` // by place; nil before the game has ended
}

// Result is how a seat's game ended.
type Result struct {
	VP   int  `json:"vp"`
	Left bool `json:"left,omitempty"` // a computer player decided for the person
	// Absent: the person has decided nothing. Results from before do not say so.
	Absent bool `json:"absent,omitempty"`
}

// Round is the tables at which everybody plays once.
type Round struct {
	Tables []Table `json:"tables"`
	Made   bool    `json:"made,omitempty"` // the tables exist
	// Closed: the tournament ended during the round, so that only games that had ended count.
	Closed bool `json:"closed,omitempty"`
}

// Over reports whether all games of a round have ended.
func (r *Round) Over() bool {
	return !slices.ContainsFunc(r.Tables, func(t Table) bool { return t.Results == nil })
}

// Point is what a point is counted in, so that shared and halved ones are whole, and
// shares of up to 20 tables. With more tables a share is rounded down to a whole number of these.
const Point = 4 * 232792560

// winnings are the points by rank and number of seats.
var winnings = map[int][]int{2: {1, 0}, 3: {3, 1, 0}, 4: {4, 2, 1, 0}}

// Points are what each place of a table has won, counted in Point; nil while that is not
// known. Of what a stand-in has won its person gets half, or nothing for a game without any
// decision of their own.
func (f Format) Points(r *Round, table int) []int {
	t := &r.Tables[table]
	out := t.byRank()
	if f.SameDeal && len(r.Tables) > 1 {
		if !r.Closed && !r.Over() {
			return nil
		}
		out = t.byPlace(r)
	}
	for k, result := range t.Results {
		switch {
		case result.Absent:
			out[k] = 0
		case result.Left:
			out[k] /= 2
		}
	}
	return out
}

// byPlace are points by the share of the other tables whose games have ended at which the
// same place has fewer VP; by rank if there are none.
func (t *Table) byPlace(r *Round) []int {
	ended := slices.DeleteFunc(slices.Clone(r.Tables), func(o Table) bool { return o.Results == nil })
	if len(ended) < 2 {
		return t.byRank()
	}
	out := make([]int, len(t.Results))
	for k, result := range t.Results {
		beaten := -1 // half of itself, twice
		for _, o := range ended {
			beaten += cmp.Compare(result.VP, o.Results[k].VP) + 1
		}
		out[k] = beaten * Point / (2 * (len(ended) - 1))
	}
	return out
}

// byRank are points by rank at a table. Places with equal VP share what they have won
// together.
func (t *Table) byRank() []int {
	out := make([]int, len(t.Results))
	for k, r := range t.Results {
		sum, equal := 0, 0
		better := 0
		for _, o := range t.Results {
			if o.VP > r.VP {
				better++
			} else if o.VP == r.VP {
				equal++
			}
		}
		for _, won := range winnings[len(t.Results)][better : better+equal] {
			sum += won
		}
		out[k] = sum * Point / equal
	}
	return out
}

// Standing is how far a player is.
type Standing struct {
	Player int
	Rank   int // from 1; shared where nothing tells players apart
	Points int // counted in Point
	// Met is the average of the points of those they have met, counted in Point, each as
	// often as they met. Computer players do not count.
	Met   int
	VP    int // of all their games
	Games int
}

// Standings orders players by points, then by those of whom they have met, then by VP,
// after the tables that have ended. Those who are equal share a rank and are listed by
// their numbers.
func (f Format) Standings(players int, rounds []Round) []Standing {
	list := make([]Standing, players)
	for p := range list {
		list[p].Player = p
	}
	f.eachTable(rounds, func(t *Table, points []int) {
		for k, points := range points {
			if p := t.Players[k]; p != Computer {
				list[p].Points += points
				list[p].VP += t.Results[k].VP
				list[p].Games++
			}
		}
	})
	sum, met := make([]int, players), make([]int, players)
	f.eachTable(rounds, func(t *Table, _ []int) {
		for _, p := range t.Players {
			for _, o := range t.Players {
				if p != o && p != Computer && o != Computer {
					sum[p] += list[o].Points
					met[p]++
				}
			}
		}
	})
	for p := range list {
		list[p].Met = sum[p] / max(1, met[p])
	}
	slices.SortStableFunc(list, Standing.compare)
	for i := range list {
		if list[i].Rank = i + 1; i > 0 && list[i].compare(list[i-1]) == 0 {
			list[i].Rank = list[i-1].Rank
		}
	}
	return list
}

func (s Standing) compare(o Standing) int {
	return cmp.Or(cmp.Compare(o.Points, s.Points), cmp.Compare(o.Met, s.Met), cmp.Compare(o.VP, s.VP))
}

// eachTable visits the tables whose points are known.
func (f Format) eachTable(rounds []Round, visit func(t *Table, points []int)) {
	for _, r := range rounds {
		for i := range r.Tables {
			if points := f.Points(&r, i); len(points) > 0 {
				visit(&r.Tables[i], points)
			}
		}
	}
}
