package table

import (
	"github.com/hashicorp/golang-lru/v2/simplelru"

	"ruhr/internal/cache"
	"ruhr/internal/game"
)

// folds keeps the games used last, by table. Any of it can be dropped at any time.
type folds struct {
	*cache.Cache[string, *game.Game]
}

func newFolds(bytes int) folds { return folds{cache.New[string, *game.Game](bytes)} }

// get is the game of a table, nil if it is not cached.
func (c folds) get(id string) *game.Game {
	f, _ := c.Get(id)
	return f
}

// put keeps a game unless a newer one of its table is cached already.
func (c folds) put(f *game.Game) {
	c.Put(f.ID, f, f.Size(), func(kept *game.Game) bool { return kept.N >= f.N })
}

// drop forgets the game of a table.
func (c folds) drop(id string) { c.Remove(id) }

// Cached are the figures of the cache of tables.
func (v *Service) Cached() cache.Stats { return v.cache.Stats() }

// newLRU makes a cache of a size of at least 1. It needs a lock.
func newLRU[K comparable, V any](size int) *simplelru.LRU[K, V] {
	c, _ := simplelru.NewLRU[K, V](size, nil)
	return c
}
