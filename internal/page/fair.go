package page

import (
	"encoding/json"

	"ruhr/board"
	"ruhr/internal/game"
	"ruhr/record"
	"ruhr/rules"
)

// Fair shows how a table was shuffled, and what a script needs to check it.
type Fair struct {
	*Localizer
	Table    string
	Unproven string // why the shuffle cannot be proven, "" if it can
	// Commitment and Secret are hex digits; the secret is "" before the end.
	Commitment, Secret string
	Fixed              bool
	Seats              []FairSeat
	StartProven        bool     // somebody contributed to the start player and the first marker
	Checks             []string // what is checked: keys below fair.check
	Parts              string   // JSON, see static/js/shuffle.js
}

// FairSeat is what a seat added, "" for nothing.
type FairSeat struct {
	SeatName
	Start, Rest string
	Bot         bool // it is no person's seat
}

// NewFair makes the page from a table and its record.
func NewFair(l *Localizer, snap *game.Snapshot, rec *record.Record) *Fair {
	names, signs := PlayerNames(l, snap)
	p := &Fair{Localizer: l.AtTable(names, signs), Table: snap.ID}
	sh := rec.Shuffle
	if sh == nil {
		p.Unproven = p.Plain("fair.unproven." + string(snap.Deal))
		return p
	}
	p.Commitment, p.Secret, p.Fixed = sh.Commitment, sh.Secret, snap.Shuffle.Fixed
	for k := range names {
		seat := FairSeat{SeatName{p.Printer.Seat(k), signs[k]}, sh.Start[k], sh.Contributions[k], snap.Seats[k].Kind == game.Bot}
		p.StartProven = p.StartProven || seat.Start != ""
		p.Seats = append(p.Seats, seat)
	}
	if p.Secret != "" {
		p.Checks = []string{"commitment", "start", "obstacles", "draws", "countries"}
	}
	p.Parts = partsOf(snap.Game)
	return p
}

// partsOf describes what is shuffled for a game, in the board's order.
func partsOf(g *rules.Game) string {
	b := g.Board()
	parts := struct {
		Seats     int            `json:"seats"`
		Markers   []string       `json:"markers"`
		Countries []string       `json:"countries"`
		Locks     map[string]int `json:"locks"`
	}{Seats: g.Seats(), Locks: map[string]int{}}
	markers, countries := record.Components(g)
	for _, m := range markers {
		parts.Markers = append(parts.Markers, b.Markers[m].ID)
	}
	for _, c := range countries {
		parts.Countries = append(parts.Countries, b.Port.Columns[c])
	}
	for k := range board.Obstacles {
		parts.Locks[b.River[b.At.Lock[k]].ID] = k
	}
	out, err := json.Marshal(parts)
	if err != nil {
		panic(err) // plain strings and numbers
	}
	return string(out)
}
