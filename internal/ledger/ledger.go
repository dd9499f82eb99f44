// Package ledger lists which tests cover each numbered rule of spec/rules.md. It
// is generated from the tests, which cite the ids of the rules they cover. A test
// of this package fails if a rule has no test, if a test cites a rule that does
// not exist, or if the ledger is stale; go generate rewrites it, together with
// docs/ledger.md.
package ledger

//go:generate go test . -run TestLedger -args -update

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"ruhr/spec"
)

// Entry is one numbered rule.
type Entry struct {
	ID      string // SET-1 …
	Section string // the heading it stands under, without marks
	Text    string // the rule as spec/rules.md has it, in Markdown, without its id
	Ruling  bool   // whether it rules on something that the rulebook leaves open
	Tests   []Test // that cite it, those of the engine first
}

// Test is a test function and the file it stands in, as a path in the project.
type Test struct {
	File string `json:"file"`
	Name string `json:"name"`
}

//go:embed tests.json
var citations []byte

var ruleLine = regexp.MustCompile(`^- ([A-Z]+-[0-9A-Z]+) (.+)$`)

// Rules returns all rules in the order of spec/rules.md.
func Rules() []Entry {
	tests := map[string][]Test{}
	if err := json.Unmarshal(citations, &tests); err != nil {
		panic(fmt.Sprintf("ledger: tests.json: %v", err)) // embedded: can only fail if the build is wrong
	}
	list := readRules(spec.Rules)
	for i := range list {
		list[i].Tests = tests[list[i].ID]
	}
	return list
}

// readRules reads the rules without their tests.
func readRules(text string) (list []Entry) {
	section := ""
	for line := range strings.SplitSeq(text, "\n") {
		if title, ok := strings.CutPrefix(line, "## "); ok {
			section = title
		}
		if m := ruleLine.FindStringSubmatch(line); m != nil {
			list = append(list, Entry{ID: m[1], Section: section, Text: m[2], Ruling: strings.Contains(m[2], "**ruling**")})
		}
	}
	return list
}
