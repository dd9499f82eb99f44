package board

import (
	"errors"
	"strings"
	"testing"

	"ruhr/internal/require"
	"ruhr/spec"
)

// Every fact can be corrected, and the loader checks the result: some
// corrections make a valid board, others contradict the rulebook.
func TestFactsCanBeCorrected(t *testing.T) {
	for _, c := range []struct {
		changes map[string]string
		field   string // of the error; "" for a good board
		check   func(*Board) bool
	}{
		{map[string]string{"river/city-witten/name": "Witten an der Ruhr"}, "", func(b *Board) bool { return b.River[2].Name == "Witten an der Ruhr" }},
		{map[string]string{"timeline/2/year": "1775", "timeline/1/returns": "werden"}, "", func(b *Board) bool { return b.Years[1].Year == 1775 }},
		{map[string]string{"track/brickearth_path/below": "1"}, "", func(b *Board) bool { return b.Tracks[0].Below == 1 }},
		{map[string]string{"export/scale/boxes": "1, 1 2 2"}, "", func(b *Board) bool { return len(b.Export) == 4 && b.Export[2] == 2 }},
		{map[string]string{"city/city-steele/prices": "3 5"}, "", func(b *Board) bool { return len(b.Cities[3].Costs) == 2 }},
		{map[string]string{"depot/mark/prices": "2 3"}, "", func(b *Board) bool { return len(b.Depots[Mark].Costs) == 2 }},
		{map[string]string{"progress/inn/black_industry": "2", "progress/inn/black_city": "2"}, "", nil},
		{map[string]string{"marker/forges-2/face": "trade hammer_mill"}, "", nil},
		{map[string]string{"setup/storage-horst/4": "0", "setup/storage-schuir/4": "3"}, "", nil},
		// Saarn and Styrum in each other's place; the industry stays an industry.
		{map[string]string{"river/industry-spillenburg/place": "27", "river/industry-rote-muehle/place": "26"}, "",
			func(b *Board) bool { return b.River[26].ID == "industry-spillenburg" }},
		{map[string]string{"timeline/2/year": "soon"}, "timeline/2/year", nil},
		{map[string]string{"river/city-witten/territory": "berg"}, "river/city-witten/territory", nil},
		{map[string]string{"river/storage-stiepel/pilotOnly": "no"}, "river[6] (storage-stiepel).pilotOnly", nil},
		{map[string]string{"country/belgium/count": "3"}, "countryMarkers", nil},
		{map[string]string{"river/city-witten/place": "60"}, "river/city-witten/place", nil},
		{map[string]string{"river/nowhere/name": "x"}, "corrections", nil},
	} {
		data, err := Correct(spec.Board, c.changes)
		var b *Board
		if err == nil {
			b, err = Load(data)
		}
		var fault *Error
		switch {
		case c.field == "" && err != nil:
			t.Errorf("%v: %v", c.changes, err)
		case c.field != "" && (!errors.As(err, &fault) || fault.Field != c.field):
			t.Errorf("%v: %v, expected a fault of %s", c.changes, err, c.field)
		case c.check != nil && !c.check(b):
			t.Errorf("%v changed nothing", c.changes)
		}
	}
}

// Applying the differences of two boards to one gives the other, and a change
// of any fact shows up.
func TestDifferences(t *testing.T) {
	changes := map[string]string{"river/city-witten/name": "W", "progress/inn/black_city": "2", "marker/forges-2/star": "yes", Confirmed: "river/city-witten"}
	data, err := Correct(spec.Board, changes)
	require.NoError(t, err)
	diff, err := Differences(spec.Board, data)
	require.Must(t, err == nil && len(diff) == 3, "%d differences, %v: %v", len(diff), err, diff)
	for _, d := range diff {
		require.Equal(t, changes[d.Key()], d.Other, "%s on the second", d.Key())
	}
	if ok, err := ConfirmedIn(data); err != nil || len(ok) != 1 || ok[0] != "river/city-witten" {
		t.Errorf("confirmed is %v, %v", ok, err)
	}
	if same, err := Differences(spec.Board, spec.Board); err != nil || same != nil {
		t.Errorf("a board differs from itself: %v, %v", same, err)
	}
	other := []byte(strings.Replace(string(spec.Board), `"shiftCost": 2`, `"shiftCost": 3`, 1))
	require.Fails(t, ErrElsewhere, "another price of moving is no fact")(Differences(spec.Board, other))
}

// Broken and huge files are refused with a message.
func TestFactsOfNoBoard(t *testing.T) {
	for _, data := range []string{"", "{", "[]", `{"river": 3}`, strings.Repeat(" ", MaxFile+1)} {
		if _, err := Facts([]byte(data)); err == nil {
			t.Errorf("%.20q has facts", data)
		}
		if _, err := Correct([]byte(data), nil); err == nil {
			t.Errorf("%.20q can be corrected", data)
		}
	}
}
