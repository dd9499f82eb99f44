package game

import (
	"slices"
	"time"
)

// MayLink reports whether somebody may have a private link for a seat: for their
// own, and, with a seat at the table or as its owner, for an open one. One that is
// kept for somebody is the owner's to give.
func (s *Snapshot) MayLink(who Actor, seat int) bool { return !s.Hidden && MayLink(s.Seats, who, seat) }

func MayLink(seats []Seat, who Actor, seat int) bool {
	if seat < 0 || seat >= len(seats) {
		return false
	}
	return who.Holds(seat) || (who.Owner || len(who.Seats) > 0 && !seats[seat].Kept) && seats[seat].Kind == Open
}

// FreeSeat is the next seat that anyone may be invited to, -1 for none.
func FreeSeat(seats []Seat) int {
	return slices.IndexFunc(seats, func(s Seat) bool { return s.Kind == Open && !s.Kept })
}

// MayRenew reports whether somebody may replace the links of a seat: of their
// own, and as the owner of an open one.
func (s *Snapshot) MayRenew(who Actor, seat int) bool {
	return !s.Hidden && MayRenew(s.Seats, who, seat)
}

func MayRenew(seats []Seat, who Actor, seat int) bool {
	return MayLink(seats, who, seat) && (who.Holds(seat) || who.Owner)
}

// MayRemove reports whether somebody may free a seat of the person who has it, or
// for whom it is kept: as the table's owner.
func (s *Snapshot) MayRemove(who Actor, seat int) bool {
	return mayRemove(s.Seats, who, seat) && !(s.Pace.Timed() && who.Holds(seat)) && !(s.Rated && begun(s.Steps) && !s.Seats[seat].Kept)
}

func mayRemove(seats []Seat, who Actor, seat int) bool {
	return who.Owner && seat >= 0 && seat < len(seats) && (seats[seat].Kind == Person || seats[seat].Kept)
}

// MayHandOver reports whether somebody may make the person at a seat the owner of
// the table: as its owner.
func (s *Snapshot) MayHandOver(who Actor, seat int) bool { return MayHandOver(s.Seats, who, seat) }

func MayHandOver(seats []Seat, who Actor, seat int) bool {
	return who.Owner && seat >= 0 && seat < len(seats) && seats[seat].Kind == Person
}

// MayName reports whether somebody may give the table another name: its owner, as long as
// it can go on.
func (s *Snapshot) MayName(who Actor) bool { return who.Owner && !s.Over && s.Frozen == nil }

// MayExchange reports whether somebody may exchange the computer player of a seat
// (SetLevel): of their own that they have handed over, and, with a seat at the
// table or as its owner, of one that belongs to nobody.
func (s *Snapshot) MayExchange(who Actor, seat int) bool {
	k := s.Seats[seat]
	return k.Level != "" && mayExchange(k.Kind, s.Rated, s.Tournament, s.Common) == nil && (who.Holds(seat) || (who.Owner || len(who.Seats) > 0) && k.Kind != Person)
}

// mayExchange refuses to exchange computer players where all who are compared play against
// the same ones. Who stands in for a person matters only to that person's game of the day.
func mayExchange(kind Kind, rated bool, tournament string, common *Common) *Refusal {
	switch {
	case rated:
		return ErrRated
	case tournament != "", common != nil && kind != Person:
		return ErrSameForAll
	}
	return nil
}

// counts reports whether how a table's game ends counts for others than those at the table.
func (s *Setup) counts() bool { return s.Rated || s.Tournament != "" }

// Counts is the same for a snapshot.
func (s *Snapshot) Counts() bool { return s.Rated || s.Tournament != "" }

// MayLeave refuses to remove a table from somebody's list: during a game that they play
// by hand against other people (ErrOthersPlay), and from a seat of a rated game (ErrRated)
// or a game of a tournament (ErrTournament), where their place would be lost.
func (s *Snapshot) MayLeave(who Actor) error {
	switch {
	case s.Frozen != nil || s.Over:
		return nil
	case s.Rated && len(who.Seats) > 0 && begun(s.Steps):
		return ErrRated
	case s.Tournament != "" && len(who.Seats) > 0:
		return ErrTournament
	case !mayLeave(s.Seats, who):
		return ErrOthersPlay
	}
	return nil
}

func mayLeave(seats []Seat, who Actor) bool {
	plays, others := false, false
	for k, seat := range seats {
		switch {
		case seat.Kind != Person || !seat.ByHand():
		case who.Holds(k):
			plays = true
		default:
			others = true
		}
	}
	return !plays || !others
}

// SameSitter reports whether nobody has left a seat since a log number.
func (f *Game) SameSitter(seat int, at int64) bool {
	return !slices.ContainsFunc(f.Sat, func(s Sitting) bool { return s.Seat == seat && s.Until > at })
}

// Remove frees a seat, for the owner of the table, from the person who sat there at
// the log number of the command. A computer player there goes on playing.
func Remove(seat int) Command {
	return Command{name: seatCommand("remove", seat), draft: func(f *Game, by Call) (draft, error) {
		if !mayRemove(f.Seats, by.Who, seat) {
			return draft{}, ErrNotYours.At(seat)
		}
		if f.clock != nil && by.Who.Holds(seat) {
			return draft{}, ErrOwnSeat.At(seat)
		}
		if f.Setup.Rated && begun(f.Steps) && !f.Seats[seat].Kept {
			return draft{}, ErrRated.At(seat)
		}
		if !f.SameSitter(seat, by.At) {
			return draft{}, ErrStale
		}
		owner := 0
		if len(by.Who.Seats) > 0 {
			owner = by.Who.Seats[0] + 1
		}
		return draft{kind: EventRemove, seat: seat, body: body{By: owner}}, nil
	}}
}

// NameTable gives the table another name, for its owner; "" for none. Errors: ErrNotOwner,
// ErrOver, ErrTableName.
func NameTable(name string) Command {
	return Command{name: "name", draft: func(f *Game, by Call) (draft, error) {
		switch {
		case !by.Who.Owner:
			return draft{}, ErrNotOwner
		case f.over():
			return draft{}, ErrOver
		}
		name, err := tidyTableName(name)
		return draft{kind: EventName, seat: Nobody, body: body{Name: name}}, err
	}}
}

// Decline frees a seat that is kept for somebody.
func Decline(seat int) Command {
	return Command{name: seatCommand("decline", seat), draft: func(f *Game, _ Call) (draft, error) {
		if !f.Seats[seat].Kept {
			return draft{}, ErrNotYours.At(seat)
		}
		return draft{kind: EventDecline, seat: seat, body: body{}}, nil
	}}
}

// Shared reports whether others than the holder of some seats have one, or may
// join, or wait for the end of the game as at a tournament.
func (s *Snapshot) Shared(mine []int) bool {
	if s.Tournament != "" {
		return true
	}
	for k, seat := range s.Seats {
		if (seat.Kind == Person || seat.Kind == Open && seat.ByHand()) && !slices.Contains(mine, k) {
			return true
		}
	}
	return false
}

// Since is when the table was last played at.
func (s *Snapshot) Since() time.Time {
	if n := len(s.Steps); n > 0 {
		return s.Steps[n-1].Time
	}
	return s.Created
}

// begun reports whether any person has decided anything yet.
func begun(steps []Step) bool {
	for i := range steps {
		if steps[i].choice() {
			return true
		}
	}
	return false
}
