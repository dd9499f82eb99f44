package library

import (
	"bytes"
	"errors"
	"io"
	"net/http"

	"ruhr/internal/fair"
	"ruhr/internal/web/kernel"
	"ruhr/record"
)

// maxUpload is the largest form with a file, in bytes.
const maxUpload = record.MaxSize + 64<<10

// receiveFile reads the file of a form and takes a place for it until leave is called.
// If ok is false, it has already answered.
func (s *Library) receiveFile(w http.ResponseWriter, r *http.Request) (data []byte, leave func(), ok bool) {
	from := kernel.CallerOf(r).Address
	leave, err := s.Uploads.Receive(w, r, from, func() bool { return s.Limits.May(fair.OpenFile, from, "") })
	switch {
	case errors.Is(err, fair.ErrTooMany):
		s.TooMany(w, r, "page.error.many")
		return nil, nil, false
	case err != nil:
		s.Fail(w, r, http.StatusServiceUnavailable, "page.error.busy")
		return nil, nil, false
	}
	data, err = fileIn(r)
	if err != nil {
		leave()
		s.FailBody(w, r, err)
		return nil, nil, false
	}
	r.Body.Close()
	return data, leave, true
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
