package cli

import (
	"context"
	"log/slog"
	"time"

	"ruhr/internal/chat"
	"ruhr/internal/live"
	"ruhr/internal/live/nats"
	"ruhr/internal/store"
)

// askEvery is how often a process on its own asks the store for news: ruhr admin
// changes tables from another one.
const askEvery = 10 * time.Second

// news returns the hub that announces what happens at tables: within this
// process, or through NATS among several, and then also this process's name; and the hub that
// its own pages hear, which can be closed first.
func (c *serveCmd) news(ctx context.Context, st store.Store, log *slog.Logger) (hub live.Live, pages *live.Hub, node string, err error) {
	last := func(ctx context.Context, topics []string) (map[string]int64, error) {
		return chat.Lasts(ctx, st, topics)
	}
	if c.NATS == "" {
		hub := live.NewHub()
		go func() {
			for wait(ctx, askEvery) {
				if err := hub.Ask(ctx, last); err != nil && ctx.Err() == nil {
					log.Warn("the store was asked for news in vain", "error", err)
				}
			}
		}()
		return hub, hub, "", nil
	}
	node = store.NewID()
	all, err := nats.Connect(c.NATS, nats.Options{Node: node, Last: last, Log: log})
	if err != nil {
		return nil, nil, "", err
	}
	return all, all.Hub, node, nil
}
