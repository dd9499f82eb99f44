package web

import (
	lru "github.com/hashicorp/golang-lru/v2"

	"ruhr/internal/page"
	"ruhr/internal/table"
)

// Sizes of the LRU caches.
const (
	maxOpened    = 64
	maxShared    = 64  // tables in a language, some hundred kilobytes each
	maxPartsOf   = 256 // tables in a language, about a hundred kilobytes each
	maxUpdates   = 256
	maxPositions = 128
)

// caches hold what is expensive to compute.
type caches struct {
	maps      *atlas
	opened    *lru.Cache[string, *page.Game] // games of record files, by their key in the store
	shared    *lru.Cache[partsKey, *sharedTable]
	parts     *lru.Cache[partsKey, *parts]
	positions *lru.Cache[positionKey, func() (*table.Snapshot, error)] // for those who watch
	updates   *lru.Cache[updateKey, func() (*update, error)]           // for those who watch
}

func newCaches() caches {
	return caches{
		maps:      newAtlas(),
		opened:    newCache[string, *page.Game](maxOpened),
		shared:    newCache[partsKey, *sharedTable](maxShared),
		parts:     newCache[partsKey, *parts](maxPartsOf),
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
