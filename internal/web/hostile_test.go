package web

import (
	"net/http"
	"strings"
	"testing"

	"ruhr/internal/require"
	"ruhr/spec"
)

// A record file is the work of anyone: what it says is neither markup nor
// does it fill the page or turn its writing around.
func TestHostileRecords(t *testing.T) {
	v := newWorld(t, 1).Visitor()
	data, err := spec.Examples.ReadFile("examples/2-seats-uniform.json")
	require.NoError(t, err)
	example := string(data)
	with := func(field, value string) string {
		at := strings.Index(example, field)
		require.Must(t, at >= 0, "the example has no %s", field)
		from := at + len(field) + strings.Index(example[at+len(field):], `"`) + 1
		return example[:from] + value + example[from+strings.Index(example[from:], `"`):]
	}
	const script = "<script>alert(1)</script>"
	named := v.Upload(with(`"name":`, script+`\u202e`))
	if named.Status != http.StatusOK || strings.Contains(named.Body, script) || strings.Contains(named.Body, "\u202e") {
		t.Errorf("a hostile name: status %d, or it is sent as it came", named.Status)
	}
	for field, rest := range map[string]string{`"format":`: "", `"do":`: script, `"sha256":`: script, `"obstacles":`: script} {
		p := v.Upload(with(field, strings.Repeat("x", 100_000)+rest))
		if p.Status != http.StatusUnprocessableEntity || strings.Contains(p.Body, script) || len(p.Body) > 20_000 {
			t.Errorf("a hostile %s: status %d, page of %d bytes", field, p.Status, len(p.Body))
		}
	}
}
