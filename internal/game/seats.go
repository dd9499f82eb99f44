package game

import (
	"strconv"
)

// theirs refuses a seat that does not exist or is not the actor's.
func (f *Game) theirs(who Actor, seat int) error {
	if seat < 0 || seat >= len(f.Seats) || !who.Holds(seat) {
		return ErrNotYours.At(seat)
	}
	return nil
}

// checkMember refuses a seat that does not exist, or an actor who neither has a
// seat nor owns the table.
func (f *Game) checkMember(who Actor, seat int) error {
	for k := range f.Seats {
		if (who.Owner || who.Holds(k)) && seat >= 0 && seat < len(f.Seats) {
			return nil
		}
	}
	return ErrNotYours.At(seat)
}

// seatCommand names a command on a seat.
func seatCommand(what string, seat int) string { return what + "-" + strconv.Itoa(seat) }

// Join seats a person at an open seat that the actor holds by its link,
// replacing any computer player there.
func Join(seat int, name string) Command {
	return Command{name: seatCommand("join", seat), draft: func(f *Game, by Call) (draft, error) {
		if err := f.theirs(by.Who, seat); err != nil {
			return draft{}, err
		}
		if f.Seats[seat].Kind != Open {
			return draft{}, ErrNotOpen.At(seat)
		}
		name, err := tidyName(seat, name, true)
		return draft{kind: EventJoin, seat: seat, body: body{Name: name}}, err
	}}
}

// GiveToBot hands a seat to a computer player: the actor's own, or an open one,
// which anyone with a seat may fill until somebody joins. Where the result counts for
// others, the table's stand-in plays for a person, whatever the level.
func GiveToBot(seat int, level string) Command {
	return Command{name: seatCommand("give", seat), draft: func(f *Game, by Call) (draft, error) {
		if err := f.checkMember(by.Who, seat); err != nil {
			return draft{}, err
		}
		s := f.Seats[seat]
		if s.Kind != Open && !by.Who.Holds(seat) {
			return draft{}, ErrNotYours.At(seat)
		}
		if s.Level != "" {
			return draft{}, ErrPlayedByBot.At(seat)
		}
		if s.Kind == Person && f.Setup.counts() {
			level = f.Setup.StandIn
		}
		return draft{kind: EventGive, seat: seat, body: body{Level: level}}, by.Level(seat, level)
	}}
}

// TakeBack returns the actor's seat from its computer player.
func TakeBack(seat int) Command {
	return Command{name: seatCommand("take", seat), draft: func(f *Game, by Call) (draft, error) {
		if err := f.theirs(by.Who, seat); err != nil {
			return draft{}, err
		}
		switch s := f.Seats[seat]; {
		case s.Kind == Bot:
			return draft{}, ErrNotYours.At(seat)
		case s.Kind == Open:
			return draft{}, ErrOpenSeat.At(seat)
		case s.Level == "":
			return draft{}, ErrPlayedByHand.At(seat)
		}
		if c := f.clock; c != nil && c.turn.seat == seat && c.seats[seat].came == c.turn {
			return draft{}, ErrTakenBack.At(seat) // or nobody would decide, and no clock run out
		}
		return draft{kind: EventTake, seat: seat, body: body{}}, nil
	}}
}

// SetLevel changes the level of a computer player: on the actor's own seat, or
// on one that is nobody's, which anyone with a seat may change.
func SetLevel(seat int, level string) Command {
	return Command{name: seatCommand("level", seat), draft: func(f *Game, by Call) (draft, error) {
		if err := f.checkMember(by.Who, seat); err != nil {
			return draft{}, err
		}
		s := f.Seats[seat]
		if s.Kind == Person && !by.Who.Holds(seat) {
			return draft{}, ErrNotYours.At(seat)
		}
		if s.Level == "" {
			return draft{}, ErrPlayedByHand.At(seat)
		}
		if why := mayExchange(s.Kind, f.Setup.Rated, f.Setup.Tournament, f.Setup.Common); why != nil {
			return draft{}, why.At(seat)
		}
		return draft{kind: EventLevel, seat: seat, body: body{Level: level}}, by.Level(seat, level)
	}}
}

// Rename changes the name on the actor's seat.
func Rename(seat int, name string) Command {
	return Command{name: seatCommand("rename", seat), draft: func(f *Game, by Call) (draft, error) {
		if err := f.theirs(by.Who, seat); err != nil {
			return draft{}, err
		}
		if f.Seats[seat].Kind != Person {
			return draft{}, ErrOpenSeat.At(seat)
		}
		if f.Setup.Rated {
			return draft{}, ErrRated.At(seat)
		}
		name, err := tidyName(seat, name, true)
		return draft{kind: EventRename, seat: seat, body: body{Name: name}}, err
	}}
}
