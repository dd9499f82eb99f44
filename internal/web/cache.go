package web

import (
	lru "github.com/hashicorp/golang-lru/v2"

	"ruhr/internal/cache"
	"ruhr/internal/game"
	"ruhr/internal/page"
)

// Cache is how many bytes pages are kept in unless told otherwise.
const Cache = 48 << 20

// The shares of the caches in these bytes, in sixteenths.
const (
	shareOfParts     = 6
	shareOfRegions   = 4
	shareOfShared    = 2
	shareOfUpdates   = 2
	shareOfPositions = 1
	shareOfOpened    = 1
)

// About how many bytes some things take.
const (
	sharedSize   = 100 << 10 // what all viewers of a table share besides its parts
	passedSize   = 48 << 10  // and of each position that is passed through
	snapshotSize = 8 << 10   // besides the history
	updateSize   = 100 << 10 // before it is made
	partsSize    = 4 << 10   // besides what is rendered
	regionSize   = 200       // besides its text
)

// caches hold what is expensive to compute.
type caches struct {
	usualMaps *mapCache                        // of the usual board
	maps      *mapCache                        // of all others
	opened    *cache.Cache[string, *page.Game] // games of record files, by their key in the store
	shared    *cache.Cache[partsKey, *sharedTable]
	parts     *cache.Cache[partsKey, *parts]
	positions *cache.Cache[positionKey, func() (*game.Snapshot, error)] // for those who watch
	updates   *cache.Cache[updateKey, func() (*update, error)]          // for those who watch
	regions   *cache.Cache[string, string]                              // that pages may have, by their digests
	sent      *cache.Cache[string, *sent]                               // forms with a key
}

func newCaches(bytes int) caches {
	return caches{
		usualMaps: newMapCache(),
		maps:      newMapCache(),
		opened:    cache.New[string, *page.Game](bytes / 16 * shareOfOpened),
		shared:    cache.New[partsKey, *sharedTable](bytes / 16 * shareOfShared),
		parts:     cache.New[partsKey, *parts](bytes / 16 * shareOfParts),
		positions: cache.New[positionKey, func() (*game.Snapshot, error)](bytes / 16 * shareOfPositions),
		updates:   cache.New[updateKey, func() (*update, error)](bytes / 16 * shareOfUpdates),
		regions:   cache.New[string, string](bytes / 16 * shareOfRegions),
		sent:      cache.New[string, *sent](onceBytes),
	}
}

// figures are the figures of the caches, by their names.
func (c *caches) figures() map[string]func() cache.Stats {
	return map[string]func() cache.Stats{
		"records": c.opened.Stats, "shared": c.shared.Stats, "parts": c.parts.Stats, "positions": c.positions.Stats, "updates": c.updates.Stats,
		"regions": c.regions.Stats,
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
