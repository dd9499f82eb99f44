package web

import (
	"bytes"
	"context"
	"fmt"
	"html"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"ruhr/board"
	"ruhr/bot"
	"ruhr/internal/api"
	"ruhr/internal/chat"
	"ruhr/internal/live"
	"ruhr/internal/notice"
	"ruhr/internal/people"
	"ruhr/internal/store"
	"ruhr/internal/store/sqlite/sqlitetest"
	"ruhr/internal/table"
	"ruhr/internal/web/accounts"
	"ruhr/internal/web/kernel"
	"ruhr/rules"
	"ruhr/spec"
)

// world is the whole program behind a test server.
type world struct {
	t        testing.TB
	file     string // of the store
	url      string
	service  *table.Service
	store    store.Store
	hub      *live.Hub
	server   *server
	people   *people.Service
	notices  *notice.Service
	accounts *accounts.Accounts
	config   Config
}

// rooms are all pages and forms that the program serves.
func (w *world) rooms() []kernel.Handlers {
	accounts := w.accounts.Routes()
	delete(accounts, api.Base+"/")
	return append(w.server.rooms(nil), accounts, w.server.Routes())
}

// site is the handler of the whole program.
func (w *world) site() http.Handler {
	return w.server.site(func(*kernel.Kernel) kernel.Handlers { return w.accounts.Routes() })
}

// starts starts the program, again and with another configuration where it is changed.
func (w *world) starts(c Config) {
	s, err := newServer(c)
	if err != nil {
		w.t.Fatal(err)
	}
	var now time.Time // visitors of tests take their time, whatever they make
	s.Limits.Now = func() time.Time { now = now.Add(time.Hour); return now }
	if t, ok := w.t.(*testing.T); ok {
		compareRegions(t, s)
	}
	w.config, w.server, w.url = c, s, ""
	w.accounts = accounts.New(s.Kernel, accounts.Config{People: w.people, Notices: w.notices, Chat: c.Chat, Live: c.Live})
}

// quick is a computer player that takes the first legal action: games with it are
// short to play and always the same.
type quick struct{}

func (quick) Choose(_ context.Context, g *rules.Game, s *rules.State, _ bot.Budget, _ *rand.Rand) bot.Thought {
	return bot.Thought{Action: g.Legal(s).Append(nil)[0]}
}

// newWorld starts a program whose chance comes from a seed, with other options
// of its tables where they are changed.
func newWorld(t testing.TB, seed uint64, change ...func(*table.Options)) *world {
	t.Helper()
	st, file := sqlitetest.Open(t)
	hub := live.NewHub()
	t.Cleanup(func() { hub.Close() })
	quiet := slog.New(slog.NewTextHandler(io.Discard, nil))
	o := table.Options{Store: st, Account: st.Account, Live: hub, Board: spec.Board, Log: quiet,
		Bots: func(string) (bot.Bot, error) { return quick{}, nil }}
	table.Seed(&o, seed)
	for _, c := range change {
		c(&o)
	}
	service, err := table.New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { service.Close(context.Background()) })
	b, err := board.Default()
	if err != nil {
		t.Fatal(err)
	}
	folk, err := people.New(people.Options{Store: st})
	if err != nil {
		t.Fatal(err)
	}
	told, err := notice.New(notice.Options{Store: st, Tables: service, Base: "http://ruhr.test", Log: quiet,
		Reach: func(netip.AddrPort) bool { return true }})
	if err != nil {
		t.Fatal(err)
	}
	log := quiet
	if t, ok := t.(*testing.T); ok {
		log = slog.New(reasons{quiet.Handler(), t})
	}
	talk := &chat.Service{Store: st, Tables: service, Live: hub, Clock: time.Now}
	w := &world{t: t, file: file, service: service, store: st, hub: hub, people: folk, notices: told}
	w.starts(Config{Chat: talk, Live: hub, Config: kernel.Config{Service: service, People: folk, Board: b, Levels: []string{"random", "greedy"}, Version: "test", Log: log}})
	return w
}

// reasons fails a test where a request is refused and the log does not say why.
type reasons struct {
	slog.Handler
	t testing.TB
}

func (r reasons) WithAttrs(attrs []slog.Attr) slog.Handler {
	return reasons{r.Handler.WithAttrs(attrs), r.t}
}

func (r reasons) Handle(_ context.Context, rec slog.Record) error {
	said := map[string]string{}
	rec.Attrs(func(a slog.Attr) bool { said[a.Key] = a.Value.String(); return true })
	if why, ok := said["why"]; ok && why == "" {
		r.t.Errorf("refused without a reason: %v", said)
	}
	return nil
}

// visitor is a browser without scripts.
type visitor struct {
	*world
	client *http.Client
	lang   string
}

func (w *world) visitor() *visitor {
	if w.url == "" {
		web := httptest.NewServer(w.site())
		w.t.Cleanup(web.Close)
		w.t.Cleanup(func() { w.hub.Close() }) // ends open streams before the server waits for them
		w.url = web.URL
	}
	jar, err := cookiejar.New(nil)
	if err != nil {
		w.t.Fatal(err)
	}
	return &visitor{w, &http.Client{Jar: jar}, "en"}
}

// answer is what a request got.
type answer struct {
	status int
	path   string
	header http.Header
	body   string
}

func (v *visitor) do(req *http.Request) answer {
	v.t.Helper()
	req.Header.Set("Accept-Language", v.lang)
	res, err := v.client.Do(req)
	if err != nil {
		v.t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		v.t.Fatal(err)
	}
	if m := missing.FindAll(body, 5); m != nil && strings.HasPrefix(res.Header.Get("Content-Type"), "text/html") {
		v.t.Errorf("%s: no text for %s", req.URL.Path, m)
	}
	return answer{res.StatusCode, res.Request.URL.Path, res.Header, string(body)}
}

func (v *visitor) get(path string) answer {
	v.t.Helper()
	req, err := http.NewRequestWithContext(v.t.Context(), http.MethodGet, v.url+path, nil)
	if err != nil {
		v.t.Fatal(err)
	}
	return v.do(req)
}

func (v *visitor) post(path string, form url.Values) answer {
	v.t.Helper()
	req, err := http.NewRequestWithContext(v.t.Context(), http.MethodPost, v.url+path, strings.NewReader(form.Encode()))
	if err != nil {
		v.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return v.do(req)
}

// form is a form of a page: where it goes, its hidden fields, its buttons.
type form struct {
	action  string
	fields  url.Values
	buttons []button
}

type button struct{ name, value string }

var (
	formTag   = regexp.MustCompile(`(?s)<form ([^>]*)>(.*?)</form>`)
	inputTag  = regexp.MustCompile(`<input ([^>]*)>`)
	buttonTag = regexp.MustCompile(`<button ([^>]*)>`)
	attribute = regexp.MustCompile(`([a-z-]+)="([^"]*)"`)
	textTag   = regexp.MustCompile(`<[^>]*>`)
)

func attributes(tag string) map[string]string {
	out := map[string]string{}
	for _, m := range attribute.FindAllStringSubmatch(tag, -1) {
		out[m[1]] = html.UnescapeString(m[2])
	}
	return out
}

// form finds the form of a page that goes to an address ending so; nil where
// there is none.
func (p answer) form(ending string) *form {
	for _, m := range formTag.FindAllStringSubmatch(p.body, -1) {
		a := attributes(m[1])
		if !strings.HasSuffix(a["action"], ending) {
			continue
		}
		f := &form{action: a["action"], fields: url.Values{}}
		for _, in := range inputTag.FindAllStringSubmatch(m[2], -1) {
			if i := attributes(in[1]); i["type"] == "hidden" {
				f.fields.Set(i["name"], i["value"])
			}
		}
		for _, b := range buttonTag.FindAllStringSubmatch(m[2], -1) {
			i := attributes(b[1])
			f.buttons = append(f.buttons, button{i["name"], i["value"]})
		}
		return f
	}
	return nil
}

// press sends a form by one of its buttons.
func (v *visitor) press(f *form, b button) answer {
	v.t.Helper()
	fields := url.Values{}
	for k, values := range f.fields {
		fields[k] = values
	}
	if b.name != "" {
		fields.Set(b.name, b.value)
	}
	return v.post(f.action, fields)
}

// alone starts a table of two persons at one screen, so that no computer
// player's goroutine has a part in it.
func (v *visitor) alone(more url.Values) answer {
	v.t.Helper()
	fields := url.Values{"who0": {"me"}, "name0": {"Anna"}, "colour0": {"purple"}, "who1": {"me"}, "name1": {"Bert <b>"}, "colour1": {"green"},
		"who2": {"none"}, "who3": {"none"}}
	for k, values := range more {
		fields[k] = values
	}
	p := v.post("/new", fields)
	if p.status != http.StatusOK || !strings.HasPrefix(p.path, "/t/") {
		v.t.Fatalf("new table: status %d at %s: %s", p.status, p.path, textTag.ReplaceAllString(p.body, " "))
	}
	return p
}

// step takes one choice of a table's page, or hands over; false where nothing
// is asked.
func (v *visitor) step(p answer, pick int) (answer, bool) {
	v.t.Helper()
	if f := p.form("/act"); f != nil {
		return v.press(f, f.buttons[pick%len(f.buttons)]), true
	}
	if f := p.form("/turn"); f != nil {
		for _, b := range f.buttons {
			if b.name == "confirm" {
				return v.press(f, b), true
			}
		}
	}
	return p, false
}

// streamOf is the address of the stream for an English page of a table at a log
// number.
func streamOf(id string, at int64) string {
	return fmt.Sprintf("/stream?t=%s~%d~0~en", strings.TrimPrefix(id, "/t/"), at)
}

// missing finds texts the catalogue does not have.
var missing = regexp.MustCompile(`‹[^›]*›`)

// pagePolicy is that of every page.
const pagePolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
	"connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

func checkPage(t testing.TB, where string, p answer) {
	t.Helper()
	if p.status != http.StatusOK {
		t.Errorf("%s: status %d", where, p.status)
	}
	if got := p.header.Get("Content-Security-Policy"); got != pagePolicy {
		t.Errorf("%s: content policy %q", where, got)
	}
	for _, bad := range []string{" style=", " onclick=", "<script>", "<style", "javascript:", "http://", "https://"} {
		// The address of the table itself is shown where links are given out.
		if i := strings.Index(strings.ReplaceAll(p.body, "http://127.0.0.1:", ""), bad); i >= 0 {
			t.Errorf("%s: has %q: …%.80s", where, bad, p.body[max(0, i-20):])
		}
	}
}

// compareRegions has each region of a test rendered by html/template as well: both
// must write the same.
func compareRegions(t *testing.T, s *server) {
	var mu sync.Mutex
	var different string
	s.Rendered = func(name string, data any, html string, err error) {
		var want bytes.Buffer
		wantErr := s.Templates.Execute(&want, "table", name, data)
		if mu.Lock(); (err == nil) != (wantErr == nil) || err == nil && html != want.String() {
			different = fmt.Sprintf("region %s is\n%s (%v)\nand by html/template\n%s (%v)", name, html, err, want.String(), wantErr)
		}
		mu.Unlock()
	}
	t.Cleanup(func() {
		mu.Lock()
		defer mu.Unlock()
		if different != "" {
			t.Error(different)
		}
	})
}
