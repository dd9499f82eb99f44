package record

import (
	"cmp"
	"math/bits"
	"slices"
	"strconv"

	"ruhr/board"
	"ruhr/rules"
)

// ofTurn are the kinds of fields that say where barges are in their turns: turn, whose it
// is; place in the order of the phase, barge, arrived, option (0 for none chosen yet) and a
// seat.
var ofTurn = []string{"turn", "place", "barge", "arrived", "option"}

// ofTurns adds what can be said of turns in the middle of a round. The order is free only
// while barges move: in other phases it is that of the river (ORDER-1).
func (l *fieldList) ofTurns(g *rules.Game, p *rules.Position) {
	later := func(int) {} // goOn carries it out, with all the others
	moving := p.Phase == rules.Start || p.Phase == rules.Sale
	if asksSeat(p) {
		l.put(Field{Kind: "turn", Seat: -1, At: -1, Value: p.Order[p.Turn], Most: g.Seats() - 1, set: later}, "")
	}
	for k := range p.Seats {
		if !moving {
			break
		}
		l.put(Field{Kind: "place", Seat: k, At: -1, Value: slices.Index(p.Order, k) + 1, Most: g.Seats(), set: later}, "")
		option := &p.Seats[k].Option
		l.put(Field{Kind: "option", Seat: k, At: -1, Value: (int(*option) + 1) % (int(rules.Unchosen) + 1), Most: int(rules.Unchosen), set: func(n int) {
			if *option = rules.Unchosen; n > 0 {
				*option = rules.Option(n - 1)
			}
		}}, "")
	}
}

// ofCountry adds the country revealed in the round, if one has been.
func (l *fieldList) ofCountry(p *rules.Position) {
	if country := &p.Country; *country >= 0 {
		l.put(Field{Kind: "country", Seat: -1, At: -1, Value: *country, Most: board.Countries - 1, set: func(n int) {
			p.Hidden[*country]++
			p.Hidden[n]--
			*country = n
		}}, "")
	}
}

// asksSeat reports whether the turn of a seat can be corrected.
func asksSeat(p *rules.Position) bool { return p.Turn < len(p.Order) && p.Phase >= rules.Start }

// says reports whether a correction has any of some kinds of fields of seats.
func (c Correction) says(seats int, kinds ...string) bool {
	for _, kind := range kinds {
		if _, ok := c[kind]; ok {
			return true
		}
		for k := range seats {
			if _, ok := c[kind+"."+strconv.Itoa(k)]; ok {
				return true
			}
		}
	}
	return false
}

// goOn makes a corrected position one in the middle of its round.
func (c Correction) goOn(g *rules.Game, s *rules.State, p *rules.Position) error {
	if want := bits.OnesCount32(s.Unseen()); bits.OnesCount32(p.Unseen) != want {
		return &Misplaced{What: "unseen", Want: want}
	}
	want, hidden := 0, 0
	for k, n := range s.HiddenCountries() {
		want += n
		hidden += p.Hidden[k]
	}
	if hidden != want || slices.Min(p.Hidden[:]) < 0 {
		return &Misplaced{What: "hidden", Want: want}
	}
	for k, n := range p.Hidden {
		if k == p.Country {
			n++ // the one revealed
		}
		if n > g.Board().CountryMarkers[k] {
			return &Misplaced{What: "amount", Key: "hidden." + g.Board().Port.Columns[k], Rule: rules.SET3}
		}
	}
	before := g.Layout(s)
	if err := checkTrack(g, p, p.Round, before.Track); err != nil {
		return err
	}
	if err := beforeEvent(g, s, p, &before); err != nil {
		return err
	}
	if !c.says(g.Seats(), ofTurn...) {
		return nil
	}
	if err := c.takeTurns(g, s, p); err != nil {
		return err
	}
	return checkBarges(g, s, p)
}

// checkTrack refuses dice where the track of a round has no box, and none lay before: when
// the path changes, those without a box lie there until they return (TRACK-4).
func checkTrack(g *rules.Game, p *rules.Position, round int, before [2][board.MaxTrackBoxes]int) error {
	track := g.Board().Tracks[0]
	for _, t := range g.Board().Tracks {
		if t.FromRound <= round {
			track = t
		}
	}
	for colour, boxes := range p.Track {
		for row, die := range boxes {
			if die > 0 && before[colour][row] == 0 && (row > track.Above+track.Below || colour > 0 && !track.TwoColumns) {
				return &Misplaced{What: "track"}
			}
		}
	}
	return nil
}

// beforeEvent makes a position one from which its event leads to what was said, as it is
// played from its first part again. It refuses what cannot be so any more: warehouses of
// rounds past on a timeline (EVENT-W), and a 1 on the track after EVENT-9.
func beforeEvent(g *rules.Game, s *rules.State, p, before *rules.Position) error {
	next := p.Round + 1 // whose warehouse has not come
	if s.Decision() == rules.Remove {
		next-- // the dice go before it comes (EVENT-11)
	}
	for k, c := range p.Seats {
		if n := len(c.Timeline); n > len(before.Seats[k].Timeline) && c.Timeline[0] < next {
			return &Misplaced{What: "amount", Key: "years." + strconv.Itoa(k), Rule: rules.EVENTW}
		}
	}
	if p.Phase != rules.Event || !slices.Contains(g.Timeline(p.Round), rules.CoalEnriched) {
		return nil
	}
	for colour := range p.Track {
		for row, die := range p.Track[colour] {
			switch die {
			case 0, 6: // it stays so
			case 1:
				return &Misplaced{What: "amount", Key: "track." + colours[colour] + "." + strconv.Itoa(row+1), Rule: rules.EVENT9}
			default:
				p.Track[colour][row]--
			}
		}
	}
	return nil
}

// takeTurns puts seats in the order that a correction says, else in that of the river
// where the phase begins with it. Where barges do not move, seats that have had their turn
// must be the same as before: they would have it again, and others never.
func (c Correction) takeTurns(g *rules.Game, s *rules.State, p *rules.Position) error {
	turn, done := -1, slices.Sorted(slices.Values(p.Order[:hadTurns(s)]))
	if asksSeat(p) {
		turn = p.Order[p.Turn]
	}
	n, said := c["turn"]
	if said {
		turn = n
	}
	moving := p.Phase == rules.Start || p.Phase == rules.Sale
	off := slices.ContainsFunc(p.Seats, func(c rules.PositionSeat) bool { return c.Barge < 0 })
	switch {
	case c.says(g.Seats(), "place"):
		order := slices.Repeat([]int{-1}, g.Seats())
		for k, at := range p.Order {
			place := k + 1
			if n, ok := c["place."+strconv.Itoa(at)]; ok {
				place = n
			}
			if place < 1 || order[place-1] >= 0 {
				return &Misplaced{What: "order", Rule: rules.ORDER1}
			}
			order[place-1] = at
		}
		p.Order = order
	case !off && (!moving || s.Turn() == 0):
		p.Order = riverOrder(p)
	}
	had := len(done)
	if turn >= 0 {
		p.Turn = slices.Index(p.Order, turn)
		had = p.Turn
	}
	if !moving && !said && !slices.Equal(done, slices.Sorted(slices.Values(p.Order[:had]))) {
		return &Misplaced{What: "twice", Rule: rules.ORDER1}
	}
	return nil
}

// hadTurns is how many seats have had their turn in the phase.
func hadTurns(s *rules.State) int {
	if s.Phase() == rules.Event && s.Decision() == rules.Place {
		return 0 // the turn says that the dice have moved sideways
	}
	return s.Turn()
}

// riverOrder is the order of barges on the river, the farthest upriver first (ORDER-1,
// ORDER-3).
func riverOrder(p *rules.Position) (order []int) {
	for k := range p.Seats {
		order = append(order, k)
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(p.Seats[a].Barge, p.Seats[b].Barge), cmp.Compare(p.Seats[b].Arrived, p.Seats[a].Arrived))
	})
	return order
}

// checkBarges refuses barges that lie where their turns have not led, and options that
// their seats cannot have, and says what hangs on both.
func checkBarges(g *rules.Game, s *rules.State, p *rules.Position) error {
	moving := p.Phase == rules.Start || p.Phase == rules.Sale
	taken := map[int]bool{}
	if moving {
		p.Wage, p.Docked = false, false
	}
	for place, who := range p.Order {
		c := &p.Seats[who]
		moved := moving && place < p.Turn
		chosen := p.Phase == rules.Sale || moved
		if moving {
			if err := checkOption(p, who, chosen); err != nil {
				return err
			}
		}
		if !chosen || c.Option == rules.Stranded || p.Phase == rules.Sale && moved {
			if err := checkRests(g, s, p, who); err != nil {
				return err
			}
			p.Docked = p.Docked || moved && c.Option != rules.Stranded && c.Barge == g.Board().At.Sell[board.Sells-1]
			continue
		}
		if err := checkSails(g, p, who, taken); err != nil {
			return err
		}
		taken[c.Barge] = true
	}
	return nil
}

// checkRests refuses a barge that has sold, or not moved yet, where it cannot lie: off the
// river in round 1 until it has moved (ORDER-2), else where it sold.
func checkRests(g *rules.Game, s *rules.State, p *rules.Position, who int) error {
	c := &p.Seats[who]
	ashore := s.Round() == 1 && (c.Option == rules.Unchosen || c.Option == rules.Stranded)
	switch {
	case ashore && c.Barge >= 0: // at a coal wharf as well, which it has not chosen
		return &Misplaced{What: "ashore", Seat: who, Rule: rules.ORDER2}
	case !ashore && (c.Barge < 0 || g.Board().River[c.Barge].Sell < 0):
		return &Misplaced{What: "rests", Seat: who, Rule: rules.SAIL1}
	}
	return nil
}

// checkSails refuses a barge with a load that it could not have, or not sell.
func checkSails(g *rules.Game, p *rules.Position, who int, taken map[int]bool) error {
	c := &p.Seats[who]
	k := slices.Index(g.Board().At.Storage[:], c.Barge)
	switch {
	case k < 0 || p.Dice[k] == 0 || taken[c.Barge]:
		return &Misplaced{What: "sails", Seat: who, Rule: rules.START1}
	case g.White()>>k&1 != 0 && c.Progress>>board.GrafschaftMark&1 == 0:
		return &Misplaced{What: "coal", Seat: who, Rule: rules.START3}
	case g.Reach(k, pilots(c.Option)) == 0:
		return &Misplaced{What: "pilot", Seat: who, Rule: rules.START4}
	}
	return nil
}

func pilots(o rules.Option) bool {
	return o == rules.Pilot || o == rules.TransportPilot || o == rules.HaulingPilot
}

// checkOption refuses an option before its time, none after it, and one that is closed.
func checkOption(p *rules.Position, who int, chosen bool) error {
	c := &p.Seats[who]
	no := func(rule rules.Rule) error { return &Misplaced{What: "option", Seat: who, Rule: rule} }
	switch o := c.Option; {
	case chosen == (o == rules.Unchosen):
		return &Misplaced{What: "unchosen", Seat: who, Rule: rules.START1}
	case pilots(o) && p.Ban:
		return no(rules.WATER3)
	case (o == rules.Wage || o == rules.Supply) && p.Round == board.Rounds,
		o == rules.Wage && c.Progress>>board.Wage&1 == 0, o == rules.Supply && c.Progress>>board.Supply&1 == 0:
		return no(rules.START6)
	case o == rules.Wage && p.Wage:
		return no(rules.START5)
	case o == rules.Wage:
		p.Wage = true
	}
	return nil
}
