package cli

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"ruhr/board"
	"ruhr/internal/store"
	"ruhr/lang"
)

// language returns the language set in the environment, as in de_AT.UTF-8:
// LC_ALL before LC_MESSAGES before LANG; English if it is not supported.
func language(env func(string) string) string {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if wish := env(name); wish != "" {
			code, _, _ := strings.Cut(strings.NewReplacer(".", "_", "@", "_", "-", "_").Replace(wish), "_")
			if slices.Contains(lang.Languages, strings.ToLower(code)) {
				return strings.ToLower(code)
			}
			break
		}
	}
	return lang.Languages[0]
}

// details are the commands with a longer description in their help.
var details = map[string]string{"serve": "cli.serve_detail", "replay": "cli.replay_detail", "verify": "cli.verify_detail", "analyse": "cli.analyse_detail"}

// localizeHelp translates the help: catalogue keys in the grammar's tags, and
// kong's own texts. kong could interpolate texts itself, but it scans all of
// them again for every flag, which is slow.
func localizeHelp(p *lang.Printer, parser *kong.Kong) error {
	say := func(help *string) {
		if strings.HasPrefix(*help, "cli.") {
			*help = p.T(*help)
		}
	}
	parser.Model.HelpFlag.Help = p.T("cli.help")
	return kong.Visit(parser.Model, func(at kong.Visitable, next kong.Next) error {
		switch v := at.(type) {
		case *kong.Node:
			say(&v.Help)
			if detail, ok := details[v.Name]; ok {
				v.Detail = p.T(detail)
			}
		case *kong.Value: // of a flag or an argument
			say(&v.Help)
		}
		return next(nil)
	})
}

// helpIn prints kong's help with its headings and usage lines in a language.
func helpIn(p *lang.Printer) kong.HelpPrinter {
	headings := map[string]string{"Flags:": p.T("cli.flags"), "Commands:": p.T("cli.commands"), "Arguments:": p.T("cli.arguments")}
	usage := strings.NewReplacer("<command>", "<"+p.T("cli.usage_command")+">", "[flags]", "["+p.T("cli.usage_flags")+"]")
	return func(o kong.HelpOptions, ctx *kong.Context) error {
		var text bytes.Buffer
		out := ctx.Stdout
		ctx.Stdout = &text
		err := kong.DefaultHelpPrinter(o, ctx)
		if ctx.Stdout = out; err != nil {
			return err
		}
		for line := range strings.Lines(text.String()) {
			end := strings.TrimRight(line, "\n")
			if rest, ok := strings.CutPrefix(end, "Usage: "); ok {
				end = p.T("cli.usage") + " " + usage.Replace(rest)
			} else if rest, ok := strings.CutPrefix(end, `Run "`); ok {
				command, _, _ := strings.Cut(rest, `"`)
				end = p.T("cli.more", "command", usage.Replace(command))
			} else if heading, ok := headings[end]; ok {
				end = heading
			}
			if _, err := out.Write([]byte(end + "\n")); err != nil {
				return err
			}
		}
		return nil
	}
}

// misuses are what kong says of a command line that it cannot read, and the texts for
// it with the parts that they name; kong offers no type for that.
var misuses = []struct{ said, key string }{
	{`^(?P<flag>\S+): (?:expected \S+ value but got (?:"EOL"|.*flag\)$)|missing value)`, "cli.no_value"},
	{`^(?P<flag>\S+): expected an? .*int but got "(?P<value>[^"]*)"`, "cli.no_number"},
	{`^(?P<flag>\S+): expected duration but got "(?P<value>[^"]*)"`, "cli.no_duration"},
	{`^(?P<flag>\S+): bool value must be .* but got "(?P<value>[^"]*)"`, "cli.no_bool"},
	{`^(?P<flag>\S+) must be one of (?P<what>.+) but got "(?P<value>[^"]*)"`, "cli.no_choice"},
	{`^(?:unexpected (?:flag )?argument|flag) (?P<what>.+?)(?: applies to the default command .*)?$`, "cli.unexpected"},
	{`^unknown flag (?P<what>.+)`, "cli.unknown_flag"},
	{`^(?:expected (?:one of )?|missing flags: |missing positional arguments )(?P<what>.+)`, "cli.missing"},
}

// misuse translates what kong says of a command line.
func misuse(p *lang.Printer, err error) string {
	text, other, alike := strings.Cut(strings.Replace(oneLine(err.Error()), "; perhaps try ", ", did you mean ", 1), ", did you mean ")
	for _, m := range misuses {
		said := regexp.MustCompile(m.said) // here, since every start would pay for it
		if parts := said.FindStringSubmatch(text); parts != nil {
			var args []any
			for i, name := range said.SubexpNames()[1:] {
				args = append(args, name, strings.NewReplacer(`","`, ", ", `"`, "").Replace(parts[i+1]))
			}
			text = p.T(m.key, args...)
			break
		}
	}
	if alike {
		other = strings.TrimPrefix(strings.TrimSuffix(other, "?"), "one of ")
		return p.T("cli.did_you_mean", "error", text, "what", other)
	}
	return text
}

// failing returns an error with a text from the catalogue that wraps its cause.
func (w *env) failing(because error, key string, args ...any) error {
	text := w.words.T(key, args...)
	if because == nil {
		return errors.New(text)
	}
	return &localizedError{text, because}
}

// within refuses a flag's value that is not in a range.
func within[T cmp.Ordered](w *env, flag string, value, from, to T) error {
	if from <= value && value <= to {
		return nil
	}
	return w.failing(nil, "cli.flag_range", "flag", flag, "value", fmt.Sprint(value), "from", fmt.Sprint(from), "to", fmt.Sprint(to))
}

// remedies are the texts for what people can mend themselves; the error follows
// as {why}.
var remedies = []struct {
	is  error
	key string
}{
	{store.ErrInUse, "cli.store_in_use"},
	{store.ErrDamaged, "cli.store_damaged"},
	{store.ErrForeign, "cli.store_foreign"},
	{store.ErrNewer, "cli.store_newer"},
	{store.ErrFull, "cli.store_full"},
	{store.ErrUnreachable, "cli.store_unreachable"},
	{board.ErrNotJSON, "page.open.no_json"},
	{fs.ErrExist, "cli.file_exists"},
	{fs.ErrNotExist, "cli.file_missing"},
}

// explain returns an error's text in the user's language, as far as there is one.
func (w *env) explain(err error) string {
	if !errors.As(err, new(*localizedError)) {
		for _, r := range remedies {
			if errors.Is(err, r.is) {
				return w.words.T(r.key, "why", err.Error())
			}
		}
	}
	return err.Error()
}

// localizedError is an error in the user's language.
type localizedError struct {
	text    string
	because error
}

func (e *localizedError) Error() string { return e.text }
func (e *localizedError) Unwrap() error { return e.because }
