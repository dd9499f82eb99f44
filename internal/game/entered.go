package game

import (
	"fmt"
	"slices"
	"strconv"

	"ruhr/record"
	"ruhr/rules"
)

// entered reports whether people enter what they draw.
func (b *base) entered() bool { return b.Setup.Deal == Entered }

// chance is where the outcomes of chance come from.
func (b *base) chance() rules.Chance {
	if b.deal == nil {
		return record.Unknown{}
	}
	return b.deal
}

// startSeat is the seat that begins.
func (b *base) startSeat() int {
	if b.deal == nil {
		return b.Setup.StartSeat
	}
	return b.deal.StartSeat
}

// DealEntered gives no deal: what is hidden stays unknown to the program.
func DealEntered(b *base) ([]Step, error) {
	b.Setup.Deal, b.deal = Entered, nil
	return nil, nil
}

// checkEntered refuses a table beside the box that could not be one: it has no clocks,
// no open seats, and its result does not count.
func (s *Setup) checkEntered() error {
	if s.Deal != Entered {
		s.StartSeat = 0
		return nil
	}
	person := func(seat NewSeat) bool { return seat.Kind == Person }
	open := func(seat NewSeat) bool { return seat.Kind == Open }
	if s.Rated || s.Public || s.Pace.Timed() || s.Fill > 0 || slices.ContainsFunc(s.Seats, open) || !slices.ContainsFunc(s.Seats, person) {
		return ErrBesideBox
	}
	if s.StartSeat < 0 || s.StartSeat >= len(s.Seats) {
		return ErrBadStart.Saying(strconv.Itoa(s.StartSeat))
	}
	return nil
}

// Entering is what is entered at a table beside the box.
type Entering struct {
	Asks  bool          // the table waits for an outcome of chance
	Faces []record.Face // that it may be, with those of which none is left
	// Fields are what can be corrected now; none in the middle of something, and none at
	// the limit, which Full then says.
	Fields []record.Field
	Full   *Refusal
	// Outcomes are those entered, in order; the last is what was entered last if
	// nothing was chosen after it.
	Outcomes []EnteredOutcome
	Last     bool
	// Hands are the steps, as History counts them, that hands have not carried out or
	// may have to: those of the last choice and what followed. HandsFact is the first
	// fact of the first of them.
	Hands, HandsFact int
}

// EnteredOutcome is something that was drawn, or put right where it has no face.
type EnteredOutcome struct {
	Face  string
	Round int
	Step  int // as History counts them
}

// Opens reports whether the game may still go on from a later round.
func (e *Entering) Opens() bool {
	return slices.ContainsFunc(e.Fields, func(f record.Field) bool { return f.Kind == "round" })
}

// entering is nil at other tables.
func (f *Game) entering() *Entering {
	if !f.entered() || f.Rules == nil {
		return nil
	}
	s := f.State()
	e := &Entering{Faces: record.Faces(f.Rules, &s), Fields: record.Fields(f.Rules, &s)}
	e.Asks = f.Frozen == nil && record.Waits(&s) && !f.turn().Waiting
	for n, step := range f.History.Steps {
		for _, o := range step.Chance {
			e.Outcomes = append(e.Outcomes, EnteredOutcome{record.FaceOf(f.Rules, o), o.Before.Round(), n})
		}
	}
	if e.Full = f.correctable(); e.Full != nil {
		e.Fields = nil
	}
	choice := f.lastChoice()
	k := len(e.Outcomes)
	e.Last = k > 0 && e.Outcomes[k-1].Step > choice
	e.Hands, e.HandsFact = f.toCarryOut(e)
	return e
}

// lastChoice is the place in Steps of the last choice by hand, -1 for none.
func (f *Game) lastChoice() int {
	for i := len(f.Steps) - 1; i >= 0; i-- {
		if f.Steps[i].choice() {
			return i
		}
	}
	return -1
}

// toCarryOut is from where on hands have something to do: from the last choice, the
// last outcome, or the last turn of a computer player on.
func (f *Game) toCarryOut(e *Entering) (step, fact int) {
	if n := len(e.Outcomes); n > 0 {
		step = e.Outcomes[n-1].Step
		chance := f.History.Steps[step].Chance
		fact = chance[len(chance)-1].Fact
	}
	from := f.lastChoice()
	if bot := f.botTurn(); bot >= 0 && f.turn().Waiting && from < f.handed {
		from = bot
	} else if bot >= 0 && f.turn().Waiting {
		from = min(from, bot) // what the person before it chose may not have been read yet
	}
	if f.handed > 0 {
		from = max(from, f.handed)
	}
	if from >= 0 && from+1 > step {
		step, fact = from+1, 0
	}
	return step, fact
}

// botTurn is the place in Steps where the turn of a computer player begins that hands
// have not carried out, -1 for none.
func (f *Game) botTurn() int {
	for i := f.handed; i < len(f.Steps); i++ {
		if s := &f.Steps[i]; s.byBot && f.handled(s) {
			return i
		}
	}
	return -1
}

// handled reports whether a decision moves anything on the table.
func (f *Game) handled(s *Step) bool {
	return !f.isDone(s.Action) && slices.ContainsFunc(s.Facts, func(fact rules.Fact) bool {
		return fact.Kind != rules.FRound && fact.Kind != rules.FPhase
	})
}

// enteredTurn is the turn of a computer player that waits for hands to carry it out.
func (f *Game) enteredTurn() Turn {
	t := Turn{Seat: -1, From: len(f.Steps), Held: rules.None}
	if i := f.botTurn(); i >= 0 {
		if s := f.State(); !f.goesOn() || f.Seats[s.ToDecide()].ByHand() {
			t.Seat, t.Waiting = f.Steps[i].Seat, true
		}
	}
	return t
}

// choices lists all choices by hand: beside the box everything may be taken back.
func (f *Game) choices() (at []int) {
	for i := range f.Steps {
		if f.Steps[i].choice() {
			at = append(at, i)
		}
	}
	return at
}

// Enter says what was drawn where the table waits for it: a marker by the first of its
// face on the board, or a country. Errors: ErrNothingToEnter, ErrNoneLeft with the
// face, ErrNotYours for one without a seat.
func Enter(face string) Command {
	return Command{name: "enter-" + face[:min(len(face), MaxKey)], stands: sameDecision, draft: func(f *Game, by Call) (draft, error) {
		if len(by.Who.Seats) == 0 {
			return draft{}, ErrNotYours
		}
		if t := f.turn(); t.Waiting {
			return draft{}, ErrWaiting.At(t.Seat)
		}
		s := f.State()
		if !f.entered() || !record.Waits(&s) {
			return draft{}, ErrNothingToEnter
		}
		if _, err := f.number(&s, face); err != nil {
			return draft{}, err
		}
		return draft{kind: kindEnter, seat: Nobody, body: body{Face: face}}, nil
	}}
}

// number is what chance decided if this face was drawn.
func (b *base) number(s *rules.State, face string) (int, error) {
	for _, f := range record.Faces(b.Rules, s) {
		switch {
		case f.ID == face && f.Left == 0:
			return 0, ErrNoneLeft.Saying(face)
		case f.ID == face:
			return f.Number, nil
		}
	}
	return 0, ErrNothingToEnter
}

// EnterAgain takes back the outcome entered as the k-th, counted from 0, and all that
// came after it. Errors: ErrNothingToUndo, ErrNotYours.
func EnterAgain(k int) Command {
	return Command{name: seatCommand("enteragain", k), stands: sameDecision, draft: func(f *Game, by Call) (draft, error) {
		if len(by.Who.Seats) == 0 {
			return draft{}, ErrNotYours
		}
		if e := f.entering(); e == nil || k < 0 || k >= len(e.Outcomes) {
			return draft{}, ErrNothingToUndo
		}
		return draft{kind: kindEnterAgain, seat: Nobody, body: body{To: k}}, nil
	}}
}

// Correct puts amounts right that are others on the table beside the program. Errors:
// ErrCorrection, with a *record.Misplaced where that says why; ErrNotYours.
func Correct(set record.Correction) Command {
	return Command{name: "correct", stands: sameDecision, draft: func(f *Game, by Call) (draft, error) {
		if len(by.Who.Seats) == 0 {
			return draft{}, ErrNotYours
		}
		if t := f.turn(); t.Waiting {
			return draft{}, ErrWaiting.At(t.Seat)
		}
		if !f.entered() || len(set) == 0 {
			return draft{}, ErrNothingToEnter
		}
		if _, err := f.stepper().Correct(f.History.Steps[f.History.Len()], set); err != nil {
			return draft{}, fmt.Errorf("%w: %w", ErrCorrection, err)
		}
		if full := f.correctable(); full != nil {
			return draft{}, full
		}
		return draft{kind: kindCorrect, seat: Nobody, body: body{Set: set}}, nil
	}}
}

// correctable says which limit keeps a table from being corrected, nil for none.
func (f *Game) correctable() *Refusal {
	switch {
	case len(f.History.Corrections()) >= record.MaxCorrections:
		return ErrManyCorrections.Saying(strconv.Itoa(record.MaxCorrections))
	case f.length >= MaxLog:
		return ErrFullLog.Saying(strconv.Itoa(MaxLog))
	}
	return nil
}

// addCorrection folds what was put right.
func (f *Game) addCorrection(e Entry, b body, p *record.Stepper) error {
	if !f.entered() {
		return fmt.Errorf("a table with a deal is corrected")
	}
	step, err := p.Correct(f.History.Steps[f.History.Len()], b.Set)
	if err != nil {
		return err
	}
	f.carryOn(e, step)
	return nil
}

// addEntered folds what was drawn.
func (f *Game) addEntered(e Entry, b body, p *record.Stepper) error {
	s := f.State()
	if !f.entered() || !record.Waits(&s) {
		return fmt.Errorf("%q is entered, but nothing was to be drawn", b.Face)
	}
	n, err := f.number(&s, b.Face)
	if err != nil {
		return err
	}
	step, err := p.Enter(f.History.Steps[f.History.Len()], n)
	if err != nil {
		return err
	}
	f.carryOn(e, step)
	return nil
}

// carryOn makes the last step go on as an entry says.
func (f *Game) carryOn(e Entry, step *record.Step) {
	f.replaceLast(step)
	f.enteredN, f.Hinted = e.N, false
}

// addEnteredAgain folds that an outcome, and what came after it, is taken back.
func (f *Game) addEnteredAgain(e Entry, b body) error {
	k := b.To
	for n, step := range f.History.Steps {
		if k < len(step.Chance) {
			f.keep(n)
			f.replaceLast(step.Before(k))
			f.handed, f.Hinted = min(f.handed, n), false
			e.Kind = EventUndo
			f.note(e, "", n)
			return nil
		}
		k -= len(step.Chance)
	}
	return fmt.Errorf("back to outcome %d, which was never entered", b.To)
}

// replaceLast replaces the last step by one that goes on from it, or back.
func (f *Game) replaceLast(step *record.Step) {
	f.History.Replace(step)
	if n := len(f.Steps); n > 0 {
		f.Steps = slices.Clone(f.Steps)
		f.Steps[n-1].Step = step
	}
}
