package storetest

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
)

// Every implementation is tested on every subject.
func TestEverySubject(t *testing.T) {
	subjects := find(t, "*.go", `(?m)^func ([A-Z]\w*)\(t \*testing\.T, open Open\)`)
	if len(subjects) < 10 {
		t.Fatalf("subjects %v", subjects)
	}
	for _, name := range []string{"sqlite", "postgres"} {
		if got := find(t, filepath.Join("..", name, "*_test.go"), `storetest\.(\w+)\(t, `); !slices.Equal(got, subjects) {
			t.Errorf("%s is tested on %v, want %v", name, got, subjects)
		}
	}
}

// find returns what a pattern captures in files, sorted.
func find(t *testing.T, files, pattern string) (list []string) {
	t.Helper()
	names, err := filepath.Glob(files)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(pattern).FindAllSubmatch(text, -1) {
			list = append(list, string(m[1]))
		}
	}
	slices.Sort(list)
	return list
}
