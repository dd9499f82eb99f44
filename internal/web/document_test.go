package web

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// element is an element of a page.
type element struct{ *html.Node }

// document parses a page.
func document(t *testing.T, p answer) element {
	t.Helper()
	root, err := html.Parse(strings.NewReader(p.body))
	if err != nil {
		t.Fatal(err)
	}
	return element{root}
}

// all are the elements of a kind below an element, in the order of the page, with an
// attribute of a value.
func (e element) all(kind, key, value string) (out []element) {
	for n := range e.Descendants() {
		if x := (element{n}); n.Type == html.ElementNode && n.Data == kind && (key == "" || x.attr(key) == value) {
			out = append(out, x)
		}
	}
	return out
}

// find is the first of all; it must be there.
func (e element) find(t *testing.T, kind, key, value string) element {
	t.Helper()
	found := e.all(kind, key, value)
	if len(found) == 0 {
		t.Fatalf("the page has no %s with %s=%q", kind, key, value)
	}
	return found[0]
}

// has reports whether an element has an attribute, such as checked.
func (e element) has(key string) bool {
	return slices.ContainsFunc(e.Attr, func(a html.Attribute) bool { return a.Key == key })
}

func (e element) attr(key string) string {
	i := slices.IndexFunc(e.Attr, func(a html.Attribute) bool { return a.Key == key })
	if i < 0 {
		return ""
	}
	return e.Attr[i].Val
}

// text is what a reader sees of an element, with single spaces.
func (e element) text() string {
	var b strings.Builder
	for n := range e.Descendants() {
		if n.Type == html.TextNode {
			b.WriteString(n.Data)
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// asks are the names of the fields to fill in that stand before the first button of a
// form.
func (e element) asks() (out []string) {
	for n := range e.Descendants() {
		x := element{n}
		switch {
		case n.Type != html.ElementNode:
		case n.Data == "button":
			return out
		case n.Data == "select", n.Data == "input" && x.attr("type") != "hidden":
			out = append(out, x.attr("name"))
		}
	}
	return out
}
