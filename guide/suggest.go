package guide

import (
	"ruhr/board"
	"ruhr/rules"
	"ruhr/view"
)

// Suggestion is something to try; the learner may ignore it.
type Suggestion struct {
	Key     string        // "guide.try." and this is the catalogue's key
	Args    view.Args     // places of the board
	Targets []view.Target // what it speaks of
}

// suggested are the rounds in which a voyage is suggested.
const suggested = 2

// trip is a storage to load at and a buyer to sell to.
type trip struct{ storage, space int }

// voyage suggests where to load and to whom to sell, for the tokens of lock
// building first, the Thaler next. At a sale only the buyer is left to choose.
func (q *question) voyage() *Suggestion {
	if q.s.Round() > suggested {
		return nil
	}
	best, found := q.bestTrip()
	if !found {
		return nil
	}
	at, to := view.SpaceThing(q.g, q.g.StorageIndex(best.storage)), view.SpaceThing(q.g, q.g.SellIndex(best.space))
	s := &Suggestion{Key: "load", Args: view.Args{"place": at, "buyer": to}}
	switch {
	case q.is(rules.ChooseOption) && q.can(none):
		s.Key = "none"
		s.Targets = q.targets(none)
	case q.is(rules.Sell):
		s.Key = "sell"
		s.Targets = append(s.Targets, view.Target{Kind: "space", ID: to.ID})
		return s
	case q.is(rules.ChooseTransport, rules.ChooseSupply):
		return nil
	}
	s.Targets = append(s.Targets, view.Target{Kind: "space", ID: at.ID}, view.Target{Kind: "space", ID: to.ID})
	return s
}

// bestTrip is the best trip from here without a pilot.
func (q *question) bestTrip() (best trip, found bool) {
	most := 0
	for _, k := range q.loadable() {
		for space := range board.Sells {
			if !q.reaches(k, space) {
				continue
			}
			if worth := q.worth(trip{k, space}); !found || worth > most {
				best, most, found = trip{k, space}, worth, true
			}
		}
	}
	return best, found
}

// loadable are the storages where the learner might load: with black coal,
// without another barge, and downriver. At a start they are the legal ones; at
// a sale, the one where the barge lies.
func (q *question) loadable() (out []int) {
	if q.is(rules.Sell) {
		return []int{q.storage()}
	}
	if q.is(rules.ChooseStart) {
		for _, a := range q.legal {
			if m := q.g.Move(a); m.Do == rules.DoStart {
				out = append(out, m.At)
			}
		}
		return out
	}
	open := q.g.Below(q.s.BargeAt(q.me)) & q.s.Loaded() &^ q.s.Moored() &^ q.g.White()
	for k := range board.Storages {
		if open>>k&1 != 0 {
			out = append(out, k)
		}
	}
	return out
}

// reaches reports whether coal of a storage can be sold at a space: by an action
// of this decision, or later without a pilot.
func (q *question) reaches(storage, space int) bool {
	if q.is(rules.Sell) {
		return q.can(func(m rules.Move) bool { return m.Do == rules.DoSell && m.At == space })
	}
	return q.g.Reach(storage, false)>>space&1 != 0
}

// worth rates a trip: a token that lock building needs counts more than any
// Thaler, and of equal trips the one farther upriver is better.
func (q *question) worth(t trip) int {
	tokens := q.s.Tokens(q.me)
	missing := q.g.Lacking(tokens, board.LockBuilding)
	after := q.g.AddToken(tokens, q.g.SellArea(t.space, 0))
	thaler := q.s.Die(t.storage) + q.s.Demand(t.space)
	if q.g.PipLost(q.s, t.storage, t.space) {
		thaler--
	}
	return (missing-q.g.Lacking(after, board.LockBuilding))*10_000 + thaler*100 - q.g.SellIndex(t.space)
}

// firstLock suggests the obstacles whose locks score most.
func (q *question) firstLock() *Suggestion {
	s := &Suggestion{Key: "lock", Args: view.Args{}}
	for _, a := range q.legal {
		m := q.g.Move(a)
		if m.Do != rules.DoLock {
			continue
		}
		if at := q.g.Board().At.Lock[m.At]; q.g.Board().River[at].Territory == board.Mark {
			s.Targets = append(s.Targets, view.Target{Kind: "space", ID: q.g.Board().River[at].ID})
		}
	}
	if len(s.Targets) == 0 {
		return nil
	}
	return s
}

// bonuses says how much the learner has of what scores at the end.
func (q *question) bonuses() *Suggestion {
	return &Suggestion{Key: "end", Args: view.Args{"n": q.s.CitiesOf(q.me), "m": depots(q.g, q.s, q.me)}}
}
