package webtest

import (
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"regexp"
	"ruhr/internal/require"
	"strings"
	"testing"
)

// Visitor is a browser without scripts.
type Visitor struct {
	*World
	Client *http.Client
	Lang   string
}

// Visitor is a new visitor of the program, who reads English.
func (w *World) Visitor() *Visitor {
	if w.URL == "" {
		web := httptest.NewServer(w.Site())
		w.T.Cleanup(web.Close)
		w.T.Cleanup(func() { w.Hub.Close() }) // ends open streams before the server waits for them
		w.URL = web.URL
	}
	jar, err := cookiejar.New(nil)
	require.NoError(w.T, err)
	return &Visitor{w, &http.Client{Jar: jar}, "en"}
}

// Answer is what a request got.
type Answer struct {
	Status int
	Path   string
	Header http.Header
	Body   string
}

// WantStatus reports an answer of another status; the format says what it is the answer to.
func (p Answer) WantStatus(t testing.TB, status int, format string, args ...any) {
	t.Helper()
	require.Equal(t, p.Status, status, format+": status", args...)
}

// Request is a request of a visitor: a form, unless it says otherwise.
func (w *World) Request(method, path, body string) *http.Request {
	req, err := http.NewRequestWithContext(w.T.Context(), method, w.URL+path, strings.NewReader(body))
	require.NoError(w.T, err)
	if method == http.MethodPost {
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	return req
}

// Do sends a request and follows where it leads.
func (v *Visitor) Do(req *http.Request) Answer {
	v.T.Helper()
	req.Header.Set("Accept-Language", v.Lang)
	res, err := v.Client.Do(req)
	require.NoError(v.T, err)
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	require.NoError(v.T, err)
	if m := Missing.FindAll(body, 5); m != nil && strings.HasPrefix(res.Header.Get("Content-Type"), "text/html") {
		v.T.Errorf("%s: no text for %s", req.URL.Path, m)
	}
	return Answer{res.StatusCode, res.Request.URL.Path, res.Header, string(body)}
}

// heldBack is a request body that runs a function before the first byte is read.
type heldBack struct {
	io.ReadCloser
	meanwhile func() // nil once it has run
}

func (b *heldBack) Read(p []byte) (int, error) {
	if do := b.meanwhile; do != nil {
		b.meanwhile = nil
		do()
	}
	return b.ReadCloser.Read(p)
}

// Slowly sends a request whose body arrives only after meanwhile has returned.
func (v *Visitor) Slowly(req *http.Request, meanwhile func()) *httptest.ResponseRecorder {
	v.T.Helper()
	for _, c := range v.Client.Jar.Cookies(req.URL) {
		req.AddCookie(c)
	}
	body := &heldBack{req.Body, meanwhile}
	req.Body, req.RequestURI, req.RemoteAddr = body, req.URL.RequestURI(), "192.0.2.1:1234"
	got := httptest.NewRecorder()
	v.Site().ServeHTTP(got, req)
	require.Must(v.T, body.meanwhile == nil, "%s answered %d without reading the body", req.URL.Path, got.Code)
	return got
}

// Get opens a page.
func (v *Visitor) Get(path string) Answer {
	v.T.Helper()
	return v.Do(v.Request(http.MethodGet, path, ""))
}

// Post sends a form.
func (v *Visitor) Post(path string, form url.Values) Answer {
	v.T.Helper()
	return v.Do(v.Request(http.MethodPost, path, form.Encode()))
}

// Press sends a form by one of its buttons.
func (v *Visitor) Press(f *Form, b Button) Answer {
	v.T.Helper()
	fields := maps.Clone(f.Fields)
	if b.Name != "" {
		fields.Set(b.Name, b.Value)
	}
	return v.Post(f.Action, fields)
}

// Alone starts a table of two persons at one screen, so that no computer
// player's goroutine has a part in it.
func (v *Visitor) Alone(more url.Values) Answer {
	v.T.Helper()
	fields := url.Values{"who0": {"me"}, "name0": {"Anna"}, "colour0": {"purple"}, "who1": {"me"}, "name1": {"Bert <b>"}, "colour1": {"green"},
		"who2": {"none"}, "who3": {"none"}}
	maps.Copy(fields, more)
	p := v.Post("/new", fields)
	if p.Status != http.StatusOK || !strings.HasPrefix(p.Path, "/t/") {
		v.T.Fatalf("new table: status %d at %s: %s", p.Status, p.Path, p.Text())
	}
	return p
}

// Step takes one choice of a table's page, or hands over; false where nothing
// is asked.
func (v *Visitor) Step(p Answer, pick int) (Answer, bool) {
	v.T.Helper()
	if f := p.Form("/act"); f != nil {
		return v.Press(f, f.Buttons[pick%len(f.Buttons)]), true
	}
	if f := p.Form("/turn"); f != nil {
		for _, b := range f.Buttons {
			if b.Name == "confirm" {
				return v.Press(f, b), true
			}
		}
	}
	return p, false
}

// StreamOf is the address of the stream for an English page of a table at a log
// number.
func StreamOf(id string, at int64) string {
	return fmt.Sprintf("/stream?t=%s~%d~0~en", strings.TrimPrefix(id, "/t/"), at)
}

const Password = "correct horse"

// SignUp makes an account.
func (v *Visitor) SignUp(name string) Answer {
	v.T.Helper()
	p := v.Post("/account/new", url.Values{"name": {name}, "password": {Password}})
	require.Must(v.T, p.Status == http.StatusOK && p.Path == "/account", "signing up: status %d at %s: %s", p.Status, p.Path, p.Text())
	return p
}

// SignIn signs in to one.
func (v *Visitor) SignIn(name string, more url.Values) Answer {
	v.T.Helper()
	form := url.Values{"name": {name}, "password": {Password}}
	maps.Copy(form, more)
	return v.Post("/account/in", form)
}

// Plays reports whether a visitor may act at a table.
func (v *Visitor) Plays(id string) bool {
	p := v.Get(id)
	return p.Form("/act") != nil || p.Form("/turn") != nil
}

var shownToken = regexp.MustCompile(`<code>(ruhr_[\w-]{22})</code>`)

// Token makes an access token on the account page.
func (v *Visitor) Token(more url.Values) string {
	v.T.Helper()
	form := url.Values{"token": {"my program"}}
	maps.Copy(form, more)
	m := shownToken.FindStringSubmatch(v.Post("/account/tokens", form).Body)
	require.Must(v.T, m != nil, "no access token is shown")
	return m[1]
}

// Ask sends a request with an access token.
func (v *Visitor) Ask(method, path, token, body string) Answer {
	v.T.Helper()
	req := v.Request(method, "/api/v1"+path, body)
	req.Header.Del("Content-Type") // JSON is what programs send
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	return v.Do(req)
}

// Invitation makes a table with a free seat 1 and the private link to it.
func (v *Visitor) Invitation() (table, link string) {
	v.T.Helper()
	p := v.Alone(url.Values{"who1": {"open"}, "name1": {""}})
	made := v.Post(p.Path, url.Values{"seat": {"1"}})
	if link = made.Invitation(); link == "" {
		v.T.Fatal("no private link was shown")
	}
	return strings.TrimSuffix(p.Path, "/share"), link
}

// Holds reports whether the visitor has a seat, by what its table offers.
func (v *Visitor) Holds(table string) bool {
	f := v.Get(table + "/share").Form("/share")
	return f != nil
}

// Opens starts a table with an open seat beside the visitor's and gives its path.
func (v *Visitor) Opens(more url.Values) string {
	v.T.Helper()
	form := url.Values{"who0": {"me"}, "name0": {"Anna"}, "who1": {"open"}, "who2": {"none"}, "who3": {"none"}}
	maps.Copy(form, more)
	p := v.Post("/new", form)
	require.Must(v.T, strings.HasSuffix(p.Path, "/share"), "a new table led to %s, status %d", p.Path, p.Status)
	return strings.TrimSuffix(p.Path, "/share")
}

// OpenAgain uploads a record and checks its page.
func (v *Visitor) OpenAgain(rec string) {
	v.T.Helper()
	p := v.Upload(rec)
	if p.Status != http.StatusOK || !strings.HasPrefix(p.Path, "/game/") {
		v.T.Fatalf("opening the record: status %d at %s: %s", p.Status, p.Path, p.Text())
	}
	CheckPage(v.T, "opened record", p)
	CheckPage(v.T, "opened record's score", v.Get(p.Path+"/score"))
}

// Upload opens a record file.
func (v *Visitor) Upload(data string) Answer {
	v.T.Helper()
	body := "--xxx\r\nContent-Disposition: form-data; name=\"record\"; filename=\"a.json\"\r\n\r\n" + data + "\r\n--xxx--\r\n"
	req := v.Request(http.MethodPost, "/open", body)
	req.Header.Set("Content-Type", "multipart/form-data; boundary=xxx")
	return v.Do(req)
}
