package tables

import (
	"os"
	"testing"

	"ruhr/internal/table"
	"ruhr/internal/web/kernel"
	"ruhr/internal/web/library"
	"ruhr/internal/web/webtest"
)

// world is the world of a test, and its tables.
type world struct {
	*webtest.World
	tables *Tables
}

func newWorld(t testing.TB, seed uint64, change ...func(*table.Options)) *world {
	t.Helper()
	w := &world{}
	w.World = webtest.New(t, seed, func(in *webtest.World, c kernel.Config) (*kernel.Kernel, []kernel.Handlers, error) {
		c.Static = os.DirFS("../static")
		k, err := kernel.New(c)
		if err != nil {
			return nil, nil, err
		}
		pages := library.New(k, Cache/16)
		w.tables = New(k, pages, in.Hub, in.Chat, Cache)
		return k, append(pages.Routes(), w.tables.Routes()...), nil
	}, change...)
	return w
}
