package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"ruhr/internal/cli"
	"ruhr/internal/require"
	"ruhr/spec"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"ruhr-lab": main,
		"ruhr":     func() { os.Exit(cli.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) },
	})
}

// The commands as a person types them, with their output and exit status.
func TestScripts(t *testing.T) {
	game, err := spec.Examples.ReadFile("examples/4-seats-thrifty.json")
	require.NoError(t, err)
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(e *testscript.Env) error {
			return os.WriteFile(filepath.Join(e.WorkDir, "game.json"), game, 0o644)
		},
	})
}
