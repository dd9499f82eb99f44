package handbook

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"testing"

	"ruhr/internal/require"
	"ruhr/spec"
)

// term is one form of an entry of lang/glossary.json in one language.
type term struct {
	One    string `json:"one"`
	Many   string `json:"many"`
	Gender string `json:"gender"`
	Short  string `json:"short"`
	In     string `json:"in"`
	To     string `json:"to"`
	Lang   string `json:"lang"`
}

type entry struct {
	Key  string `json:"key"`
	De   term   `json:"de"`
	En   term   `json:"en"`
	Fr   term   `json:"fr"`
	Es   term   `json:"es"`
	Note string `json:"note"`
}

func glossary(t *testing.T) []entry {
	t.Helper()
	src, err := os.ReadFile("../glossary.json")
	require.NoError(t, err)
	var g struct {
		About     string              `json:"about"`
		Address   map[string]string   `json:"address"`
		Forbidden map[string][]string `json:"forbidden"` // tested in forbidden_test.go
		Entries   []entry             `json:"entries"`
	}
	d := json.NewDecoder(bytes.NewReader(src))
	d.DisallowUnknownFields()
	require.NoError(t, d.Decode(&g))
	return g.Entries
}

// TestGlossary: every entry is complete in every language.
func TestGlossary(t *testing.T) {
	genders := []string{"", "m", "f", "n", "pl", "m pl", "f pl"}
	seen := map[string]bool{}
	for _, e := range glossary(t) {
		require.True(t, e.Key != "" && !seen[e.Key], "%q is empty or comes twice", e.Key)
		seen[e.Key] = true
		for lang, x := range map[string]term{"de": e.De, "en": e.En, "fr": e.Fr, "es": e.Es} {
			require.True(t, x.One != "", "%s has no %s", e.Key, lang)
			if (x.Many == "") != (e.De.Many == "") && (x.Many == "") != (e.En.Many == "") {
				t.Errorf("%s: the plural in %s is %q, against German and English", e.Key, lang, x.Many)
			}
			if (x.In == "") != (e.De.In == "") || (x.To == "") != (e.De.To == "") {
				t.Errorf("%s: in %q, to %q in %s, otherwise than in German", e.Key, x.In, x.To, lang)
			}
			if !slices.Contains(genders, x.Gender) || (lang == "en" && x.Gender != "") {
				t.Errorf("%s: the gender %q in %s", e.Key, x.Gender, lang)
			}
			if lang != "en" && x.Many != "" && x.Gender == "" {
				t.Errorf("%s: a noun without gender in %s", e.Key, lang)
			}
			if x.Lang != "" && (x.Lang != "de" || x.One != e.De.One || lang == "de") {
				t.Errorf("%s: %q in %s is marked %q, German has %q", e.Key, x.One, lang, x.Lang, e.De.One)
			}
		}
	}
}

// TestGlossaryCoversTheGame: every id of the board that people see, every
// option, phase and event has its entry.
func TestGlossaryCoversTheGame(t *testing.T) {
	var board struct {
		Territories      []string
		River            []struct{ Kind, Industry string }
		TransportTracks  []struct{ ID string }
		CountryMarkers   map[string]int
		DevelopmentAreas map[string]int
		Progress         []struct{ ID string }
		Timeline         []struct{ Round int }
	}
	require.NoError(t, json.Unmarshal(spec.Board, &board))
	want := map[string]bool{"place.ruhrort": true, "place.depot": true, "place.obstacle": true}
	for _, id := range board.Territories {
		want["territory."+id] = true
	}
	for _, s := range board.River {
		if s.Industry != "" {
			want["industry."+s.Industry] = true
		}
		if s.Kind != "harbour" {
			want["place."+s.Kind] = true
		}
	}
	for _, x := range board.TransportTracks {
		want["track."+x.ID] = true
	}
	for id := range board.CountryMarkers {
		want["country."+id] = true
	}
	for id := range board.DevelopmentAreas {
		want["area."+id] = true
	}
	for _, x := range board.Progress {
		want["progress."+x.ID] = true
	}
	for _, x := range board.Timeline {
		want[fmt.Sprintf("event.%d", x.Round)] = true
	}
	for phase := 1; phase <= 7; phase++ {
		want[fmt.Sprintf("phase.%d", phase)] = true
	}
	// START-5, in the words of spec/record.md.
	for _, o := range []string{"none", "pilot", "transport", "wage", "supply", "hauling", "transport_pilot", "hauling_pilot", "hauling_transport"} {
		want["option."+o] = true
	}
	require.Must(t, len(want) >= 65, "only %d things to name", len(want))
	for _, e := range glossary(t) {
		delete(want, e.Key)
	}
	for key := range want {
		t.Errorf("no entry %s", key)
	}
}
