package web

import (
	"testing"

	"ruhr/internal/table"
	"ruhr/internal/web/kernel"
	"ruhr/internal/web/webtest"
)

// world is the world of a test and the server in it.
type world struct {
	*webtest.World
	server *server
}

func newWorld(t testing.TB, seed uint64, change ...func(*table.Options)) *world {
	t.Helper()
	w := &world{}
	w.World = webtest.New(t, seed, func(in *webtest.World, c kernel.Config) (*kernel.Kernel, []kernel.Handlers, error) {
		s, err := newServer(Config{Config: c, Chat: in.Chat, Live: in.Hub})
		if err != nil {
			return nil, nil, err
		}
		w.server = s
		return s.Kernel, s.rooms(nil), nil
	}, change...)
	return w
}
