// Command handovers measures how often a table of people has to wait for
// somebody to act, with standing orders and without. Simulated people decide
// like a computer player and set orders for sale and purchases when they choose
// their start. The figures are in docs/performance.md.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"path/filepath"

	"ruhr/bot"
	"ruhr/internal/live"
	"ruhr/internal/store/sqlite"
	"ruhr/internal/table"
	"ruhr/rules"
	"ruhr/spec"
)

// tally counts over a number of games.
type tally struct {
	turns    int // turns with a choice: without orders each is a hand-over
	handed   int // hand-overs with orders
	orders   int // decisions made by orders
	asMeant  int // of those, the ones that match what the person would then have decided
	finished int
}

func main() {
	games := flag.Int("games", 20, "how many games for each number of seats")
	level := flag.String("level", "lotse", "the computer player that people decide like")
	seed := flag.Uint64("seed", 7, "of the deals")
	flag.Parse()
	dir, err := os.MkdirTemp("", "handovers")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	for seats := 2; seats <= 4; seats++ {
		t, err := measure(filepath.Join(dir, fmt.Sprint(seats)), seats, *games, *level, *seed)
		if err != nil {
			log.Print(err)
			return
		}
		n := float64(t.finished)
		fmt.Printf("%d seats, %d games: %.1f hand-overs without orders, %.1f with, %.0f %%; %.1f decisions by order, %.0f %% as at that moment\n",
			seats, t.finished, float64(t.turns)/n, float64(t.handed)/n, 100*float64(t.handed)/float64(t.turns), float64(t.orders)/n, 100*float64(t.asMeant)/float64(max(1, t.orders)))
	}
}

// measure plays games at the tables of its own service.
func measure(path string, seats, games int, level string, seed uint64) (t tally, err error) {
	ctx := context.Background()
	st, err := sqlite.Open(ctx, path)
	if err != nil {
		return t, err
	}
	defer st.Close()
	hub := live.NewHub()
	defer hub.Close()
	o := table.Options{Store: st, Live: hub, Board: spec.Board, Bots: func(name string) (bot.Bot, error) {
		b, _, err := bot.Open(name)
		return b, err
	}}
	o.Seed(seed)
	v, err := table.New(o)
	if err != nil {
		return t, err
	}
	defer v.Close(ctx)
	for range games {
		p := &people{ctx: ctx, v: v, t: &t, rng: rand.New(rand.NewPCG(seed, 2))}
		if p.mind, _, err = bot.Open(level); err != nil {
			return t, err
		}
		if err := p.play(seats); err != nil {
			return t, err
		}
	}
	return t, nil
}

// people are the players of one table, who all decide alike.
type people struct {
	ctx  context.Context
	v    *table.Service
	t    *tally
	mind bot.Bot
	rng  *rand.Rand
}

// choose is the decision a person would make.
func (p *people) choose(g *rules.Game, s rules.State) rules.Action {
	return p.mind.Choose(p.ctx, g, &s, bot.Budget{}, p.rng).Action
}

func (p *people) play(seats int) error {
	var list []table.NewSeat
	all := table.Actor{Final: false}
	for k := range seats {
		list = append(list, table.NewSeat{Kind: table.Person, Name: fmt.Sprint("P", k+1)})
		all.Seats = append(all.Seats, k)
	}
	made, err := p.v.Create(p.ctx, table.NewTable{Seats: list})
	if err != nil {
		return err
	}
	s, err := p.v.Position(p.ctx, made.ID, all)
	type turn struct {
		seat, round int
		phase       rules.Phase
	}
	var now turn
	for err == nil && !s.Over {
		if s.You.Confirm {
			s, err = p.v.Confirm(p.ctx, s.ID, all, s.N, "")
			continue
		}
		if at := (turn{s.ToAct, s.State.Round(), s.State.Phase()}); at != now {
			now = at
			p.t.handed++
		}
		if s.State.Decision() == rules.ChooseStart {
			if s, err = p.order(s, all); err != nil {
				break
			}
		}
		s, err = p.v.Act(p.ctx, s.ID, all, s.N, "", p.choose(s.Game, s.State))
	}
	if err != nil {
		return err
	}
	p.count(s)
	return nil
}

// count adds a finished game.
func (p *people) count(s *table.Snapshot) {
	p.t.finished++
	counted := map[string]bool{}
	for i, step := range s.Steps {
		if step.Auto {
			continue
		}
		if key := fmt.Sprint(step.Seat, step.Round, step.Phase); !counted[key] {
			counted[key] = true
			p.t.turns++
		}
		if step.Ordered {
			p.t.orders++
			if p.choose(s.Game, s.History.Steps[i].State) == step.Action {
				p.t.asMeant++
			}
		}
	}
}

// courses is the number of random continuations a person imagines.
const courses = 8

// order sets orders for the seat that chooses its start: its decisions in the
// imagined continuations, most frequent first.
func (p *people) order(s *table.Snapshot, all table.Actor) (*table.Snapshot, error) {
	seat, round := s.State.ToDecide(), s.State.Round()
	var orders []table.Order
	for _, phase := range []rules.Phase{rules.Sale, rules.Purchase} {
		dear := map[rules.Action]int{}
		var seen []rules.Action
		for range courses {
			for _, a := range p.imagine(s.Game, s.State, seat, phase, dear) {
				if !has(seen, a) {
					seen = append(seen, a)
				}
			}
		}
		var last []table.Order
		for _, a := range seen {
			o := table.Order{Round: round, Phase: phase, Action: a, Max: dear[a]}
			if s.Game.Move(a).Do == rules.DoDone {
				last = append(last, o) // the rest comes first
				continue
			}
			orders = append(orders, o)
		}
		orders = append(orders, last...)
	}
	return p.v.SetOrders(p.ctx, s.ID, all, s.N, "", seat, orders, false)
}

func has(list []rules.Action, a rules.Action) bool {
	for _, b := range list {
		if a == b {
			return true
		}
	}
	return false
}

// imagine plays the round up to the seat's turn in a phase and returns its
// decisions there; dear collects the highest price of each.
func (p *people) imagine(g *rules.Game, s rules.State, seat int, phase rules.Phase, dear map[rules.Action]int) (out []rules.Action) {
	for round := s.Round(); s.Round() == round && s.Phase() <= phase && g.Legal(&s).Len() > 0; {
		a := p.choose(g, s)
		if s.ToDecide() != seat && p.rng.IntN(2) == 0 { // others may act differently
			legal := g.Legal(&s).Append(nil)
			a = legal[p.rng.IntN(len(legal))]
		}
		before := s
		g.Play(&s, a)
		if before.ToDecide() == seat && before.Phase() == phase {
			out = append(out, a)
			dear[a] = max(dear[a], before.Thaler(seat)-s.Thaler(seat)+2*(s.Debts(seat)-before.Debts(seat)))
		}
	}
	return out
}
