package page

import (
	"slices"

	"ruhr/board"
	"ruhr/rules"
)

// scenes are the examples of the handbook in its order. Those of the rulebook
// come as it has them: two trips and one that needs a pilot (§2.1), the order of
// two barges (§6.0), the sales of a 3 and of a 4 (§6.4), the combination for a
// lock (§6.5) and an export to the Rhineland (§6.7).
var scenes = []scene{
	{id: "order", rule: "ORDER-1", seats: 2, round: 2, phase: rules.Start, barge: "city-kettwig", dice: map[string]int{"storage-oefte": 4, "storage-mintard": 3},
		edit: func(b *board.Board, p *rules.Position) {
			p.Order, p.Turn, p.Seats[1].Barge = nil, 0, riverIndex(b, "industry-saarn")
		},
		play: []step{{rules.DoOption, "none"}}, show: []string{"city-kettwig", "industry-saarn", "storage-mintard"}, before: true},
	{id: "trip_city", rule: "SAIL-1", seats: 2, round: 2, phase: rules.Sale, barge: "storage-oefte", dice: map[string]int{"storage-oefte": 4},
		play: []step{{rules.DoSell, "city-kettwig"}}, before: true},
	{id: "trip_industry", rule: "SAIL-1", seats: 2, round: 2, phase: rules.Sale, barge: "storage-horst", dice: map[string]int{"storage-horst": 3},
		play: []step{{rules.DoSell, "industry-horst"}}, before: true},
	{id: "trip_pilot", rule: "SAIL-1", seats: 2, round: 2, phase: rules.Sale, barge: "storage-rellinghausen", dice: map[string]int{"storage-rellinghausen": 5}, option: rules.Pilot,
		play: []step{{rules.DoSell, "industry-deilbachhammer"}}, before: true},
	{id: "sale_industry", rule: "SAIL-3", seats: 2, round: 2, phase: rules.Sale, barge: "storage-mintard", dice: map[string]int{"storage-mintard": 3},
		play: []step{{rules.DoSell, "industry-saarn"}}, before: true},
	{id: "sale_city", rule: "SAIL-3", seats: 2, round: 3, phase: rules.Sale, barge: "storage-fischlaken", dice: map[string]int{"storage-fischlaken": 4},
		locks: []string{"lock-neukirchen"}, play: []step{{rules.DoSell, "city-werden"}}, before: true},
	{id: "track", rule: "TRACK-2", seats: 2, round: 3, phase: rules.Sale, barge: "storage-fischlaken", dice: map[string]int{"storage-fischlaken": 4},
		locks: []string{"lock-neukirchen"}, edit: func(_ *board.Board, p *rules.Position) {
			copy(p.Track[0][:], []int{2, 5, 3}) // full down to the arrow box
		},
		play: []step{{rules.DoSell, "city-werden"}}, show: []string{"stage-0"}, before: true, after: true},
	{id: "progress", rule: "PROG-1", seats: 2, round: 2, phase: rules.Sale, barge: "storage-menden", dice: map[string]int{"storage-menden": 2},
		edit: func(_ *board.Board, p *rules.Position) {
			p.Seats[0].Tokens[slices.Index(board.AreaIDs[:], "black_industry")] = 1
		},
		play: []step{{rules.DoSell, "city-muelheim"}}, marker: "lock_building", before: true},
	{id: "debt", rule: "DEBT-1", seats: 2, round: 4, phase: rules.Start, barge: "city-kettwig", dice: map[string]int{"storage-oefte": 5},
		edit: func(_ *board.Board, p *rules.Position) { p.Order, p.Turn, p.Seats[1].Barge = nil, 0, board.Spaces-1 },
		play: []step{{rules.DoOption, "hauling"}, {rules.DoStart, "storage-oefte"}}, way: []string{"city-kettwig", "storage-oefte"}, before: true},
	{id: "two_locks", rule: "BUY-3", seats: 3, round: 2, phase: rules.Purchase,
		edit: func(_ *board.Board, p *rules.Position) {
			p.Seats[0].Thaler, p.Seats[0].Progress = 2, 1<<board.LockBuilding
		},
		play: []step{{rules.DoLock, "lock-papiermuehle"}, {rules.DoLock, "lock-kettwig"}},
		show: []string{"lock-papiermuehle", "storage-oefte", "lock-kettwig", "city-kettwig"}, after: true},
	{id: "export", rule: "EXP-1", seats: 2, round: 4, phase: rules.Purchase,
		edit: func(b *board.Board, p *rules.Position) {
			p.Country = slices.Index(b.Port.Columns[:], "rhineland")
			p.Port[p.Country] = []int{0, 1}
			p.Export = slices.Index(b.Export[:], 2)
		},
		play: []step{{do: rules.DoDone}}, show: []string{"quay"}, before: true},
}
