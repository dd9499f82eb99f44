// Package cache keeps what is expensive to make in a bounded number of bytes.
package cache

import (
	"math"
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// Stats are the figures of a cache.
type Stats struct {
	Entries, Bytes, Limit int
	Hits, Misses          uint64
}

// plain is Cache in browsers, where the library would be a third of the program. It
// drops what was used least recently.
type plain[K comparable, V any] struct {
	mu           sync.Mutex
	kept         *simplelru.LRU[K, sized[V]]
	bytes, limit int
	hits, misses uint64
}

type sized[V any] struct {
	value V
	bytes int
}

func newPlain[K comparable, V any](limit int) *plain[K, V] {
	c := &plain[K, V]{limit: max(limit, 1)}
	c.kept, _ = simplelru.NewLRU(math.MaxInt, func(_ K, old sized[V]) { c.bytes -= old.bytes }) // a valid size
	return c
}

func (c *plain[K, V]) set(key K, value V, bytes int) {
	c.kept.Remove(key)
	c.kept.Add(key, sized[V]{value, max(bytes, 1)})
	c.bytes += max(bytes, 1)
	for c.bytes > c.limit {
		c.kept.RemoveOldest()
	}
}

// Get is that of Cache.
func (c *plain[K, V]) Get(key K) (value V, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.get(key)
}

func (c *plain[K, V]) get(key K) (value V, ok bool) {
	e, ok := c.kept.Get(key)
	if ok {
		c.hits++
	} else {
		c.misses++
	}
	return e.value, ok
}

// GetOr is that of Cache.
func (c *plain[K, V]) GetOr(key K, fresh V, bytes int) (value V, found bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if value, found = c.get(key); found {
		return value, true
	}
	c.set(key, fresh, bytes)
	return fresh, false
}

// Put is that of Cache.
func (c *plain[K, V]) Put(key K, value V, bytes int, keep func(old V) bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if old, found := c.kept.Peek(key); found && keep != nil && keep(old.value) {
		return
	}
	c.set(key, value, bytes)
}

// Resize is that of Cache.
func (c *plain[K, V]) Resize(key K, bytes int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if old, found := c.kept.Peek(key); found {
		c.set(key, old.value, bytes)
	}
}

// Remove is that of Cache.
func (c *plain[K, V]) Remove(key K) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.kept.Remove(key)
}

// Purge is that of Cache.
func (c *plain[K, V]) Purge() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.kept.Purge()
}

// Stats is that of Cache.
func (c *plain[K, V]) Stats() Stats {
	c.mu.Lock()
	defer c.mu.Unlock()
	return Stats{Entries: c.kept.Len(), Bytes: c.bytes, Limit: c.limit, Hits: c.hits, Misses: c.misses}
}
