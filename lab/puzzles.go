package lab

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"

	"ruhr/board"
	"ruhr/bot"
	"ruhr/bot/rng"
	"ruhr/coach/puzzle"
	"ruhr/record"
	"ruhr/rules"
)

// PuzzlesConfig describes a search for puzzles in games of 2, 3 and 4 seats in turn and
// levels that are drawn. The seed and its number determine a game and its line.
type PuzzlesConfig struct {
	Board   *board.Board
	Games   int
	Seed    uint64
	Workers int
	File    *os.File // JSON lines; games in it are not played again
}

// PuzzlesLine is a game and the puzzles in its last round.
type PuzzlesLine struct {
	Game  int             `json:"game"`
	Seats int             `json:"seats"`
	Found []puzzle.Puzzle `json:"found"`
}

// Puzzles plays games and appends a line for each to the file. If the time of ctx is over,
// it ends without an error; the same call goes on.
func Puzzles(ctx context.Context, c PuzzlesConfig) error {
	list, whole, err := parsePuzzles(c.File)
	if err == nil {
		_, err = c.File.Seek(whole, io.SeekStart)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", c.File.Name(), err)
	}
	done := map[int]bool{}
	for _, l := range list {
		done[l.Game] = true
	}
	out := newLines(c.File)
	err = inParallel(ctx, c.Workers, c.Games, func(ctx context.Context) (func(int) error, error) {
		return func(k int) error {
			if done[k] {
				return nil
			}
			l, err := c.game(ctx, k)
			if err != nil {
				return err
			}
			return out.write(l)
		}, nil
	})
	if errors.Is(err, context.DeadlineExceeded) {
		return nil
	}
	return err
}

// game plays a game and looks for puzzles in its last round.
func (c *PuzzlesConfig) game(ctx context.Context, k int) (*PuzzlesLine, error) {
	chance := rng.Seeded(c.Seed, uint64(k), 0x9022)
	g := rules.NewGame(c.Board, 2+k%3, rules.Variant{})
	seed := chance.Next()
	deal := bot.NewDeal(g, seed)
	var seats []bot.Bot
	var players []record.Player
	for range g.Seats() {
		level := puzzle.Levels[chance.Below(len(puzzle.Levels))]
		b, err := bot.New(level)
		if err != nil {
			return nil, err
		}
		seats, players = append(seats, b), append(players, record.Player{Bot: level})
	}
	var actions []rules.Action
	var turns []int // of the last round: after so many decisions they begin
	random, steps := rand.New(rand.NewPCG(seed, 1)), record.NewStepper(g, &deal)
	step, err := steps.Start(deal.StartSeat)
	before := rules.State{}
	for err == nil && step.State.Decision() != rules.Over {
		s := &step.State
		if s.Round() == board.Rounds && !puzzle.SameTurn(&before, s) {
			turns = append(turns, len(actions))
		}
		before = *s
		a := seats[s.ToDecide()].Choose(ctx, g, s, bot.Budget{}, random).Action
		if err = ctx.Err(); err == nil {
			actions = append(actions, a)
			step, err = steps.Step(s, a)
		}
	}
	if err != nil {
		return nil, err
	}
	played, err := record.Play(g, &deal, actions)
	if err != nil {
		return nil, err
	}
	played.Players = players
	out := &PuzzlesLine{Game: k, Seats: g.Seats(), Found: []puzzle.Puzzle{}}
	for _, n := range turns {
		if p := puzzleAt(ctx, played, n); p != nil {
			out.Found = append(out.Found, *p)
		}
	}
	return out, ctx.Err()
}

// farAhead is the lead in VP beyond which nothing is at stake.
const farAhead = 6

// puzzleAt is the puzzle after n decisions of a game, nil if there is none.
func puzzleAt(ctx context.Context, played *record.Game, n int) *puzzle.Puzzle {
	s := played.After(n)
	v := puzzle.NewSolver(played.Rules, s.ToDecide(), puzzle.MostPositions)
	plans := v.Plans(s)
	if v.GaveUp() || len(plans) < puzzle.LeastPlans {
		return nil
	}
	best, next := plans[0], plans[1]
	if best.Lead-next.Lead < puzzle.LeastMargin || best.Lead < -farAhead || next.Lead > farAhead {
		return nil
	}
	p := &puzzle.Puzzle{After: n, Lead: best.Lead, Next: next.Lead}
	var wrong []rules.Action // the best plan of levels that miss the best
	most := 0
	for i, level := range puzzle.Levels {
		end, plan := tries(ctx, played.Rules, *s, level, uint64(n+i))
		if lead := v.Lead(&end); lead < best.Lead {
			if p.Missed++; wrong == nil || lead > most {
				wrong, most = append(plan, v.Line(end)...), lead
			}
		}
	}
	link, err := played.Link()
	if err != nil || wrong == nil || v.GaveUp() {
		return nil
	}
	p.Game, p.Theme = link, puzzle.ThemeOf(played.Rules, s, append(best.Actions, v.Line(best.End)...), wrong)
	return p
}

// tries is where a turn ends that a level plays, and what it plays.
func tries(ctx context.Context, g *rules.Game, s rules.State, level string, seed uint64) (rules.State, []rules.Action) {
	b, err := bot.New(level)
	random, began := rand.New(rand.NewPCG(seed, 2)), s
	var plan []rules.Action
	for err == nil && puzzle.SameTurn(&began, &s) && ctx.Err() == nil {
		a := b.Choose(ctx, g, &s, bot.Budget{}, random).Action
		plan = append(plan, a)
		g.Play(&s, a)
	}
	return s, plan
}

// ReadPuzzles reads what was found.
func ReadPuzzles(r io.Reader) ([]*PuzzlesLine, error) {
	list, _, err := parsePuzzles(r)
	return list, err
}

func parsePuzzles(r io.Reader) (list []*PuzzlesLine, whole int64, err error) {
	whole, err = readLines(r, func(data []byte) error {
		l := new(PuzzlesLine)
		if err := json.Unmarshal(data, l); err != nil || l.Seats == 0 {
			return fmt.Errorf("not a game with puzzles: %w", err)
		}
		list = append(list, l)
		return nil
	})
	return list, whole, err
}

// ChoosePuzzles chooses so many puzzles, one of a game at most, in turn of each theme and
// each difficulty as long as there are any, a fifth of a theme at most.
func ChoosePuzzles(list []*PuzzlesLine, most int) (chosen []puzzle.Puzzle) {
	slices.SortFunc(list, func(a, b *PuzzlesLine) int { return a.Game - b.Game })
	type kind struct {
		theme string
		hard  int
	}
	of := map[kind][]int{} // games by what they have
	for i, l := range list {
		for _, p := range l.Found {
			k := kind{p.Theme, p.Hard()}
			of[k] = append(of[k], i)
		}
	}
	taken, ofTheme := map[int]bool{}, map[string]int{}
	for more := true; more && len(chosen) < most; {
		more = false
		for hard := 1; hard <= 3; hard++ {
			for _, theme := range puzzle.Themes {
				k := kind{theme, hard}
				for len(of[k]) > 0 && taken[of[k][0]] {
					of[k] = of[k][1:]
				}
				if len(of[k]) == 0 || len(chosen) == most || ofTheme[theme] > most/5 {
					continue
				}
				i := of[k][0]
				taken[i], more = true, true
				ofTheme[theme]++
				at := slices.IndexFunc(list[i].Found, func(p puzzle.Puzzle) bool { return p.Theme == theme && p.Hard() == hard })
				p := list[i].Found[at]
				p.Seats = list[i].Seats
				chosen = append(chosen, p)
			}
		}
	}
	return chosen
}
