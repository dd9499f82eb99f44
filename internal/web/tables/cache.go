package tables

import (
	"ruhr/internal/cache"
	"ruhr/internal/game"
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
	ShareOfLibrary   = 1 // games of record files
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
	shared    *cache.Cache[partsKey, *sharedTable]
	parts     *cache.Cache[partsKey, *parts]
	positions *cache.Cache[positionKey, func() (*game.Snapshot, error)] // for those who watch
	updates   *cache.Cache[updateKey, func() (*update, error)]          // for those who watch
	regions   *cache.Cache[string, string]                              // that pages may have, by their digests
}

func newCaches(bytes int) caches {
	return caches{
		shared:    cache.New[partsKey, *sharedTable](bytes / 16 * shareOfShared),
		parts:     cache.New[partsKey, *parts](bytes / 16 * shareOfParts),
		positions: cache.New[positionKey, func() (*game.Snapshot, error)](bytes / 16 * shareOfPositions),
		updates:   cache.New[updateKey, func() (*update, error)](bytes / 16 * shareOfUpdates),
		regions:   cache.New[string, string](bytes / 16 * shareOfRegions),
	}
}

// figures are the figures of the caches, by their names.
func (c *caches) figures() map[string]func() cache.Stats {
	return map[string]func() cache.Stats{
		"shared": c.shared.Stats, "parts": c.parts.Stats, "positions": c.positions.Stats, "updates": c.updates.Stats,
		"regions": c.regions.Stats,
	}
}
