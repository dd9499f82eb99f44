package cli

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"ruhr/internal/require"
	"ruhr/internal/store"
	"ruhr/internal/store/sqlite"
	"ruhr/record"
	"ruhr/spec"
)

// hostile is a name that would colour the terminal, set its title, turn text
// around, and forge a line.
const hostile = "A\x1b[31m\x1b]0;title\x07\r\x1b[2K\u009b31m\u202egnorw\u2066\nFORGED"

// Nothing that strangers write commands the terminal or forges a line: records,
// boards and what is in the database, in whatever a command writes about them.
func TestNothingCommandsTheTerminal(t *testing.T) {
	t.Setenv("LC_ALL", "en")
	t.Chdir(t.TempDir())
	examples, err := spec.Examples.ReadDir("examples")
	require.NoError(t, err)
	var games []string
	for _, e := range examples[:2] {
		data, err := spec.Examples.ReadFile("examples/" + e.Name())
		require.NoError(t, err)
		r, err := record.Read(data)
		if err != nil {
			continue
		}
		for k := range r.Players {
			r.Players[k].Name = hostile
		}
		games = append(games, write(t, e.Name(), r))
		r.Actions[3].Do = hostile
		games = append(games, write(t, "broken-"+e.Name(), r))
		r.Board.ID, r.Board.SHA256 = hostile, hostile
		games = append(games, write(t, "elsewhere-"+e.Name(), r))
	}
	require.Must(t, len(games) != 0, "no examples")
	space := regexp.MustCompile(`"name": *"[^"]*"`)
	quoted, _ := json.Marshal(hostile)
	board := space.ReplaceAllLiteral(spec.Board, append([]byte(`"name": `), quoted...))
	wrong := regexp.MustCompile(`"version": *\d+`).ReplaceAllLiteral(board, []byte(`"version": -1`))
	for name, data := range map[string][]byte{"board.json": board, "wrong.json": wrong, "garbage.json": []byte(hostile)} {
		require.NoError(t, os.WriteFile(name, data, 0o644))
	}
	st, err := sqlite.Open(t.Context(), "ruhr.db")
	require.NoError(t, err)
	text := []byte(`{}`)
	table := store.Table{ID: store.NewID(), Meta: []byte(`{"rules":` + string(quoted) + `}`), Deal: text, Board: store.BoardSHA(text)}
	require.NoError(t, st.CreateTable(t.Context(), table, text, nil))
	require.Succeeds(t)(st.Say(t.Context(), table.ID, store.Message{Name: hostile, Text: hostile}))
	require.NoError(t, st.Report(t.Context(), table.ID, 1, store.HashOf("x"), 1))
	st.Close()

	commands := [][]string{
		{"doctor", "ruhr.db"}, {"admin", "reports", "--db", "ruhr.db"}, {"admin", "ban", hostile, "--db", "ruhr.db"},
		{"replay", "garbage.json"}, {"verify", "garbage.json"}, {"link", "garbage.json"}, {hostile}, {"replay", "--" + hostile}, {"replay", hostile},
	}
	for _, game := range games {
		for _, args := range [][]string{{"replay"}, {"replay", "--show", "2"}, {"replay", "--legal"}, {"verify"}, {"link"}} {
			commands = append(commands, append(args, game))
		}
		for _, b := range []string{"board.json", "wrong.json", "garbage.json"} {
			commands = append(commands, []string{"replay", "--board", b, game})
		}
	}
	for _, args := range commands {
		var out bytes.Buffer
		Main(args, strings.NewReader(""), &out, &out)
		for _, r := range out.String() {
			if r != '\n' && r != '\t' && commandsATerminal(r) {
				t.Errorf("%.60q writes %q: %.300q", args, r, out.String())
				break
			}
		}
		require.True(t, !strings.Contains(out.String(), "\nFORGED"), "%.60q writes a line of its own: %.300q", args, out.String())
		require.True(t, out.Len() != 0, "%.60q writes nothing", args)
	}
}

func commandsATerminal(r rune) bool {
	return r < 0x20 || r >= 0x7f && r < 0xa0 || strings.ContainsRune("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufffd", r)
}

func write(t *testing.T, name string, r *record.Record) string {
	t.Helper()
	data, err := r.Write()
	if err == nil {
		err = os.WriteFile(filepath.Base(name), data, 0o644)
	}
	require.NoError(t, err)
	return filepath.Base(name)
}

// What is written in pieces is written whole, also where a piece ends within a
// character.
func TestTerminalInPieces(t *testing.T) {
	const text = "Fähre 漢\u202e\x1b[0m\n\xff\tend"
	for size := 1; size < len(text); size++ {
		var out strings.Builder
		w := &terminal{to: &out}
		for rest := text; rest != ""; rest = rest[min(size, len(rest)):] {
			require.Succeeds(t)(w.Write([]byte(rest[:min(size, len(rest))])))
		}
		require.Equal(t, out.String(), "Fähre 漢\\u202e\\u001b[0m\n\\xff\tend", "in pieces of %d", size)
	}
}
