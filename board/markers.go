package board

import "fmt"

func (b *loader) readMarkers(f *file) {
	count("markers", len(f.Markers), Markers)
	seen := map[string]bool{}
	stars, plus, minus := 0, 0, 0
	for i, m := range f.Markers {
		at := fmt.Sprintf("markers[%d]", i)
		if m.ID == "" || seen[m.ID] {
			fail(at+".id", m.ID, "an id of its own")
		}
		seen[m.ID] = true
		mk := Marker{ID: m.ID, Territory: NoTerritory, Trade: NoTrade, Star: m.Star}
		mk.Effect = Effect(oneOf(at+".effect", m.Effect, EffectIDs[:]))
		switch mk.Effect {
		case IndustriesOfTerritory:
			mk.Territory = Territory(oneOf(at+".territory", m.Territory, TerritoryIDs[:]))
		case IndustriesOfTrade:
			mk.Trade = Trade(oneOf(at+".industry", m.Industry, TradeIDs[:]))
		case CitiesNamed:
			if len(m.Cities) == 0 {
				fail(at+".cities", m.Cities, "the ids of cities")
			}
			for _, id := range m.Cities {
				mk.Cities = append(mk.Cities, b.city(at+".cities", id))
			}
		case PilotBanned:
			mk.High = oneOf(at+".water", m.Water, []string{"low", "high"}) == 1
			mk.Coal = between(at+".coal", m.Coal, -1, 1)
		}
		b.try(func() {
			if mk.Effect != PilotBanned && (m.Coal != 0 || m.Star) {
				fail(at, m.ID, "coal and star only on markers of high and low water (§6.2)")
			}
		})
		switch {
		case mk.Coal > 0:
			plus++
		case mk.Coal < 0:
			minus++
		}
		if m.Star {
			stars++
		}
		mk.Demand = b.demand(mk)
		b.Markers[i] = mk
	}
	b.try(func() {
		if stars != starredMarkers {
			fail("markers", stars, "%d with a star (§6.2)", starredMarkers)
		}
	})
	if plus != 1 || minus != 1 {
		fail("markers", []int{plus, minus}, "one marker with coal 1 and one with coal -1 (§6.2)")
	}
}

// city is the number of a city among the cities of the river.
func (b *loader) city(field, id string) int {
	for k, at := range b.At.City {
		if b.River[at].ID == id {
			return k
		}
	}
	fail(field, id, "the id of a city on the river")
	return 0
}

// demand is the set of selling spaces that a marker's demand names (WATER-2).
func (b *loader) demand(m Marker) (set uint32) {
	for k, at := range b.At.Sell {
		s := b.River[at]
		switch {
		case m.Effect == IndustriesOfTerritory && s.Kind == Industry && s.Territory == m.Territory,
			m.Effect == IndustriesOfTrade && s.Kind == Industry && s.Trade == m.Trade:
			set |= 1 << k
		}
	}
	for _, c := range m.Cities {
		set |= 1 << b.River[b.At.City[c]].Sell
	}
	return set
}
