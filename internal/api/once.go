package api

import (
	"context"
	"sync"

	lru "github.com/hashicorp/golang-lru/v2"
)

// Keyed lets an operation that makes something be repeated.
type Keyed struct {
	Key string `json:"key,omitempty" maxLength:"80" doc:"Your own; repeating the operation with its key makes nothing and is answered like the first time. It is remembered until the server restarts, or for the last 16,384 operations of everybody."`
}

// maxMade is how many operations with a key are remembered.
const maxMade = 16384

// made is what an operation with a key has made.
type made struct {
	mu   sync.Mutex
	done bool
	what string // the ID or token of what was made, "" where it has none
}

// makings remembers by account, operation and key what was made.
type makings = lru.Cache[[3]string, *made]

// once makes something, unless the same operation of the account with the same key has;
// it returns what that made. After an error it may be tried again.
func (a *api) once(ctx context.Context, key string, make func() (string, error)) (string, error) {
	if key == "" {
		return make()
	}
	c := clientOf(ctx)
	m := new(made)
	if first, found, _ := a.made.PeekOrAdd([3]string{c.Holder(), c.asked, key}, m); found {
		m = first
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.done {
		return m.what, nil
	}
	what, err := make()
	m.done, m.what = err == nil, what
	return what, err
}
