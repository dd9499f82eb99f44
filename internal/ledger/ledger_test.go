package ledger

import (
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ruhr/internal/require"
	"ruhr/rules"
	"ruhr/spec"
)

var update = flag.Bool("update", false, "rewrite tests.json and docs/ledger.md")

const root = "../.."

// rooms are the folders whose tests show rules, the engine's own first. Tests
// elsewhere may cite rules too; those must exist, but the tests are not
// listed.
var rooms = []string{"rules", "record", "rules/rulestest/lockstep", "rules/rulestest/reference"}

var (
	cited      = regexp.MustCompile(`\b(SET|ORDER|EVENT|WATER|START|SAIL|TRACK|PROG|BUY|DEBT|EXP|END)-([0-9]+|[A-Z])\b`)
	citedRange = regexp.MustCompile(`\b([A-Z]+)-([0-9]+) to ([A-Z]+)-([0-9]+)\b`)
)

// citation is a rule cited somewhere in a test file.
type citation struct {
	id    string
	where string // file and line
	test  Test   // Name "" outside test functions
}

// idsIn lists the rules cited in a text; "END-1 to END-3" cites three.
func idsIn(text string) (ids []string) {
	for _, m := range citedRange.FindAllStringSubmatch(text, -1) {
		from, _ := strconv.Atoi(m[2])
		to, _ := strconv.Atoi(m[4])
		for k := from; m[1] == m[3] && k <= to; k++ {
			ids = append(ids, fmt.Sprintf("%s-%d", m[1], k))
		}
	}
	return append(ids, cited.FindAllString(text, -1)...)
}

// readTests lists the citations of a test file: those in the comments and
// strings of its test functions.
func readTests(path string) (list []citation, err error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, filepath.Join(root, path), nil, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	enclosing := func(pos token.Pos) (name string) {
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Recv != nil || !strings.HasPrefix(f.Name.Name, "Test") && !strings.HasPrefix(f.Name.Name, "Fuzz") {
				continue
			}
			begin := f.Pos()
			if f.Doc != nil {
				begin = f.Doc.Pos()
			}
			if begin <= pos && pos < f.End() {
				return f.Name.Name
			}
		}
		return ""
	}
	enter := func(pos token.Pos, text string) {
		for _, id := range idsIn(text) {
			where := fmt.Sprintf("%s:%d", path, files.Position(pos).Line)
			list = append(list, citation{id, where, Test{path, enclosing(pos)}})
		}
	}
	for _, group := range file.Comments {
		enter(group.Pos(), group.Text())
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			enter(lit.Pos(), lit.Value)
		}
		return true
	})
	return list, nil
}

// testFiles lists all test files of the project.
func testFiles() (list []string, err error) {
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && strings.HasPrefix(d.Name(), ".") && len(d.Name()) > 2 {
			return filepath.SkipDir
		}
		if strings.HasSuffix(path, "_test.go") {
			rel, err := filepath.Rel(root, path)
			list = append(list, filepath.ToSlash(rel))
			return err
		}
		return nil
	})
	return list, err
}

// collect returns the tests of each rule.
func collect(t *testing.T) map[string][]Test {
	known := map[string]bool{}
	for _, e := range readRules(spec.Rules) {
		known[e.ID] = true
	}
	files, err := testFiles()
	require.NoError(t, err)
	out := map[string][]Test{}
	for _, path := range files {
		list, err := readTests(path)
		require.NoError(t, err)
		for _, c := range list {
			switch {
			case !known[c.id]:
				t.Errorf("%s cites %s, which is no rule of spec/rules.md", c.where, c.id)
			case c.test.Name != "" && slices.Contains(rooms, roomOf(path)) && !slices.Contains(out[c.id], c.test):
				out[c.id] = append(out[c.id], c.test)
			}
		}
	}
	for _, tests := range out {
		slices.SortFunc(tests, func(a, b Test) int {
			return cmp.Or(slices.Index(rooms, roomOf(a.File))-slices.Index(rooms, roomOf(b.File)),
				strings.Compare(a.File, b.File), strings.Compare(a.Name, b.Name))
		})
	}
	return out
}

func roomOf(file string) string { return file[:strings.LastIndex(file, "/")] }

// page writes docs/ledger.md.
func page(list []Entry) string {
	var b strings.Builder
	b.WriteString("# The rule ledger\n\nEvery numbered rule of [spec/rules.md](../spec/rules.md) with the tests that show it. A rule with a ruling, which\n" +
		"settles what the rulebook leaves open, is marked ⚖. This page is generated from the tests, which cite the rules they\n" +
		"show, by `go generate ./internal/ledger`; a test fails where a rule has no test, where a test cites a rule that does\n" +
		"not exist, and where this page is stale.\n")
	section := ""
	for _, e := range list {
		if e.Section != section {
			section = e.Section
			fmt.Fprintf(&b, "\n## %s\n\n| rule | | what it says | tests |\n| --- | --- | --- | --- |\n", section)
		}
		mark := ""
		if e.Ruling {
			mark = "⚖"
		}
		var tests []string
		for _, test := range e.Tests {
			tests = append(tests, fmt.Sprintf("[%s](../%s)", test.Name, test.File))
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", e.ID, mark, strings.ReplaceAll(e.Text, "|", "\\|"), strings.Join(tests, ", "))
	}
	return b.String()
}

// Every rule has a test of the engine, every cited rule exists, and the ledger
// agrees with the tests.
func TestLedger(t *testing.T) {
	tests := collect(t)
	list := readRules(spec.Rules)
	for i, e := range list {
		list[i].Tests = tests[e.ID]
		require.True(t, len(list[i].Tests) != 0 && roomOf(list[i].Tests[0].File) == "rules", "%s has no test in rules: %s", e.ID, e.Text)
	}
	data, err := json.MarshalIndent(tests, "", " ")
	require.NoError(t, err)
	for path, want := range map[string]string{"tests.json": string(data) + "\n", root + "/docs/ledger.md": page(list)} {
		if *update {
			require.NoError(t, os.WriteFile(path, []byte(want), 0o644))
			continue
		}
		require.Returns(t, []byte(want), "%s is stale: go generate ./internal/ledger rewrites it", path)(os.ReadFile(path))
	}
}

// The engine's list of rules is that of spec/rules.md.
func TestRuleIDs(t *testing.T) {
	var ids []string
	for _, e := range Rules() {
		ids = append(ids, e.ID)
		if e.Text == "" || e.Section == "" || len(e.Tests) == 0 {
			t.Errorf("%s: section %q, text %q, %d tests", e.ID, e.Section, e.Text, len(e.Tests))
		}
	}
	if !slices.Equal(ids, rules.RuleIDs[1:]) {
		t.Errorf("spec/rules.md has %v, the engine %v", ids, rules.RuleIDs[1:])
	}
	require.Equal(t, strings.Count(spec.Rules, "\n- "), len(ids), "rules read")
}

// What a citation is.
func TestIDsIn(t *testing.T) {
	for text, want := range map[string]string{
		"the toll (EVENT-R, SET-5)":    "EVENT-R SET-5",
		"END-1 to END-3 and more":      "END-1 END-2 END-3 END-1 END-3",
		"RESET-5, SET-05x, lock-horst": "",
		"BUY" + "-99 is no rule":       "BUY" + "-99",
		"a START-12.":                  "START-12",
	} {
		require.Equal(t, strings.Join(idsIn(text), " "), want, "what %q cites", text)
	}
}
