package web

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"sync"
	"time"

	"ruhr/record"
)

// Limits on the uploaded files in memory.
const (
	receiving     = 8                // files being received or waiting to be read, up to record.MaxSize each
	receivingFrom = 2                // of these per address, so that slow senders leave room for others
	uploadWait    = 10 * time.Second // wait for a place
	uploadGrace   = 3 * time.Second  // time to send a file while others wait for a place
)

// uploads bounds the uploaded files in memory: several may arrive at once, one is
// read at a time.
type uploads struct {
	places  chan struct{} // one element for each file in memory
	reading *queue        // of one place

	mu     sync.Mutex
	from   map[string]int // files in memory or waiting for a place, by address
	coming map[*upload]struct{}
}

// upload is a body that is being received.
type upload struct {
	io.ReadCloser
	of     *uploads
	since  time.Time
	cutOff func() // makes reading it fail
}

func newUploads() *uploads {
	return &uploads{places: make(chan struct{}, receiving), reading: newQueue(1), from: map[string]int{}, coming: map[*upload]struct{}{}}
}

// Errors for uploads refused for now.
var (
	errManyUploads = errors.New("too many files from one address")
	errBusyUploads = errors.New("too many files at once")
)

// enter takes a place for a file from an address; leave releases it. Anyone who waits
// for a place cuts slow senders off. Errors: errManyUploads at once, errBusyUploads
// after a wait, or the context's.
func (u *uploads) enter(ctx context.Context, address string) (leave func(), err error) {
	if !u.count(address, +1) {
		return nil, errManyUploads
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
			err = errBusyUploads
		case <-ctx.Done():
			err = ctx.Err()
		}
	}
	u.count(address, -1)
	return nil, err
}

// count changes an address's number of files; false if it is at the limit.
func (u *uploads) count(address string, by int) bool {
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
func (u *uploads) receive(body io.ReadCloser, cutOff func()) *upload {
	u.mu.Lock()
	defer u.mu.Unlock()
	b := &upload{body, u, time.Now(), cutOff}
	u.coming[b] = struct{}{}
	return b
}

// cutOffSlow ends the bodies that have had their time while others wait.
func (u *uploads) cutOffSlow() {
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

// receive takes a place for a request's body and counts it by may. Who waits in vain
// is not counted. Errors: as of uploads.enter, errManyUploads also where may refuses.
func (s *server) receive(w http.ResponseWriter, r *http.Request, may func(from string) bool) (leave func(), err error) {
	from := callerOf(r).address
	free, err := s.uploads.enter(r.Context(), from)
	if err != nil {
		return nil, err
	}
	if !may(from) {
		free()
		return nil, errManyUploads
	}
	end := http.NewResponseController(w)
	body := s.uploads.receive(r.Body, func() { end.SetReadDeadline(time.Now()) })
	r.Body = body
	return func() { body.arrived(); free() }, nil
}

// receiveFile reads the file of a form and takes a place for it until leave is called.
// If ok is false, it has already answered.
func (s *server) receiveFile(w http.ResponseWriter, r *http.Request) (data []byte, leave func(), ok bool) {
	leave, err := s.receive(w, r, s.limits.mayOpen)
	switch {
	case errors.Is(err, errManyUploads):
		s.tooMany(w, r, "page.error.many")
		return nil, nil, false
	case err != nil:
		s.fail(w, r, http.StatusServiceUnavailable, "page.error.busy")
		return nil, nil, false
	}
	data, err = fileIn(r)
	if err != nil {
		leave()
		s.failBody(w, r, err)
		return nil, nil, false
	}
	r.Body.Close()
	return data, leave, true
}

// failBody answers an error in reading a request's body.
func (s *server) failBody(w http.ResponseWriter, r *http.Request, err error) {
	var late interface{ Timeout() bool }
	switch {
	case errors.As(err, new(*http.MaxBytesError)):
		s.fail(w, r, http.StatusRequestEntityTooLarge, "page.error.large")
	case errors.As(err, &late) && late.Timeout():
		s.fail(w, r, http.StatusRequestTimeout, "page.error.slow")
	default:
		s.fail(w, r, http.StatusBadRequest, "page.error.form")
	}
}

// fileIn reads the record file of a form, at most record.MaxSize bytes.
func fileIn(r *http.Request) ([]byte, error) {
	parts, err := r.MultipartReader()
	if errors.Is(err, http.ErrNotMultipart) {
		return nil, nil
	}
	for err == nil {
		part, e := parts.NextPart()
		if errors.Is(e, io.EOF) {
			return nil, nil
		}
		if err = e; err != nil || part.FormName() != "record" || part.FileName() == "" {
			continue
		}
		var data bytes.Buffer
		if n := r.ContentLength; n > 0 { // preallocate when the length is known; it is bounded
			data.Grow(int(min(n, record.MaxSize+1)) + bytes.MinRead)
		}
		_, err = data.ReadFrom(io.LimitReader(part, record.MaxSize+1))
		return data.Bytes(), err
	}
	return nil, err
}
