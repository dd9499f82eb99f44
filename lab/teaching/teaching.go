// Package teaching plays guided games and writes lab/teaching.md: at which
// decision, and in which round, the lesson explains each idea of the game.
//
//	go run ./cmd/ruhr-lab teaching > lab/teaching.md
package teaching

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"

	"ruhr/board"
	"ruhr/bot"
	"ruhr/guide"
	"ruhr/record"
	"ruhr/rules"
)

// learners are the computer players in the learner's seat: one that knows
// nothing, and three that play like a thoughtful beginner.
var learners = []string{"random", "greedy", "schiffsjunge", "schiffer"}

// each is the number of games per learner.
const each = 75

// Command has no options.
type Command struct{}

// Run writes the page to standard output.
func (Command) Run() error { return write(os.Stdout) }

// when is when something was explained: the number of the learner's decision,
// from 1, and the round.
type when struct{ decision, round int }

// play plays a guided game with a computer player as the learner.
func play(g *rules.Game, learner string, seed uint64) (*record.Game, error) {
	var bots [guide.Seats]bot.Bot
	for seat, name := range [guide.Seats]string{learner, "schiffsjunge"} {
		b, err := bot.New(name)
		if err != nil {
			return nil, err
		}
		bots[seat] = b
	}
	deal := guide.Deal(g)
	stepper := record.NewStepper(g, &deal)
	step, err := stepper.Start(deal.StartSeat)
	if err != nil {
		return nil, err
	}
	h := record.NewGame(g, nil, deal.StartSeat, step)
	for !h.Over() {
		s := step.State
		legal, who := g.Legal(&s), s.ToDecide()
		a := legal.First()
		if legal.Len() > 1 {
			rng := rand.New(rand.NewPCG(seed, uint64(h.Len())))
			if who != guide.Learner {
				rng = guide.Chance(h.Len())
			}
			a = bots[who].Choose(context.Background(), g, &s, bot.Budget{}, rng).Action
		}
		if step, err = stepper.Step(&s, a); err != nil {
			return nil, err
		}
		h.Add(step)
	}
	return h, nil
}

// explained returns for each idea when it was first explained.
func explained(h *record.Game) map[string]when {
	out := map[string]when{}
	given := guide.Course(h, guide.Learner)
	decisions := 0
	for n := range h.Len() {
		next := h.Steps[n+1]
		prompted := len(given) > 0 && given[0].At == n
		if next.Seat != guide.Learner || next.Forced && !prompted {
			continue
		}
		decisions++
		if !prompted {
			continue
		}
		for _, idea := range given[0].Ideas {
			if _, told := out[idea]; !told {
				out[idea] = when{decisions, h.Steps[n].State.Round()}
			}
		}
		given = given[1:]
	}
	return out
}

// games plays all games and returns for each when ideas were explained.
func games() ([]map[string]when, error) {
	b := board.Default()
	g := rules.NewGame(b, guide.Seats, rules.Variant{})
	var out []map[string]when
	for _, learner := range learners {
		for seed := range uint64(each) {
			h, err := play(g, learner, seed)
			if err != nil {
				return nil, fmt.Errorf("%s, game %d: %w", learner, seed, err)
			}
			out = append(out, explained(h))
		}
	}
	return out, nil
}

// row is the table's line for an idea. Missing counts the games without its
// explanation.
type row struct {
	guide.Idea
	median, worst when
	missing       int
}

// rows returns the table's lines in the order of first explanation.
func rows(played []map[string]when) []row {
	var out []row
	for _, idea := range guide.Ideas {
		r := row{Idea: idea}
		var decisions, rounds []int
		for _, told := range played {
			w, ok := told[idea.Key]
			if !ok {
				r.missing++
				continue
			}
			decisions, rounds = append(decisions, w.decision), append(rounds, w.round)
		}
		if len(decisions) > 0 {
			slices.Sort(decisions)
			slices.Sort(rounds)
			middle, last := len(decisions)/2, len(decisions)-1
			r.median, r.worst = when{decisions[middle], rounds[middle]}, when{decisions[last], rounds[last]}
		}
		out = append(out, r)
	}
	slices.SortStableFunc(out, func(a, b row) int { return cmp.Compare(a.median.decision, b.median.decision) })
	return out
}

const head = `# How soon the lesson explains what

*Learn by playing* is a guided game for two on a fixed deal (package ` + "`guide`" + `). Its first three rounds lead from the aim of the
game to the first buildings; everything else is explained when it first comes up. No decision of the learner is taken silently
before it was explained. After the first round a phase has one explanation, or two where nothing may be decided silently.

The table says at which of the learner's decisions, and in which round, each idea is explained first, over %d guided games: %d
each with %s in the learner's seat. Ideas marked with a round are explained by then, the others
within three rounds.

| idea | decision, median | worst | round, median | worst |
| --- | ---: | ---: | ---: | ---: |
`

const tail = `
` + "`go run ./cmd/ruhr-lab teaching > lab/teaching.md`" + ` writes this page; a test fails when it is stale, when a game leaves an idea
unexplained, or when one comes later than it should.
`

func write(w io.Writer) error {
	played, err := games()
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(w, head, len(played), each, list(learners)); err != nil {
		return err
	}
	for _, r := range rows(played) {
		name := r.Key
		if r.By > 0 {
			name += fmt.Sprintf(" (round %d)", r.By)
		}
		if _, err := fmt.Fprintf(w, "| %s | %d | %d | %d | %d |\n", name, r.median.decision, r.worst.decision, r.median.round, r.worst.round); err != nil {
			return err
		}
	}
	_, err = io.WriteString(w, tail)
	return err
}

// list joins names for a sentence.
func list(names []string) string {
	out := ""
	for i, name := range names {
		switch {
		case i == 0:
		case i == len(names)-1:
			out += " and "
		default:
			out += ", "
		}
		out += "`" + name + "`"
	}
	return out
}
