package page

import (
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ruhr/board"
	"ruhr/internal/draw"
	"ruhr/internal/require"
	"ruhr/lang"
	"ruhr/lang/handbook"
	"ruhr/rules"
	boards "ruhr/rules/rulestest/rare"
)

// shown is what the rules say an example comes to, and what its picture shows.
type shown struct {
	thaler, vp, other, debts, supply int    // changes, of the seat that plays and VP of the other
	token, marker                    string // a token and a marker it receives
	text, alt                        string // the numbers in the texts, sorted
	pictures                         string // of each: values of dice, numbers on the way, and pieces
}

// wanted are the examples, worked out from the rules by hand; the sales of a 3
// for 2 Thaler and of a 4 for 3, the lock for one token each and the export of 3
// and 2 VP are the rulebook's own (§6.4, §6.5, §6.7).
var wanted = map[string]shown{
	"order":         {pictures: "dice 3 way barge-0 barge-1"},
	"trip_city":     {thaler: 2, token: "black_city", text: "1 2 3 4", alt: "2 4", pictures: "dice 4 way 1 2 barge-0 obstacle obstacle"},
	"trip_industry": {thaler: 1, token: "black_industry", text: "2 2 3", alt: "2 3", pictures: "dice 3 way 1 2 barge-0 obstacle"},
	"trip_pilot":    {thaler: 3, token: "black_industry", text: "2 3", alt: "3 5", pictures: "dice 5 way 1 2 3 barge-0 obstacle obstacle"},
	"sale_industry": {thaler: 2, token: "black_industry", text: "2 3", alt: "1 3", pictures: "dice 3 way 1 barge-0"},
	"sale_city":     {thaler: 3, token: "black_city", text: "3 4", alt: "2 4", pictures: "dice 4 way 1 2 barge-0 lock-0"},
	"track":         {thaler: 3, token: "black_city", text: "2 3 4 4 5", alt: "2 2 3 3 4 5 5", pictures: "dice 2 5 3 way | dice 4 2 5 3 way"},
	"progress":      {token: "black_city", marker: "lock_building", text: "1 5", alt: "2 2", pictures: "dice 2 way 1 2 barge-0 obstacle"},
	"debt":          {thaler: 1, debts: 1, supply: -1, text: "0 1 1 1 2 5", alt: "5", pictures: "dice 5 way barge-0 obstacle obstacle"},
	"two_locks":     {thaler: -2, vp: 4, supply: 2, text: "2 2 2 2 4", pictures: "dice way lock-0 lock-0 obstacle obstacle"},
	"export":        {vp: 3, other: 2, text: "1 2 2 2 2 3", alt: "1 2 2", pictures: "dice way export house-0 house-1"},
}

// Every example is played by the rules and comes to what the rules say; the
// figures in its texts, in every language, and in its pictures are those.
func TestExamplesAreWhatTheySay(t *testing.T) {
	b := NewBoard(board.Default())
	played := b.examples()
	if len(played) != len(scenes) || len(scenes) != len(wanted) {
		t.Fatalf("%d of %d examples are played, %d are wanted", len(played), len(scenes), len(wanted))
	}
	for k, sc := range scenes {
		want := wanted[sc.id]
		comesTo(t, sc, want)
		require.Equal(t, strings.Join(picturesOf(t, played[k].cuts), " | "), want.pictures, "what %s shows", sc.id)
		for _, code := range lang.Languages {
			var found *Example
			for _, e := range b.Examples(in(code), "auto")[sc.rule] {
				if e.ID == sc.id {
					found = &e
				}
			}
			require.Must(t, found != nil && len(found.Cuts) != 0, "%s: no example %s with a picture beside %s", code, sc.id, sc.rule)
			require.Equal(t, numbersIn(found.Text), want.text, "%s %s: the numbers of the text %s", code, sc.id, found.Text)
			require.Equal(t, numbersIn(found.Alt), want.alt, "%s %s: the numbers of the description %s", code, sc.id, found.Alt)
			if said := string(found.Text + found.Alt); strings.ContainsAny(said, "‹{}") {
				t.Errorf("%s %s: %s", code, sc.id, said)
			}
			require.True(t, (len(found.Needs) > 0) == (want.marker != ""), "%s %s: shows the combination %v", code, sc.id, found.Needs)
		}
	}
}

// comesTo plays a scene action by action and compares what the seats have.
func comesTo(t *testing.T, sc scene, want shown) {
	t.Helper()
	g := rules.NewGame(board.Default(), sc.seats, rules.Variant{})
	s, err := sc.position(g)
	require.ErrorIs(t, err, nil, "%s", sc.id)
	before := [2]rules.Seat{g.Seat(&s, 0), g.Seat(&s, 1)}
	require.Equal(t, s.ToDecide(), 0, "%s: the seat to decide", sc.id)
	for _, st := range sc.play {
		require.ErrorIs(t, g.Apply(&s, g.Action(st.move(g.Board()))), nil, "%s", sc.id)
	}
	is := g.Seat(&s, 0)
	got := shown{thaler: is.Thaler - before[0].Thaler, vp: is.VP - before[0].VP, other: g.Seat(&s, 1).VP - before[1].VP,
		debts: is.Debts - before[0].Debts, supply: is.Supply - before[0].Supply, text: want.text, alt: want.alt, pictures: want.pictures}
	for a, id := range board.AreaIDs {
		if is.Tokens[a] > before[0].Tokens[a] {
			got.token = id
		}
	}
	for k, id := range board.ProgressIDs {
		if (is.Progress&^before[0].Progress)>>k&1 != 0 {
			got.marker = id
		}
	}
	require.Equal(t, got, want, "what %s comes to", sc.id)
}

// numbersIn are the numbers of a text, sorted.
func numbersIn[T ~string](text T) string {
	tags := regexp.MustCompile(`<[^>]*>`)
	found := regexp.MustCompile(`\d+`).FindAllString(tags.ReplaceAllString(string(text), ""), -1)
	slices.Sort(found)
	return strings.Join(found, " ")
}

// picturesOf reads pictures: the values of the dice in their order, the numbers on
// the way, and the other pieces by name.
func picturesOf(t *testing.T, cuts []draw.Cut) (out []string) {
	t.Helper()
	for _, cut := range cuts {
		var dice, way, pieces []string
		d := xml.NewDecoder(strings.NewReader("<svg>" + string(cut.Over) + "</svg>"))
		class := ""
		for {
			tok, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			require.Must(t, err == nil, "%v in %s", err, cut.Over)
			switch tok := tok.(type) {
			case xml.StartElement:
				attr := map[string]string{}
				for _, a := range tok.Attr {
					attr[a.Name.Local] = a.Value
				}
				require.Equal(t, attr["id"], "", "the id of a picture of many")
				if tok.Name.Local == "g" && attr["transform"] != "" && attr["class"] != "" {
					class = attr["class"]
					if name, ok := strings.CutPrefix(class, "piece "); ok && !strings.HasPrefix(name, "die") {
						pieces = append(pieces, strings.Replace(name, " seat", "", 1))
					}
				}
				if attr["class"] == "pips" {
					dice = append(dice, strings.TrimPrefix(attr["href"], "#p-"))
				}
			case xml.CharData:
				if class == "count" {
					way = append(way, strings.TrimSpace(string(tok)))
				}
			}
		}
		slices.Sort(pieces)
		out = append(out, strings.Join(slices.Concat([]string{"dice"}, dice, []string{"way"}, way, pieces), " "))
	}
	return out
}

// The examples stand beside rules of the handbook, those that the rulebook has
// examples for among them.
func TestExamplesStandBesideRules(t *testing.T) {
	book, err := handbook.Handbook("en")
	require.NoError(t, err)
	got := NewBoard(board.Default()).Examples(in("en"), "auto")
	for rule := range got {
		if _, ok := book.Rule(rule); !ok {
			t.Errorf("examples stand beside %s, which is no rule", rule)
		}
	}
	for rule, n := range map[string]int{"ORDER-1": 1, "SAIL-1": 3, "SAIL-3": 2, "TRACK-2": 1, "PROG-1": 1, "BUY-3": 1, "EXP-1": 1, "DEBT-1": 1} {
		require.Equal(t, len(got[rule]), n, "examples beside %s", rule)
	}
}

// A board of one's own has those examples whose figures are the printed board's,
// and fails on none that it has no room for.
func TestExamplesOfOtherBoards(t *testing.T) {
	printed := NewBoard(board.Default()).Examples(in("en"), "auto")
	shown := 0
	for seed := range uint64(4) {
		loaded, err := board.Load(boards.Board(seed))
		require.NoError(t, err)
		for rule, list := range NewBoard(loaded).Examples(in("en"), "auto") {
			for _, e := range list {
				shown++
				if !slices.ContainsFunc(printed[rule], func(p Example) bool { return p.Text == e.Text && p.Alt == e.Alt }) {
					t.Errorf("board %d, %s: %s", seed, rule, e.Text)
				}
			}
		}
	}
	require.True(t, shown != 0, "no example on any other board")
	for _, change := range []func(sp *board.Space){
		func(sp *board.Space) { sp.ID = "lock-elsewhere" },
		func(sp *board.Space) { sp.Kind, sp.Sell = board.Industry, 0 },
	} {
		b := *board.Default()
		b.SHA256 = ""
		change(&b.River[riverIndex(&b, "lock-papiermuehle")])
		if err := scenes[slices.IndexFunc(scenes, func(sc scene) bool { return sc.id == "two_locks" })].fits(&b); err == nil {
			t.Error("an example fits a board without its lock")
		}
	}
}
