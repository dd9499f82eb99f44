package view

import (
	"ruhr/board"
	"ruhr/rules"
)

const waitingHouses = 2 // on the lock field and on the Grafschaft Mark field (SET-2)

func seatOf(g *rules.Game, s *rules.State, k, ifEnded int) Seat {
	c := g.Seat(s, k)
	v := Seat{
		Thaler: c.Thaler, VP: c.VP, Supply: c.Supply, Debts: c.Debts, Means: c.Means, Timeline: c.Timeline,
		Barge: c.Barge, FreeLock: c.FreeLock, Locks: locksOf(s, k), Built: builtOf(s, k), IfEnded: ifEnded,
	}
	if v.Timeline == nil {
		v.Timeline = []int{}
	}
	if c.LockField {
		v.LockField = waitingHouses
	}
	if c.MarkField {
		v.MarkField = waitingHouses
	}
	switch c.Option {
	case rules.Unchosen:
	case rules.Stranded:
		v.Option = "stranded"
	default:
		v.Option = c.Option.String()
	}
	for a, id := range board.AreaIDs {
		v.Areas = append(v.Areas, Area{id, c.Tokens[a], g.Board().AreaSize[a]})
	}
	for kind := range board.ProgressIDs {
		v.Progress = append(v.Progress, progressOf(g, s, &c, k, kind))
	}
	return v
}

func progressOf(g *rules.Game, s *rules.State, c *rules.Seat, seat, kind int) Progress {
	data := &g.Board().Progress[kind]
	bit := uint16(1) << kind
	p := Progress{ID: data.ID, Limited: data.Limited, State: "open", Missing: g.Missing(s, seat, kind), Bought: c.Bought&bit != 0}
	p.Price, p.Means = g.Cheapest(s, seat, kind)
	for a, want := range data.Needs {
		if want > 0 {
			p.Needs = append(p.Needs, Need{board.AreaIDs[a], want, max(0, want-c.Tokens[a])})
		}
	}
	switch {
	case c.Used&bit != 0:
		p.State = "used"
	case c.Progress&bit != 0:
		p.State = "held"
	case c.Blanks&bit != 0:
		p.State = "blank"
	case s.CopiesLeft(kind) == 0:
		p.State = "gone"
	}
	return p
}

func locksOf(s *rules.State, seat int) (n int) {
	for k := range board.Obstacles {
		if s.LockBuilder(k) == seat {
			n++
		}
	}
	return n
}

func builtOf(s *rules.State, seat int) (n int) {
	count := func(owners []int) {
		for _, o := range owners {
			if o == seat {
				n++
			}
		}
	}
	for k := range board.Cities {
		count(s.CityOwners(k))
	}
	for k := range 4 {
		count(s.DepotOwners(k))
	}
	for k := range board.Countries {
		count(s.PortOwners(k))
	}
	return n
}
