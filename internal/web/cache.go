package web

import (
	"sync"

	lru "github.com/hashicorp/golang-lru/v2"

	"ruhr/board"
	"ruhr/internal/draw"
	"ruhr/internal/page"
	"ruhr/internal/table"
)

// Sizes of the LRU caches.
const (
	maxMaps      = 16
	maxGrounds   = 4 * maxMaps
	maxOpened    = 64
	maxShared    = 64 // some hundred kilobytes each
	maxUpdates   = 256
	maxPositions = 128
)

// caches hold what is expensive to compute.
type caches struct {
	drawing   sync.Mutex                          // held while a map is laid out, so that it is done once
	maps      *lru.Cache[string, *draw.Map]       // by the board's digest
	grounds   *lru.Cache[[2]string, *page.Ground] // by the board's digest and language
	opened    *lru.Cache[string, *page.Game]      // games of record files, by their key in the store
	shared    *lru.Cache[sharedKey, *sharedTable]
	positions *lru.Cache[positionKey, func() (*table.Snapshot, error)] // for those who watch
	updates   *lru.Cache[updateKey, func() (*update, error)]           // for those who watch
}

func newCaches() caches {
	return caches{
		maps: newCache[string, *draw.Map](maxMaps), grounds: newCache[[2]string, *page.Ground](maxGrounds),
		opened:    newCache[string, *page.Game](maxOpened),
		shared:    newCache[sharedKey, *sharedTable](maxShared),
		positions: newCache[positionKey, func() (*table.Snapshot, error)](maxPositions),
		updates:   newCache[updateKey, func() (*update, error)](maxUpdates),
	}
}

// newCache makes a cache of a size of at least 1.
func newCache[K comparable, V any](most int) *lru.Cache[K, V] {
	c, err := lru.New[K, V](most)
	if err != nil {
		panic(err) // only for a size below 1
	}
	return c
}

// mapOf is the map of a board, laid out.
func (c *caches) mapOf(b *board.Board) *draw.Map {
	c.drawing.Lock()
	defer c.drawing.Unlock()
	m, ok := c.maps.Get(b.SHA256)
	if !ok {
		m = draw.New(b)
		c.maps.Add(b.SHA256, m)
	}
	return m
}

// groundOf is the map of a board with its unchanging picture in a language.
func (c *caches) groundOf(b *board.Board, l *page.Localizer) *page.Ground {
	key := [2]string{b.SHA256, l.Lang()}
	if g, ok := c.grounds.Get(key); ok {
		return g
	}
	m := c.mapOf(b)
	g := &page.Ground{Map: m, Picture: m.Static(l.MapWord)}
	c.grounds.Add(key, g)
	return g
}
