// Package chat is what people say at tables, and what they note for themselves.
//
// A table has two rooms. At the table speak those who have a seat, and everybody
// hears them. Those who only watch speak among themselves; who plays hears that
// only after the game, since it could be advice. Nothing said is an entry of the
// table's log: it may be deleted, and the log only grows.
package chat

import (
	"context"
	"errors"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"ruhr/internal/live"
	"ruhr/internal/store"
	"ruhr/internal/table"
)

// The rooms.
const (
	AtTable = "table"
	Watch   = "watch"
)

// Limits on what people hand in.
const (
	MaxText = 400  // characters in a message
	MaxNote = 2000 // characters in a note
)

// Why something is refused; compare with errors.Is.
var (
	// ErrSilent: the owner lets nothing be said at the table.
	ErrSilent = errors.New("nothing may be said at the table")
	// ErrNoRoom: not in that room, or there is none.
	ErrNoRoom = errors.New("not in that room")
	// ErrText: a message has 1 to MaxText characters, a note at most MaxNote.
	ErrText = errors.New("empty, or too long")
	// ErrNotOwner: only the owner of the table may do that.
	ErrNotOwner = errors.New("not the owner of the table")
	// ErrNoMessage: there is no such message.
	ErrNoMessage = store.ErrNoMessage
)

// Service keeps what is said. Its methods may be called from several goroutines.
type Service struct {
	Store  store.Chat
	Tables *table.Service
	Live   live.Live
	Clock  func() time.Time
}

// Reader is who reads or says something at a table.
type Reader struct {
	Holder string // the browser, or the person signed in; "" for one without a secret
	Name   string // of who is signed in, "" for nobody
	table.Actor
}

// Message is something said, as one reader sees it.
type Message struct {
	N     int64     `json:"n"`
	Time  time.Time `json:"time"`
	Room  string    `json:"room" enum:"table,watch"`
	Seat  int       `json:"seat" doc:"Of who said it, -1 for none."`
	Name  string    `json:"name"`
	Text  string    `json:"text"`
	Yours bool      `json:"yours"`
}

// Topic is under which live.Live spreads the number of the newest message.
func Topic(id string) string { return "chat-" + id }

// Rooms are those in which a reader may speak at a table.
func Rooms(s *table.Snapshot, r Reader) (out []string) {
	if len(r.Seats) > 0 {
		out = append(out, AtTable)
	}
	if r.Name != "" && (len(r.Seats) == 0 || s.Over) {
		out = append(out, Watch)
	}
	return out
}

// hears says whether a reader hears a room.
func hears(s *table.Snapshot, r Reader, room string) bool {
	return room == AtTable || len(r.Seats) == 0 || s.Over
}

// Say says something in a room of a table. Errors: ErrSilent, ErrNoRoom, ErrText,
// and table.ErrNoTable.
func (c *Service) Say(ctx context.Context, id string, r Reader, room, text string) error {
	s, err := c.Tables.Position(ctx, id, r.Actor)
	if err != nil {
		return err
	}
	text = tidy(text)
	if text == "" || utf8.RuneCountInString(text) > MaxText {
		return ErrText
	}
	m := store.Message{Time: c.Clock().UnixMilli(), Room: room, Author: store.HashOf(r.Holder), Seat: store.Nobody, Name: r.Name, Text: text}
	may := false
	for _, open := range Rooms(s, r) {
		may = may || open == room
	}
	if !may {
		return ErrNoRoom
	}
	silent, err := c.Store.Silent(ctx, id)
	if err != nil {
		return err
	}
	if silent {
		return ErrSilent
	}
	if room == AtTable {
		m.Seat = r.Seats[0]
		if s.ToAct >= 0 && r.Holds(s.ToAct) {
			m.Seat = s.ToAct // of several at one screen
		}
		m.Name = s.Seats[m.Seat].Name
	}
	n, err := c.Store.Say(ctx, id, m)
	if err == nil {
		c.Live.Publish(Topic(id), n)
	}
	return err
}

// tidy makes one line of a text, of what can be seen.
func tidy(text string) string {
	shown := func(r rune) rune {
		if unicode.IsSpace(r) {
			return ' '
		}
		if !unicode.IsPrint(r) && r != '\u200d' { // joins pictures
			return -1
		}
		return r
	}
	return strings.Join(strings.Fields(strings.Map(shown, strings.ToValidUTF8(text, ""))), " ")
}

// Messages gives what was said at a table after a number, as a reader hears it.
func (c *Service) Messages(ctx context.Context, id string, r Reader, after int64) ([]Message, error) {
	s, err := c.Tables.Position(ctx, id, r.Actor)
	if err != nil {
		return nil, err
	}
	me := store.HashOf(r.Holder)
	list, err := c.Store.Messages(ctx, id, after, me)
	if err != nil {
		return nil, err
	}
	out := []Message{}
	for _, m := range list {
		if hears(s, r, m.Room) {
			out = append(out, Message{m.N, time.UnixMilli(m.Time).UTC(), m.Room, m.Seat, m.Name, m.Text, r.Holder != "" && m.Author == me})
		}
	}
	return out, nil
}

// Mute lets a reader hear nothing more of whoever said something. Errors:
// ErrNoMessage.
func (c *Service) Mute(ctx context.Context, id string, r Reader, n int64) error {
	return c.Store.Mute(ctx, id, n, store.HashOf(r.Holder))
}

// Unmute lets a reader hear everybody again.
func (c *Service) Unmute(ctx context.Context, r Reader) error {
	return c.Store.Unmute(ctx, store.HashOf(r.Holder))
}

// Report tells the operator about a message. Errors: ErrNoMessage.
func (c *Service) Report(ctx context.Context, id string, r Reader, n int64) error {
	return c.Store.Report(ctx, id, n, store.HashOf(r.Holder), c.Clock().UnixMilli())
}

// Switch lets nothing be said at a table any more, or again, for its owner.
// Errors: ErrNotOwner.
func (c *Service) Switch(ctx context.Context, id string, r Reader, silent bool) error {
	if !r.Owner {
		return ErrNotOwner
	}
	return c.Store.SwitchChat(ctx, id, silent)
}

// Silent says whether nothing may be said at a table.
func (c *Service) Silent(ctx context.Context, id string) (bool, error) {
	return c.Store.Silent(ctx, id)
}

// Note gives what a reader has noted about a table.
func (c *Service) Note(ctx context.Context, id string, r Reader) (string, error) {
	return c.Store.Note(ctx, id, store.HashOf(r.Holder))
}

// SetNote keeps what a reader notes about a table. Errors: ErrText.
func (c *Service) SetNote(ctx context.Context, id string, r Reader, text string) error {
	text = strings.TrimSpace(strings.ToValidUTF8(text, ""))
	if utf8.RuneCountInString(text) > MaxNote {
		return ErrText
	}
	return c.Store.SetNote(ctx, id, store.HashOf(r.Holder), text)
}
