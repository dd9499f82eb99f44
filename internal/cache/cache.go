//go:build !js

package cache

import (
	"math"
	"sync/atomic"

	"github.com/maypok86/otter/v2"
)

// Cache keeps values up to a number of bytes, as their makers estimate them.
// Beyond that it drops what is used least often and least recently; where more than
// it can keep is used in turn, part of it is still found again. It is safe for
// concurrent use.
type Cache[K comparable, V any] struct {
	kept         *otter.Cache[K, entry[V]]
	limit        int
	hits, misses atomic.Uint64 // of Get and GetOr; the library counts changes, too
}

type entry[V any] struct {
	value V
	bytes uint32
}

func newEntry[V any](value V, bytes int) entry[V] {
	return entry[V]{value, uint32(min(max(bytes, 1), math.MaxUint32))}
}

// New makes a cache of so many bytes, at least one.
func New[K comparable, V any](limit int) *Cache[K, V] {
	return &Cache[K, V]{limit: limit, kept: otter.Must(&otter.Options[K, entry[V]]{
		MaximumWeight: uint64(max(limit, 1)),
		Weigher:       func(_ K, e entry[V]) uint32 { return e.bytes },
		// Put drops the excess before it returns, so that the bound holds afterwards.
		Executor: func(drop func()) { drop() },
	})}
}

// Get returns what is kept under a key and counts whether there is anything.
func (c *Cache[K, V]) Get(key K) (value V, ok bool) {
	e, ok := c.kept.GetIfPresent(key)
	if ok {
		c.hits.Add(1)
	} else {
		c.misses.Add(1)
	}
	return e.value, ok
}

// GetOr returns what is kept under a key, or keeps and returns fresh, of so many
// bytes.
func (c *Cache[K, V]) GetOr(key K, fresh V, bytes int) (value V, found bool) {
	if value, found = c.Get(key); found {
		return value, true
	}
	e, set := c.kept.SetIfAbsent(key, newEntry(fresh, bytes))
	return e.value, !set
}

// Put keeps a value of so many bytes; what is there already under its key stays
// where keep says so of it.
func (c *Cache[K, V]) Put(key K, value V, bytes int, keep func(old V) bool) {
	c.kept.Compute(key, func(old entry[V], found bool) (entry[V], otter.ComputeOp) {
		if found && keep != nil && keep(old.value) {
			return old, otter.CancelOp
		}
		return newEntry(value, bytes), otter.WriteOp
	})
}

// Resize says how many bytes a value takes by now, if it is still kept.
func (c *Cache[K, V]) Resize(key K, bytes int) {
	c.kept.ComputeIfPresent(key, func(old entry[V]) (entry[V], otter.ComputeOp) {
		return newEntry(old.value, bytes), otter.WriteOp
	})
}

// Remove forgets what is kept under a key.
func (c *Cache[K, V]) Remove(key K) { c.kept.Invalidate(key) }

// Purge forgets everything.
func (c *Cache[K, V]) Purge() { c.kept.InvalidateAll() }

// Stats returns the figures up to now.
func (c *Cache[K, V]) Stats() Stats {
	return Stats{
		Entries: c.kept.EstimatedSize(), Bytes: int(c.kept.WeightedSize()), Limit: c.limit,
		Hits: c.hits.Load(), Misses: c.misses.Load(),
	}
}
