package kernel

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"html/template"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"

	"ruhr/internal/page"
	"ruhr/internal/people/settings"
	"ruhr/rules"
)

// Base is the part of the model common to all pages.
type Base struct {
	*page.Localizer
	Set       settings.Settings
	Title     string
	Path      string // address of this page with its query, to return to; an answered form's leads to its page
	Return    string // where answers to forms of any page lead from here, of a page that keeps its address secret
	Here      string // its entry in the navigation
	Me        string // name of the signed-in person, "" for a guest
	Account   string // which account that is, "-" for none
	SignIn    string // address of the form to sign in where that helps, else ""
	Refresh   int    // seconds after which it comes again, because it waits for something; 0 for never
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
	legal     *Legal
}

// Asset is the address of a static file.
func (b *Base) Asset(name string) string { return b.assets.url(name) }

// TablePath is the address of the table that a page belongs to, "" for none.
func (b *Base) TablePath() string {
	path, played := strings.CutPrefix(b.Path, "/t/")
	if !played || b.Here != "table" {
		return ""
	}
	id, _, _ := strings.Cut(path, "/")
	return "/t/" + id
}

// RulesVersion is that of the rules.
func (b *Base) RulesVersion() int { return rules.Version }

// AccountPath leads to the account, or to the form to sign in, which leads back here.
func (b *Base) AccountPath() string {
	back := cmp.Or(b.Return, b.Path)
	if b.Me != "" || b.Here == "account" || back == "/" {
		return "/account"
	}
	return "/account?back=" + url.QueryEscape(back)
}

// NewBase returns the common model of a page, titled by a catalogue key.
func (s *Kernel) NewBase(r *http.Request, here, title string) Base {
	l := LocalizerOf(r)
	b := Base{Localizer: l, Set: ReadSettings(r), Path: pathOf(r), Here: here, Version: s.Version, assets: s.assets, legal: &s.Legal, Languages: languages(), Alone: s.Alone(), Account: AccountOf(r)}
	b.Title = l.Plain(title) + " · Ruhr"
	b.Styles, b.Scripts = []string{"css/site.css"}, []string{"js/page.js"}
	b.Asks = Browser(r) != ""
	if p := PersonOf(r); p != nil {
		b.Me, b.Localizer = p.Name, l.For(b.Account) // another one who signs in beside the open page does not send its forms
	}
	return b
}

// ComeAgain has a page come again after some seconds, because it waits for something.
func (b *Base) ComeAgain(seconds int) {
	b.Refresh, b.Scripts = seconds, append(b.Scripts, "js/again.js")
}

// Titled is the title of a page about a table, which may have a name.
func Titled(table, title string) string {
	if table == "" {
		return title
	}
	return table + " · Ruhr"
}

// pathOf is the address that a page is returned to by. The query of a form is not
// what it was sent with.
func pathOf(r *http.Request) string {
	if r.Method == http.MethodGet {
		return r.URL.RequestURI()
	}
	return r.URL.Path
}

// Show renders and sends a page.
func (s *Kernel) Show(w http.ResponseWriter, r *http.Request, status int, name string, data any) {
	var out bytes.Buffer
	if err := s.Templates.Execute(&out, name, "body", data); err != nil {
		s.Fault(r, "page failed: "+name, err)
		http.Error(w, "internal error", http.StatusInternalServerError)
		return
	}
	Send(w, r, status, "text/html; charset=utf-8", out.Bytes())
}

// Region renders one of the shared templates.
func (s *Kernel) Region(name string, data any) (string, error) {
	out := NewBuffer()
	defer Buffers.Put(out)
	err := s.Templates.Region(out, name, data)
	if s.Rendered != nil {
		s.Rendered(name, data, out.String(), err)
	}
	return out.String(), err
}

// Buffers are for what is copied or sent at once: to grow new ones takes longer
// than to fill them.
var Buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func NewBuffer() *bytes.Buffer {
	b := Buffers.Get().(*bytes.Buffer)
	b.Reset()
	return b
}

// Message is a page with a single message, and what can be done next.
type Message struct {
	Base
	Head   string // catalogue key
	Text   template.HTML
	Again  string     // address to ask for again, "" where that makes no sense
	Form   url.Values // to be sent again; nil for another request
	Resend bool       // the page sends its form automatically, once
	Lobby  bool       // what was looked for may be there
}

// lastTry is the field of a form that was sent again and is not to be a third time.
const lastTry = "again"

func (s *Kernel) favicon(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, s.assets.url("icon.svg"), http.StatusFound)
}

// robots asks search engines not to index tables, nor to sign in from each page.
func (s *Kernel) robots(w http.ResponseWriter, r *http.Request) {
	Send(w, r, http.StatusOK, "text/plain; charset=utf-8", []byte("User-agent: *\nDisallow: /account\nDisallow: /t/\nDisallow: /join/\nDisallow: /circle/\nDisallow: /game/\n"))
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// DigestOf identifies a text.
func DigestOf(html string) string {
	sum := sha256.Sum256([]byte(html))
	return base64.RawURLEncoding.EncodeToString(sum[:DigestLength/4*3])
}

const DigestLength = 16 // characters

// MyProfile is the address of the reader's own profile.
func (b *Base) MyProfile() string { return "/people/" + url.PathEscape(b.Me) }
