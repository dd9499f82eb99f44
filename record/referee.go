package record

import (
	"fmt"

	"ruhr/board"
	"ruhr/rules"
)

// Fault is a violation of the rules in a record: the index of the action (the
// number of actions if after the last), the rule and the reason.
type Fault struct {
	Action int
	Rule   string
	Why    string // for developers; the fields below are for texts

	// Game and Refused give the refused action and the reason; nil if the fault
	// is not an illegal action.
	Game    *rules.Game
	Refused *rules.Refusal

	pending bool // missing an outcome that a running game does not have yet
}

func fault(action int, rule, why string) *Fault {
	return &Fault{Action: action, Rule: rule, Why: why}
}

func (f *Fault) Error() string {
	return fmt.Sprintf("action %d: %s: %s", f.Action, f.Rule, f.Why)
}

// Replay plays a record through the rules, one action at a time.
type Replay struct {
	Game    *rules.Game
	Codec   *Codec
	State   rules.State
	Opening []rules.Fact // facts before the first decision

	rec     *Record
	stepper *Stepper
	chance  *chance
	n       int // actions played
}

// NewReplay sets up a record on its board and plays to the first decision. The
// error is a *Fault if the outcomes of chance break the rules.
func NewReplay(r *Record, b *board.Board) (*Replay, error) {
	if r.Board.SHA256 != b.SHA256 {
		return nil, fmt.Errorf("record: played on board %q with digest %s, not on %q with %s", r.Board.ID, r.Board.SHA256, b.ID, b.SHA256)
	}
	if r.Chance.StartSeat < 0 || r.Chance.StartSeat >= len(r.Players) {
		return nil, fault(0, "SET-6", fmt.Sprintf("startSeat is %d, expected 0 to %d", r.Chance.StartSeat, len(r.Players)-1))
	}
	g := r.NewGame(b)
	p := &Replay{Game: g, Codec: NewCodec(g), rec: r}
	var err error
	if p.chance, err = newChance(g, &r.Chance); err != nil {
		return nil, err
	}
	p.stepper = NewStepper(g, p.chance)
	p.State, p.Opening, err = p.stepper.Start(r.Chance.StartSeat)
	return p, p.settled(err)
}

// Len is the number of actions in the record.
func (p *Replay) Len() int { return len(p.rec.Actions) }

// At is the number of actions played.
func (p *Replay) At() int { return p.n }

// Step plays the next action. Errors are *Fault.
func (p *Replay) Step() (Step, error) {
	a, err := p.decode(p.rec.Actions[p.n])
	if err != nil {
		return Step{}, err
	}
	step, err := p.stepper.Step(&p.State, a)
	if refused, ok := err.(*rules.Refusal); ok {
		f := fault(p.n, refused.Rule.String(), fmt.Sprintf("%s is not legal: %s", p.rec.Actions[p.n], refused.Plain()))
		f.Game, f.Refused = p.Game, refused
		return Step{}, f
	}
	p.State = step.After
	p.n++
	return step, p.settled(err)
}

// To plays on to the position after n actions. Errors are those of Step.
func (p *Replay) To(n int) error {
	for p.n < n {
		if _, err := p.Step(); err != nil {
			return err
		}
	}
	return nil
}

// settled turns an error from chance into a fault. A missing outcome is expected
// at the end of a running game's record, and a fault before it.
func (p *Replay) settled(err error) error {
	f, ok := err.(*Fault)
	if !ok {
		return err
	}
	if f.pending && p.n == len(p.rec.Actions) && p.rec.Result == nil {
		return nil
	}
	f.Action = p.n
	return f
}

// decode decodes the next action and checks its seat and round.
func (p *Replay) decode(a Action) (rules.Action, error) {
	s := &p.State
	if s.Decision() == rules.Over {
		return 0, fault(p.n, "END-6", "the game is over")
	}
	m, err := p.Codec.Decode(a)
	if err != nil {
		return 0, fault(p.n, "record", err.Error())
	}
	if a.Seat == nil || *a.Seat != s.ToDecide() {
		return 0, fault(p.n, "ORDER-1", fmt.Sprintf("seat is %s, seat %d is to decide", number(a.Seat), s.ToDecide()))
	}
	if a.Round == nil || *a.Round != s.Round() {
		return 0, fault(p.n, "ORDER-1", fmt.Sprintf("round is %s, expected %d", number(a.Round), s.Round()))
	}
	return m, nil
}

func number(n *int) string {
	if n == nil {
		return "missing"
	}
	return fmt.Sprint(*n)
}

// Referee plays a whole record and checks its result. It returns the last
// position reached, and a *Fault if the record breaks the rules.
func Referee(r *Record, b *board.Board) (*Replay, error) {
	p, err := NewReplay(r, b)
	if err != nil {
		return nil, err
	}
	if err := p.To(p.Len()); err != nil {
		return p, err
	}
	return p, p.Finish()
}

// Finish checks the result of a finished game after the last action. Errors are
// *Fault.
func (p *Replay) Finish() error {
	over := p.State.Decision() == rules.Over
	want := p.rec.Result
	switch {
	case !over && want != nil:
		return fault(p.n, "END-6", "the record has a result, but the game is not over")
	case !over && p.chance.drawn < len(p.rec.Chance.Draws):
		return fault(p.n, "WATER-1", fmt.Sprintf("draws has %d markers, only %d were drawn so far", len(p.rec.Chance.Draws), p.chance.drawn))
	case !over:
		return nil
	case want == nil:
		return fault(p.n, "END-6", "the game is over, but the record has no result")
	case p.chance.drawn < len(p.rec.Chance.Draws):
		return fault(p.n, "WATER-1", fmt.Sprintf("draws has %d markers, only %d were drawn", len(p.rec.Chance.Draws), p.chance.drawn))
	}
	got := ResultOf(p.Game, p.Game.Result(&p.State))
	return p.compare(got, want)
}

func (p *Replay) compare(got, want *Result) error {
	wrong := func(rule, what string, seat int, is, should any) error {
		return fault(p.n, rule, fmt.Sprintf("result: %s of seat %d is %v, expected %v", what, seat, is, should))
	}
	n := p.Game.Seats()
	if len(want.VP) != n || len(want.Rank) != n || len(want.Breakdown) != n {
		return fault(p.n, "END-6", fmt.Sprintf("result: expected vp, rank and breakdown of %d seats", n))
	}
	for who := range n {
		for l, id := range rules.LineIDs {
			v, ok := want.Breakdown[who][id]
			if !ok {
				return wrong("record", "breakdown."+id, who, "missing", got.Breakdown[who][id])
			}
			if v != got.Breakdown[who][id] {
				return wrong(rules.LineRules[l].String(), "breakdown."+id, who, v, got.Breakdown[who][id])
			}
		}
		if want.VP[who] != got.VP[who] {
			return wrong("END-6", "vp", who, want.VP[who], got.VP[who])
		}
		if want.Rank[who] != got.Rank[who] {
			return wrong("END-6", "rank", who, want.Rank[who], got.Rank[who])
		}
	}
	return nil
}
