// Package remote has another program of the same build think for this one, as a
// computer player, an adviser or an analyst would. A program that only asks need not
// contain what thinks. In a browser the program that serves pages asks workers, so
// that a search never keeps a page waiting.
package remote

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"time"
	"unsafe"

	"ruhr/board"
	"ruhr/bot"
	"ruhr/bot/analysis"
	"ruhr/rules"
)

// ask is a question. A position is sent as it lies in memory: it has no pointers, and
// both programs are of one build.
type ask struct {
	Kind     kind
	Board    string // its SHA-256
	File     []byte `json:",omitempty"` // of a board that does not come with the program
	Seats    int
	Variant  rules.Variant
	State    []byte
	Player   uint64          `json:",omitempty"` // keeps what it found between its decisions
	Level    string          `json:",omitempty"`
	Budget   bot.Budget      // of a decision or advice
	Random   uint64          `json:",omitempty"` // the one number that a decision draws
	Planned  []rules.Action  `json:",omitempty"`
	Playouts int             `json:",omitempty"` // of an analyst
	Quick    bool            `json:",omitempty"`
	Actions  [2]rules.Action // that an analyst looks at or compares
}

// kind is what is asked for.
type kind string

const (
	choose   kind = "choose"
	advise   kind = "advise"
	position kind = "position"
	value    kind = "value"
	further  kind = "further"
	ledger   kind = "ledger"
)

// answer is what was found.
type answer struct {
	Action    rules.Action
	Analysis  analysis.Analysis
	Candidate analysis.Candidate
	More      float64
	Deviation float64
	Ledger    analysis.Ledger
}

// Client asks another program. It is safe for concurrent use.
type Client struct {
	// Call has the other program's Server answer. It returns when ctx ends.
	Call func(ctx context.Context, ask []byte) (answer []byte, err error)
	// Board returns the file of a board that does not come with the program, by its
	// SHA-256.
	Board func(ctx context.Context, sha string) ([]byte, error)

	players atomic.Uint64
}

// ask sends a question about a position.
func (c *Client) ask(ctx context.Context, g *rules.Game, s *rules.State, q ask) (a answer, err error) {
	q.Board, q.Seats, q.Variant = g.Board().SHA256, g.Seats(), g.Variant()
	q.State = bytesOf(s)
	if board.Default().SHA256 != q.Board {
		if q.File, err = c.Board(ctx, q.Board); err != nil {
			return a, err
		}
	}
	data, err := json.Marshal(q)
	if err != nil {
		return a, err
	}
	if data, err = c.Call(ctx, data); err != nil {
		return a, err
	}
	return a, json.Unmarshal(data, &a)
}

// bytesOf are the bytes of a position.
func bytesOf(s *rules.State) []byte {
	return slices.Clone(unsafe.Slice((*byte)(unsafe.Pointer(s)), unsafe.Sizeof(*s)))
}

// Bot returns a computer player of a level. Errors: no such level.
func (c *Client) Bot(level string) (bot.Bot, error) {
	if !slices.Contains(bot.Levels(), level) {
		return nil, fmt.Errorf("no level is called %q", level)
	}
	return &player{c, level, c.players.Add(1)}, nil
}

// player is a computer player in the other program.
type player struct {
	c     *Client
	level string
	id    uint64
}

// tries are how often a decision is asked for, half a minute apart in all.
const tries = 8

// Choose implements [bot.Bot]. It asks again after a failure of the other program, which
// says nothing of what the level would do; where all tries or ctx end it decides nothing.
func (p *player) Choose(ctx context.Context, g *rules.Game, s *rules.State, b bot.Budget, random *rand.Rand) bot.Thought {
	q := ask{Kind: choose, Player: p.id, Level: p.level, Budget: b, Random: random.Uint64()}
	for try := 1; ; try++ {
		a, err := p.c.ask(ctx, g, s, q)
		if err == nil {
			return bot.Thought{Action: a.Action, Analysis: a.Analysis}
		}
		if try == tries || ctx.Err() != nil {
			return bot.Thought{Action: rules.None, Failed: err}
		}
		select {
		case <-time.After(time.Second / 8 << try):
		case <-ctx.Done():
		}
	}
}

// Advise returns what gives advice within a budget, as [bot.Hint] does; nothing is known
// where the other program fails.
func (c *Client) Advise(b bot.Budget) func(ctx context.Context, g *rules.Game, s *rules.State, planned []rules.Action) analysis.Analysis {
	return func(ctx context.Context, g *rules.Game, s *rules.State, planned []rules.Action) analysis.Analysis {
		if g.Legal(s).Len() < 2 {
			return analysis.Analysis{}
		}
		a, _ := c.ask(ctx, g, s, ask{Kind: advise, Budget: b, Planned: planned})
		return a.Analysis
	}
}

// Analyst is a [bot.Analyst] in the other program.
type Analyst struct {
	c        *Client
	g        *rules.Game
	playouts int
}

// Analyst returns an analyst of a game, as [bot.NewAnalyst] does.
func (c *Client) Analyst(g *rules.Game, playouts int) *Analyst { return &Analyst{c, g, playouts} }

func (r *Analyst) ask(ctx context.Context, s *rules.State, q ask) (answer, error) {
	q.Playouts = r.playouts
	return r.c.ask(ctx, r.g, s, q)
}

// Position is Position of [bot.Analyst].
func (r *Analyst) Position(ctx context.Context, s *rules.State, quick bool) (analysis.Analysis, error) {
	a, err := r.ask(ctx, s, ask{Kind: position, Quick: quick})
	return a.Analysis, err
}

// Value is Value of [bot.Analyst].
func (r *Analyst) Value(ctx context.Context, s *rules.State, x rules.Action) (analysis.Candidate, error) {
	a, err := r.ask(ctx, s, ask{Kind: value, Actions: [2]rules.Action{x}})
	return a.Candidate, err
}

// Further is Further of [bot.Analyst].
func (r *Analyst) Further(ctx context.Context, s *rules.State, x, y rules.Action) (more, deviation float64, err error) {
	a, err := r.ask(ctx, s, ask{Kind: further, Actions: [2]rules.Action{x, y}})
	return a.More, a.Deviation, err
}

// Ledger is Ledger of [bot.Analyst].
func (r *Analyst) Ledger(ctx context.Context, s *rules.State, x, y rules.Action) (analysis.Ledger, error) {
	a, err := r.ask(ctx, s, ask{Kind: ledger, Actions: [2]rules.Action{x, y}})
	return a.Ledger, err
}
