package cli

import (
	"bytes"
	"context"
	"errors"
	"io"
	"path/filepath"
	"testing"
)

// Ctrl-C ends an endless count and a wait for input that does not come, even
// if it came before they began.
func TestStopped(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	in, write := io.Pipe() // nobody writes
	defer write.Close()
	w := &world{ctx: ctx, in: in, out: io.Discard, errors: io.Discard}
	record := filepath.Join("..", "..", "spec", "examples", "4-seats-thrifty.json")
	stop()
	for name, run := range map[string]func(*world) error{
		"perft":  (&perftCmd{File: record, At: 100, Depth: 1000}).Run,
		"replay": (&replayCmd{Files: []string{"-"}, Show: -1}).Run,
	} {
		if err := run(w); !errors.Is(err, errStopped) {
			t.Errorf("%s: error %v, want %v", name, err, errStopped)
		}
	}
}

// A function that ends by itself returns its own error.
func TestAwait(t *testing.T) {
	w := &world{ctx: t.Context(), out: &bytes.Buffer{}}
	for _, want := range []error{nil, failure{exitFailed}} {
		if err := w.await(func() error { return want }); !errors.Is(err, want) {
			t.Errorf("error %v, want %v", err, want)
		}
	}
}
