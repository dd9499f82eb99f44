package bot

import "time"

// Levels are the opponents a table offers, from the weakest up.
func Levels() []string { return []string{"schiffsjunge", "schiffer", "lotse", "reeder", "bergrat"} }

// tableTimes is how long a level thinks about one decision at a table. Nobody
// waits for the others.
var tableTimes = map[string]time.Duration{"reeder": 150 * time.Millisecond, "bergrat": 1500 * time.Millisecond}

// TableBudget bounds a decision of a level at a table, by the clock.
func TableBudget(level string) Budget { return Budget{Time: tableTimes[level]} }
