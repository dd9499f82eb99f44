package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ruhr/internal/require"
	"ruhr/lang"
)

// A record becomes a link, which replay opens and which becomes the record
// again, without any server.
func TestLink(t *testing.T) {
	t.Setenv("LC_ALL", "en")
	dir := t.TempDir()
	require.NoError(t, copyExamples(dir))
	file := filepath.Join(dir, "4-seats-thrifty.json")
	run := func(want int, args ...string) string {
		t.Helper()
		var out strings.Builder
		if code := Main(args, nil, &out, &out); code != want {
			t.Fatalf("%v: exit code %d, expected %d\n%s", args, code, want, out.String())
		}
		return out.String()
	}
	link := strings.TrimSpace(run(exitOK, "link", "--server", "https://ruhr.example/", file))
	require.Must(t, strings.HasPrefix(link, "https://ruhr.example/open#g=") && len(link) <= 400, "link %q", link)
	if got := run(exitOK, "replay", link); !strings.Contains(got, "played by the rules; 290 actions") {
		t.Errorf("replay says %q", got)
	}
	var before, after map[string]any
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(data, &before))
	require.NoError(t, json.Unmarshal([]byte(run(exitOK, "link", link)), &after))
	for _, part := range []string{"players", "chance", "actions", "result", "variant", "board", "rules"} {
		x, _ := json.Marshal(before[part])
		y, _ := json.Marshal(after[part])
		require.True(t, string(x) == string(y), "%s:\n%s\n%s", part, x, y)
	}
	if got := run(exitFailed, "replay", link[:len(link)-3]); !strings.Contains(got, "cut off or changed") {
		t.Errorf("a link that was cut off: %q", got)
	}
}

// Its help is in the language of the environment.
func TestLinkHelp(t *testing.T) {
	for _, code := range lang.Languages {
		t.Setenv("LC_ALL", code)
		var out strings.Builder
		Main([]string{"link", "--help"}, nil, &out, &out)
		if text := out.String(); strings.Contains(text, "cli.") || strings.ContainsAny(text, "‹{") {
			t.Errorf("%s:\n%s", code, text)
		}
	}
}
