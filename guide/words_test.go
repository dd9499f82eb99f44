package guide_test

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"ruhr/guide"
	"ruhr/internal/require"
	"ruhr/lang"
)

// Prompts use the form of address that the glossary sets.
func TestPromptsAddressTheReader(t *testing.T) {
	never := map[string][]string{"de": {"Sie", "Ihr", "Ihre", "Ihnen"}, "fr": {"tu", "ton", "ta", "tes", "toi"}, "es": {"usted", "ustedes", "vosotros"}}
	for language, words := range never {
		p := lang.For(language)
		for _, key := range guide.Texts() {
			for _, word := range strings.FieldsFunc(p.T(key, "n", 1), func(r rune) bool { return strings.ContainsRune(" ,.;:!?’()", r) }) {
				require.True(t, !slices.Contains(words, word), "%s %s says %q", language, key, word)
			}
		}
	}
}

// terms are words of the glossary that the explanation of an idea cannot do
// without.
var terms = map[string][]string{
	"goal": {"component.vp"}, "tokens": {"component.development_token"}, "markers": {"component.progress_marker"}, "loading": {"place.storage"},
	"distance": {"option.pilot"}, "obstacles": {"place.obstacle"}, "selling": {"component.thaler", "component.development_token"},
	"hauling": {"option.hauling"}, "ruhrort": {"place.ruhrort"}, "demand": {"component.thaler"}, "transport": {"place.transport_track", "place.arrow_box"},
	"locks": {"place.lock", "component.warehouse"}, "debts": {"place.debt_field"}, "towing": {"option.towed"}, "bonuses": {"progress.mayor", "place.depot"},
	"cities": {"place.city", "component.warehouse"}, "depots": {"place.depot"}, "port": {"place.ruhrort"}, "wage": {"option.wage", "option.supply"},
	"export": {"component.country_marker"}, "last": {"option.wage", "progress.ruhraake"},
}

// The explanation of an idea uses the words of the glossary.
func TestAnIdeaIsNamed(t *testing.T) {
	said := glossaryOf(t)
	checked := map[string]bool{}
	for _, policy := range []string{"greedy", "random"} {
		_, all := play(t, newGame(t), policy, 1, 12)
		for _, m := range all {
			for _, idea := range m.Ideas {
				for _, language := range lang.Languages {
					p := lang.For(language)
					text := strings.ToLower(p.T(m.Title()) + " " + p.T(m.Text(), m.Args))
					for _, term := range terms[idea] {
						if checked[idea] = true; !slices.ContainsFunc(said[language][term], func(stem string) bool { return strings.Contains(text, stem) }) {
							t.Errorf("%s: %s explains %s without a word of %v: %s", language, m.Key, idea, said[language][term], text)
						}
					}
				}
			}
		}
	}
	for idea := range terms {
		require.True(t, checked[idea], "%s was not explained", idea)
	}
}

// glossaryOf returns the stems of the longer words of all terms by language and key.
func glossaryOf(t *testing.T) map[string]map[string][]string {
	data, err := os.ReadFile("../lang/glossary.json")
	require.NoError(t, err)
	var book struct {
		Entries []map[string]json.RawMessage `json:"entries"`
	}
	require.NoError(t, json.Unmarshal(data, &book))
	out := map[string]map[string][]string{}
	for _, language := range lang.Languages {
		out[language] = map[string][]string{}
		for _, e := range book.Entries {
			var key string
			var word struct{ One, Many, Short string }
			must(t, json.Unmarshal(e["key"], &key))
			must(t, json.Unmarshal(e[language], &word))
			for _, w := range []string{word.One, word.Many, word.Short} {
				for part := range strings.FieldsSeq(w) {
					if letters := []rune(strings.ToLower(part)); len(letters) >= 4 {
						out[language][key] = append(out[language][key], string(letters[:max(3, len(letters)-2)]))
					}
				}
			}
		}
	}
	return out
}
