// Package chat stores what people say at tables and their private notes.
//
// A circle has one room, for its members alone. A table has two rooms. In the table room, people with a seat speak and
// everybody reads. Spectators speak among themselves; players can read that only
// after the game, because it could contain advice. Messages are not part of the
// table's log: they can be deleted, whereas the log is append-only.
package chat

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"ruhr/internal/game"
	"ruhr/internal/live"
	"ruhr/internal/store"
	"ruhr/internal/table"
	"ruhr/internal/visible"
)

// The rooms.
const (
	AtTable  = "table"
	Watch    = "watch"
	InCircle = "circle"
)

// Limits on input.
const (
	MaxText = 400  // characters in a message
	MaxNote = 2000 // characters in a note
)

// Reasons for a refusal; compare with errors.Is.
var (
	// ErrSilent: the owner has switched the chat off.
	ErrSilent = errors.New("nothing may be said at the table")
	// ErrNoRoom: the room does not exist, or is not open to this reader.
	ErrNoRoom = errors.New("not in that room")
	// ErrText: a message must have 1 to MaxText characters, a note at most
	// MaxNote.
	ErrText = errors.New("empty, or too long")
	// ErrNotOwner: only the table's owner may do that.
	ErrNotOwner = errors.New("not the owner of the table")
	// ErrNotInvited: it is a program, oneself, or somebody who has muted the one who
	// invites. It does not say which.
	ErrNotInvited = errors.New("somebody who cannot be invited")
	// ErrNoNote: a note needs a place at the table, or at a public one an account.
	ErrNoNote = errors.New("no place at the table")
	// ErrOtherNote: the note has been changed since its reader saw it.
	ErrOtherNote = errors.New("the note has changed")
	// ErrNoMessage: there is no such message, or this reader may not read it.
	ErrNoMessage = store.ErrNoMessage
)

// Service stores messages and notes. It is safe for concurrent use.
type Service struct {
	Store  store.Chat
	Tables *table.Service
	Live   live.Live
	Clock  func() time.Time

	mu      sync.Mutex
	writers map[pen]writer // who is writing
}

// Reader is a person who reads or writes at a table.
type Reader struct {
	Holder string // the browser, or the signed-in person; "" for a visitor without a secret
	Name   string // the signed-in person's name, "" for nobody
	game.Actor
}

// Message is a message as seen by one reader.
type Message struct {
	N     int64     `json:"n"`
	Time  time.Time `json:"time"`
	Room  string    `json:"room" enum:"table,watch,circle"`
	Seat  int       `json:"seat" doc:"Of who said it, -1 for none."`
	Name  string    `json:"name"`
	Text  string    `json:"text"`
	Yours bool      `json:"yours"`
}

// Topic is the live.Live topic that announces the number of the newest message.
func Topic(id string) string { return topic + id }

const topic = "chat-"

// Lasts returns the newest numbers of topics of live.Live, of tables and of what is said,
// for news that was not heard.
func Lasts(ctx context.Context, st interface {
	Lasts(ctx context.Context, ids []string) (map[string]int64, error)
	LastSaid(ctx context.Context, ids []string) (map[string]int64, error)
}, topics []string) (map[string]int64, error) {
	out, err := st.Lasts(ctx, topics)
	if err != nil {
		return nil, err
	}
	var rooms []string
	for _, t := range topics {
		if id, ok := strings.CutPrefix(t, topic); ok {
			rooms = append(rooms, id)
		}
	}
	said, err := st.LastSaid(ctx, rooms)
	for id, n := range said {
		out[Topic(id)] = n
	}
	return out, err
}

// Rooms are the rooms a reader may write in.
func Rooms(s *game.Snapshot, r Reader) (out []string) {
	if len(r.Seats) > 0 {
		out = append(out, AtTable)
	}
	if r.Name != "" && s.MayDiscuss(r.Actor) {
		out = append(out, Watch)
	}
	return out
}

// hears reports whether a reader may read a room.
func hears(s *game.Snapshot, r Reader, room string) bool {
	return room == AtTable || s.MayDiscuss(r.Actor)
}

// Say posts a message in a room of a table. Errors: ErrSilent, ErrNoRoom,
// ErrText, and table.ErrNoTable.
func (c *Service) Say(ctx context.Context, id string, r Reader, room, text string) error {
	m, err := c.opening(ctx, id, r, room)
	if err != nil {
		return err
	}
	if err := c.post(ctx, id, m, text); err != nil {
		return err
	}
	c.wrote(pen{id, m.Seat})
	return nil
}

// post stores what a message says and announces it. Errors: ErrText.
func (c *Service) post(ctx context.Context, id string, m store.Message, text string) error {
	m.Text = visible.Line(text)
	if m.Text == "" || utf8.RuneCountInString(m.Text) > MaxText {
		return ErrText
	}
	n, err := c.Store.Say(ctx, id, m)
	if err == nil {
		c.Live.Publish(Topic(id), n)
	}
	return err
}

// opening is a message of a reader in a room, without what it says.
func (c *Service) opening(ctx context.Context, id string, r Reader, room string) (store.Message, error) {
	m := store.Message{Time: c.Clock().UnixMilli(), Room: room, Author: store.HashOf(r.Holder), Seat: store.Nobody, Name: r.Name}
	s, err := c.Tables.Position(ctx, id, r.Actor)
	if err != nil {
		return m, err
	}
	if !slices.Contains(Rooms(s, r), room) {
		return m, ErrNoRoom
	}
	silent, err := c.Store.Silent(ctx, id)
	if err != nil {
		return m, err
	}
	if silent {
		return m, ErrSilent
	}
	if room == AtTable {
		m.News = true
		m.Seat = r.Seats[0]
		if s.ToAct >= 0 && r.Holds(s.ToAct) {
			m.Seat = s.ToAct // with several seats on one screen
		}
		m.Name = s.Seats[m.Seat].Name
	}
	return m, nil
}

// Messages returns the messages of a table after a number that a reader may
// read. A person who has a seat there and an account has read them then, and needs no notice.
func (c *Service) Messages(ctx context.Context, id string, r Reader, after int64) ([]Message, error) {
	s, err := c.Tables.Position(ctx, id, r.Actor)
	if err != nil {
		return nil, err
	}
	list, err := c.read(ctx, id, r.Holder, after, func(room string) bool { return hears(s, r, room) })
	for i, m := range list {
		list[i].Name = s.NameOf(m.Seat, m.Name)
	}
	if err == nil && len(list) > 0 && r.Holder != "" && r.Name != "" && len(r.Seats) > 0 {
		c.hasRead(ctx, id, store.HashOf(r.Holder), list[len(list)-1].N)
	}
	return list, err
}

// hasRead notes how far a reader has read. If that fails, there is a notice too many.
func (c *Service) hasRead(ctx context.Context, id string, reader store.Hash, n int64) {
	if to, err := c.Store.ReadTo(ctx, id, reader); err == nil && to < n {
		_ = c.Store.MarkRead(ctx, id, reader, n)
	}
}

// read returns messages as a holder sees them.
func (c *Service) read(ctx context.Context, id, holder string, after int64, hears func(room string) bool) ([]Message, error) {
	me := store.HashOf(holder)
	list, err := c.Store.Messages(ctx, id, after, me)
	if err != nil {
		return nil, err
	}
	out := []Message{}
	for _, m := range list {
		if hears(m.Room) {
			out = append(out, Message{m.N, time.UnixMilli(m.Time).UTC(), m.Room, m.Seat, m.Name, m.Text, holder != "" && m.Author == me})
		}
	}
	return out, nil
}

// MayMute reports whether a reader may mute people: they have a place at the table or
// an account, since browser secrets are free to make.
func MayMute(r Reader) bool { return placed(r) || r.Name != "" }

// placed reports whether a reader has a place at the table.
func placed(r Reader) bool { return len(r.Seats) > 0 || r.Owner || r.Watching }

// Mute hides all messages of a message's author from a reader. Errors: ErrNoRoom
// without [MayMute], ErrNoMessage.
func (c *Service) Mute(ctx context.Context, id string, r Reader, n int64) error {
	if !MayMute(r) {
		return ErrNoRoom
	}
	if err := c.heard(ctx, id, r, n); err != nil {
		return err
	}
	return c.Store.Mute(ctx, id, n, store.HashOf(r.Holder))
}

// heard fails with ErrNoMessage unless there is a message that a reader may read.
func (c *Service) heard(ctx context.Context, id string, r Reader, n int64) error {
	s, err := c.Tables.Position(ctx, id, r.Actor)
	if err != nil {
		return err
	}
	list, err := c.Store.Messages(ctx, id, n-1, store.Hash{}) // those of muted people, too
	if err != nil {
		return err
	}
	if len(list) == 0 || list[0].N != n || !hears(s, r, list[0].Room) {
		return ErrNoMessage
	}
	return nil
}

// CheckInvited checks whether a holder may invite an account by name. Errors:
// ErrNotInvited.
func (c *Service) CheckInvited(ctx context.Context, by string, a store.Account) error {
	muted, err := c.Store.Muted(ctx, store.HashOf(a.Holder()), store.HashOf(by))
	if err == nil && (muted || a.Holder() == by || a.Program || a.Banned != 0) {
		err = ErrNotInvited
	}
	return err
}

// Unmute shows a reader everybody's messages again.
func (c *Service) Unmute(ctx context.Context, r Reader) error {
	return c.Store.Unmute(ctx, store.HashOf(r.Holder))
}

// Report reports a message to the operator. Errors: ErrNoMessage.
func (c *Service) Report(ctx context.Context, id string, r Reader, n int64) error {
	if err := c.heard(ctx, id, r, n); err != nil {
		return err
	}
	return c.Store.Report(ctx, id, n, store.HashOf(r.Holder), c.Clock().UnixMilli())
}

// Switch turns a table's chat off or on; only its owner may. Errors:
// ErrNotOwner.
func (c *Service) Switch(ctx context.Context, id string, r Reader, silent bool) error {
	if !r.Owner {
		return ErrNotOwner
	}
	return c.Store.SwitchChat(ctx, id, silent)
}

// Silent reports whether a table's chat is off.
func (c *Service) Silent(ctx context.Context, id string) (bool, error) {
	return c.Store.Silent(ctx, id)
}

// Note returns a reader's note on a table.
func (c *Service) Note(ctx context.Context, id string, r Reader) (string, error) {
	return c.Store.Note(ctx, id, store.HashOf(r.Holder))
}

// MayNote reports whether a reader may take notes on a table.
func MayNote(s *game.Snapshot, r Reader) bool {
	return placed(r) || r.Name != "" && s.Public
}

// Version identifies what a note says.
func Version(note string) string {
	sum := sha256.Sum256([]byte(note))
	return base64.RawURLEncoding.EncodeToString(sum[:12])
}

// SetNote replaces a reader's note on a table if it is still the version that the
// reader saw, "" for any. Errors: ErrText, ErrNoNote, ErrOtherNote.
func (c *Service) SetNote(ctx context.Context, id string, r Reader, text, saw string) error {
	s, err := c.Tables.Position(ctx, id, r.Actor)
	if err != nil {
		return err
	}
	if !MayNote(s, r) {
		return ErrNoNote
	}
	text = visible.Lines(text)
	if utf8.RuneCountInString(text) > MaxNote {
		return ErrText
	}
	return c.Store.ChangeNote(ctx, id, store.HashOf(r.Holder), func(now string) (string, error) {
		if saw != "" && saw != Version(now) && text != now {
			return "", ErrOtherNote
		}
		return text, nil
	})
}

// Written is everything that a person has said and noted.
type Written struct {
	Messages []WrittenMessage `json:"messages"`
	Notes    []WrittenNote    `json:"notes"`
}

// WrittenMessage is something that a person has said at a table or in a circle.
type WrittenMessage struct {
	Table  string    `json:"table,omitempty"`
	Circle string    `json:"circle,omitempty"`
	Time   time.Time `json:"time"`
	Room   string    `json:"room"`
	Text   string    `json:"text"`
}

// WrittenNote is a person's note on a table.
type WrittenNote struct {
	Table string `json:"table"`
	Text  string `json:"text"`
}

// Written returns everything that a person has said and noted, for them to take
// away.
func (c *Service) Written(ctx context.Context, holder string) (*Written, error) {
	hash := store.HashOf(holder)
	said, err := c.Store.SaidBy(ctx, hash)
	if err != nil {
		return nil, err
	}
	noted, err := c.Store.NotedBy(ctx, hash)
	if err != nil {
		return nil, err
	}
	out := &Written{[]WrittenMessage{}, []WrittenNote{}}
	for _, m := range said {
		w := WrittenMessage{Table: m.Table, Time: time.UnixMilli(m.Time).UTC(), Room: m.Room, Text: m.Text}
		if m.Room == InCircle {
			w.Table, w.Circle = "", m.Table
		}
		out.Messages = append(out.Messages, w)
	}
	for _, n := range noted {
		out.Notes = append(out.Notes, WrittenNote{n.Table, n.Text})
	}
	return out, nil
}
