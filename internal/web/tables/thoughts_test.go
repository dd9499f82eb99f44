package tables

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/url"
	"strings"
	"testing"

	"ruhr/bot"
	"ruhr/internal/game"
	"ruhr/internal/require"
	"ruhr/internal/table"
	"ruhr/internal/web/webtest"
	"ruhr/rules"
)

// considering is a bot that considers all legal actions and takes the first.
type considering struct{ playouts int }

func (b considering) Choose(ctx context.Context, g *rules.Game, s *rules.State, _ bot.Budget, _ *rand.Rand) bot.Thought {
	return bot.Thought{Action: g.Legal(s).First(), Analysis: tries(b.playouts)(ctx, g, s, nil)}
}

// The replay shows what a computer player considered, with its choice marked,
// and nothing for people's decisions.
func TestReplayShowsThoughts(t *testing.T) {
	for playouts, c := range map[int]struct {
		most int // most choices shown for one decision
		want []string
		not  string
	}{
		1000000: {3, []string{"40 VP (35 to 45), wins about 42 in 100", "estimated from"}, "soon looked clearly worse"},
		100:     {2, []string{"wins about 42 in 100", "seems a little worse", "estimated from"}, "too few for figures"},
		10:      {2, []string{"simulated rounds: too few for figures"}, "estimated from"},
		1:       {3, []string{"40 VP at the end and the win", "Worked out to the end of the game"}, "estimated from"},
	} {
		w := newWorld(t, 3, func(o *table.Options) {
			o.Bots = func(string) (bot.Bot, error) { return considering{playouts}, nil }
		})
		v := w.Visitor()
		p := v.Alone(url.Values{"hints": {"yes"}, "who1": {"greedy"}})
		id := strings.TrimPrefix(p.Path, "/t/")
		for range 12 {
			w.settled(id)
			v.Step(v.Get(p.Path), 0)
		}
		snap, shown, most, all := w.settled(id), 0, 0, ""
		for n, step := range snap.Steps {
			q := v.Get(fmt.Sprintf("%s/replay?n=%d", p.Path, n+1))
			thoughts := step.Bot != "" && !step.Auto
			require.Equal(t, q.Has("id", "thought-title"), thoughts, "decision %d of %q, forced %v: shown", n, step.Bot, step.Auto)
			if !thoughts {
				continue
			}
			if shown++; shown == 1 {
				webtest.CheckPage(t, "thoughts", q)
			}
			if taken := len(q.With("class", "taken")); taken != 1 || !strings.Contains(q.Body, "What <") || q.Says("you win") {
				t.Errorf("decision %d: %d choices are marked as taken", n, taken)
			}
			all += q.Body
			_, part, _ := strings.Cut(q.Body, `id="thought-title"`)
			part, _, _ = strings.Cut(part, "</section>")
			most = max(most, strings.Count(part, "<li"))
		}
		if most != c.most || strings.Contains(all, c.not) {
			t.Errorf("%d playouts: %d choices shown, %q is shown: %v", playouts, most, c.not, strings.Contains(all, c.not))
		}
		for _, text := range c.want {
			require.True(t, strings.Contains(all, text), "%d playouts: %q is not shown at any of %d decisions", playouts, text, shown)
		}
	}
}

// settled waits until no computer player is to decide.
func (w *world) settled(id string) *game.Snapshot {
	w.T.Helper()
	news := w.Hub.Subscribe(id)
	defer news.Close()
	for {
		snap, err := w.Service.Position(w.T.Context(), id, game.Actor{})
		require.NoError(w.T, err)
		if snap.ToAct < 0 || snap.Seats[snap.ToAct].ByHand() {
			return snap
		}
		<-news.C()
	}
}
