// Package handovers measures how often a table of people has to wait for
// somebody to come to it, and what of that standing orders save. Simulated people
// decide like a computer player. The figures are in lab/performance.md. From the
// repository:
//
//	go run ./cmd/ruhr-lab handovers --games 4
package handovers

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"ruhr/bot"
	"ruhr/internal/game"
	"ruhr/internal/live"
	"ruhr/internal/store/memory"
	"ruhr/internal/table"
	"ruhr/lab/entrant"
	"ruhr/rules"
	"ruhr/spec"
)

// habit is what people order in advance.
type habit int

const (
	nothing habit = iota
	sale          // beside their start, the sale
	plans         // at each visit, all that they foresee up to their next start
)

var habits = [...]string{"nothing", "the sale", "plans"}

// tally counts over a number of games.
type tally struct {
	every    int            // hand-overs if every decision had to be made by hand
	handed   int            // hand-overs
	for_     map[string]int // of these, for which decision and phase
	orders   int            // decisions made by orders
	asMeant  int            // of those, the ones that match what the person would then have decided
	finished int
}

// Command is the command line.
type Command struct {
	Games int    `default:"20" placeholder:"N" help:"How many games for each number of seats (default 20)."`
	Level string `default:"lotse" placeholder:"LEVEL" help:"The computer player that people decide like (default lotse)."`
	Seed  uint64 `default:"7" placeholder:"N" help:"Of the deals (default 7)."`
}

// Run plays the games and prints what was counted.
func (c *Command) Run(ctx context.Context) error {
	for seats := 2; seats <= 4; seats++ {
		for h := nothing; h <= plans; h++ {
			t, err := c.measure(ctx, seats, h)
			if err != nil {
				return err
			}
			t.print(seats, h)
		}
	}
	return nil
}

func (t *tally) print(seats int, h habit) {
	n := float64(t.finished)
	fmt.Printf("%d seats, %d games, ordering %s: %.1f hand-overs, %.0f %% of %.1f; %.1f decisions by order, %.0f %% as at that moment\n",
		seats, t.finished, habits[h], float64(t.handed)/n, 100*float64(t.handed)/float64(t.every), float64(t.every)/n,
		float64(t.orders)/n, 100*float64(t.asMeant)/float64(max(1, t.orders)))
	kinds := slices.SortedFunc(maps.Keys(t.for_), func(a, b string) int { return t.for_[b] - t.for_[a] })
	var parts []string
	for _, kind := range kinds {
		parts = append(parts, fmt.Sprintf("%s %.1f", kind, float64(t.for_[kind])/n))
	}
	fmt.Printf("  %s\n", strings.Join(parts, ", "))
}

// measure plays games at the tables of its own service.
func (c *Command) measure(ctx context.Context, seats int, h habit) (t tally, err error) {
	t.for_ = map[string]int{}
	hub := live.NewHub()
	defer hub.Close()
	o := table.Options{Store: memory.New(), Live: hub, Board: spec.Board, Bots: func(name string) (bot.Bot, error) {
		b, _, err := entrant.Open(name)
		return b, err
	}}
	table.Seed(&o, c.Seed)
	v, err := table.New(o)
	if err != nil {
		return t, err
	}
	defer v.Close(ctx)
	for range c.Games {
		p := &people{ctx: ctx, v: v, t: &t, habit: h, rng: rand.New(rand.NewPCG(c.Seed, 2))}
		if p.mind, _, err = entrant.Open(c.Level); err != nil {
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
	ctx   context.Context
	v     *table.Service
	t     *tally
	habit habit
	mind  bot.Bot
	rng   *rand.Rand
}

// choose is the decision a person would make.
func (p *people) choose(g *rules.Game, s rules.State) rules.Action {
	return p.mind.Choose(p.ctx, g, &s, bot.Budget{}, p.rng).Action
}

// visit is a seat's decisions in one phase without another seat's between them: the
// table waits for one person to come once.
type visit struct {
	seat, round int
	phase       rules.Phase
}

func (p *people) play(seats int) error {
	var list []game.NewSeat
	all := game.Actor{Final: false}
	for k := range seats {
		list = append(list, game.NewSeat{Kind: game.Person, Name: fmt.Sprint("P", k+1)})
		all.Seats = append(all.Seats, k)
	}
	made, err := p.v.Create(p.ctx, game.NewTable{Seats: list})
	if err != nil {
		return err
	}
	s, err := p.v.Position(p.ctx, made.ID, all)
	var now visit
	for err == nil && !s.Over {
		if s.You.Confirm {
			s, err = p.v.Do(p.ctx, s.ID, all, s.N, "", game.Confirm())
			continue
		}
		if at := (visit{s.ToAct, s.State.Round(), s.State.Phase()}); at != now {
			now = at
			p.t.handed++
			p.t.for_[kindOf(&s.State)]++
		}
		if s, err = p.order(s, all); err == nil {
			s, err = p.v.Do(p.ctx, s.ID, all, s.N, "", game.Act(p.choose(s.Game, s.State)))
		}
	}
	if err != nil {
		return err
	}
	p.count(s)
	return nil
}

// kindOf says for what a position waits.
func kindOf(s *rules.State) string {
	name := map[rules.Decision]string{rules.Pay: "pay", rules.Take: "take", rules.Remove: "remove", rules.Place: "place",
		rules.ChooseOption: "start", rules.ChooseTransport: "start", rules.ChooseSupply: "start", rules.ChooseStart: "start",
		rules.Sell: "sale", rules.Buy: "purchase"}[s.Decision()]
	if s.Decision() == rules.Place && s.Phase() == rules.Event {
		return "place (event)"
	}
	return name
}

// count adds a finished game.
func (p *people) count(s *game.Snapshot) {
	p.t.finished++
	var last visit
	for i, step := range s.Steps {
		if at := (visit{step.Seat, step.Round, step.Phase}); at != last {
			last = at
			p.t.every++
		}
		if step.Ordered {
			p.t.orders++
			if p.choose(s.Game, s.History.Steps[i].State) == step.Action {
				p.t.asMeant++
			}
		}
	}
}

// order sets what the seat to decide orders in advance: at its start for this
// round, when it buys for the beginning of the next.
func (p *people) order(s *game.Snapshot, all game.Actor) (*game.Snapshot, error) {
	d := s.State.Decision()
	if p.habit == nothing || d != rules.ChooseStart && (d != rules.Buy || p.habit == sale) {
		return s, nil
	}
	seat := s.State.ToDecide()
	return p.v.Do(p.ctx, s.ID, all, s.N, "", game.SetOrders(seat, p.foresee(s.Game, s.State), false))
}

const (
	courses = 8 // the continuations a person imagines
	rows    = 8 // the orders for one phase that the form has room for
)

// foresee lists the decisions of the seat to decide after this one in imagined
// continuations, first as it expects the others to act, then with surprises.
func (p *people) foresee(g *rules.Game, s rules.State) (orders []game.Order) {
	seat, phase := s.ToDecide(), s.Phase()
	last := map[visit]game.Order{}
	for course := range courses {
		for _, o := range p.imagine(g, s, seat, course > 0) {
			same := func(x game.Order) bool { return x.Round == o.Round && x.Phase == o.Phase }
			i := slices.IndexFunc(orders, func(x game.Order) bool { return same(x) && x.Action == o.Action })
			rest := slices.DeleteFunc(slices.Clone(orders), func(x game.Order) bool { return !same(x) })
			switch {
			case o.Phase == phase || p.habit == sale && (o.Phase != rules.Sale || len(rest) > 0):
			case g.Move(o.Action).Do == rules.DoDone: // what is wanted comes first
				last[visit{seat, o.Round, o.Phase}] = o
			case i >= 0:
				orders[i].Max = max(orders[i].Max, o.Max)
			case len(rest) < rows-1:
				orders = append(orders, o)
			}
		}
	}
	for _, o := range last {
		orders = append(orders, o)
	}
	return orders
}

// imagine plays on to the seat's next start or the next outcome of chance and
// returns the seat's decisions on the way with their prices.
func (p *people) imagine(g *rules.Game, s rules.State, seat int, surprises bool) (out []game.Order) {
	round := s.Round()
	for g.Legal(&s).Len() > 0 && (s.Round() == round || s.Phase() == rules.Event) {
		a := p.choose(g, s)
		if surprises && s.ToDecide() != seat && p.rng.IntN(2) == 0 {
			legal := g.Legal(&s)
			a = legal.Nth(p.rng.IntN(legal.Len()))
		}
		before := s
		g.Play(&s, a)
		if before.ToDecide() == seat {
			price := before.Thaler(seat) - s.Thaler(seat) + 2*max(0, s.Debts(seat)-before.Debts(seat))
			out = append(out, game.Order{Round: before.Round(), Phase: before.Phase(), Action: a, Max: max(0, price)})
		}
	}
	return out
}
