package lang_test

import (
	"html"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"time"

	"ruhr/board"
	"ruhr/internal/require"
	"ruhr/lang"
	"ruhr/record"
	"ruhr/rules"
	"ruhr/view"
)

var names = []string{"Anna", "Bert <b>", "Inés", "Hildegard"}

var tag = regexp.MustCompile(`<[^>]*>`)

// proper checks a text: it exists, has no placeholder left, and its HTML without
// markup equals the plain text.
func proper(t *testing.T, language, what string, text lang.Text) {
	t.Helper()
	plain := strings.ReplaceAll(text.Plain, names[1], "Bert")
	if text.Plain == "" || strings.ContainsAny(plain, "‹›{}[]<>|#") || strings.Contains(plain, "  ") {
		t.Fatalf("%s: %s says %q", language, what, text.Plain)
	}
	if got := html.UnescapeString(tag.ReplaceAllString(string(text.HTML), "")); got != text.Plain {
		t.Fatalf("%s: %s is %q in HTML and %q plainly", language, what, got, text.Plain)
	}
	if a, b := strings.Count(string(text.HTML), "<span"), strings.Count(string(text.HTML), "</span>"); a != b {
		t.Fatalf("%s: %s has %d marks begun and %d ended: %s", language, what, a, b, text.HTML)
	}
}

// Whole random games can be described in every language: every log line, choice
// with its effects, refusal, headline and line of the score sheet.
func TestWholeGamesInWords(t *testing.T) {
	seen := map[string]bool{}
	for seats := 2; seats <= 4; seats++ {
		for seed := range uint64(2) {
			h := game(t, seats, seed)
			for _, l := range lang.Languages {
				p := lang.For(l).Seated(names[:seats])
				for n := range h.Steps {
					sayAll(t, p, h, n, seen)
				}
				for _, col := range view.SheetOf(h.Rules, &h.Steps[h.Len()].State).Seats {
					for _, line := range col.Lines {
						name, why, got := p.SheetLine(line)
						proper(t, l, line.ID, name)
						proper(t, l, line.ID, why)
						if counts := line.ID != "inn" && line.ID != "ruhraake"; counts != (got.Plain != "") {
							t.Errorf("%s: a seat has got %q in the line %s", l, got.Plain, line.ID)
						}
					}
				}
			}
		}
	}
	require.True(t, len(seen) >= 60, "only %d kinds of line, choice and refusal came up", len(seen))
}

func sayAll(t *testing.T, p *lang.Printer, h *view.History, n int, seen map[string]bool) {
	t.Helper()
	l := p.Lang()
	for _, e := range h.Events(n) {
		line := p.Line(e)
		proper(t, l, e.Key, line.Text)
		seen["log."+e.Key] = true
		for i, d := range line.Details {
			proper(t, l, e.Details[i].Key, d)
			seen["log."+e.Details[i].Key] = true
		}
	}
	s := &h.Steps[n].State
	for _, c := range view.Choices(h.Rules, h.Codec, s) {
		said := p.Choice(c)
		proper(t, l, c.Key, said.Text)
		seen["choice."+c.Key] = true
		proper(t, l, c.Key, said.Short)
		require.Equal(t, len(said.Brief), len(said.Effects), "%s: %s: effects in brief", l, c.Key)
		for _, e := range append(said.Effects, said.Brief...) {
			proper(t, l, c.Key, e)
		}
	}
	for a := n % 7; a < rules.ActionsCount; a += 7 {
		r := view.WhyNot(h.Rules, s, rules.Action(a))
		if r == nil {
			continue
		}
		said := p.Refusal(r)
		proper(t, l, r.Key, said.Why)
		seen["refusal."+r.Key] = true
		if said.Fix.Plain != "" {
			proper(t, l, r.Key, said.Fix)
		}
	}
	pos := h.At(n)
	for _, o := range pos.Options {
		if o.Closed != "" {
			proper(t, l, o.Closed, p.Closed(o))
		}
	}
	for _, y := range pos.Years {
		for _, id := range y.Events {
			proper(t, l, "year", p.Text("view.event."+id))
		}
	}
	for _, turn := range pos.Order {
		proper(t, l, "order", p.Order(turn))
	}
	if pos.Bag.Draws {
		proper(t, l, "odds", p.Odds(pos.Bag.Water))
	}
	head := p.Headline(&pos, func(seat int) bool { return seat == 0 })
	proper(t, l, "headline", head.Turn)
	proper(t, l, "headline", head.Phase)
	if pos.Decider >= 0 {
		proper(t, l, "headline", head.What)
		proper(t, l, "headline", head.Because)
	}
}

// game plays a random game to the end.
func game(t *testing.T, seats int, seed uint64) *view.History {
	t.Helper()
	b := board.Default()
	g := rules.NewGame(b, seats, rules.Variant{})
	rng := rand.New(rand.NewPCG(seed, uint64(seats)))
	deal := record.NewDeal(g, rng.IntN)
	s := deal.Start(g)
	var actions []rules.Action
	for s.Decision() != rules.Over {
		legal := g.Legal(&s).Append(nil)
		actions = append(actions, legal[rng.IntN(len(legal))])
		require.NoError(t, deal.Apply(g, &s, actions[len(actions)-1]))
	}
	played, err := record.Play(g, &deal, actions)
	require.NoError(t, err)
	return view.NewHistory(played)
}

// Every possible refusal has a proper sentence, whether or not it came up.
func TestEveryRefusalIsSaid(t *testing.T) {
	b := board.Default()
	g := rules.NewGame(b, 3, rules.Variant{})
	for _, key := range rules.RefusalKeys {
		for _, l := range lang.Languages {
			for n := range 3 {
				r := view.RefusalOf(g, &rules.Refusal{Rule: rules.START4, Key: key, Args: [3]int{n, n, n}})
				proper(t, l, string(key), lang.For(l).Refusal(r).Why)
			}
		}
	}
}

// Names have the forms that sentences need.
func TestNamesInTheirForms(t *testing.T) {
	werden := view.Thing{Kind: "city", ID: "city-werden", Name: "Werden"}
	horst := view.Thing{Kind: "forge", ID: "industry-horst", Name: "Horst"}
	ruhrort := view.Thing{Kind: "harbour", ID: "harbour-ruhrort", Name: "Ruhrort"}
	for _, c := range []struct {
		language, form string
		thing          view.Thing
		want           string
	}{
		{"de", "in", werden, "in Werden"}, {"de", "in", ruhrort, "im Hafen Ruhrort"}, {"de", "in", horst, "an der Schmiede Horst"},
		{"de", "to", horst, "zur Schmiede Horst"}, {"en", "in", werden, `in <span lang="de">Werden</span>`},
		{"fr", "in", horst, `à la forge <span lang="de">Horst</span>`}, {"fr", "to", ruhrort, `au port de <span lang="de">Ruhrort</span>`},
		{"es", "from", ruhrort, `del puerto de <span lang="de">Ruhrort</span>`},
	} {
		require.Equal(t, string(lang.For(c.language).Thing(c.thing, c.form).HTML), c.want, "%s %s", c.language, c.form)
	}
}

// Numbers, lists and dates follow each language's conventions.
func TestNumbersListsAndDates(t *testing.T) {
	day := time.Date(1780, 3, 7, 0, 0, 0, 0, time.UTC)
	for _, c := range []struct{ language, number, signed, odds, list, date string }{
		{"en", "12,345", "−2", "20%", "Anna, Bert and Inés", "7 March 1780"},
		{"de", "12.345", "−2", "20\u00a0%", "Anna, Bert und Inés", "7. März 1780"},
		{"fr", "12\u202f345", "−2", "20\u00a0%", "Anna, Bert et Inés", "7 mars 1780"},
		{"es", "12\u00a0345", "−2", "20\u00a0%", "Anna, Bert e Inés", "7 de marzo de 1780"},
	} {
		p := lang.For(c.language)
		got := []string{p.Number(12345), p.Signed(-2), p.Percent(view.Odds{For: 4, Of: 20}), p.List([]string{"Anna", "Bert", "Inés"}), p.Date(day)}
		want := []string{c.number, c.signed, c.odds, c.list, c.date}
		for i := range got {
			require.Equal(t, got[i], want[i], "%s", c.language)
		}
	}
}

// Spanish uses e before an i sound, accented or after an h; French uses an
// ordinal for the first day of a month.
func TestWordsBeforeAnIAndFirstDays(t *testing.T) {
	es := lang.For("es")
	for last, want := range map[string]string{"Íñigo": "Ana e Íñigo", "Hilda": "Ana e Hilda", "Hieronymus": "Ana y Hieronymus", "Jan": "Ana y Jan"} {
		if got := es.List([]string{"Ana", last}); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	first := time.Date(1780, 3, 1, 0, 0, 0, 0, time.UTC)
	for language, want := range map[string]string{"de": "1. März 1780", "en": "1 March 1780", "fr": "1er mars 1780", "es": "1 de marzo de 1780"} {
		require.Equal(t, lang.For(language).Date(first), want, "%s", language)
	}
}

// French uses the singular for zero, the other languages the plural.
func TestPlurals(t *testing.T) {
	for language, want := range map[string]string{"en": "0 Thaler paid", "fr": "0 Thaler payé", "de": "0 Thaler bezahlt", "es": "0 Thaler pagados"} {
		require.Equal(t, lang.For(language).T("log.paid", "n", 0), want, "%s", language)
	}
}

// A player's name is escaped and cannot bring markup into a page.
func TestNamesAreEscaped(t *testing.T) {
	got := string(lang.For("en").Seated([]string{"<script>"}).H("log.done", "seat", view.SeatRef(0)))
	if want := `<b class="who seat-0">&lt;script&gt;</b> has finished buying.`; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
