package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ruhr/internal/require"
)

// Methods are called by names that the linker knows, or it keeps all methods of all types.
func TestMethodsAreNamed(t *testing.T) {
	work := t.TempDir()
	goroot, err := output("go", "env", "GOROOT")
	require.NoError(t, err)
	overlay, err := nameMethods(work, filepath.Join(goroot, "src", "text", "template", "exec.go"), filepath.Join("..", "..", "web", "templates"))
	require.NoError(t, err)
	replaces, err := os.ReadFile(overlay)
	require.NoError(t, err)
	code, err := os.ReadFile(filepath.Join(work, "exec.go"))
	require.NoError(t, err)
	calls := strings.Split(string(code), ".MethodByName(")[1:]
	for _, call := range calls {
		require.True(t, call[0] == '"', "a method is called by %.20s", call)
	}
	require.True(t, len(calls) > 100 && strings.Contains(string(code), `v.MethodByName("T")`) && strings.Contains(string(replaces), work), "%d methods, overlay %s", len(calls), replaces)
}
