package cli

import (
	"bytes"
	"context"
	"io"
	"testing"

	"ruhr/internal/require"
)

// Ctrl-C ends a wait for input that does not come, even if it came before the wait
// began.
func TestStopped(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	in, write := io.Pipe() // nobody writes
	defer write.Close()
	w := &env{ctx: ctx, in: in, out: io.Discard, errors: io.Discard}
	stop()
	require.ErrorIs(t, (&replayCmd{Files: []string{"-"}, Show: -1}).Run(w), errStopped, "the error")
}

// A function that returns before it is stopped returns its own error.
func TestAwait(t *testing.T) {
	w := &env{ctx: t.Context(), out: &bytes.Buffer{}}
	for _, want := range []error{nil, failure{exitFailed}} {
		require.ErrorIs(t, w.await(func() error { return want }), want, "the error")
	}
}
