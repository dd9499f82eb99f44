package archtest

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const (
	root   = "../.."
	module = "ruhr"
)

// testsOnly are packages that nothing but tests and each other may import.
var testsOnly = []string{"rules/clerk", "rules/lockstep", "rules/rare", "internal/archtest", "internal/store/storetest", "internal/live/livetest"}

// behind are packages behind a contract: only the room named puts them in.
var behind = map[string]string{"internal/store/sqlite": "internal/cli"}

// outside are folders that are no rooms: tools may use whatever they need.
var outside = []string{"internal/tool", "internal/archtest"}

// pure are rooms without input, output, clock, chance or goroutines, and all
// the packages of the standard library they may use (rules: a state is a value).
var pure = map[string][]string{
	"rules": {"encoding/binary", "fmt", "hash/fnv", "math/bits", "slices", "strings"},
}

// source is one Go file of the project.
type source struct {
	pkg  string // path within the module
	file string
	test bool
	ast  *ast.File
}

// sources reads all Go files.
func sources(t *testing.T) (list []source) {
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (strings.HasPrefix(d.Name(), ".") && len(d.Name()) > 2 || d.Name() == "testdata") {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(name, ".go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, name)
		rel = filepath.ToSlash(rel)
		list = append(list, source{path.Dir(rel), rel, strings.HasSuffix(rel, "_test.go"), file})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// imports lists what a file imports.
func (s source) imports() (list []string) {
	for _, i := range s.ast.Imports {
		list = append(list, strings.Trim(i.Path.Value, `"`))
	}
	return list
}

// graph is the picture of ARCHITECTURE.md: for each room the rooms whose arrow
// leads to it.
type graph map[string][]string

var node = regexp.MustCompile(`^([a-z]+)(?:\["([^"(]+?)(?: \([^)]*\))?"\])?$`)

// readGraph reads the arrows. A label names the room's folders where they are
// not the node's own name.
func readGraph(text string) (graph, error) {
	_, text, _ = strings.Cut(text, "```mermaid\n")
	text, _, ok := strings.Cut(text, "```")
	if !ok {
		return nil, fmt.Errorf("no mermaid picture")
	}
	folders := map[string][]string{}
	type arrow struct{ from, to string }
	var arrows []arrow
	for _, line := range strings.Split(text, "\n")[1:] {
		last := ""
		for _, word := range strings.Split(line, "-->") {
			if strings.TrimSpace(line) == "" {
				continue
			}
			m := node.FindStringSubmatch(strings.TrimSpace(word))
			if m == nil {
				return nil, fmt.Errorf("not read: %q", line)
			}
			if m[2] != "" {
				folders[m[1]] = strings.Split(m[2], ", ")
			} else if folders[m[1]] == nil {
				folders[m[1]] = []string{m[1]}
			}
			if last != "" {
				arrows = append(arrows, arrow{last, m[1]})
			}
			last = m[1]
		}
	}
	g := graph{}
	for _, list := range folders {
		for _, f := range list {
			g[f] = nil
		}
	}
	for _, a := range arrows {
		for _, to := range folders[a.to] {
			g[to] = append(g[to], folders[a.from]...)
		}
	}
	return g, nil
}

// reaches says whether arrows lead from one room to another.
func (g graph) reaches(from, to string) bool {
	for _, before := range g[to] {
		if before == from || g.reaches(from, before) {
			return true
		}
	}
	return false
}

// room is the room a package belongs to, "" for none.
func (g graph) room(pkg string) string {
	for p := pkg; p != "."; p = path.Dir(p) {
		if _, ok := g[p]; ok {
			return p
		}
	}
	return ""
}

// TestArrows: a package imports only from its own room and from those whose
// arrows lead to it; what is for tests is imported by tests alone; what stands
// behind a contract is put in by one room.
func TestArrows(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "ARCHITECTURE.md"))
	if err != nil {
		t.Fatal(err)
	}
	g, err := readGraph(string(text))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range sources(t) {
		if s.test || slices.ContainsFunc(outside, func(p string) bool { return s.pkg == p || strings.HasPrefix(s.pkg, p+"/") }) {
			continue
		}
		room := g.room(s.pkg)
		if room == "" {
			t.Errorf("%s stands in no room of ARCHITECTURE.md", s.file)
			continue
		}
		for _, i := range s.imports() {
			to, ok := strings.CutPrefix(i, module+"/")
			if !ok {
				continue
			}
			if other := g.room(to); other != room && !g.reaches(other, room) && !(room == "cmd/ruhr" && other == "internal/cli") {
				t.Errorf("%s imports %s: no arrow leads from %q to %q", s.file, to, other, room)
			}
			if slices.Contains(testsOnly, to) && !slices.Contains(testsOnly, s.pkg) {
				t.Errorf("%s imports %s, which is for tests alone", s.file, to)
			}
			if by := behind[to]; by != "" && by != room && !strings.HasPrefix(s.pkg, g.room(to)) {
				t.Errorf("%s imports %s, which only %s puts in", s.file, to, by)
			}
		}
	}
}

// TestPure: the rules read no file, no clock and no dice, and start nothing.
func TestPure(t *testing.T) {
	seen := map[string]int{}
	for _, s := range sources(t) {
		allowed, ok := pure[s.pkg]
		if !ok || s.test {
			continue
		}
		seen[s.pkg]++
		for _, i := range s.imports() {
			if !strings.HasPrefix(i, module+"/") && !slices.Contains(allowed, i) {
				t.Errorf("%s imports %s; %s has only %v", s.file, i, s.pkg, allowed)
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
		if seen[pkg] == 0 {
			t.Errorf("no files in %s", pkg)
		}
	}
}

// The reader of the picture: chains, labels with several folders, notes in
// brackets.
func TestReadGraph(t *testing.T) {
	g, err := readGraph("x\n```mermaid\nflowchart LR\n  a --> b --> c[\"in/c, cmd/c\"]\n  b --> d[\"b/d (tests)\"]\n```\n")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		from, to string
		want     bool
	}{{"a", "b", true}, {"a", "in/c", true}, {"b", "cmd/c", true}, {"c", "a", false}, {"in/c", "b", false}, {"a", "b/d", true}, {"b/d", "b", false}} {
		if got := g.reaches(c.from, c.to); got != c.want {
			t.Errorf("from %s to %s: %v, expected %v", c.from, c.to, got, c.want)
		}
	}
	for pkg, want := range map[string]string{"b": "b", "b/x/y": "b", "b/d": "b/d", "in/c/z": "in/c", "in": ""} {
		if got := g.room(pkg); got != want {
			t.Errorf("%s is in room %q, expected %q", pkg, got, want)
		}
	}
	if _, err := readGraph("```mermaid\nflowchart LR\n  a ==> b\n```"); err == nil {
		t.Error("another kind of arrow was read")
	}
}
