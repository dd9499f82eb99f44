package templates

import (
	"bytes"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ruhr/internal/require"
)

// Pages are parsed when they are first shown; none has a mistake.
func TestAllTemplatesParse(t *testing.T) {
	pages, err := Load()
	require.NoError(t, err)
	for name, load := range pages.pages {
		if page, err := load(); err != nil {
			t.Errorf("%s: %v", name, err)
		} else if page.Lookup("main") == nil && page.Lookup("body").Tree.ParseName == "layout.html" {
			t.Errorf("%s has neither a main part nor a body of its own", name)
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

// What people read comes from the catalogues, in their language: no word and no colon,
// before which French has a space, stands in a template.
func TestTemplatesHaveNoWords(t *testing.T) {
	action := regexp.MustCompile(`(?s)\{\{.*?\}\}`)
	code := regexp.MustCompile(`(?s)<(script|style)\b.*?</(script|style)>|<!--.*?-->|<[^>]*>|&[a-z]+;`)
	words := regexp.MustCompile(`\pL{2,}|:`)
	names := []string{"Ruhr", "ruhr", "replay", "open", "SET", "SAIL", "EXP"} // of the game, a command, rules
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, ".html") {
			return err
		}
		data, err := files.ReadFile(name)
		require.True(t, !bytes.Contains(data, []byte("}}: ")), "%s has a colon after a text", name)
		for _, word := range words.FindAllString(code.ReplaceAllString(action.ReplaceAllString(string(data), ""), " "), -1) {
			require.True(t, slices.Contains(names, word), "%s has %q", name, word)
		}
		return err
	})
	require.NoError(t, err)
}
