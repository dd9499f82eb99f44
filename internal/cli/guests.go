package cli

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"ruhr/bot"
)

// externalBots are the external programs that the operator lets play at tables, by
// name. Each is started once, when first needed, and serves all tables.
type externalBots struct {
	names    []string
	programs map[string]*bot.External
}

// externalBotRest is how long a program is not asked after three failures in a row.
// A repaired one comes back without a restart of the server.
const externalBotRest = time.Minute

// newExternalBots reads the --bot flags, NAME=COMMAND each.
func newExternalBots(flags []string) (*externalBots, error) {
	g := &externalBots{programs: map[string]*bot.External{}}
	for _, f := range flags {
		name, command, ok := strings.Cut(f, "=")
		if !ok || !regexp.MustCompile(`^[a-z][a-z0-9-]{0,19}$`).MatchString(name) {
			return nil, fmt.Errorf("--bot %q: expected NAME=COMMAND with a name of 1 to 20 small letters, digits and hyphens", f)
		}
		if slices.Contains(bot.Names(), name) || g.programs[name] != nil {
			return nil, fmt.Errorf("--bot %q: a computer player is already called %s", f, name)
		}
		program, err := bot.NewExternal(strings.Fields(command), 0, nil)
		if err != nil {
			return nil, fmt.Errorf("--bot %q: %w", f, err)
		}
		program.Rest = externalBotRest
		g.names = append(g.names, name)
		g.programs[name] = program
	}
	return g, nil
}

// open opens the computer player of a level, or an external bot.
func (g *externalBots) open(level string) (bot.Bot, error) {
	if p := g.programs[level]; p != nil {
		return p, nil
	}
	return bot.New(level)
}

// searches reports whether a computer player is slow: it searches, or is an
// external program.
func (g *externalBots) searches(level string) bool {
	return g.programs[level] != nil || bot.TableBudget(level, 2) != bot.Budget{}
}

// close ends the programs.
func (g *externalBots) close() {
	for _, p := range g.programs {
		_ = p.Close() // the program ends either way
	}
}
