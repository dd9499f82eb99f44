package cli

import (
	"log/slog"

	"ruhr/internal/live"
	"ruhr/internal/live/nats"
	"ruhr/internal/store"
)

// news is how open pages hear of what happens: within this process, or by NATS
// from others too. Then the process has a name among them.
func (c *serveCmd) news(st store.Store, log *slog.Logger) (hub live.Live, node string, err error) {
	if c.NATS == "" {
		return live.NewHub(), "", nil
	}
	node = store.NewID()
	hub, err = nats.Connect(c.NATS, nats.Options{Node: node, Last: st.Lasts, Log: log})
	return hub, node, err
}
