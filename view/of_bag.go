package view

import (
	"math/bits"
	"slices"

	"ruhr/board"
	"ruhr/rules"
)

func limitedOf(g *rules.Game, s *rules.State) []Copies {
	var out []Copies
	for k, id := range board.ProgressIDs {
		if left := s.CopiesLeft(k); left >= 0 {
			out = append(out, Copies{id, left, g.Board().LimitedCopies[g.Seats()]})
		}
	}
	return out
}

// bagOf counts the unseen markers. Whether a marker is in the bag or already
// on the river, each is equally likely to be drawn next.
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
