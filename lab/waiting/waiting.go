// Package waiting measures how long a person waits for a computer player and for
// advice while many tables of the strongest computer players think. From the
// repository:
//
//	go run ./cmd/ruhr-lab waiting --tables 250 --for 30s
//
// It plays without pages, on a temporary database.
package waiting

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"time"

	"ruhr/bot"
	"ruhr/internal/game"
	"ruhr/internal/live"
	"ruhr/internal/store/memory"
	"ruhr/internal/table"
	"ruhr/spec"
)

// Command is the command line.
type Command struct {
	Tables int           `default:"250" placeholder:"N" help:"How many tables of the strongest computer players think, all of one visitor (default 250)."`
	Level  string        `default:"schiffsjunge" placeholder:"LEVEL" help:"The computer player of the person who is measured (default schiffsjunge)."`
	For    time.Duration `default:"30s" placeholder:"DURATION" help:"How long to measure (default 30s)."`
}

// Run plays and prints how long the person waited.
func (c *Command) Run(ctx context.Context) error {
	hub := live.NewHub()
	defer hub.Close()
	v, err := table.New(table.Options{
		Store: memory.New(), Live: hub, Board: spec.Board, Bots: bot.New, Budget: bot.TableBudget,
		Log: slog.New(slog.NewTextHandler(io.Discard, nil)),
	})
	if err != nil {
		return err
	}
	defer v.Close(ctx)
	for range c.Tables {
		bots := []game.NewSeat{{Kind: game.Bot, Level: "bergrat"}, {Kind: game.Bot, Level: "bergrat"}}
		if err := open(ctx, v, game.NewTable{Seats: bots, Thinking: game.Long}, "crowd", nil); err != nil {
			return err
		}
	}
	p := person{Service: v, hub: hub}
	begun := time.Now()
	for time.Since(begun) < c.For {
		seats := []game.NewSeat{{Kind: game.Person, Name: "Anna"}, {Kind: game.Bot, Level: c.Level}}
		if err := open(ctx, v, game.NewTable{Seats: seats, Hints: true}, "anna", &p.id); err != nil {
			return err
		}
		if err := p.play(ctx, begun.Add(c.For)); err != nil {
			return err
		}
	}
	fmt.Printf("%d tables of bergrat, long thinking; one person against %s\n", c.Tables, c.Level)
	print("decisions of the computer player", p.moves)
	print("advice", p.advice)
	fmt.Printf("advice refused: %d\n", p.refused)
	return nil
}

// open starts a table where a visitor stays present.
func open(ctx context.Context, v *table.Service, t game.NewTable, visitor string, id *string) error {
	c, err := v.Create(ctx, t)
	if err != nil {
		return err
	}
	if id != nil {
		*id = c.ID
	}
	v.Attend(c.ID, visitor)
	_, err = v.Position(ctx, c.ID, game.Actor{From: visitor})
	return err
}

// person plays by the first advice and measures all waiting times.
type person struct {
	*table.Service
	hub     live.Live
	id      string
	moves   []time.Duration
	advice  []time.Duration
	refused int
}

func (p *person) play(ctx context.Context, until time.Time) error {
	me := game.Actor{Seats: []int{0}, From: "anna"}
	news := p.hub.Subscribe(p.id)
	defer news.Close()
	s, err := p.Position(ctx, p.id, me)
	for err == nil && !s.Over && time.Now().Before(until) {
		switch {
		case s.You.MayAsk && len(s.You.Advice.Candidates) == 0:
			began := time.Now()
			s, err = p.Hint(ctx, p.id, me, s.N, "")
			if errors.Is(err, game.ErrBusy) {
				p.refused++
				s, err = p.Position(ctx, p.id, me)
				continue
			}
			p.advice = append(p.advice, time.Since(began))
		case s.You.Act:
			best := s.Game.Legal(&s.State).First()
			if len(s.You.Advice.Candidates) > 0 {
				best = s.You.Advice.Candidates[0].Action
			}
			s, err = p.Do(ctx, p.id, me, s.N, "", game.Act(best))
		case s.You.Confirm:
			s, err = p.Do(ctx, p.id, me, s.N, "", game.Confirm())
		default:
			began, n := time.Now(), s.N
			for err == nil && s.N == n {
				select {
				case <-news.C():
				case <-ctx.Done():
				}
				s, err = p.Position(ctx, p.id, me)
			}
			p.moves = append(p.moves, time.Since(began))
		}
	}
	return err
}

func print(what string, all []time.Duration) {
	if len(all) == 0 {
		fmt.Printf("%s: none\n", what)
		return
	}
	slices.Sort(all)
	at := func(share float64) time.Duration { return all[int(share*float64(len(all)-1))].Round(time.Millisecond) }
	fmt.Printf("%s: %d, median %v, p99 %v, longest %v\n", what, len(all), at(0.5), at(0.99), at(1))
}
