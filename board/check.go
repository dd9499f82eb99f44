package board

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
)

// What the rulebook fixes and a file is checked against.
var (
	kindCounts     = [5]int{Storages, Obstacles, Cities, Industries, 1} // §2.1
	stageIDs       = [3]string{"brickearth_path", "paved_path", "rails"}
	stageRounds    = [3]int{1, 4, 8}                                 // §5.1
	countryRounds  = []int{4, 5, 6, 7, 8, 9, 10, 11}                 // §6.1
	setupDice      = map[int][2]int{4: {8, 6}, 3: {7, 5}, 2: {6, 4}} // §4, §8: black, white
	blackOutside   = "a storage outside the Mark has black dice, one inside white"
	portColumns    = []string{"belgium", "netherlands", "rhineland"} // §6.6, from the left
	cityIDs        = slices.Concat(EssenCities[:], MarkCities[:], []string{Muelheim})
	pilotStorages  = 3 // §2.1
	starredMarkers = 2 // §6.2
)

func (b *loader) readRiver(f *file) {
	count("river", len(f.River), Spaces)
	var n [5]int
	seen := map[string]bool{}
	sells := 0
	for i, s := range f.River {
		at := fmt.Sprintf("river[%d]", i)
		if s.ID == "" || seen[s.ID] {
			fail(at+".id", s.ID, "an id of its own")
		}
		seen[s.ID] = true
		at += " (" + s.ID + ")"
		b.try(func() {
			if s.Name == "" {
				fail(at+".name", s.Name, "a name")
			}
		})
		k := Kind(oneOf(at+".kind", s.Kind, KindIDs[:]))
		sp := Space{ID: s.ID, Name: s.Name, Kind: k, Territory: NoTerritory, Trade: NoTrade, PilotOnly: s.PilotOnly, Index: n[k], Sell: -1}
		if k != Harbour {
			if s.Territory == nil {
				fail(at+".territory", nil, "one of %v", TerritoryIDs)
			}
			sp.Territory = Territory(oneOf(at+".territory", *s.Territory, TerritoryIDs[:]))
		}
		if s.PilotOnly && k != Storage {
			fail(at+".pilotOnly", true, "only storages to need a pilot")
		}
		if n[k]++; n[k] > kindCounts[k] {
			fail("river", n[k], "%d spaces of kind %s", kindCounts[k], s.Kind)
		}
		switch k {
		case Storage:
			b.At.Storage[sp.Index] = i
		case Lock:
			b.At.Lock[sp.Index] = i
		case City:
			oneOf(at+".id", s.ID, cityIDs)
			b.At.City[sp.Index] = i
		case Industry:
			sp.Trade = Trade(oneOf(at+".industry", s.Industry, TradeIDs[:]))
		}
		if k == City || k == Industry || k == Harbour {
			sp.Sell = sells
			b.At.Sell[sells] = i
			sells++
		}
		b.River[i] = sp
	}
	if b.River[Spaces-1].Kind != Harbour {
		b.try(func() {
			fail(fmt.Sprintf("river[%d].kind", Spaces-1), KindIDs[b.River[Spaces-1].Kind], "the harbour of Ruhrort as the last space")
		})
		return
	}
	b.try(b.checkReach)
}

// checkReach checks what §2.1 and §5.2 say of storages and their way to a
// selling space.
func (b *loader) checkReach() {
	pilots := 0
	for _, at := range b.At.Storage {
		if b.River[at].PilotOnly {
			pilots++
		}
		b.try(func() { b.checkPilot(at) })
	}
	if pilots != pilotStorages {
		fail("river", pilots, "%d storages with pilotOnly (§2.1)", pilotStorages)
	}
}

// checkPilot checks that a storage needs a pilot if nobody buys near it.
func (b *loader) checkPilot(at int) {
	field := fmt.Sprintf("river[%d] (%s)", at, b.River[at].ID)
	near := false
	for d := 1; d <= PlainReach; d++ { // Ruhrort is the last space
		switch b.River[at+d].Kind {
		case Harbour:
			fail(field, "within two spaces of Ruhrort", "no storage there (§5.2)")
		case City, Industry:
			near = true
		}
	}
	if b.River[at].PilotOnly == near {
		if near {
			fail(field+".pilotOnly", true, "false: a city or industry lies within two spaces downriver")
		}
		fail(field+".pilotOnly", false, "true: no city or industry lies within two spaces downriver")
	}
}

func (b *loader) readTimeline(f *file) {
	count("timeline", len(f.Timeline), Rounds)
	for i, y := range f.Timeline {
		at := fmt.Sprintf("timeline[%d]", i)
		between(at+".round", y.Round, i+1, i+1)
		b.try(func() { between(at+".year", y.Year, 1, 9999) })
		if want := slices.Contains(WarehouseRounds[:], i+1); y.Warehouse != want {
			fail(at+".warehouse", y.Warehouse, "%v (§6.1)", want)
		}
		if want := slices.Contains(countryRounds, i+1); y.Country != want {
			fail(at+".countryMarker", y.Country, "%v (§6.1)", want)
		}
		r := Territory(oneOf(at+".blackCoalReturnsTo", y.Returns, TerritoryIDs[:]))
		b.try(func() {
			if r == Mark {
				fail(at+".blackCoalReturnsTo", y.Returns, "a territory outside the Mark (§5.1)")
			}
		})
		b.Years[i] = Year{y.Year, r, y.Warehouse, y.Country}
	}
}

func (b *loader) readTracks(f *file) {
	count("transportTracks", len(f.Tracks), 3)
	for i, t := range f.Tracks {
		at := fmt.Sprintf("transportTracks[%d]", i)
		if t.ID != stageIDs[i] {
			fail(at+".id", t.ID, "%q", stageIDs[i])
		}
		between(at+".fromRound", t.FromRound, stageRounds[i], stageRounds[i])
		b.try(func() {
			between(at+".above", t.Above, 0, MaxTrackBoxes-1)
			between(at+".below", t.Below, 0, MaxTrackBoxes-1-t.Above)
		})
		want := []string{"black", "white"}[:min(i+1, 2)]
		if !slices.Equal(t.Columns, want) {
			fail(at+".columns", t.Columns, "%v (§5.1)", want)
		}
		b.Tracks[i] = Track{t.ID, t.FromRound, t.Above, t.Below, i > 0}
	}
	if f.TrackStart.Coal != "black" {
		fail("trackStart.coal", f.TrackStart.Coal, `"black" (§4)`)
	}
	b.try(func() { b.TrackStart = between("trackStart.value", f.TrackStart.Value, 1, 6) })
}

func (b *loader) readPort(f *file) {
	p := f.Port
	exports := b.try(func() {
		if len(f.Export) < 1 || len(f.Export) > MaxExport {
			fail("exportTrack", f.Export, "1 to %d boxes", MaxExport)
		}
		for i, v := range f.Export {
			between(fmt.Sprintf("exportTrack[%d]", i), v, 0, 9)
		}
		b.Export = f.Export
	})
	if !slices.Equal(p.Columns, portColumns) {
		fail("harbour.columns", p.Columns, "%v (§6.6)", portColumns)
	}
	between("harbour.rows", p.Rows, 1, MaxPortRows)
	count("harbour.positionBonus", len(p.Bonus), p.Rows)
	for i, v := range p.Bonus {
		if !exports {
			break
		}
		// No place scores less than 0: the rules have no negative VP (EXP-1).
		between(fmt.Sprintf("harbour.positionBonus[%d]", i), v, -slices.Min(f.Export), 9)
	}
	prices("harbour.costs", p.Costs, Countries*MaxPortRows)
	between("harbour.perPlayer", p.PerSeat, 2, 2)
	between("harbour.shiftCost", p.ShiftCost, 1, MaxThaler)
	b.Port = Port{[Countries]string(p.Columns), p.Rows, p.Costs, p.Bonus, p.PerSeat, p.ShiftCost}
	b.try(func() { b.readCountries(f) })
}

func (b *loader) readCountries(f *file) {
	sum := 0
	for _, id := range slices.Sorted(maps.Keys(f.CountryMarkers)) {
		c, n := oneOf("countryMarkers", id, portColumns), f.CountryMarkers[id]
		b.CountryMarkers[c] = between("countryMarkers."+id, n, 0, len(countryRounds))
		sum += n
	}
	if sum != len(countryRounds) {
		fail("countryMarkers", f.CountryMarkers, "%d markers in all (§2.3.8)", len(countryRounds))
	}
}

// prices checks a list of prices in Thaler.
func prices(field string, costs []int, most int) {
	if len(costs) < 1 || len(costs) > most {
		fail(field, costs, "1 to %d prices", most)
	}
	for i, c := range costs {
		between(fmt.Sprintf("%s[%d]", field, i), c, 0, MaxThaler)
	}
}

func (b *loader) readBuildings(f *file) {
	count("cityWarehouses", len(f.Cities), Cities)
	for i, at := range b.At.City {
		id := b.River[at].ID
		costs, ok := f.Cities[id]
		if !ok {
			fail("cityWarehouses", f.Cities, "prices for %s (%s)", id, b.River[at].Name)
		}
		b.try(func() { prices("cityWarehouses."+id, costs, MaxCitySlots) })
		b.Cities[i] = CityWarehouses{costs}
	}
	count("depots", len(f.Depots), 4)
	seen := [4]bool{}
	for i, d := range f.Depots {
		at := fmt.Sprintf("depots[%d]", i)
		t := oneOf(at+".territory", d.Territory, TerritoryIDs[:])
		at += " (" + d.Territory + ")"
		// Records name a depot as they name a city: by its id.
		taken := func(s Space) bool { return s.ID == d.ID }
		same := func(o Depot) bool { return o.ID == d.ID }
		if seen[t] || d.ID == "" || slices.ContainsFunc(b.River[:], taken) || slices.ContainsFunc(b.Depots[:], same) {
			fail(at, d, "an id of its own, and one depot in each territory")
		}
		seen[t] = true
		b.try(func() { prices(at+".costs", d.Costs, MaxDepotSlots) })
		b.Depots[t] = Depot{d.ID, Territory(t), d.Costs}
	}
}

func (b *loader) readProgress(f *file) {
	count("developmentAreas", len(f.Areas), Areas)
	for _, id := range slices.Sorted(maps.Keys(f.Areas)) {
		a := oneOf("developmentAreas", id, AreaIDs[:])
		b.AreaSize[a] = MaxArea // for the checks of combinations
		b.try(func() { b.AreaSize[a] = between("developmentAreas."+id, f.Areas[id], 1, MaxArea) })
	}
	count("progress", len(f.Progress), Kinds)
	for i, p := range f.Progress {
		at := fmt.Sprintf("progress[%d]", i)
		k := oneOf(at+".id", p.ID, ProgressIDs[:])
		at += " (" + p.ID + ")"
		if b.Progress[k].ID != "" {
			fail(at+".id", p.ID, "each progress marker once")
		}
		if p.Limited != (k >= FirstLimited) {
			fail(at+".limited", p.Limited, "%v (§6.5.2)", !p.Limited)
		}
		b.Progress[k] = Progress{ID: p.ID, Limited: p.Limited}
		b.try(func() { b.readNeeds(k, at, p.Needs) })
	}
	count("limitedCopies", len(f.LimitedCopies), 3)
	for n := 2; n <= 4; n++ { // one less than seats (§6.5.2)
		b.LimitedCopies[n] = between("limitedCopies."+strconv.Itoa(n), f.LimitedCopies[strconv.Itoa(n)], n-1, n-1)
	}
	b.try(func() { b.StartingThaler = between("startingThaler", f.StartingThaler, 0, MaxThaler) })
}

// readNeeds reads the combination of tokens that earns a progress marker.
func (b *loader) readNeeds(k int, at string, needs map[string]int) {
	sum := 0
	for _, area := range slices.Sorted(maps.Keys(needs)) {
		a, n := oneOf(at+".needs", area, AreaIDs[:]), needs[area]
		b.Progress[k].Needs[a] = between(at+".needs."+area, n, 0, b.AreaSize[a])
		sum += n
	}
	if sum == 0 {
		fail(at+".needs", needs, "a combination of at least one token")
	}
	if k == GrafschaftMark && (sum < 3 || needs["white_industry"]+needs["white_city"] > 0) {
		fail(at+".needs", needs, "at least three tokens, none white: no white die is loaded while the brickearth path has one column (§5.1, §6.3)")
	}
}

func (b *loader) readSetup(f *file) {
	count("setup", len(f.Setup), 3)
	for n := 2; n <= 4; n++ {
		b.try(func() { b.readDice(n, f.Setup[strconv.Itoa(n)]) })
	}
	var room [2]int
	for k := range b.At.Storage {
		room[b.white(k)]++
	}
	if room[0] < setupDice[4][0] || room[1] < setupDice[4][1] {
		fail("river", room, "at least %d storages outside the Mark and %d inside, one for each die", setupDice[4][0], setupDice[4][1])
	}
}

// readDice reads the dice with which a number of seats starts.
func (b *loader) readDice(n int, setup map[string]int) {
	field := "setup." + strconv.Itoa(n)
	var dice [2]int
	for _, id := range slices.Sorted(maps.Keys(setup)) {
		k, v := slices.IndexFunc(b.At.Storage[:], func(at int) bool { return b.River[at].ID == id }), setup[id]
		if k < 0 {
			fail(field+"."+id, v, "the id of a storage")
		}
		b.Setups[n][k] = between(field+"."+id, v, 1, 6)
		dice[b.white(k)]++
	}
	dice[0]++ // the die on the arrow box
	if want := setupDice[n]; dice != want {
		fail(field, dice, "%d black dice, the one on the track included, and %d white (§4, §8; %s)", want[0], want[1], blackOutside)
	}
	// With at most pilotStorages of the black dice where a pilot is needed,
	// every seat finds a start in round 1, even with high water.
}

// white is 1 where storage k holds white dice (inside the Mark), else 0.
func (b *loader) white(k int) int {
	if b.River[b.At.Storage[k]].Territory == Mark {
		return 1
	}
	return 0
}
