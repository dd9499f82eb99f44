package cli

import (
	"log/slog"

	"ruhr/internal/live"
	"ruhr/internal/live/nats"
	"ruhr/internal/store"
)

// news returns the hub that announces what happens at tables: within this
// process, or through NATS among several, and then also this process's name.
func (c *serveCmd) news(st store.Store, log *slog.Logger) (hub live.Live, node string, err error) {
	if c.NATS == "" {
		return live.NewHub(), "", nil
	}
	node = store.NewID()
	hub, err = nats.Connect(c.NATS, nats.Options{Node: node, Last: st.Lasts, Log: log})
	return hub, node, err
}
