package game

import (
	"errors"
	"strings"
	"testing"
	"time"

	"ruhr/internal/require"
)

func moment(t *testing.T, s string) time.Time {
	t.Helper()
	at, err := time.Parse(time.RFC3339, s)
	require.NoError(t, err)
	return at
}

// Clocks rest in quiet hours, by the wall clock of the person, and on holiday.
func TestRest(t *testing.T) {
	night := Hours{From: 22 * 60, To: 7 * 60, Zone: "Europe/Berlin"}
	for _, c := range []struct {
		name     string
		hours    Hours
		away     [2]string
		from, to string
		want     string // the time that counts
	}{
		{"no rest", Hours{}, [2]string{}, "2026-06-01T00:00:00Z", "2026-06-02T06:30:00Z", "30h30m"},
		{"within the day", night, [2]string{}, "2026-06-01T08:00:00Z", "2026-06-01T09:30:00Z", "1h30m"},
		{"within the night", night, [2]string{}, "2026-06-01T21:00:00Z", "2026-06-02T02:00:00Z", "0"},
		{"a whole day", night, [2]string{}, "2026-06-01T00:00:00Z", "2026-06-02T00:00:00Z", "15h"},
		{"into the night", night, [2]string{}, "2026-06-01T19:00:00Z", "2026-06-01T23:00:00Z", "1h"},
		{"out of the night", night, [2]string{}, "2026-06-02T04:00:00Z", "2026-06-02T06:00:00Z", "1h"},
		{"the night with 8 hours, when the clocks go forward", night, [2]string{}, "2026-03-28T20:00:00Z", "2026-03-29T06:00:00Z", "2h"},
		{"the night with 10 hours, when they go back", night, [2]string{}, "2026-10-24T19:00:00Z", "2026-10-25T07:00:00Z", "2h"},
		{"quiet at noon", Hours{From: 12 * 60, To: 13 * 60, Zone: "UTC"}, [2]string{}, "2026-06-01T11:00:00Z", "2026-06-01T14:00:00Z", "2h"},
		{"half an hour off", Hours{From: 0, To: 6 * 60, Zone: "Asia/Kolkata"}, [2]string{}, "2026-06-01T18:00:00Z", "2026-06-02T01:00:00Z", "1h"},
		{"a holiday", Hours{}, [2]string{"2026-06-02T00:00:00Z", "2026-06-09T00:00:00Z"}, "2026-06-01T12:00:00Z", "2026-06-09T12:00:00Z", "24h"},
		{"a holiday with nights around it", night, [2]string{"2026-06-01T21:00:00Z", "2026-06-09T00:00:00Z"}, "2026-06-01T19:00:00Z", "2026-06-09T06:00:00Z", "2h"},
	} {
		r := rest{hours: c.hours}
		if !c.hours.None() {
			r.zone, _ = time.LoadLocation(c.hours.Zone)
		}
		if c.away[0] != "" {
			r.away = span{moment(t, c.away[0]), moment(t, c.away[1])}
		}
		from, to := moment(t, c.from), moment(t, c.to)
		want, err := time.ParseDuration(c.want)
		require.NoError(t, err)
		require.Equal(t, r.active(from, to), want, "what counts, %s", c.name)
		// The moment after so much time is one at which so much has passed.
		require.Equal(t, r.active(from, r.after(from, want)), want, "what counts, %s, until %v", c.name, r.after(from, want))
		if end := r.after(from, want+time.Nanosecond); end.Before(to) {
			t.Errorf("%s: more than %v count before %v, by %v", c.name, want, c.to, end)
		}
	}
}

// Whose time is up at the moment when the quiet hours begin is out of time then,
// not at their end.
func TestOutOfTimeAsTheNightFalls(t *testing.T) {
	r := rest{hours: Hours{From: 22 * 60, To: 7 * 60, Zone: "UTC"}, zone: time.UTC}
	evening := moment(t, "2026-06-01T20:00:00Z")
	for left, want := range map[time.Duration]string{
		2*time.Hour - time.Second: "2026-06-01T21:59:59Z",
		2 * time.Hour:             "2026-06-01T22:00:00Z",
		2*time.Hour + time.Second: "2026-06-02T07:00:01Z",
	} {
		if got := r.after(evening, left); !got.Equal(moment(t, want)) {
			t.Errorf("%v left at %v run out at %v, expected %s", left, evening, got, want)
		}
	}
}

func TestHoursCheck(t *testing.T) {
	for _, c := range []struct {
		h    Hours
		want error
	}{
		{Hours{0, 12 * 60, "UTC"}, nil},
		{Hours{23 * 60, 7 * 60, "America/New_York"}, nil},
		{Hours{22 * 60, 0, "UTC"}, nil},
		{Hours{0, 12*60 + 1, "UTC"}, ErrBadHours},
		{Hours{7 * 60, 6 * 60, "UTC"}, ErrBadHours},
		{Hours{-1, 60, "UTC"}, ErrBadHours},
		{Hours{60, 1440, "UTC"}, ErrBadHours},
		{Hours{60, 120, "Europe/Atlantis"}, ErrBadZone},
		{Hours{60, 120, "../../etc/passwd"}, ErrBadZone},
		{Hours{60, 120, "Local"}, ErrBadZone},
		{Hours{60, 120, strings.Repeat("z", 1000)}, ErrBadZone},
	} {
		if got := c.h.Check(); !errors.Is(got, c.want) {
			t.Errorf("%+v: %v, want %v", c.h, got, c.want)
		}
	}
}
