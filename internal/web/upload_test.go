package web

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"ruhr/internal/web/kernel"
	"ruhr/record"
)

// One file is read at a time.
func TestUploadsAreReadOneByOne(t *testing.T) {
	w := newWorld(t, 1)
	done, err := w.server.Uploads.Reading.Await(t.Context(), "another")
	if err != nil {
		t.Fatal(err)
	}
	answered := make(chan answer)
	v := w.visitor()
	go func() { answered <- v.upload("{}") }()
	waitFor(w.server.Uploads.Reading, 1)
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
		{"one without an end", io.MultiReader(strings.NewReader(head), strings.NewReader(strings.Repeat(" ", 2*record.MaxSize))), http.StatusUnprocessableEntity},
		{"no file", io.MultiReader(strings.NewReader("--xxx\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n"), strings.NewReader(strings.Repeat(" ", 2*record.MaxSize))), http.StatusRequestEntityTooLarge},
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

// A file that finds no place is not counted.
func TestRefusedUploadsAreNotCounted(t *testing.T) {
	w := newWorld(t, 1)
	v := w.visitor()
	leave := w.fillUploads("127.0.0.1")
	for range 51 { // more than an address may open at once
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
// half a minute: all pages, and all operations of the API.
func TestBodiesThatNeverComeEnd(t *testing.T) {
	w := newWorld(t, 68)
	v := w.visitor()
	v.signUp("Anna")
	token := v.token(url.Values{"play": {"yes"}})
	handler := w.site()
	ends := func(method, path string, must bool) {
		body := &never{ResponseRecorder: httptest.NewRecorder()}
		req := httptest.NewRequestWithContext(t.Context(), method, v.url+path, io.NopCloser(body))
		req.ContentLength = 9
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		req.AddCookie(&http.Cookie{Name: kernel.KeptCookie + w.server.Mark, Value: "yes"})
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
		case body.read.After(began.Add(90 * time.Second)): // the machine may be slow
			t.Errorf("%s %s: waits %v", method, path, body.read.Sub(began))
		case must && body.Code != http.StatusRequestTimeout:
			t.Errorf("%s %s: status %d: %.200s", method, path, body.Code, body.Body)
		}
	}
	fill := strings.NewReplacer("{id}", strings.Repeat("a", 22), "{$}", "", "{", "", "}", "")
	for _, pattern := range w.patterns() {
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

// A form may be 64 KiB long, a file more; a longer one is refused before it is read.
func TestLongestBodies(t *testing.T) {
	const form, file = 64 << 10, record.MaxSize + 64<<10
	site := newWorld(t, 1).site()
	for _, c := range []struct {
		path   string
		length int64
		want   bool
	}{
		{"/new", form, true}, {"/new", form + 1, false}, {"/open", form + 1, true}, {"/open", file, true}, {"/open", file + 1, false},
		{"/workshop/open", file, true}, {"/workshop", file, false},
	} {
		r := httptest.NewRequest(http.MethodPost, c.path, strings.NewReader(""))
		r.ContentLength = c.length
		a := httptest.NewRecorder()
		if site.ServeHTTP(a, r); (a.Code != http.StatusRequestEntityTooLarge) != c.want {
			t.Errorf("%d bytes for %s: status %d", c.length, c.path, a.Code)
		}
	}
}
