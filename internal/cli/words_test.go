package cli

import (
	"os"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"ruhr/internal/require"
	"ruhr/lang"
)

// The first of the variables that is set decides, as in POSIX.
func TestLanguageOfTheEnvironment(t *testing.T) {
	for _, c := range []struct{ all, messages, lang, want string }{
		{"", "", "", "en"},
		{"", "", "de_DE.UTF-8", "de"},
		{"", "", "FR", "fr"},
		{"", "es@euro", "de_DE", "es"},
		{"C", "", "de_DE.UTF-8", "en"},
		{"de-AT", "fr", "es", "de"},
		{"pt_BR.UTF-8", "", "es_ES", "en"},
		{"POSIX", "", "", "en"},
		{"destroy", "", "", "en"},
	} {
		env := map[string]string{"LC_ALL": c.all, "LC_MESSAGES": c.messages, "LANG": c.lang}
		require.Equal(t, language(func(name string) string { return env[name] }), c.want, "LC_ALL=%s LC_MESSAGES=%s LANG=%s", c.all, c.messages, c.lang)
	}
}

// What is wrong with a command line is said in the language asked for, with the flag,
// the value and what would be right.
func TestMisuseInEveryLanguage(t *testing.T) {
	for _, c := range []struct {
		line string
		key  string
		args []any
		try  string
	}{
		{"serve --streams=many", "cli.no_number", []any{"flag", "--streams", "value", "many"}, ""},
		{"serve --backup-every=3", "cli.no_duration", []any{"flag", "--backup-every", "value", "3"}, ""},
		{"serve --no-browser=perhaps", "cli.no_bool", []any{"flag", "--no-browser", "value", "perhaps"}, ""},
		{"replay --rules=old game", "cli.no_choice", []any{"flag", "--rules", "value", "old", "what", "recorded, current"}, ""},
		{"replay --show", "cli.no_value", []any{"flag", "--show"}, ""},
		{"serve --trusted-proxy", "cli.no_value", []any{"flag", "--trusted-proxy"}, ""},
		{"--lan replay game", "cli.unexpected", []any{"what", "--lan"}, ""},
		{"replay --show -5 game", "cli.no_value", []any{"flag", "--show"}, `--show="-5"`},
		{"serve --stream=1", "cli.unknown_flag", []any{"what", "--stream"}, `"--streams"`},
		{"replay", "cli.missing", []any{"what", "<file> ..."}, ""},
		{"copy", "cli.missing", []any{"what", "<from> <to>"}, ""},
		{"nothing", "cli.unexpected", []any{"what", "nothing"}, ""},
		{"serve --nothing", "cli.unknown_flag", []any{"what", "--nothing"}, ""},
	} {
		for _, code := range lang.Languages {
			t.Setenv("LC_ALL", code)
			var out, errs strings.Builder
			rc := Main(strings.Fields(c.line), nil, &out, &errs)
			p := lang.For(code)
			said := p.T(c.key, c.args...)
			if c.try != "" {
				said = p.T("cli.did_you_mean", "error", said, "what", c.try)
			}
			if want := "ruhr: " + said + "\n" + p.T("cli.hint") + "\n"; rc == exitOK || errs.String() != want {
				t.Errorf("%s, ruhr %s: exit status %d, %q, want %q", code, c.line, rc, errs.String(), want)
			}
		}
	}
}

// The README names every command.
func TestReadmeNamesTheCommands(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	parser, err := kong.New(&grammar{})
	require.NoError(t, err)
	for _, command := range parser.Model.Children {
		require.True(t, strings.Contains(string(readme), "`ruhr "+command.Name), "README.md does not name ruhr %s", command.Name)
	}
}

// The help and all its headings are in the language asked for, and none is
// missing.
func TestHelpInEveryLanguage(t *testing.T) {
	for _, code := range lang.Languages {
		t.Setenv("LC_ALL", code)
		p := lang.For(code)
		for _, args := range [][]string{{"--help"}, {"serve", "--help"}} {
			var out, errs strings.Builder
			if rc := Main(args, nil, &out, &errs); rc != exitOK || errs.Len() > 0 {
				t.Errorf("%s %v: exit status %d, %s", code, args, rc, errs.String())
			}
			text := strings.Join(strings.Fields(out.String()), " ")
			wanted := []string{"cli.help", "cli.usage", "cli.flags", "cli.version_help"}
			if len(args) == 1 {
				wanted = append(wanted, "cli.commands", "cli.description", "cli.serve", "cli.backup")
			} else {
				wanted = append(wanted, "cli.serve_detail", "cli.addr", "cli.lan", "cli.db", "cli.no_browser", "cli.bot", "cli.seed", "cli.board")
			}
			for _, key := range wanted {
				if want := strings.Join(strings.Fields(p.T(key)), " "); !strings.Contains(text, want) {
					t.Errorf("%s %v: %q is missing in %s", code, args, want, out.String())
				}
			}
			if strings.ContainsAny(strings.ReplaceAll(text, "($RUHR_SMTP)", ""), "$‹{") {
				t.Errorf("%s %v: something is not filled in: %s", code, args, text)
			}
		}
	}
}
