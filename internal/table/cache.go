package table

import (
	"github.com/hashicorp/golang-lru/v2/simplelru"

	"ruhr/internal/cache"
)

// folds keeps the folds used last, by table. Any of it can be dropped at any time.
type folds struct{ *cache.Cache[string, *fold] }

func newFolds(bytes int) folds { return folds{cache.New[string, *fold](bytes)} }

// get is the fold of a table, nil if it is not cached.
func (c folds) get(id string) *fold {
	f, _ := c.Get(id)
	return f
}

// put keeps a fold unless a newer one of its table is cached already.
func (c folds) put(f *fold) {
	c.Put(f.id, f, f.size(), func(kept *fold) bool { return kept.n >= f.n })
}

// drop forgets the fold of a table.
func (c folds) drop(id string) { c.Remove(id) }

// Cached are the figures of the cache of tables.
func (v *Service) Cached() cache.Stats { return v.cache.Stats() }

// newLRU makes a cache of a size of at least 1. It needs a lock.
func newLRU[K comparable, V any](size int) *simplelru.LRU[K, V] {
	c, err := simplelru.NewLRU[K, V](size, nil)
	if err != nil {
		panic(err) // only for a size below 1
	}
	return c
}
