package record

import (
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
	Kind        string // thaler, vp, supply, debts, tokens, progress, die, demand, lock, city, depot, port, export, or one of how far the game is
	Seat        int    // -1 for none
	At          int    // river index, area, progress marker, territory, port column or column of the track, -1 for none
	Value, Most int    // it is at least 0; of an owner, 0 is nobody and k+1 is seat k
	Place       int    // of a warehouse among those at one space, or of a die on the track, from 0
	ID          string // of an obstacle/demand marker

	set func(int) // in the position
}

// Owner reports whether the value is whose something is.
func (f *Field) Owner() bool { return f.Kind == "lock" || f.House() }

// House reports whether the value is whose warehouse stands somewhere.
func (f *Field) House() bool { return f.Kind == "city" || f.Kind == "depot" || f.Kind == "port" }

// Held reports whether the value is 1 for a marker that a seat has and 0 for another.
func (f *Field) Held() bool { return f.Kind == "progress" }

// OfRound reports whether the value hangs on how far the game is.
func (f *Field) OfRound() bool {
	return f.OfTurn() || slices.Contains([]string{"round", "years", "hidden", "country", "marker", "track"}, f.Kind)
}

// OfTurn reports whether the value says where barges are in their turns.
func (f *Field) OfTurn() bool { return slices.Contains(ofTurn, f.Kind) }

// NotNow is why nothing can be corrected at a position in the middle of something: a
// layout does not say what has been begun.
func NotNow(s *rules.State) *Misplaced {
	if s.Phase() == rules.Start {
		return &Misplaced{What: "begun", Seat: s.ToDecide()}
	}
	return &Misplaced{What: "later"}
}

// MaxCorrections is how many corrections a game can have: each makes those after it
// slower to referee.
const MaxCorrections = 200

// Fields lists what can be corrected at a position; none in the middle of something.
func Fields(g *rules.Game, s *rules.State) []Field {
	p := g.Layout(s)
	if same, err := g.Set(p); err != nil || same != *s {
		return nil
	}
	return fields(g, &p, opens(s))
}

// maxAmount is the most Thaler or VP of a seat: far more than anyone has, and far less
// than a position holds.
const maxAmount = 120

// fieldList lists fields.
type fieldList []Field

func (l *fieldList) put(f Field, name string) {
	f.Key = f.Kind
	if f.Seat >= 0 {
		f.Key += "." + strconv.Itoa(f.Seat)
	}
	if name != "" {
		f.Key += "." + name
	}
	f.Most = max(f.Most, f.Value)
	*l = append(*l, f)
}

func (l *fieldList) add(kind string, seat, at int, name string, in *int, most int) {
	l.put(Field{Kind: kind, Seat: seat, At: at, Value: *in, Most: most, set: func(n int) { *in = n }}, name)
}

// houses adds the warehouses at one place.
func (l *fieldList) houses(g *rules.Game, kind string, at int, name string, row *[]int, room int) {
	slots := append(slices.Clone(*row), slices.Repeat([]int{-1}, room-len(*row))...)
	for n, who := range slots {
		l.put(Field{Kind: kind, Seat: -1, At: at, Place: n, Value: who + 1, Most: g.Seats(), set: func(v int) {
			slots[n] = v - 1
			*row = slices.DeleteFunc(slices.Clone(slots), func(who int) bool { return who < 0 })
		}}, name+"."+strconv.Itoa(n+1))
	}
}

func fields(g *rules.Game, p *rules.Position, opening bool) (out fieldList) {
	b := g.Board()
	if opening {
		out.add("round", -1, -1, "", &p.Round, board.Rounds)
	} else {
		out.ofTurns(g, p)
	}
	out.ofRound(g, p)
	for k := range p.Seats {
		seat := &p.Seats[k]
		out.add("thaler", k, -1, "", &seat.Thaler, maxAmount)
		out.add("vp", k, -1, "", &seat.VP, maxAmount)
		out.add("supply", k, -1, "", &seat.Supply, 10)
		out.add("debts", k, -1, "", &seat.Debts, 4)
		for a := range seat.Tokens {
			out.add("tokens", k, a, board.AreaIDs[a], &seat.Tokens[a], b.AreaSize[a])
		}
		for m, id := range board.ProgressIDs {
			most := held
			switch {
			case m >= board.FirstLimited:
				most = missed
			case p.Phase == rules.Purchase && m < board.GrafschaftMark:
				most = used
			}
			out.put(Field{Kind: "progress", Seat: k, At: m, Value: holding(seat, m), Most: most, set: func(n int) { hold(p, k, m, n) }}, id)
		}
	}
	for k := range p.Dice {
		out.add("die", -1, b.At.Storage[k], b.River[b.At.Storage[k]].ID, &p.Dice[k], 6)
	}
	for k := range p.Demand {
		out.add("demand", -1, b.At.Sell[k], b.River[b.At.Sell[k]].ID, &p.Demand[k], 2)
	}
	for k, at := range b.At.Lock {
		out.put(Field{Kind: "lock", Seat: -1, At: at, Value: p.Locks[k] + 1, Most: g.Seats(), set: func(n int) { build(p, k, n-1) }}, b.River[at].ID)
	}
	for k, at := range b.At.City {
		out.houses(g, "city", at, b.River[at].ID, &p.Cities[k], len(b.Cities[k].Costs))
	}
	for k := range p.Depots {
		out.houses(g, "depot", k, board.TerritoryIDs[k], &p.Depots[k], len(b.Depots[k].Costs))
	}
	for k, id := range b.Port.Columns {
		out.houses(g, "port", k, id, &p.Port[k], b.Port.Rows)
	}
	out.ofCountry(p)
	p.Export++ // boxes count from 1
	out.add("export", -1, -1, "", &p.Export, len(b.Export))
	return out
}

// What a seat has of a progress marker.
const (
	without = iota
	held
	used   // a limited one for good, another in this phase 6 (BUY-1)
	missed // none was left of a limited one (PROG-2)
)

func holding(seat *rules.PositionSeat, marker int) int {
	switch bit := uint16(1) << marker; {
	case seat.Blanks&bit != 0:
		return missed
	case (seat.Used|seat.Bought)&bit != 0:
		return used
	case seat.Progress&bit != 0:
		return held
	}
	return without
}

// hold says what a seat has of a progress marker. A limited one is from those that are
// left, and the Grafschaft Mark's warehouses no longer wait where it is held.
func hold(p *rules.Position, who, marker, now int) {
	seat, bit := &p.Seats[who], uint16(1)<<marker
	was, has := seat.Progress&bit != 0, now == held || now == used
	if holding(seat, marker) == now {
		return
	}
	seat.Progress &^= bit
	seat.Blanks &^= bit
	seat.Used &^= bit
	seat.Bought &^= bit
	switch {
	case now == used && marker < board.FirstLimited:
		seat.Bought |= bit
	case now == used:
		seat.Used |= bit
	case now == missed:
		seat.Blanks |= bit
	}
	if has {
		seat.Progress |= bit
	}
	if k := marker - board.FirstLimited; k >= 0 && was != has {
		p.Copies[k] += map[bool]int{true: -1, false: 1}[has]
	}
	if marker == board.GrafschaftMark {
		seat.MarkField = !has
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

// Misplaced is why a correction is refused: what cannot lie on the table as it says.
type Misplaced struct {
	// What it is: amount, loaded, dice, houses, port, markers or obstacles; of how far the game is
	// barges, unseen, hidden or track; of a turn order, twice, ashore, rests, sails, coal,
	// pilot, option or unchosen; of the moment begun or later (NotNow).
	What string
	Key  string     // of the field, for an amount
	Want int        // how many there must be, of unseen and hidden markers
	Seat int        // whose, of a turn
	Rule rules.Rule // that says so, of a turn or of what the round's event has done
}

// By is the rule that says so; rules.NoRule for an amount.
func (m *Misplaced) By() rules.Rule {
	if m.Rule != rules.NoRule {
		return m.Rule
	}
	return map[string]rules.Rule{
		"loaded": rules.START1, "dice": rules.SET5, "houses": rules.BUY4, "port": rules.BUY6, "markers": rules.SET7, "obstacles": rules.SET4,
		"unseen": rules.WATER1, "hidden": rules.SET3, "track": rules.TRACK1,
	}[m.What]
}

// Error says it in short.
func (m *Misplaced) Error() string {
	return strings.TrimSpace(fmt.Sprintf("record: %s cannot be so %s", m.What, m.Key))
}

// checkHouses refuses what the rules never let anyone build: two warehouses of a seat in a city or
// a port column, more in the port than a seat may have, or a marker of which none was left,
// and obstacles without markers.
func checkHouses(g *rules.Game, p *rules.Position) error {
	port := make([]int, g.Seats())
	for k, row := range slices.Concat(p.Cities[:], p.Port[:]) {
		seen := map[int]bool{}
		for _, who := range row {
			if seen[who] {
				return &Misplaced{What: "houses"}
			}
			if seen[who] = true; k >= len(p.Cities) {
				port[who]++
			}
		}
	}
	if slices.Max(port) > g.Board().Port.PerSeat {
		return &Misplaced{What: "port"}
	}
	if slices.Min(p.Copies[:]) < 0 {
		return &Misplaced{What: "markers"}
	}
	if p.Bag < 0 {
		return &Misplaced{What: "obstacles"}
	}
	return nil
}

// apply returns a position with the correction. Errors: *Misplaced, those of
// rules.Game.Set.
func (c Correction) apply(g *rules.Game, s *rules.State) (rules.State, error) {
	if Fields(g, s) == nil {
		return *s, NotNow(s)
	}
	p := g.Layout(s)
	opening := opens(s)
	list := fields(g, &p, opening)
	for _, key := range slices.Sorted(maps.Keys(c)) {
		k := slices.IndexFunc(list, func(f Field) bool { return f.Key == key })
		if n := c[key]; k < 0 || n < 0 || n > list[k].Most || key == "export" && n < 1 {
			return *s, &Misplaced{What: "amount", Key: key}
		}
		list[k].set(c[key])
	}
	p.Export--
	goOn := func() error { return c.goOn(g, s, &p) }
	if opening {
		goOn = func() error { return beginRound(g, &p) }
	}
	if err := goOn(); err != nil {
		return *s, err
	}
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
			return &Misplaced{What: "dice"}
		}
	}
	for k, at := range b.At.Storage {
		for who := range p.Seats {
			if p.Dice[k] == 0 && s.Die(k) > 0 && p.Seats[who].Barge == at {
				return &Misplaced{What: "loaded"}
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
