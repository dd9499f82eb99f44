package game

import (
	"slices"
	"time"

	"ruhr/bot/analysis"
	"ruhr/internal/visible"
	"ruhr/rules"
)

// Snapshot makes what is shown of a table, for somebody who watches; present says
// whether somebody has it open with a seat, and advice is what the seat to decide was told.
func (f *Game) Snapshot(present func(seat int) bool, advice analysis.Analysis, now time.Time) *Snapshot {
	s := &Snapshot{
		ID: f.ID, Name: f.name, N: f.N, Last: time.UnixMilli(f.last.Time), Created: f.created, Hints: f.Setup.Hints, Public: f.Setup.Public, Deal: f.Setup.Deal, Thinking: f.Setup.Thinking, From: f.Setup.From,
		Common: f.Setup.Common, Hidden: f.Hidden(now),
		Game: f.Rules, Codec: f.words, State: f.State(), History: f.played(),
		Pace: f.Setup.Pace, Rated: f.Setup.Rated, Tournament: f.Setup.Tournament, Circle: f.Setup.Circle, SameDeal: f.Setup.SameDeal, Clocks: f.clocks(now),
		Seats: slices.Clone(f.Seats), ToAct: f.toAct(), Turn: f.turn(), Frozen: f.Frozen, Rematch: f.Rematch, Redacted: f.redacted,
		Asked: slices.Clip(f.asked), Steps: slices.Clip(f.Steps), Events: slices.Clip(f.Events), Sat: slices.Clip(f.Sat),
	}
	if sh := f.Setup.Shuffle; sh != nil {
		s.Shuffle = &Shuffle{Commitment: sh.Commitment, Start: sh.Start, Contributions: f.contributions, Fixed: f.fixed}
	}
	for k := range s.Seats {
		s.Seats[k].Present = present(k)
	}
	s.Over = f.Rules != nil && s.State.Decision() == rules.Over
	s.movable = f.movable(now)
	s.Fills, _ = f.fills()
	s.Ends, _ = f.ends()
	s.orders, s.askAll = f.standing(), f.askAll
	if s.Full = f.length >= MaxLog; !s.Full {
		s.undoSeat, s.undoTo = f.undo()
	}
	s.turnFrom = f.turnFrom(s.undoTo)
	if f.takeback != nil {
		s.Takeback = &Takeback{N: f.takeback.n, Seat: f.takeback.seat, To: f.takeback.to, Waits: f.unanswered()}
	}
	for k := range f.Seats {
		if _, ok := f.mayTakeBack(k); ok && f.takeback == nil && !s.Full {
			s.mayTake = append(s.mayTake, k)
		}
	}
	s.Entering = f.entering()
	s.advice, s.now, s.moved = advice, now, f.moved
	if at, ok := f.shortage(); ok {
		s.short = &at
	}
	s.You = s.you(Actor{})
	return s
}

// Names are the names at the seats, "" at an open one. Equal ones are told apart.
func (s *Snapshot) Names() []string {
	var names []string
	for _, seat := range s.Seats {
		names = append(names, seat.Name)
	}
	return visible.Apart(names)
}

// NameOf is the name of the person at a seat who gave this one, told apart from the others
// at the table; the same for a person who no longer sits there.
func (s *Snapshot) NameOf(seat int, given string) string {
	if seat >= 0 && seat < len(s.Seats) && s.Seats[seat].Name == given {
		return s.Names()[seat]
	}
	return given
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
	if seat := viewer.undoes(s.Deal, s.undoSeat); seat >= 0 && len(s.undoTo) > 0 {
		y.Seat, y.UndoTo, y.TurnFrom = seat, s.undoTo, s.turnFrom
	}
	if plays(s.Turn.Seat) && s.Turn.Waiting {
		y.Seat, y.Confirm = s.Turn.Seat, true
	}
	if s.Entering != nil && len(viewer.Seats) > 0 {
		y.Seat, y.Confirm, y.Enter = viewer.Seats[0], s.Turn.Waiting, s.Entering.Asks
	}
	if plays(s.ToAct) && !s.Turn.Waiting && !y.Enter {
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
