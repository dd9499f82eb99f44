package archtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ruhr/internal/require"
)

const root = "../.."

// outside are folders that are not rooms: their programs may import anything.
var outside = []string{"internal/tool", "internal/archtest"}

// testsOnly are rooms that only tests, and these rooms themselves, may import.
var testsOnly = []string{"bot/bottest", "rules/rulestest/reference", "rules/rulestest/lockstep", "rules/rulestest/rare", "internal/store/sqlite/sqlitetest", "internal/store/storetest", "internal/live/livetest", "internal/web/webtest"}

// only lists packages of the standard library with the few rooms that may use
// them.
var only = map[string][]string{
	"database/sql": {"internal/store/postgres", "internal/store/sqlite", "internal/store/sqlstore", "lab/growth"},
	"net/http":     {"cmd/edition", "internal/api", "internal/cli", "internal/edition", "internal/fair", "internal/metrics", "internal/notice", "internal/web", "internal/web/accounts", "internal/web/circles", "internal/web/kernel", "internal/web/library", "internal/web/tables", "internal/web/tournaments", "internal/web/webtest", "lab/faults", "lab/growth", "lab/load"},
	"os/exec":      {"bot", "internal/cli", "internal/store/postgres/pgtest", "lab/faults", "lab/growth"},
	"os":           {"bot", "bot/bottest", "cmd/ruhr", "cmd/ruhr-lab", "internal/cli", "internal/store/postgres/pgtest", "internal/store/sqlite", "internal/store/sqlite/sqlitetest", "lab", "lab/entrant", "lab/faults", "lab/growth", "lab/teaching"},
}

// pure are rooms without input, output, clock, chance or goroutines, and all
// the packages of the standard library they may use (rules: a state is a value).
var pure = map[string][]string{
	"rules": {"encoding/binary", "fmt", "hash/fnv", "math/bits", "slices", "strings"},
}

// source is one Go file of the project.
type source struct {
	pkg  string // path within the module
	file string
	ast  *ast.File
}

// sources reads the Go files other than tests.
func sources(t *testing.T) (list []source) {
	t.Helper()
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (strings.HasPrefix(d.Name(), ".") && len(d.Name()) > 2 || d.Name() == "testdata" || d.Name() == "node_modules") {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, name)
		rel = filepath.ToSlash(rel)
		if pkg := path.Dir(rel); !slices.ContainsFunc(outside, func(p string) bool { return pkg == p || strings.HasPrefix(pkg, p+"/") }) {
			list = append(list, source{pkg, rel, file})
		}
		return err
	})
	require.NoError(t, err)
	return list
}

// dependencies lists what a file imports.
func (s source) dependencies() (list []dependency) {
	for _, i := range s.ast.Imports {
		list = append(list, dependency{s.pkg, s.file, strings.Trim(i.Path.Value, `"`)})
	}
	return list
}

// read returns a text file of the project.
func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, name))
	require.NoError(t, err)
	return string(text)
}

func project(t *testing.T) (r rooms, all []dependency) {
	t.Helper()
	r, err := readRooms(read(t, "internal/archtest/imports.txt"))
	if err != nil {
		t.Fatal("imports.txt:", err)
	}
	for _, s := range sources(t) {
		all = append(all, s.dependencies()...)
		require.True(t, r.room(s.pkg) != "", "%s is in no room of imports.txt", s.file)
	}
	return r, all
}

// TestRooms: a room imports directly what its line in imports.txt lists, no more
// and no less.
func TestRooms(t *testing.T) {
	r, all := project(t)
	for room := range r {
		t.Run(room, func(t *testing.T) {
			if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(room))); err != nil {
				t.Error("a line for a folder that does not exist")
			}
			for _, p := range r.problems(room, all) {
				t.Error(p)
			}
		})
	}
}

// TestTestsOnly: no room of the program imports a room that is for tests.
func TestTestsOnly(t *testing.T) {
	r, _ := project(t)
	for room, allowed := range r {
		for _, p := range allowed {
			if slices.Contains(testsOnly, p) && !slices.Contains(testsOnly, room) {
				t.Errorf("the line of %s allows %s, which is for tests alone", room, p)
			}
		}
	}
	for _, room := range testsOnly {
		if _, ok := r[room]; !ok {
			t.Errorf("no line for %s", room)
		}
	}
}

// TestEveryRoomIsDescribed: ARCHITECTURE.md has one row for each room.
func TestEveryRoomIsDescribed(t *testing.T) {
	r, _ := project(t)
	if got, want := described(read(t, "ARCHITECTURE.md")), slices.Sorted(maps.Keys(r)); !slices.Equal(got, want) {
		t.Errorf("ARCHITECTURE.md has rows for %q, imports.txt lines for %q", got, want)
	}
}

// TestPicture: the diagram shows no arrow that imports.txt does not allow.
func TestPicture(t *testing.T) {
	r, _ := project(t)
	arrows, err := readPicture(read(t, "ARCHITECTURE.md"))
	require.NoError(t, err)
	for _, a := range arrows {
		require.True(t, slices.Contains(r[a[1]], a[0]), "the picture shows that %s imports %s; imports.txt does not", a[1], a[0])
	}
}

// TestOnly: only few rooms use HTTP, SQL, files and other programs.
func TestOnly(t *testing.T) {
	r, all := project(t)
	for _, d := range all {
		if by, ok := only[d.imported]; ok && !slices.Contains(by, r.room(d.pkg)) {
			t.Errorf("%s imports %s, which is for %s alone", d.file, d.imported, strings.Join(by, ", "))
		}
	}
}

// TestPure: the rules use no files, clock, random numbers or goroutines.
func TestPure(t *testing.T) {
	seen := map[string]int{}
	for _, s := range sources(t) {
		allowed, ok := pure[s.pkg]
		if !ok {
			continue
		}
		seen[s.pkg]++
		for _, d := range s.dependencies() {
			if !strings.HasPrefix(d.imported, module+"/") && !slices.Contains(allowed, d.imported) {
				t.Errorf("%s imports %s; %s has only %v", s.file, d.imported, s.pkg, allowed)
			}
		}
		ast.Inspect(s.ast, func(n ast.Node) bool {
			switch n.(type) {
			case *ast.GoStmt, *ast.ChanType, *ast.SelectStmt:
				t.Errorf("%s has goroutines or channels", s.file)
			}
			return true
		})
	}
	for pkg := range pure {
		require.True(t, seen[pkg] != 0, "no files in %s", pkg)
	}
}
