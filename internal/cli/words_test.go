package cli

import (
	"os"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

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
		if got := language(func(name string) string { return env[name] }); got != c.want {
			t.Errorf("LC_ALL=%s LC_MESSAGES=%s LANG=%s: %s, expected %s", c.all, c.messages, c.lang, got, c.want)
		}
	}
}

// The README names every command.
func TestReadmeNamesTheCommands(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	parser, err := kong.New(&grammar{})
	if err != nil {
		t.Fatal(err)
	}
	for _, command := range parser.Model.Children {
		if !strings.Contains(string(readme), "`ruhr "+command.Name) {
			t.Errorf("README.md does not name ruhr %s", command.Name)
		}
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
