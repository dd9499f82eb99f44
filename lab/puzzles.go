package lab

import (
	"context"
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

func (l PuzzlesLine) of() (game, seats int) { return l.Game, l.Seats }

// Puzzles plays games and appends a line for each to the file. If the time of ctx is over,
// it ends without an error; the same call goes on.
func Puzzles(ctx context.Context, c PuzzlesConfig) error {
	return measureGames(ctx, c.File, c.Workers, c.Games, c.game)
}

// game plays a game and looks for puzzles in its last round.
func (c *PuzzlesConfig) game(ctx context.Context, k int) (*PuzzlesLine, error) {
	chance := rng.Seeded(c.Seed, uint64(k), 0x9022)
	g := rules.NewGame(c.Board, 2+k%3, rules.Variant{})
	seed := chance.Next()
	deal, random := bot.NewDeal(g, seed), rand.New(rand.NewPCG(seed, 1))
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
	played, err := playRecord(ctx, g, &deal, nil, func(s *rules.State) rules.Action {
		return seats[s.ToDecide()].Choose(ctx, g, s, bot.Budget{}, random).Action
	})
	if err != nil {
		return nil, err
	}
	played.Players = players
	out := &PuzzlesLine{Game: k, Seats: g.Seats(), Found: []puzzle.Puzzle{}}
	for n := 1; n < played.Len(); n++ {
		if s := played.After(n); s.Round() < board.Rounds || puzzle.SameTurn(played.After(n-1), s) {
			continue
		}
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
	p := &puzzle.Puzzle{After: n, Seats: played.Rules.Seats(), Lead: best.Lead, Next: next.Lead}
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
func ReadPuzzles(r io.Reader) ([]*PuzzlesLine, error) { return readGames[PuzzlesLine](r) }

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
				chosen = append(chosen, list[i].Found[at])
			}
		}
	}
	return chosen
}
