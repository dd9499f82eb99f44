package tournaments

import (
	"testing"
	"time"

	"ruhr/internal/page"
	"ruhr/internal/require"
	"ruhr/lang"
)

// A form in the server's time names the offset of every moment that can be chosen.
func TestZoneNames(t *testing.T) {
	zone := time.Local
	defer func() { time.Local = zone }()
	var err error
	time.Local, err = time.LoadLocation("Europe/Berlin")
	require.NoError(t, err)
	server := lang.For("en")
	for _, c := range []struct {
		printer *lang.Printer
		month   time.Month
		want    string
	}{
		{server, time.June, "UTC+02:00"},
		{server, time.October, "UTC+02:00 / UTC+01:00"},
		{server.In(time.UTC), time.October, "UTC"},
	} {
		require.Equal(t, zoneNames(page.NewLocalizer(c.printer), time.Date(2026, c.month, 1, 12, 0, 0, 0, time.Local)), c.want, "%v", c.month)
	}
}
