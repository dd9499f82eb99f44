package lang_test

import (
	"testing"

	"ruhr/internal/require"
	"ruhr/lang"
	"ruhr/view"
)

// Chances are rounded to the nearest per cent, halves up; without a draw the
// text is empty.
func TestPercent(t *testing.T) {
	for _, c := range []struct {
		chance view.Odds
		en, de string
	}{
		{view.Odds{For: 0, Of: 5}, "0%", "0\u00a0%"},
		{view.Odds{For: 1, Of: 3}, "33%", "33\u00a0%"},
		{view.Odds{For: 2, Of: 3}, "67%", "67\u00a0%"},
		{view.Odds{For: 1, Of: 8}, "13%", "13\u00a0%"}, // 12.5
		{view.Odds{For: 4, Of: 18}, "22%", "22\u00a0%"},
		{view.Odds{For: 7, Of: 7}, "100%", "100\u00a0%"},
		{view.Odds{}, "", ""},
	} {
		require.Equal(t, lang.For("en").Percent(c.chance), c.en, "%v", c.chance)
		require.Equal(t, lang.For("de").Percent(c.chance), c.de, "%v", c.chance)
	}
	require.Equal(t, lang.For("en").Odds(view.Odds{For: 1, Of: 8}).Plain, "1 in 8 (13%)", "odds")
}

// Thousands are grouped from 1,000 on, in Spanish from 10 000 on; negative
// numbers keep their sign.
func TestNumbers(t *testing.T) {
	for _, c := range []struct {
		language string
		n        int
		number   string
		signed   string
	}{
		{"en", 0, "0", "0"}, {"en", 1, "1", "+1"}, {"en", 999, "999", "+999"}, {"en", 1000, "1,000", "+1,000"},
		{"en", -1234567, "−1,234,567", "−1,234,567"}, {"de", 1000, "1.000", "+1.000"},
		{"es", 1000, "1000", "+1000"}, {"es", 10000, "10\u00a0000", "+10\u00a0000"}, {"fr", 1000, "1\u202f000", "+1\u202f000"},
	} {
		p := lang.For(c.language)
		require.Equal(t, p.Number(c.n), c.number, "%s %d", c.language, c.n)
		require.Equal(t, p.Signed(c.n), c.signed, "%s %d signed", c.language, c.n)
	}
}

// Tenths are rounded to the nearest and keep their sign.
func TestTenths(t *testing.T) {
	for _, c := range []struct {
		x      float64
		en, de string
	}{{0.46, "0.5", "0,5"}, {-1.04, "−1.0", "−1,0"}, {0.04, "0.0", "0,0"}, {1234.96, "1,235.0", "1.235,0"}} {
		if en, de := lang.For("en").Tenths(c.x), lang.For("de").Tenths(c.x); en != c.en || de != c.de {
			t.Errorf("%v: %q and %q, expected %q and %q", c.x, en, de, c.en, c.de)
		}
	}
}

// Lists of zero to three items are joined.
func TestLists(t *testing.T) {
	for want, list := range map[string][]string{"": nil, "Anna": {"Anna"}, "Anna and Bert": {"Anna", "Bert"}, "Anna, Bert and Cleo": {"Anna", "Bert", "Cleo"}} {
		require.Equal(t, lang.For("en").List(list), want, "%q", list)
	}
}
