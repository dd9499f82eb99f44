package board

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ruhr/internal/require"
	"ruhr/spec"
)

// with is the printed board with another value at a path such as river.0.id.
func with(t *testing.T, values map[string]any) []byte {
	t.Helper()
	var root any
	require.NoError(t, json.Unmarshal(spec.Board, &root))
	for place, value := range values {
		at, keys := root, strings.Split(place, ".")
		for _, key := range keys[:len(keys)-1] {
			at = inside(t, at, key)
		}
		switch key := keys[len(keys)-1]; at := at.(type) {
		case map[string]any:
			at[key] = value
		case []any:
			at[number(t, key)] = value
		}
	}
	text, err := json.Marshal(root)
	require.NoError(t, err)
	return text
}

func inside(t *testing.T, v any, key string) any {
	t.Helper()
	if list, ok := v.([]any); ok {
		return list[number(t, key)]
	}
	return v.(map[string]any)[key]
}

func number(t *testing.T, key string) int {
	t.Helper()
	n, err := strconv.Atoi(key)
	require.NoError(t, err)
	return n
}

// river is the path of a space on the printed board, such as river.7.
func river(t *testing.T, id string) string {
	t.Helper()
	b := Default()
	i := slices.IndexFunc(b.River[:], func(s Space) bool { return s.ID == id })
	require.Must(t, i >= 0, "no space %s", id)
	return "river." + strconv.Itoa(i)
}

func TestValues(t *testing.T) {
	list := func(n int) []int { return slices.Repeat([]int{2}, n) }
	inMark := func(ids ...string) map[string]any {
		values := map[string]any{}
		for _, id := range ids {
			values[river(t, id)+".territory"] = "mark"
		}
		return values
	}
	last := strconv.Itoa(Spaces - 1)
	for _, c := range []struct {
		name   string
		values map[string]any
		wrong  string // what the error says; empty if the board is valid
	}{
		{"round below", map[string]any{"timeline.3.round": 3}, "timeline[3].round is 3, expected a number from 4 to 4"},
		{"round above", map[string]any{"timeline.3.round": 5}, "timeline[3].round is 5, expected a number from 4 to 4"},
		{"no warehouse in round 6", map[string]any{"timeline.5.warehouse": false}, "timeline[5].warehouse is false, expected true"},
		{"no country marker in round 4", map[string]any{"timeline.3.countryMarker": false}, "timeline[3].countryMarker is false, expected true"},
		{"longest column", map[string]any{"transportTracks.2.above": 6}, ""},
		{"column too long", map[string]any{"transportTracks.2.above": 7}, "transportTracks[2].above is 7, expected a number from 0 to 6"},
		{"longest below", map[string]any{"transportTracks.2.below": 4}, ""},
		{"column too long below", map[string]any{"transportTracks.2.below": 5}, "transportTracks[2].below is 5, expected a number from 0 to 4"},
		{"no export track", map[string]any{"exportTrack": list(0)}, "exportTrack is [], expected 1 to 16 boxes"},
		{"shortest export track", map[string]any{"exportTrack": list(1)}, ""},
		{"longest export track", map[string]any{"exportTrack": list(16)}, ""},
		{"export track too long", map[string]any{"exportTrack": list(17)}, "expected 1 to 16 boxes"},
		{"no price", map[string]any{"cityWarehouses.city-witten": list(0)}, "cityWarehouses.city-witten is [], expected 1 to 4 prices"},
		{"one price", map[string]any{"cityWarehouses.city-witten": list(1)}, ""},
		{"prices for five seats", map[string]any{"cityWarehouses.city-witten": list(5)}, "expected 1 to 4 prices"},
		{"fewest tokens for the Mark", map[string]any{"progress.3.needs": map[string]int{"black_industry": 2, "black_city": 1}}, ""},
		{"too few tokens for the Mark", map[string]any{"progress.3.needs": map[string]int{"black_industry": 2}}, "at least three tokens, none white"},
		{"white tokens for the Mark", map[string]any{"progress.3.needs": map[string]int{"black_city": 2, "white_industry": 1, "white_city": 1}},
			"at least three tokens, none white"},
		{"copies of limited markers", map[string]any{"limitedCopies.3": 3}, "limitedCopies.3 is 3, expected a number from 2 to 2"},
		{"fewest storages outside the Mark", inMark("storage-rellinghausen"), ""},
		{"too few storages outside the Mark", inMark("storage-rellinghausen", "storage-schuir"), "river is [7,8], expected at least 8 storages outside"},
		{"no harbour at the end", map[string]any{"river." + last + ".kind": "storage", "river." + last + ".territory": "broich"},
			"river is 16, expected 15 spaces of kind storage"},
		{"two minus one", map[string]any{"markers.19.coal": -1}, "markers is [0,2], expected one marker with coal 1 and one with coal -1"},
	} {
		_, err := Load(with(t, c.values))
		switch {
		case c.wrong == "" && err != nil:
			t.Errorf("%s: %v, expected a board", c.name, err)
		case c.wrong != "" && (err == nil || !strings.Contains(err.Error(), c.wrong)):
			t.Errorf("%s: error %v, expected one with %q", c.name, err, c.wrong)
		}
	}
}

// The river ends with the harbour of Ruhrort.
func TestEndOfTheRiver(t *testing.T) {
	var data map[string]any
	require.NoError(t, json.Unmarshal(spec.Board, &data))
	spaces := data["river"].([]any)
	slices.Reverse(spaces[Spaces-2:])
	text, err := json.Marshal(data)
	require.NoError(t, err)
	if _, err = Load(text); err == nil || !strings.Contains(err.Error(), `river[48].kind is "industry", expected the harbour`) {
		t.Errorf("error %v, expected one for river[48]", err)
	}
}

func TestSizeOfTheFile(t *testing.T) {
	data := append(bytes.Clone(spec.Board), bytes.Repeat([]byte(" "), MaxFile-len(spec.Board))...)
	require.Fails(t, nil, "%d bytes", len(data))(Load(data))
	if _, err := Load(append(data, ' ')); err == nil || !strings.Contains(err.Error(), "at most 1048576 bytes") {
		t.Errorf("a byte too many: error %v", err)
	}
}

// Facts of the printed board, read off by hand.
func TestPrintedBoard(t *testing.T) {
	b := Default()
	for round, want := range map[int]int{1: 0, 3: 0, 4: 1, 7: 1, 8: 2, 12: 2} { // TRACK-1
		require.Equal(t, b.Stage(round), want, "stage in round %d (TRACK-1)", round)
	}
	for i, want := range []bool{false, true, true} {
		require.Equal(t, b.Tracks[i].TwoColumns, want, "%s has two columns (TRACK-1)", b.Tracks[i].ID)
	}
	if want := [5]int{2: 1, 3: 2, 4: 3}; b.LimitedCopies != want {
		t.Errorf("copies of limited markers %v, expected %v (§6.5.2)", b.LimitedCopies, want)
	}
	for i, s := range b.River {
		switch s.Kind {
		case City, Industry, Harbour:
			require.Equal(t, b.At.Sell[s.Sell], i, "where selling space %d lies, %s", s.Sell, s.ID)
		default:
			require.Equal(t, s.Sell, -1, "the selling space that %s is", s.ID)
		}
	}
}

// TestDemand: which spaces a marker names (WATER-2), and which markers are of
// high water.
func TestDemand(t *testing.T) {
	b := Default()
	want := map[string]string{
		"industries-broich":             "industry-saarn industry-styrum",
		"industries-essen":              "industry-horst industry-spillenburg industry-rote-muehle",
		"forges-1":                      "industry-dahlhausen industry-horst industry-werden industry-styrum",
		"hammer-mills-2":                "industry-herbede industry-sieben-haemmer industry-deilbachhammer industry-kupferhammer",
		"cities-hattingen-blankenstein": "city-blankenstein city-hattingen",
		"cities-muelheim-kettwig":       "city-kettwig city-muelheim",
		"high-water":                    "",
	}
	for _, m := range b.Markers {
		require.Equal(t, m.High, strings.HasPrefix(m.ID, "high-water"), "whether %s is of high water", m.ID)
		spaces, ok := want[m.ID]
		var got []string
		for k, at := range b.At.Sell {
			if m.Demand>>k&1 == 1 {
				got = append(got, b.River[at].ID)
			}
		}
		if ok && strings.Join(got, " ") != spaces {
			t.Errorf("%s names %q, expected %s (WATER-2)", m.ID, got, spaces)
		}
	}
}
