package cli

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"ruhr/internal/edition/folder"
	"ruhr/internal/offline/built"
)

// offlineCmd writes the offline edition.
type offlineCmd struct {
	Out string `required:"" placeholder:"DIR" help:"cli.offline_out"`
}

// Run writes the files of the offline edition into a folder.
func (c *offlineCmd) Run(w *env) error {
	if built.Edition == nil {
		return c.compile(w)
	}
	files, err := folder.Files(version(), folder.Programs{Core: built.Edition, Think: built.Think, Exec: built.Exec})
	if err != nil {
		return err
	}
	if err := os.MkdirAll(c.Out, 0o755); err != nil {
		return w.failing(err, "cli.offline_unwritten", "why", err.Error())
	}
	total := 0
	for _, name := range folder.Names(files) {
		path := filepath.Join(c.Out, name)
		err := os.WriteFile(path+".new", files[name], 0o644)
		if err == nil {
			err = os.Rename(path+".new", path)
		}
		if err != nil {
			return w.failing(err, "cli.offline_unwritten", "why", err.Error())
		}
		total += len(files[name])
	}
	fmt.Fprintln(w.out, w.words.T("cli.offline_written", "dir", c.Out, "kb", fmt.Sprint((total+1023)/1024)))
	return nil
}

// compile builds a program that has the edition in it from the clone in the working
// directory, and has it write the files.
func (c *offlineCmd) compile(w *env) error {
	if _, err := os.Stat(filepath.Join("internal", "tool", "offline")); err != nil {
		return w.failing(nil, "cli.offline_clone")
	}
	out, err := filepath.Abs(c.Out)
	if err != nil {
		return err
	}
	for _, args := range [][]string{
		{"run", "./internal/tool/offline"},
		{"run", "-tags", "offline", "./cmd/ruhr", "offline", "--out", out},
	} {
		command := exec.CommandContext(w.ctx, "go", args...)
		command.Stdout, command.Stderr = w.errors, w.errors
		if err := command.Run(); errors.Is(err, exec.ErrNotFound) {
			return w.failing(err, "cli.offline_clone")
		} else if err != nil {
			return err // go has said why
		}
	}
	return nil
}
