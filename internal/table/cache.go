package table

import (
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// cache keeps the folds used last. Any of it can be dropped at any time.
type cache struct {
	mu    sync.Mutex
	folds *simplelru.LRU[string, *fold] // by table
}

func newCache(size int) *cache { return &cache{folds: newLRU[string, *fold](size)} }

// get is the fold of a table, nil if it is not cached.
func (c *cache) get(id string) *fold {
	c.mu.Lock()
	defer c.mu.Unlock()
	f, _ := c.folds.Get(id)
	return f
}

// put keeps a fold unless a newer one of its table is cached already.
func (c *cache) put(f *fold) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if kept, ok := c.folds.Get(f.id); !ok || kept.n < f.n {
		c.folds.Add(f.id, f)
	}
}

// drop forgets the fold of a table.
func (c *cache) drop(id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.folds.Remove(id)
}

// newLRU makes a cache of a size of at least 1. It needs a lock.
func newLRU[K comparable, V any](size int) *simplelru.LRU[K, V] {
	c, err := simplelru.NewLRU[K, V](size, nil)
	if err != nil {
		panic(err) // only for a size below 1
	}
	return c
}
