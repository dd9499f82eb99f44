package web

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ruhr/record"
)

// The number of uploads in memory is limited, in total and per address; a wait
// that takes too long ends with an error.
func TestUploadsInMemoryAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		u := newUploads()
		var leave []func()
		for n := range receiving {
			l, err := u.enter(t.Context(), fmt.Sprint("address ", n/receivingFrom))
			if err != nil {
				t.Fatalf("file %d: %v", n, err)
			}
			leave = append(leave, l)
		}
		if _, err := u.enter(t.Context(), "address 0"); !errors.Is(err, errManyUploads) {
			t.Errorf("one file more of an address: %v, want %v", err, errManyUploads)
		}
		began := time.Now()
		if _, err := u.enter(t.Context(), "another"); !errors.Is(err, errBusyUploads) || time.Since(began) != uploadWait {
			t.Errorf("one file more than fit: %v after %v, want %v after %v", err, time.Since(began), errBusyUploads, uploadWait)
		}
		time.AfterFunc(uploadWait/2, leave[0])
		last, err := u.enter(t.Context(), "another")
		if err != nil {
			t.Fatalf("with a place free: %v", err)
		}
		for _, l := range append(leave[1:], last) {
			l()
		}
		if len(u.places) != 0 || len(u.from) != 0 {
			t.Errorf("%d places are taken at the end, by %v", len(u.places), u.from)
		}
	})
}

// One file is read at a time.
func TestUploadsAreReadOneByOne(t *testing.T) {
	w := newWorld(t, 1)
	done, err := w.server.uploads.read(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	answered := make(chan answer)
	v := w.visitor()
	go func() { answered <- v.upload("{}") }()
	for len(w.server.uploads.places) == 0 { // until the file has arrived
		time.Sleep(time.Millisecond)
	}
	select {
	case p := <-answered:
		t.Errorf("a second file was read beside the first: status %d", p.status)
	case <-time.After(20 * time.Millisecond):
	}
	done()
	if p := <-answered; p.status != http.StatusUnprocessableEntity {
		t.Errorf("status %d, want %d", p.status, http.StatusUnprocessableEntity)
	}
}

// A file of empty actions is refused by their number, before they are parsed.
func TestUploadOfEmptyActions(t *testing.T) {
	v := newWorld(t, 1).visitor()
	data := `{"actions":[` + strings.Repeat("{},", 99_000) + `{}]}`
	p := v.upload(data + strings.Repeat(" ", record.MaxSize-len(data)))
	if p.status != http.StatusUnprocessableEntity || !strings.Contains(p.body, "99002 actions") {
		t.Errorf("status %d: %s", p.status, textTag.ReplaceAllString(p.body, " "))
	}
}

// A body of unknown length is read only up to the limit.
func TestUploadWithoutLength(t *testing.T) {
	v := newWorld(t, 1).visitor()
	head := "--xxx\r\nContent-Disposition: form-data; name=\"record\"; filename=\"a.json\"\r\n\r\n"
	for _, c := range []struct {
		name   string
		body   io.Reader
		status int
	}{
		{"a short one", io.MultiReader(strings.NewReader(head), strings.NewReader("{}\r\n--xxx--\r\n")), http.StatusUnprocessableEntity},
		{"one without an end", io.MultiReader(strings.NewReader(head), strings.NewReader(strings.Repeat(" ", 2*maxUpload))), http.StatusUnprocessableEntity},
		{"no file", io.MultiReader(strings.NewReader("--xxx\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n"), strings.NewReader(strings.Repeat(" ", 2*maxUpload))), http.StatusRequestEntityTooLarge},
	} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, v.url+"/open", c.body)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", "multipart/form-data; boundary=xxx")
		if p := v.do(req); p.status != c.status {
			t.Errorf("%s: status %d, want %d", c.name, p.status, c.status)
		}
	}
}
