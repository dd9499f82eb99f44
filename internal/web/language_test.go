package web

import (
	"testing"

	"ruhr/lang"
)

func TestWishesForLanguages(t *testing.T) {
	for _, c := range []struct{ chosen, wishes, want string }{
		{"", "de-AT,de;q=0.9,en;q=0.5", "de"},
		{"", "nl, fr;q=0.4, es;q=0.7", "es"},
		{"", "", "en"},
		{"", "xx;q=nonsense, ;;q=, *", "en"},
		{"fr", "de", "fr"},
		{"klingon", "de", "de"},
	} {
		if got := lang.For(chosenLanguage(c.chosen, c.wishes)).Lang(); got != c.want {
			t.Errorf("chosen %q, wishes %q: %s, want %s", c.chosen, c.wishes, got, c.want)
		}
	}
}
