package game

import (
	"slices"

	"ruhr/rules"
)

// Again is what the rematch is started with: the same options, and the seats in
// reversed order. held says whether a seat has a holder.
func (f *Game) Again(who Actor, held func(seat int) bool) Setup {
	s := f.Setup
	s.Rules, s.Name, s.Seats = rules.Version, f.name, nil
	s.Strict = s.Rated
	s.Deal, s.From, s.Common, s.Tournament, s.SameDeal = "", nil, nil, "", false // a deal of its own
	s.Turned = true
	for k, seat := range slices.Backward(f.Seats) {
		s.Seats = append(s.Seats, seat.again(who.Holds(k), held(k), s.Rated))
	}
	return s
}

// again is a seat at the rematch. The person who asks for it plays; the seats of others
// are kept for them, where somebody could come.
func (s Seat) again(asks, held, rated bool) NewSeat {
	next := NewSeat{Kind: s.Kind, Name: s.Name, Colour: s.Colour, Level: s.Level}
	switch {
	case s.Kind != Person:
	case asks:
		next.Level = ""
	case !held || s.Name == Nameless:
		next = NewSeat{Kind: Open, Colour: s.Colour}
	default:
		next.Kind, next.Kept = Open, true
		if rated { // who left would come last again
			next.Level = ""
		}
	}
	return next
}

// NameRematch notes the table that follows.
func NameRematch(table string) Command {
	return Command{draft: func(*Game, Call) (draft, error) {
		return draft{kind: EventRematch, seat: Nobody, body: body{Table: table}}, nil
	}}
}
