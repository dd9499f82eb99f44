// Package require ends a test at an error that it is not about, or that it is about and
// does not get.
package require

import (
	"errors"
	"testing"
)

// NoError ends a test that cannot go on after an error.
func NoError(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// ErrorIs ends a test in which what was done, as the format says it, did not fail with the
// error wanted.
func ErrorIs(t testing.TB, err, want error, format string, args ...any) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Fatalf(format+": error %v, want %v", append(args, err, want)...)
	}
}
