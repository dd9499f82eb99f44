package draw

import (
	"encoding/json"
	"flag"
	"os"
	"reflect"
	"testing"

	"ruhr/internal/require"
)

var update = flag.Bool("update", false, "rewrite printed/")

// computed lays the printed board out without the prepared layout.
func computed(t *testing.T, s *Shape) (m *Map, picks []plan) {
	t.Helper()
	return laidOut(withoutDigest(defaultBoard(t)), s)
}

// The layouts that come with the program are what the code makes, and as large
// as their shapes say.
func TestPrintedIsCurrent(t *testing.T) {
	for _, s := range Shapes {
		t.Run(s.Name, func(t *testing.T) { printedIsCurrent(t, s) })
	}
}

func printedIsCurrent(t *testing.T, s *Shape) {
	m, picks := computed(t, s)
	plans, err := json.MarshalIndent(layoutFile{defaultBoard(t).SHA256, picks}, "", "\t")
	require.NoError(t, err)
	plans = append(plans, '\n')
	require.Must(t, m.Width == s.Width, "no room for the printed board: that takes %g by %g", m.Width, m.Height)
	if *update {
		for name, text := range map[string]string{".json": string(plans), ".svg": m.land} {
			require.NoError(t, os.WriteFile("printed/"+s.Name+name, []byte(text), 0o644))
		}
		return
	}
	if string(plans) != string(printedFile(s, ".json")) || m.land != printedLand(s) {
		t.Errorf("the printed board is laid out otherwise now; if that is meant: go test ./internal/draw -run Printed -args -update")
	}
	kept := New(defaultBoard(t), s)
	require.True(t, reflect.DeepEqual(m.Layout, kept.Layout), "places differ: %+v\nand %+v", m.Layout, kept.Layout)
	require.True(t, string(m.Picture("auto", sameWord)) == string(kept.Picture("auto", sameWord)), "pictures differ")
}
