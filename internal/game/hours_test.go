package game

import (
	"errors"
	"math/rand/v2"
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

// However often quiet hours are changed, no more rests in any 24 hours than they may have.
// The first hours count at once, and so does every change in older logs.
func TestQuietHoursAreNotMovedRoundTheClock(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 0))
	start := moment(t, "2026-06-01T00:00:00Z")
	for range 50 {
		var ran []time.Duration // until each hour
		r, sum := rest{}, time.Duration(0)
		for hour := range 24 * 14 {
			now := start.Add(time.Duration(hour) * time.Hour)
			if rng.IntN(3) == 0 { // from now on, or some time
				h := Hours{From: (hour + rng.IntN(2)*rng.IntN(24)) % 24 * 60, Zone: "UTC"}
				h.To = (h.From + rng.IntN(2)*MaxQuiet) % minutesADay
				quiet, err := h.rest()
				require.NoError(t, err)
				if r.change(quiet, now); r.newest() != quiet.hours {
					t.Fatalf("the newest hours are %v, want %v", r.newest(), h)
				}
			}
			ran = append(ran, sum)
			sum += r.active(now, now.Add(time.Hour))
			if hour >= 24 && sum-ran[hour-23] < 12*time.Hour {
				t.Fatalf("in the 24 hours up to %v the clock ran for %v", now, sum-ran[hour-23])
			}
		}
	}
}

// A change counts once the hours before it would begin.
func TestQuietHoursChange(t *testing.T) {
	night, noon := Hours{From: 22 * 60, To: 7 * 60, Zone: "UTC"}, Hours{From: 12 * 60, To: 14 * 60, Zone: "UTC"}
	g := &Game{base: &base{Setup: Setup{Pace: Pace{Bank: 1, Cap: 1, Days: true}}}, clock: &clock{seats: make([]seatClock, 1)}}
	at := moment(t, "2026-06-01T13:00:00Z")
	set := func(h Hours, once bool) *rest {
		require.NoError(t, g.addHours(Entry{Time: at.UnixMilli()}, body{Hours: &h, Once: once}))
		return &g.clock.seats[0].rest
	}
	day := func(r *rest) time.Duration { return r.active(at, at.Add(24*time.Hour)) }
	for _, c := range []struct {
		what  string
		hours Hours
		once  bool
		want  time.Duration
	}{
		{"the first count at once", night, true, 15 * time.Hour},
		{"others from ten o'clock on", noon, true, 23 * time.Hour},
		{"the same again", night, true, 15 * time.Hour},
		{"none, from ten o'clock on", Hours{}, true, 24 * time.Hour},
		{"at once in older logs", noon, false, 22 * time.Hour},
	} {
		if got := day(set(c.hours, c.once)); got != c.want {
			t.Errorf("%s: %v of a day count, want %v", c.what, got, c.want)
		}
	}
}
