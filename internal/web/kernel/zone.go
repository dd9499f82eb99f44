package kernel

import (
	"net/http"
	"time"

	"ruhr/internal/game"
	"ruhr/internal/people/settings"
)

// ZoneCookie has the browser's time zone; page.js sets it.
const ZoneCookie = "ruhr-zone"

// knownZones are zones by name, which are slow to read.
var knownZones = newCache[string, *time.Location](64)

// zoneOf returns the zone of the dates on the pages of a request: that of the
// quiet hours, else the browser's, else the server's.
func zoneOf(r *http.Request, set settings.Settings) *time.Location {
	for _, name := range []string{set.Quiet.Zone, Cookie(r, ZoneCookie)} {
		if zone, ok := knownZones.Get(name); ok {
			return zone
		}
		if zone, err := game.Zone(name); err == nil && name != "" {
			knownZones.Add(name, zone)
			return zone
		}
	}
	return time.Local
}
