package store

import (
	"context"
	"errors"
)

// ErrNoMessage: there is no such message, or it is gone.
var ErrNoMessage = errors.New("no such message")

// Limits on messages and notes.
const (
	MaxMessage  = 2000 // bytes in a message
	MaxMessages = 500  // messages of a table; the oldest go
	MaxNote     = 8000 // bytes in a note
	MaxReports  = 50   // reports of a message; the operator needs no more
	MaxReported = 100  // older messages of a table that are kept as evidence because they were reported
)

// Message is a chat message at a table, or in a circle.
type Message struct {
	N      int64 // 1, 2, 3 … within its table, none twice; set by the store
	Time   int64 // unix milliseconds
	Room   string
	Author Hash   // the browser that said it
	Seat   int    // of the author, or Nobody
	Name   string // of the author where they have no seat
	Text   string
	News   bool // somebody at the table may have to hear of it ([Chat.Say]); not stored
}

// Said is a message with its table.
type Said struct {
	Table string
	Message
}

// Noted is a note with its table.
type Noted struct{ Table, Text string }

// Chat keeps the messages at tables and people's private notes.
type Chat interface {
	// Say stores a message at a table, or in the circle with that ID, and returns its
	// number. One with News marks its table (see [Notices]) if somebody with a seat there has
	// a channel. Errors: ErrNoTable, ErrBad.
	Say(ctx context.Context, table string, m Message) (int64, error)
	// Messages returns the newest MaxMessages of a table, those with N > after that a browser
	// has not muted, ascending. A table that does not exist has none.
	Messages(ctx context.Context, table string, after int64, reader Hash) ([]Message, error)
	// MarkRead notes that a browser has read the messages of a table up to a number, at
	// least; ReadTo returns that number, 0 for none. A table that does not exist has none.
	MarkRead(ctx context.Context, table string, reader Hash, n int64) error
	ReadTo(ctx context.Context, table string, reader Hash) (int64, error)
	// Mute hides all messages of a message's author from a browser, at every table.
	// Errors: ErrNoMessage.
	Mute(ctx context.Context, table string, n int64, reader Hash) error
	// Muted reports whether a browser has muted an author.
	Muted(ctx context.Context, reader, author Hash) (bool, error)
	// Unmute ends all of a browser's mutes.
	Unmute(ctx context.Context, reader Hash) error
	// Report reports a message to the operator; each browser counts once,
	// and MaxReports at most are kept. Errors: ErrNoMessage.
	Report(ctx context.Context, table string, n int64, by Hash, time int64) error
	// SwitchChat turns a table's chat off or on. Errors: ErrNoTable.
	SwitchChat(ctx context.Context, table string, silent bool) error
	// Silent reports whether a table's chat is off. Errors: ErrNoTable.
	Silent(ctx context.Context, table string) (bool, error)
	// ChangeNote replaces a browser's note about a table by what change makes of it, in
	// one transaction; "" is no note. Errors: ErrNoTable, ErrBad, and those of change.
	ChangeNote(ctx context.Context, table string, browser Hash, change func(text string) (string, error)) error
	// Note returns a browser's note about a table, "" if there is none.
	Note(ctx context.Context, table string, browser Hash) (string, error)
	// LastSaid returns the number of the newest message, by the tables and circles where
	// something was said.
	LastSaid(ctx context.Context, ids []string) (map[string]int64, error)
	// SaidBy returns everything that a browser has said, by table and rising.
	SaidBy(ctx context.Context, author Hash) ([]Said, error)
	// NotedBy returns all notes of a browser, by table.
	NotedBy(ctx context.Context, browser Hash) ([]Noted, error)
}

// Reported is a message that people have reported.
type Reported struct {
	Table string
	Message
	By int // number of people who reported it
}

// Moderation is for operators, to look after messages.
type Moderation interface {
	// Reports returns the messages that were reported, those that most people have reported first,
	// at most limit of them after so many.
	Reports(ctx context.Context, after, limit int) ([]Reported, error)
	// Dismiss deletes the reports of a message. Errors: ErrNoMessage if there are none.
	Dismiss(ctx context.Context, table string, n int64) error
	// Unsay deletes a message with its reports. Errors: ErrNoMessage.
	Unsay(ctx context.Context, table string, n int64) error
}
