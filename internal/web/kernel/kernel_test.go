package kernel

import (
	"os"
	"testing"

	"ruhr/board"
	"ruhr/bot"
	"ruhr/internal/live"
	"ruhr/internal/require"
	"ruhr/internal/store/memory"
	"ruhr/internal/table"
	"ruhr/spec"
)

// newKernel makes a kernel without tables.
func newKernel(t *testing.T) *Kernel {
	t.Helper()
	service, err := table.New(table.Options{Store: memory.New(), Live: live.NewHub(), Board: spec.Board, Bots: bot.New})
	require.NoError(t, err)
	t.Cleanup(func() { service.Close(t.Context()) })
	b := board.Default()
	k, err := New(Config{Service: service, Board: b, Static: os.DirFS("../static")})
	require.NoError(t, err)
	return k
}
