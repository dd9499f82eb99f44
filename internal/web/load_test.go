package web

import (
	"bytes"
	"compress/gzip"
	"html/template"
	"io"
	"strings"
	"testing"

	"ruhr/internal/compiled"
)

// Pages are parsed when they are first shown; none has a mistake.
func TestAllTemplatesParse(t *testing.T) {
	pages, err := loadTemplates()
	if err != nil {
		t.Fatal(err)
	}
	for name, load := range pages.pages {
		if page, err := load(); err != nil {
			t.Errorf("%s: %v", name, err)
		} else if page.Lookup("body") == nil {
			t.Errorf("%s has no body", name)
		}
	}
	if pages.pages["home"] == nil || pages.pages["table"] == nil {
		t.Errorf("pages %v", sortedKeys(pages.pages))
	}
	var out bytes.Buffer
	if err := pages.execute(&out, "nosuch", "body", nil); err == nil || !strings.Contains(err.Error(), `"nosuch"`) {
		t.Errorf("a page that is not there: %v", err)
	}
}

// What is sent compressed is the file.
func TestAssetsCompress(t *testing.T) {
	a, err := loadAssets(map[string][]byte{"css/extra.css": []byte("a { color: red }")})
	if err != nil {
		t.Fatal(err)
	}
	for name, f := range a.files {
		z, err := gzip.NewReader(bytes.NewReader(f.gzip()))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(z); err != nil || !bytes.Equal(got, f.plain) {
			t.Errorf("%s comes out as %d bytes of %d: %v", name, len(got), len(f.plain), err)
		}
	}
	if a.files["css/extra.css"].kind != "text/css; charset=utf-8" {
		t.Errorf("kind %q", a.files["css/extra.css"].kind)
	}
	if _, err := loadAssets(map[string][]byte{"a.xyz": nil}); err == nil || !strings.Contains(err.Error(), "a.xyz") {
		t.Errorf("a file without a media type: %v", err)
	}
}

// TestRegionsThatCannotBeCompiled: html/template renders what package compiled
// does not know.
func TestRegionsThatCannotBeCompiled(t *testing.T) {
	table := template.Must(template.New("band").Parse(`<b>{{printf "%d%%" .}}</b>`))
	s := &server{templates: &pageTemplates{
		pages:   map[string]func() (*template.Template, error){"table": func() (*template.Template, error) { return table, nil }},
		regions: func() (*compiled.Set, error) { return compiled.New(table, nil), nil },
	}}
	if html, err := s.region("band", 40); err != nil || html != "<b>40%</b>" {
		t.Errorf("%q, %v", html, err)
	}
}
