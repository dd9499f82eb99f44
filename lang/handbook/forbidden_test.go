package handbook

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"ruhr/internal/require"
)

// wordsOf finds whole words, whatever their case.
func wordsOf(words []string) *regexp.Regexp {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = regexp.QuoteMeta(w)
	}
	return regexp.MustCompile(`(?i)(?:^|[^\p{L}])(` + strings.Join(quoted, "|") + `)(?:$|[^\p{L}])`)
}

// TestForbiddenWords: no text for players, in the catalogues or the handbook,
// has a word that the glossary forbids because the term is another.
func TestForbiddenWords(t *testing.T) {
	src, err := os.ReadFile("../glossary.json")
	require.NoError(t, err)
	var g struct{ Forbidden map[string][]string }
	require.NoError(t, json.Unmarshal(src, &g))
	for _, lang := range Languages() {
		require.Must(t, len(g.Forbidden[lang]) >= 5, "%s: only %d words are forbidden", lang, len(g.Forbidden[lang]))
		bad := wordsOf(g.Forbidden[lang])
		parts, err := filepath.Glob("../catalogue/" + lang + "/*.json")
		require.Must(t, err == nil && len(parts) >= 9, "%s: %d files of the catalogue, %v", lang, len(parts), err)
		for _, file := range parts {
			data, err := os.ReadFile(file)
			require.NoError(t, err)
			var entries map[string]any
			require.NoError(t, json.Unmarshal(data, &entries))
			for key, v := range entries {
				forms, ok := v.(map[string]any)
				if !ok {
					forms = map[string]any{"": v}
				}
				for _, text := range forms {
					if m := bad.FindStringSubmatch(text.(string)); m != nil {
						t.Errorf("%s: %s says %q, which the glossary forbids: %s", lang, key, m[1], text)
					}
				}
			}
		}
		everyText(t, lang, func(where string, x Text) {
			if m := bad.FindStringSubmatch(x.Plain); m != nil && !strings.HasPrefix(where, "history") {
				t.Errorf("%s %s says %q, which the glossary forbids: %s", lang, where, m[1], x.Plain)
			}
		})
	}
}

// The French handbook has a space that does not break beside high punctuation
// and inside quotes, a narrow one before ; ! and ?.
func TestFrenchPunctuation(t *testing.T) {
	wrong := regexp.MustCompile("[^\u00a0][:»]|[^\u202f][;!?]|«[^\u00a0]")
	everyText(t, "fr", func(where string, x Text) {
		require.Equal(t, wrong.FindString(x.Plain), "", "%s, expected a space that does not break: %s", where, x.Plain)
	})
}

// A forbidden word is found whole, in any case, and not inside another.
func TestWordsAreFoundWhole(t *testing.T) {
	bad := wordsOf([]string{"Gegner", "your supply"})
	for text, want := range map[string]string{
		"Ein Gegner spielt.": "Gegner", "gegner": "gegner", "Two in your supply": "your supply",
		"Computergegner denken": "", "die Gegnerin": "", "supply": "",
	} {
		got := ""
		if m := bad.FindStringSubmatch(text); m != nil {
			got = m[1]
		}
		require.Equal(t, got, want, "whether the word is found in %q", text)
	}
}
