package settings

import (
	"errors"
	"net/url"
	"testing"

	"ruhr/internal/game"
	"ruhr/internal/require"
)

// Quiet hours are read from times of day; the same time twice is none.
func TestQuietHoursOfAForm(t *testing.T) {
	for _, c := range []struct {
		Quiet
		want game.Hours
		err  error
	}{
		{Quiet{}, game.Hours{}, nil},
		{Quiet{Zone: "Nowhere"}, game.Hours{}, nil},
		{Quiet{"22:00", "07:30", "Europe/Berlin"}, game.Hours{From: 1320, To: 450, Zone: "Europe/Berlin"}, nil},
		{Quiet{"00:00", "00:00", "UTC"}, game.Hours{}, nil},
		{Quiet{"00:01", "00:00", "UTC"}, game.Hours{}, game.ErrBadHours}, // all day
		{Quiet{"22:00", "", "UTC"}, game.Hours{}, game.ErrBadHours},
		{Quiet{"", "07:00", "UTC"}, game.Hours{}, game.ErrBadHours},
		{Quiet{"24:00", "07:00", "UTC"}, game.Hours{}, game.ErrBadHours},
		{Quiet{"22:00", "7 Uhr", "UTC"}, game.Hours{}, game.ErrBadHours},
		{Quiet{"22:00", "07:00", "Nowhere"}, game.Hours{}, game.ErrBadZone},
	} {
		got, err := c.Quiet.Hours()
		if !errors.Is(err, c.err) || err == nil && got != c.want {
			t.Errorf("%+v: %+v, %v; expected %+v, %v", c.Quiet, got, err, c.want, c.err)
		}
	}
}

// What is not offered becomes the default, and quiet hours outlast being written.
func TestEncoded(t *testing.T) {
	require.Equal(t, Of(url.Values{"theme": {"pink"}, "pace": {"fast"}, "size": {""}, "word": {"ask"}}), Settings{Theme: "auto", Pace: "fast", Size: "normal", Word: "ask"}, "what is not offered")
	for _, h := range []game.Hours{{}, {From: 1320, To: 450, Zone: "Europe/Berlin"}} {
		was := Settings{Lang: "fr", Theme: "dark", Pace: "off", Size: "large", Word: "none", Sound: true}
		now := Read(was.WithHours(h).Encode())
		require.True(t, now.Hours() == h && now.Lang == "fr" && now.Sound, "%+v becomes %+v", h, now)
	}
	newer := Read("hue=7&lang=fr")
	newer.Change(Read(""), Of(url.Values{"lang": {"de"}, "key": {"of a form"}}))
	require.Equal(t, newer.Encode(), "hue=7&lang=de&pace=normal&size=normal&theme=auto&word=moment", "what a newer program has stored")
	require.Equal(t, Read("from=22:00&to=21:00&zone=UTC").Hours(), game.Hours{Zone: "UTC"}, "hours that are too long")
}
