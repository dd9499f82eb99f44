// Package cache keeps what is expensive to make in a bounded number of bytes.
package cache

import (
	"math/rand/v2"
	"sync"
)

// Stats are the figures of a cache.
type Stats struct {
	Entries, Bytes, Limit int
	Hits, Misses          uint64
}

// Cache keeps values up to a number of bytes, as their makers estimate them. Beyond
// that it drops the one of two drawn at random that was used less recently; so where
// more than it can keep is used in turn, part of it is still found again. It is safe
// for concurrent use.
type Cache[K comparable, V any] struct {
	mu           sync.Mutex
	kept         map[K]*entry[K, V]
	all          []*entry[K, V] // the same in any order, to draw from
	bytes, limit int
	uses         uint64
	hits, misses uint64
}

type entry[K comparable, V any] struct {
	key   K
	value V
	bytes int
	used  uint64 // at this number of uses
	at    int    // in all
}

// New makes a cache of so many bytes, at least one.
func New[K comparable, V any](limit int) *Cache[K, V] {
	return &Cache[K, V]{kept: map[K]*entry[K, V]{}, limit: max(limit, 1)}
}

func (c *Cache[K, V]) set(key K, value V, bytes int) {
	c.remove(key)
	if bytes > c.limit {
		return
	}
	c.uses++
	e := &entry[K, V]{key, value, max(bytes, 1), c.uses, len(c.all)}
	c.kept[key], c.all = e, append(c.all, e)
	c.bytes += e.bytes
	for c.bytes > c.limit {
		a, b := c.all[rand.IntN(len(c.all))], c.all[rand.IntN(len(c.all))]
		if a.used > b.used {
			a = b
		}
		if a != e {
			c.remove(a.key)
		}
	}
}

func (c *Cache[K, V]) remove(key K) {
	e, ok := c.kept[key]
	if !ok {
		return
	}
	end := len(c.all) - 1
	last := c.all[end]
	c.all[e.at], last.at, c.all[end] = last, e.at, nil
	c.all = c.all[:end]
	c.bytes -= e.bytes
	delete(c.kept, key)
}

// Get returns what is kept under a key and counts whether there is anything.
func (c *Cache[K, V]) Get(key K) (value V, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.get(key)
}

func (c *Cache[K, V]) get(key K) (value V, ok bool) {
	e, ok := c.kept[key]
	if !ok {
		c.misses++
		return value, false
	}
	c.hits++
	c.uses++
	e.used = c.uses
	return e.value, true
}

// GetOr returns what is kept under a key, or keeps and returns fresh, of so many
// bytes.
func (c *Cache[K, V]) GetOr(key K, fresh V, bytes int) (value V, found bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if value, found = c.get(key); found {
		return value, true
	}
	c.set(key, fresh, bytes)
	return fresh, false
}

// Put keeps a value of so many bytes; what is there already under its key stays
// where keep says so of it.
func (c *Cache[K, V]) Put(key K, value V, bytes int, keep func(old V) bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if old, found := c.kept[key]; found && keep != nil && keep(old.value) {
		return
	}
	c.set(key, value, bytes)
}

// Resize says how many bytes a value takes by now, if it is still kept.
func (c *Cache[K, V]) Resize(key K, bytes int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if old, found := c.kept[key]; found {
		c.set(key, old.value, bytes)
	}
}

// Remove forgets what is kept under a key.
func (c *Cache[K, V]) Remove(key K) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.remove(key)
}

// Purge forgets everything.
func (c *Cache[K, V]) Purge() {
	c.mu.Lock()
	defer c.mu.Unlock()
	clear(c.kept)
	c.all, c.bytes = nil, 0
}

// Stats returns the figures up to now.
func (c *Cache[K, V]) Stats() Stats {
	c.mu.Lock()
	defer c.mu.Unlock()
	return Stats{Entries: len(c.all), Bytes: c.bytes, Limit: c.limit, Hits: c.hits, Misses: c.misses}
}
