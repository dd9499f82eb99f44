package board

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"ruhr/internal/require"
	"ruhr/spec"
)

func factsOf(t *testing.T, data []byte) []Fact {
	t.Helper()
	facts, err := Facts(data)
	require.NoError(t, err)
	return facts
}

// All that is wrong with a draft is listed, and what is possible of it is corrected.
func TestAllFaultsOfADraft(t *testing.T) {
	d, err := NewDraft(spec.Board, map[string]string{
		"timeline/2/year": "soon", "timeline/3/year": "0", "river/city-witten/name": "", "area/black_city/size": "0", "city/city-steele/prices": "3 99",
		"country/belgium/count": "1", "setup/storage-horst/4": "0", "start/thaler/value": "-1", "marker/high-water/star": "yes", "river/city-werden/place": "77",
		"depot/mark/prices": "2;3/3-4", "river/city-steele/name": "Stele", "export/scale/boxes": "-1", "track/paved_path/below": "99999999999999999999",
	})
	require.Must(t, err == nil && d.Board == nil, "%v, %v", d, err)
	var got []string
	for _, f := range d.Faults {
		got = append(got, f.Field)
	}
	want := []string{"timeline/2/year", "river/city-werden/place", "river[2] (city-witten).name", "timeline[2].year", "transportTracks[1].below", "exportTrack[0]",
		"countryMarkers", "cityWarehouses.city-steele[1]", "developmentAreas.black_city", "startingThaler", "markers", "setup.4"}
	require.True(t, slices.Equal(got, want), "faults %q,\nexpected %q", got, want)
	for _, f := range factsOf(t, d.File) {
		if f.Key() == "depot/mark/prices" && f.Value != "2 3 3 4" || f.Key() == "river/city-steele/name" && f.Value != "Stele" {
			t.Errorf("%s is %s", f.Key(), f.Value)
		}
	}
}

// A space that moves is one difference, however many others it passes.
func TestAMoveIsOneDifference(t *testing.T) {
	usual := factsOf(t, spec.Board)
	for _, c := range []struct {
		id       string
		from, to int
	}{{"city-hattingen", 15, 10}, {"city-hattingen", 15, 20}, {"storage-nachtigall", 1, 3}, {"industry-styrum", 48, 1}} {
		moved := Place(usual, usual, map[string]int{c.id: c.to})
		data, faults, err := apply(spec.Board, map[string]string{"river/" + c.id + "/place": "" + itoa(c.to)})
		if err != nil || len(faults) > 0 {
			t.Fatal(err, faults)
		}
		diff, err := Differences(spec.Board, data)
		if err != nil || len(diff) != 1 || diff[0].Subject != c.id || diff[0].Value != itoa(c.from) || diff[0].Other != itoa(c.to) || moved[c.id] != c.to || len(moved) != 1 {
			t.Errorf("%s to %d: %v, %v, %v", c.id, c.to, diff, moved, err)
		}
	}
	// Two moves one after the other give the order that they make.
	first := Place(usual, usual, map[string]int{"city-hattingen": 10})
	data, _, _ := apply(spec.Board, texts(first))
	shown := factsOf(t, data)
	second := Place(usual, shown, map[string]int{"city-witten": 30})
	data, _, _ = apply(spec.Board, texts(second))
	want := order(shown)
	want = slices.DeleteFunc(want, func(id string) bool { return id == "city-witten" })
	if want = slices.Insert(want, 29, "city-witten"); !slices.Equal(order(factsOf(t, data)), want) || len(second) != 2 {
		t.Errorf("after two moves %v", second)
	}
}

func itoa(n int) string { return numberFact("", "", "", &n).Value }

func texts(places map[string]int) map[string]string {
	out := map[string]string{}
	for id, n := range places {
		out["river/"+id+"/place"] = itoa(n)
	}
	return out
}

// Faces are counted and given to the markers again; whose face stays keeps it.
func TestFacesAreCounted(t *testing.T) {
	usual := factsOf(t, spec.Board)
	counts := Faces(usual)
	if got, ok := AssignFaces(usual, counts); !ok || len(got) > 0 {
		t.Errorf("the usual faces change %v", got)
	}
	set := func(face string, n, stars int) {
		i := slices.IndexFunc(counts, func(c FaceCount) bool { return c.Face == face })
		counts[i].Count, counts[i].Stars = counts[i].Count+n, counts[i].Stars+stars
	}
	set("trade forge", -1, 0)
	if _, ok := AssignFaces(usual, counts); ok {
		t.Error("19 faces are given to 20 markers")
	}
	set("cities city-witten city-muelheim", 1, 0)
	set("water high 0", 0, 1)
	set("water high -1", 0, -1)
	got, ok := AssignFaces(usual, counts)
	want := map[string]string{"marker/forges-2/face": "cities city-witten city-muelheim", "marker/high-water/star": "yes", "marker/high-water-minus/star": "no"}
	require.True(t, ok && maps.Equal(got, want), "%v, expected %v", got, want)
	data, err := Correct(spec.Board, got)
	require.True(t, err == nil && slices.Equal(Faces(factsOf(t, data)), counts), "the file has other faces: %v", err)
	set("trade forge", 0, 1)
	if _, ok := AssignFaces(usual, counts); !ok {
		t.Error("a star on forges is for the loader to refuse")
	}
	d, err := NewDraft(spec.Board, map[string]string{CountedFaces + "/trade forge": "1"})
	if err != nil || len(d.Faults) != 1 || d.Faults[0].Field != "faces" || d.Faults[0].Value != "19" {
		t.Errorf("one face too few: %v, %v", d.Faults, err)
	}
	d, _ = NewDraft(spec.Board, map[string]string{CountedFaces + "/trade forge": "x"})
	require.True(t, len(d.Faults) == 1 && d.Faults[0].Field == "face/trade forge", "no number of faces: %v", d.Faults)
}

// The cities of a face have no order: files and drafts have both.
func TestCitiesOfAFaceHaveNoOrder(t *testing.T) {
	const there, back = `"city-steele",
    "city-muelheim"`, `"city-muelheim",
    "city-steele"`
	other := []byte(strings.Replace(string(spec.Board), there, back, 1))
	require.Must(t, string(other) != string(spec.Board), "no such marker in the file")
	if diff, err := Differences(spec.Board, other); err != nil || len(diff) > 0 {
		t.Errorf("%v, %v", diff, err)
	}
	require.Succeeds(t)(Correct(spec.Board, map[string]string{"marker/forges-2/face": "cities city-muelheim city-steele"}))
}

// What the rulebook says otherwise is asked, each with its section; the usual board raises
// no doubt.
func TestDoubts(t *testing.T) {
	usual := factsOf(t, spec.Board)
	if got := Doubts(usual, usual); len(got) > 0 {
		t.Fatalf("the usual board: %+v", got)
	}
	for _, c := range []struct{ key, value, kind, rule string }{
		{"export/scale/boxes", "5 5 5", DoubtRange, "6.7"},
		{"export/scale/boxes", "1 2 1 2", DoubtFalling, ""},
		{"city/city-muelheim/prices", "9 9 9", DoubtValue, "6.6"},
		{"city/city-steele/prices", "5 4 3", DoubtFalling, ""},
		{"city/city-steele/prices", "2 3", DoubtRange, "6.6"},
		{"depot/mark/prices", "0 2", DoubtRange, "6.6"},
		{"river/lock-horst/territory", "mark", DoubtMark, "6.6"},
		{"river/city-witten/territory", "broich", DoubtValue, "6.6"},
		{"track/start/value", "1", DoubtValue, "4"},
		{"start/thaler/value", "7", DoubtValue, "4"},
		{"setup/storage-horst/4", "5", DoubtDie, ""},
		{"timeline/2/year", "1", DoubtYear, ""},
		{"timeline/6/year", "1783", DoubtValue, "4"},
		{"timeline/2/returns", "broich", DoubtValue, "6.1"},
		{"progress/lock_building/black_city", "2", DoubtValue, "6.5"},
		{"progress/grafschaft_mark/black_city", "3", DoubtTokens, "6.3"},
		{"area/white_city/size", "3", DoubtValue, "6.4"},
		{"marker/industries-mark/face", "trade forge", DoubtFaces, "2.3.6"},
		{"river/city-steele/place", "11", DoubtOrder, "6.5.2"},
	} {
		data, faults, err := apply(spec.Board, map[string]string{c.key: c.value})
		if err != nil || len(faults) > 0 {
			t.Fatal(c.key, err, faults)
		}
		got := Doubts(usual, factsOf(t, data))
		if len(got) != 1 || got[0].Kind != c.kind || got[0].Rule != c.rule || !strings.HasPrefix(c.key, strings.Split(got[0].Key, "/")[0]) && c.kind != DoubtFaces {
			t.Errorf("%s = %s: %+v, expected %s of §%s", c.key, c.value, got, c.kind, c.rule)
		}
	}
}
