package rules_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"ruhr/internal/require"
	"ruhr/spec"
)

var (
	ruleLine   = regexp.MustCompile(`(?m)^- ([A-Z]+-(?:[0-9]+|[A-Z])) `)
	ruleChap   = `\b(?:SET|ORDER|EVENT|WATER|START|SAIL|TRACK|PROG|BUY|DEBT|EXP|END)`
	dashedID   = regexp.MustCompile(ruleChap + `-(?:[0-9]+|[A-Z])\b`)
	undashedID = regexp.MustCompile(ruleChap + `[0-9]+\b`)
	idRange    = regexp.MustCompile(dashedID.String() + ` to ` + dashedID.String())
)

// Every rule can be found by its id, written as spec/rules.md writes it, where
// the engine carries it out. A range, one id to another, does not count: who
// searches for a rule within it would not find it.
func TestEveryRuleIsNamed(t *testing.T) {
	exists, named := map[string]bool{}, map[string]bool{}
	for _, m := range ruleLine.FindAllStringSubmatch(spec.Rules, -1) {
		exists[m[1]] = true
	}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && d.Name() == "rulestest":
			return fs.SkipDir
		case d.IsDir(), !strings.HasSuffix(path, ".go"), strings.HasSuffix(path, "_test.go"), path == "ids.go":
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, id := range dashedID.FindAllString(idRange.ReplaceAllString(string(text), ""), -1) {
			named[id] = true
		}
		checkComments(t, path, text, exists)
		return nil
	})
	require.NoError(t, err)
	require.Must(t, len(exists) >= 80, "only %d rules found in spec/rules.md", len(exists))
	for id := range exists {
		require.True(t, named[id], "%s is named nowhere in the engine: write its id where it is carried out", id)
	}
}

// checkComments finds ids in comments that name no rule, or are written without
// the dash.
func checkComments(t *testing.T, path string, text []byte, exists map[string]bool) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, text, parser.ParseComments)
	require.NoError(t, err)
	for _, group := range file.Comments {
		for _, c := range group.List {
			for _, id := range dashedID.FindAllString(c.Text, -1) {
				if !exists[id] {
					t.Errorf("%s: %s is no rule of spec/rules.md", files.Position(c.Pos()), id)
				}
			}
			for _, id := range undashedID.FindAllString(c.Text, -1) {
				t.Errorf("%s: %s is written without its dash", files.Position(c.Pos()), id)
			}
		}
	}
}
