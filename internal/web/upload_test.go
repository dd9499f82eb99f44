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

	"ruhr/internal/require"
	"ruhr/internal/web/kernel"
	"ruhr/internal/web/webtest"
	"ruhr/record"
)

// One file is read at a time.
func TestUploadsAreReadOneByOne(t *testing.T) {
	w := newWorld(t, 1)
	done, err := w.Kernel.Uploads.Reading.Await(t.Context(), "another")
	require.NoError(t, err)
	answered := make(chan webtest.Answer)
	v := w.Visitor()
	go func() { answered <- v.Upload("{}") }()
	webtest.WaitFor(w.Kernel.Uploads.Reading, 1)
	select {
	case p := <-answered:
		t.Errorf("a second file was read beside the first: status %d", p.Status)
	case <-time.After(20 * time.Millisecond):
	}
	done()
	if p := <-answered; p.Status != http.StatusUnprocessableEntity {
		t.Errorf("status %d, want %d", p.Status, http.StatusUnprocessableEntity)
	}
}

// A file of empty actions is refused by their number, before they are parsed.
func TestUploadOfEmptyActions(t *testing.T) {
	v := newWorld(t, 1).Visitor()
	data := `{"actions":[` + strings.Repeat("{},", 99_000) + `{}]}`
	p := v.Upload(data + strings.Repeat(" ", record.MaxSize-len(data)))
	require.True(t, p.Status == http.StatusUnprocessableEntity && p.Says("99002 actions"), "status %d: %s", p.Status, p.Text())
}

// A body of unknown length is read only up to the limit.
func TestUploadWithoutLength(t *testing.T) {
	v := newWorld(t, 1).Visitor()
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
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, v.URL+"/open", c.body)
		require.NoError(t, err)
		req.Header.Set("Content-Type", "multipart/form-data; boundary=xxx")
		v.Do(req).WantStatus(t, c.status, "%s", c.name)
	}
}

// A file that finds no place is not counted.
func TestRefusedUploadsAreNotCounted(t *testing.T) {
	w := newWorld(t, 1)
	v := w.Visitor()
	leave := w.FillUploads("127.0.0.1")
	for range 51 { // more than an address may open at once
		if p := v.Upload("{}"); p.Status != http.StatusTooManyRequests {
			t.Fatalf("status %d", p.Status)
		}
	}
	for _, l := range leave {
		l()
	}
	v.Upload("{}").WantStatus(t, http.StatusUnprocessableEntity, "with a place free")
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
	v := w.Visitor()
	v.SignUp("Anna")
	token := v.Token(url.Values{"play": {"yes"}})
	handler := w.Site()
	ends := func(method, path string, must bool) {
		body := &never{ResponseRecorder: httptest.NewRecorder()}
		req := httptest.NewRequestWithContext(t.Context(), method, v.URL+path, io.NopCloser(body))
		req.ContentLength = 9
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		req.AddCookie(&http.Cookie{Name: kernel.KeptCookie + w.Kernel.Mark, Value: "yes"})
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
	for _, pattern := range w.Patterns() {
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
	require.True(t, n >= 10, "only %d operations take a body", n)
}

// operation is what the description of the API says of an operation.
type operation struct {
	RequestBody *struct{} `json:"requestBody"`
}

// operations are those of the API, by their paths and methods.
func operations(v *webtest.Visitor) map[string]map[string]operation {
	v.T.Helper()
	var spec struct {
		Paths map[string]map[string]operation `json:"paths"`
	}
	require.NoError(v.T, json.Unmarshal([]byte(v.Get("/api/v1/openapi.json").Body), &spec))
	return spec.Paths
}

// A form may be 64 KiB long, a file more; a longer one is refused before it is read.
func TestLongestBodies(t *testing.T) {
	const form, file = 64 << 10, record.MaxSize + 64<<10
	site := newWorld(t, 1).Site()
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

// What is refused before the API is asked is a problem as well (RFC 9457).
func TestProblemsBeforeTheAPI(t *testing.T) {
	site := newWorld(t, 1).Site()
	for status, spoil := range map[int]func(*http.Request){
		http.StatusRequestEntityTooLarge: func(r *http.Request) { r.ContentLength = 1 << 20 },
		http.StatusForbidden:             func(r *http.Request) { r.Header.Set("Origin", "https://elsewhere.example") },
	} {
		r := httptest.NewRequest(http.MethodPost, "/api/v1/tables", strings.NewReader(""))
		spoil(r)
		a := httptest.NewRecorder()
		site.ServeHTTP(a, r)
		var p struct {
			Status       int
			Code, Detail string
		}
		require.NoError(t, json.Unmarshal(a.Body.Bytes(), &p))
		if kind := a.Header().Get("Content-Type"); kind != "application/problem+json" || p.Status != status || a.Code != status || p.Code == "" || p.Detail == "" {
			t.Errorf("%d: %s, %+v", a.Code, kind, p)
		}
	}
}

// A form that is sent to where files go is no longer than other forms: it is read whole
// before there is a place for a file.
func TestFormsWhereFilesGo(t *testing.T) {
	v := newWorld(t, 1).Visitor()
	for _, path := range []string{"/open", "/workshop/open"} {
		p := v.Post(path, url.Values{"key": {"k"}, "a": {strings.Repeat("a", 64<<10)}})
		p.WantStatus(t, http.StatusRequestEntityTooLarge, "%s", path)
	}
}
