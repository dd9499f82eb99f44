package archtest

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"ruhr/internal/require"
)

var (
	namedTest = regexp.MustCompile("`((?:Test|Fuzz)[A-Z]\\w*)?((?:/[A-Z]\\w+)*)`")
	namedFile = regexp.MustCompile("`[\\w/]*?(\\w+_test\\.go)`")
	aFunction = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(`)
	aSubtest  = regexp.MustCompile(`\{"([A-Z]\w+)", `)
)

// The tests that documents name as evidence exist.
func TestNamedTestsExist(t *testing.T) {
	have := map[string]bool{}
	err := filepath.WalkDir("../..", func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.HasSuffix(path, ".go") {
			return err
		}
		if !strings.HasSuffix(path, "_test.go") && !strings.Contains(path, "storetest") {
			return nil
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		have[filepath.Base(path)] = true
		for _, m := range aFunction.FindAllSubmatch(data, -1) {
			have[string(m[1])] = true
		}
		for _, m := range aSubtest.FindAllSubmatch(data, -1) {
			have["/"+string(m[1])] = true
		}
		return nil
	})
	require.NoError(t, err)
	named := 0
	for _, doc := range []string{"lab/security.md", "lab/asvs.md", "docs/operations.md", "docs/testing.md", "lab/load.md", "ARCHITECTURE.md"} {
		data, err := os.ReadFile(filepath.Join("../..", doc))
		require.NoError(t, err)
		var names []string
		for _, m := range namedTest.FindAllStringSubmatch(string(data), -1) {
			names = append(names, m[1])
			for _, part := range strings.Split(m[2], "/")[1:] {
				names = append(names, "/"+part)
			}
		}
		for _, m := range namedFile.FindAllStringSubmatch(string(data), -1) {
			names = append(names, m[1])
		}
		for _, name := range names {
			if name == "" {
				continue
			}
			if named++; !have[name] {
				t.Errorf("%s names %s, which does not exist", doc, name)
			}
		}
	}
	require.True(t, named >= 50 && !have["TestOfNothing"], "%d tests are named", named)
}
