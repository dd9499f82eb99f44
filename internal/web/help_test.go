package web

import (
	"testing"

	"ruhr/internal/table"
	"ruhr/internal/web/kernel"
	"ruhr/internal/web/webtest"
)

// world is the world of a test.
type world struct{ *webtest.World }

func newWorld(t testing.TB, seed uint64, change ...func(*table.Options)) *world {
	t.Helper()
	return &world{webtest.New(t, seed, func(w *webtest.World, c kernel.Config) (*kernel.Kernel, []kernel.Handlers, error) {
		return assemble(Config{Config: c, Chat: w.Chat, Live: w.Hub})
	}, change...)}
}
