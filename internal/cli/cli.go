// Package cli implements the commands and wires the program together. A command
// writes what was asked for to standard output and everything else to
// standard error.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"github.com/alecthomas/kong"

	"ruhr/board"
	"ruhr/lang"
	"ruhr/rules"
)

// Exit codes.
const (
	exitOK      = 0
	exitFailed  = 1 // the command failed, or a record breaks the rules
	exitUsage   = 2 // the command line is invalid
	exitStopped = 130
)

// grammar is the command line; kong reads it from the struct. A help that begins
// with cli. is a key of the catalogue.
type grammar struct {
	Serve   serveCmd         `cmd:"" default:"withargs" help:"cli.serve"`
	Replay  replayCmd        `cmd:"" help:"cli.replay"`
	Verify  verifyCmd        `cmd:"" help:"cli.verify"`
	Link    linkCmd          `cmd:"" help:"cli.link"`
	Offline offlineCmd       `cmd:"" help:"cli.offline"`
	Analyse analyseCmd       `cmd:"" help:"cli.analyse"`
	Backup  backupCmd        `cmd:"" help:"cli.backup"`
	Restore restoreCmd       `cmd:"" help:"cli.restore"`
	Copy    copyCmd          `cmd:"" help:"cli.copy"`
	Doctor  doctorCmd        `cmd:"" help:"cli.doctor"`
	Admin   adminCmd         `cmd:"" help:"cli.admin"`
	Version kong.VersionFlag `help:"cli.version_help"`
}

// env is the environment of a command.
type env struct {
	ctx    context.Context
	in     io.Reader
	out    io.Writer
	errors io.Writer
	words  *lang.Printer // of the language the environment asks for
}

// errStopped is returned by a command that the user ended.
var errStopped = errors.New("stopped")

// failure is an error whose message has been printed already.
type failure struct{ code int }

func (f failure) Error() string { return fmt.Sprintf("exit code %d", f.code) }

// Main runs the command line and returns the exit code: 0 for success, 1 for
// failure, 2 for an invalid command line.
func Main(args []string, in io.Reader, out, errs io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second interrupt ends the program at once
	words := lang.For(language(os.Getenv))
	out, errs = &terminal{to: out}, &terminal{to: errs}
	var g grammar
	exit := -1
	parser, err := kong.New(&g,
		kong.Name("ruhr"),
		kong.Description(words.T("cli.description")),
		kong.Writers(out, errs),
		kong.Exit(func(code int) { exit = code }),
		kong.Vars{"version": fmt.Sprintf("ruhr %s, rules %d", version(), rules.Version)},
		kong.Help(helpIn(words)),
		kong.UsageOnError(),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
	)
	if err != nil {
		fmt.Fprintln(errs, "ruhr:", err)
		return exitFailed
	}
	if err := localizeHelp(words, parser); err != nil {
		fmt.Fprintln(errs, "ruhr:", err)
		return exitFailed
	}
	parsed, err := parser.Parse(args)
	if exit >= 0 {
		return exit
	}
	if err != nil {
		fmt.Fprintf(errs, "ruhr: %s\n%s\n", misuse(words, err), words.T("cli.hint"))
		return exitUsage
	}
	w := &env{ctx: ctx, in: in, out: out, errors: errs, words: words}
	switch err := parsed.Run(w); {
	case err == nil:
		return exitOK
	case errors.As(err, new(failure)):
		var f failure
		errors.As(err, &f)
		return f.code
	case errors.Is(err, errStopped) || errors.Is(err, context.Canceled):
		return exitStopped
	default:
		fmt.Fprintln(errs, "ruhr:", oneLine(w.explain(err)))
		return exitFailed
	}
}

// version is the program's version.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return "development"
}

// boardFlag lets a command use another board file.
type boardFlag struct {
	Board string `placeholder:"FILE" help:"cli.board"`
}

// load reads the board the flag names.
func (f boardFlag) load() (*board.Board, error) {
	_, b, err := f.read()
	return b, err
}
