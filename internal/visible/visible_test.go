package visible

import (
	"ruhr/internal/require"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestOnly(t *testing.T) {
	for text, want := range map[string]string{
		"Zoe\u0308 sails":                     "Zoe\u0308 sails",
		"👩\u200d🚒 and 🏴\u200d☠️":              "👩\u200d🚒 and 🏴\u200d☠️",
		"مه\u200cسا":                          "مه\u200cسا",
		"a\u202eb\u2066c":                     "abc",
		"An\u200dna":                          "Anna",
		"\u200d":                              "",
		"\u3164\u2800\u115f\u1160\uffa0":      "",
		"\u0301a":                             "a",
		"a" + strings.Repeat("\u0301", 300):   "a" + strings.Repeat("\u0301", 4),
		"tab\there":                           "tabhere",
		"broken \xff":                         "broken ",
		"\u00ad\ufeff\u200b\U000e0041 hyphen": " hyphen",
	} {
		require.Equal(t, Only(text), want, "what of %q is visible", text)
		require.Equal(t, All(text), text == want, "all of %q is visible", text)
	}
}

func TestLines(t *testing.T) {
	require.Equal(t, Line(" one\ttwo\r\n\u2800 three\u200d "), "one two three", "one line")
	require.Equal(t, Lines(" one\ttwo \r\n\r\n\u202ethree\u3164 \n"), "one two\n\nthree", "several lines")
}

// Equal names are told apart by their seats, also from one that looks as if it were; others stay.
func TestApart(t *testing.T) {
	for given, want := range map[string]string{
		"Anna,Bert": "Anna,Bert", ",": ",", "Anna,Bert,Anna": "Anna (1),Bert,Anna (3)", "Anna,Anna (1),Anna": "Anna (1) (1),Anna (1),Anna (3)",
	} {
		require.Equal(t, strings.Join(Apart(strings.Split(given, ",")), ","), want, given)
	}
}

// What is left is visible, and nothing is added.
func FuzzOnly(f *testing.F) {
	f.Add("a\u0301\u200d🚢\xff")
	f.Fuzz(func(t *testing.T, text string) {
		for _, got := range []string{Line(text), Lines(text)} {
			require.True(t, utf8.ValidString(got) && len(got) <= len(text), "%q became %q", text, got)
		}
		if got := Line(text); Line(got) != got && !strings.ContainsAny(text, "\u200c\u200d") {
			t.Errorf("%q became %q, and then %q", text, got, Line(got))
		}
	})
}
