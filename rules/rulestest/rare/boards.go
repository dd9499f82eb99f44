package rare

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"

	"ruhr/board"
	"ruhr/spec"
)

// Board is a board file off the usual: spaces in another order, other prices,
// boxes, combinations and start positions, but one that board.Load takes. The
// same seed gives the same file.
func Board(seed uint64) []byte {
	r := rand.New(rand.NewPCG(seed, 5))
	var b map[string]any
	if err := json.Unmarshal(spec.Board, &b); err != nil {
		panic(err)
	}
	b["id"] = fmt.Sprintf("rare-%d", seed)
	b["startingThaler"] = []int{0, 0, 3, 20}[r.IntN(4)]
	b["trackStart"] = map[string]any{"coal": "black", "value": 1 + r.IntN(6)}
	export := make([]int, 1+r.IntN(8))
	for i := range export {
		export[i] = 1 + r.IntN(3)
	}
	b["exportTrack"] = export
	alterTrack(r, b)
	alterPort(r, b["harbour"].(map[string]any))
	alterPrices(r, b)
	alterNeeds(r, b)
	alterTimeline(r, b)
	alterRiver(r, b)
	alterSetup(r, b)
	return write(b)
}

func write(b map[string]any) []byte {
	data, err := json.Marshal(b)
	if err != nil {
		panic(err)
	}
	return data
}

// tryOut keeps a change only if the board still loads.
func tryOut(b map[string]any, change, back func()) {
	change()
	if _, err := board.Load(write(b)); err != nil {
		back()
	}
}

// alterTrack makes the paths of the transport track longer and shorter; very
// long rails leave few dice on the storages.
func alterTrack(r *rand.Rand, b map[string]any) {
	for _, t := range b["transportTracks"].([]any) {
		path := t.(map[string]any)
		above := r.IntN(board.MaxTrackBoxes)
		path["above"], path["below"] = above, r.IntN(board.MaxTrackBoxes-above)
	}
}

func alterPort(r *rand.Rand, port map[string]any) {
	rows := 1 + r.IntN(board.MaxPortRows)
	bonus := make([]int, rows)
	for i := range bonus {
		bonus[i] = 1 - r.IntN(3) // a box is worth 1 at least, so nothing scores below 0
	}
	port["rows"], port["positionBonus"] = rows, bonus
	port["costs"] = prices(r, 1+r.IntN(8))
	port["shiftCost"] = 1 + r.IntN(4)
}

func prices(r *rand.Rand, n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = r.IntN(7)
	}
	return list
}

func alterPrices(r *rand.Rand, b map[string]any) {
	cities := b["cityWarehouses"].(map[string]any)
	for _, id := range [][3]string{board.EssenCities, board.MarkCities} {
		for _, id := range id {
			cities[id] = prices(r, 1+r.IntN(board.MaxCitySlots))
		}
	}
	cities[board.Muelheim] = prices(r, 1+r.IntN(board.MaxCitySlots))
	for _, d := range b["depots"].([]any) {
		d.(map[string]any)["costs"] = prices(r, 1+r.IntN(board.MaxDepotSlots))
	}
}

// alterNeeds makes other areas and other combinations.
func alterNeeds(r *rand.Rand, b map[string]any) {
	areas := b["developmentAreas"].(map[string]any)
	for _, id := range board.AreaIDs {
		was := areas[id]
		tryOut(b, func() { areas[id] = 1 + r.IntN(board.MaxArea) }, func() { areas[id] = was })
	}
	for _, p := range b["progress"].([]any) {
		marker := p.(map[string]any)
		was := marker["needs"]
		needs := map[string]any{}
		for range 1 + r.IntN(4) {
			needs[board.AreaIDs[r.IntN(board.Areas)]] = 1 + r.IntN(2)
		}
		tryOut(b, func() { marker["needs"] = needs }, func() { marker["needs"] = was })
	}
}

// alterTimeline sends black coal elsewhere and changes how many markers of
// each country there are.
func alterTimeline(r *rand.Rand, b map[string]any) {
	for _, y := range b["timeline"].([]any) {
		y.(map[string]any)["blackCoalReturnsTo"] = board.TerritoryIDs[r.IntN(3)]
	}
	first := r.IntN(9)
	second := r.IntN(9 - first)
	b["countryMarkers"] = map[string]int{"belgium": first, "netherlands": second, "rhineland": 8 - first - second}
}

// alterRiver swaps neighbours and moves borders wherever a board allows it.
func alterRiver(r *rand.Rand, b map[string]any) {
	river := b["river"].([]any)
	for range 40 {
		i := r.IntN(len(river) - 2)
		swap := func() { river[i], river[i+1] = river[i+1], river[i] }
		tryOut(b, swap, swap)
	}
	for range 10 {
		space := river[r.IntN(len(river)-1)].(map[string]any)
		was := space["territory"]
		tryOut(b, func() { space["territory"] = board.TerritoryIDs[r.IntN(4)] }, func() { space["territory"] = was })
	}
}

// alterSetup moves the dice of the start positions and gives them other values.
func alterSetup(r *rand.Rand, b map[string]any) {
	river := b["river"].([]any)
	var storages []string
	for _, s := range river {
		if space := s.(map[string]any); space["kind"] == "storage" {
			storages = append(storages, space["id"].(string))
		}
	}
	for _, seats := range []string{"2", "3", "4"} {
		dice := b["setup"].(map[string]any)[seats].(map[string]any)
		for _, id := range storages {
			if _, ok := dice[id]; ok {
				dice[id] = 1 + r.IntN(6)
			}
		}
		for range 20 {
			from, to := storages[r.IntN(len(storages))], storages[r.IntN(len(storages))]
			v, ok := dice[from]
			if _, taken := dice[to]; !ok || taken {
				continue
			}
			tryOut(b, func() { delete(dice, from); dice[to] = v }, func() { delete(dice, to); dice[from] = v })
		}
	}
}
