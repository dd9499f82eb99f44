// Package require checks errors and values in tests.
package require

import (
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// Each runs checks, under the names of their functions, each on what with makes for it.
func Each[S any](t *testing.T, with func(*testing.T) S, checks ...func(S)) {
	for _, check := range checks {
		name := runtime.FuncForPC(reflect.ValueOf(check).Pointer()).Name()
		t.Run(name[strings.LastIndex(name, ".")+1:], func(t *testing.T) { check(with(t)) })
	}
}

// NoError ends a test that cannot go on after an error.
func NoError(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Succeeds returns what ends a test at a call that fails, no matter what else it returns.
func Succeeds(t testing.TB) func(any, error) {
	return func(_ any, err error) {
		t.Helper()
		NoError(t, err)
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

// Fails returns what reports a call that does not fail with the error wanted, no matter
// what else it returns.
func Fails(t testing.TB, want error, format string, args ...any) func(any, error) {
	return func(_ any, err error) {
		t.Helper()
		if !errors.Is(err, want) {
			t.Errorf(format+": error %v, want %v", append(args, err, want)...)
		}
	}
}

// True reports a condition that does not hold; the format says what is wrong then.
func True(t testing.TB, holds bool, format string, args ...any) {
	if !holds {
		t.Helper()
		t.Errorf(format, args...)
	}
}

// Must is True for a condition without which the test cannot go on.
func Must(t testing.TB, holds bool, format string, args ...any) {
	if !holds {
		t.Helper()
		t.Fatalf(format, args...)
	}
}

// Equal reports a value, described by the format, that is not the one wanted.
func Equal[T comparable](t testing.TB, got, want T, format string, args ...any) {
	t.Helper()
	if got != want {
		t.Errorf(format+": %s, want %s", append(args, shown(got), shown(want))...)
	}
}

// Slices is Equal for slices.
func Slices[S ~[]E, E comparable](t testing.TB, got, want S, format string, args ...any) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf(format+": %s, want %s", append(args, shown(got), shown(want))...)
	}
}

// Returns returns what reports a call that fails or returns another value than the one
// wanted. No slice equals an empty one.
func Returns[T any](t testing.TB, want T, format string, args ...any) func(T, error) {
	return func(got T, err error) {
		t.Helper()
		empty := func(v any) bool { r := reflect.ValueOf(v); return r.Kind() == reflect.Slice && r.Len() == 0 }
		if err != nil || !reflect.DeepEqual(got, want) && !(empty(got) && empty(want)) {
			t.Errorf(format+": %s, error %v; want %s", append(args, shown(got), err, shown(want))...)
		}
	}
}

// shown writes texts in quotation marks.
func shown(v any) string {
	switch v.(type) {
	case string, []string, []byte:
		return fmt.Sprintf("%q", v)
	}
	return fmt.Sprintf("%+v", v)
}
