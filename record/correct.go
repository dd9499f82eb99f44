package record

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"ruhr/board"
	"ruhr/rules"
)

// Correction is what people put right beside the printed game: amounts by what they are
// of (Field.Key).
type Correction map[string]int

// Corrected is a correction in a record: after how many decisions, and how many outcomes
// and corrections after the last of them. What follows is refereed from what it says.
type Corrected struct {
	After int        `json:"after"`
	At    int        `json:"at,omitempty"`
	Set   Correction `json:"set"`
}

// Field is an amount on the table that can be corrected.
type Field struct {
	Key         string // KIND, KIND.SEAT, KIND.SEAT.WHAT, KIND.SPACE or KIND.SPACE.PLACE
	Kind        string // thaler, vp, supply, debts, tokens, progress, die, demand, lock, city, depot, port, export
	Seat        int    // -1 for none
	At          int    // river index, area, progress marker, territory or port column, -1 for none
	Value, Most int    // it is at least 0; of an owner, 0 is nobody and k+1 is seat k
	Place       int    // of a warehouse among those at one space, from 0

	set func(int) // in the position
}

// Owner reports whether the value is whose something is.
func (f *Field) Owner() bool { return f.Kind == "lock" || f.House() }

// House reports whether the value is whose warehouse stands somewhere.
func (f *Field) House() bool { return f.Kind == "city" || f.Kind == "depot" || f.Kind == "port" }

// Held reports whether the value is 1 for a marker that a seat has and 0 for another.
func (f *Field) Held() bool { return f.Kind == "progress" }

// ErrNotHere: in the middle of something that has been begun nothing can be corrected.
var ErrNotHere = errors.New("record: nothing can be corrected in the middle of a decision")

// MaxCorrections is how many corrections a game can have: each makes those after it
// slower to referee.
const MaxCorrections = 200

// Fields lists what can be corrected at a position; none in the middle of something.
func Fields(g *rules.Game, s *rules.State) []Field {
	p := g.Layout(s)
	if same, err := g.Set(p); err != nil || same != *s {
		return nil
	}
	return fields(g, &p)
}

// maxAmount is the most Thaler or VP of a seat: far more than anyone has, and far less
// than a position holds.
const maxAmount = 120

func fields(g *rules.Game, p *rules.Position) (out []Field) {
	b := g.Board()
	put := func(f Field, name string) {
		f.Key = f.Kind
		if f.Seat >= 0 {
			f.Key += "." + strconv.Itoa(f.Seat)
		}
		if name != "" {
			f.Key += "." + name
		}
		f.Most = max(f.Most, f.Value)
		out = append(out, f)
	}
	add := func(kind string, seat, at int, name string, in *int, most int) {
		put(Field{Kind: kind, Seat: seat, At: at, Value: *in, Most: most, set: func(n int) { *in = n }}, name)
	}
	for k := range p.Seats {
		seat := &p.Seats[k]
		add("thaler", k, -1, "", &seat.Thaler, maxAmount)
		add("vp", k, -1, "", &seat.VP, maxAmount)
		add("supply", k, -1, "", &seat.Supply, 10)
		add("debts", k, -1, "", &seat.Debts, 4)
		for a := range seat.Tokens {
			add("tokens", k, a, board.AreaIDs[a], &seat.Tokens[a], b.AreaSize[a])
		}
		for m, id := range board.ProgressIDs {
			put(Field{Kind: "progress", Seat: k, At: m, Value: int(seat.Progress >> m & 1), Most: 1, set: func(n int) { hold(p, k, m, n == 1) }}, id)
		}
	}
	for k := range p.Dice {
		add("die", -1, b.At.Storage[k], b.River[b.At.Storage[k]].ID, &p.Dice[k], 6)
	}
	for k := range p.Demand {
		add("demand", -1, b.At.Sell[k], b.River[b.At.Sell[k]].ID, &p.Demand[k], 2)
	}
	for k, at := range b.At.Lock {
		put(Field{Kind: "lock", Seat: -1, At: at, Value: p.Locks[k] + 1, Most: g.Seats(), set: func(n int) { build(p, k, n-1) }}, b.River[at].ID)
	}
	houses := func(kind string, at int, name string, row *[]int, room int) {
		slots := append(slices.Clone(*row), slices.Repeat([]int{-1}, room-len(*row))...)
		for n, who := range slots {
			put(Field{Kind: kind, Seat: -1, At: at, Place: n, Value: who + 1, Most: g.Seats(), set: func(v int) {
				slots[n] = v - 1
				*row = slices.DeleteFunc(slices.Clone(slots), func(who int) bool { return who < 0 })
			}}, name+"."+strconv.Itoa(n+1))
		}
	}
	for k, at := range b.At.City {
		houses("city", at, b.River[at].ID, &p.Cities[k], len(b.Cities[k].Costs))
	}
	for k := range p.Depots {
		houses("depot", k, board.TerritoryIDs[k], &p.Depots[k], len(b.Depots[k].Costs))
	}
	for k, id := range b.Port.Columns {
		houses("port", k, id, &p.Port[k], b.Port.Rows)
	}
	p.Export++ // boxes count from 1
	add("export", -1, -1, "", &p.Export, len(b.Export))
	return out
}

// hold gives a seat a progress marker or takes it away. A limited one is from those that are
// left, and the Grafschaft Mark's warehouses no longer wait where it is held.
func hold(p *rules.Position, who, marker int, yes bool) {
	seat, bit := &p.Seats[who], uint16(1)<<marker
	if yes == (seat.Progress&bit != 0) {
		return
	}
	seat.Progress ^= bit
	seat.Blanks &^= bit
	seat.Used &^= bit
	seat.Bought &^= bit
	if k := marker - board.FirstLimited; k >= 0 && yes {
		p.Copies[k]--
	} else if k >= 0 {
		p.Copies[k]++
	}
	if marker == board.GrafschaftMark {
		seat.MarkField = !yes
	}
}

// build sets whose a lock is, -1 for an obstacle. A lock's marker lies in the bag.
func build(p *rules.Position, lock, who int) {
	was := p.Locks[lock]
	p.Locks[lock] = who
	switch {
	case was < 0 && who >= 0:
		p.Bag++
	case was >= 0 && who < 0:
		p.Bag--
	}
	for k := range p.Seats {
		if k == was || k == who {
			p.Seats[k].LockField = !slices.Contains(p.Locks[:], k)
		}
	}
}

// checkHouses refuses what the rules never let anyone build: two warehouses of a seat in a city or
// a port column, more in the port than a seat may have, or a marker of which none was left.
func checkHouses(g *rules.Game, p *rules.Position) error {
	port := make([]int, g.Seats())
	for k, row := range slices.Concat(p.Cities[:], p.Port[:]) {
		seen := map[int]bool{}
		for _, who := range row {
			if seen[who] {
				return errors.New("record: a seat has two warehouses in one place")
			}
			if seen[who] = true; k >= len(p.Cities) {
				port[who]++
			}
		}
	}
	if slices.Max(port) > g.Board().Port.PerSeat {
		return errors.New("record: a seat has too many warehouses in the port")
	}
	if slices.Min(p.Copies[:]) < 0 || p.Bag < 0 {
		return errors.New("record: more markers are given than there are")
	}
	return nil
}

// apply returns a position with the correction. The error says what cannot lie there.
func (c Correction) apply(g *rules.Game, s *rules.State) (rules.State, error) {
	if Fields(g, s) == nil {
		return *s, ErrNotHere
	}
	p := g.Layout(s)
	list := fields(g, &p)
	for _, key := range slices.Sorted(maps.Keys(c)) {
		k := slices.IndexFunc(list, func(f Field) bool { return f.Key == key })
		if n := c[key]; k < 0 || n < 0 || n > list[k].Most || key == "export" && n < 1 {
			return *s, fmt.Errorf("record: %q cannot be %d", key, c[key])
		}
		list[k].set(c[key])
	}
	p.Export--
	if err := checkHouses(g, &p); err != nil {
		return *s, err
	}
	if err := checkDice(g, s, &p); err != nil {
		return *s, err
	}
	return g.Set(p)
}

// checkDice refuses more dice of a colour than the game begins with, for which the rules
// might have no place, and a barge whose load is gone.
func checkDice(g *rules.Game, s *rules.State, p *rules.Position) error {
	b := g.Board()
	start := g.Start(0)
	begins, before := g.Layout(&start), g.Layout(s)
	most, now := diceOf(g, &begins), diceOf(g, p)
	for colour, n := range diceOf(g, &before) {
		if now[colour] > max(n, most[colour]) {
			return errors.New("record: there are more dice of a colour than the game has")
		}
	}
	for k, at := range b.At.Storage {
		for who := range p.Seats {
			if p.Dice[k] == 0 && s.Die(k) > 0 && p.Seats[who].Barge == at {
				return fmt.Errorf("record: the die %q is loaded by a barge", b.River[at].ID)
			}
		}
	}
	return nil
}

// diceOf counts the dice on storages and the transport track, black and white.
func diceOf(g *rules.Game, p *rules.Position) (n [2]int) {
	for k, die := range p.Dice {
		if die > 0 {
			n[g.White()>>k&1]++
		}
	}
	for colour := range p.Track {
		for _, die := range p.Track[colour] {
			if die > 0 {
				n[colour]++
			}
		}
	}
	return n
}

// Correct carries on a step with a correction of the position it ended at.
func (p *Stepper) Correct(s *Step, c Correction) (*Step, error) {
	after, err := c.apply(p.game, &s.State)
	if err != nil {
		return nil, err
	}
	next := *s
	next.State = after
	next.Chance = append(slices.Clip(s.Chance), Outcome{Before: s.State, Number: -1, Fact: len(s.Facts), Set: c})
	return &next, nil
}

// Corrections are those of a game, in order.
func (g *Game) Corrections() (out []Corrected) {
	for n, s := range g.Steps {
		for k, o := range s.Chance {
			if o.Set != nil {
				out = append(out, Corrected{n, k, o.Set})
			}
		}
	}
	return out
}

// byHand plays what followed a decision of a record with corrections, one outcome or
// correction after the other.
func (p *referee) byHand(n int, step *Step) (*Step, error) {
	for {
		if k := slices.IndexFunc(p.rec.Corrections, func(c Corrected) bool { return c.After == n && c.At == len(step.Chance) }); k >= 0 {
			next, err := p.stepper.Correct(step, p.rec.Corrections[k].Set)
			if err != nil {
				return step, fault(n, "record", "correction: "+strings.TrimPrefix(err.Error(), "record: "))
			}
			p.corrected++
			step = next
			continue
		}
		if !Waits(&step.State) {
			return step, nil
		}
		source := p.chance.Marker
		if step.State.Decision() == rules.RevealCountry {
			source = p.chance.Country
		}
		number, err := source(&step.State)
		if err != nil {
			return step, err
		}
		next, err := p.stepper.Enter(step, number)
		if err != nil {
			return step, err
		}
		step = next
	}
}
