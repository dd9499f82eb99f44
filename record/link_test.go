package record

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"ruhr/board"
	"ruhr/internal/require"
	"ruhr/rules"
)

// linked is a record as a link keeps it.
func linked(r *Record) *Record {
	out := *r
	out.Shuffle = nil
	return &out
}

func sameRecord(t *testing.T, a, b *Record) bool {
	t.Helper()
	x, err1 := a.Write()
	y, err2 := b.Write()
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	return string(x) == string(y)
}

// fixture reads a game of testdata.
func fixture(t *testing.T, name string) *Record {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name+".json"))
	require.NoError(t, err)
	r, err := Read(data)
	require.NoError(t, err)
	return r
}

// linkOf is a game played under a deal, and its link.
func linkOf(t testing.TB, g *rules.Game, d *Deal, players []Player, played []rules.Action) (*Game, string) {
	t.Helper()
	whole, err := Play(g, d, played)
	require.NoError(t, err)
	whole.Players = players
	link, err := whole.Link()
	require.NoError(t, err)
	return whole, link
}

// A game comes out of its link as it went in.
func TestLinkKeepsTheGame(t *testing.T) {
	b := board.Default()
	for seats := 2; seats <= 4; seats++ {
		for seed := range uint64(12) {
			g := rules.NewGame(b, seats, rules.Variant{CalmWater: seed%2 == 1, EveryShip: seed%4 > 1})
			d, played, _ := randomGame(g, seed)
			players := []Player{{Name: "Anna"}, {Name: "Jörg-Peter 7", Bot: "schiffer"}, {}, {Name: "李雷 🚢"}}[:seats]
			whole, link := linkOf(t, g, &d, players, played)
			r := whole.Record()
			for _, address := range []string{link, "http://127.0.0.1:1769/open" + LinkMark + link, " " + link + "\n", link + ").", "http://127.0.0.1:1769/open" + LinkMark + link + ">…"} {
				back, err := ReadLink(address, b)
				if err != nil || !reflect.DeepEqual(back, whole) || !sameRecord(t, back.Record(), r) {
					t.Fatalf("%d seats, seed %d: another game came out (%v)", seats, seed, err)
				}
			}
			require.Succeeds(t)(Referee(r, b))
		}
	}
}

// Links made once lead to the same games for ever; testdata/links.json has those
// of the games beside it.
func TestLinksStay(t *testing.T) {
	b := board.Default()
	path := filepath.Join("testdata", "links.json")
	links := map[string]string{}
	if *update {
		for _, f := range fixtures {
			link, err := refereed(t, fixture(t, f.name)).Link()
			require.NoError(t, err)
			links[f.name] = link
		}
		data, err := json.MarshalIndent(links, "", " ")
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(path, append(data, '\n'), 0o644))
	}
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	if err := json.Unmarshal(data, &links); err != nil || len(links) != len(fixtures) {
		t.Fatalf("%d links, %v", len(links), err)
	}
	for _, f := range fixtures {
		want := fixture(t, f.name)
		got, err := ReadLink(links[f.name], b)
		require.True(t, err == nil && sameRecord(t, got.Record(), linked(want)), "%s: another game came out (%v)", f.name, err)
	}
}

// A name is cut after 40 letters; all else of the game stays.
func TestLinkCutsNames(t *testing.T) {
	b := board.Default()
	g := rules.NewGame(b, 2, rules.Variant{})
	d, played, _ := randomGame(g, 4)
	_, link := linkOf(t, g, &d, []Player{{Name: strings.Repeat("ä", 41)}, {}}, played)
	back, err := ReadLink(link, b)
	require.Must(t, err == nil && back.Players[0].Name == strings.Repeat("ä", 40), "%v, %v", back, err)
}

// What is no whole game of this board is refused.
func TestLinkRefuses(t *testing.T) {
	b := board.Default()
	g := rules.NewGame(b, 3, rules.Variant{})
	d, played, _ := randomGame(g, 9)
	_, link := linkOf(t, g, &d, make([]Player, 3), played)
	other := *b
	other.SHA256 = strings.Repeat("0", 64)
	for _, c := range []struct{ name, link, says string }{
		{"nothing", "", "no game is in this link"},
		{"no base64url", "%%%", "no game is in this link"},
		{"cut off", link[:len(link)-2], "cut off or changed"},
		{"changed", "_" + link[1:], "cut off or changed"},
		{"too long", strings.Repeat("A", maxLink+1), "at most 4000"},
	} {
		if _, err := ReadLink(c.link, b); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: error %v, want %q in it", c.name, err, c.says)
		}
	}
	if _, err := ReadLink(link, &other); err == nil || !strings.Contains(err.Error(), "another board") {
		t.Errorf("another board: error %v", err)
	}
	running, err := Play(g, &d, played[:40])
	require.NoError(t, err)
	if _, err := running.Link(); err == nil || !strings.Contains(err.Error(), "only a game that is over") {
		t.Errorf("a running game: error %v", err)
	}
}

// FuzzLink reads arbitrary bytes as a link, with a right check at their end: a
// game that is accepted is legal and has that link.
func FuzzLink(f *testing.F) {
	b := board.Default()
	g := rules.NewGame(b, 2, rules.Variant{})
	d, played, _ := randomGame(g, 1)
	_, link := linkOf(f, g, &d, make([]Player, 2), played)
	data, err := linkCoding.DecodeString(link)
	require.NoError(f, err)
	f.Add(data[:len(data)-2])
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		g, err := ReadLink(linkCoding.EncodeToString(append(data, linkCheck(data)...)), b)
		if err != nil {
			return
		}
		r := g.Record()
		if p, err := Referee(r, b); err != nil || !reflect.DeepEqual(p.Steps, g.Steps) {
			t.Fatal(err)
		}
		link, err := g.Link()
		require.NoError(t, err)
		if again, err := ReadLink(link, b); err != nil || !sameRecord(t, again.Record(), r) {
			t.Fatalf("written and read again: %v", err)
		}
	})
}

// A finished game whose record does not know the river markers has no link: a link tells them.
func TestLinkWantsTheRiver(t *testing.T) {
	for _, f := range fixtures {
		r := fixture(t, f.name)
		clear(r.Chance.Obstacles)
		r.Chance.Entered = true
		if link, err := refereed(t, r).Link(); err == nil || !strings.Contains(err.Error(), "lay on the river") {
			t.Errorf("%s without its markers has the link %q, %v", f.name, link, err)
		}
	}
}
