package templates

import (
	"bytes"
	"maps"
	"slices"
	"strings"
	"testing"
)

// Pages are parsed when they are first shown; none has a mistake.
func TestAllTemplatesParse(t *testing.T) {
	pages, err := Load()
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
		t.Errorf("pages %v", slices.Sorted(maps.Keys(pages.pages)))
	}
	var out bytes.Buffer
	if err := pages.Execute(&out, "nosuch", "body", nil); err == nil || !strings.Contains(err.Error(), `"nosuch"`) {
		t.Errorf("a page that is not there: %v", err)
	}
}
