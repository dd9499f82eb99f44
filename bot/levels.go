package bot

import (
	"time"

	"ruhr/bot/policy"
	"ruhr/bot/search"
	"ruhr/bot/value"
)

// Levels are the eight computer players that play at tables, from the weakest up.
// A weaker one sees less of the position and of what comes of it:
//
//   - Schiffsjunge, the ship's boy, looks one trip ahead and values things coarsely. It sees
//     little or nothing of what pays only in later rounds, progress markers only when one
//     token is missing, and nothing of what the others want.
//   - Schiffer, the boatman, looks as far with a finer eye, and sees more of later rounds,
//     of progress markers and of the others.
//   - Steuermann, the helmsman, sees all that and values it better, as training has
//     taught it.
//   - Lotse, the pilot, follows what training has taught it about each action.
//   - Hafenmeister, the harbour master, tries a handful of continuations to the end
//     of the round and estimates what comes of them.
//   - Kohlenhändler, the coal merchant, tries more of them, led by a policy that learned
//     from longer searches.
//   - Reeder, the shipowner, tries many times as many, and plays the last round out exactly
//     as far as that is feasible.
//   - Bergrat, the mining councillor, does the same for much longer, on two processor
//     cores.
//
// All but the last two vary their first round, so that no place wins much more than its
// share among equals: see lab/strength.md.
func Levels() []string {
	return []string{"schiffsjunge", "schiffer", "steuermann", "lotse", "hafenmeister", "kohlenhaendler", "reeder", "bergrat"}
}

// Playouts is a level's number of playouts per decision in matches of so many
// seats, calibrated to its time at a table; 0 for levels that do not search.
func Playouts(level string, seats int) int { return ownPlayouts[level][seats] }

// ownPlayouts, by number of seats: see lab/strength.md for how they were
// calibrated.
var ownPlayouts = map[string][5]int{
	"hafenmeister":   {2: 5, 3: 10, 4: 6},
	"kohlenhaendler": {2: 90, 3: 200, 4: 10},
	"reeder":         {2: 1500, 3: 3000, 4: 180},
	"bergrat":        {2: 320000, 3: 320000, 4: 320000},
}

// SearchOf is how a level searches, and whether it does.
func SearchOf(level string) (Search, bool) {
	playouts, searches := ownPlayouts[level]
	c := Search{Playouts: playouts, Threads: 1, Settings: search.Standard, Models: policy.Models, Nets: value.Nets}
	switch level {
	case "bergrat":
		c.Threads, c.Models = 2, policy.SearchModels
	case "reeder":
		c.Models = policy.SearchModels
	case "kohlenhaendler":
		c.Models, c.Opening = policy.SearchModels, [5]int32{2: 7, 3: 10, 4: 10}
	case "hafenmeister":
		c.Opening = policy.OpeningSharp
	}
	return c, searches
}

func bySearch(level string) func() Bot {
	return func() Bot { c, _ := SearchOf(level); return c.New() }
}

// TableBudget is the budget of a level for a decision at a table of so many
// seats. The time is for a turn: the first decision of a turn may take all of it,
// later ones what the kept tree still lacks. Reeder stops after its own playouts if
// they take less. It is zero for levels that do not search, or search so little
// that they use their playouts.
func TableBudget(name string, seats int) Budget {
	switch name {
	case "reeder":
		return Budget{Playouts: ownPlayouts[name][seats], Time: 150 * time.Millisecond}
	case "bergrat":
		return Budget{Time: 1500 * time.Millisecond}
	}
	return Budget{}
}

// AlikeBudget is the budget of a level where the same position must get the same
// decision: by playouts, not by time. Bergrat alone, which thinks in several threads,
// keeps its time and may decide otherwise.
func AlikeBudget(name string, seats int) Budget {
	if name == "bergrat" {
		return TableBudget(name, seats)
	}
	return Budget{Playouts: ownPlayouts[name][seats]}
}
