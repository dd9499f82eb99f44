package view

import (
	"ruhr/board"
	"ruhr/rules"
)

// Sheet is the score sheet of the end, by seat. Before the end it is what it
// would be if the game ended now.
type Sheet struct {
	Seats   []SheetSeat `json:"seats"`
	Winners []int       `json:"winners"` // seats of rank 1
}

// SheetSeat is a seat's column of the score sheet. Game is the VP of the game
// itself, before the lines of the end.
type SheetSeat struct {
	Game  int         `json:"game"`
	Lines []SheetLine `json:"lines"` // in the order of rules.LineIDs
	VP    int         `json:"vp"`
	Rank  int         `json:"rank"`
}

// SheetLine is a line of the score sheet. N is what it counts: cities or depots
// with an own warehouse, majorities, Thaler, debts, 1 for a marker held.
type SheetLine struct {
	ID      string `json:"id"` // of rules.LineIDs; sheet.<id> in the catalogue
	VP      int    `json:"vp"`
	N       int    `json:"n"`
	Rule    string `json:"rule"`
	Section string `json:"section"`
}

// SheetOf scores a position by the rules of the end (END-1 to END-6).
func SheetOf(g *rules.Game, s *rules.State) Sheet {
	var sheet Sheet
	r := g.Result(s)
	for k := range g.Seats() {
		col := SheetSeat{Game: s.VP(k), VP: r.VP[k], Rank: r.Rank[k]}
		for l, id := range rules.LineIDs {
			rule := rules.LineRules[l]
			col.Lines = append(col.Lines, SheetLine{ID: id, VP: r.Breakdown[k][l], N: counted(g, s, k, rules.Line(l)),
				Rule: rule.String(), Section: Section(rule)})
		}
		sheet.Seats = append(sheet.Seats, col)
		if col.Rank == 1 {
			sheet.Winners = append(sheet.Winners, k)
		}
	}
	return sheet
}

// counted is what a line of the sheet counts.
func counted(g *rules.Game, s *rules.State, k int, l rules.Line) int {
	switch l {
	case rules.LineEssenCities:
		return citiesOf(g, s, k, board.EssenCities[:])
	case rules.LineMarkCities:
		return citiesOf(g, s, k, board.MarkCities[:])
	case rules.LineAllCities, rules.LineRuhrtalbahn:
		return s.CitiesOf(k)
	case rules.LineAllDepots:
		n := 0
		for d := range 4 {
			n += min(1, s.DepotOf(d, k))
		}
		return n
	case rules.LineDepotMajorities:
		return g.Result(s).Breakdown[k][l]
	case rules.LineMayor:
		return s.Thaler(k)
	case rules.LineDebts:
		return s.Debts(k)
	}
	for kind, id := range board.ProgressIDs {
		if id == rules.LineIDs[l] {
			return int(s.Held(k) >> kind & 1)
		}
	}
	return 0
}

func citiesOf(g *rules.Game, s *rules.State, seat int, ids []string) (n int) {
	for c, at := range g.Board().At.City {
		for _, id := range ids {
			if g.Board().River[at].ID == id && s.CitySeats(c)>>seat&1 != 0 {
				n++
			}
		}
	}
	return n
}
