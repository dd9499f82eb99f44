package page

import (
	"fmt"
	"html/template"
	"slices"

	"ruhr/internal/game"
	"ruhr/view"
)

// areaLetters and areaClasses stand for the development areas in the seats'
// lines; the full name is in the tooltip and for screen readers.
var (
	areaLetters = map[string]string{"black_industry": "⚒", "black_city": "⌂", "white_industry": "⚒", "white_city": "⌂", "ruhrort": "⚓"}
	areaClasses = map[string]string{"black_industry": "black", "black_city": "black", "white_industry": "white", "white_city": "white", "ruhrort": "port"}
)

// Seat is a seat's line and board: what everybody sees, and what the viewer
// sees.
type Seat struct {
	SeatViewer
	Seat, Sign  int
	Name        string
	Kind        template.HTML // who plays it
	Machine     bool          // a computer player does
	Now, Over   bool          // it is asked; the game is over
	Person      bool
	PresentText template.HTML
	S           view.Seat
	VP          int // with the scoring of the end once the game is over
	Areas       []Area
	Marks       []Mark
	OptionName  template.HTML
	At          template.HTML // where its barge lies
	Cargo       template.HTML // the die on it, "" for none
	CargoText   template.HTML
	Waits       []Waits
}

// SeatViewer is everything about a seat that differs between viewers or
// changes without a log entry. Seats with equal SeatViewers at the same log
// number and in the same language look the same.
type SeatViewer struct {
	Mine    bool
	Present bool // somebody has the table open with this seat
	Shown   bool // its board is the one beside the choices
	Time    SeatTime
	Rating  string        // of who has the seat at a rated table, "" for none
	Tag     template.HTML // beside the viewer's own name: who plays the seat, "you"
	Hand    string        // give, take or fill: what the viewer may do with the seat; "" for nothing
}

// Area is a development area of a seat.
type Area struct {
	ID, Class, Letter string
	Name              template.HTML
	Slots             []int // 1 for a token, 0 for a free place
	Count, Size       int
}

// Mark is the state of a progress marker for a seat.
type Mark struct {
	ID, State string
	Limited   bool
	Shown     bool   // worth a place in the seat's line
	Badge     string // a word or sign for its state
	Price     int    // Thaler it costs to use it now, -1 if there is nothing to buy
	Can       string // "yes", "debt" or "no": whether the seat could pay that
	Name, Tip template.HTML
	Says      template.HTML
	Worth     template.HTML // what it is good for
	Needs     []Need        // per token wanted
}

// Waits are warehouses still to come, and where they are.
type Waits struct {
	Icon  string
	Count int
	Name  template.HTML
}

// Need is a token that a progress marker needs.
type Need struct {
	Class, Letter string
	Have          bool
}

// seats are the lines and boards of all seats, from the position alone.
func (c *Context) seats() []Seat {
	out := make([]Seat, len(c.Pos.Seats))
	for k := range out {
		out[k] = c.seat(k)
	}
	return out
}

func (c *Context) seat(k int) Seat {
	seat := &c.Pos.Seats[k]
	out := Seat{Seat: k, VP: seat.VP, Sign: c.Signs[k], Name: c.Names[k], S: *seat, Now: c.Pos.Decider == k, Over: c.Pos.Over}
	if c.Pos.Over {
		out.VP = seat.IfEnded
	}
	out.Areas = c.areas(seat)
	for _, m := range seat.Progress {
		mark := c.mark(m)
		mark.Price, mark.Can = -1, ""
		if m.Price >= 0 && m.State == "held" && !m.Bought {
			mark.Price, mark.Can = m.Price, canPay(seat.Thaler, m)
		}
		out.Marks = append(out.Marks, mark)
	}
	out.Waits = c.waits(seat)
	switch seat.Option {
	case "":
	case "stranded":
		out.OptionName = c.T("page.board.stranded")
	default:
		out.OptionName = c.thing(view.OptionThing(seat.Option))
	}
	out.At = c.T("page.board.off_river")
	if seat.Barge >= 0 {
		out.At = c.Printer.ThingHTML(c.Pos.Spaces[seat.Barge].Thing(), "in")
	}
	if die := c.Pos.Cargo(k); die != nil {
		out.Cargo = template.HTML(cube(die.Colour, die.Die))
		out.CargoText = c.T("page.figure.cargo", "die", c.boxArg(view.Box{Value: die.Die, Colour: die.Colour}))
	}
	return out
}

// areas are the development areas of a seat.
func (c *Context) areas(seat *view.Seat) (out []Area) {
	for _, a := range seat.Areas {
		area := Area{ID: a.ID, Class: areaClasses[a.ID], Letter: areaLetters[a.ID], Count: a.Tokens, Size: a.Size,
			Name: c.T("page.board.area", "area", view.AreaThing(a.ID), "n", a.Tokens, "size", a.Size)}
		for n := range a.Size {
			area.Slots = append(area.Slots, b2i(n < a.Tokens))
		}
		out = append(out, area)
	}
	return out
}

// canPay reports whether a seat has the money for the cheapest purchase a
// marker allows, or could have it with debts.
func canPay(thaler int, m view.Progress) string {
	switch {
	case thaler >= m.Price:
		return "yes"
	case m.Means >= m.Price:
		return "debt"
	}
	return "no"
}

// waits lists a seat's warehouses that are still to come by where they wait.
func (c *Context) waits(seat *view.Seat) []Waits {
	var out []Waits
	for _, w := range []Waits{
		{"i-clock", len(seat.Timeline), c.T("page.wait.timeline", "n", len(seat.Timeline))},
		{"m-lock_building", seat.LockField, c.T("page.wait.lock", "n", seat.LockField)},
		{"m-grafschaft_mark", seat.MarkField, c.T("page.wait.mark", "n", seat.MarkField)},
	} {
		if w.Count > 0 {
			out = append(out, w)
		}
	}
	return out
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// badges are the signs for the states of a progress marker.
var badges = map[string]string{"held": "✓", "used": "–", "blank": "∅", "gone": "×0"}

// mark is the state of one progress marker for a seat.
func (c *Context) mark(m view.Progress) Mark {
	out := Mark{ID: m.ID, State: m.State, Limited: m.Limited, Name: c.thing(view.ProgressThing(m.ID))}
	if m.State == "open" && m.Missing == 1 {
		out.State = "near"
	}
	out.Says, out.Badge = c.T("view.progress."+m.State), badges[m.State]
	switch {
	case m.Bought:
		out.Says = c.T("page.mark.bought")
	case m.State == "open":
		out.Says = c.T("view.missing", "n", m.Missing)
		for _, copies := range c.Pos.Limited {
			if copies.ID == m.ID {
				out.Says = c.T("page.mark.limited", "n", m.Missing, "left", copies.Left)
				out.Badge = fmt.Sprintf("×%d", copies.Left)
			}
		}
	}
	out.Worth = c.T("symbol.progress." + m.ID + ".text")
	out.Tip = out.Name + ": " + out.Says + "\n" + out.Worth
	out.Shown = out.State != "open" && out.State != "gone"
	for _, need := range m.Needs {
		for n := range need.Tokens {
			out.Needs = append(out.Needs, Need{areaClasses[need.Area], areaLetters[need.Area], n < need.Tokens-need.Missing})
		}
	}
	return out
}

// tableSeats is seats with who plays them.
func (c *Context) tableSeats(snap *game.Snapshot) []Seat {
	out := c.seats()
	for k := range out {
		seat := &snap.Seats[k]
		out[k].Now = snap.ToAct == k
		out[k].Over = c.Pos.Over
		out[k].Person = seat.Kind == game.Person && seat.ByHand()
		switch {
		case seat.Level != "":
			out[k].Kind, out[k].Machine = c.player(snap, k), true
		case seat.Kept:
			out[k].Kind = c.T("page.seat.kept")
		case seat.Kind == game.Open:
			out[k].Kind = c.T("page.seat.open")
		}
	}
	return out
}

// seatsFor completes a table's seats for a viewer, with who is present.
func (s *Shared) seatsFor(own []int, shown int, now []game.Seat) []Seat {
	out := slices.Clone(s.seats)
	for k := range out {
		seat := &out[k]
		mine := slices.Contains(own, k)
		seat.SeatViewer = SeatViewer{Mine: mine, Present: now[k].Present || mine, Shown: k == shown, Hand: s.hand(k, mine, len(own) > 0), Rating: SeatRating(now[k].Rating)}
		seat.PresentText = s.T("page.seat.away")
		if mine && len(own) == 1 { // "you" would be everybody at this screen
			seat.Tag = s.tag(k)
		}
		if seat.Present {
			seat.PresentText = s.T("page.seat.here")
		}
	}
	return out
}

// tag says beside the name of a viewer's seat that it is theirs. A name that is
// "You" says so itself, and where a computer player plays there is no room.
func (s *Shared) tag(k int) template.HTML {
	if s.seats[k].Machine || s.Printer.SpeaksTo(k) {
		return ""
	}
	return s.T("page.seat.you")
}

// hand is what a viewer may do with a seat: give it to a computer player, take
// it back, or fill it while it is open; "" for nothing.
func (s *Shared) hand(k int, mine, sits bool) string {
	seat := &s.snap.Seats[k]
	switch {
	case seat.Kind == game.Open && seat.Level == "" && sits:
		return "fill"
	case seat.Kind == game.Open || !mine:
	case seat.Level != "":
		return "take"
	case !s.Over:
		return "give"
	}
	return ""
}
