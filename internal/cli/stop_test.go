package cli

import (
	"bytes"
	"context"
	"errors"
	"io"
	"testing"
)

// Ctrl-C ends a wait for input that does not come, even if it came before the wait
// began.
func TestStopped(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	in, write := io.Pipe() // nobody writes
	defer write.Close()
	w := &env{ctx: ctx, in: in, out: io.Discard, errors: io.Discard}
	stop()
	if err := (&replayCmd{Files: []string{"-"}, Show: -1}).Run(w); !errors.Is(err, errStopped) {
		t.Errorf("error %v, want %v", err, errStopped)
	}
}

// A function that returns before it is stopped returns its own error.
func TestAwait(t *testing.T) {
	w := &env{ctx: t.Context(), out: &bytes.Buffer{}}
	for _, want := range []error{nil, failure{exitFailed}} {
		if err := w.await(func() error { return want }); !errors.Is(err, want) {
			t.Errorf("error %v, want %v", err, want)
		}
	}
}
