package fair

import (
	"context"
	"errors"
	"io"
	"net/http"
	"sync"
	"time"
)

// Limits on the uploaded files in memory.
const (
	receiving     = 8                // files being received or waiting to be read, up to record.MaxSize each
	receivingFrom = 2                // of these per address, so that slow senders leave room for others
	uploadWait    = 10 * time.Second // wait for a place
	uploadGrace   = 3 * time.Second  // time to send a file while others wait for a place
)

// Uploads bounds the uploaded files in memory: several may arrive at once, one is
// read at a time.
type Uploads struct {
	places  chan struct{} // one element for each file in memory
	Reading *Queue        // of one place

	mu     sync.Mutex
	from   map[string]int // files in memory or waiting for a place, by address
	coming map[*upload]struct{}
}

// upload is a body that is being received.
type upload struct {
	io.ReadCloser
	of     *Uploads
	since  time.Time
	cutOff func() // makes reading it fail
}

// NewUploads makes room for uploaded files.
func NewUploads() *Uploads {
	return &Uploads{places: make(chan struct{}, receiving), Reading: NewQueue(1), from: map[string]int{}, coming: map[*upload]struct{}{}}
}

// ErrTooMany refuses a file where an address sends too many at once.
var ErrTooMany = errors.New("too many files from one address")

// enter takes a place for a file from an address; leave releases it. Anyone who waits
// for a place cuts slow senders off. Errors: ErrTooMany at once, ErrBusy
// after a wait, or the context's.
func (u *Uploads) enter(ctx context.Context, address string) (leave func(), err error) {
	if !u.count(address, +1) {
		return nil, ErrTooMany
	}
	late, again := time.NewTimer(uploadWait), time.NewTicker(time.Second)
	defer late.Stop()
	defer again.Stop()
	for err == nil {
		select {
		case u.places <- struct{}{}:
			return sync.OnceFunc(func() { <-u.places; u.count(address, -1) }), nil
		default:
			u.cutOffSlow()
		}
		select {
		case u.places <- struct{}{}:
			return sync.OnceFunc(func() { <-u.places; u.count(address, -1) }), nil
		case <-again.C:
		case <-late.C:
			err = ErrBusy
		case <-ctx.Done():
			err = ctx.Err()
		}
	}
	u.count(address, -1)
	return nil, err
}

// count changes an address's number of files; false if it is at the limit.
func (u *Uploads) count(address string, by int) bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	n := u.from[address] + by
	if n > receivingFrom {
		return false
	}
	if u.from[address] = n; n == 0 {
		delete(u.from, address)
	}
	return true
}

// receive returns a body as one that may be cut off until all of it has been read or
// it is closed.
func (u *Uploads) receive(body io.ReadCloser, cutOff func()) *upload {
	u.mu.Lock()
	defer u.mu.Unlock()
	b := &upload{body, u, time.Now(), cutOff}
	u.coming[b] = struct{}{}
	return b
}

// cutOffSlow ends the bodies that have had their time while others wait.
func (u *Uploads) cutOffSlow() {
	u.mu.Lock()
	defer u.mu.Unlock()
	for b := range u.coming {
		if time.Since(b.since) >= uploadGrace {
			b.cutOff()
		}
	}
}

func (b *upload) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if err != nil {
		b.arrived()
	}
	return n, err
}

func (b *upload) Close() error {
	b.arrived()
	return b.ReadCloser.Close()
}

func (b *upload) arrived() {
	b.of.mu.Lock()
	defer b.of.mu.Unlock()
	delete(b.of.coming, b)
}

// Receive takes a place for a request's body, which comes from an address, and counts it
// by may. Who waits in vain is not counted. Errors: ErrTooMany, also where may refuses,
// ErrBusy, or the context's.
func (u *Uploads) Receive(w http.ResponseWriter, r *http.Request, from string, may func() bool) (leave func(), err error) {
	free, err := u.enter(r.Context(), from)
	if err != nil {
		return nil, err
	}
	if !may() {
		free()
		return nil, ErrTooMany
	}
	end := http.NewResponseController(w)
	body := u.receive(r.Body, func() { end.SetReadDeadline(time.Now()) })
	r.Body = body
	return func() { body.arrived(); free() }, nil
}
