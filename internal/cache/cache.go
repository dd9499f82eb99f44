// Package cache keeps what is expensive to make in a bounded number of bytes.
package cache

import (
	"math/rand/v2"
	"sync"
)

// Cache keeps values up to a number of bytes, as their makers estimate them.
// Beyond that it drops the older one of two at random: nearly as good as the
// oldest of all where some are used again and again, and far better where more
// than it can keep are used in turn, of which dropping the oldest keeps none that is
// used again. It is safe for concurrent use.
type Cache[K comparable, V any] struct {
	limit int

	mu    sync.Mutex
	at    map[K]int // in kept
	kept  []entry[K, V]
	clock uint64 // of uses
	stats Stats
}

type entry[K comparable, V any] struct {
	key   K
	value V
	bytes int
	used  uint64
}

// Stats are the figures of a cache.
type Stats struct {
	Entries, Bytes, Limit int
	Hits, Misses          uint64
}

// New makes a cache of so many bytes.
func New[K comparable, V any](limit int) *Cache[K, V] {
	return &Cache[K, V]{limit: limit, at: map[K]int{}}
}

// Get returns what is kept under a key and counts whether there is anything.
func (c *Cache[K, V]) Get(key K) (value V, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	i, ok := c.at[key]
	if !ok {
		c.stats.Misses++
		return value, false
	}
	c.stats.Hits++
	return c.use(i).value, true
}

// use marks an entry as used just now.
func (c *Cache[K, V]) use(i int) *entry[K, V] {
	c.clock++
	c.kept[i].used = c.clock
	return &c.kept[i]
}

// GetOr returns what is kept under a key, or keeps and returns fresh, of so many
// bytes.
func (c *Cache[K, V]) GetOr(key K, fresh V, bytes int) (value V, found bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if i, ok := c.at[key]; ok {
		c.stats.Hits++
		return c.use(i).value, true
	}
	c.stats.Misses++
	c.put(key, fresh, bytes)
	return fresh, false
}

// Put keeps a value of so many bytes; what is there already under its key stays
// where keep says so of it.
func (c *Cache[K, V]) Put(key K, value V, bytes int, keep func(old V) bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if i, ok := c.at[key]; ok && keep != nil && keep(c.kept[i].value) {
		return
	}
	c.put(key, value, bytes)
}

func (c *Cache[K, V]) put(key K, value V, bytes int) {
	i, ok := c.at[key]
	if !ok {
		i = len(c.kept)
		c.at[key] = i
		c.kept = append(c.kept, entry[K, V]{key: key})
	}
	c.use(i).value = value
	c.resize(i, bytes)
}

// Resize says how many bytes a value takes by now, if it is still kept.
func (c *Cache[K, V]) Resize(key K, bytes int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if i, ok := c.at[key]; ok {
		c.resize(i, bytes)
	}
}

func (c *Cache[K, V]) resize(i, bytes int) {
	c.stats.Bytes += bytes - c.kept[i].bytes
	c.kept[i].bytes = bytes
	for c.stats.Bytes > c.limit && len(c.kept) > 0 {
		a, b := rand.IntN(len(c.kept)), rand.IntN(len(c.kept))
		if c.kept[b].used < c.kept[a].used {
			a = b
		}
		c.drop(a)
	}
}

// Remove forgets what is kept under a key.
func (c *Cache[K, V]) Remove(key K) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if i, ok := c.at[key]; ok {
		c.drop(i)
	}
}

func (c *Cache[K, V]) drop(i int) {
	last := len(c.kept) - 1
	c.stats.Bytes -= c.kept[i].bytes
	delete(c.at, c.kept[i].key)
	if i != last {
		c.kept[i] = c.kept[last]
		c.at[c.kept[i].key] = i
	}
	c.kept[last] = entry[K, V]{}
	c.kept = c.kept[:last]
}

// Purge forgets everything.
func (c *Cache[K, V]) Purge() {
	c.mu.Lock()
	defer c.mu.Unlock()
	clear(c.at)
	clear(c.kept)
	c.kept, c.stats.Bytes = c.kept[:0], 0
}

// Stats returns the figures up to now.
func (c *Cache[K, V]) Stats() Stats {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := c.stats
	s.Entries, s.Limit = len(c.kept), c.limit
	return s
}
