package draw

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"ruhr/internal/require"
	"ruhr/rules"
	"ruhr/view"
)

// A cut of the map shows its places whole, has no ids, and holds the pieces that
// lie in it and no others, where the map has them.
func TestCutShowsWhatLiesThere(t *testing.T) {
	b := defaultBoard(t)
	m := New(b, Wide())
	g := rules.NewGame(b, 2, rules.Variant{})
	s := g.Start(0)
	pos := view.Of(g, &s)
	v := &MapView{Pos: &pos, Signs: []int{0, 1}}
	at := regexp.MustCompile(`<g class="piece (die|obstacle)[^"]*" transform="translate\(([-0-9.]+) ([-0-9.]+)\)"`)
	total := 0
	for from := 0; from+2 < len(m.Spaces); from += 3 {
		way := []int{from, from + 1, from + 2}
		cut, err := m.Cut(v, nil, way)
		require.NoError(t, err)
		require.True(t, cut.View.Inside(m.page()), "the cut at %d is %v, off the map", from, cut.View)
		for _, i := range way {
			if sp := &m.Spaces[i]; !sp.Touch.Inside(cut.View) || sp.Label.Box.W > 0 && !sp.Label.Box.Inside(cut.View) {
				t.Errorf("the cut at %d does not hold space %d", from, i)
			}
		}
		want := 0
		for i, sp := range pos.Spaces {
			lies := sp.Kind == "lock" && cut.View.Contains(m.Spaces[i].At) || sp.Kind == "storage" && sp.Die > 0 && cut.View.Contains(m.Spaces[i].Die)
			if lies {
				want++
			}
		}
		got := 0
		for _, p := range at.FindAllStringSubmatch(string(cut.Over), -1) {
			x, _ := strconv.ParseFloat(p[2], 64)
			y, _ := strconv.ParseFloat(p[3], 64)
			require.True(t, cut.View.Contains(Point{x, y}), "the cut at %d shows %s at %g %g", from, p[1], x, y)
			got++
		}
		require.Equal(t, got, want, "dice and obstacles that the cut at %d shows", from)
		require.True(t, !strings.Contains(string(cut.Over), `id="`), "the cut at %d has ids", from)
		total += got
	}
	require.True(t, total >= 14, "%d pieces in all cuts", total)
	if _, err := m.Cut(v, []string{"box-nowhere"}, nil); err == nil {
		t.Error("a cut of a place that does not exist")
	}
}
