package game

import "testing"

// Names of many languages are taken as they are.
func TestNamesThatShow(t *testing.T) {
	for _, name := range []string{"Zoë", "Zoe\u0308", "Nguyễn", "Nguye\u0302\u0303n", "שָׁלוֹם", "हिन्दी", "王", "🚢", "👩\u200d🚒", "🏴\u200d☠️", "مه\u200cسا", "क्\u200dष", "O’Neil-Łuk", "7"} {
		if got, err := tidyName(0, " "+name+" ", true); err != nil || got != name {
			t.Errorf("%q: %q, %v", name, got, err)
		}
	}
}

// A rematch and a game played on are as strict as their own result demands, not as the table
// before, which may be older than Setup.Strict.
func TestStrictWhereTheResultCounts(t *testing.T) {
	for _, rated := range []bool{false, true} {
		before := &Game{base: &base{Setup: Setup{Rated: rated, Tournament: "T", Strict: !rated}}}
		if s := before.Again(Actor{}, nil); s.Strict != rated {
			t.Errorf("rated %v: the rematch is strict %v", rated, s.Strict)
		}
	}
}
