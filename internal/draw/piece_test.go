package draw

import (
	"encoding/xml"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"ruhr/board"
	"ruhr/internal/require"
)

// table is one of every piece and mark on the map.
func table(m *Map) string {
	var s strings.Builder
	put := func(h any) { fmt.Fprint(&s, h) }
	for k, at := range m.b.At.Storage {
		put(Die(fmt.Sprintf("die-%d", k), fmt.Sprintf("at-die-%d", at), k%2 == 0, 1+k%6))
	}
	for k, at := range m.b.At.Lock {
		if k%2 == 0 {
			put(Obstacle(fmt.Sprintf("obstacle-%d", k), fmt.Sprintf("at-weir-%d", at)))
		} else {
			put(Lock(fmt.Sprintf("lock-%d", k), fmt.Sprintf("at-weir-%d", at), k%MaxSeats))
		}
	}
	for k, at := range m.b.At.Sell {
		put(Thaler(fmt.Sprintf("thaler-%d", k), fmt.Sprintf("at-coin-%d-0", at)))
	}
	for seat := range MaxSeats {
		put(Barge(fmt.Sprintf("barge-%d", seat), fmt.Sprintf("at-wait-%d", seat), seat))
		put(House(fmt.Sprintf("house-%d", seat), fmt.Sprintf("at-depot-%d-0", seat), seat))
		put(SmallHouse(fmt.Sprintf("early-%d", seat), fmt.Sprintf("at-year-5-%d", seat), seat))
		put(Choice(fmt.Sprintf("choice-%d", seat), fmt.Sprintf("at-option-0-%d", seat), seat))
	}
	put(ExportMarker("export", "at-export-0"))
	put(Country("country-4", "at-country-3", ""))
	for c, id := range m.b.Port.Columns {
		put(Country("country-"+id, fmt.Sprintf("at-country-%d", 4+c), id))
	}
	put(Cargo("loaded", "at-wait-0", true, 4))
	put(Price("price", "at-price-1", 2))
	put(Closed("closed", "at-price-2"))
	put(Round("round", 3))
	put(HaloBox("can", m.Options[0].Box))
	return s.String()
}

// Every piece has a unique id and uses only what Static defines.
func TestPieces(t *testing.T) {
	m := drawn(t, "wide default")
	ids := wellFormed(t, m.static(sameWord)+table(m))
	for _, want := range []string{"barge-0", "die-3", "obstacle-0", "lock-1", "house-2", "export", "country-belgium"} {
		require.Equal(t, ids[want], 1, "how often piece %q stands there", want)
	}
}

func TestPieceStandsWhereItIsPut(t *testing.T) {
	got := string(Barge("barge-2", "at-wait-1", 2))
	want := `<g id="barge-2" class="piece barge seat-2 at-wait-1">`
	if !strings.HasPrefix(got, want) {
		t.Errorf("a barge begins %s, want %s", got[:min(len(got), len(want))], want)
	}
	if two, six := Die("d", "", false, 2), Die("d", "", false, 6); two == six {
		t.Error("a die of 2 looks like a die of 6")
	}
	require.True(t, Die("d", "", false, 9) == Die("d", "", false, 6), "a die above 6 is not drawn as 6")
}

// map.css says what a class looks like; a class it lacks would be drawn black.
func TestEveryShapeHasAStyle(t *testing.T) {
	m := drawn(t, "wide default")
	known := map[string]bool{}
	for _, c := range regexp.MustCompile(`\.([a-z][a-z0-9-]*)`).FindAllStringSubmatch(string(CSS), -1) {
		known[c[1]] = true
	}
	d := xml.NewDecoder(strings.NewReader("<svg>" + m.static(sameWord) + table(m) + "</svg>"))
	for {
		tok, err := d.Token()
		if err != nil {
			break
		}
		el, ok := tok.(xml.StartElement)
		if !ok || el.Name.Local == "g" || el.Name.Local == "use" {
			continue
		}
		for _, a := range el.Attr {
			if a.Name.Local != "class" {
				continue
			}
			styled := false
			for c := range strings.FieldsSeq(a.Value) {
				styled = styled || known[c]
			}
			require.True(t, styled, "map.css has no rule for <%s class=%q>", el.Name.Local, a.Value)
		}
	}
}

// Seats, trades and coal differ in shape, not only in colour.
func TestSignsDiffer(t *testing.T) {
	shape := func(id string) string {
		all := definitions
		at := strings.Index(all, `id="`+id+`"`)
		require.Must(t, at >= 0, "no symbol %q", id)
		rest := all[at+len(id)+5:]
		return rest[:strings.Index(rest, "/>")]
	}
	for _, ids := range [][]string{{"sign-0", "sign-1", "sign-2", "sign-3"}, board.TradeIDs[:]} {
		seen := map[string]string{}
		for _, id := range ids {
			s := shape(id)
			require.Equal(t, seen[s], "", "what has the shape of %s, too", id)
			seen[s] = id
		}
	}
}

// The export marker is a ring: the number of its box, which now counts, shows in it.
func TestExportMarkerShowsTheNumber(t *testing.T) {
	_, marker, _ := strings.Cut(pieceSymbols, `<g id="p-export">`)
	marker, _, _ = strings.Cut(marker, "</g>")
	require.True(t, !strings.Contains(marker, "<circle") && strings.Count(marker, "zM0") == 1, "the export marker is no ring: %s", marker)
}
