package rating

import (
	"math"
	"math/rand/v2"
	"testing"
)

// ratings are those after a game in which turns are not known.
func ratings(pool Pool, players []Player, ended int64) []Rating {
	after, _ := Rate(pool, players, ended)
	return after
}

// simulated are players whose games are drawn by the model.
type simulated struct {
	*rand.Rand
	pool     Pool
	strength []float64 // in points
	worth    []float64 // of the turns, in points
	ratings  []Rating
	turns    []Rating
}

// play rates a game of players, in the order of their turns.
func (s *simulated) play(known bool, who ...int) {
	var players []Player
	left := map[int]float64{}
	for turn, k := range who {
		p := Player{Rating: s.ratings[k]}
		if known {
			p.Turn = s.turns[turn]
		}
		players = append(players, p)
		left[turn] = math.Pow(10, (s.strength[k]+s.worth[turn])/400)
	}
	for rank := 1; rank <= len(who); rank++ {
		sum := 0.0
		for turn := range who {
			sum += left[turn]
		}
		at := s.Float64() * sum
		for turn := range who {
			if at -= left[turn]; left[turn] > 0 && at <= 0 {
				players[turn].Rank, left[turn] = rank, 0
				break
			}
		}
	}
	after, turns := Rate(s.pool, players, 1)
	for turn, k := range who {
		s.ratings[k] = after[turn]
		if known {
			s.turns[turn] = turns[turn]
		}
	}
}

// Where the first turn is worth something, its worth is found from games of people, and
// who always has it is rated no higher for it than an equal who never has.
func TestTurns(t *testing.T) {
	for _, c := range []struct {
		pool  Pool
		worth []float64
	}{{Two, []float64{40, -40}}, {More, []float64{90, 0, -30, -60}}, {More, []float64{0, 0, 0}}} {
		n := len(c.worth)
		gap := func(known bool) float64 {
			s := simulated{Rand: rand.New(rand.NewPCG(5, uint64(n))), pool: c.pool, worth: c.worth, strength: make([]float64, 24)}
			for k := range s.strength {
				s.ratings = append(s.ratings, First(c.pool))
				if k > 1 {
					s.strength[k] = 150 * s.NormFloat64()
				}
			}
			for range n {
				s.turns = append(s.turns, FirstTurn())
			}
			var sum, games float64
			for i := range 6000 {
				who := s.Perm(len(s.strength))[:n]
				for turn, k := range who { // player 0 has the first turn, player 1 the last
					if k < 2 && turn != k*(n-1) {
						who[turn], who[k*(n-1)] = who[k*(n-1)], who[turn]
					}
				}
				s.play(known, who...)
				if i >= 3000 {
					sum, games = sum+float64(s.ratings[0].Value-s.ratings[1].Value)/1000, games+1
				}
			}
			if known {
				for turn, r := range s.turns {
					if math.Abs(float64(r.Value)/1000-c.worth[turn]) > 25 || r.Deviation >= 1000*firstTurn/4 || r.Games != 6000 {
						t.Errorf("%s, turn %d of %d: %+v, want %v points", c.pool, turn+1, n, r, c.worth[turn])
					}
				}
			}
			return sum / games
		}
		with, without := gap(true), gap(false)
		if math.Abs(with) > 30 {
			t.Errorf("%s, %d seats: the first turn brings %.0f points of rating", c.pool, n, with)
		}
		if worth := c.worth[0] - c.worth[n-1]; worth > 0 && without < worth/2 {
			t.Errorf("%s, %d seats: without knowing the turns, %.0f points are of them", c.pool, n, without)
		}
	}
}

// Games that say nothing of a turn leave what it is worth: against a computer player
// alone, and those of which it is not known.
func TestTurnsOfPeopleAlone(t *testing.T) {
	for _, pool := range Pools {
		anchor, _ := Anchor(pool, middle)
		person := Player{Rating: First(pool), Rank: 2, Turn: FirstTurn()}
		level := Player{Rating: anchor, Rank: 1, Anchor: true, Turn: FirstTurn()}
		if _, turns := Rate(pool, []Player{person, level}, 1); turns[0] != FirstTurn() || turns[1] != FirstTurn() {
			t.Errorf("%s: a game against a computer player makes %+v", pool, turns)
		}
		other := Player{Rating: First(pool), Rank: 1}
		if _, turns := Rate(pool, []Player{person, other}, 1); turns[0] != FirstTurn() || turns[1] != (Rating{}) {
			t.Errorf("%s: a turn that is not known makes %+v", pool, turns)
		}
		// What is expected of a turn counts, also against a computer player.
		person.Turn.Value = 100_000
		helped, _ := Rate(pool, []Player{person, level}, 1)
		person.Turn.Value = -100_000
		if hindered, _ := Rate(pool, []Player{person, level}, 1); helped[0].Value >= hindered[0].Value {
			t.Errorf("%s: a loss with a good turn costs %d, with a bad one %d", pool, helped[0].Value, hindered[0].Value)
		}
	}
}
