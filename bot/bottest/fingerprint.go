package bottest

import (
	"encoding/binary"
	"flag"
	"hash/fnv"
	"os"
	"strings"
	"testing"

	"ruhr/internal/require"
)

var update = flag.Bool("update", false, "rewrite the fingerprints")

// Hash is a running hash of numbers.
type Hash uint64

// Add hashes more numbers.
func (h *Hash) Add(numbers ...int) {
	f := fnv.New64a()
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], uint64(*h))
	f.Write(b[:])
	for _, n := range numbers {
		binary.LittleEndian.PutUint64(b[:], uint64(n))
		f.Write(b[:])
	}
	*h = Hash(f.Sum64())
}

// Fingerprint compares lines with those of a file; go test -args -update
// rewrites the file.
func Fingerprint(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
		return
	}
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	want := strings.Split(string(data), "\n")
	lines := strings.Split(got, "\n")
	for i, line := range lines {
		require.True(t, i < len(want) && line == want[i], "another play: %s", line)
	}
	if t.Failed() || len(lines) != len(want) {
		t.Errorf("%s has %d lines, these are %d. If the change is intended, go test -args -update rewrites the file", file, len(want), len(lines))
	}
}
