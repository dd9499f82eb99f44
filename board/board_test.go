package board

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"ruhr/internal/require"
	"ruhr/spec"
)

func TestDefaultBoard(t *testing.T) {
	b := Default()
	require.Equal(t, b.SHA256, "f1557bf8b757c67c92f87b3c9ea9d6b1957d301dde6e2d15a6c8be027edf342b", "the digest, which is that of the recorded examples")
	require.True(t, b.River[Spaces-1].ID == "ruhrort" && b.River[Spaces-1].Sell == Sells-1, "Ruhrort is %+v", b.River[Spaces-1])
	require.Equal(t, b.Progress[0].Needs, [Areas]int{1, 1, 0, 0, 0}, "lock building needs (§6.5)")
	require.True(t, len(b.Src) >= 30 && b.Src[0].Fact == "river counts and kinds", "sources %v", b.Src)
}

func TestWrongBoards(t *testing.T) {
	for _, c := range []struct{ name, old, new, want string }{
		{"not JSON", "{", "[", "not the JSON"},
		{"unknown field", `"version"`, `"verzion"`, "verzion"},
		{"newer format", `"version": 1`, `"version": 9`, "version is 9, expected 1, the only version"},
		{"kind", `"kind": "city"`, `"kind": "town"`, `board file: Witten: river[2] (city-witten).kind is "town", expected one of storage`},
		{"territory", `"territory": "mark"`, `"territory": "kleve"`, `"kleve", expected one of broich`},
		{"double id", `"id": "lock-herbede"`, `"id": "lock-witten"`, `board file: Herbede: river[5].id is "lock-witten", expected an id of its own`},
		{"a depot called like another", `"id": "depot-werden"`, `"id": "depot-broich"`, "expected an id of its own, and one depot in each territory"},
		{"a depot called like a city", `"id": "depot-werden"`, `"id": "city-witten"`, "expected an id of its own"},
		{"a brace too many", "handed out)\"\n }\n}", "handed out)\"\n }\n}}", "something follows the board"},
		{"no name", `"name": "Stiepel"`, `"name": ""`, `board file: river[6] (storage-stiepel).name is "", expected a name`},
		{"pilot", `"pilotOnly": true`, `"pilotOnly": false`, "pilotOnly is false, expected true: no city or industry lies within two spaces downriver"},
		{"price", `"shiftCost": 2`, `"shiftCost": 99`, "board file: harbour.shiftCost is 99, expected a number from 1 to 20"},
		{"bonus below the least export", "   -1\n", "   -2\n", "harbour.positionBonus[2] is -2, expected a number from -1 to 9"},
		{"die", `"storage-nachtigall": 4`, `"storage-nachtigall": 7`, "board file: Nachtigall: setup.2.storage-nachtigall is 7"},
		{"dice", `"storage-stiepel": 4,`, ``, "setup.4 is [8,5]"},
		{"unknown storage", `"storage-stiepel": 4,`, `"storage-x": 4,`, "setup.4.storage-x"},
		{"countries", `"rhineland": 3`, `"rhineland": 4`, "8 markers in all"},
		{"type", `"startingThaler": 0`, `"startingThaler": "0"`, "startingThaler"},
		{"star", `"star": true`, `"star": false`, "markers is 1, expected 2 with a star"},
		{"combination", `"black_industry": 1`, `"black_industry": 9`, "needs.black_industry is 9"},
		{"returns", `"blackCoalReturnsTo": "broich"`, `"blackCoalReturnsTo": "mark"`, "outside the Mark"},
		{"round", `"fromRound": 4`, `"fromRound": 5`, "fromRound is 5"},
	} {
		t.Run(c.name, func(t *testing.T) {
			data := bytes.Replace(spec.Board, []byte(c.old), []byte(c.new), 1)
			if c.name == "die" {
				data = bytes.ReplaceAll(spec.Board, []byte(c.old), []byte(c.new))
			}
			require.Must(t, !bytes.Equal(data, spec.Board), "the case changes nothing")
			_, err := Load(data)
			require.True(t, err != nil && strings.Contains(err.Error(), c.want), "error %v, expected one with %q", err, c.want)
		})
	}
}

// A river with more or fewer than three storages too far from a selling space
// is refused (§2.1), even if each is marked correctly.
func TestWrongNumberOfPilotStorages(t *testing.T) {
	refused := 0
	for i := range Spaces - 2 {
		var data map[string]any
		require.NoError(t, json.Unmarshal(spec.Board, &data))
		river := data["river"].([]any)
		river[i], river[i+1] = river[i+1], river[i]
		pilots := 0
		for k, s := range river {
			s := s.(map[string]any)
			if s["kind"] == "storage" {
				near := func(at any) bool { kind := at.(map[string]any)["kind"]; return kind == "city" || kind == "industry" }
				s["pilotOnly"] = !slices.ContainsFunc(river[k+1:k+3], near)
				if s["pilotOnly"] == true {
					pilots++
				}
			}
		}
		text, err := json.Marshal(data)
		require.NoError(t, err)
		_, err = Load(text)
		said := err != nil && strings.Contains(err.Error(), "3 storages with pilotOnly")
		require.True(t, said == (pilots != 3), "%d storages with pilotOnly: error %v", pilots, err)
		if said {
			refused++
		}
	}
	require.True(t, refused != 0, "no river had another number than three")
}

func FuzzLoad(f *testing.F) {
	f.Add(spec.Board)
	f.Fuzz(func(t *testing.T, data []byte) {
		if b, err := Load(data); (b == nil) == (err == nil) {
			t.Errorf("board %v with error %v", b, err)
		}
	})
}
