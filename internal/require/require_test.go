package require_test

import (
	"errors"
	"fmt"
	"testing"

	"ruhr/internal/require"
)

// told is a test that keeps what it is told.
type told struct {
	testing.TB
	text string
}

func (t *told) Helper()                           {}
func (t *told) Errorf(format string, args ...any) { t.text = fmt.Sprintf(format, args...) }
func (t *told) Fatalf(format string, args ...any) { t.text = "end: " + fmt.Sprintf(format, args...) }
func (t *told) Fatal(args ...any)                 { t.text = "end: " + fmt.Sprint(args...) }

var errLost = errors.New("lost")

func TestWrongValuesAreReported(t *testing.T) {
	for want, check := range map[string]func(testing.TB){
		"":                                func(t testing.TB) { require.Equal(t, 1, 1, "one") },
		"seat 2: 1, want 3":               func(t testing.TB) { require.Equal(t, 1, 3, "seat %d", 2) },
		`name: "a b", want ""`:            func(t testing.TB) { require.Equal(t, "a b", "", "name") },
		"list: [1 2], want [2 1]":         func(t testing.TB) { require.Slices(t, []int{1, 2}, []int{2, 1}, "list") },
		"one: 2, error <nil>; want 1":     func(t testing.TB) { require.Returns(t, 1, "one")(2, nil) },
		"one: 1, error lost; want 1":      func(t testing.TB) { require.Returns(t, 1, "one")(1, errLost) },
		"none: [0], error <nil>; want []": func(t testing.TB) { require.Returns[[]int](t, nil, "none")([]int{0}, nil) },
		"one: error <nil>, want lost":     func(t testing.TB) { require.Fails(t, errLost, "one")(1, nil) },
		"two: error lost, want <nil>":     func(t testing.TB) { require.Fails(t, nil, "two")(1, errLost) },
		"seat 1 is taken":                 func(t testing.TB) { require.True(t, false, "seat %d is taken", 1) },
		"end: seat 2 is taken":            func(t testing.TB) { require.Must(t, false, "seat %d is taken", 2) },
		"end: lost":                       func(t testing.TB) { require.Succeeds(t)(1, errLost) },
	} {
		var got told
		check(&got)
		require.Equal(t, got.text, want, "what is reported")
	}
	require.True(t, true, "what holds")
	require.Must(t, true, "what holds")
	require.Succeeds(t)(1, nil)
	require.Returns[[]int](t, nil, "an empty slice")([]int{}, nil)
}
