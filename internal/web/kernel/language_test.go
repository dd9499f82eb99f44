package kernel

import (
	"testing"

	"ruhr/internal/require"
	"ruhr/lang"
)

func TestAcceptLanguage(t *testing.T) {
	for _, c := range []struct{ chosen, wishes, want string }{
		{"", "de-AT,de;q=0.9,en;q=0.5", "de"},
		{"", "nl, fr;q=0.4, es;q=0.7", "es"},
		{"", "de; q=0.8", "de"},
		{"", "en ; q = 0.3 , de ; q = 0.8", "de"},
		{"", "FR-ch", "fr"},
		{"", "de_AT", "de"},
		{"", "en;q=0.5, de;q=0.5", "en"}, // the first of equals
		{"", "es;q=0, fr;q=0.1", "fr"},   // q=0 is not wanted
		{"", "gsw", "de"},                // the nearest there is
		{"", "*, fr", "fr"},
		{"", "", "en"},
		{"", "nl", "en"},
		{"", "xx;q=nonsense, ;;q=, *", "en"},
		{"", "xx;q=nonsense, -, es;q=0.2", "es"},
		{"", "nl-BE, ca;q=0.9, es;q=0.1", "es"},
		{"fr", "de", "fr"},
		{"klingon", "de", "de"},
	} {
		require.Equal(t, lang.For(chosenLanguage(c.chosen, c.wishes)).Lang(), c.want, "chosen %q, wishes %q", c.chosen, c.wishes)
	}
}
