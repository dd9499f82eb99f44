package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ruhr/internal/require"
	"ruhr/lang"
	"ruhr/record"
)

// shuffledGame writes a finished game with a shuffle to a file, changed as asked.
func shuffledGame(t *testing.T, change func(r *record.Record)) string {
	t.Helper()
	data, err := os.ReadFile("../../record/testdata/shuffles.json")
	require.NoError(t, err)
	var games []struct{ Record *record.Record }
	require.NoError(t, json.Unmarshal(data, &games))
	change(games[0].Record)
	file := filepath.Join(t.TempDir(), "game.json")
	if data, err = games[0].Record.Write(); err != nil {
		t.Fatal(err)
	}
	require.NoError(t, os.WriteFile(file, data, 0o600))
	return file
}

// verify says what it checked, what does not match, and who had a part.
func TestVerify(t *testing.T) {
	t.Setenv("LC_ALL", "en")
	for _, c := range []struct {
		name   string
		change func(r *record.Record)
		code   int
		says   []string
	}{
		{"as played", func(*record.Record) {}, exitOK, []string{"The seal of the secret: right", "The markers drawn follow: right", "The countries follow: right", "Seat 2 added 2222"}},
		{"with a name", func(r *record.Record) { r.Players[1].Name = "Bert" }, exitOK, []string{"Bert added 2222"}},
		{"another commitment", func(r *record.Record) { r.Shuffle.Commitment = strings.Repeat("0", 64) }, exitFailed, []string{"The seal of the secret: does not match: number 1 is 0000"}},
		{"a contribution left out", func(r *record.Record) { r.Shuffle.Contributions[1] = "" }, exitFailed, []string{"The markers on the river follow: does not match"}},
		{"nobody contributed to the start", func(r *record.Record) { r.Shuffle.Start[0] = "" }, exitFailed, []string{"nobody but the server had a part in the start player"}},
		{"nobody contributed", func(r *record.Record) { r.Shuffle.Start[0] = ""; r.Shuffle.Contributions = []string{"", ""} }, exitFailed, []string{"had a part in anything"}},
		{"no shuffle", func(r *record.Record) { r.Shuffle = nil }, exitFailed, []string{"carries no shuffle"}},
		{"a running game", func(r *record.Record) {
			r.Result, r.Shuffle.Secret = nil, ""
			r.Actions = r.Actions[:40]
			r.Chance.Obstacles = nil
		}, exitFailed, []string{"breaks", ""}},
		{"no secret", func(r *record.Record) { r.Shuffle.Secret = "" }, exitFailed, []string{"no secret"}},
		{"an illegal action", func(r *record.Record) { r.Actions[3].Do = "done" }, exitFailed, []string{"action 3"}},
	} {
		var out strings.Builder
		code := Main([]string{"verify", shuffledGame(t, c.change)}, nil, &out, &out)
		require.Equal(t, code, c.code, "%s: exit code \n%s", c.name, out.String())
		for _, want := range c.says {
			require.True(t, strings.Contains(out.String(), want), "%s: %q is missing in\n%s", c.name, want, out.String())
		}
	}
}

// verify speaks the language of the environment.
func TestVerifyInEveryLanguage(t *testing.T) {
	file := shuffledGame(t, func(r *record.Record) { r.Shuffle.Commitment = strings.Repeat("0", 64) })
	wanted := map[string]string{"en": "does not match", "de": "stimmt nicht", "fr": "ne correspond pas", "es": "no coincide"}
	for _, code := range lang.Languages {
		t.Setenv("LC_ALL", code)
		var out strings.Builder
		Main([]string{"verify", file}, nil, &out, &out)
		Main([]string{"verify", "--help"}, nil, &out, &out)
		if text := out.String(); !strings.Contains(text, wanted[code]) || strings.ContainsAny(text, "‹{") || strings.Contains(text, "cli.") {
			t.Errorf("%s:\n%s", code, text)
		}
	}
}
