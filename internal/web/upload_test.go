package web

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
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
	done, err := w.server.uploads.reading.enter(t.Context(), "another", 0, 0)
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

// A file that is slow to come is cut off only where others wait, and not once all of
// it is there.
func TestSlowUploadsAreCutOff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		u := newUploads()
		cut := map[string]int{}
		arrived := u.receive(io.NopCloser(strings.NewReader("all of it")), func() { cut["arrived"]++ })
		if _, err := io.ReadAll(arrived); err != nil {
			t.Fatal(err)
		}
		for n := range receiving {
			leave, err := u.enter(t.Context(), fmt.Sprint("address ", n/receivingFrom))
			if err != nil {
				t.Fatal(err)
			}
			slow := u.receive(io.NopCloser(strings.NewReader("")), func() { cut["slow"]++; go leave() })
			defer slow.Close()
		}
		time.Sleep(uploadGrace - time.Millisecond)
		if len(cut) != 0 {
			t.Errorf("cut off where nobody waits: %v", cut)
		}
		began := time.Now()
		leave, err := u.enter(t.Context(), "another")
		if err != nil || time.Since(began) > uploadGrace || cut["slow"] == 0 || cut["arrived"] != 0 {
			t.Fatalf("after %v: %v, cut off: %v", time.Since(began), err, cut)
		}
		leave()
	})
}

// A file that finds no place is not counted.
func TestRefusedUploadsAreNotCounted(t *testing.T) {
	w := newWorld(t, 1)
	v := w.visitor()
	var leave []func()
	for range receivingFrom {
		l, err := w.server.uploads.enter(t.Context(), "127.0.0.1")
		if err != nil {
			t.Fatal(err)
		}
		leave = append(leave, l)
	}
	for range openAtOnce + 1 {
		if p := v.upload("{}"); p.status != http.StatusTooManyRequests {
			t.Fatalf("status %d", p.status)
		}
	}
	for _, l := range leave {
		l()
	}
	if p := v.upload("{}"); p.status != http.StatusUnprocessableEntity {
		t.Errorf("with a place free: status %d", p.status)
	}
}

// never is a body that never comes: to read it takes until the deadline.
type never struct {
	*httptest.ResponseRecorder
	deadline, read time.Time
}

func (n *never) SetReadDeadline(t time.Time) error { n.deadline = t; return nil }

func (n *never) Read([]byte) (int, error) {
	n.read = n.deadline
	if n.deadline.IsZero() {
		return 0, errors.New("it would be waited for without end")
	}
	return 0, os.ErrDeadlineExceeded
}

// TestBodiesThatNeverComeEnd: whatever takes a body waits for it no longer than
// slowBody: all pages, and all operations of the API.
func TestBodiesThatNeverComeEnd(t *testing.T) {
	w := newWorld(t, 68)
	v := w.visitor()
	v.signUp("Anna")
	token := v.token(url.Values{"play": {"yes"}})
	handler := w.server.guard(w.server.routes())
	ends := func(method, path string, must bool) {
		body := &never{ResponseRecorder: httptest.NewRecorder()}
		req := httptest.NewRequestWithContext(t.Context(), method, v.url+path, io.NopCloser(body))
		req.ContentLength = 9
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		req.AddCookie(&http.Cookie{Name: keptCookie + w.server.mark, Value: "yes"})
		if strings.HasPrefix(path, "/api/") {
			req.Header.Set("Content-Type", "application/json")
			req.Header.Set("Authorization", "Bearer "+token)
		} else if strings.HasSuffix(path, "/open") {
			req.Header.Set("Content-Type", "multipart/form-data; boundary=x")
		}
		began := time.Now()
		handler.ServeHTTP(body, req)
		switch {
		case body.deadline.IsZero() || body.read.IsZero() && must:
			t.Errorf("%s %s: status %d, its body is waited for without end, or not read", method, path, body.Code)
		case body.read.After(began.Add(slowBody + time.Minute)): // the machine may be slow
			t.Errorf("%s %s: waits %v", method, path, body.read.Sub(began))
		case must && body.Code != http.StatusRequestTimeout:
			t.Errorf("%s %s: status %d: %.200s", method, path, body.Code, body.Body)
		}
	}
	fill := strings.NewReplacer("{id}", strings.Repeat("a", 22), "{$}", "", "{", "", "}", "")
	for _, pattern := range w.server.patterns() {
		if method, path, _ := strings.Cut(pattern, " "); method != http.MethodGet {
			ends(method, fill.Replace(path), false)
		}
	}
	ends(http.MethodPost, "/open", true)
	ends(http.MethodPost, "/new", true)
	n := 0
	for path, methods := range operations(v) {
		for method, op := range methods {
			if op.RequestBody != nil {
				n++
				ends(strings.ToUpper(method), fill.Replace(path), true)
			}
		}
	}
	if n < 10 {
		t.Errorf("only %d operations take a body", n)
	}
}

// operation is what the description of the API says of an operation.
type operation struct {
	RequestBody *struct{} `json:"requestBody"`
}

// operations are those of the API, by their paths and methods.
func operations(v *visitor) map[string]map[string]operation {
	v.t.Helper()
	var spec struct {
		Paths map[string]map[string]operation `json:"paths"`
	}
	if err := json.Unmarshal([]byte(v.get("/api/v1/openapi.json").body), &spec); err != nil {
		v.t.Fatal(err)
	}
	return spec.Paths
}
