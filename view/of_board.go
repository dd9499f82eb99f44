package view

import (
	"ruhr/board"
	"ruhr/rules"
)

// colours by number.
var colours = [2]string{"black", "white"}

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
	t := Track{Stage: g.Board().Stage(s.Round())}
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

// trackRows is the most boxes a column can briefly have: those of the stage
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
