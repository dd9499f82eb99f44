// Package templates holds the templates of the pages and executes them, for the
// server and for a browser that shows a game by itself.
//
// Each page has a file, and each part that several pages have a file in parts. A
// page defines its "main" part, or the whole "body" if it has a frame of its own.
// Each page is parsed on first use with the parts that it executes, because most are
// rarely needed; that of a table, whose parts are rendered again and again, in each language.
package templates

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"io/fs"
	"iter"
	"path"
	"slices"
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

// question asks whether the person is sure, before a button of the form around it (sure), or
// of a form of its own (leaving).
type question struct {
	P, Path, Text, Go  any
	Of                 any // whom or what it concerns, for those who hear the page
	Note, Field, Value any
}

// helpers are the functions available to templates: inc adds 1; pair passes two
// values to a template, link a field, sure and leaving a question.
var helpers = template.FuncMap{
	"inc":  func(n int) int { return n + 1 },
	"pair": func(page, v any) any { return Pair{page, v} },
	"link": func(page, label, link any, invite bool) any { return field{page, label, link, invite} },
	"sure": func(text, of, note, field, value any) any {
		return question{Text: text, Of: of, Note: note, Field: field, Value: value}
	},
	"leaving": func(page, path, text, goes, note, value any) any {
		return question{P: page, Path: path, Text: text, Go: goes, Note: note, Value: value}
	},
}

// Set are the templates by page, that of a table by language too.
type Set struct {
	needs     map[string][]string // the files of a page besides the parts that they execute
	definedIn map[string]string

	mu     sync.Mutex
	parsed map[pageIn]func() (*template.Template, error)
}

// pageIn is a page in a language, "" for any.
type pageIn struct{ page, lang string }

// speaker says texts in one language, as pages do.
type speaker interface {
	Lang() string
	T(key string, args ...any) template.HTML
}

// regions is the page whose templates [Set.Region] executes by names that no template
// states; it has all parts.
const regions = "table"

// Load reads the parts and lists the pages.
func Load() (*Set, error) {
	parts, err := fs.Glob(files, "parts/*.html")
	if err != nil {
		return nil, err
	}
	definedIn := map[string]string{}
	for _, name := range parts {
		src, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		for defined := range named(string(src), "define") {
			definedIn[defined] = name
		}
	}
	pages, err := fs.Glob(files, "*.html")
	if err != nil {
		return nil, err
	}
	out := &Set{needs: map[string][]string{}, definedIn: definedIn, parsed: map[pageIn]func() (*template.Template, error){}}
	for _, name := range pages {
		page := strings.TrimSuffix(name, ".html")
		needs := []string{name, definedIn["body"]}
		if page == regions {
			needs = append(needs[:1], parts...)
		}
		out.needs[page] = slices.Clip(needs) // each language appends to it
	}
	return out, nil
}

// load returns a page, that of a table in the language of its data.
func (s *Set) load(page string, data any) (*template.Template, error) {
	needs, ok := s.needs[page]
	if !ok {
		return nil, fmt.Errorf("no template for page %q", page)
	}
	if piece, ok := data.(Pair); ok {
		data = piece.P
	}
	key, say := pageIn{page: page}, text(nil)
	if by, ok := data.(speaker); ok && page == regions { // others are rendered too rarely to find all texts first
		key.lang, say = by.Lang(), by.T
	}
	s.mu.Lock()
	load := s.parsed[key]
	if load == nil {
		load = sync.OnceValues(func() (*template.Template, error) { return parse(needs, s.definedIn, say) })
		s.parsed[key] = load
	}
	s.mu.Unlock()
	return load()
}

// parse parses files and those parts that they execute, with the texts of a language, nil
// for none. What an earlier file defines replaces what a later one does.
func parse(names []string, definedIn map[string]string, say text) (*template.Template, error) {
	var sources []string
	for i := 0; i < len(names); i++ {
		src, err := fs.ReadFile(files, names[i])
		if err != nil {
			return nil, err
		}
		sources = append(sources, string(src))
		for executed := range named(sources[i], "template") {
			if part, ok := definedIn[executed]; ok && !slices.Contains(names, part) {
				names = append(names, part)
			}
		}
	}
	t := template.New("").Funcs(helpers)
	for i, src := range slices.Backward(sources) {
		if _, err := t.New(path.Base(names[i])).Parse(compact(src, say)); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// named are the templates that a source defines or executes, as the action says.
func named(src, action string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for {
			_, rest, found := strings.Cut(src, "{{"+action+` "`)
			name, rest, _ := strings.Cut(rest, `"`)
			if !found || !yield(name) {
				return
			}
			src = rest
		}
	}
}

// Execute writes a template of a page with its data.
func (s *Set) Execute(out *bytes.Buffer, page, name string, data any) error {
	t, err := s.load(page, data)
	if err != nil {
		return err
	}
	return t.ExecuteTemplate(out, name, data)
}

// Region writes one of the templates that tables have in common with replays.
func (s *Set) Region(out *bytes.Buffer, name string, data any) error {
	return s.Execute(out, regions, name, data)
}
