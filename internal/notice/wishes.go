package notice

import (
	"cmp"
	"encoding/json"
	"time"

	"ruhr/internal/game"
	"ruhr/internal/store"
)

// Wishes say what a channel is for, and when.
type Wishes struct {
	Turn bool `json:"turn,omitempty"`
	// Takeback and Late are stored also where they are false: channels from before
	// there were such notices have them if they have turns.
	Takeback bool   `json:"takeback"`
	Late     bool   `json:"time"`
	Begin    bool   `json:"begin,omitempty"`
	Chat     bool   `json:"chat,omitempty"`
	End      bool   `json:"end,omitempty"`
	Daily    bool   `json:"daily,omitempty"` // one message a day instead of each at once
	Hour     int    `json:"hour,omitempty"`  // of that message, 0 to 23
	Zone     string `json:"zone,omitempty"`  // of that hour, such as Europe/Berlin; "" is UTC
	Lang     string `json:"lang,omitempty"`  // of a person who has chosen none
}

// AllWishes are those of a new channel: all but what is said, which may be much.
func AllWishes() Wishes {
	return Wishes{Turn: true, Takeback: true, Late: true, Begin: true, End: true, Hour: 9}
}

// readWishes reads the settings of a channel; what cannot be read wishes nothing.
func readWishes(settings string) (w Wishes) {
	if json.Unmarshal([]byte(settings), &w) != nil {
		return Wishes{}
	}
	var has struct {
		Takeback *bool `json:"takeback"`
		Late     *bool `json:"time"`
	}
	if json.Unmarshal([]byte(settings), &has) != nil {
		return Wishes{}
	}
	w.Takeback = w.Takeback || has.Takeback == nil && w.Turn
	w.Late = w.Late || has.Late == nil && w.Turn
	return w
}

// encode returns the settings of a channel that had others, "" for a new one. What a newer
// program has stored there stays.
func (w Wishes) encode(old string) string { return rewrite(old, w) }

func rewrite[T any](old string, now T) string {
	data, err := store.Rewrite([]byte(cmp.Or(old, "{}")), now)
	if err != nil { // the old ones cannot be read
		data, _ = json.Marshal(now) // a flat struct cannot fail
	}
	return string(data)
}

// trust is what the settings of a mail address say besides: whether it was added without a proof that
// its person was there. Addresses from before this was asked have been confirmed, and their
// people rely on them.
type trust struct {
	Unproven bool `json:"unproven,omitempty"`
}

// proven reports whether a channel is a mail address that its person has added, as far as is known.
func proven(c store.Channel) bool {
	var t trust
	return c.Kind == KindMail && json.Unmarshal([]byte(c.Settings), &t) == nil && !t.Unproven
}

// check returns ErrHour or ErrZone for values out of range.
func (w Wishes) check() error {
	if w.Hour < 0 || w.Hour > 23 {
		return ErrHour
	}
	if _, err := game.Zone(w.Zone); err != nil {
		return ErrZone
	}
	return nil
}

// Kinds are the kinds of notice that a channel can be for; who hears of a beginning hears
// of invitations, too.
var Kinds = []string{turn, takeback, late, begin, said, end}

// Wants reports whether a channel is for a kind of notice.
func (w Wishes) Wants(kind string) bool {
	return map[string]bool{turn: w.Turn, takeback: w.Takeback, late: w.Late, begin: w.Begin, invite: w.Begin, said: w.Chat, end: w.End}[kind]
}

// nextDigest returns when the next message of the day after t is due: once for
// each date, when the wall clock first shows the hour or, where it leaves that
// out, a later time.
func (w Wishes) nextDigest(t time.Time) time.Time {
	zone, err := game.Zone(w.Zone)
	if err != nil {
		zone = time.UTC
	}
	year, month, day := t.In(zone).Date()
	for ; ; day++ {
		if at := firstAt(time.Date(year, month, day, w.Hour, 0, 0, 0, time.UTC), zone); at.After(t) {
			return at
		}
	}
}

// firstAt returns when the wall clock of a zone first shows a date and time, given
// as if in UTC, or a later one.
func firstAt(wall time.Time, zone *time.Location) time.Time {
	at := wall.Add(-24 * time.Hour).In(zone) // earlier: no zone is so far from UTC
	for {
		_, offset := at.Zone()
		shown := wall.Add(-time.Duration(offset) * time.Second) // if nothing changes before
		_, change := at.ZoneBounds()
		if !change.After(at) || shown.Before(change) {
			if at.After(shown) {
				return at
			}
			return shown
		}
		at = change
	}
}

// The kinds of channel.
const (
	KindMail = "mail"
	KindHook = "hook"
	KindPush = "push"
)

// The states of a channel.
const (
	StateNew = "new" // a mail address that nobody has confirmed
	StateOn  = "on"
	StateOff = "off"
	// StateStopped is that of a mail address whose receiver has stopped the messages: they have to
	// confirm it again.
	StateStopped = "stopped"
)

// works reports whether a channel is used.
func works(c store.Channel) bool { return c.State == StateOn && c.Failed < MaxFailed }
