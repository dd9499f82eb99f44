package record

import (
	"fmt"
	"slices"

	"ruhr/board"
	"ruhr/rules"
)

// Fault is where a record leaves the rules: the index into its actions (the
// number of actions for what follows the last), the rule and why.
type Fault struct {
	Action int
	Rule   string
	Why    string // for developers; what follows is for sentences

	// Game and Refused are the judge and what it says, nil where the record is
	// at odds with itself and not with a rule about an action.
	Game    *rules.Game
	Refused *rules.Refusal
}

func fault(action int, rule, why string) *Fault {
	return &Fault{Action: action, Rule: rule, Why: why}
}

func (f *Fault) Error() string {
	return fmt.Sprintf("action %d: %s: %s", f.Action, f.Rule, f.Why)
}

// Replay walks a record through the rules, one action at a time.
type Replay struct {
	Game  *rules.Game
	Codec *Codec
	State rules.State

	rec     *Record
	n       int // actions played
	draws   int
	bag     uint32 // markers known to be in the bag; all unseen ones while obstacles are unknown
	on      [board.Obstacles]int
	known   bool
	country int
}

// NewReplay sets a record up on its board and plays to the first decision. The
// error is a *Fault where the outcomes of chance break the rules.
func NewReplay(r *Record, b *board.Board) (*Replay, error) {
	if r.Board.SHA256 != b.SHA256 {
		return nil, fmt.Errorf("record: played on board %q with digest %s, not on %q with %s", r.Board.ID, r.Board.SHA256, b.ID, b.SHA256)
	}
	if r.Chance.StartSeat < 0 || r.Chance.StartSeat >= len(r.Players) {
		return nil, fault(0, "SET-6", fmt.Sprintf("startSeat is %d, expected 0 to %d", r.Chance.StartSeat, len(r.Players)-1))
	}
	g := r.NewGame(b)
	p := &Replay{Game: g, Codec: NewCodec(g), rec: r}
	p.State = g.Start(r.Chance.StartSeat)
	if err := p.layObstacles(); err != nil {
		return nil, err
	}
	if n := len(r.Chance.Countries); n != 8 {
		return nil, fault(0, "SET-3", fmt.Sprintf("%d countries, expected 8", n))
	}
	return p, p.settle()
}

// layObstacles checks the 14 markers on the river (SET-4).
func (p *Replay) layObstacles() error {
	p.bag = p.State.Unseen()
	o := p.rec.Chance.Obstacles
	if len(o) == 0 {
		return nil
	}
	if len(o) != board.Obstacles {
		return fault(0, "SET-4", fmt.Sprintf("%d obstacles, expected %d", len(o), board.Obstacles))
	}
	nulls := 0
	for k, id := range o {
		if id == nil {
			nulls++
			continue
		}
		m := p.marker(*id)
		if m < 0 || p.bag>>m&1 == 0 {
			return fault(0, "SET-4", fmt.Sprintf("obstacle %q is not a marker of this table, or lies there twice", *id))
		}
		p.bag &^= 1 << m
		p.on[k] = m
	}
	switch nulls {
	case 0:
		p.known = true
	case board.Obstacles:
	default:
		return fault(0, "SET-9", "some obstacles are null and others are not; all are told at the end or none")
	}
	return nil
}

func (p *Replay) marker(id string) int {
	return slices.IndexFunc(p.Game.Board().Markers[:], func(m board.Marker) bool { return m.ID == id })
}

// Len is the number of the record's actions.
func (p *Replay) Len() int { return len(p.rec.Actions) }

// At is how many actions are played.
func (p *Replay) At() int { return p.n }

// settle plays what chance decides up to the next decision. It stops short
// where a running game's record has no outcome yet.
func (p *Replay) settle() error {
	for {
		switch p.State.Decision() {
		case rules.DrawMarker:
			if p.draws == len(p.rec.Chance.Draws) {
				return p.short("WATER-1", "draws has no marker for this round")
			}
			id := p.rec.Chance.Draws[p.draws]
			m := p.marker(id)
			if m < 0 || p.bag>>m&1 == 0 {
				return fault(p.n, "WATER-1", fmt.Sprintf("marker %q was not in the bag", id))
			}
			if err := p.Game.Draw(&p.State, m); err != nil {
				return fault(p.n, "WATER-1", err.Error())
			}
			p.bag &^= 1 << m
			p.draws++
		case rules.RevealCountry:
			id := p.rec.Chance.Countries[p.country]
			if id == nil {
				return p.short("SET-3", "a country that must be revealed is null")
			}
			c := slices.Index(p.Game.Board().Port.Columns[:], *id)
			if err := p.Game.Reveal(&p.State, c); err != nil {
				return fault(p.n, "SET-3", fmt.Sprintf("country %q: no such face-down marker is left", *id))
			}
			p.country++
		default:
			return nil
		}
	}
}

// short is a lack of outcomes: right at the end of a running game's record, a
// fault before.
func (p *Replay) short(rule, why string) error {
	if p.n == len(p.rec.Actions) && p.rec.Result == nil {
		return nil
	}
	return fault(p.n, rule, why)
}

// Step plays the next action. The error is a *Fault.
func (p *Replay) Step() error {
	a := p.rec.Actions[p.n]
	m, err := p.verdict(a)
	if err != nil {
		return err
	}
	if p.known && p.Game.Move(m).Do == rules.DoLock {
		p.bag |= 1 << p.on[p.Game.Move(m).At]
	}
	p.Game.Play(&p.State, m)
	p.n++
	return p.settle()
}

func (p *Replay) verdict(a Action) (rules.Action, error) {
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
	if !p.Game.Legal(s).Has(m) {
		why := p.Game.Why(s, m)
		f := fault(p.n, why.Rule.String(), fmt.Sprintf("%s is not legal: %s", a, why.Plain()))
		f.Game, f.Refused = p.Game, why
		return 0, f
	}
	return m, nil
}

func number(n *int) string {
	if n == nil {
		return "missing"
	}
	return fmt.Sprint(*n)
}

// Referee plays the whole record and checks its result. It gives the last
// position reached; the error is a *Fault where the record breaks the rules.
func Referee(r *Record, b *board.Board) (*Replay, error) {
	p, err := NewReplay(r, b)
	if err != nil {
		return nil, err
	}
	for p.n < len(r.Actions) {
		if err := p.Step(); err != nil {
			return p, err
		}
	}
	return p, p.Finish()
}

// Finish checks, after the last action, what follows from it: the result of a
// game that is over. The error is a *Fault.
func (p *Replay) Finish() error {
	over := p.State.Decision() == rules.Over
	want := p.rec.Result
	switch {
	case !over && want != nil:
		return fault(p.n, "END-6", "the record has a result, but the game is not over")
	case !over && p.draws < len(p.rec.Chance.Draws):
		return fault(p.n, "WATER-1", fmt.Sprintf("draws has %d markers, only %d were drawn so far", len(p.rec.Chance.Draws), p.draws))
	case !over:
		return nil
	case want == nil:
		return fault(p.n, "END-6", "the game is over, but the record has no result")
	case p.draws < len(p.rec.Chance.Draws):
		return fault(p.n, "WATER-1", fmt.Sprintf("draws has %d markers, only %d were drawn", len(p.rec.Chance.Draws), p.draws))
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
