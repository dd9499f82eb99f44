package page

import (
	"errors"
	"os"
	"strings"
	"testing"

	"ruhr/board"
	"ruhr/internal/require"
	"ruhr/lang"
	"ruhr/spec"
)

// What an owner can type wrongly is said in words: where, and what would be
// right. Only a file can have what has no words.
func TestFaultsInWords(t *testing.T) {
	usual, err := board.Load(spec.Board)
	require.NoError(t, err)
	b := NewBoard(usual)
	met := map[string]bool{}
	for _, c := range []struct{ key, value, want string }{ // want is how the German text begins
		{"timeline/2/year", "bald", "Runde 2, Jahr: „bald“ ist keine Zahl."},
		{"timeline/2/year", "<3", "Runde 2, Jahr: „&lt;3“ ist keine Zahl."},
		{"timeline/2/returns", "mark", "Runde 2, schwarze Kohle kommt zurück nach: Schwarze Kohle kommt nie in die Grafschaft Mark zurück."},
		{"river/city-witten/name", "", "Witten, Name: Hier fehlt der Name."},
		{"river/storage-horst/place", "99", "Kohleniederlage Horst, Platz am Fluss: 99 geht nicht; möglich ist 1 bis 49."},
		{"river/storage-horst/place", "3", "Kohleniederlage Nachtigall: Bis zum nächsten Käufer sind es mehr als zwei Felder"},
		{"river/storage-horst/pilotOnly", "yes", "Kohleniederlage Horst: Ein Käufer liegt höchstens zwei Felder weit"},
		{"river/storage-menden/place", "48", "Kohleniederlage Menden: Bis Ruhrort müssen es mehr als zwei Felder sein."},
		{"river/city-witten/place", "49", "Der Hafen Ruhrort muss das letzte Feld sein."},
		{"city/city-steele/prices", "3 x", "Preise in Städten, Steele, Preise von links: „x“ ist keine Zahl."},
		{"city/city-steele/prices", "3 4 5 5 5", "Preise in Städten, Steele, Preise von links: Hier stehen 1 bis 4 Zahlen"},
		{"depot/essen/prices", "", "Preise in Kohlenlagern, Kohlenlager Essen, Preise von links: Hier stehen 1 bis"},
		{"export/scale/boxes", "", "Die Exportskala, Felder von links: Hier stehen 1 bis 16 Zahlen"},
		{"export/scale/boxes", "1 77", "Die Exportskala, Felder von links: 77 geht nicht; möglich ist 0 bis 9."},
		{"country/belgium/count", "7", "Zusammen müssen es 8 Ländermarker sein."},
		{"country/belgium/count", "9", "Belgien, Anzahl: 9 geht nicht; möglich ist 0 bis 8."},
		{"area/black_city/size", "9", "schwarze Kohle an Stadt verkauft, Steine: 9 geht nicht"},
		{"track/paved_path/below", "9", "Die Transportbahn, gepflasterter Weg, Felder unter dem Pfeilfeld: 9 geht nicht"},
		{"track/start/value", "9", "Die Transportbahn"},
		{"progress/inn/black_industry", "9", "Gasthaus: 9 geht nicht; möglich ist 0 bis 3."},
		{"progress/grafschaft_mark/white_city", "1", "Grafschaft Mark: Nötig sind mindestens drei Steine und kein weißer."},
		{"setup/storage-horst/4", "0", "Würfel zu Beginn, 4 Spieler"},
		{"marker/forges-1/star", "yes", "Marker 5: Nur Hoch- oder Niedrigwasser trägt einen Stern."},
		{"marker/high-water/star", "yes", "Genau 2 Marker tragen einen Stern; hier sind es 3."},
		{"marker/forges-1/face", "nothing", "Marker 5, Seite: „nothing“ ist kein möglicher Wert."},
		{"start/thaler/value", "-1", "Thaler zu Beginn: -1 geht nicht; möglich ist 0 bis 20."},
		{"area/black_city/size", "0", "schwarze Kohle an Stadt verkauft, Steine: 0 geht nicht"},
	} {
		data, err := board.Correct(spec.Board, map[string]string{c.key: c.value})
		if err == nil {
			_, err = board.Load(data)
		}
		var e *board.Error
		if !errors.As(err, &e) {
			t.Errorf("%s=%s is no error of the loader: %v", c.key, c.value, err)
			continue
		}
		met[faults[e.Form]] = true
		for _, language := range lang.Languages {
			got, ok := b.Fault(NewLocalizer(lang.For(language)), err)
			text := plain(got.HTML)
			require.Equal(t, ok, c.want != "", "%s=%s: whether %s has words (%v)", c.key, c.value, language, err)
			if language == "de" && !strings.HasPrefix(text, c.want) {
				t.Errorf("%s=%s: %q, want %q", c.key, c.value, text, c.want)
			}
			require.True(t, !strings.ContainsAny(text, "‹{"), "%s=%s: something is not filled in: %s", c.key, c.value, text)
		}
	}
	for _, key := range []string{"number", "between", "name", "count", "countries", "returns", "near", "last", "pilot", "mark", "dice", "stars", "water"} {
		require.True(t, met[key], "no example of %s", key)
	}
}

// Every message that the loader has words for is one that it gives.
func TestFaultsAreTheLoaders(t *testing.T) {
	var src strings.Builder
	for _, name := range []string{"check.go", "load.go", "facts.go", "markers.go", "count.go"} {
		data, err := os.ReadFile("../../board/" + name)
		require.NoError(t, err)
		src.Write(data)
	}
	for form := range faults {
		require.True(t, strings.Contains(src.String(), `"`+form+`"`), "the loader has no message %q", form)
	}
}
