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

// referee plays a record through the rules.
type referee struct {
	*Game
	rec     *Record
	stepper *Stepper
	chance  *chance

	corrected int // how many corrections have been made
}

// Referee plays a whole record and checks its result. The error is a *Fault where
// the record breaks the rules; the game then ends before that, and is nil where
// it cannot begin.
func Referee(r *Record, b *board.Board) (*Game, error) {
	if r.Board.SHA256 != b.SHA256 {
		return nil, fmt.Errorf("record: played on board %q with digest %s, not on %q with %s", r.Board.ID, r.Board.SHA256, b.ID, b.SHA256)
	}
	if r.Chance.StartSeat < 0 || r.Chance.StartSeat >= len(r.Players) {
		return nil, fault(0, "SET-6", fmt.Sprintf("startSeat is %d, expected 0 to %d", r.Chance.StartSeat, len(r.Players)-1))
	}
	if len(r.Corrections) > 0 && !r.Chance.Entered {
		return nil, fault(0, "record", "only a game of which people entered what they drew can be corrected")
	}
	if n := len(r.Corrections); n > MaxCorrections {
		return nil, fault(0, "record", fmt.Sprintf("%d corrections, at most %d are read", n, MaxCorrections))
	}
	g := r.NewGame(b)
	c, err := newChance(g, &r.Chance)
	if err != nil {
		return nil, err
	}
	if len(r.Corrections) > 0 && c.known {
		return nil, fault(0, "record", "a corrected game does not say what lay on the river: its obstacles must be null")
	}
	p := &referee{rec: r, stepper: NewStepper(g, c), chance: c}
	if len(r.Corrections) > 0 {
		p.stepper.SetChance(Unknown{})
	}
	beginning, err := p.stepper.Start(r.Chance.StartSeat)
	if len(r.Corrections) > 0 && err == nil {
		beginning, err = p.byHand(0, beginning)
	}
	if err := p.settled(0, err); err != nil {
		return nil, err
	}
	p.Game = NewGame(g, NewCodec(g), r.Chance.StartSeat, beginning)
	p.Version, p.Players, p.Entered = r.Rules, r.Players, r.Chance.Entered
	for n := range r.Actions {
		if err := p.step(n); err != nil {
			return p.Game, err
		}
	}
	return p.Game, p.finish()
}

// step plays action n.
func (p *referee) step(n int) error {
	a, err := p.decode(n)
	if err != nil {
		return err
	}
	step, err := p.stepper.Step(p.After(n), a)
	if refused, ok := err.(*rules.Refusal); ok {
		f := fault(n, refused.Rule.String(), fmt.Sprintf("%s is not legal: %s", p.rec.Actions[n], refused.Plain()))
		f.Game, f.Refused = p.Rules, refused
		return f
	}
	if len(p.rec.Corrections) > 0 && err == nil {
		step, err = p.byHand(n+1, step)
	}
	if err := p.settled(n+1, err); err != nil {
		return err
	}
	p.Add(step)
	return nil
}

// settled turns an error from chance after n actions into a fault. A missing
// outcome is expected at the end of a running game's record, and a fault before
// it.
func (p *referee) settled(n int, err error) error {
	f, ok := err.(*Fault)
	if !ok {
		return err
	}
	if f.pending && n == len(p.rec.Actions) && p.rec.Result == nil {
		return nil
	}
	f.Action = n
	return f
}

// decode decodes action n and checks its seat and round.
func (p *referee) decode(n int) (rules.Action, error) {
	a, s := p.rec.Actions[n], p.After(n)
	if s.Decision() == rules.Over {
		return 0, fault(n, "END-6", "the game is over")
	}
	m, err := p.Codec.Decode(a)
	if err != nil {
		return 0, fault(n, "record", err.Error())
	}
	if a.Seat == nil || *a.Seat != s.ToDecide() {
		return 0, fault(n, "ORDER-1", fmt.Sprintf("seat is %s, seat %d is to decide", number(a.Seat), s.ToDecide()))
	}
	if a.Round == nil || *a.Round != s.Round() {
		return 0, fault(n, "ORDER-1", fmt.Sprintf("round is %s, expected %d", number(a.Round), s.Round()))
	}
	return m, nil
}

func number(n *int) string {
	if n == nil {
		return "missing"
	}
	return fmt.Sprint(*n)
}

// finish checks the result of a finished game after the last action. Errors are
// *Fault.
func (p *referee) finish() error {
	n, want := p.Len(), p.rec.Result
	if p.corrected < len(p.rec.Corrections) {
		return fault(n, "record", fmt.Sprintf("%d corrections, only %d have a place in the game", len(p.rec.Corrections), p.corrected))
	}
	switch over, drawn, draws := p.Over(), p.chance.drawn, len(p.rec.Chance.Draws); {
	case !over && want != nil:
		return fault(n, "END-6", "the record has a result, but the game is not over")
	case !over && drawn < draws:
		return fault(n, "WATER-1", fmt.Sprintf("draws has %d markers, only %d were drawn so far", draws, drawn))
	case !over:
		return nil
	case want == nil:
		return fault(n, "END-6", "the game is over, but the record has no result")
	case drawn < draws:
		return fault(n, "WATER-1", fmt.Sprintf("draws has %d markers, only %d were drawn", draws, drawn))
	}
	switch {
	case p.chance.known:
		p.Obstacles = p.chance.lying[:]
	case !p.Entered:
		return fault(n, "SET-4", "the game is over, but the record does not say which obstacles lay on the river")
	}
	return p.compare(ResultOf(p.Rules, p.Rules.Result(p.After(n))), want)
}

func (p *referee) compare(got, want *Result) error {
	wrong := func(rule, what string, seat int, is, should any) error {
		return fault(p.Len(), rule, fmt.Sprintf("result: %s of seat %d is %v, expected %v", what, seat, is, should))
	}
	n := p.Rules.Seats()
	if len(want.VP) != n || len(want.Rank) != n || len(want.Breakdown) != n {
		return fault(p.Len(), "END-6", fmt.Sprintf("result: expected vp, rank and breakdown of %d seats", n))
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
