package analyst

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"ruhr/board"
	"ruhr/bot/analysis"
	"ruhr/bot/bottest"
	"ruhr/internal/require"
	"ruhr/rules"
)

// positions are keys of different positions of a table.
func positions(t *testing.T, table string) (out []Key) {
	g := rules.NewGame(board.Default(), 2, rules.Variant{})
	for _, s := range bottest.Positions(t, g, 1, 9) {
		out = append(out, Key{Table: table, State: s})
	}
	return out
}

// someone is an analyst with a slot, and what they measured.
func someone(all context.Context) (*Analyst, *[]time.Duration) {
	var measured []time.Duration
	return New(all, 1, func(waited, took time.Duration) { measured = append(measured, waited, took) }), &measured
}

// after thinks for a while, unless it is ended, and tries an action so often.
func after(d time.Duration, playouts int) func(context.Context) analysis.Analysis {
	return func(ctx context.Context) analysis.Analysis {
		select {
		case <-time.After(d):
			return analysis.Of([]analysis.Candidate{{Playouts: playouts}}, false)
		case <-ctx.Done():
			return analysis.Analysis{}
		}
	}
}

// answer is what became of an analysis that was asked for.
type answer struct {
	analysis.Analysis
	err error
}

func ask(ctx context.Context, a *Analyst, k Key, client string, think func(context.Context) analysis.Analysis) chan answer {
	out := make(chan answer, 1)
	go func() {
		found, err := a.Analyse(ctx, k, client, think)
		out <- answer{found, err}
	}()
	synctest.Wait()
	return out
}

// A position is analysed once for all who ask for it at the same time or later,
// other positions in turn; the meter gets how long each waited and took.
func TestOnceForAll(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, measured := someone(t.Context())
		k := positions(t, "a")
		first := ask(t.Context(), a, k[0], "x", after(time.Second, 1))
		gone, leave := context.WithCancelCause(t.Context())
		second := ask(gone, a, k[0], "y", after(time.Second, 2))
		other := ask(t.Context(), a, k[1], "y", after(time.Second, 3))
		left := errors.New("left")
		leave(left)
		if got := <-second; got.err != left {
			t.Errorf("who left is told %v", got.err)
		}
		if got := <-first; got.err != nil || got.Playouts != 1 {
			t.Errorf("who stayed is told %+v", got)
		}
		if got := <-ask(t.Context(), a, k[0], "z", after(time.Second, 4)); got.Playouts != 1 {
			t.Errorf("who comes later is told %+v", got)
		}
		if got := <-other; got.err != nil || got.Playouts != 3 {
			t.Errorf("of another position %+v", got)
		}
		synctest.Wait()
		if m := *measured; len(m) != 4 || m[0] != 0 || m[1] != time.Second || m[2] != time.Second || m[3] != time.Second {
			t.Errorf("measured %v", m)
		}
		require.Equal(t, len(a.jobs), 0, "jobs left")
	})
}

// Thinking ends when the last who asked has left, when the table moves on, and when
// the analyst's time ends, each with its reason, and nothing is kept of it.
func TestThinkingEnds(t *testing.T) {
	why := errors.New("why")
	for name, end := range map[string]func(a *Analyst, k []Key, leave, stop context.CancelCauseFunc){
		"left":    func(_ *Analyst, _ []Key, leave, _ context.CancelCauseFunc) { leave(why) },
		"moved":   func(a *Analyst, k []Key, _, _ context.CancelCauseFunc) { a.Moved("a", &k[1].State, why) },
		"stopped": func(_ *Analyst, _ []Key, _, stop context.CancelCauseFunc) { stop(why) },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				all, stop := context.WithCancelCause(t.Context())
				defer stop(nil)
				a, _ := someone(all)
				k := positions(t, "a")
				ctx, leave := context.WithCancelCause(t.Context())
				defer leave(nil)
				got := ask(ctx, a, k[0], "x", after(time.Hour, 1))
				a.Moved("a", &k[0].State, errors.New("has not moved"))
				a.Moved("b", &k[1].State, errors.New("another table"))
				synctest.Wait()
				if len(got) != 0 {
					t.Fatalf("ended early: %+v", <-got)
				}
				end(a, k, leave, stop)
				if x := <-got; x.err != why {
					t.Errorf("ended with %v", x.err)
				}
				synctest.Wait()
				if _, known := a.Known(k[0]); known || len(a.jobs) != 0 {
					t.Errorf("kept %v, %d jobs", known, len(a.jobs))
				}
				if name == "stopped" {
					if x := <-ask(t.Context(), a, k[0], "x", after(0, 1)); x.err != why {
						t.Errorf("asked after the end: %v", x.err)
					}
				} else if x := <-ask(t.Context(), a, k[0], "x", after(0, 5)); x.Playouts != 5 {
					t.Errorf("asked again: %+v", x)
				}
				stop(nil)
				a.Wait()
			})
		})
	}
}

// Thinking that has no result goes on; thinking that panics is an error, and the
// slot is free again.
func TestThinkingFails(t *testing.T) {
	a, _ := someone(t.Context())
	k := positions(t, "a")
	if _, err := a.Analyse(t.Context(), k[0], "x", func(context.Context) analysis.Analysis { panic("broken") }); err == nil {
		t.Error("a panic is no error")
	}
	tries := 0
	found, err := a.Analyse(t.Context(), k[0], "x", func(context.Context) (found analysis.Analysis) {
		if tries++; tries == 3 {
			found.Candidates = make([]analysis.Candidate, 1)
		}
		return found
	})
	if err != nil || len(found.Candidates) != 1 || tries != 3 {
		t.Errorf("%+v, %v after %d tries", found, err, tries)
	}
}

// Thinking that finds nothing is asked again after pauses that double up to a bound, and
// not once more when nobody waits any longer.
func TestThinkingPauses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, _ := someone(t.Context())
		began, asked := time.Now(), []int64{}
		ctx, leave := context.WithTimeout(t.Context(), 4*time.Second)
		defer leave()
		<-ask(ctx, a, positions(t, "a")[0], "x", func(context.Context) analysis.Analysis {
			asked = append(asked, time.Since(began).Milliseconds())
			return analysis.Analysis{}
		})
		synctest.Wait()
		require.Equal(t, fmt.Sprint(asked), fmt.Sprint([]int64{0, 10, 30, 70, 150, 310, 630, 1270, 2270, 3270}), "asked after milliseconds")
	})
}

// No more positions wait than may; nothing that is kept grows without end.
func TestBounds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		a, _ := someone(ctx)
		k := positions(t, "")[0]
		for n := range mostJobs {
			k.Table = strconv.Itoa(n)
			go a.Analyse(ctx, k, k.Table, after(time.Hour, 1))
		}
		synctest.Wait()
		k.Table = "one more"
		if got := <-ask(ctx, a, k, "x", after(0, 1)); got.err != ErrFull {
			t.Errorf("one too many: %+v", got)
		}
		stop()
		a.Wait()
	})
	a, _ := someone(t.Context())
	k := positions(t, "a")[0]
	for n := range 3000 {
		k.By = strconv.Itoa(n)
		a.Keep(k, analysis.Analysis{Candidates: make([]analysis.Candidate, 100)})
	}
	if s := a.kept.Stats(); s.Bytes > memory || s.Entries > 2500 || s.Entries < 1500 {
		t.Errorf("kept: %+v", s)
	}
	if _, known := a.Known(k); !known {
		t.Error("the newest is not kept")
	}
	a.Keep(k, analysis.Analysis{})
	if _, known := a.Known(k); known {
		t.Error("kept, where a later analysis found nothing")
	}
}
