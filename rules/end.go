package rules

import (
	"math/bits"

	"ruhr/board"
)

// finish ends the game after round 12 (END).
func (g *Game) finish(s *State) {
	s.ask(Over, 0, 0)
	g.emit(FOver, -1, END6, 0, 0, 0)
}

// Line is a line of the score sheet of the end.
type Line uint8

// The lines in the order of record.md's breakdown.
const (
	LineEssenCities Line = iota
	LineMarkCities
	LineAllCities
	LineAllDepots
	LineDepotMajorities
	LineInn
	LineMayor
	LineRuhrtalbahn
	LineRuhraake
	LineDebts
	Lines = 10
)

// LineIDs are the lines as records write them, LineRules their rules.
var (
	LineIDs = [Lines]string{"essenCities", "markCities", "allCities", "allDepots", "depotMajorities",
		"inn", "mayor", "ruhrtalbahn", "ruhraake", "debts"}
	LineRules = [Lines]Rule{END1, END1, END1, END1, END1, END4, END3, END2, END2, END5}
)

// Result is the outcome of a game by seat: the final VP, the rank (1 is best,
// equal VP share it), and the VP of each line of the score sheet.
type Result struct {
	VP        [4]int
	Rank      [4]int
	Breakdown [4][Lines]int
}

// Result scores the position by the rules of the end (END-1 to END-6). Before
// the end it is what the score would be if the game ended here.
func (g *Game) Result(s *State) Result {
	var r Result
	for who := range int(g.n) {
		r.Breakdown[who] = g.endLines(s, who)
		r.VP[who] = int(s.seats[who].vp)
		for _, v := range r.Breakdown[who] {
			r.VP[who] += v
		}
	}
	for who := range int(g.n) { // END-6
		r.Rank[who] = 1
		for other := range int(g.n) {
			if r.VP[other] > r.VP[who] {
				r.Rank[who]++
			}
		}
	}
	return r
}

func (g *Game) endLines(s *State, who int) (line [Lines]int) {
	c := &s.seats[who]
	essen, mark, all := g.cityGroups(s, who)
	line[LineEssenCities] = when(essen, 1) // END-1
	line[LineMarkCities] = when(mark, 1)
	line[LineAllCities] = when(all, 3)
	line[LineAllDepots] = when(g.inAllDepots(s, who), 2)
	line[LineDepotMajorities] = g.majorities(s, who)
	if c.progress&ruhrtalbahn != 0 { // END-2
		line[LineRuhrtalbahn] = s.cityCount(who)
	}
	if c.progress&ruhraake != 0 { // END-2
		line[LineRuhraake] = 2 + when(c.barge.At() == g.ruhrort, 2)
	}
	isMayor := c.progress&mayor != 0 && c.debts() == 0
	thaler := int(c.thaler)
	if c.progress&inn&^c.used != 0 {
		if isMayor {
			thaler += innThaler // worth more than 2 VP (END-4)
		} else {
			line[LineInn] = innVP
		}
	}
	if isMayor { // END-3
		line[LineMayor] = thaler
	}
	line[LineDebts] = -2 * int(c.debts()) // END-5
	return line
}

func when(yes bool, n int) int {
	if yes {
		return n
	}
	return 0
}

// cityGroups reports whether a seat has all Essen cities, all Mark cities, and
// all seven (END-1).
func (g *Game) cityGroups(s *State, who int) (essen, mark, all bool) {
	has := s.seats[who].cities
	return has&essenPlaces == essenPlaces, has&markPlaces == markPlaces, s.cityCount(who) == board.Cities
}

// cityCount is the number of city warehouses of a seat.
func (s *State) cityCount(who int) int { return bits.OnesCount8(s.seats[who].cities) }

func (g *Game) inAllDepots(s *State, who int) bool {
	for i := range s.depots {
		if !s.depots[i].Has(who) {
			return false
		}
	}
	return true
}

// majorities counts the depots where a seat has strictly the most (END-1).
func (g *Game) majorities(s *State, who int) (n int) {
	for i := range s.depots {
		if !s.depots[i].Has(who) {
			continue
		}
		var own [4]int
		for k := range s.depots[i].Len() {
			own[s.depots[i].Owner(k)]++
		}
		most := true
		for other := range own {
			most = most && (other == who || own[other] < own[who])
		}
		n += when(most, 1)
	}
	return n
}
