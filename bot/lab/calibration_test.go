package lab

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"ruhr/bot"
	"ruhr/bot/bottest"
	"ruhr/rules"
)

// foretold is what a seat expected of its choice: its share of the win and its
// VP with an 80 % interval.
type foretold struct {
	seat               int
	win, vp, low, high float64
}

// foreteller plays as another computer player does and notes what that expects
// before the last round, which is not solved exactly yet.
type foreteller struct {
	bot.Bot
	said *[]foretold
}

func (f foreteller) Choose(ctx context.Context, g *rules.Game, s *rules.State, b bot.Budget, random *rand.Rand) bot.Thought {
	t := f.Bot.Choose(ctx, g, s, b, random)
	if len(t.Considered) > 0 && s.Round() < 12 {
		c, who := &t.Considered[0], s.ToDecide()
		*f.said = append(*f.said, foretold{who, c.Win[who], c.VP[who], c.Low[who], c.High[who]})
	}
	return t
}

func (f foreteller) Reset() { bot.Reset(f.Bot) }

// BenchmarkCalibration compares what searches expect with what comes of it, in
// games of Reeder with 400 playouts: for each tenth of the predicted share of
// wins the mean share predicted and won, how many VP too few were predicted, and
// how often the VP lay within the 80 % interval, in whole VP.
func BenchmarkCalibration(b *testing.B) {
	for seats := 2; seats <= 4; seats++ {
		b.Run(fmt.Sprintf("%d_seats", seats), func(b *testing.B) {
			g := rules.NewGame(bottest.DefaultBoard(b), seats, rules.Variant{})
			var said []foretold
			table := make([]bot.Seat, seats)
			for i := range table {
				level, err := bot.New("reeder")
				if err != nil {
					b.Fatal(err)
				}
				table[i] = bot.Seat{Bot: foreteller{level, &said}, Budget: bot.Budget{Playouts: 400}}
			}
			var n, predicted, won [10]float64
			all, within, low, off := 0.0, 0.0, 0.0, 0.0
			for game := range b.N {
				said = said[:0]
				seed := 86_100_000 + uint64(game)
				d := bot.NewDeal(g, seed)
				s, err := bot.Play(b.Context(), g, table, &d, seed, nil)
				if err != nil {
					b.Fatal(err)
				}
				end := outcomeOf(g, &s)
				for _, x := range said {
					bin := min(int(10*x.win), 9)
					n[bin]++
					predicted[bin] += x.win
					won[bin] += float64(end.win[x.seat])
					vp := float64(end.vp[x.seat])
					all, off = all+1, off+vp-x.vp
					switch {
					case vp < x.low-0.5:
						low++
					case vp <= x.high+0.5:
						within++
					}
				}
			}
			b.ReportMetric(100*within/all, "%_within")
			b.ReportMetric(100*low/all, "%_below")
			b.ReportMetric(off/all, "VP_too_few")
			var rows strings.Builder
			for bin := range n {
				fmt.Fprintf(&rows, "\n%2d to %3d %%: %5.0f decisions, %.1f %% predicted, %.1f %% won", 10*bin, 10*bin+10, n[bin],
					100*predicted[bin]/max(n[bin], 1), 100*won[bin]/max(n[bin], 1))
			}
			if b.N > 1 {
				b.Log(strings.TrimSpace(rows.String())) // a benchmark's log shows ten lines
			}
		})
	}
}
