package view

import (
	"math/bits"
	"slices"

	"ruhr/board"
	"ruhr/rules"
)

const (
	lockRound     = 2 // the first with locks (EVENT-2)
	waitingHouses = 2 // on the lock field and on the Grafschaft Mark field (SET-2)
)

// colours by number.
var colours = [2]string{"black", "white"}

// Of gives everything on the table at a position.
func Of(g *rules.Game, s *rules.State) Position {
	p := Position{
		Round: s.Round(), Year: g.Board().Years[s.Round()-1].Year, Phase: int(s.Phase()), Section: phaseSection(s.Phase()),
		Decision: DecisionIDs[s.Decision()], Decider: -1, Over: s.Decision() == rules.Over,
		River: g.River(s), Cities: cityRows(g, s), Depots: depotRows(g, s), Port: portOf(g, s),
		Track: trackOf(g, s), Years: yearsOf(g, s), Options: optionsOf(g, s), Bag: bagOf(g, s), Limited: limitedOf(g, s),
		PilotBanned: s.PilotBanned(), Duty: s.Duty(), ShipDocked: s.ShipDocked(), Country: s.Country(),
		CalmWater: g.Variant().CalmWater, EveryShip: g.Variant().EveryShip,
	}
	if p.Round >= lockRound {
		p.LockPrice = rules.LockPrice(p.Round)
	}
	p.Order = orderOf(g, s)
	if s.Decision() < rules.DrawMarker {
		p.Decider = s.ToDecide()
		p.Because = whyDecider(s, p.Order)
	}
	p.Spaces = spacesOf(g, s)
	ended := g.Result(s)
	for k := range g.Seats() {
		p.Seats = append(p.Seats, seatOf(g, s, k, ended.VP[k]))
	}
	return p
}

func orderOf(g *rules.Game, s *rules.State) []Turn {
	noBarge := s.Round() == 1 && s.Phase() <= rules.Start
	var out []Turn
	for i, seat := range g.Order(s) {
		because := "river"
		switch {
		case noBarge && i == 0:
			because = "drawn"
		case noBarge || g.Seat(s, seat).Barge < 0:
			because = "clockwise"
		}
		out = append(out, Turn{seat, because})
	}
	return out
}

func whyDecider(s *rules.State, order []Turn) string {
	switch s.Decision() {
	case rules.Remove:
		return "downriver_first"
	case rules.Place:
		return "start_player"
	}
	i := slices.IndexFunc(order, func(t Turn) bool { return t.Seat == s.ToDecide() })
	return order[i].Because
}

func spacesOf(g *rules.Game, s *rules.State) []Space {
	b := g.Board()
	out := make([]Space, board.Spaces)
	for i, sp := range b.River {
		v := Space{Index: i, ID: sp.ID, Kind: board.KindIDs[sp.Kind], Name: sp.Name, Number: sp.Index, Builder: -1, Barges: []int{}}
		if sp.Territory != board.NoTerritory {
			v.Territory = board.TerritoryIDs[sp.Territory]
		}
		switch sp.Kind {
		case board.Storage:
			v.PilotOnly, v.Die, v.Colour = sp.PilotOnly, s.Die(sp.Index), colours[colourOf(g, sp.Index)]
		case board.Lock:
			v.Builder, v.VP = s.LockBuilder(sp.Index), g.LockVP(sp.Index)
		case board.Industry:
			v.Trade = board.TradeIDs[sp.Trade]
		}
		if sp.Sell >= 0 {
			v.Thaler = s.Demand(sp.Sell)
		}
		out[i] = v
	}
	for _, seat := range g.River(s) {
		if at := g.Seat(s, seat).Barge; at >= 0 {
			out[at].Barges = append(out[at].Barges, seat)
		}
	}
	return out
}

// colourOf is the colour of the coal that belongs on storage k (SET-5).
func colourOf(g *rules.Game, k int) int { return int(g.White() >> k & 1) }

func row(costs, owners []int) ([]Slot, int) {
	slots := make([]Slot, len(costs))
	for i, price := range costs {
		slots[i] = Slot{Price: price, Owner: -1}
		if i < len(owners) {
			slots[i].Owner = owners[i]
		}
	}
	if len(owners) == len(costs) {
		return slots, -1
	}
	return slots, len(owners)
}

func cityRows(g *rules.Game, s *rules.State) []Row {
	b := g.Board()
	var out []Row
	for k, at := range b.At.City {
		r := Row{ID: b.River[at].ID, Name: b.River[at].Name, Territory: board.TerritoryIDs[b.River[at].Territory]}
		r.Slots, r.Next = row(b.Cities[k].Costs, s.CityOwners(k))
		out = append(out, r)
	}
	return out
}

func depotRows(g *rules.Game, s *rules.State) []Row {
	var out []Row
	for k, d := range g.Board().Depots {
		r := Row{ID: d.ID, Territory: board.TerritoryIDs[d.Territory]}
		r.Slots, r.Next = row(d.Costs, s.DepotOwners(k))
		out = append(out, r)
	}
	return out
}

func portOf(g *rules.Game, s *rules.State) Port {
	data := &g.Board().Port
	p := Port{Scale: g.Board().Export, Box: s.ExportBox(), ShiftCost: data.ShiftCost, PerSeat: data.PerSeat}
	built, hidden := 0, s.HiddenCountries()
	for k, id := range data.Columns {
		owners := s.PortOwners(k)
		built += len(owners)
		c := PortColumn{ID: id, Hidden: hidden[k]}
		for row := range data.Rows {
			place := PortPlace{Owner: -1, Bonus: data.Bonus[row]}
			if row < len(owners) {
				place.Owner = owners[row]
			}
			c.Places = append(c.Places, place)
		}
		p.Columns = append(p.Columns, c)
	}
	p.Price = data.Costs[min(built, len(data.Costs)-1)]
	return p
}

func trackOf(g *rules.Game, s *rules.State) Track {
	t := Track{Stage: rules.Stage(s.Round())}
	tracks := &g.Board().Tracks
	for k, data := range tracks {
		st := Stage{ID: data.ID, FromRound: data.FromRound, ToRound: board.Rounds, Arrow: data.Above}
		if k+1 < len(tracks) {
			st.ToRound = tracks[k+1].FromRound - 1
		}
		for colour := range colours {
			if colour == 1 && !data.TwoColumns {
				break
			}
			st.Columns = append(st.Columns, column(s, data, colour, k == t.Stage))
		}
		t.Stages = append(t.Stages, st)
	}
	return t
}

// trackRows is the most boxes a column holds for a moment: those of the stage
// and the dice pushed off below them.
const trackRows = 8

func column(s *rules.State, data board.Track, colour int, inUse bool) Column {
	c := Column{Boxes: make([]Box, data.Above+1+data.Below)}
	if data.TwoColumns {
		c.Colour = colours[colour]
	}
	if !inUse {
		return c
	}
	for i := range trackRows {
		box := Box{Value: s.TrackDie(colour, i), Colour: colours[colour]}
		switch {
		case box.Value == 0:
		case i < len(c.Boxes):
			c.Boxes[i] = box
		default:
			c.Leaving = append(c.Leaving, box)
		}
	}
	return c
}

// roundEvents is what happens in each round's phase 1, in its order (EVENT-1 to
// EVENT-12).
var roundEvents = [board.Rounds + 1][]string{
	1:  {"start"},
	2:  {"locks_open"},
	3:  {"tax"},
	4:  {"paved_path", "country"},
	5:  {"locks_dear", "country"},
	6:  {"warehouse", "gift", "country"},
	7:  {"options_dear", "warehouse", "country"},
	8:  {"rails", "country"},
	9:  {"richer_coal", "warehouse", "country"},
	10: {"warehouse", "gift", "country"},
	11: {"coal_removed", "warehouse", "country"},
	12: {"no_marker", "options_closed"},
}

func yearsOf(g *rules.Game, s *rules.State) []Year {
	var out []Year
	for i, data := range g.Board().Years {
		y := Year{Round: i + 1, Year: data.Year, Events: roundEvents[i+1], Returns: board.TerritoryIDs[data.Returns]}
		if data.Country {
			switch {
			case y.Round == s.Round() && s.Country() >= 0:
				y.Country = "revealed"
			case y.Round < s.Round():
				y.Country = "past"
			default:
				y.Country = "hidden"
			}
		}
		if data.Warehouse {
			for k := range g.Seats() {
				if slices.Contains(g.Seat(s, k).Timeline, y.Round) {
					y.Left = append(y.Left, k)
				}
			}
		}
		out = append(out, y)
	}
	return out
}

func optionsOf(g *rules.Game, s *rules.State) []Option {
	out := make([]Option, len(rules.OptionIDs))
	for k := range out {
		o := rules.Option(k)
		v := Option{ID: o.String(), Price: rules.OptionPrice(s.Round(), o), TakenBy: []int{}}
		v.Closed, v.Rule = closed(g, s, o)
		for seat := range g.Seats() {
			if g.Seat(s, seat).Option == o {
				v.TakenBy = append(v.TakenBy, seat)
			}
		}
		out[k] = v
	}
	return out
}

// closed says why an option is closed to everybody, and by which rule.
func closed(g *rules.Game, s *rules.State, o rules.Option) (why, rule string) {
	if r := g.Closed(s, o); r != nil {
		return closedIDs[r.Key], r.Rule.String()
	}
	return "", ""
}

var closedIDs = map[rules.RefusalKey]string{
	rules.PilotsBanned: "pilot_banned", rules.ClosedInLast: "last_round", rules.WageIsTaken: "wage_taken",
	rules.NothingToRaise: "no_die_to_improve", rules.NoArrowDie: "no_die_on_arrow",
}

func limitedOf(g *rules.Game, s *rules.State) []Copies {
	var out []Copies
	for k, id := range board.ProgressIDs {
		if left := s.CopiesLeft(k); left >= 0 {
			out = append(out, Copies{id, left, g.Board().LimitedCopies[g.Seats()]})
		}
	}
	return out
}

// bagOf counts the unseen markers. Each of them is as likely as any other to
// be the next one drawn, be it in the bag or on the river by now.
func bagOf(g *rules.Game, s *rules.State) Bag {
	bag := Bag{Count: s.Bag()}
	unseen := s.Unseen()
	for m, data := range g.Board().Markers {
		if data.Star && g.Variant().CalmWater {
			continue
		}
		left := int(unseen >> m & 1)
		bag.count(g.Board(), m, left)
		if data.Effect == board.PilotBanned {
			bag.Water.For += left
			if data.High {
				bag.High.For += left
			} else {
				bag.Low.For += left
			}
		}
	}
	if bag.Draws = s.DrawToCome(); bag.Draws {
		of := bits.OnesCount32(unseen)
		bag.Water.Of, bag.High.Of, bag.Low.Of = of, of, of
	}
	return bag
}

// count adds a marker to those of its kind.
func (bag *Bag) count(b *board.Board, number, left int) {
	v := markerOf(b, number)
	i := slices.IndexFunc(bag.Unseen, func(o Marker) bool {
		return o.Effect == v.Effect && o.Water == v.Water && o.Coal == v.Coal && slices.Equal(o.Of, v.Of)
	})
	if i < 0 {
		i = len(bag.Unseen)
		bag.Unseen = append(bag.Unseen, v)
	}
	bag.Unseen[i].Left += left
	bag.Unseen[i].Total++
}

// markerOf describes a marker by its number on the board.
func markerOf(b *board.Board, number int) Marker {
	data := &b.Markers[number]
	v := Marker{ID: data.ID, Effect: board.EffectIDs[data.Effect], Of: []Thing{}, Coal: data.Coal}
	switch data.Effect {
	case board.IndustriesOfTerritory:
		v.Of = append(v.Of, territory(data.Territory))
	case board.IndustriesOfTrade:
		v.Of = append(v.Of, Thing{Kind: "trade", ID: board.TradeIDs[data.Trade]})
	case board.CitiesNamed:
		for _, c := range data.Cities {
			v.Of = append(v.Of, spaceThing(b, b.At.City[c]))
		}
	case board.PilotBanned:
		v.Water = "low"
		if data.High {
			v.Water = "high"
		}
	}
	return v
}

func seatOf(g *rules.Game, s *rules.State, k, ifEnded int) Seat {
	c := g.Seat(s, k)
	v := Seat{
		Thaler: c.Thaler, VP: c.VP, Supply: c.Supply, Debts: c.Debts, Means: c.Means, Timeline: c.Timeline,
		Barge: c.Barge, FreeLock: c.FreeLock, Locks: locksOf(s, k), Built: builtOf(s, k), IfEnded: ifEnded,
	}
	if v.Timeline == nil {
		v.Timeline = []int{}
	}
	if c.LockField {
		v.LockField = waitingHouses
	}
	if c.MarkField {
		v.MarkField = waitingHouses
	}
	switch c.Option {
	case rules.Unchosen:
	case rules.Stranded:
		v.Option = "stranded"
	default:
		v.Option = c.Option.String()
	}
	for a, id := range board.AreaIDs {
		v.Areas = append(v.Areas, Area{id, c.Tokens[a], g.Board().AreaSize[a]})
	}
	for kind := range board.ProgressIDs {
		v.Progress = append(v.Progress, progressOf(g, s, &c, k, kind))
	}
	return v
}

func progressOf(g *rules.Game, s *rules.State, c *rules.Seat, seat, kind int) Progress {
	data := &g.Board().Progress[kind]
	bit := uint16(1) << kind
	p := Progress{ID: data.ID, Limited: data.Limited, State: "open", Missing: g.Missing(s, seat, kind), Bought: c.Bought&bit != 0}
	p.Price, p.Means = g.Cheapest(s, seat, kind)
	for a, want := range data.Needs {
		if want > 0 {
			p.Needs = append(p.Needs, Need{board.AreaIDs[a], want, max(0, want-c.Tokens[a])})
		}
	}
	switch {
	case c.Used&bit != 0:
		p.State = "used"
	case c.Progress&bit != 0:
		p.State = "held"
	case c.Blanks&bit != 0:
		p.State = "blank"
	case s.CopiesLeft(kind) == 0:
		p.State = "gone"
	}
	return p
}

func locksOf(s *rules.State, seat int) (n int) {
	for k := range board.Obstacles {
		if s.LockBuilder(k) == seat {
			n++
		}
	}
	return n
}

func builtOf(s *rules.State, seat int) (n int) {
	count := func(owners []int) {
		for _, o := range owners {
			if o == seat {
				n++
			}
		}
	}
	for k := range board.Cities {
		count(s.CityOwners(k))
	}
	for k := range 4 {
		count(s.DepotOwners(k))
	}
	for k := range board.Countries {
		count(s.PortOwners(k))
	}
	return n
}
