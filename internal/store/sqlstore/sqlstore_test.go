package sqlstore

import (
	"context"
	"testing"
	"time"
)

// A table's ID is cut where it is logged: the whole of it would let whoever
// reads the log watch the table.
func TestShort(t *testing.T) {
	for id, want := range map[string]string{"": `""`, "abcdef": `"abcdef"`, "abcdefg": `"abcdef"…`, "a\nb": `"a\nb"`} {
		if got := short(id); got != want {
			t.Errorf("%q is logged as %s, want %s", id, got, want)
		}
	}
}

// Each read and write ends after the configured time, if there is one.
func TestTimeout(t *testing.T) {
	for limit, want := range map[time.Duration]bool{-1: false, 0: false, 1: true, time.Hour: true} {
		ctx, cancel := New(Config{Timeout: limit}).bound(context.Background())
		if _, got := ctx.Deadline(); got != want {
			t.Errorf("with %v there is an end: %v, want %v", limit, got, want)
		}
		cancel()
	}
}
