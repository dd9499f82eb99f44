package webtest

import (
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"ruhr/internal/require"
)

// LanguageCodes are those of all languages.
var LanguageCodes = []string{"en", "de", "fr", "es"}

// Element is an element of a page.
type Element struct{ *html.Node }

// Document is an answer as a browser reads it.
func (p Answer) Document() Element {
	root, err := html.Parse(strings.NewReader(p.Body))
	if err != nil {
		panic(err) // a string can be read
	}
	return Element{root}
}

// All are the elements of a kind, "" for any, below an element, in the order of the page,
// with an attribute of a value.
func (e Element) All(kind, key, value string) (out []Element) {
	for n := range e.Descendants() {
		if x := (Element{n}); n.Type == html.ElementNode && (kind == "" || n.Data == kind) && (key == "" || x.Value(key) == value) {
			out = append(out, x)
		}
	}
	return out
}

// Find is the first of All; it must be there.
func (e Element) Find(t testing.TB, kind, key, value string) Element {
	t.Helper()
	found := e.All(kind, key, value)
	require.Must(t, len(found) != 0, "the page has no %s with %s=%q", kind, key, value)
	return found[0]
}

// With are the elements of an answer with all of some attributes, each named before its
// value; the last may have any.
func (p Answer) With(attributes ...string) (out []Element) {
	for n := range p.Document().Descendants() {
		e := Element{n}
		has := true
		for k := 0; k < len(attributes); k += 2 {
			has = has && e.Has(attributes[k]) && (k+1 == len(attributes) || e.Value(attributes[k]) == attributes[k+1])
		}
		if has {
			out = append(out, e)
		}
	}
	return out
}

// Has reports whether an answer has such an element.
func (p Answer) Has(attributes ...string) bool { return len(p.With(attributes...)) > 0 }

// Heads reports whether the heading of an answer begins with a text.
func (p Answer) Heads(text string) bool {
	h := p.Document().All("h1", "", "")
	return len(h) == 1 && strings.HasPrefix(h[0].Text(), text)
}

// Links are the addresses that an answer leads to, of those that have a part.
func (p Answer) Links(part string) (out []string) {
	for _, e := range p.Document().All("a", "", "") {
		if href := e.Value("href"); strings.Contains(href, part) {
			out = append(out, href)
		}
	}
	return out
}

// LeadsTo reports whether an answer has a link to an address with a part.
func (p Answer) LeadsTo(part string) bool { return len(p.Links(part)) > 0 }

// Invitation is the path of the first private link to a seat in an answer, "" for none.
func (p Answer) Invitation() string { return invitation.FindString(p.Body) }

var invitation = regexp.MustCompile(`/join/[A-Za-z0-9_-]{22}`)

// Text is what a reader of an answer sees, with single spaces.
func (p Answer) Text() string { return p.Document().Text() }

// Says reports whether a reader of an answer sees a text.
func (p Answer) Says(text string) bool {
	return strings.Contains(p.Text(), strings.Join(strings.Fields(text), " "))
}

// Has reports whether an element has an attribute, such as checked.
func (e Element) Has(key string) bool {
	return slices.ContainsFunc(e.Attr, func(a html.Attribute) bool { return a.Key == key })
}

// Value is that of an attribute, "" where there is none.
func (e Element) Value(key string) string {
	i := slices.IndexFunc(e.Attr, func(a html.Attribute) bool { return a.Key == key })
	if i < 0 {
		return ""
	}
	return e.Attr[i].Val
}

// inline are the elements that do not part words.
var inline = []string{"a", "abbr", "b", "bdi", "code", "em", "i", "small", "span", "strong", "sub", "sup", "time", "u"}

// Text is what a reader sees of an element, with single spaces.
func (e Element) Text() string {
	var b strings.Builder
	for n := range e.Descendants() {
		switch {
		case n.Type == html.TextNode:
			b.WriteString(n.Data)
		case !slices.Contains(inline, n.Data):
			b.WriteByte(' ')
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// Asks are the names of the fields to fill in that stand before the first button of a
// form.
func (e Element) Asks() (out []string) {
	for n := range e.Descendants() {
		x := Element{n}
		switch {
		case n.Type != html.ElementNode:
		case n.Data == "button":
			return out
		case n.Data == "select", n.Data == "input" && x.Value("type") != "hidden":
			out = append(out, x.Value("name"))
		}
	}
	return out
}

// Form is a form of a page: where it goes, its hidden fields, its buttons.
type Form struct {
	Action  string
	Fields  url.Values
	Buttons []Button
}

// Button is what a button sends.
type Button struct{ Name, Value string }

// Form finds the form of a page that goes to an address ending so; nil where
// there is none.
func (p Answer) Form(ending string) *Form {
	all := p.Forms(ending)
	if len(all) == 0 {
		return nil
	}
	return all[0]
}

// Forms are all of them.
func (p Answer) Forms(ending string) (out []*Form) {
	for _, e := range p.Document().All("form", "", "") {
		if strings.HasSuffix(e.Value("action"), ending) {
			out = append(out, e.Form())
		}
	}
	return out
}

// Form is an element as a form.
func (e Element) Form() *Form {
	f := &Form{Action: e.Value("action"), Fields: url.Values{}}
	for _, in := range e.All("input", "type", "hidden") {
		f.Fields.Set(in.Value("name"), in.Value("value"))
	}
	for _, b := range e.All("button", "", "") {
		f.Buttons = append(f.Buttons, Button{b.Value("name"), b.Value("value")})
	}
	return f
}

// Missing finds texts the catalogue does not have.
var Missing = regexp.MustCompile(`‹[^›]*›`)

// PagePolicy is that of every page.
const PagePolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
	"connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// CheckPage fails unless an answer is a page without anything inline or foreign.
func CheckPage(t testing.TB, where string, p Answer) {
	t.Helper()
	require.Equal(t, p.Status, http.StatusOK, "%s: status", where)
	if got := p.Header.Get("Content-Security-Policy"); got != PagePolicy {
		t.Errorf("%s: content policy %q", where, got)
	}
	for _, bad := range []string{" style=", " onclick=", "<script>", "<style", "javascript:", "http://", "https://"} {
		// The address of the table itself is shown where links are given out.
		if i := strings.Index(strings.ReplaceAll(p.Body, "http://127.0.0.1:", ""), bad); i >= 0 {
			t.Errorf("%s: has %q: …%.80s", where, bad, p.Body[max(0, i-20):])
		}
	}
}

// TextTag is a tag between texts.
var TextTag = regexp.MustCompile(`<[^>]*>`)

var readAttribute = regexp.MustCompile(`\s(?:title|label|aria-label|alt|placeholder)="([^"]*)"`)

// Readable is what people see or hear of a page: its text, and the attributes
// that are shown or read out.
func Readable(body string) string {
	text := TextTag.ReplaceAllString(body, " ")
	for _, m := range readAttribute.FindAllStringSubmatch(body, -1) {
		text += "\n" + m[1]
	}
	return html.UnescapeString(text)
}
