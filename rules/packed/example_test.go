package packed_test

import (
	"fmt"

	"ruhr/rules/packed"
)

// Dice lie on storages 0, 3 and 14. Supply improves the one on storage 3 by two
// pips (START-9); a change of the water raises all, none above six (WATER-3).
func ExampleDice() {
	var d packed.Dice
	d.Set(0, 6)
	d.Set(3, 2)
	d.Set(14, 5)
	d.Improve(3, 2)
	d.Raise()
	for _, storage := range []int{0, 3, 14} {
		fmt.Print(d.Value(storage), " ")
	}
	fmt.Println(d.BelowSix().Has(3), d.BelowSix().Has(14))
	// Output: 6 5 6 true false
}

// A path has two boxes above its arrow box and one below. A die pushed onto it
// takes the lowest free box down to the arrow; on a full column it takes the top
// box, and all others move down (TRACK-2). A die on the arrow box can be
// transported; those above it move down (START-7).
func ExampleColumn() {
	path := packed.PathOf(2, 1)
	show := func(c packed.Column) {
		for row := range path.Rows() {
			fmt.Print(c.Box(row), " ")
		}
	}
	c := packed.ColumnOf(0, 4, 3, 0)
	show(c)
	fmt.Print("push 5: ")
	c = c.Push(&path, 5)
	show(c)
	fmt.Print("push 1: ")
	c = c.Push(&path, 1)
	show(c)
	fmt.Print("transport ", c.TakeArrow(&path), ": ")
	show(c)
	// Output: 0 4 3 0 push 5: 5 4 3 0 push 1: 1 5 4 3 transport 4: 0 1 5 3
}

// The barge lies between storages 4 and 5. Storages 1 and 7 have dice; an empty
// storage 9 is a target for a die from an arrow box. Once it lies there, the
// barge may start from it (START-2, START-7).
func ExampleStarts() {
	const below, above packed.Storages = 1<<15 - 1<<5, 1<<5 - 1
	s := packed.StartsAnywhere(1<<1|1<<7, 1<<9) & packed.Around(below, above)
	fmt.Printf("down %b up %b\n", s.To(packed.Downriver), s.To(packed.Upriver))
	fmt.Printf("with the die: down %b\n", s.Filled(9).To(packed.Downriver))
	// Output:
	// down 10000000 up 10
	// with the die: down 1010000000
}

// Seats 2 and 0 have warehouses in a column of the port; seat 2 moves its own
// away, and that of seat 0 moves up (BUY-7).
func ExampleSlots() {
	p := packed.SlotsOf(2, 0)
	fmt.Print(p.Owners(), p.Place(0), " ")
	p.Remove(2)
	fmt.Println(p.Owners(), p.Place(0))
	// Output: [2 0] 1 [0] 0
}

// Barges from upriver down: of two that came to space 9 in this phase, the later
// lies upriver of the earlier, and both upriver of one that was there (ORDER-3).
func ExampleRiverOrder() {
	a, b, c, d := packed.RiverOrder(
		packed.SettledAt(9, 3), packed.ArrivedAt(9, 0), packed.ArrivedAt(9, 1), packed.SettledAt(20, 2))
	fmt.Println(a&packed.SeatOf, b&packed.SeatOf, c&packed.SeatOf, d&packed.SeatOf)
	// Output: 2 1 0 3
}

// The next spaces of three cities cost 2, 5 and more than any seat can pay; a seat
// with 4 Thaler can build only in the first (BUY-4).
func ExamplePrices() {
	var p packed.Prices
	p.Set(0, 2)
	p.Set(1, 5)
	p.Set(2, 255)
	fmt.Printf("%03b\n", p.Within(packed.BudgetOf(4))&7)
	// Output: 001
}

// Two demand markers name selling space 3, the second also space 5; a sale takes
// all that lies there (WATER-2, SAIL-4).
func ExampleDemand() {
	var d packed.Demand
	d.Lay(1 << 3)
	d.Lay(1<<3 | 1<<5)
	fmt.Println(d.Lying(3), d.Lying(5), d.Take(3), d.Lies(3))
	// Output: 2 1 2 false
}
