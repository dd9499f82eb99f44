package page

import (
	"html/template"
	"strings"
	"testing"

	"ruhr/coach"
	"ruhr/internal/require"
)

// A loss is said as far as a seat can lose it, and a try that may be no worse is not
// called worse.
func TestLossesThatCanBe(t *testing.T) {
	e := exampleOf(t, "3-seats-thrifty")
	c := e.context(20)
	require.Equal(t, plain(c.lost(coach.Loss{Lost: 400_000, Wide: 100_000, Of: 350_000})), "costs 35 of 100 wins, probably 30 to 35", "more than there")
	for want, loss := range map[string]coach.Loss{
		"right. As good":         {Lost: 40_000, Wide: 90_000, Of: coach.Whole},
		"is not certain":         {Lost: 60_000, Wide: 90_000, Of: coach.Whole},
		"Try something else":     {Lost: 160_000, Wide: 90_000, Of: coach.Whole},
		"costs 5 of 100 wins, w": {Lost: 50_000, Of: coach.Whole},
	} {
		p := &Learn{Localizer: c.Localizer}
		p.try(c, &coach.Step{}, &Try{Loss: loss}, template.HTML("Sell"))
		require.True(t, p.Tried != nil && strings.Contains(plain(p.Tried.Says), want), "%+v: %+v, want %q", loss, p.Tried, want)
	}
}
