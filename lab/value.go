package lab

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"

	"ruhr/bot/policy"
	"ruhr/bot/rng"
	"ruhr/bot/search"
	"ruhr/bot/value"
	"ruhr/rules"
)

// boundary is a position at the beginning of a round, how its game ended, and
// the final VP that a net is to learn.
type boundary struct {
	s      rules.State
	vp     [4]int16
	target [4]float32
	search *[4]float64 // what a search expected there; nil where none looked
}

// wanderings are how sharply the seats of a self-play game choose before the
// round from which positions are kept, so that these positions differ from
// those of good play alone.
var wanderings = [...]int32{8, 16, 24, 32, 48}

// valueGames plays games of the learned policy, or of searches if there are nets
// for them, and returns for each game positions at the beginning of rounds.
func valueGames(ctx context.Context, c TrainConfig, g *rules.Game, m *policy.Model) ([][]boundary, error) {
	games := make([][]boundary, c.Games)
	l := policy.NewTables(g)
	err := inParallel(ctx, c.Workers, c.Games, func(ctx context.Context) (func(n int) error, error) {
		p := valuePlayers{playouts: c.Playouts}
		for _, sharp := range wanderings {
			p.wander = append(p.wander, policy.NewLearned(l, m, sharp))
		}
		if c.Nets != nil {
			p.tree = search.NewTree(l, m, c.Nets()[g.Seats()], search.Standard, 1)
		}
		return func(n int) error {
			r := rng.Seeded(c.Seed, 0x7a1e, uint64(g.Seats()), uint64(n))
			games[n] = p.play(ctx, g, &r)
			if n%1024 == 0 {
				c.Progress(TrainProgress{Seats: g.Seats(), Stage: "play", Round: 1, Done: n, Of: c.Games})
			}
			return ctx.Err()
		}, nil
	})
	return games, err
}

// valuePlayers play the games that nets learn from.
type valuePlayers struct {
	wander   []*policy.Learned
	tree     *search.Tree // nil: the sharpest of the others plays
	playouts int
}

// play plays a game and returns the positions from a round on. Before it the
// seats wander.
func (p *valuePlayers) play(ctx context.Context, g *rules.Game, r *rng.Source) (out []boundary) {
	from := 1
	if r.Below(5) > 1 {
		from = 2 + r.Below(policy.Rounds-1)
	}
	var who [4]int
	for i := range who {
		who[i] = r.Below(len(p.wander))
	}
	if p.tree != nil {
		p.tree.Clear()
	}
	s := g.Start(r.Below(g.Seats()))
	for round := 1; ctx.Err() == nil; {
		if s.Round() > round {
			round = s.Round()
			if round >= from {
				out = append(out, boundary{s: s})
			}
		}
		policy.Settle(g, &s, r)
		if s.Decision() == rules.Over {
			break
		}
		if l := g.Legal(&s); l.Len() == 1 {
			g.Play(&s, l.First())
			continue
		}
		switch {
		case s.Round() < from:
			g.Play(&s, p.wander[who[s.ToDecide()]].Pick(&s, r))
		case p.tree == nil:
			g.Play(&s, p.wander[len(p.wander)-1].Pick(&s, r))
		default:
			a, expected := p.think(ctx, &s, r)
			if n := len(out); n > 0 && out[n-1].s.Round() == s.Round() && out[n-1].search == nil {
				out[n-1].search = expected
			}
			g.Play(&s, a)
		}
	}
	aim(out, outcomeOf(g, &s).vp)
	return out
}

// think searches, and returns the choice with the final VP expected of it.
func (p *valuePlayers) think(ctx context.Context, s *rules.State, r *rng.Source) (rules.Action, *[4]float64) {
	p.tree.ContinueAt(s, rng.Source(r.Next()))
	p.tree.Think(ctx, search.Limit{Playouts: int32(p.playouts)})
	a, list := p.tree.Conclude()
	if len(list) == 0 {
		return a, nil
	}
	return a, &list[0].VP
}

// trust is the weight of what a search expected at the beginning of a round; the
// rest is what came of the round. It takes luck out of the targets: the search
// averages over what chance and the others may do. But it plays rounds out by a
// weaker policy and expects fewer VP than seats that search get, so the weight
// is small.
const trust = 0.15

// aim sets the targets of a game's positions, from the last to the first.
func aim(list []boundary, end [4]int16) {
	var next [4]float32
	for who, vp := range end {
		next[who] = float32(vp)
	}
	for i := len(list) - 1; i >= 0; i-- {
		b := &list[i]
		b.vp = end
		if b.search != nil {
			for who := range next {
				next[who] += trust * (float32(b.search[who]) - next[who])
			}
		}
		b.target = next
	}
}

// fitValue fits a net to games: several times over all but a tenth of them, with
// steps that become smaller. It goes on from another net unless that is nil.
func fitValue(g *rules.Game, games [][]boundary, from *value.Net, epochs int, seed uint64, progress func(epoch int, off float64)) *value.Net {
	t := value.NewTables(g)
	l := value.NewLearner(t, seed)
	if from != nil {
		l.StartFrom(from)
	}
	var order []*boundary
	for n := range games {
		for i := range games[n] {
			if n%10 != 9 {
				order = append(order, &games[n][i])
			}
		}
	}
	r := rng.Seeded(seed, 0xf17)
	steps, step := float64(epochs*len(order)), 0.0
	for epoch := range epochs {
		for i := len(order) - 1; i > 0; i-- {
			j := r.Below(i + 1)
			order[i], order[j] = order[j], order[i]
		}
		for _, b := range order {
			l.Learn(&b.s, &b.target, float32(firstPace*(1-0.97*step/steps)))
			step++
		}
		if progress != nil {
			progress(epoch+1, heldOut(g, t, l.Net(), games))
		}
	}
	n := l.Net()
	calibrate(g, t, n, games)
	return n
}

const firstPace = 0.1

// heldOut is the root mean square error of the estimates in held-out games.
func heldOut(g *rules.Game, t *value.Tables, n *value.Net, games [][]boundary) float64 {
	e := value.NewEstimator(t, n)
	sum, count := 0.0, 0.0
	for k := 9; k < len(games); k += 10 {
		for i := range games[k] {
			b := &games[k][i]
			vp := e.Estimate(&b.s)
			for who := range g.Seats() {
				d := float64(vp[who])/value.One - float64(b.vp[who])
				sum, count = sum+d*d, count+1
			}
		}
	}
	return math.Sqrt(sum / max(count, 1))
}

// calibrate fits the chances of winning and the spreads to held-out games,
// round by round.
func calibrate(g *rules.Game, t *value.Tables, n *value.Net, games [][]boundary) {
	e := value.NewEstimator(t, n)
	type seen struct{ vp, end [4]float64 }
	var by [policy.Rounds + 1][]seen
	for k := 9; k < len(games); k += 10 {
		for i := range games[k] {
			b := &games[k][i]
			vp := e.Estimate(&b.s)
			var x seen
			for who := range g.Seats() {
				x.vp[who], x.end[who] = float64(vp[who])/value.One, float64(b.vp[who])
			}
			by[b.s.Round()] = append(by[b.s.Round()], x)
		}
	}
	for round, list := range by {
		fit := value.Fit{Win: value.One, Margin: value.One, VP: value.One}
		margin, vp, count := 0.0, 0.0, 0.0
		for i := range list {
			x := &list[i]
			for who := range g.Seats() {
				m := marginOf(&x.vp, g.Seats(), who) - marginOf(&x.end, g.Seats(), who)
				d := x.vp[who] - x.end[who]
				margin, vp, count = margin+m*m, vp+d*d, count+1
			}
		}
		if count > 0 {
			fit.Margin, fit.VP = int(value.One*math.Sqrt(margin/count)), int(value.One*math.Sqrt(vp/count))
			best := math.Inf(1)
			for scale := 0.3; scale < 20; scale *= 1.05 {
				loss := 0.0
				for i := range list {
					loss += surprise(&list[i].vp, &list[i].end, g.Seats(), scale)
				}
				if loss < best {
					best, fit.Win = loss, int(value.One*scale)
				}
			}
		}
		n.Fit[round] = fit
	}
}

func marginOf(vp *[4]float64, n, who int) float64 {
	best := math.Inf(-1)
	for other, v := range vp[:n] {
		if other != who {
			best = max(best, v)
		}
	}
	return vp[who] - best
}

// surprise is the cross entropy of the win, shared among ties, with a softmax of
// the estimates.
func surprise(vp, end *[4]float64, n int, scale float64) (loss float64) {
	var won [4]int16
	most, total := math.Inf(-1), 0.0
	for who := range n {
		won[who] = int16(end[who])
		most = max(most, vp[who])
	}
	for _, v := range vp[:n] {
		total += math.Exp((v - most) / scale)
	}
	for who := range n {
		loss -= search.WinShare(&won, n, who) * ((vp[who]-most)/scale - math.Log(total))
	}
	return loss
}

// TrainValue makes a file of nets that estimate the final VP at the beginning
// of a round, from games of the learned policy or, with Nets, of searches. The
// same settings make the same nets. Resume goes on from the file's nets and keeps
// those for other numbers of seats.
func TrainValue(ctx context.Context, c TrainConfig) error {
	if c.Seats == nil {
		c.Seats = []int{2, 3, 4}
	}
	if c.Progress == nil {
		c.Progress = func(TrainProgress) {}
	}
	made := value.Made{Command: c.Command, Seed: c.Seed, Games: c.Games, Epochs: c.Epochs}
	if c.Nets != nil {
		made.Playouts = c.Playouts
	}
	if c.Games < 10 || c.Games > maxGames || c.Epochs < 1 || c.Playouts < 1 {
		return fmt.Errorf("%d games, %d epochs, %d playouts: expected 10 or more games and 1 or more epochs and playouts",
			c.Games, c.Epochs, c.Playouts)
	}
	from := policy.Models()
	if c.From != nil {
		from = c.From()
	}
	f, err := netsFile(c)
	if err != nil {
		return err
	}
	for _, seats := range c.Seats {
		if seats < 2 || seats > 4 {
			return fmt.Errorf("seats is %d, expected 2 to 4 (SET-1)", seats)
		}
		g := rules.NewGame(c.Board, seats, rules.Variant{})
		games, err := valueGames(ctx, c, g, from[seats])
		if err != nil {
			return err
		}
		n := fitValue(g, games, f.All()[seats], c.Epochs, c.Seed, func(epoch int, off float64) {
			c.Progress(TrainProgress{Seats: seats, Stage: "fit", Round: 1, Done: epoch, Of: c.Epochs, After: off})
		})
		if err := f.Put(seats, n, made); err != nil {
			return err
		}
		if err := writeJSON(c.Out, f); err != nil {
			return err
		}
	}
	return nil
}

// netsFile is the file to put nets into.
func netsFile(c TrainConfig) (*value.File, error) {
	if !c.Resume {
		return value.NewFile(), nil
	}
	data, err := os.ReadFile(c.Out)
	if errors.Is(err, fs.ErrNotExist) {
		return value.NewFile(), nil
	}
	if err != nil {
		return nil, err
	}
	return value.Read(data)
}
