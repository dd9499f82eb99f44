package page

import (
	"slices"
	"testing"

	"ruhr/coach"
	"ruhr/internal/game"
	"ruhr/internal/require"
	"ruhr/lang"
	"ruhr/record"
	"ruhr/view"
)

// Only established losses of decisions that the holder of a seat took count: none of a
// computer player that stood in, of others, of who had the seat before,
// of the game that the table goes on from, or too small.
func TestMistakes(t *testing.T) {
	step := func(n int64, bot string) game.Step {
		return game.Step{Step: &record.Step{Seat: map[int64]int{3: 1, 4: 2, 5: 2}[n]}, N: n, Bot: bot}
	}
	listed := game.Listed{Mine: []int{0, 2}, Snapshot: &game.Snapshot{ID: "T", Over: true, History: &view.History{},
		Steps: []game.Step{step(1, ""), step(2, "reeder"), step(3, ""), step(4, ""), step(5, ""), step(6, ""), step(7, ""), {Step: &record.Step{}, N: 8, Before: true}},
		Sat:   []game.Sitting{{Seat: 2, Until: 5}}}}
	loss := func(decision, seat, lost int, kind coach.ReasonKind) coach.Step {
		s := coach.Step{Decision: decision, Seat: seat, Round: 3, Lost: lost * 10_000, Wide: 10_000, Expected: coach.Shares{coach.Whole, coach.Whole, coach.Whole}}
		s.Reasons[0].Kind = kind
		return s
	}
	r := &coach.Review{Steps: []coach.Step{
		loss(1, 0, 12, coach.ByLocks),
		loss(2, 0, 30, coach.ByLocks),   // a computer player's
		loss(3, 1, 30, coach.ByLocks),   // another's
		loss(4, 2, 30, coach.ByLocks),   // of who had the seat before
		loss(5, 2, 8, coach.ByMajority), // at the time of which the seat was taken over
		loss(6, 0, 4, coach.ByDepots),   // too small
		loss(7, 0, 20, coach.NoReason),
		loss(8, 0, 30, coach.NoReason),        // of the game before
		{Decision: 7, Seat: 0, Lost: 900_000}, // without a second estimate
	}}
	l := &Localizer{Printer: lang.For("en")}
	p := NewMistakes(l, []game.Listed{listed, listed}, func() func(game.Listed) *coach.Review {
		asked := 0
		return func(game.Listed) *coach.Review {
			if asked++; asked == 2 {
				return nil
			}
			return r
		}
	}())
	var got []string
	for _, theme := range p.Themes {
		for _, m := range theme.List {
			got = append(got, string(theme.Name)+" "+m.Link)
		}
	}
	want := []string{"No single reason /t/T/replay?n=6", "Locks /t/T/replay?n=0", "Coal depots /t/T/replay?n=4"}
	if !slices.Equal(got, want) || p.Games != 2 || p.Unreviewed != 1 || p.Themes[0].Lost != 20 {
		t.Errorf("%q of %d games, %d not reviewed", got, p.Games, p.Unreviewed)
	}
}

// Every reason has a theme of the list, which has a name.
func TestThemesOfReasons(t *testing.T) {
	l := &Localizer{Printer: lang.For("en")}
	used := map[string]bool{}
	for k := coach.NoReason; k <= coach.Exactly; k++ {
		used[k.Theme()] = true
		require.True(t, slices.Contains(coach.Themes, k.Theme()), "reason %s has theme %s", k, k.Theme())
	}
	for _, theme := range coach.Themes {
		require.True(t, l.T("page.mistakes.theme."+theme) != "" && used[theme], "theme %s has no name or no reason", theme)
	}
}
