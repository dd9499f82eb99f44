package bot

import (
	"strings"
	"time"
)

// Levels are the five computer players that play at tables, from the weakest up:
//
//   - Schiffsjunge, the ship's boy, plays by heuristics and now and then at random.
//   - Schiffer, the boatman, looks one trip ahead with a hand-made evaluator.
//   - Lotse, the pilot, follows what training has taught it, without searching.
//   - Reeder, the shipowner, searches with learned playouts, and plays the last
//     round out exactly as far as that is feasible.
//   - Bergrat, the mining councillor, does the same with a bigger budget on two
//     processor cores.
func Levels() []string { return []string{"schiffsjunge", "schiffer", "lotse", "reeder", "bergrat"} }

// Playouts is a level's number of playouts per decision in matches, calibrated
// to its time at a table, whatever its settings (see Open); 0 for levels that do
// not search.
func Playouts(name string) int {
	level, _, _ := strings.Cut(name, ":")
	return ownPlayouts[level]
}

// ownPlayouts: see docs/strength.md for how they were calibrated.
var ownPlayouts = map[string]int{"flat": flatPlayouts, "reeder": 16000, "bergrat": 320000, "reeder-1": 3000, "bergrat-1": 60000}

// TableBudget is the time a level usually takes for a turn at a table: the first
// decision of a turn may take all of it, later ones what the kept tree still
// lacks. It is zero for levels that do not search.
func TableBudget(name string) Budget {
	switch name {
	case "reeder", "reeder-1":
		return Budget{Time: 150 * time.Millisecond}
	case "bergrat", "bergrat-1", "flat":
		return Budget{Time: 1500 * time.Millisecond}
	}
	return Budget{}
}
