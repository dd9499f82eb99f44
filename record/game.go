package record

import (
	"fmt"
	"slices"

	"ruhr/board"
	"ruhr/rules"
)

// Game is a game that was played, as far as it has been. Records, links and deals
// are renderings of it.
type Game struct {
	Rules   *rules.Game
	Codec   *Codec
	Version int // of the rules it was played by
	Players []Player

	StartSeat int
	// Obstacles are the markers on the river, from Witten down (SET-4); nil where
	// they are not known, as before the end.
	Obstacles []int
	// Entered: people entered what they drew, and no program dealt.
	Entered bool
	Steps   []*Step // Steps[0] is the beginning, Steps[n] decision n, counted from 1
}

// NewGame is a game at its first decision, of which the step is the beginning.
func NewGame(g *rules.Game, c *Codec, startSeat int, beginning *Step) *Game {
	return &Game{Rules: g, Codec: c, Version: rules.Version, StartSeat: startSeat, Steps: []*Step{beginning}}
}

// Play plays decisions under a deal. The error names the first illegal one.
func Play(g *rules.Game, d *Deal, actions []rules.Action) (*Game, error) {
	play := NewStepper(g, d)
	step, err := play.Start(d.StartSeat)
	if err != nil {
		return nil, err
	}
	out := NewGame(g, NewCodec(g), d.StartSeat, step)
	for n, a := range actions {
		if step, err = play.Step(&step.State, a); err != nil {
			return nil, fmt.Errorf("decision %d (%s): %w", n, out.Codec.Encode(a), err)
		}
		out.Add(step)
	}
	out.Disclose(d)
	return out, nil
}

// Add adds the next decision and counts its turn. It appends to Steps: if others
// share that slice, clip it first.
func (g *Game) Add(s *Step) {
	last := g.Steps[len(g.Steps)-1]
	s.Turn = last.Turn
	if g.Len() == 0 || s.Seat != last.Seat || s.Round != last.Round || s.Phase != last.Phase {
		s.Turn++
	}
	g.Steps = append(g.Steps, s)
}

// Disclose adds the markers that lay on the river once the game is over; before,
// they are secret (SET-9).
func (g *Game) Disclose(d *Deal) {
	if g.Over() {
		g.Obstacles = slices.Clone(d.Obstacles[:])
	}
}

// Len is the number of decisions.
func (g *Game) Len() int { return len(g.Steps) - 1 }

// After is the position after n decisions; n is clamped to the game.
func (g *Game) After(n int) *rules.State { return &g.Steps[min(max(n, 0), g.Len())].State }

// Over reports whether the game has ended by the rules.
func (g *Game) Over() bool { return g.After(g.Len()).Decision() == rules.Over }

// Rounds lists for each round begun the number of decisions before its first
// one.
func (g *Game) Rounds() []int {
	var out []int
	for n, s := range g.Steps {
		for len(out) < s.State.Round() {
			out = append(out, n)
		}
	}
	return out
}

// Turns lists the numbers of decisions after which turns end.
func (g *Game) Turns() []int {
	var out []int
	for n := 1; n <= g.Len(); n++ {
		if n == g.Len() || g.Steps[n+1].Turn != g.Steps[n].Turn {
			out = append(out, n)
		}
	}
	return out
}

// outcomes are what chance has decided so far where the rules asked for this.
func (g *Game) outcomes(asked rules.Decision) (out []Outcome) {
	for _, s := range g.Steps {
		for _, o := range s.Chance {
			if o.Set == nil && o.Before.Decision() == asked {
				out = append(out, o)
			}
		}
	}
	return out
}

// Record returns the game's record.
func (g *Game) Record() *Record {
	b := g.Rules.Board()
	r := &Record{
		Format: Format, Rules: g.Version,
		Board:   BoardID{b.ID, b.SHA256},
		Variant: VariantOf(g.Rules.Variant()),
		Players: g.Players,
		Chance: Chance{StartSeat: g.StartSeat, Entered: g.Entered, Obstacles: make([]*string, board.Obstacles), Draws: []string{},
			Countries: make([]*string, len(Deal{}.Countries))},
		Actions: make([]Action, 0, g.Len()), Corrections: g.Corrections(),
	}
	for k, m := range g.Obstacles {
		r.Chance.Obstacles[k] = &b.Markers[m].ID
	}
	for _, o := range g.outcomes(rules.DrawMarker) {
		r.Chance.Draws = append(r.Chance.Draws, b.Markers[o.Number].ID)
	}
	for k, o := range g.outcomes(rules.RevealCountry) {
		r.Chance.Countries[k] = &b.Port.Columns[o.Number]
	}
	for _, s := range g.Steps[1:] {
		a, seat, round := g.Codec.Encode(s.Action), s.Seat, s.Round
		a.Seat, a.Round = &seat, &round
		r.Actions = append(r.Actions, a)
	}
	if g.Over() {
		r.Result = ResultOf(g.Rules, g.Rules.Result(g.After(g.Len())))
	}
	return r
}

// Deal is a deal under which the game comes out as it did, and what it has not
// shown comes at random, with the odds that people at the table have.
func (g *Game) Deal(random func(n int) int) (Deal, error) {
	if g.Obstacles == nil && (g.Over() || g.Entered) {
		return Deal{}, fault(0, "SET-4", "the record does not say which markers lay on the river")
	}
	d := NewDeal(g.Rules, random)
	d.StartSeat = g.StartSeat
	if copy(d.Obstacles[:], g.Obstacles) == 0 {
		d.Obstacles = g.mayLie(d.Urn, random)
	}
	drawn, shown := numbers(g.outcomes(rules.DrawMarker)), numbers(g.outcomes(rules.RevealCountry))
	d.Urn = append(drawn, slices.DeleteFunc(d.Urn, func(m int) bool { return slices.Contains(drawn, m) })...)
	rest := d.Countries[:]
	for _, c := range shown {
		at := slices.Index(rest, c)
		rest = slices.Delete(slices.Clone(rest), at, at+1)
	}
	copy(d.Countries[copy(d.Countries[:], shown):], rest)
	return d, nil
}

// mayLie puts under the obstacles of a running game what may lie there: each marker drawn
// was any of those in the bag, and the others, in random order, lie anywhere.
func (g *Game) mayLie(markers []int, random func(n int) int) (lie [board.Obstacles]int) {
	free := make([]int, len(markers)) // places, those in the bag after those under obstacles
	for k := range free {
		free[k] = k
	}
	take := func(place, marker int) {
		if place < board.Obstacles {
			lie[place] = marker
		}
		free = slices.DeleteFunc(free, func(k int) bool { return k == place })
		markers = slices.DeleteFunc(slices.Clone(markers), func(m int) bool { return m == marker })
	}
	for _, o := range g.outcomes(rules.DrawMarker) {
		bag := slices.DeleteFunc(slices.Clone(free), func(k int) bool {
			return k < board.Obstacles && o.Before.Built()>>k&1 == 0
		})
		take(bag[random(len(bag))], o.Number)
	}
	for len(free) > 0 {
		take(free[0], markers[0])
	}
	return lie
}

func numbers(list []Outcome) (out []int) {
	for _, o := range list {
		out = append(out, o.Number)
	}
	return out
}

// LegalLine is one line of `ruhr replay --legal`: the legal actions before
// action N.
type LegalLine struct {
	N     int      `json:"n"`
	Seat  int      `json:"seat"`
	Legal []Action `json:"legal"`
}

// Legal returns the legal list after n decisions; empty after the end.
func (g *Game) Legal(n int) LegalLine {
	s := g.After(n)
	l := LegalLine{N: n, Seat: s.ToDecide(), Legal: []Action{}}
	for _, a := range g.Rules.Legal(s).Append(nil) {
		l.Legal = append(l.Legal, g.Codec.Encode(a))
	}
	return l
}

// Publish adds what the deal of an exported record was derived from: the secret
// only after the end of the game, because the whole deal follows from it (SET-9).
func (r *Record) Publish(sh Shuffle) {
	if r.Result == nil {
		sh.Secret = ""
	}
	r.Shuffle = &sh
}

// Export returns the record of decisions under a deal. The record of a running
// game contains only what has been revealed (SET-9). The error names the first
// illegal decision.
func Export(g *rules.Game, d *Deal, players []Player, actions []rules.Action) (*Record, error) {
	played, err := Play(g, d, actions)
	if err != nil {
		return nil, err
	}
	played.Players = players
	return played.Record(), nil
}
