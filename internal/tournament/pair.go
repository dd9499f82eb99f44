package tournament

import "slices"

// MostOfPlace is how often a player may have the same place.
func (f Format) MostOfPlace() int { return (f.Rounds+f.Seats-1)/f.Seats + 1 }

// Tables is at how many tables so many players play a round.
func (f Format) Tables(players int) int {
	if f.Solo {
		return players
	}
	return (players + f.Seats - 1) / f.Seats
}

// Pair returns the tables of the next round, the best players' first, for those who are
// still active; active says so by player. Where their number does not divide by the
// seats, computer players are spread over the tables, from the last one up. Players of
// equal standing are paired in the order of their numbers. In a Solo round all have the
// place that follows the one of the round before.
func Pair(f Format, before []Round, active []bool) []Table {
	p := newPairing(f, before, len(active))
	var order []int
	for _, s := range f.Standings(len(active), before) {
		if active[s.Player] {
			order = append(order, s.Player)
		}
	}
	var out []Table
	if f.Solo {
		for _, player := range order {
			players := slices.Repeat([]int{Computer}, f.Seats)
			players[len(before)%f.Seats] = player
			out = append(out, Table{Players: players})
		}
		return out
	}
	groups := divide(order, f.Tables(len(order)))
	p.improve(groups)
	for _, group := range groups {
		players := p.anyPlaces(group)
		for k, player := range players {
			if player != Computer {
				p.had[player][k]++
			}
		}
		out = append(out, Table{Players: players})
	}
	return out
}

// divide divides players among tables as evenly as possible, larger ones first.
func divide(order []int, tables int) (groups [][]int) {
	for i := range tables {
		size := len(order) / (tables - i)
		if len(order)%(tables-i) > 0 {
			size++
		}
		groups = append(groups, slices.Clone(order[:size]))
		order = order[size:]
	}
	return groups
}

// pairing is what players have done before.
type pairing struct {
	Format
	met [][]int // how often two players met
	bot []int   // how many computer players a player met
	had [][]int // how often a player had a place
	pos []int   // where a player is in the order of the standings
}

func newPairing(f Format, before []Round, players int) *pairing {
	p := &pairing{Format: f, pos: make([]int, players), bot: make([]int, players)}
	for range players {
		p.met = append(p.met, make([]int, players))
		p.had = append(p.had, make([]int, f.Seats))
	}
	for _, r := range before {
		for _, t := range r.Tables {
			for k, a := range t.Players {
				if a == Computer {
					continue
				}
				p.had[a][k]++
				for _, b := range t.Players {
					if b == Computer {
						p.bot[a]++
					} else if b != a {
						p.met[a][b]++
					}
				}
			}
		}
	}
	return p
}

// What makes a pairing worse, in the order of weight.
const (
	noPlaces = 1 << 40 // places cannot be given within MostOfPlace
	repeated = 1 << 20 // two meet again, times how often they did
	again    = 1 << 6  // somebody meets another computer player, times how many they did
)

// cost is how bad a group is as a table, besides how far its players are apart.
func (p *pairing) cost(group []int) (sum int) {
	for i, a := range group {
		for _, b := range group[:i] {
			met := p.met[a][b]
			sum += met * met * repeated
		}
		sum += (p.Seats - len(group)) * p.bot[a] * p.bot[a] * again
	}
	if !p.fits(group) {
		sum += noPlaces
	}
	return sum
}

// fits reports whether a group can be given places within MostOfPlace.
func (p *pairing) fits(group []int) bool {
	most, full := p.MostOfPlace(), false
	for _, a := range group {
		full = full || slices.Max(p.had[a]) >= most
	}
	if !full {
		return true
	}
	return p.places(group, most) != nil
}

// improve exchanges players of two tables as long as that makes the pairing better: first
// those who are close in the standings, so that as little as possible changes.
func (p *pairing) improve(groups [][]int) {
	n := 0
	for _, g := range groups {
		for _, a := range g {
			p.pos[a] = n
			n++
		}
	}
	for p.exchange(groups) {
	}
}

// exchange makes the best exchange of two players, if any makes the pairing better.
func (p *pairing) exchange(groups [][]int) bool {
	type seat struct{ group, at int }
	var best [2]seat
	gain, far := 0, 0
	costs := make([]int, len(groups))
	for i := range groups {
		costs[i] = p.cost(groups[i])
	}
	for i := range groups {
		for j := i + 1; j < len(groups); j++ {
			if costs[i]+costs[j] == 0 {
				continue
			}
			for x := range groups[i] {
				for y := range groups[j] {
					a, b := groups[i][x], groups[j][y]
					groups[i][x], groups[j][y] = b, a
					won := costs[i] + costs[j] - p.cost(groups[i]) - p.cost(groups[j])
					groups[i][x], groups[j][y] = a, b
					apart := max(p.pos[a]-p.pos[b], p.pos[b]-p.pos[a])
					if won > gain || won == gain && won > 0 && apart < far {
						gain, far, best = won, apart, [2]seat{{i, x}, {j, y}}
					}
				}
			}
		}
	}
	if gain == 0 {
		return false
	}
	one, other := best[0], best[1]
	a, b := &groups[one.group][one.at], &groups[other.group][other.at]
	*a, *b = *b, *a
	return true
}

// anyPlaces gives a group its places, if need be beyond MostOfPlace.
func (p *pairing) anyPlaces(group []int) []int {
	for most := p.MostOfPlace(); ; most++ {
		if places := p.places(group, most); places != nil {
			return places
		}
	}
}

// places gives a group its places, computer players the rest; nil if somebody would have
// one more than most times. Of all ways it takes the one in which the players have had
// their places least, of equal ones the first.
func (p *pairing) places(group []int, most int) (best []int) {
	least := 0
	now := slices.Repeat([]int{Computer}, p.Seats)
	var give func(i, cost int)
	give = func(i, cost int) {
		if best != nil && cost >= least {
			return
		}
		if i == len(group) {
			best, least = slices.Clone(now), cost
			return
		}
		for k := range now {
			had := p.had[group[i]][k]
			if now[k] != Computer || had >= most {
				continue
			}
			now[k] = group[i]
			give(i+1, cost+2*had+1)
			now[k] = Computer
		}
	}
	give(0, 0)
	return best
}
