package store

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"unicode/utf8"
)

// ErrNoChannel: there is no such channel.
var ErrNoChannel = errors.New("no such channel")

// Limits on what is stored about notices.
const (
	MaxChannels = 12   // channels of an account
	MaxAddress  = 2000 // bytes in a channel's address
)

// Channel is a way to reach a person outside the pages.
type Channel struct {
	ID       string // from [NewID]; public
	Account  string // ID
	Kind     string
	Address  string // where it leads, possibly a secret
	Name     string // what its person sees of it
	Settings string // what it is for, and when
	State    string
	Created  int64 // unix milliseconds
	Failed   int   // batches given up in a row, set by the store
	// Session is that of the browser which the channel reaches: it goes with it.
	// Zero for none.
	Session Hash
}

// Notice is something that a person is told through a channel.
type Notice struct {
	Channel string // ID
	Table   string
	Kind    string
	N       int64 // what it is about, rising within its channel, table and kind
	Time    int64 // unix milliseconds, when it came up
	Due     int64 // unix milliseconds, when to send it
}

// Batch is the notices that go through a channel together.
type Batch struct {
	ID      string // the same at each attempt
	Channel Channel
	Account Account
	Tries   int // attempts, including this one
	Notices []Notice
}

// Outcome is what came of a batch.
type Outcome int

// The outcomes. A channel counts the batches given up since the last delivery.
const (
	Dropped Outcome = iota // there was nothing left to send
	Delivered
	GivenUp
)

// Listener is a channel of an account that holds a seat at a table, or for which
// one is kept.
type Listener struct {
	Seat    int // Kept of a seat that is kept
	Channel Channel
	Account Account
}

// Notices keeps where people want to hear of their tables, and what they have
// still to hear. An append or a message with news (see [Entry] and [Message]) marks its
// table in the same transaction. ClaimNews hands marked tables out, AddNotices stores what follows
// and clears the mark in one transaction, and ClaimNotices hands out what is to
// be sent. A channel that is added or changed marks the tables that it may hear
// of without another append: those with a seat of its account that are due. A seat that is kept for somebody
// by Grant marks its table, too.
// A claimant that dies is replaced when its claim ends.
type Notices interface {
	// AddChannel stores a channel. One with a session takes its address from other
	// accounts: a browser is told of one person's tables. Errors: ErrNoAccount, ErrSignedOut
	// if its session has ended, ErrExists, ErrBad, also where the account has MaxChannels of them.
	AddChannel(ctx context.Context, c Channel) error
	// Channel returns a channel and whose it is. Errors: ErrNoChannel.
	Channel(ctx context.Context, id string) (Channel, Account, error)
	// Channels returns the channels of an account, the oldest first.
	Channels(ctx context.Context, account string) ([]Channel, error)
	// ChangeChannel replaces the settings, the state and the session of an account's
	// channel by what change makes of them, in one transaction, and forgets its failures.
	// Errors: ErrNoChannel, ErrSignedOut if its session has ended, ErrBad, and those of change.
	ChangeChannel(ctx context.Context, account, id string, change func(*Channel) error) error
	// DropChannel removes a channel of an account with its notices. Errors:
	// ErrNoChannel.
	DropChannel(ctx context.Context, account, id string) error

	// ClaimNews returns at most limit (1 to MaxList) tables with news by now, and
	// postpones them to again (both unix milliseconds). Until then a table is
	// given to one caller only, unless there is more news. Errors: ErrBad.
	ClaimNews(ctx context.Context, now, again int64, limit int) ([]string, error)
	// Listeners returns the channels of the accounts that hold a seat at a table, or
	// for which one is kept, by seat.
	Listeners(ctx context.Context, table string) ([]Listener, error)
	// AddNotices stores notices about a table that ClaimNews gave until claimed,
	// and notes that the next news are at next (unix milliseconds, 0 for never),
	// unless there are newer ones. Of one kind, a channel has the notice with the
	// highest N; one that is not higher changes nothing. One that replaces another after an
	// attempt takes over its attempts, and waits as long. Errors: ErrBad.
	AddNotices(ctx context.Context, table string, claimed, next int64, list []Notice) error
	// ClaimNotices returns the notices of some kinds due by now in at most limit (1 to MaxList)
	// batches, each of one channel, and postpones them to again (both unix
	// milliseconds). Those of other kinds wait for a program that knows them. Accounts
	// take turns: their first channels come first. take is asked for each channel before
	// it is claimed, nil takes all. A batch that was claimed before and not settled comes
	// back as it was. Errors: ErrBad.
	ClaimNotices(ctx context.Context, now, again int64, limit int, kinds []string, take func(Channel) bool) ([]Batch, error)
	// Settle notes that a batch is done, and how.
	Settle(ctx context.Context, b Batch, outcome Outcome) error
	// Postpone lets a batch come again at due (unix milliseconds). If it was not tried, that
	// counts as no attempt, and before the first one its notices may come with others.
	Postpone(ctx context.Context, b Batch, due int64, tried bool) error

	// NoticesOf returns all notices kept for the channels of an account, by channel
	// and time. One that is settled has Due 0.
	NoticesOf(ctx context.Context, account string) ([]Notice, error)
	// Pending counts the notices that are still to be sent, by kind of channel.
	Pending(ctx context.Context) (map[string]int, error)
}

// Secrets keeps secrets of the program itself, such as the keys that it signs with.
type Secrets interface {
	// Secret returns the secret of a name, which at the first call is fresh.
	Secret(ctx context.Context, name, fresh string) (string, error)
}

// KeptSecret is a secret of the program that is read once.
type KeptSecret struct {
	mu    sync.Mutex
	known string
}

// Read reads the secret of a name, which at the first call is a new one. With an error
// there is none, and the next call asks the store again.
func (k *KeptSecret) Read(ctx context.Context, st Secrets, name string) (string, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.known == "" {
		read, err := st.Secret(ctx, name, NewID()+NewID())
		if err != nil {
			return "", err // what was read may not have been stored
		}
		k.known = read
	}
	return k.known, nil
}

// CheckChannel returns ErrBad with the reason if the store does not take a
// channel. It does not repeat the address.
func CheckChannel(c Channel) error {
	if !ValidID(c.ID) {
		return fmt.Errorf("%w: channel ID %q is not 22 characters of base64url", ErrBad, c.ID)
	}
	if c.Address == "" || len(c.Address) > MaxAddress || !utf8.ValidString(c.Address) {
		return fmt.Errorf("%w: an address of %d bytes, want 1 to %d of UTF-8", ErrBad, len(c.Address), MaxAddress)
	}
	for _, text := range []string{c.Kind, c.Name, c.Settings, c.State} {
		if err := CheckText(text); err != nil {
			return err
		}
	}
	return nil
}
