package page

import (
	"slices"
	"strconv"

	"ruhr/guide"
	"ruhr/internal/game"
	"ruhr/view"
)

// Context is what it takes to show a position: the words, the position, and
// who sits at the table.
type Context struct {
	*Localizer
	Pos   view.Position
	Names []string
	Signs []int // by seat: its colour and sign, 0 to 3
}

// NewContext is the context of a position of a table with these names and
// signs by seat.
func NewContext(l *Localizer, pos view.Position, names []string, signs []int) *Context {
	return &Context{l.AtTable(names, signs), pos, names, signs}
}

// SeatNames returns the seats' names and signs.
func SeatNames(snap *game.Snapshot) (names []string, signs []int) {
	for _, seat := range snap.Seats {
		names = append(names, seat.Name)
		signs = append(signs, max(0, slices.Index(game.Colours[:], seat.Colour)))
	}
	return names, signs
}

// PlayerNames are the names of who plays, for a game that is under way: an open
// seat that a computer player took has none of its own.
func PlayerNames(l *Localizer, snap *game.Snapshot) (names []string, signs []int) {
	names, signs = SeatNames(snap)
	for k, seat := range snap.Seats {
		switch {
		case names[k] != "" || seat.Level == "":
		case k == 0:
			names[k] = l.Plain("page.name.bot")
		default:
			names[k] = l.Plain("page.name.bot" + strconv.Itoa(k))
		}
	}
	return names, signs
}

// ofTable is the context of a table's position. A lesson speaks to its learner,
// whoever else looks on.
func ofTable(l *Localizer, snap *game.Snapshot) *Context {
	names, signs := PlayerNames(l, snap)
	if snap.Deal == game.Lesson && snap.Seats[guide.Learner].ByHand() {
		l = l.To(guide.Learner)
		names[guide.Learner] = l.Seat(guide.Learner)
	}
	return NewContext(l, view.Of(snap.Game, &snap.State), names, signs)
}

// SeatName is a seat's name beside its sign.
type SeatName struct {
	Name string
	Sign int
}

func seatNames(names []string, signs []int) (out []SeatName) {
	for k, name := range names {
		out = append(out, SeatName{name, signs[k]})
	}
	return out
}
