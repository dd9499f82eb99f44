package record

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf16"

	"ruhr/board"
	"ruhr/internal/require"
	"ruhr/spec"
)

// Files are read as other people's programs write them, and what is no JSON in
// UTF-8 is told from a record or board with something wrong in it.
func TestFilesAsOthersWriteThem(t *testing.T) {
	game, err := spec.Examples.ReadFile("examples/2-seats-calm-every-ship-thrifty.json")
	require.NoError(t, err)
	for name, c := range map[string]struct {
		file string
		read func([]byte) error
	}{
		"record": {string(game), func(data []byte) error { _, err := Read(data); return err }},
		"board":  {string(spec.Board), func(data []byte) error { _, err := board.Load(data); return err }},
		"facts":  {string(spec.Board), func(data []byte) error { _, err := board.Facts(data); return err }},
	} {
		require.ErrorIs(t, c.read([]byte("\ufeff"+strings.ReplaceAll(c.file, "\n", "\r\n"))), nil, "%s with a byte order mark", name)
		var wide []byte
		for _, u := range utf16.Encode([]rune("\ufeff" + c.file)) {
			wide = append(wide, byte(u), byte(u>>8))
		}
		for what, data := range map[string]string{"UTF-16": string(wide), "a web page": "<!doctype html>", "nothing": "", "cut off": c.file[:len(c.file)/2]} {
			require.ErrorIs(t, c.read([]byte(data)), board.ErrNotJSON, "%s, %s", name, what)
		}
		if err := c.read([]byte(`[]`)); err == nil || errors.Is(err, board.ErrNotJSON) || strings.Contains(err.Error(), "Go") {
			t.Errorf("%s that is a list: %v", name, err)
		}
	}
	_, err = Read([]byte(`{"rules":1.0}`))
	require.True(t, err != nil && strings.Contains(err.Error(), "rules is a number 1.0, expected a whole number"), "rules of 1.0: %v", err)
}
