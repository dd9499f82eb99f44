package cli

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ruhr/coach"
	"ruhr/internal/require"
	"ruhr/record"
)

// A finished game is reviewed, twice alike; its accounts add up to the results. A
// game that still runs is refused.
func TestAnalyse(t *testing.T) {
	t.Setenv("LC_ALL", "en")
	dir := t.TempDir()
	require.NoError(t, copyExamples(dir))
	run := func(want int, args ...string) string {
		t.Helper()
		var out strings.Builder
		if code := Main(append([]string{"analyse", "--effort", "quick"}, args...), nil, &out, &out); code != want {
			t.Fatalf("%v: exit code %d, expected %d\n%s", args, code, want, out.String())
		}
		return out.String()
	}
	file := filepath.Join(dir, "2-seats-thrifty.json")
	told := run(exitOK, "--json", file)
	require.Equal(t, run(exitOK, "--json", file), told, "reviewed twice")
	var r coach.Report
	require.NoError(t, json.Unmarshal([]byte(told), &r))
	won := 0
	for k, a := range r.Seats {
		won += a.Won
		require.Equal(t, a.Fair+a.Start+a.Draws+a.Own+a.Others+a.Unforeseen, a.Won, "seat %d: %+v adds up to", k, a)
	}
	require.True(t, won == 1_000_000 && len(r.Steps) >= 100 && r.Steps[len(r.Steps)-1].Round == 12, "all won %d, %d steps", won, len(r.Steps))
	lines := strings.Split(run(exitOK, file), "\n")
	if rows := lines[2:4]; !strings.HasPrefix(rows[0], "  seat 0   ") || !strings.Contains(lines[1], "not foreseen") {
		t.Errorf("the accounts: %q", lines[:4])
	}
	marked, listed, reasons := 0, 0, 0
	for _, s := range r.Steps {
		if s.Mark != "" {
			marked++
			if reasons += max(1, len(s.Reasons)); s.More {
				reasons++
			}
		}
	}
	for _, line := range lines[2+2+1+2+12+2:] {
		if strings.Contains(line, "better: ") {
			listed++
		}
	}
	if listed != marked || marked == 0 || reasons == listed || len(r.Turns) == 0 {
		t.Errorf("%d losses are marked and %d listed, turns %v", marked, listed, r.Turns)
	}
	require.Equal(t, len(lines), 2+2+1+2+12+2+listed+reasons+3*2+1, "lines of\n%s", strings.Join(lines, "\n"))
	require.True(t, strings.Contains(lines[len(lines)-2], "with --effort normal") && strings.HasPrefix(lines[len(lines)-4], "In hundredths of a win"),
		"what is known of another effort: %q", lines[len(lines)-5:])
	if got := run(exitFailed, cutShort(t, file)); !strings.Contains(got, "the game is not over") {
		t.Errorf("of a running game: %q", got)
	}
}

// cutShort writes the record of a finished game without its last action.
func cutShort(t *testing.T, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	r, err := record.Read(data)
	require.NoError(t, err)
	r.Actions, r.Result = r.Actions[:len(r.Actions)-1], nil
	if data, err = r.Write(); err != nil {
		t.Fatal(err)
	}
	short := filepath.Join(t.TempDir(), "running.json")
	require.NoError(t, os.WriteFile(short, data, 0o644))
	return short
}

// A game is reviewed with the chosen effort; in a limited time with one effort after the other
// up to that, and the last that was done in time is printed.
func TestAnalyseWithin(t *testing.T) {
	broken := errors.New("broken")
	for _, c := range []struct {
		command analyseCmd
		ends    int // the effort at which the time is over
		fails   int // … and at which reviewing fails
		tried   []int
		want    int // playouts; 0 for no review
	}{
		{analyseCmd{Effort: "normal"}, 0, 0, []int{2000}, 2000},
		{analyseCmd{Effort: "thorough"}, 0, 0, []int{8000}, 8000},
		{analyseCmd{Effort: "normal", Time: time.Hour}, 0, 0, []int{500, 2000}, 2000},
		{analyseCmd{Effort: "thorough", Time: time.Hour}, 8000, 0, []int{500, 2000, 8000}, 2000},
		{analyseCmd{Effort: "normal", Time: time.Hour}, 500, 0, []int{500}, 0},
		{analyseCmd{Effort: "normal", Time: time.Hour}, 0, 2000, []int{500, 2000}, 0},
	} {
		ctx, over := context.WithCancel(t.Context())
		var tried []int
		r, effort, err := c.command.review(ctx, func(_ context.Context, playouts int) (*coach.Review, error) {
			tried = append(tried, playouts)
			switch playouts {
			case c.ends:
				over()
				return nil, context.DeadlineExceeded
			case c.fails:
				return nil, broken
			}
			return &coach.Review{Reached: playouts}, nil
		})
		over()
		require.True(t, errors.Is(err, broken) == (c.fails > 0), "%+v: %v", c, err)
		require.Slices(t, tried, c.tried, "efforts of %+v", c)
		if c.want == 0 {
			require.True(t, r == nil, "%+v: %+v", c, r)
		} else {
			require.True(t, r.Reached == c.want && efforts[effort].playouts == c.want, "%+v: %+v, effort %d", c, r, effort)
		}
	}
}

// A time that is too short for any review is refused with what to do.
func TestAnalyseRefusesTime(t *testing.T) {
	t.Setenv("LC_ALL", "en")
	dir := t.TempDir()
	require.NoError(t, copyExamples(dir))
	file := filepath.Join(dir, "2-seats-thrifty.json")
	for _, time := range []string{"1ns", "-1s"} {
		var out strings.Builder
		if code := Main([]string{"analyse", file, "--time=" + time}, nil, &out, &out); code != exitFailed || !strings.Contains(out.String(), "could not be reviewed in "+time+"; allow more with --time") {
			t.Errorf("%s: exit code %d\n%s", time, code, out.String())
		}
	}
}
