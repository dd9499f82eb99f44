package lab

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"testing"

	"ruhr/board"
	"ruhr/internal/require"
)

// goesOn fails if games are not measured the same in whatever order, going on where the file
// was cut off. It returns a file with all.
func goesOn(t *testing.T, games int, measure func(ctx context.Context, f *os.File, workers int) error) string {
	t.Helper()
	into := func(ctx context.Context, path string, workers int) {
		f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
		require.NoError(t, err)
		defer f.Close()
		require.NoError(t, measure(ctx, f, workers))
	}
	dir := t.TempDir()
	one, two := filepath.Join(dir, "one"), filepath.Join(dir, "two")
	into(t.Context(), one, 1)
	want := measured(t, one)
	data, _ := os.ReadFile(one)
	require.NoError(t, os.WriteFile(two, data[:len(data)*2/3], 0o644))
	over, cancel := context.WithTimeout(t.Context(), 0)
	defer cancel()
	into(over, two, 2)
	if got := measured(t, two); len(got) == 0 || len(got) >= len(want) {
		t.Errorf("%d lines of %d before it goes on", len(got), len(want))
	}
	into(t.Context(), two, 2)
	if got := measured(t, two); len(want) != games || !maps.Equal(got, want) {
		t.Errorf("got %v\nwant %v", got, want)
	}
	return one
}

// Reviews of games give the same lines in whatever order, and go on where they were cut
// off; a planted turn is part of the reviewed game, and another's was worse.
func TestMarks(t *testing.T) {
	for _, plant := range []bool{false, true} {
		one := goesOn(t, 3, func(ctx context.Context, f *os.File, workers int) error {
			return Marks(ctx, MarksConfig{Board: board.Default(), Games: 3, Level: "reeder", Budget: 8, Plant: plant, Pairs: 4,
				Playouts: 120, Seed: 3, Workers: workers, File: f})
		})
		f, err := os.Open(one)
		require.NoError(t, err)
		defer f.Close()
		list, err := ReadMarks(f)
		require.NoError(t, err)
		for _, l := range list {
			if plant != (l.Plant != nil) || plant && (l.Plant.Lotse == Spread{} || l.Plant.Round < 1 || l.Plant.Round > 11) {
				t.Errorf("game %d: %+v", l.Game, l.Plant)
			}
			for _, m := range l.Marks {
				if !marked(m.First, m.Lost, m.Wide) || plant {
					t.Errorf("game %d: %+v", l.Game, m)
				}
			}
		}
	}
}

// A planted turn counts as found among the three worst losses, and as real if it lost 10
// points or more and surely something. Losses that reviews do not mark are none.
func TestProveMarks(t *testing.T) {
	plant := func(rank int, lost, off float64) *MarksLine {
		return &MarksLine{Seats: 3, Plant: &PlantLine{Rank: rank, Truth: Spread{lost, off}, First: 11, Lost: Spread{lost - 4, 9}}}
	}
	p := ProveMarks([]*MarksLine{
		plant(1, 12, 5), plant(3, 9, 1), plant(4, 30, 5), plant(0, 20, 5), plant(2, 14, 12), plant(3, 15, 11),
		{Seats: 2, Marks: []MarkLine{{First: 11, Lost: 20, Wide: 15, Truth: Spread{5, 6}}, {First: 11, Lost: 20, Wide: 15, Truth: Spread{-3, 6}},
			{First: 11, Lost: 20, Wide: 16, Truth: Spread{50, 6}}, {First: 10.9, Lost: 20, Wide: 15, Truth: Spread{50, 6}}, {First: 20, Lost: 9.9, Wide: 1, Truth: Spread{50, 6}}}},
	})
	if p.Games != 7 || p.Plants != 6 || p.Worst != 4 || p.Real != 4 || p.RealWorst != 2 || p.RealMarks != 2 || p.Lost != 1 || p.Little != 1 || p.Truth.Mean != 1 || p.Marks.Mean != 2.0/7 {
		t.Errorf("%+v", p)
	}
}

// marksIn are the reviewed games of a measurement that is kept.
func marksIn(t *testing.T, file string) []*MarksLine {
	t.Helper()
	list, err := ReadMarks(unzipped(t, file))
	require.NoError(t, err)
	return list
}

// What is said of marks is what the measurements that are kept show.
func TestMarksAsDocumented(t *testing.T) {
	games, planted := marksIn(t, "marks-bergrat.jsonl.gz"), marksIn(t, "marks-planted.jsonl.gz")
	bergrat, half := ProveMarks(games), [2]MarksProof{}
	for i := range half {
		var list []*MarksLine
		for _, l := range games {
			if l.Game%2 == i {
				list = append(list, l)
			}
		}
		if half[i] = ProveMarks(list); half[i].Marks.Mean >= 0.3 {
			t.Errorf("too many marks in half %d: %+v", i, half[i])
		}
	}
	little := func(p MarksProof) float64 { return float64(p.Little) / float64(p.Games) }
	marked := bergrat.Marks.Mean * float64(bergrat.Games)
	p := ProveMarks(planted)
	var found [5]MarksProof
	for seats := 2; seats <= 4; seats++ {
		var list []*MarksLine
		for _, l := range planted {
			if l.Seats == seats {
				list = append(list, l)
			}
		}
		found[seats] = ProveMarks(list)
	}
	documented(t, "coach.md",
		fmt.Sprintf("Bergrat played %d games against itself", bergrat.Games),
		fmt.Sprintf("| 11 | %.2f | %.2f | %.2f | %.2f | %d |", half[1].Marks.Mean, little(half[1]), half[0].Marks.Mean, little(half[0]), p.RealMarks),
		fmt.Sprintf("reviews mark %.0f decisions, %.2f a game; said are %.1f points, lost %.1f ± %.1f", marked, bergrat.Marks.Mean, bergrat.Said, bergrat.Truth.Mean, bergrat.Truth.Error),
		fmt.Sprintf("in %d of them", bergrat.Lost),
		fmt.Sprintf("In %d games of Reeder", p.Games),
		fmt.Sprintf("Of these turns, %d lost at least 10 points", p.Real),
		fmt.Sprintf("Reviews had %d of the %d among the game's three worst losses: %d of %d with two seats, %d of %d with three, %d of %d with four", p.RealWorst, p.Real,
			found[2].RealWorst, found[2].Real, found[3].RealWorst, found[3].Real, found[4].RealWorst, found[4].Real)+fmt.Sprintf(". They mark %d.", p.RealMarks))
	later, others := marksIn(t, "marks-bergrat-later.jsonl.gz"), marksIn(t, "marks-planted-later.jsonl.gz")
	fresh := ProveMarks(later)
	found[0] = ProveMarks(others)
	bergrat, p = ProveMarks(append(games, later...)), ProveMarks(append(planted, others...))
	require.True(t, bergrat.Marks.Mean+1.645*bergrat.Marks.Error < 0.3, "marks a game %+v", bergrat.Marks)
	documented(t, "coach.md",
		fmt.Sprintf("In %d later games reviews mark %.2f a game", fresh.Games, fresh.Marks.Mean),
		fmt.Sprintf("In %d later games with a planted turn, %d lost that much: reviews had %d among the three worst and mark %d", found[0].Games, found[0].Real, found[0].RealWorst, found[0].RealMarks),
		fmt.Sprintf("in all %d games %.2f", bergrat.Games, bergrat.Marks.Mean))
	documented(t, "../docs/coach.md",
		fmt.Sprintf("those that lost less than 5 | %.2f, and %.2f |", bergrat.Marks.Mean, little(bergrat)),
		fmt.Sprintf("three worst losses of their game; marked | %d; %d of %d |", p.RealWorst, p.RealMarks, p.Real))
}
