package kernel

import (
	"time"

	"ruhr/internal/chat"
	"ruhr/internal/page"
)

// Chat is what is said at a place, as it is shown.
type Chat struct {
	Place   string   // the address of the table or circle
	Rooms   []string // in which the viewer may speak
	Lines   []ChatLine
	MaxText int
	Typed   string // that was refused
	Silent  bool
	Owner   bool // the viewer may switch it off
	Known   bool // the viewer may report
	Mute    bool // and mute
	Manage  bool // with the buttons to mute and report
	Mutes   bool // the viewer does not hear everybody here
}

// ChatLine is a message as it is shown.
type ChatLine struct {
	chat.Message
	Sign int    // of the seat, -1 for none
	When string // for machines
	At   string // for people: the hour, with the day unless that is today
}

// Add shows a message of a seat with a sign, -1 for none.
func (c *Chat) Add(l *page.Localizer, m chat.Message, sign int) {
	line := ChatLine{Message: m, Sign: sign, When: m.Time.Format(time.RFC3339), At: l.Printer.Moment(m.Time)}
	if l.Printer.Day(m.Time) == l.Printer.Day(time.Now()) {
		line.At = l.Printer.Hour(m.Time)
	}
	c.Lines = append(c.Lines, line)
}

// Last returns the number of the newest message.
func (c *Chat) Last() int64 {
	if len(c.Lines) == 0 {
		return 0
	}
	return c.Lines[len(c.Lines)-1].N
}
