package rules_test

import (
	"testing"

	"ruhr/board"
	"ruhr/rules"
)

// sold is the end of phase 4: everybody has sold.
func sold(t *testing.T, seats int, edit func(p *rules.Position)) *table {
	t.Helper()
	return lay(t, seats, 5, rules.Sale, func(p *rules.Position) {
		p.Turn = seats
		edit(p)
	})
}

// PROG-1: the combinations, among them the rulebook's example of lock building
// for one black token at an industry and one in a city; tokens stay.
func TestCombinations(t *testing.T) {
	for _, c := range []struct {
		name   string
		tokens [board.Areas]int // black industry, black city, white industry, white city, Ruhrort
		want   string
	}{
		{"PROG-1: nothing yet", [5]int{2, 0, 0, 0, 0}, ""},
		{"PROG-1: the rulebook's example", [5]int{1, 1, 0, 0, 0}, "lock_building"},
		{"PROG-1", [5]int{1, 2, 0, 0, 0}, "lock_building essen_warehouse"},
		{"PROG-1", [5]int{2, 1, 0, 0, 0}, "lock_building coal_depot"},
		{"PROG-1", [5]int{2, 2, 0, 0, 0}, "lock_building essen_warehouse coal_depot grafschaft_mark"},
		{"PROG-1", [5]int{0, 1, 0, 0, 1}, "port_ruhrort"},
		{"PROG-1", [5]int{1, 0, 0, 0, 1}, "supply"},
		{"PROG-1", [5]int{1, 1, 0, 0, 1}, "lock_building port_ruhrort wage supply"},
		{"PROG-1", [5]int{0, 0, 1, 1, 0}, "mark_warehouse"},
		{"PROG-1", [5]int{3, 1, 0, 0, 0}, "lock_building coal_depot hauling_action"},
		{"PROG-1", [5]int{1, 3, 0, 0, 0}, "lock_building essen_warehouse inn"},
		{"PROG-1", [5]int{3, 3, 0, 0, 0}, "lock_building essen_warehouse coal_depot grafschaft_mark hauling_action inn mayor"},
		{"PROG-1", [5]int{2, 0, 1, 0, 0}, "coal_hauler"},
		{"PROG-1", [5]int{0, 2, 0, 1, 0}, "warehouse"},
		{"PROG-1", [5]int{0, 2, 0, 0, 2}, "port_ruhrort ruhraake"},
		{"PROG-1", [5]int{0, 0, 2, 2, 0}, "mark_warehouse ruhrtalbahn"},
	} {
		b := sold(t, 2, func(p *rules.Position) { p.Seats[1].Tokens = c.tokens })
		b.is(c.name, named(b.seat(1).Progress), c.want)
		b.is(c.name+": tokens stay", b.seat(1).Tokens, c.tokens)
		b.is(c.name+": not the other seat", b.seat(0).Progress, 0)
	}
	// Missing is what the seat boards show.
	b := sold(t, 2, func(p *rules.Position) { p.Seats[0].Tokens = [5]int{1, 0, 0, 0, 0} })
	b.is("PROG-1: tokens missing for lock building, mayor", []int{b.g.Missing(&b.s, 0, board.LockBuilding), b.g.Missing(&b.s, 0, board.Mayor)}, []int{1, 5})
}

// PROG-1, PROG-2, SET-7: limited markers in river order; who comes too late
// gets a blank, and what is left later is not for it.
func TestLimitedMarkers(t *testing.T) {
	hauling := [5]int{3, 1, 0, 0, 0}
	b := sold(t, 3, func(p *rules.Position) {
		for k := range p.Seats {
			p.Seats[k].Tokens = hauling
			p.Seats[k].Arrived = k // seat 2 lies farthest upriver
		}
	})
	b.is("PROG-2: order", b.g.Order(&b.s), []int{2, 1, 0})
	for k, want := range []string{"lock_building coal_depot", "lock_building coal_depot hauling_action", "lock_building coal_depot hauling_action"} {
		b.is("PROG-2: progress", named(b.seat(k).Progress), want)
	}
	b.is("PROG-2: a blank for the last", named(b.seat(0).Blanks), "hauling_action")
	b.is("PROG-2: none left", b.s.CopiesLeft(board.HaulingAction), 0)
	b.is("PROG-2: black ones do not run out", b.s.CopiesLeft(board.LockBuilding), -1)
	b = sold(t, 3, func(p *rules.Position) {
		p.Seats[0].Tokens, p.Seats[0].Blanks = hauling, marks("hauling_action")
	})
	b.is("PROG-2: a blank stays a blank", named(b.seat(0).Progress), "lock_building coal_depot")
	b = lay(t, 3, 5, rules.Start, func(p *rules.Position) { p.Seats[0].Blanks = marks("hauling_action") })
	b.refuses("option hauling free", "PROG-2", rules.MarkerGone)
}

// PROG-3, SET-2: Grafschaft Mark brings its 2 warehouses at once; markers may
// be used in the same round.
func TestGrafschaftMark(t *testing.T) {
	b := sold(t, 2, func(p *rules.Position) {
		p.Seats[0].Tokens, p.Seats[0].Thaler = [5]int{2, 2, 0, 0, 0}, 9
	})
	b.is("PROG-3: supply", b.seat(0).Supply, 3)
	b.is("PROG-3: the field is empty", b.seat(0).MarkField, false)
	b.is("PROG-3: the lock field is not", b.seat(0).LockField, true)
	b.do("warehouse coal_depot depot-mark")
	b.is("PROG-3: used in the round it came", b.s.DepotOwners(3), []int{0})
}
