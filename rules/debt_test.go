package rules_test

import (
	"testing"

	"ruhr/internal/require"
	"ruhr/rules"
)

// DEBT-1, DEBT-2: 2 Thaler a warehouse, as many as the payment needs and no
// more; never more than 4 debts. Ruling: a warehouse to be built must still be
// in the supply after the debts.
func TestDebts(t *testing.T) {
	for _, c := range []struct {
		name                  string
		thaler, supply, debts int
		act, after            string // "" where it cannot be paid
	}{
		{"DEBT-1: none where there are Thaler", 3, 2, 0, "lock lock-horst", "0 Thaler, 2 VP, supply 2, debts 0"},
		{"DEBT-1: one", 1, 2, 0, "lock lock-horst", "0 Thaler, 2 VP, supply 1, debts 1"},
		{"DEBT-1: two, a Thaler is left over", 0, 2, 0, "lock lock-horst", "1 Thaler, 2 VP, supply 0, debts 2"},
		{"DEBT-1: too few warehouses", 0, 1, 0, "lock lock-horst", ""},
		{"DEBT-2: the fourth", 1, 2, 3, "lock lock-horst", "0 Thaler, 2 VP, supply 1, debts 4"},
		{"DEBT-2: not a fifth", 1, 2, 4, "lock lock-horst", ""},
		{"DEBT-2: not a fifth after the fourth", 0, 2, 3, "lock lock-horst", ""},
		{"DEBT-2: one for the debt, one to build", 0, 2, 0, "warehouse coal_depot depot-mark", "0 Thaler, 2 VP, supply 0, debts 1"},
		{"DEBT-2: none left to build", 0, 1, 0, "warehouse coal_depot depot-mark", ""},
		{"DEBT-2: two for debts, one to build", 0, 3, 0, "warehouse essen_warehouse city-steele", "1 Thaler, 2 VP, supply 0, debts 2"},
		{"DEBT-1: a move in the port", 0, 1, 0, "shift netherlands rhineland", "0 Thaler, 0 VP, supply 0, debts 1"},
		{"DEBT-1: the port", 1, 2, 0, "warehouse port_ruhrort belgium", ""},
		{"DEBT-1: the port, two debts", 1, 3, 0, "warehouse port_ruhrort belgium", "1 Thaler, 2 VP, supply 0, debts 2"},
		{"DEBT-1: the limited marker", 0, 2, 0, "warehouse warehouse city-muelheim", "0 Thaler, 2 VP, supply 0, debts 1"},
	} {
		b := buying(t, 4, 5, marks("lock_building", "essen_warehouse", "coal_depot", "port_ruhrort", "warehouse"),
			func(p *rules.Position, me *rules.PositionSeat) {
				me.Thaler, me.Supply, me.Debts, me.LockField = c.thaler, c.supply, c.debts, false
				p.Port[1] = []int{0}
				p.Locks[0] = 0
			})
		if c.after == "" {
			require.True(t, !b.g.Legal(&b.s).Has(b.acts[c.act]), "%s: %q is legal", c.name, c.act)
			continue
		}
		b.do(c.act)
		b.is(c.name, b.money(0), c.after)
	}
	// BUY-2, DEBT-2: the warehouses of the first lock are no debt for it.
	b := buying(t, 4, 5, marks("lock_building"), func(_ *rules.Position, me *rules.PositionSeat) { me.Thaler, me.Supply = 0, 1 })
	b.is("BUY-2: no debt from the lock field", b.legal("lock"), "")
}

// DEBT-1: options too.
func TestDebtsForOptions(t *testing.T) {
	b := choosing(t, 8, "ruhrort", map[string]int{"oefte": 2}, func(_ *rules.Position, me *rules.PositionSeat) { me.Supply = 3 })
	b.do("option hauling_pilot")
	b.is("DEBT-1", b.money(0), "1 Thaler, 0 VP, supply 1, debts 2")
	b.is("DEBT-1: emitted", b.emitted(rules.FDebt, "DEBT-1"), 2)
}

// DEBT-3: never for cash alone, nor to repay a debt.
func TestNoDebtForCash(t *testing.T) {
	b := buying(t, 4, 5, 0, func(_ *rules.Position, me *rules.PositionSeat) { me.Thaler, me.Supply, me.Debts = 2, 3, 1 })
	b.is("DEBT-3: nothing to do", b.legal(""), "done")
	b.refuses("repay", "DEBT-3", rules.CannotRepay)
}

// DEBT-4: the next warehouse from the timeline and 2 VP for each, not below 0;
// those in the supply go first. Ruling: only where every legal choice needs it;
// coal hauler and inn do not count as choices.
func TestDebtsFromTheTimeline(t *testing.T) {
	dice := map[string]int{"oefte": 2}
	for _, c := range []struct {
		name              string
		round, vp, supply int
		debts             int
		progress          uint16
		act, after        string
		timeline          []int
	}{
		{"DEBT-4: the next one", 5, 5, 0, 0, 0, "option hauling", "1 Thaler, 3 VP, supply 0, debts 1", []int{7, 9, 10, 11}},
		{"DEBT-4: VP not below 0", 5, 1, 0, 0, 0, "option hauling", "1 Thaler, 0 VP, supply 0, debts 1", []int{7, 9, 10, 11}},
		{"DEBT-4: two of them", 8, 5, 0, 0, 0, "option hauling_pilot", "1 Thaler, 1 VP, supply 0, debts 2", []int{11}},
		{"DEBT-4: the inn is no choice", 5, 5, 0, 0, marks("inn"), "option hauling_pilot", "0 Thaler, 3 VP, supply 0, debts 1", []int{7, 9, 10, 11}},
		{"DEBT-4: nor is the coal hauler", 5, 5, 0, 0, marks("coal_hauler"), "option hauling", "1 Thaler, 3 VP, supply 0, debts 1", []int{7, 9, 10, 11}},
	} {
		b := choosing(t, c.round, "ruhrort", dice, func(_ *rules.Position, me *rules.PositionSeat) {
			me.VP, me.Supply, me.Debts, me.Progress = c.vp, c.supply, c.debts, c.progress
		})
		b.do(c.act)
		b.is(c.name, b.money(0), c.after)
		b.is(c.name+": left on the timeline", b.seat(0).Timeline, c.timeline)
	}
	// From round 7 hauling costs 2, which a warehouse pays; hauling with a pilot
	// would need one from the timeline too and is no choice beside it.
	b := choosing(t, 8, "ruhrort", dice, func(_ *rules.Position, me *rules.PositionSeat) { me.VP, me.Supply = 5, 1 })
	b.offers("option", "hauling")
	b.refuses("option hauling_pilot", "DEBT-1", rules.CannotPay)
	// Where every choice needs more than the supply has, the supply goes first.
	b = choosing(t, 8, "ruhrort", map[string]int{"rellinghausen": 2}, func(_ *rules.Position, me *rules.PositionSeat) { me.VP, me.Supply = 5, 1 })
	b.do("option hauling_pilot")
	b.is("DEBT-4: the supply first", b.money(0), "1 Thaler, 3 VP, supply 0, debts 2")
	// Purchases never take from the timeline.
	b = buying(t, 4, 5, marks("lock_building", "coal_depot"), func(_ *rules.Position, me *rules.PositionSeat) { me.Thaler, me.Supply = 0, 0 })
	b.is("DEBT-4: not for purchases", b.legal(""), "done")
}
