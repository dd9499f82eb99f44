package handbook

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"ruhr/internal/require"
	"ruhr/spec"
)

// specRule is a rule of spec/rules.md as far as these tests look at it.
type specRule struct {
	id, section string
	ruling      bool
}

var (
	specHeading = regexp.MustCompile(`^## ([A-Z]+)\b`)
	specLine    = regexp.MustCompile(`^- ([A-Z]+-(?:[0-9]+|[A-Z])) `)
	anyID       = regexp.MustCompile(`\b[A-Z]+-(?:[0-9]+|[A-Z])\b`)
	number      = regexp.MustCompile(`[+−]?[0-9]+`)
)

func specRules(t *testing.T) []specRule {
	t.Helper()
	var out []specRule
	section := ""
	for line := range strings.Lines(spec.Rules) {
		if m := specHeading.FindStringSubmatch(line); m != nil {
			section = m[1]
		}
		if m := specLine.FindStringSubmatch(line); m != nil {
			out = append(out, specRule{m[1], section, strings.Contains(line, "**ruling**")})
		}
	}
	require.Must(t, len(out) >= 80, "only %d rules found in rules.md", len(out))
	return out
}

func book(t *testing.T, lang string) *Book {
	t.Helper()
	b, err := Handbook(lang)
	require.NoError(t, err)
	return b
}

func notes(t *testing.T, lang string) *Notes {
	t.Helper()
	n, err := History(lang)
	require.NoError(t, err)
	return n
}

// TestEveryRule: every id of rules.md once, in its order and its section, and
// a ruling exactly where rules.md has one.
func TestEveryRule(t *testing.T) {
	want := specRules(t)
	for _, lang := range Languages() {
		var got []specRule
		for _, s := range book(t, lang).Sections {
			for _, r := range s.Rules {
				got = append(got, specRule{r.ID, s.ID, r.HasRuling()})
			}
		}
		if !slices.Equal(got, want) {
			for i := range min(len(got), len(want)) {
				require.Must(t, got[i] == want[i], "%s: rule %d is %+v, rules.md has %+v", lang, i, got[i], want[i])
			}
			t.Fatalf("%s: %d rules, rules.md has %d", lang, len(got), len(want))
		}
	}
}

// TestTranslationsAgree compares each language with the German: the same
// sections of the rulebook, the same paragraphs, rulings and lists, the same
// numbers and the same references in each rule.
func TestTranslationsAgree(t *testing.T) {
	german := book(t, "de")
	for _, lang := range Languages()[1:] {
		b := book(t, lang)
		require.Equal(t, len(b.Intro), len(german.Intro), "%s: paragraphs of the introduction", lang)
		for _, r := range b.Rules() {
			de, ok := german.Rule(r.ID)
			if !ok || len(r.Blocks) != len(de.Blocks) {
				t.Errorf("%s %s: %d paragraphs, German has %d", lang, r.ID, len(r.Blocks), len(de.Blocks))
				continue
			}
			require.True(t, slices.Equal(r.Refs, de.Refs), "%s %s: sections %v, German has %v", lang, r.ID, r.Refs, de.Refs)
			for i := range r.Blocks {
				got, want := facts(r.Blocks[i]), facts(de.Blocks[i])
				require.True(t, slices.Equal(got, want), "%s %s, paragraph %d: %v, German has %v", lang, r.ID, i+1, got, want)
			}
		}
	}
}

// facts are the kind of a paragraph, and its numbers and references, sorted,
// since languages order their sentences differently.
func facts(b Block) []string {
	out := anyID.FindAllString(b.Plain, -1)
	out = append(out, number.FindAllString(anyID.ReplaceAllString(b.Plain, ""), -1)...)
	slices.Sort(out)
	if b.Ruling {
		out = append(out, "ruling")
	}
	if tag := strings.SplitN(string(b.HTML), ">", 2)[0]; tag == "<ul" || tag == "<ol" {
		out = append(out, tag)
	}
	return out
}

// everyText calls see for each text of the language, with a name for messages.
func everyText(t *testing.T, lang string, see func(where string, x Text)) {
	t.Helper()
	blocks := func(where string, title Text, bs []Block) {
		see(where, title)
		for _, b := range bs {
			see(where, b.Text)
		}
	}
	b := book(t, lang)
	blocks("introduction", b.Title, b.Intro)
	for _, s := range b.Sections {
		blocks(s.ID, s.Title, s.Intro)
		for _, r := range s.Rules {
			blocks(r.ID, r.Title, r.Blocks)
		}
	}
	for name, n := range map[string]*Notes{"history": notes(t, lang), "first": first(t, lang)} {
		blocks(name, n.Title, n.Intro)
		for _, x := range n.Notes {
			blocks(name+" "+x.ID, x.Title, x.Blocks)
		}
	}
}

// TestTextsAreSound: no text is empty, the HTML is well formed and holds only
// the elements of the renderer, and every reference names a rule.
func TestTextsAreSound(t *testing.T) {
	allowed := map[string]bool{"x": true, "p": true, "ul": true, "ol": true, "li": true, "details": true, "summary": true, "strong": true, "em": true, "span": true, "a": true}
	known := map[string]bool{}
	for _, r := range specRules(t) {
		known[r.id] = true
	}
	for _, lang := range Languages() {
		everyText(t, lang, func(where string, x Text) {
			require.True(t, strings.TrimSpace(x.Plain) != "", "%s %s: an empty text", lang, where)
			for _, id := range anyID.FindAllString(x.Plain, -1) {
				require.True(t, known[id], "%s %s: %s is no rule", lang, where, id)
			}
			d := xml.NewDecoder(strings.NewReader("<x>" + strings.ReplaceAll(string(x.HTML), "<details open>", "<details>") + "</x>"))
			for {
				tok, err := d.Token()
				if errors.Is(err, io.EOF) {
					break
				}
				require.Must(t, err == nil, "%s %s: %v in %s", lang, where, err, x.HTML)
				if e, ok := tok.(xml.StartElement); ok && !allowed[e.Name.Local] {
					t.Errorf("%s %s: the element %s", lang, where, e.Name.Local)
				}
			}
		})
	}
}

// germanNames are the names that stay German in every language: those of the
// board, and the things that have no other name.
func germanNames(t *testing.T) []string {
	t.Helper()
	var board struct{ River []struct{ Name string } }
	require.NoError(t, json.Unmarshal(spec.Board, &board))
	names := map[string]bool{}
	for _, s := range board.River {
		if s.Name != "" {
			names[s.Name] = true
		}
	}
	require.Must(t, len(names) >= 30, "only %d names on the river", len(names))
	for _, n := range []string{"Essen", "Mark", "Grafschaft", "Reichsabtei", "Reichsstift", "Herrschaft", "Broich",
		"Ruhraake", "Ruhraaken", "Ruhrtalbahn", "Ruhrschifffahrtskasse", "Kohleniederlage", "Leinpfad", "Herdecke", "Duisburg"} {
		names[n] = true
	}
	return slices.Sorted(maps.Keys(names))
}

// TestGermanIsMarked: a German name in another language carries lang="de", and
// the German texts mark nothing.
func TestGermanIsMarked(t *testing.T) {
	marked := regexp.MustCompile(`<span lang="de">[^<]*</span>`)
	word := regexp.MustCompile(`\p{L}+`)
	names := germanNames(t)
	for _, lang := range Languages() {
		count := 0
		everyText(t, lang, func(where string, x Text) {
			count += len(marked.FindAllString(string(x.HTML), -1))
			if lang == "de" {
				return
			}
			for _, w := range word.FindAllString(marked.ReplaceAllString(string(x.HTML), ""), -1) {
				require.True(t, !slices.Contains(names, w), "%s %s: %s is not marked as German in %q", lang, where, w, x.Plain)
			}
		})
		require.True(t, (count == 0) == (lang == "de"), "%s: %d German names marked", lang, count)
	}
}

// TestHistory: a note for every year of the timeline and for each thing, of 40
// to 90 words, in every language.
func TestHistory(t *testing.T) {
	var board struct{ Timeline []struct{ Year json.Number } }
	require.NoError(t, json.Unmarshal(spec.Board, &board))
	var want []string
	for _, r := range board.Timeline {
		want = append(want, r.Year.String())
	}
	want = append(want, "ruhraake", "hauling", "lock", "coal-storage", "rauendahl", "ruhrort", "pilot",
		"werden", "grafschaft-mark", "ruhrtalbahn", "mayor", "land", "essen", "broich", "blankenstein", "steele", "industry", "coal-hauler")
	for _, lang := range Languages() {
		var got []string
		for _, n := range notes(t, lang).Notes {
			got = append(got, n.ID)
			words := 0
			for _, b := range n.Blocks {
				words += len(strings.Fields(b.Plain))
			}
			require.True(t, words >= 40 && words <= 90, "%s %s: %d words", lang, n.ID, words)
		}
		require.Slices(t, got, want, "%s: notes", lang)
	}
	if _, ok := notes(t, "de").Note("1788"); ok {
		t.Error("a note for a year that is not on the timeline")
	}
}

// TestYearsOfEvents: the headings of EVENT-1 to EVENT-12 name the round and
// the year of the timeline.
func TestYearsOfEvents(t *testing.T) {
	var board struct {
		Timeline []struct{ Round, Year json.Number }
	}
	require.NoError(t, json.Unmarshal(spec.Board, &board))
	for _, lang := range Languages() {
		b := book(t, lang)
		for _, x := range board.Timeline {
			r, ok := b.Rule("EVENT-" + x.Round.String())
			if want := x.Round.String() + " (" + x.Year.String() + ")"; !ok || !strings.HasSuffix(r.Title.Plain, want) {
				t.Errorf("%s: the title of EVENT-%s is %q and should end with %q", lang, x.Round, r.Title.Plain, want)
			}
		}
	}
}

func TestUnknownLanguage(t *testing.T) {
	for _, lang := range []string{"", "nl", "DE", "../de"} {
		if b, err := Handbook(lang); err == nil || b != nil {
			t.Errorf("a handbook for %q", lang)
		}
		if n, err := History(lang); err == nil || n != nil {
			t.Errorf("a history for %q", lang)
		}
	}
}

func TestSearch(t *testing.T) {
	for _, c := range []struct{ lang, query, want string }{
		{"de", "sail-5", "SAIL-5"},
		{"de", "MULHEIM treideln", ""},
		{"de", "abgeschleppt", "START-12"},
		{"en", "towed cheapest", "START-12"},
		{"fr", "echoue", "START-12"},
		{"es", "remolcado", "START-12"},
		{"es", "muelheim", ""},
		{"en", "  ", ""},
	} {
		var ids []string
		for _, r := range book(t, c.lang).Search(c.query) {
			ids = append(ids, r.ID)
		}
		require.Equal(t, strings.Join(ids, " "), c.want, "what %s %q finds", c.lang, c.query)
	}
}

// TestRulingsSayWhatTheyAre: the glossary's word for a ruling opens each of
// them, as HTML and as plain text, and no other paragraph; the introduction
// explains it.
func TestRulingsSayWhatTheyAre(t *testing.T) {
	for _, e := range glossary(t) {
		if e.Key != "play.ruling" {
			continue
		}
		for lang, x := range map[string]term{"de": e.De, "en": e.En, "fr": e.Fr, "es": e.Es} {
			b := book(t, lang)
			first, size := utf8.DecodeRuneInString(x.One)
			word := string(unicode.ToUpper(first)) + x.One[size:]
			require.True(t, strings.Contains(b.Intro[1].Plain, word), "%s: the introduction does not explain %q: %s", lang, word, b.Intro[1].Plain)
			for _, r := range b.Rules() {
				for _, block := range r.Blocks {
					html := strings.Replace(string(block.HTML), " open>", ">", 1)
					named := strings.HasPrefix(block.Plain, word) && strings.HasPrefix(html, "<details><summary>"+word+"</summary><p>")
					require.Equal(t, named, block.Ruling, "%s %s: whether it is a ruling, which %q opens: %s", lang, r.ID, word, block.HTML)
				}
			}
		}
		return
	}
	t.Fatal("the glossary has no play.ruling")
}

// TestRulings: the list of open questions is what rules.md marks.
func TestRulings(t *testing.T) {
	want := 0
	for _, r := range specRules(t) {
		if r.ruling {
			want++
		}
	}
	if got := len(book(t, "fr").Rulings()); got != want || got == 0 {
		t.Errorf("%d rules with rulings, rules.md has %d", got, want)
	}
	require.Equal(t, len(book(t, "fr").Rules()), len(specRules(t)), "rules left after asking for the rulings")
}

// A note opens with a sentence of its own, in every language.
func TestNotesOpenWithASentence(t *testing.T) {
	for _, lang := range Languages() {
		for _, n := range notes(t, lang).Notes {
			got := string(n.Opening())
			rest, ok := strings.CutPrefix(string(n.Blocks[0].HTML), "<p>"+got)
			left := strings.NewReplacer(`<span lang="de">`, "", "</span>", "").Replace(got)
			if !ok || !strings.HasPrefix(rest, " ") || len(got) < 30 || strings.Contains(left, "<") || strings.Count(got, "<span") != strings.Count(got, "</span>") {
				t.Errorf("%s %s opens with %q", lang, n.ID, got)
			}
		}
	}
}

func first(t *testing.T, lang string) *Notes {
	t.Helper()
	n, err := FirstPage(lang)
	require.NoError(t, err)
	return n
}

// The first page has the same parts, paragraphs, numbers and references in every
// language, a round of seven lines, and its references lead to rules.
func TestFirstPage(t *testing.T) {
	german := first(t, "de")
	for _, lang := range Languages() {
		n := first(t, lang)
		var got []string
		for _, part := range n.Notes {
			got = append(got, part.ID)
			de, _ := german.Note(part.ID)
			if len(part.Blocks) != len(de.Blocks) {
				t.Errorf("%s %s: %d paragraphs, German has %d", lang, part.ID, len(part.Blocks), len(de.Blocks))
				continue
			}
			for i := range part.Blocks {
				if got, want := facts(part.Blocks[i]), facts(de.Blocks[i]); !slices.Equal(got, want) {
					t.Errorf("%s %s, paragraph %d: %v, German has %v", lang, part.ID, i+1, got, want)
				}
			}
		}
		require.Slices(t, got, []string{"goal", "round", "points", "hidden", "combination", "few", "overlooked", "index"}, "%s: the parts", lang)
		round, _ := n.Note("round")
		if lines := strings.Count(string(round.Blocks[1].HTML), "<li>"); lines != 7 || !strings.HasPrefix(string(round.Blocks[1].HTML), "<ol>") {
			t.Errorf("%s: a round of %d lines: %s", lang, lines, round.Blocks[1].HTML)
		}
	}
}

// The index names terms of the glossary, in the order of the alphabet, each with
// rules.
func TestIndex(t *testing.T) {
	for _, lang := range Languages() {
		terms := map[string]bool{}
		for _, e := range glossary(t) {
			terms[map[string]term{"de": e.De, "en": e.En, "fr": e.Fr, "es": e.Es}[lang].One] = true
		}
		index, _ := first(t, lang).Note("index")
		lines := strings.Split(index.Blocks[0].Plain, "\n")
		var names []string
		for _, line := range lines {
			at := anyID.FindStringIndex(line)
			require.Must(t, at != nil, "%s: %q names no rule", lang, line)
			name := strings.TrimSpace(line[:at[0]])
			require.True(t, terms[name], "%s: %q is no term of the glossary", lang, name)
			names = append(names, fold(name))
		}
		require.True(t, slices.IsSorted(names) && len(names) >= 40, "%s: %d terms, not in the order of the alphabet: %v", lang, len(names), names)
	}
}

// A ruling is folded, unless nothing would be left of its rule; a search opens it.
func TestRulingsFold(t *testing.T) {
	for _, lang := range Languages() {
		folded, open := 0, []string{}
		for _, r := range book(t, lang).Rules() {
			for _, b := range r.Blocks {
				switch {
				case strings.HasPrefix(string(b.HTML), "<details>"):
					folded++
				case strings.HasPrefix(string(b.HTML), "<details open>"):
					open = append(open, r.ID)
				}
			}
			if plain := slices.ContainsFunc(r.Blocks, func(b Block) bool { return !strings.HasPrefix(string(b.HTML), "<details>") }); !plain {
				t.Errorf("%s %s: everything is folded", lang, r.ID)
			}
		}
		if got := strings.Join(open, " "); got != "SET-8 START-12 START-12 START-12 DEBT-3" || folded < 30 {
			t.Errorf("%s: %d rulings are folded, open are those of %s", lang, folded, got)
		}
		for _, r := range book(t, lang).Search("SAIL-2") {
			require.True(t, strings.Contains(string(r.Blocks[1].HTML), "<details open>"), "%s: a search leaves the ruling of %s folded", lang, r.ID)
		}
	}
}
