// Package templates holds the templates of the pages and executes them, for the
// server and for a browser that shows a game by itself.
//
// Each page has a file, and each part that several pages have a file in parts. A
// page defines its "main" part, or the whole "body" if it has a frame of its own.
// Each page is parsed on first use, because most are rarely needed.
package templates

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"io/fs"
	"path"
	"strings"
	"sync"
)

//go:embed *.html parts
var files embed.FS

// Pair is a page and one of its parts.
type Pair struct{ P, V any }

// field is a page with an address or a text to be copied; an invitation can also be
// shared, and is what its page is about.
type field struct {
	P, Label, Link any
	Invite         bool
}

// helpers are the functions available to templates: inc adds 1; pair passes two
// values to a template, link a field.
var helpers = template.FuncMap{
	"inc":  func(n int) int { return n + 1 },
	"pair": func(page, v any) any { return Pair{page, v} },
	"link": func(page, label, link any, invite bool) any { return field{page, label, link, invite} },
}

// Set are the templates by page.
type Set struct {
	pages map[string]func() (*template.Template, error)
}

// Load parses the parts and lists the pages.
func Load() (*Set, error) {
	parts, err := parseAll(template.New("").Funcs(helpers), "parts/*.html")
	if err != nil {
		return nil, err
	}
	pages, err := fs.Glob(files, "*.html")
	if err != nil {
		return nil, err
	}
	out := map[string]func() (*template.Template, error){}
	for _, name := range pages {
		out[strings.TrimSuffix(name, ".html")] = sync.OnceValues(func() (*template.Template, error) {
			t, err := parts.Clone()
			if err != nil {
				return nil, err
			}
			return parseAll(t, name)
		})
	}
	return &Set{out}, nil
}

// parseAll adds the templates of all files that match a pattern.
func parseAll(t *template.Template, pattern string) (*template.Template, error) {
	names, err := fs.Glob(files, pattern)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		src, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		if _, err := t.New(path.Base(name)).Parse(compact(string(src))); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// Execute writes a template of a page with its data.
func (s *Set) Execute(out *bytes.Buffer, page, name string, data any) error {
	load, ok := s.pages[page]
	if !ok {
		return fmt.Errorf("no template for page %q", page)
	}
	t, err := load()
	if err != nil {
		return err
	}
	return t.ExecuteTemplate(out, name, data)
}

// Region writes one of the templates that tables have in common with replays.
func (s *Set) Region(out *bytes.Buffer, name string, data any) error {
	return s.Execute(out, "table", name, data)
}
