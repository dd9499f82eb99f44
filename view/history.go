package view

import (
	"ruhr/record"
	"ruhr/rules"
)

// History is a whole game, or as much of one as has been played, to step
// through.
type History struct {
	Game  *rules.Game
	Words *record.Words
	Steps []Moment // Steps[0] is the start, Steps[n] the position after decision n
}

// Moment is a position of a History and what led to it.
type Moment struct {
	N      int         `json:"n"`      // decisions taken
	Seat   int         `json:"seat"`   // who took the last one, -1 at the start
	Action int         `json:"action"` // which, by its number; -1 at the start
	Round  int         `json:"round"`  // in which it was taken
	Phase  int         `json:"phase"`
	Turn   int         `json:"turn"`   // the turns are numbered: a seat's consecutive decisions in one phase
	Forced bool        `json:"forced"` // it was the only legal one
	Events []Event     `json:"events"` // of the decision and of all that followed by itself
	State  rules.State `json:"-"`
}

// Point is a place of the running chart: VP and Thaler of each seat at the end
// of a round (or now). IfEnded is the score if the game ended there.
type Point struct {
	Round   int   `json:"round"`
	N       int   `json:"n"` // the moment
	VP      []int `json:"vp"`
	Thaler  []int `json:"thaler"`
	IfEnded []int `json:"ifEnded"`
}

// Sheet is the score sheet of the end, by seat.
type Sheet struct {
	Seats []SheetSeat `json:"seats"`
}

// SheetSeat is a seat's column of the score sheet. Game is the VP of the game
// itself, before the lines of the end.
type SheetSeat struct {
	Game  int         `json:"game"`
	Lines []SheetLine `json:"lines"`
	VP    int         `json:"vp"`
	Rank  int         `json:"rank"`
}

// SheetLine is a line of the score sheet with what it comes from.
type SheetLine struct {
	ID      string `json:"id"` // of rules.LineIDs
	VP      int    `json:"vp"`
	Rule    string `json:"rule"`
	Section string `json:"section"`
	Args    Args   `json:"args"` // of the sentence that explains it
}
