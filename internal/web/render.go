package web

import (
	"bytes"
	"html/template"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"sync"

	"ruhr/internal/page"
	"ruhr/internal/people/settings"
)

// base is the part of the model common to all pages.
type base struct {
	*page.Localizer
	Set       settings.Settings
	Title     string
	Path      string // address of this page with its query, to return to; an answered form's leads to its page
	Here      string // its entry in the navigation
	Me        string // name of the signed-in person, "" for a guest
	Account   string // which account that is, "-" for none
	SignIn    string // address of the form to sign in where that helps, else ""
	Asks      bool   // it asks how many tables wait, because the browser may hold seats
	Styles    []string
	Scripts   []string
	Preload   []string
	Version   string
	Notice    *page.Notice
	MapImage  *page.MapImage // the board’s map; nil without one
	Languages []language
	Alone     bool // what needs others is left out (Config.Alone)
	assets    *assets
	legal     *legal
}

// Asset is the address of a static file.
func (b *base) Asset(name string) string { return b.assets.url(name) }

// newBase returns the common model of a page, titled by a catalogue key.
func (s *server) newBase(r *http.Request, here, title string) base {
	l := localizerOf(r)
	b := base{Localizer: l, Set: readSettings(r), Path: pathOf(r), Here: here, Version: s.version, assets: s.assets, legal: &s.legal, Languages: languages(), Alone: s.alone != nil, Account: accountOf(r)}
	b.Title = l.Plain(title) + " · Ruhr"
	b.Styles, b.Scripts = []string{"css/site.css"}, []string{"js/page.js"}
	b.Asks = browser(r) != ""
	if p := personOf(r); p != nil {
		b.Me = p.Name
	}
	return b
}

// pathOf is the address that a page is returned to by. The query of a form is not
// what it was sent with.
func pathOf(r *http.Request) string {
	if r.Method == http.MethodGet {
		return r.URL.RequestURI()
	}
	return r.URL.Path
}

// show renders and sends a page.
func (s *server) show(w http.ResponseWriter, r *http.Request, status int, name string, data any) {
	var out bytes.Buffer
	if err := s.templates.Execute(&out, name, "body", data); err != nil {
		s.fault(r, "page failed: "+name, err)
		http.Error(w, "internal error", http.StatusInternalServerError)
		return
	}
	send(w, r, status, "text/html; charset=utf-8", out.Bytes())
}

// region renders one of the shared templates.
func (s *server) region(name string, data any) (string, error) {
	out := newBuffer()
	defer buffers.Put(out)
	err := s.templates.Region(out, name, data)
	if s.rendered != nil {
		s.rendered(name, data, out.String(), err)
	}
	return out.String(), err
}

// buffers are for what is copied or sent at once: to grow new ones takes longer
// than to fill them.
var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func newBuffer() *bytes.Buffer {
	b := buffers.Get().(*bytes.Buffer)
	b.Reset()
	return b
}

// message is a page with a single message, and what can be done next.
type message struct {
	base
	Head  string // catalogue key
	Text  template.HTML
	Again string     // address to ask for again, "" where that makes no sense
	Form  url.Values // of a request for a table, to be made again; nil for another
	Lobby bool       // what was looked for may be there
}

// lastTry is the field of a form that was sent again and is not to be a third time.
const lastTry = "again"

// Resend says that the page sends its form again, which it does once.
func (m *message) Resend() bool { return !m.Form.Has(lastTry) }

func (s *server) favicon(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, s.assets.url("icon.svg"), http.StatusFound)
}

// robots asks search engines not to index tables.
func (s *server) robots(w http.ResponseWriter, r *http.Request) {
	send(w, r, http.StatusOK, "text/plain; charset=utf-8", []byte("User-agent: *\nDisallow: /t/\nDisallow: /join/\nDisallow: /game/\n"))
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
