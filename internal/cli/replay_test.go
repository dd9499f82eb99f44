package cli

import (
	"path/filepath"
	"strings"
	"testing"

	"ruhr/internal/require"
	"ruhr/lang"
	"ruhr/record"
)

// A record of an older version of the rules is checked, with a note.
func TestOlderRulesAreNamed(t *testing.T) {
	got := olderRules(lang.For("en"), "a.json", 1, 2)
	if want := "a.json: played by version 1 of the rules, checked by version 2"; got != want {
		t.Errorf("%q, expected %q", got, want)
	}
}

// Two seats with one name are told apart by their numbers.
func TestSeatNames(t *testing.T) {
	got := seatNames([]record.Player{{Name: "greedy"}, {Name: "Anna"}, {Name: "greedy"}, {}})
	if want := "greedy (1)|Anna|greedy (3)|"; strings.Join(got, "|") != want {
		t.Errorf("%q, expected %q", got, want)
	}
}

// Standard input is refused a second time, before anything is read.
func TestStandardInputIsReadOnce(t *testing.T) {
	t.Setenv("LC_ALL", "en")
	for _, command := range []string{"replay", "verify", "link", "analyse"} {
		var out strings.Builder
		code := Main([]string{command, "-", "game", "-"}, strings.NewReader("{}"), &out, &out)
		require.True(t, code == exitFailed && out.String() == "ruhr: standard input (-) can be read only once\n", "%s: exit status %d, %s", command, code, out.String())
	}
}

// What replay prints for players is in the language of the environment, at the
// beginning, in the middle and at the end of a game, and its help too.
func TestReplayInEveryLanguage(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, copyExamples(dir))
	file := filepath.Join(dir, "4-seats-thrifty.json")
	wanted := map[string][]string{
		"en": {"Round 5 (1780): Movement and coal sale", "Decision 100 of 290", "Horst lock", "black coal: 3", "Victory points", "played by the rules", "(rank 1)", "the record has only 290 actions"},
		"de": {"Runde 5 (1780): Bewegung und Kohleverkauf", "Entscheidung 100 von 290", "schwarze Kohle: 3", "Siegpunkte", "nach den Regeln gespielt", "(Rang 1)", "Die Aufzeichnung hat nur 290 Aktionen"},
		"fr": {"Manche 5 (1780)", "Décision 100 sur 290", "charbon noir", "Points de victoire", "joué selon les règles", "(rang 1)", "l’enregistrement n’a que 290 actions"},
		"es": {"Ronda 5 (1780)", "Decisión 100 de 290", "carbón negro: 3", "Puntos de victoria", "jugado según las reglas", "(posición 1)", "el registro solo tiene 290 acciones"},
	}
	for _, code := range lang.Languages {
		t.Setenv("LC_ALL", code)
		var out strings.Builder
		for _, args := range [][]string{{file}, {"--show", "0", file}, {"--show", "100", file}, {"--show", "290", file}, {"--show", "291", file}, {"--help"}} {
			Main(append([]string{"replay"}, args...), nil, &out, &out)
		}
		text := out.String()
		for _, want := range wanted[code] {
			require.True(t, strings.Contains(text, want), "%s: %q is missing in\n%s", code, want, text)
		}
		require.True(t, !strings.ContainsAny(text, "‹{") && !strings.Contains(text, "cli."), "%s: something is not filled in:\n%s", code, text)
		if other := "Print one line of JSON"; code != "en" && strings.Contains(text, other) {
			t.Errorf("%s: %q is English", code, other)
		}
	}
}
