package table

import (
	"slices"

	"ruhr/rules"
)

// again is what the rematch is started with: the same options, and the seats in
// reversed order. held says whether anybody holds a seat.
func (f *fold) again(who Actor, held func(seat int) bool) setup {
	s := f.setup
	s.Rules, s.Seats = rules.Version, nil
	s.Guided = false // the lesson is over: an ordinary deal
	s.Turned = true
	for k, seat := range slices.Backward(f.seats) {
		s.Seats = append(s.Seats, seat.again(who.Holds(k), held(k), s.Rated))
	}
	return s
}

// again is a seat at the rematch. Whoever asks for it plays; others have theirs kept
// for them, where there is somebody who could come.
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

// nameRematch notes the table that follows.
func nameRematch(table string) Command {
	return Command{draft: func(*fold, Call) (draft, error) {
		return draft{kind: EventRematch, seat: Nobody, body: body{Table: table}}, nil
	}}
}
