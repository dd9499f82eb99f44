package guide

import (
	"testing"

	"ruhr/record"
	"ruhr/rules"
)

// What was left undone is named, the most costly first (END-1 to END-6, BUY-10).
func TestWhatWasLeftUndone(t *testing.T) {
	type edit = func(p *rules.Position, me *rules.PositionSeat)
	debt := func(_ *rules.Position, me *rules.PositionSeat) { me.Debts = 1 }
	lock := func(p *rules.Position, _ *rules.PositionSeat) { p.Locks[3] = 1 } // the other seat's
	white := func(_ *rules.Position, me *rules.PositionSeat) { me.Progress &^= marks("grafschaft_mark") }
	port := func(p *rules.Position, _ *rules.PositionSeat) { p.Port[0] = []int{1} }
	stock := func(_ *rules.Position, me *rules.PositionSeat) { me.Supply = 2 }
	limited := func(_ *rules.Position, me *rules.PositionSeat) { me.Progress &^= marks("inn") }
	depots := func(p *rules.Position, _ *rules.PositionSeat) {
		for k := range p.Depots {
			p.Depots[k] = []int{Learner}
		}
	}
	all := func(p *rules.Position, me *rules.PositionSeat) {
		depots(p, me)
		for k := range p.Cities {
			p.Cities[k] = []int{Learner}
		}
	}
	for want, undone := range map[string][]edit{
		"":        {all},
		"cities":  {depots},
		"depots":  nil,
		"debts":   {debt, lock, white, port, stock, limited},
		"locks":   {lock, white, port, stock, limited},
		"white":   {white, port, stock, limited},
		"port":    {port, stock, limited},
		"stock":   {stock, limited},
		"limited": {limited},
	} {
		q := layout{round: 12, phase: rules.Purchase, edit: func(p *rules.Position, me *rules.PositionSeat) {
			for k := range 4 {
				p.Locks[k] = Learner
			}
			p.Port[0] = []int{Learner}
			me.LockField, me.Supply, me.Progress = false, 1, marks("grafschaft_mark", "inn", "mayor", "wage")
			for _, e := range undone {
				e(p, me)
			}
		}}.question(t)
		if got := missed(q.g, q.s, Learner); got != want {
			t.Errorf("%q, expected %q", got, want)
		}
	}
}

// Who is first, alone or with the other, has won (END-6).
func TestWhoHasWon(t *testing.T) {
	for _, c := range []struct {
		vp, other int
		won       bool
	}{{50, 20, true}, {20, 50, false}} {
		q := layout{round: 12, phase: rules.Purchase, edit: func(p *rules.Position, me *rules.PositionSeat) { me.VP, p.Seats[1].VP = c.vp, c.other }}.question(t)
		if got := Next(&record.Game{Rules: q.g, Steps: []*record.Step{{State: *q.s}}}, Learner); got.Won != c.won {
			t.Errorf("%d against %d: won %v", c.vp, c.other, got.Won)
		}
	}
}
