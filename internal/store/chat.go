package store

import (
	"context"
	"errors"
)

// ErrNoMessage: there is no such message, or it is gone.
var ErrNoMessage = errors.New("no such message")

// Limits on what people say.
const (
	MaxMessage  = 2000 // bytes in a message
	MaxMessages = 500  // messages of a table; the oldest go
	MaxNote     = 8000 // bytes in a note
)

// Message is something that somebody said at a table.
type Message struct {
	N      int64 // 1, 2, 3 … within its table; set by the store
	Time   int64 // unix milliseconds
	Room   string
	Author Hash   // the browser that said it
	Seat   int    // of the author, or Nobody
	Name   string // of the author where they have no seat
	Text   string
}

// Chat keeps what people say at tables, and what they note for themselves.
type Chat interface {
	// Say stores a message at a table and returns its number. Errors: ErrNoTable,
	// ErrBad.
	Say(ctx context.Context, table string, m Message) (int64, error)
	// Messages returns the messages of a table with N > after that a browser has
	// not muted, rising. Errors: ErrNoTable.
	Messages(ctx context.Context, table string, after int64, reader Hash) ([]Message, error)
	// Mute lets a browser see nothing more of whoever wrote a message, anywhere.
	// Errors: ErrNoMessage.
	Mute(ctx context.Context, table string, n int64, reader Hash) error
	// Unmute lets a browser see everything again.
	Unmute(ctx context.Context, reader Hash) error
	// Report tells the operator about a message, once for each browser. Errors:
	// ErrNoMessage.
	Report(ctx context.Context, table string, n int64, by Hash, time int64) error
	// SwitchChat lets nothing be said at a table any more, or again. Errors:
	// ErrNoTable.
	SwitchChat(ctx context.Context, table string, silent bool) error
	// Silent says whether nothing may be said at a table. Errors: ErrNoTable.
	Silent(ctx context.Context, table string) (bool, error)
	// SetNote keeps a browser's note about a table; "" removes it. Errors:
	// ErrNoTable, ErrBad.
	SetNote(ctx context.Context, table string, browser Hash, text string) error
	// Note returns a browser's note about a table, "" for none.
	Note(ctx context.Context, table string, browser Hash) (string, error)
}
