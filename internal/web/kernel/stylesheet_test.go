package kernel

import (
	"bytes"
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"ruhr/internal/require"
)

var files = os.DirFS("../static")

const someWindows = "@custom-media --wide (min-width: 900px);\n@custom-media --both (min-width: 1400px),\n  (min-height: 1000px);\n"

func TestStyleSheets(t *testing.T) {
	got, err := styleSheets(fstest.MapFS{
		"windows.css":   {Data: []byte(someWindows)},
		"site.css":      {Data: []byte("/* Pages\n   that are read. */\na {\n  color: var(--go);\n}\n")},
		"table.css":     {Data: []byte("@import \"table/map.css\";\n@import \"table/log.css\";\n")},
		"table/map.css": {Data: []byte("@media (--wide) {\n  a {\n    b: c;\n  }\n}\n")},
		"table/log.css": {Data: []byte("@media (--both) {\n}\n")},
	})
	require.NoError(t, err)
	want := map[string]string{
		"site.css":  "a {\ncolor: var(--go);\n}\n",
		"table.css": "@media (min-width: 900px) {\na {\nb: c;\n}\n}\n@media (min-width: 1400px), (min-height: 1000px) {\n}\n",
	}
	for name, sheet := range want {
		require.Equal(t, string(got[name]), sheet, "%s", name)
	}
	require.Equal(t, len(got), len(want), "style sheets; parts are loaded with what imports them")
}

func TestStyleSheetsSayWhatIsWrong(t *testing.T) {
	for sheet, want := range map[string]string{
		"@media (--wise) {\n}\n":           "(--wise) in table.css is none of the windows: --both, --wide",
		"@import \"table/nothing.css\";\n": "table/nothing.css",
	} {
		_, err := styleSheets(fstest.MapFS{"windows.css": {Data: []byte(someWindows)}, "table.css": {Data: []byte(sheet)}})
		require.True(t, err != nil && strings.Contains(err.Error(), want), "%q: the error is %v, want one with %q", sheet, err, want)
	}
}

// Sheets sent to browsers contain no imports and no custom media.
func TestStyleSheetsAreFilledIn(t *testing.T) {
	css, err := fs.Sub(files, "css")
	require.NoError(t, err)
	sheets, err := styleSheets(css)
	if err != nil || len(sheets) < 5 {
		t.Fatal(len(sheets), err)
	}
	for name, sheet := range sheets {
		for _, left := range []string{"(--", "@import", "@custom-media"} {
			if at := strings.Index(strings.ReplaceAll(string(sheet), "var(--", ""), left); at >= 0 {
				t.Errorf("%s still has %s at %d", name, left, at)
			}
		}
	}
}

// Every part is imported by some sheet.
func TestEveryPartIsImported(t *testing.T) {
	parts, err := fs.Glob(files, "css/*/*.css")
	if err != nil || len(parts) == 0 {
		t.Fatal(parts, err)
	}
	var all strings.Builder
	sheets, _ := fs.Glob(files, "css/*.css")
	for _, name := range sheets {
		src, _ := fs.ReadFile(files, name)
		all.Write(src)
	}
	for _, part := range parts {
		if name := strings.TrimPrefix(part, "css/"); !strings.Contains(all.String(), `"`+name+`"`) {
			t.Errorf("no style sheet imports %s", name)
		}
	}
}

// TestNothingMovesForever: what moves for more than five seconds distracts (WCAG
// 2.2.2), and a map that is painted again and again drains batteries.
func TestNothingMovesForever(t *testing.T) {
	err := fs.WalkDir(files, ".", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".css") {
			return err
		}
		text, err := fs.ReadFile(files, path)
		require.True(t, !bytes.Contains(text, []byte("infinite")), "%s has an animation without an end", path)
		return err
	})
	require.NoError(t, err)
}
