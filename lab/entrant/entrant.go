// Package entrant opens whatever can enter a match: the computer players that
// people can choose, at other settings too; the earlier generations, the flat
// search and the probes that they are measured against; and external programs.
package entrant

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ruhr/bot"
	"ruhr/bot/policy"
	"ruhr/bot/search"
	"ruhr/rules"
)

// yardsticks are the entrants that exist only to be measured against.
var yardsticks = []struct {
	name string
	make func() bot.Bot
}{
	{"flat", func() bot.Bot { return &flat{} }},
	{"denial", func() bot.Bot { return &probe{aim: onlyDenial} }},
	{"depots", func() bot.Bot { return &probe{aim: onlyDepots} }},
	{"exports", func() bot.Bot { return &probe{aim: onlyExport} }},
	{"exporter", func() bot.Bot { return &probe{aim: leaningToExport} }},
	{"vp", func() bot.Bot { return &probe{aim: onlyVP} }},
	{"lotse-1", func() bot.Bot { return lotse(policy.Models1, allSeats(48), 48) }},
	{"reeder-1", firstGeneration("reeder")},
	{"bergrat-1", firstGeneration("bergrat")},
}

// ownPlayouts are those of the yardsticks that search, with any number of seats.
var ownPlayouts = map[string]int{"flat": flatPlayouts, "reeder-1": 3000, "bergrat-1": 60000}

// Names are the entrants without settings: those that bot.New knows, then the
// yardsticks.
func Names() []string {
	out := bot.Names()
	for _, y := range yardsticks {
		out = append(out, y.name)
	}
	return out
}

// Playouts is an entrant's own number of playouts per decision in matches of so
// many seats, whatever its settings; 0 for one that does not search.
func Playouts(name string, seats int) int {
	name, _, _ = strings.Cut(name, ":")
	if n := ownPlayouts[name]; n > 0 {
		return n
	}
	return bot.Playouts(name, seats)
}

// Open opens an entrant by its name, perhaps with a number of playouts as in
// reeder@500 and with settings as in lotse:sharp=16 or
// reeder@500:explore=0.25:weights=old.json, or an external program as in
// cmd:./mybot --fast (see bot.External).
func Open(name string) (bot.Bot, bot.Budget, error) {
	var budget bot.Budget
	if command, ok := strings.CutPrefix(name, "cmd:"); ok {
		b, err := bot.NewExternal(strings.Fields(command), 0, nil)
		return b, budget, err
	}
	name, list, changed := strings.Cut(name, ":")
	name, after, cut := strings.Cut(name, "@")
	if cut {
		n, err := strconv.Atoi(after)
		if err != nil || n < 1 {
			return nil, budget, fmt.Errorf("%s@%s: playouts are %q, expected a number from 1", name, after, after)
		}
		budget.Playouts = n
	}
	if changed {
		b, err := withSettings(name, list)
		return b, budget, err
	}
	for _, y := range yardsticks {
		if y.name == name {
			return y.make(), budget, nil
		}
	}
	if !slices.Contains(bot.Names(), name) {
		return nil, budget, fmt.Errorf("no computer player is called %q; there are %s", name, strings.Join(Names(), ", "))
	}
	b, err := bot.New(name)
	return b, budget, err
}

// lotse makes Lotse with other models, or following them more or less strictly.
func lotse(models func() [5]*policy.Model, opening [5]int32, sharp int32) bot.Bot {
	return bot.ByPolicy(func(g *rules.Game) policy.Policy { return policy.NewLotse(g, models(), opening, sharp) })
}

// allSeats is a setting that is the same for each number of seats.
func allSeats(x int32) [5]int32 { return [5]int32{2: x, 3: x, 4: x} }

// firstGeneration makes a level as it searched before it had nets, frozen for good.
func firstGeneration(level string) func() bot.Bot {
	return func() bot.Bot {
		c, _ := bot.SearchOf(level)
		n := ownPlayouts[level+"-1"]
		c.Playouts = [5]int{2: n, 3: n, 4: n}
		c.Settings, c.Models, c.Nets = search.Standard1, policy.Models1, nil
		return c.New()
	}
}
