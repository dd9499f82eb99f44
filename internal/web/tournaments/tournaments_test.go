package tournaments

import (
	"testing"
	"time"

	"ruhr/internal/require"
)

// A form in the server's time names the offset of every moment that can be chosen.
func TestZoneNames(t *testing.T) {
	zone := time.Local
	defer func() { time.Local = zone }()
	var err error
	time.Local, err = time.LoadLocation("Europe/Berlin")
	require.NoError(t, err)
	for _, c := range []struct {
		zone  *time.Location
		month time.Month
		want  string
	}{
		{time.Local, time.June, "UTC+02:00"},
		{time.Local, time.October, "UTC+02:00 / UTC+01:00"},
		{time.UTC, time.October, "UTC"},
	} {
		require.Equal(t, zoneNames(c.zone, time.Date(2026, c.month, 1, 12, 0, 0, 0, time.Local)), c.want, "%v", c.month)
	}
}
