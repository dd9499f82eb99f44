package archtest

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ruhr/internal/require"
)

// comment finds the comments of a line of Go, JavaScript or CSS.
var comment = regexp.MustCompile(`(?://|/\*|^\s*\*\s|^\s*#\s).*`)

// No comment and no document has a phrase that docs/terms.md names as not English.
func TestPhrases(t *testing.T) {
	phrases := phrasesOf(t)
	var looked int
	err := filepath.WalkDir("../..", func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := strings.TrimPrefix(filepath.ToSlash(path), "../../")
		if e.IsDir() {
			if slices.Contains([]string{".git", "lang", "spec", "node_modules", "out", "dist"}, e.Name()) {
				return filepath.SkipDir
			}
			return nil
		}
		document := filepath.Ext(name) == ".md" && name != "docs/terms.md" && name != "docs/ledger.md"
		if !document && !slices.Contains([]string{".go", ".js", ".mjs", ".css"}, filepath.Ext(name)) {
			return nil
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		looked++
		for i, line := range strings.Split(string(data), "\n") {
			text := line
			if !document {
				text = comment.FindString(line)
			}
			require.Equal(t, phrases.FindString(text), "", "%s:%d: docs/terms.md says what to write", name, i+1)
		}
		return nil
	})
	require.NoError(t, err)
	require.True(t, looked >= 500, "looked at %d files", looked)
}

// phrasesOf matches the left column of the table of phrases in docs/terms.md.
func phrasesOf(t *testing.T) *regexp.Regexp {
	data, err := os.ReadFile("../../docs/terms.md")
	require.NoError(t, err)
	_, table, _ := strings.Cut(string(data), "| not | but |\n| --- | --- |\n")
	var words []string
	for row := range strings.Lines(table) {
		if cells := strings.Split(row, "|"); len(cells) == 4 {
			words = append(words, regexp.QuoteMeta(strings.TrimSpace(cells[1])))
		}
	}
	require.Must(t, len(words) >= 5, "docs/terms.md has %d phrases", len(words))
	return regexp.MustCompile(`(?i)\b(?:` + strings.Join(words, "|") + `)\b`)
}
