package draw

import (
	"encoding/json"
	"flag"
	"os"
	"reflect"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write printed.json and printed.svg anew")

// anew lays the printed board out without the help of what was laid out beforehand.
func anew(t *testing.T) (m *Map, picks []plan) {
	t.Helper()
	m = unplaced(defaultBoard(t))
	return m, m.place()
}

// The layout that comes with the program is the one that would be made.
func TestPrintedIsCurrent(t *testing.T) {
	m, picks := anew(t)
	plans, err := json.MarshalIndent(newLayoutFile(defaultBoard(t).SHA256, picks), "", "\t")
	if err != nil {
		t.Fatal(err)
	}
	plans = append(plans, '\n')
	if *update {
		for name, text := range map[string]string{"printed.json": string(plans), "printed.svg": m.land} {
			if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		return
	}
	if string(plans) != string(printedPlans) || m.land != printedLand {
		t.Error("the printed board is laid out otherwise now; if that is meant: go test ./internal/draw -run Printed -args -update")
	}
}

// The printed board's map is the same however it came about.
func TestPrintedMakesTheSameMap(t *testing.T) {
	if *update {
		return // what was embedded is the former one
	}
	made, _ := anew(t)
	kept := New(defaultBoard(t))
	if !reflect.DeepEqual(made.Layout, kept.Layout) {
		t.Errorf("places differ: %+v\nand %+v", made.Layout, kept.Layout)
	}
	if made.Static(sameWord) != kept.Static(sameWord) {
		t.Error("pictures differ")
	}
	if strings.Count(string(kept.Static(sameWord)), printedLand) != 1 {
		t.Error("the kept map does not show the ground that was drawn beforehand")
	}
}
