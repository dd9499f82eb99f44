package page

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"ruhr/internal/game"
	"ruhr/internal/require"
	"ruhr/view"
)

// A seat shows its own figures, not another's: while the game goes on its VP
// and what they would be now (END-6), after the end the final ones.
func TestEachSeatShowsItsOwnFigures(t *testing.T) {
	e := exampleOf(t, "4-seats-thrifty")
	for _, n := range []int{0, e.Len() / 2, e.Len() - 1, e.Len()} {
		result := e.Rules.Result(&e.Steps[n].State)
		for k, seat := range e.context(n).seats() {
			s := e.Rules.Seat(&e.Steps[n].State, k)
			if seat.Seat != k || seat.Sign != crossSigns[k] || seat.Name != fourNames[k] {
				t.Errorf("position %d: seat %d is %d, %q with sign %d", n, k, seat.Seat, seat.Name, seat.Sign)
			}
			want := s.VP
			if n == e.Len() {
				want = result.VP[k]
			}
			if seat.VP != want || seat.S.IfEnded != result.VP[k] || seat.S.Thaler != s.Thaler || seat.S.Supply != s.Supply {
				t.Errorf("position %d, seat %d: %d VP (%d if ended), %d Thaler, %d warehouses, want %d (%d), %d, %d",
					n, k, seat.VP, seat.S.IfEnded, seat.S.Thaler, seat.S.Supply, want, result.VP[k], s.Thaler, s.Supply)
			}
			require.Equal(t, seat.Over, n == e.Len(), "position %d: over", n)
		}
	}
	if vp := e.Rules.Result(&e.Steps[e.Len()].State).VP; vp[0] == vp[1] && vp[1] == vp[2] && vp[2] == vp[3] {
		t.Error("the game ends with equal scores, which shows nothing")
	}
}

// Where a barge lies, which option a seat has, and the areas of its board.
func TestSeatInWords(t *testing.T) {
	c := &Context{Localizer: in("en").AtTable([]string{"Anna", "Bert"}, []int{0, 1}), Names: []string{"Anna", "Bert"}, Signs: []int{0, 1}}
	e := exampleOf(t, "2-seats-thrifty")
	n := e.first(t, "a barge on the river and an option", func(p *view.Position) bool { return p.Seats[0].Barge >= 0 && p.Seats[0].Option == "pilot" })
	c.Pos = e.At(n)
	at := c.Pos.Spaces[c.Pos.Seats[0].Barge]
	got := c.seat(0)
	if plain(got.At) != "in "+at.Name && plain(got.At) != "at "+at.Name && plain(got.At) != c.Printer.Thing(at.Thing(), "in").Plain {
		t.Errorf("the barge is %q, want %s", got.At, at.Name)
	}
	for option, want := range map[string]string{"": "", "stranded": c.Plain("page.board.stranded"), "wage": c.Printer.Thing(view.OptionThing("wage"), "name").Plain} {
		c.Pos.Seats[0].Option = option
		require.Equal(t, plain(c.seat(0).OptionName), want, "the name of option %q", option)
	}
	c.Pos = e.At(e.first(t, "a loaded barge", func(p *view.Position) bool { return p.Cargo(0) != nil }))
	die, seat := c.Pos.Cargo(0), c.seat(0)
	if want := cube(die.Colour, die.Die); string(seat.Cargo) != want || !strings.Contains(plain(seat.CargoText), strconv.Itoa(die.Die)) {
		t.Errorf("the cargo is %q, %q, want %q", seat.Cargo, seat.CargoText, want)
	}
	if got, want := plain(c.there(die)), plain(c.T("page.there.loaded", "seat", view.SeatRef(0))); !strings.Contains(got, want) {
		t.Errorf("the storage space says %q, want %q", got, want)
	}
	c.Pos.Seats[0].Barge = -1
	require.Equal(t, c.seat(0).Cargo, "", "what a barge off the river carries")
	require.Equal(t, plain(c.seat(0).At), c.Plain("page.board.off_river"), "a barge off the river")
	areas := c.areas(&view.Seat{Areas: []view.Area{{ID: "black_city", Tokens: 1, Size: 3}, {ID: "ruhrort", Tokens: 2, Size: 2}}})
	if a := areas[0]; !slices.Equal(a.Slots, []int{1, 0, 0}) || a.Class != "black" || a.Letter != "⌂" || a.Count != 1 || a.Size != 3 {
		t.Errorf("an area with 1 of 3 tokens is %+v", a)
	}
	if a := areas[1]; !slices.Equal(a.Slots, []int{1, 1}) || a.Class != "port" || a.Letter != "⚓" {
		t.Errorf("a full area is %+v", a)
	}
}

// Progress markers: state, badge, price and what is missing (PROG-1, PROG-2).
func TestMarks(t *testing.T) {
	c := &Context{Localizer: in("en"), Pos: view.Position{Limited: []view.Copies{{ID: "wage", Left: 2, Total: 3}, {ID: "inn", Left: 1, Total: 2}}}}
	needs := []view.Need{{Area: "black_industry", Tokens: 2, Missing: 1}, {Area: "white_city", Tokens: 1, Missing: 1}}
	for _, x := range []struct {
		name        string
		m           view.Progress
		state       string
		badge, says string
		shown       bool
	}{
		{"held", view.Progress{ID: "mayor", State: "held"}, "held", "✓", c.Plain("view.progress.held"), true},
		{"bought this phase", view.Progress{ID: "mayor", State: "held", Bought: true}, "held", "✓", c.Plain("page.mark.bought"), true},
		{"used up", view.Progress{ID: "wage", State: "used", Limited: true}, "used", "–", c.Plain("view.progress.used"), true},
		{"a blank", view.Progress{ID: "wage", State: "blank", Limited: true}, "blank", "∅", c.Plain("view.progress.blank"), true},
		{"gone", view.Progress{ID: "wage", State: "gone", Limited: true}, "gone", "×0", c.Plain("view.progress.gone"), false},
		{"two missing", view.Progress{ID: "mayor", State: "open", Missing: 2, Needs: needs}, "open", "", c.Printer.T("view.missing", "n", 2), false},
		{"one missing", view.Progress{ID: "mayor", State: "open", Missing: 1}, "near", "", c.Printer.T("view.missing", "n", 1), true},
		{"a limited one missing two", view.Progress{ID: "inn", State: "open", Missing: 2, Limited: true}, "open", "×1", c.Printer.T("page.mark.limited", "n", 2, "left", 1), false},
		{"another limited one", view.Progress{ID: "wage", State: "open", Missing: 3, Limited: true}, "open", "×2", c.Printer.T("page.mark.limited", "n", 3, "left", 2), false},
	} {
		got := c.mark(x.m)
		if got.ID != x.m.ID || got.State != x.state || got.Badge != x.badge || plain(got.Says) != x.says || got.Shown != x.shown || got.Limited != x.m.Limited {
			t.Errorf("%s: %+v, want state %s, badge %q, %q, shown %v", x.name, got, x.state, x.badge, x.says, x.shown)
		}
	}
	want := []Need{{"black", "⚒", true}, {"black", "⚒", false}, {"white", "⌂", false}}
	require.Slices(t, c.mark(view.Progress{ID: "mayor", State: "open", Missing: 2, Needs: needs}).Needs, want, "the tokens wanted")
}

// What using a marker costs is shown while it is ready, with whether the seat
// has the money, or could have it with debts (DEBT-1).
func TestPriceOfAMark(t *testing.T) {
	for _, x := range []struct {
		name          string
		m             view.Progress
		thaler, price int
		can           string
	}{
		{"money enough", view.Progress{State: "held", Price: 4, Means: 9}, 4, 4, "yes"},
		{"for nothing", view.Progress{State: "held", Price: 0}, 0, 0, "yes"},
		{"with debts", view.Progress{State: "held", Price: 4, Means: 4}, 3, 4, "debt"},
		{"too dear", view.Progress{State: "held", Price: 4, Means: 3}, 3, 4, "no"},
		{"nothing to buy", view.Progress{State: "held", Price: -1}, 9, -1, ""},
		{"not ready", view.Progress{State: "open", Price: 2, Means: 9}, 9, -1, ""},
		{"used in this phase", view.Progress{State: "held", Price: 2, Bought: true}, 9, -1, ""},
	} {
		x.m.ID = "mayor"
		c := &Context{Localizer: in("en"), Names: []string{"Anna"}, Signs: []int{0}}
		c.Pos.Seats = []view.Seat{{Thaler: x.thaler, Barge: -1, Progress: []view.Progress{x.m}}}
		if got := c.seat(0).Marks[0]; got.Price != x.price || got.Can != x.can {
			t.Errorf("%s: price %d, can be paid %q, want %d, %q", x.name, got.Price, got.Can, x.price, x.can)
		}
	}
}

// Warehouses that are still to come are shown where they wait (SET-2).
func TestWaits(t *testing.T) {
	c := &Context{Localizer: in("en")}
	if got := c.waits(&view.Seat{}); got != nil {
		t.Errorf("nothing waits, shown is %v", got)
	}
	got := c.waits(&view.Seat{Timeline: []int{4, 6, 9}, LockField: 2, MarkField: 1})
	want := []Waits{{"i-clock", 3, c.T("page.wait.timeline", "n", 3)}, {"m-lock_building", 2, c.T("page.wait.lock", "n", 2)}, {"m-grafschaft_mark", 1, c.T("page.wait.mark", "n", 1)}}
	require.Slices(t, got, want, "what waits")
}

// Who plays a seat, who is there, and what a viewer may do with it.
func TestWhoPlaysASeat(t *testing.T) {
	e := exampleOf(t, "4-seats-thrifty")
	n := e.first(t, "a decision of seat 1", func(p *view.Position) bool { return p.Decider == 1 })
	own := []int{1, 3}
	snap := e.snapshot(n, own...)
	snap.Seats[0] = game.Seat{Kind: game.Bot, Name: "Robot", Level: "greedy", Colour: "blue"}
	snap.Seats[2] = game.Seat{Kind: game.Open, Name: "", Colour: "green"}
	snap.Seats[3].Level = "random" // given away
	got := e.page(snap).Seats
	l := in("en")
	for k, want := range []struct {
		kind, hand                       string
		now, person, mine, present, show bool
	}{
		{kind: plain(l.Level("greedy"))},
		{hand: "give", now: true, person: true, mine: true, present: true, show: true},
		{kind: l.Plain("page.seat.open"), hand: "fill"},
		{kind: plain(l.Level("random")), hand: "take", mine: true, present: true},
	} {
		s := got[k]
		if plain(s.Kind) != want.kind || s.Hand != want.hand || s.Now != want.now || s.Person != want.person || s.Mine != want.mine || s.Present != want.present || s.Shown != want.show {
			t.Errorf("seat %d is %q %q now %v person %v mine %v present %v shown %v, want %+v", k, s.Kind, s.Hand, s.Now, s.Person, s.Mine, s.Present, s.Shown, want)
		}
	}
	require.Equal(t, plain(got[1].PresentText), l.Plain("page.seat.here"), "what is said of somebody who is there")
	snap.You = game.You{Seat: -1}
	snap.Seats[1].Present = true
	for k, s := range e.page(snap).Seats {
		if s.Hand != "" || s.Mine || s.Present != (k == 1) {
			t.Errorf("to who only watches seat %d is in hand %q, mine %v, present %v", k, s.Hand, s.Mine, s.Present)
		}
	}
	over := e.snapshot(e.Len(), 0)
	if s := e.page(over).Seats[0]; s.Hand != "" {
		t.Errorf("after the end a seat may still be handed over: %q", s.Hand)
	}
}

// A computer player that took an open seat, which has no name, has one of the usual,
// and its level is shown.
func TestNameOfAComputerPlayer(t *testing.T) {
	for _, c := range []struct {
		seat game.Seat
		want string
	}{
		{game.Seat{Kind: game.Open, Level: "lotse"}, "Henriette"},
		{game.Seat{Kind: game.Bot, Level: "lotse"}, "Henriette"},
		{game.Seat{Kind: game.Bot, Level: "lotse", Name: "Otto"}, "Otto"},
		{game.Seat{Kind: game.Open}, ""},
	} {
		e := exampleOf(t, "2-seats-thrifty")
		snap := e.snapshot(3, 0)
		snap.Seats = []game.Seat{snap.Seats[0], c.seat}
		got, kind, hand := e.page(snap).Seats[1], in("en").Level("lotse"), ""
		if c.seat.Level == "" {
			kind, hand = in("en").T("page.seat.open"), "fill"
		}
		if got.Name != c.want || got.Kind != kind || got.Hand != hand {
			t.Errorf("%+v: the seat is %q, %q, with %q on offer, want %q, %q, %q", c.seat, got.Name, got.Kind, got.Hand, c.want, kind, hand)
		}
		snap.Seats = []game.Seat{{Kind: game.Bot, Level: "lotse"}, c.seat}
		if names, _ := PlayerNames(in("de"), snap); names[0] != "Computer" {
			t.Errorf("the first seat is called %q", names[0])
		}
	}
}

// The board beside the choices is one's own; of several that of the seat to
// act; for spectators that of the seat to act.
func TestShownSeat(t *testing.T) {
	for _, x := range []struct {
		own         []int
		toAct, want int
	}{
		{nil, 2, 2}, {nil, -1, 0}, {[]int{1}, 2, 1}, {[]int{1, 3}, 3, 3}, {[]int{1, 3}, 0, 1}, {[]int{3, 1}, -1, 3},
	} {
		require.Equal(t, shownSeat(x.own, x.toAct), x.want, "the seat shown with seats %v while %d is to act", x.own, x.toAct)
	}
}

// A person who plays several seats at one screen is "you" at none of them.
func TestYouAtOneSeatOnly(t *testing.T) {
	e := exampleOf(t, "3-seats-thrifty")
	snap := e.snapshot(0, 0)
	s := e.shared("en", snap)
	for _, own := range [][]int{{1}, {0, 1}} {
		tagged := 0
		for _, seat := range s.seatsFor(own, 0, snap.Seats) {
			if seat.Tag != "" {
				tagged++
			}
		}
		if want := len(own) % 2; tagged != want {
			t.Errorf("with seats %v, %d are tagged, want %d", own, tagged, want)
		}
	}
}
