package cli

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"ruhr/spec"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"ruhr": func() { os.Exit(Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) },
	})
}

// The commands as a person types them, with their output and exit status.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(e *testscript.Env) error {
			if err := os.WriteFile(filepath.Join(e.WorkDir, "board.json"), spec.Board, 0o644); err != nil {
				return err
			}
			return copyExamples(e.WorkDir)
		},
	})
}

func copyExamples(to string) error {
	names, err := fs.Glob(spec.Examples, "examples/*")
	if err != nil {
		return err
	}
	for _, name := range names {
		data, err := spec.Examples.ReadFile(name)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(to, filepath.Base(name)), data, 0o644); err != nil {
			return err
		}
	}
	return nil
}
