package offline

import (
	"encoding/json"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"ruhr/internal/require"
	"ruhr/lang"
	"ruhr/record"
	"ruhr/spec"
)

// links are games in links, by name.
func links(t *testing.T) map[string]string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "record", "testdata", "links.json"))
	require.NoError(t, err)
	out := map[string]string{}
	if err := json.Unmarshal(data, &out); err != nil || len(out) == 0 {
		t.Fatalf("%d links, %v", len(out), err)
	}
	return out
}

func wish(link, language string) Options {
	return Options{Link: link, Board: spec.Board, Language: language, Theme: "dark", Page: "https://ruhr.test/open"}
}

var (
	missing = regexp.MustCompile(`‹[^›]*›`)
	totals  = regexp.MustCompile(`<b class="total">([^<]*)</b>`)
	at      = regexp.MustCompile(`data-at="(\d+)" data-len="(\d+)"`)
)

// Every game shows in every language: all its texts are there, its score sheet has
// the result of its record, and leads back to it.
func TestEveryGameShows(t *testing.T) {
	for name, link := range links(t) {
		data, err := os.ReadFile(filepath.Join("..", "..", "record", "testdata", name+".json"))
		require.NoError(t, err)
		rec, err := record.Read(data)
		require.NoError(t, err)
		for _, language := range lang.Languages {
			g, err := Open(wish(record.LinkMark+link+"&n=5", language))
			require.ErrorIs(t, err, nil, "%s", name)
			score, err := g.Score()
			require.NoError(t, err)
			var got []int
			for _, total := range totals.FindAllStringSubmatch(score, -1) {
				var n int
				require.Succeeds(t)(fmt.Sscan(total[1], &n))
				got = append(got, n)
			}
			if fmt.Sprint(got) != fmt.Sprint(rec.Result.VP) {
				t.Errorf("%s in %s: the score sheet has %v, the record %v", name, language, got, rec.Result.VP)
			}
			if !strings.Contains(html.UnescapeString(score), `value="https://ruhr.test/open#g=`+link+`"`) || !strings.Contains(score, `class="qr"`) {
				t.Errorf("%s in %s: the score sheet lacks the link or its QR code", name, language)
			}
			for n := 0; n <= len(rec.Actions); n += 40 {
				page, err := g.Replay(n, -1)
				require.NoError(t, err)
				require.Equal(t, missing.FindString(page+score), "", "%s in %s, position %d: no text", name, language, n)
			}
		}
	}
}

// A position has its place in the address, with the game; one that is not there is
// the nearest. The board of a seat is shown where it is wished.
func TestPositions(t *testing.T) {
	link := links(t)["4-seats-mixed"]
	g, err := Open(wish(link, "en"))
	require.NoError(t, err)
	last := g.game.History.Len()
	for _, c := range []struct{ n, seat, at int }{{-3, -1, 0}, {0, 2, 0}, {40, 3, 40}, {last, 0, last}, {last + 9, 8, last}} {
		page, err := g.Replay(c.n, c.seat)
		require.NoError(t, err)
		if m := at.FindStringSubmatch(page); m == nil || m[1] != fmt.Sprint(c.at) || m[2] != fmt.Sprint(last) {
			t.Errorf("position %d is %v of %d", c.n, m, last)
		}
		here := html.UnescapeString(page)
		if c.at < last {
			want := fmt.Sprintf(`href="#g=%s&n=%d`, link, c.at+1)
			if c.seat >= 0 && c.seat < 4 {
				want += fmt.Sprintf("&seat=%d", c.seat)
			}
			require.True(t, strings.Contains(here, want+`"`), "position %d of seat %d has no %s", c.n, c.seat, want)
		}
		if c.seat >= 0 && c.seat < 4 && !strings.Contains(page, fmt.Sprintf(`shown" id="board-%d"`, c.seat)) {
			t.Errorf("position %d: the board of seat %d is not the one shown", c.n, c.seat)
		}
		for _, has := range []string{`href="#g=` + link + `&show=score"`, `id="log-12"`, `class="chart"`, "/map/" + g.board.SHA256 + "/wide.en.dark.svg"} {
			require.True(t, strings.Contains(here, has), "position %d lacks %s", c.n, has)
		}
	}
}

// What is wrong with a link is said in every language.
func TestWhatIsWrong(t *testing.T) {
	link := links(t)["2-seats-docker"]
	other := []byte(strings.Replace(string(spec.Board), `"id"`, ` "id"`, 1)) // says the same, and is another file
	for _, c := range []struct {
		name, link string
		board      []byte
		says       string
	}{
		{"nothing", record.LinkMark, spec.Board, "fair.link.bad"},
		{"cut off", record.LinkMark + link[:40], spec.Board, "fair.link.bad"},
		{"changed", record.LinkMark + "_" + link[1:], spec.Board, "fair.link.bad"},
		{"of a table in progress", "https://ruhr.test/t/abcdefgh", spec.Board, "fair.link.none"},
		{"of another board", record.LinkMark + link, other, "fair.link.board"},
		{"of a newer format", record.LinkMark + "AUv1", spec.Board, "fair.link.newer"},
		{"of newer rules", record.LinkMark + "A_CHLQ", spec.Board, "fair.link.newer"},
	} {
		said := map[string]bool{}
		for _, language := range lang.Languages {
			w := wish(c.link, language)
			w.Board = c.board
			_, err := Open(w)
			require.Must(t, err != nil, "a link %s opens", c.name)
			got := string(Why(language, err))
			if want := string(lang.For(language).H(c.says)); got != want {
				t.Errorf("a link %s: %q (%v), want %q", c.name, got, err, want)
			}
			said[got] = true
		}
		require.True(t, len(said) == len(lang.Languages), "a link %s: the same text in several languages", c.name)
	}
	if _, err := Open(Options{Link: link, Board: []byte("{}")}); err == nil {
		t.Error("a board that is none is taken")
	}
}

// A board that is none is no fault of the link.
func TestABrokenProgramIsNoBrokenLink(t *testing.T) {
	for _, link := range links(t) {
		w := wish(record.LinkMark+link, "en")
		w.Board = []byte("later")
		_, err := Open(w)
		require.ErrorIs(t, err, ErrProgram, "without a board")
	}
}
