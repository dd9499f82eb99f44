package web

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"io/fs"
	"maps"
	"net/http"
	"path"
	"slices"
	"strings"
	"sync"

	"ruhr/internal/page"
)

//go:embed templates
var templateFiles embed.FS

// helpers are what templates may call: inc counts from 1, pair passes two
// values to a template.
var helpers = template.FuncMap{
	"inc":  func(n int) int { return n + 1 },
	"pair": func(page, v any) pair { return pair{page, v} },
}

// pair is a page and one of its parts.
type pair struct{ P, V any }

// pageTemplates are the templates by page, each parsed when the page is first
// shown: a browser never asks for most of them.
type pageTemplates map[string]func() (*template.Template, error)

// loadTemplates reads the parts, which every page may use, and finds the pages.
// A part is named after what it shows: a file of its own in templates/parts.
func loadTemplates() (pageTemplates, error) {
	parts, err := parseAll(template.New("").Funcs(helpers), "templates/parts/*.html")
	if err != nil {
		return nil, err
	}
	pages, err := fs.Glob(templateFiles, "templates/*.html")
	if err != nil {
		return nil, err
	}
	out := pageTemplates{}
	for _, name := range pages {
		out[strings.TrimSuffix(path.Base(name), ".html")] = sync.OnceValues(func() (*template.Template, error) {
			t, err := parts.Clone()
			if err != nil {
				return nil, err
			}
			return parseAll(t, name)
		})
	}
	return out, nil
}

// execute runs a template of a page.
func (p pageTemplates) execute(out *bytes.Buffer, page, name string, data any) error {
	load, ok := p[page]
	if !ok {
		return fmt.Errorf("no template for page %q", page)
	}
	t, err := load()
	if err != nil {
		return err
	}
	return t.ExecuteTemplate(out, name, data)
}

// parseAll adds the definitions in the files of a pattern to a template.
func parseAll(t *template.Template, pattern string) (*template.Template, error) {
	names, err := fs.Glob(templateFiles, pattern)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		src, err := fs.ReadFile(templateFiles, name)
		if err != nil {
			return nil, err
		}
		if _, err := t.New(path.Base(name)).Parse(compact(string(src))); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// base is the part of the model that every page has.
type base struct {
	*page.Localizer
	Set       settings
	Title     string
	Path      string // where this page is, for coming back
	Here      string // the entry of the navigation it belongs to
	Me        string // who is signed in, "" for nobody
	Styles    []string
	Scripts   []string
	Preload   []string
	Version   string
	Notice    *page.Notice
	Valley    *mapShown // the board’s map; nil where there is none
	Languages []language
	assets    *assets
}

// Asset is the address of a static file.
func (b *base) Asset(name string) string { return b.assets.url(name) }

// newBase begins a page with a title from the catalogue.
func (s *server) newBase(r *http.Request, here, title string) base {
	l := localizerOf(r)
	b := base{Localizer: l, Set: readSettings(r), Path: r.URL.Path, Here: here, Version: s.version, assets: s.assets, Languages: languages()}
	b.Title = l.Plain(title) + " · Ruhr"
	b.Scripts = []string{"js/page.js"}
	if p := personOf(r); p != nil {
		b.Me = p.Name
	}
	return b
}

// show writes a page.
func (s *server) show(w http.ResponseWriter, r *http.Request, status int, name string, data any) {
	var out bytes.Buffer
	if err := s.templates.execute(&out, name, "body", data); err != nil {
		s.fault(r, "page failed: "+name, err)
		http.Error(w, "internal error", http.StatusInternalServerError)
		return
	}
	send(w, r, status, "text/html; charset=utf-8", out.Bytes())
}

// region renders one of the shared templates.
func (s *server) region(name string, data any) (string, error) {
	var out bytes.Buffer
	err := s.templates.execute(&out, "table", name, data)
	return out.String(), err
}

// message is a page that says one thing.
type message struct {
	base
	Text template.HTML
}

func (s *server) favicon(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, s.assets.url("icon.svg"), http.StatusFound)
}

// robots asks search engines to leave the tables alone.
func (s *server) robots(w http.ResponseWriter, r *http.Request) {
	send(w, r, http.StatusOK, "text/plain; charset=utf-8", []byte("User-agent: *\nDisallow: /t/\nDisallow: /join/\nDisallow: /game/\n"))
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
