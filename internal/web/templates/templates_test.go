package templates

import (
	"bytes"
	"io"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ruhr/internal/page"
	"ruhr/internal/require"
	"ruhr/lang"
)

// Pages are parsed when they are first shown; none has a mistake.
func TestAllTemplatesParse(t *testing.T) {
	pages, err := Load()
	require.NoError(t, err)
	for name := range pages.needs {
		if page, err := pages.load(name, page.NewLocalizer(lang.For("fr"))); err != nil {
			t.Errorf("%s: %v", name, err)
		} else if page.Lookup("main") == nil && page.Lookup("body").Tree.ParseName == "layout.html" {
			t.Errorf("%s has neither a main part nor a body of its own", name)
		}
	}
	if pages.needs["home"] == nil || pages.needs["table"] == nil {
		t.Errorf("pages %v", slices.Sorted(maps.Keys(pages.needs)))
	}
	var out bytes.Buffer
	if err := pages.Execute(&out, "nosuch", "body", nil); err == nil || !strings.Contains(err.Error(), `"nosuch"`) {
		t.Errorf("a page that is not there: %v", err)
	}
}

// A text without arguments is written into the source, which only text and attributes of
// text allow: html/template would write it otherwise into a script or an address.
func TestConstantTextsStandInText(t *testing.T) {
	pages, err := Load()
	require.NoError(t, err)
	said := regexp.MustCompile(`\.T "[\w.]+" \| ([^}]*)\}\}`)
	plain := []string{"_html_template_htmlescaper", "_html_template_attrescaper", "_html_template_rcdataescaper"}
	found := 0
	for name := range pages.needs {
		page, err := pages.load(name, nil)
		require.NoError(t, err)
		for _, part := range page.Templates() {
			page.ExecuteTemplate(io.Discard, part.Name(), nil) // fails for want of data, after it was escaped
		}
		for _, part := range page.Templates() {
			if part.Tree == nil {
				continue
			}
			for _, at := range said.FindAllStringSubmatch(part.Tree.Root.String(), -1) {
				found++
				require.True(t, slices.Contains(plain, at[1]), "%s has %s in %s", name, at[0], part.Name())
			}
		}
	}
	require.True(t, found > 1000, "only %d texts were found", found)
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
