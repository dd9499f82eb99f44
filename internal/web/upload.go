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

// Limits on the record files in memory.
const (
	receiving     = 8                // files being received or waiting to be read, up to record.MaxSize each
	receivingFrom = 3                // of these per address, so that slow senders leave room for others
	uploadWait    = 10 * time.Second // wait for a place
)

// uploads bounds the record files in memory: several may arrive at once, one is
// read at a time.
type uploads struct {
	places  chan struct{} // one element for each file in memory
	reading chan struct{} // one element while a file is read

	mu   sync.Mutex
	from map[string]int // files in memory or waiting for a place, by address
}

func newUploads() *uploads {
	return &uploads{places: make(chan struct{}, receiving), reading: make(chan struct{}, 1), from: map[string]int{}}
}

// Errors for uploads refused for now.
var (
	errManyUploads = errors.New("too many files from one address")
	errBusyUploads = errors.New("too many files at once")
)

// enter takes a place for a file from an address; leave releases it. Errors:
// errManyUploads at once, errBusyUploads after a wait, or the context's.
func (u *uploads) enter(ctx context.Context, address string) (leave func(), err error) {
	if !u.count(address, +1) {
		return nil, errManyUploads
	}
	wait := time.NewTimer(uploadWait)
	defer wait.Stop()
	select {
	case u.places <- struct{}{}:
		return func() { <-u.places; u.count(address, -1) }, nil
	case <-wait.C:
		err = errBusyUploads
	case <-ctx.Done():
		err = ctx.Err()
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

// read waits for the turn to read a file.
func (u *uploads) read(ctx context.Context) (done func(), err error) {
	select {
	case u.reading <- struct{}{}:
		return func() { <-u.reading }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// enterUpload takes a place for a form's record file. If ok is false, it has
// already answered.
func (s *server) enterUpload(w http.ResponseWriter, r *http.Request) (leave func(), ok bool) {
	leave, err := s.uploads.enter(r.Context(), callerOf(r).address)
	switch {
	case errors.Is(err, errManyUploads):
		s.tooMany(w, r, "page.error.many")
	case err != nil:
		s.fail(w, r, http.StatusServiceUnavailable, "page.error.busy")
	}
	return leave, err == nil
}

// failBody answers an error in reading a request's body.
func (s *server) failBody(w http.ResponseWriter, r *http.Request, err error) {
	if errors.As(err, new(*http.MaxBytesError)) {
		s.fail(w, r, http.StatusRequestEntityTooLarge, "page.error.large")
		return
	}
	s.fail(w, r, http.StatusBadRequest, "page.error.form")
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
