// Package require ends a test at an error that it is not about.
package require

import "testing"

// NoError ends a test that cannot go on after an error.
func NoError(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
