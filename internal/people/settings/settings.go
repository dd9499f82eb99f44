// Package settings is how a person likes the pages, as an account and a browser's cookie
// keep it.
package settings

import (
	"fmt"
	"net/url"
	"slices"
	"time"

	"ruhr/internal/game"
)

// Settings are a browser's preferences.
type Settings struct {
	Lang  string // "" for the browser's own
	Theme string // auto, light, dark
	Pace  string // slow, normal, fast, off
	Size  string // small, normal, large
	Word  string // the last word before something closes a turn: moment, ask, none
	Sound bool
	Quiet Quiet
	rest  string // what a newer program has stored besides, encoded
}

// maxRest is how many bytes of it are kept: a browser can make up anything.
const maxRest = 500

// Quiet are a person's quiet hours as a form has them: times of day as "22:00",
// empty for none, and a time zone.
type Quiet struct{ From, To, Zone string }

// Hours reads quiet hours. Errors: game.ErrBadHours, game.ErrBadZone.
func (q Quiet) Hours() (h game.Hours, err error) {
	if q.From == "" && q.To == "" {
		return h, nil
	}
	from, err1 := time.Parse("15:04", q.From)
	to, err2 := time.Parse("15:04", q.To)
	if err1 != nil || err2 != nil {
		return h, game.ErrBadHours
	}
	h = game.Hours{From: from.Hour()*60 + from.Minute(), To: to.Hour()*60 + to.Minute(), Zone: q.Zone}
	if h.None() {
		return game.Hours{}, nil
	}
	return h, h.Check()
}

// The values of each setting; the first is the default.
var (
	Themes = []string{"auto", "light", "dark"}
	Paces  = []string{"normal", "slow", "fast", "off"}
	Sizes  = []string{"normal", "small", "large"}
	Words  = []string{"moment", "ask", "none"}
)

// Choice is a setting with its values and the one that is chosen.
type Choice struct {
	Name, Chosen string
	Values       []string
}

// Choices are the settings that are chosen from a list.
func (s Settings) Choices() []Choice {
	return []Choice{{"theme", s.Theme, Themes}, {"pace", s.Pace, Paces}, {"word", s.Word, Words}, {"size", s.Size, Sizes}}
}

// Read reads settings that Encode made; what cannot be read is the default.
func Read(encoded string) Settings {
	v, _ := url.ParseQuery(encoded)
	s := Of(v)
	for _, known := range []string{"lang", "theme", "pace", "size", "word", "sound", "from", "to", "zone"} {
		v.Del(known)
	}
	if s.rest = v.Encode(); len(s.rest) > maxRest {
		s.rest = ""
	}
	return s
}

// Of reads the settings of a form; what is not on offer is the default.
func Of(v url.Values) Settings {
	return Settings{
		Lang:  v.Get("lang"),
		Theme: oneOf(v.Get("theme"), Themes),
		Pace:  oneOf(v.Get("pace"), Paces),
		Size:  oneOf(v.Get("size"), Sizes),
		Word:  oneOf(v.Get("word"), Words),
		Sound: v.Get("sound") == "on",
		Quiet: Quiet{v.Get("from"), v.Get("to"), v.Get("zone")},
	}
}

// Encode writes settings.
func (s Settings) Encode() string {
	v, _ := url.ParseQuery(s.rest)
	for name, value := range map[string]string{"lang": s.Lang, "theme": s.Theme, "pace": s.Pace, "size": s.Size, "word": s.Word} {
		v.Set(name, value)
	}
	if s.Sound {
		v.Set("sound", "on")
	}
	if h, err := s.Quiet.Hours(); err == nil && !h.None() {
		v.Set("from", s.Quiet.From)
		v.Set("to", s.Quiet.To)
		v.Set("zone", s.Quiet.Zone)
	}
	return v.Encode()
}

// OfNobody are the settings without the quiet hours, which may be those of who used
// the browser before.
func (s Settings) OfNobody() Settings {
	s.Quiet = Quiet{}
	return s
}

// Zones are the suggested time zones; the form accepts any other.
var Zones = []string{"Europe/Berlin", "Europe/Madrid", "Europe/Paris", "Europe/London", "Europe/Vienna", "Europe/Zurich", "Europe/Brussels",
	"Europe/Amsterdam", "Europe/Warsaw", "Europe/Helsinki", "Atlantic/Canary", "America/New_York", "America/Chicago", "America/Denver",
	"America/Los_Angeles", "America/Toronto", "America/Mexico_City", "America/Bogota", "America/Argentina/Buenos_Aires", "America/Sao_Paulo",
	"Africa/Dakar", "Asia/Tokyo", "Asia/Shanghai", "Asia/Kolkata", "Australia/Sydney", "UTC"}

// Change makes the changes of a form. Another form may have changed the rest since this
// one was made.
func (s *Settings) Change(was, form Settings) {
	if form.Quiet.From == "" && form.Quiet.To == "" {
		form.Quiet = Quiet{} // the page proposes a zone
	}
	Carry(&s.Lang, was.Lang, form.Lang)
	Carry(&s.Theme, was.Theme, form.Theme)
	Carry(&s.Pace, was.Pace, form.Pace)
	Carry(&s.Size, was.Size, form.Size)
	Carry(&s.Word, was.Word, form.Word)
	Carry(&s.Sound, was.Sound, form.Sound)
	Carry(&s.Quiet, was.Quiet, form.Quiet)
}

// Carry sets what has changed.
func Carry[T comparable](to *T, was, now T) {
	if now != was {
		*to = now
	}
}

func oneOf(v string, among []string) string {
	if slices.Contains(among, v) {
		return v
	}
	return among[0]
}

// Hours are the quiet hours. Those that cannot be read are none, in their zone.
func (s Settings) Hours() game.Hours {
	h, err := s.Quiet.Hours()
	if err != nil {
		h.From, h.To = 0, 0
	}
	return h
}

// WithHours are the settings with other quiet hours, which have been checked.
func (s Settings) WithHours(h game.Hours) Settings {
	clock := func(minutes int) string { return fmt.Sprintf("%02d:%02d", minutes/60, minutes%60) }
	if s.Quiet = (Quiet{}); !h.None() {
		s.Quiet = Quiet{clock(h.From), clock(h.To), h.Zone}
	}
	return s
}
