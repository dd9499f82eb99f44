package cli

import (
	"bytes"
	"errors"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"ruhr/lang"
)

// spoken are the texts of the help that the grammar's tags name.
var spoken = []string{"serve", "sim", "replay", "perft", "arena", "train", "backup", "restore", "backup_to", "backup_every", "backup_keep", "restore_from", "version_help", "board", "addr", "lan", "db", "no_browser", "bot", "seed"}

// language is the language that the environment asks for: LC_ALL before
// LC_MESSAGES before LANG, as in de_AT.UTF-8; English where it is none of ours.
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

// vars are what the grammar's tags are filled with.
func vars(p *lang.Printer) kong.Vars {
	v := kong.Vars{"version": version()}
	for _, name := range spoken {
		v[name] = strings.ReplaceAll(p.T("cli."+name), "$", "$$")
	}
	return v
}

// speak puts into a language what kong says by itself.
func speak(p *lang.Printer, parser *kong.Kong) {
	parser.Model.HelpFlag.Help = p.T("cli.help")
	for _, n := range parser.Model.Children {
		if n.Name == "serve" {
			n.Detail = p.T("cli.serve_detail")
		}
	}
}

// helpIn prints kong's help with its headings in a language.
func helpIn(p *lang.Printer) kong.HelpPrinter {
	headings := map[string]string{"Flags:": p.T("cli.flags"), "Commands:": p.T("cli.commands"), "Arguments:": p.T("cli.arguments")}
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
				end = p.T("cli.usage") + " " + rest
			} else if rest, ok := strings.CutPrefix(end, `Run "`); ok {
				command, _, _ := strings.Cut(rest, `"`)
				end = p.T("cli.more", "command", command)
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

// failing is an error in the words of the catalogue; what it came of stays
// within reach.
func (w *world) failing(because error, key string, args ...any) error {
	text := w.words.T(key, args...)
	if because == nil {
		return errors.New(text)
	}
	return &saidError{text, because}
}

// saidError is an error whose text is in the person's language.
type saidError struct {
	text    string
	because error
}

func (e *saidError) Error() string { return e.text }
func (e *saidError) Unwrap() error { return e.because }
