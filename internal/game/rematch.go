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
		s.Seats = append(s.Seats, seat.again(who.Holds(k), held(k)))
	}
	return s
}

// again is a seat at the rematch. The person who asks for it plays; the seats of others
// are kept for them, where somebody could come: no computer player has them, even if one
// finished the game for them.
func (s Seat) again(asks, held bool) NewSeat {
	switch {
	case s.Kind != Person:
		return NewSeat{Kind: s.Kind, Name: s.Name, Colour: s.Colour, Level: s.Level}
	case asks:
		return NewSeat{Kind: Person, Name: s.Name, Colour: s.Colour}
	case !held || s.Name == Nameless:
		return NewSeat{Kind: Open, Colour: s.Colour}
	}
	return NewSeat{Kind: Open, Name: s.Name, Colour: s.Colour, Kept: true}
}

// NameRematch notes the table that follows.
func NameRematch(table string) Command {
	return Command{draft: func(*Game, Call) (draft, error) {
		return draft{kind: EventRematch, seat: Nobody, body: body{Table: table}}, nil
	}}
}
