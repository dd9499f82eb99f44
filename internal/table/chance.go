package table

import (
	"context"
	crand "crypto/rand"
	"encoding/binary"
	"math/rand/v2"
	"sync"

	"ruhr/bot"
	"ruhr/bot/analysis"
	"ruhr/rules"
)

// system is the operating system's generator; it is stateless.
type system struct{}

func (system) Uint64() uint64 {
	var b [8]byte
	crand.Read(b[:]) // never fails: the runtime stops the program instead
	return binary.LittleEndian.Uint64(b[:])
}

// Seed makes games repeatable: the first table always gets the same deal, so
// does the second, and computer players that do not search against the clock
// always decide alike; advice is limited by playouts instead of time. IDs and
// links of tables stay unpredictable; deals do not, so this is for tests and
// demonstrations.
//
// This is no method of Options, which would be in programs that do not call it, with all
// that thinks.
func Seed(o *Options, seed uint64) {
	var mu sync.Mutex
	deals := rand.New(rand.NewPCG(seed, 0))
	o.Random = func(n int) int {
		mu.Lock()
		defer mu.Unlock()
		return deals.IntN(n)
	}
	// Computer players think in no fixed order, so they must not share the
	// generator of deals.
	o.DecisionRandom = func(decisions int) *rand.Rand { return rand.New(rand.NewPCG(seed, 1+uint64(decisions))) }
	o.Advise = func(ctx context.Context, g *rules.Game, s *rules.State, planned []rules.Action) analysis.Analysis {
		return bot.Hint(ctx, g, s, bot.Budget{Playouts: seededTries}, planned)
	}
}

// seededTries is the number of playouts for advice in repeatable games.
const seededTries = 600
