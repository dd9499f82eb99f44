package record

import (
	"fmt"
	"strings"
	"testing"

	"ruhr/internal/require"
	"ruhr/rules"
)

// Invalid files are refused before they take up much more memory than their
// size.
func TestReadRefuses(t *testing.T) {
	for _, c := range []struct{ name, data, says string }{
		{"nothing", "", "not a game record"},
		{"too large", strings.Repeat(" ", MaxSize+1), "at most 4194304 are read"},
		{"too many items", `{"actions":[` + strings.Repeat("{},", maxItems+1) + `{}]}`, "100001 items, at most 100000"},
		{"too many actions", `{"actions":[` + strings.Repeat("{},", maxItems-1) + `{}]}`, "100001 actions and corrections, at most 10000"},
		{"too deep", strings.Repeat("[", MaxSize), "not a game record"},
		{"another format", `{"format":"x"}`, `format is "x"`},
		{"rules of now with unknown fields", fmt.Sprintf(`{"format":"ruhr-record/1","rules":%d,"players":[{},{}],"more":{}}`, rules.Version), `"more"`},
		{"an unknown field", `{"format":"ruhr-record/1","more":1}`, `"more"`},
		{"SET-1: one player", `{"format":"ruhr-record/1","players":[{}]}`, "1 players"},
		{"newer rules", `{"format":"ruhr-record/1","rules":99,"players":[{},{}]}`, "rules version 99"},
		{"newer rules with newer fields", `{"format":"ruhr-record/1","rules":99,"players":[{},{}],"more":{}}`, "takes a newer program"},
		{"no rules", `{"format":"ruhr-record/1","players":[{},{}]}`, "rules is 0 or missing"},
		{"rules below the first", `{"format":"ruhr-record/1","rules":-1,"players":[{},{}]}`, "rules is -1 or missing"},
		{"rules in words", `{"format":"ruhr-record/1","rules":"1","players":[{},{}]}`, "not a game record"},
		{"two records", `{"format":"ruhr-record/1","rules":1,"players":[{},{}]} {}`, "something follows the record"},
		{"a brace too many", `{"format":"ruhr-record/1","rules":1,"players":[{},{}]}}`, "something follows the record"},
		{"a bracket too many", `{"format":"ruhr-record/1","rules":1,"players":[{},{}]}]`, "something follows the record"},
	} {
		if _, err := Read([]byte(c.data)); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: error %v, want %q in it", c.name, err, c.says)
		}
	}
}

// Records of every rules version so far can be read and keep their version.
func TestReadOlderRules(t *testing.T) {
	for version := 1; version <= rules.Version; version++ {
		r, err := Read(fmt.Appendf(nil, `{"format":"ruhr-record/1","rules":%d,"players":[{},{}]}`, version))
		require.True(t, err == nil && r.Rules == version, "rules version %d: %+v, error %v", version, r, err)
	}
}

// Records up to the limits can be read. Separators inside a name count as well.
func TestReadLargest(t *testing.T) {
	const form = `{"format":"ruhr-record/1","rules":1,"players":[{"name":"%s"},{}]}`
	for _, c := range []struct {
		part string
		most int
	}{{",", maxItems}, {"{", maxObjects}} {
		room := c.most - strings.Count(form, c.part)
		require.Fails(t, nil, "%d times %q", c.most, c.part)(Read(fmt.Appendf(nil, form, strings.Repeat(c.part, room))))
		if _, err := Read(fmt.Appendf(nil, form, strings.Repeat(c.part, room+1))); err == nil || !strings.Contains(err.Error(), "are read") {
			t.Errorf("%d times %q: error %v", c.most+1, c.part, err)
		}
	}
}
