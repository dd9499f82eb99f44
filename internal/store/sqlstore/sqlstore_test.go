package sqlstore

import (
	"context"
	"testing"
	"time"
)

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
