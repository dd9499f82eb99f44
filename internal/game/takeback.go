package game

import (
	"fmt"
	"slices"

	"ruhr/rules"
)

// takeback is a seat's request to take back a choice that it may not undo by
// itself any more. It is never changed, only replaced.
type takeback struct {
	n        int64 // its log number
	seat, to int
	agreed   []bool // by seat
}

// Takeback is a request that waits for answers.
type Takeback struct {
	N     int64 `json:"n"`     // its log number
	Seat  int   `json:"seat"`  // whose choice it is
	To    int   `json:"to"`    // how many decisions would stay
	Waits []int `json:"waits"` // seats that have not answered
}

// mayTakeBack returns the number of the choice that a seat may ask to take back,
// its last; false if there is none. Nothing may have been revealed since, and a
// choice that it may still undo needs no consent.
func (f *Game) mayTakeBack(seat int) (to int, ok bool) {
	s := f.State()
	if f.Frozen != nil || f.entered() || s.Decision() == rules.Over || !f.answers(seat) || f.alone() >= 0 {
		return 0, false
	}
	if who, free := f.undo(); who == seat && len(free) > 0 {
		return 0, false
	}
	for i := len(f.Steps) - 1; i >= 0; i-- {
		switch s := &f.Steps[i]; {
		case s.Reveals():
			return 0, false
		case s.Seat == seat && s.choice():
			return i, true
		}
	}
	return 0, false
}

// answers reports whether a person plays a seat and so is asked; computer
// players consent.
func (f *Game) answers(seat int) bool {
	return f.Seats[seat].Kind == Person && f.Seats[seat].ByHand()
}

// unanswered lists the seats that have not agreed to the request yet.
func (f *Game) unanswered() []int {
	waits := []int{}
	for k := range f.Seats {
		if k != f.takeback.seat && f.answers(k) && !f.takeback.agreed[k] {
			waits = append(waits, k)
		}
	}
	return waits
}

// takenBack drafts the undo that all have agreed to.
func (f *Game) takenBack() (draft, bool) {
	if f.takeback == nil || len(f.unanswered()) > 0 {
		return draft{}, false
	}
	return draft{kind: EventUndo, seat: f.takeback.seat, body: body{To: f.takeback.to, Agreed: true}}, true
}

// AskTakeback asks the other persons at the table to take back the last choice of
// one of the actor's seats. The request ends when a person chooses something or
// something is revealed. Errors: ErrNothingToUndo, ErrAsked while another request
// waits, ErrNotYours.
func AskTakeback(seat int) Command {
	stands := func(f *Game, at int64) bool { return !f.chosen(at) }
	return Command{name: seatCommand("takeback", seat), stands: stands, draft: func(f *Game, by Call) (draft, error) {
		if err := f.theirs(by.Who, seat); err != nil {
			return draft{}, err
		}
		if f.takeback != nil {
			return draft{}, ErrAsked.At(f.takeback.seat)
		}
		to, ok := f.mayTakeBack(seat)
		if !ok {
			return draft{}, ErrNothingToUndo
		}
		return draft{kind: EventTakeback, seat: seat, body: body{To: to, Seats: by.Who.Seats}}, nil
	}}
}

// AnswerTakeback agrees to the request, for one of the actor's seats that has not
// answered yet, or refuses it; the seat that asked withdraws it by refusing. Once
// all have agreed, the choice is taken back. Errors: ErrNotAsked, ErrNotYours.
func AnswerTakeback(seat int, agree bool) Command {
	stands := func(f *Game, at int64) bool { return f.takeback == nil || f.takeback.n <= at }
	name := "refuse"
	if agree {
		name = "agree"
	}
	return Command{name: seatCommand(name, seat), stands: stands, draft: func(f *Game, by Call) (draft, error) {
		if err := f.theirs(by.Who, seat); err != nil {
			return draft{}, err
		}
		if f.takeback == nil || !slices.Contains(f.unanswered(), seat) && (agree || seat != f.takeback.seat) {
			return draft{}, ErrNotAsked.At(seat)
		}
		if agree {
			return draft{kind: EventAgree, seat: seat}, nil
		}
		return draft{kind: EventRefuse, seat: seat}, nil
	}}
}

// addTakeback folds a request. Those who asked agree for all their seats.
func (f *Game) addTakeback(e Entry, b body) error {
	if to, ok := f.mayTakeBack(e.Seat); !ok || to != b.To || f.takeback != nil {
		return fmt.Errorf("seat %d cannot ask to go back to %d", e.Seat, b.To)
	}
	t := &takeback{n: e.N, seat: e.Seat, to: b.To, agreed: make([]bool, len(f.Seats))}
	for _, k := range b.Seats {
		if k >= 0 && k < len(t.agreed) {
			t.agreed[k] = true
		}
	}
	f.takeback = t
	f.note(e, "", b.To)
	return nil
}

// answered is the request with the answer of a seat.
func (t takeback) answered(seat int, agrees bool) *takeback {
	t.agreed = slices.Clone(t.agreed)
	t.agreed[seat] = agrees
	return &t
}

// addAnswer folds an answer to the request.
func (f *Game) addAnswer(e Entry) error {
	if f.takeback == nil {
		return fmt.Errorf("nobody has asked")
	}
	if e.Kind == EventRefuse {
		f.takeback = nil
	} else {
		f.takeback = f.takeback.answered(e.Seat, true)
	}
	f.note(e, "", 0)
	return nil
}

// turnStart returns the first decision of the turn of decision k, but none from
// before something was revealed.
func (f *Game) turnStart(k int) int {
	last := f.Steps[k].Step
	for k > 0 && sameTurn(f.Steps[k-1].Step, last) && !f.Steps[k-1].Reveals() {
		k--
	}
	return k
}
