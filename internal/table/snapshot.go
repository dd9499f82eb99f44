package table

import (
	"slices"
	"time"

	"ruhr/rules"
)

// snapshot makes what is shown of a table, for somebody who watches; present says
// whether somebody has it open with a seat.
func (f *fold) snapshot(present func(seat int) bool, now time.Time) *Snapshot {
	s := &Snapshot{
		ID: f.id, N: f.n, Created: f.created, Hints: f.setup.Hints, Public: f.setup.Public, Guided: f.setup.Guided, Thinking: f.setup.Thinking, From: f.setup.From,
		Game: f.game, Codec: f.words, State: f.state(), History: f.played(),
		Pace: f.setup.Pace, Rated: f.setup.Rated, Clocks: f.clocks(now),
		Seats: slices.Clone(f.seats), ToAct: f.toAct(), Turn: f.turn(), Frozen: f.frozen, Rematch: f.rematch, Redacted: f.redacted,
		Asked: slices.Clip(f.asked), Steps: slices.Clip(f.steps), Events: slices.Clip(f.events),
	}
	if sh := f.setup.Shuffle; sh != nil {
		s.Shuffle = &Shuffle{Commitment: sh.Commitment, Start: sh.Start, Contributions: f.contributions, Fixed: f.fixed}
	}
	for k := range s.Seats {
		s.Seats[k].Present = present(k)
	}
	s.Over = f.game != nil && s.State.Decision() == rules.Over
	s.Fills, _ = f.fills()
	s.Ends, _ = f.ends()
	s.orders, s.askAll = f.orders, f.askAll
	s.undoSeat, s.undoTo = f.undo()
	s.turnFrom = f.turnFrom(s.undoTo)
	if f.takeback != nil {
		s.Takeback = &Takeback{N: f.takeback.n, Seat: f.takeback.seat, To: f.takeback.to, Waits: f.unanswered()}
	}
	for k := range f.seats {
		if _, ok := f.mayTakeBack(k); ok && f.takeback == nil {
			s.mayTake = append(s.mayTake, k)
		}
	}
	s.now = now
	if at, ok := f.shortage(); ok {
		s.short = &at
	}
	s.You = s.you(Actor{})
	return s
}

// For returns the same table for another viewer.
func (s *Snapshot) For(viewer Actor) *Snapshot {
	t := *s
	t.You = s.you(viewer)
	return &t
}

// you is what a viewer may do.
func (s *Snapshot) you(viewer Actor) You {
	y := You{Seats: []int{}, Seat: -1, TurnFrom: -1, Kept: viewer.Kept}
	if !viewer.Owner {
		y.Freed = viewer.Freed
	}
	for k := range s.Seats {
		if viewer.Holds(k) {
			y.Seats = append(y.Seats, k)
			y.orders(k, s)
			if slices.Contains(s.mayTake, k) {
				y.Takeback = append(y.Takeback, k)
			}
			if s.Takeback != nil && slices.Contains(s.Takeback.Waits, k) {
				y.Answer = append(y.Answer, k)
			}
		}
	}
	// plays: the seat is the viewer's and in nobody else's hands.
	plays := func(seat int) bool {
		return seat >= 0 && viewer.Holds(seat) && s.Seats[seat].Kind == Person && s.Seats[seat].ByHand()
	}
	if plays(s.undoSeat) && len(s.undoTo) > 0 {
		y.Seat, y.UndoTo, y.TurnFrom = s.undoSeat, s.undoTo, s.turnFrom
	}
	if plays(s.Turn.Seat) && s.Turn.Waiting {
		y.Seat, y.Confirm = s.Turn.Seat, true
	}
	if plays(s.ToAct) && !s.Turn.Waiting {
		y.Seat, y.Act = s.ToAct, true
		y.Advice = s.advice
		_, forced := s.Game.Forced(&s.State)
		y.MayAsk = s.Hints && s.Frozen == nil && !forced
	}
	return y
}

// orders adds what a seat of the viewer's has ordered.
func (y *You) orders(seat int, s *Snapshot) {
	if len(s.orders) > seat && len(s.orders[seat]) > 0 {
		if y.Orders == nil {
			y.Orders = map[int][]Order{}
		}
		y.Orders[seat] = s.orders[seat]
	}
	if len(s.askAll) > seat && s.askAll[seat] {
		y.AskAll = append(y.AskAll, seat)
	}
}
