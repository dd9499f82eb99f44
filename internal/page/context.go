package page

import (
	"cmp"
	"html/template"
	"slices"
	"strconv"

	"ruhr/guide"
	"ruhr/internal/game"
	"ruhr/internal/visible"
	"ruhr/view"
)

// Context is what it takes to show a position: the words, the position, and
// who sits at the table.
type Context struct {
	*Localizer
	Pos   view.Position
	Names []string
	Signs []int // by seat: its colour and sign, 0 to 3

	table *game.Snapshot // nil for a game that is at no table
}

// NewContext is the context of a position of a table with these names and
// signs by seat.
func NewContext(l *Localizer, pos view.Position, names []string, signs []int) *Context {
	return &Context{Localizer: l.AtTable(names, signs), Pos: pos, Names: names, Signs: signs}
}

// SeatNames returns the seats' names, of which no two are equal, and signs.
func SeatNames(snap *game.Snapshot) (names []string, signs []int) {
	for _, seat := range snap.Seats {
		signs = append(signs, max(0, slices.Index(game.Colours[:], seat.Colour)))
	}
	return snap.Names(), signs
}

// PlayerNames are the names of who plays, for a game that is under way: an open
// seat that a computer player took has none of its own.
func PlayerNames(l *Localizer, snap *game.Snapshot) (names []string, signs []int) {
	names, signs = SeatNames(snap)
	for k, seat := range snap.Seats {
		if names[k] == "" && seat.Level != "" {
			names[k] = l.botName(k)
		}
	}
	return visible.Apart(names), signs
}

// botName is the name of the computer player that took an open seat.
func (t *Localizer) botName(seat int) string {
	if seat == 0 {
		return t.Plain("page.name.bot")
	}
	return t.Plain("page.name.bot" + strconv.Itoa(seat))
}

// seated are the players at a table and the words about them. A lesson speaks to its
// learner, anyone else who looks on.
func seated(l *Localizer, snap *game.Snapshot) (words *Localizer, names []string, signs []int) {
	names, signs = PlayerNames(l, snap)
	if snap.Deal == game.Lesson && snap.Seats[guide.Learner].ByHand() {
		l = l.To(guide.Learner)
		names[guide.Learner] = l.Printer.Seat(guide.Learner)
	}
	return l, names, signs
}

// ofTable is the context of a table's position.
func ofTable(l *Localizer, snap *game.Snapshot) *Context {
	l, names, signs := seated(l, snap)
	c := NewContext(l, view.Of(snap.Game, &snap.State), names, signs)
	c.table = snap
	return c
}

// namesAt are the names of those who had the seats at a log number. Anyone who has had a
// seat since then has their present name.
func (c *Context) namesAt(n int64) []string {
	names := slices.Clone(c.Names)
	if c.table == nil {
		return names
	}
	for _, s := range slices.Backward(c.table.Sat) {
		if s.Until <= n {
			break
		}
		names[s.Seat] = cmp.Or(s.Name, c.botName(s.Seat))
	}
	return visible.Apart(names)
}

// at returns a localizer that names who had the seats at a log number.
func (c *Context) at(n int64) *Localizer {
	if c.table == nil || len(c.table.Sat) == 0 || c.table.Sat[len(c.table.Sat)-1].Until <= n {
		return c.Localizer
	}
	return &Localizer{Printer: c.Printer.Seated(c.namesAt(n)), recolour: c.recolour}
}

// deciding returns the words about decision n, from 1, and who decided: who had the seat
// then, and whether a computer player stood in or it was in the game before the table.
func (c *Context) deciding(n int) (*Localizer, []string) {
	names := c.namesAt(c.number(n))
	if c.table != nil {
		step := &c.table.Steps[n-1]
		person := c.table.Seats[step.Seat].Kind == game.Person
		if i := slices.IndexFunc(c.table.Sat, func(s game.Sitting) bool { return s.Seat == step.Seat && step.N < s.Until }); i >= 0 {
			person = c.table.Sat[i].Name != ""
		}
		switch name := &names[step.Seat]; {
		case step.Before:
			*name = c.Printer.T("page.review.before", "name", *name)
		case step.Bot != "" && person:
			*name = c.Printer.T("page.review.stand_in", "name", *name)
		}
	}
	return &Localizer{Printer: c.Printer.Seated(names), recolour: c.recolour}, names
}

// number is the log number of a step of the history; of those to come, that of
// the table.
func (c *Context) number(step int) int64 {
	switch {
	case c.table == nil || step == 0:
		return 0
	case step > len(c.table.Steps):
		return c.table.N
	}
	return c.table.Steps[step-1].N
}

// line puts an event of a step into words.
func (c *Context) line(step int, e view.Event) (text template.HTML, details []template.HTML) {
	l := c.at(c.number(step))
	text, details = l.Printer.LineHTML(e)
	return l.tint(text), l.tintEach(details)
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
