package remote

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"unsafe"

	"ruhr/board"
	"ruhr/bot"
	"ruhr/rules"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// How much a Server keeps.
const (
	keptGames   = 4
	keptPlayers = 8 // with what they found
)

// Server answers clients, one question at a time.
type Server struct {
	games   *simplelru.LRU[gameKey, *rules.Game]
	players *simplelru.LRU[uint64, *seat]

	// The analyst that was asked last, and of what.
	analyst  *bot.Analyst
	analyses *rules.Game
	playouts int
}

type gameKey struct {
	board   string
	seats   int
	variant rules.Variant
}

// seat is a computer player and its level.
type seat struct {
	level string
	bot   bot.Bot
}

// NewServer makes a server.
func NewServer() *Server {
	games, _ := simplelru.NewLRU[gameKey, *rules.Game](keptGames, nil) // fails below 1 only
	players, _ := simplelru.NewLRU[uint64, *seat](keptPlayers, nil)
	return &Server{games: games, players: players}
}

// Answer answers a question of a Client. Errors say what is wrong with it, or are that
// of ctx.
func (v *Server) Answer(ctx context.Context, question []byte) ([]byte, error) {
	var q ask
	if err := json.Unmarshal(question, &q); err != nil {
		return nil, err
	}
	g, err := v.game(&q)
	if err != nil {
		return nil, err
	}
	var s rules.State
	if len(q.State) != int(unsafe.Sizeof(s)) {
		return nil, fmt.Errorf("a position of %d bytes, expected %d: the programs are of two builds", len(q.State), unsafe.Sizeof(s))
	}
	copy(unsafe.Slice((*byte)(unsafe.Pointer(&s)), unsafe.Sizeof(s)), q.State)
	a, err := v.answer(ctx, g, &s, &q)
	if err != nil {
		return nil, err
	}
	return json.Marshal(a)
}

func (v *Server) answer(ctx context.Context, g *rules.Game, s *rules.State, q *ask) (a answer, err error) {
	switch q.Kind {
	case choose:
		p, err := v.player(q)
		if err != nil {
			return a, err
		}
		t := p.Choose(ctx, g, s, q.Budget, rand.New(only(q.Random)))
		return answer{Action: t.Action, Analysis: t.Analysis}, t.Failed
	case advise:
		return answer{Analysis: bot.Hint(ctx, g, s, q.Budget, q.Planned)}, ctx.Err()
	}
	if v.analyst == nil || v.analyses != g || v.playouts != q.Playouts {
		v.analyst, v.analyses, v.playouts = bot.NewAnalyst(g, q.Playouts), g, q.Playouts
	}
	r := v.analyst
	switch q.Kind {
	case position:
		a.Analysis, err = r.Position(ctx, s, q.Quick)
	case value:
		a.Candidate, err = r.Value(ctx, s, q.Actions[0])
	case further:
		a.More, a.Deviation, err = r.Further(ctx, s, q.Actions[0], q.Actions[1])
	case ledger:
		a.Ledger, err = r.Ledger(ctx, s, q.Actions[0], q.Actions[1])
	default:
		err = fmt.Errorf("nothing is known of a question of kind %q", q.Kind)
	}
	return a, err
}

// only is a source with one number.
type only uint64

func (o only) Uint64() uint64 { return uint64(o) }

// game returns the game of a question.
func (v *Server) game(q *ask) (*rules.Game, error) {
	key := gameKey{q.Board, q.Seats, q.Variant}
	if g, ok := v.games.Get(key); ok {
		return g, nil
	}
	b := board.Default()
	if q.File != nil {
		var err error
		if b, err = board.Load(q.File); err != nil {
			return nil, err
		}
	}
	if b.SHA256 != q.Board || q.Seats < 2 || q.Seats > 4 {
		return nil, fmt.Errorf("a game on board %.8s with %d seats, expected board %.8s and 2 to 4", q.Board, q.Seats, b.SHA256)
	}
	g := rules.NewGame(b, q.Seats, q.Variant)
	v.games.Add(key, g)
	return g, nil
}

// player returns the computer player of a question.
func (v *Server) player(q *ask) (bot.Bot, error) {
	if p, ok := v.players.Get(q.Player); ok && p.level == q.Level {
		return p.bot, nil
	}
	b, err := bot.New(q.Level)
	if err != nil {
		return nil, err
	}
	v.players.Add(q.Player, &seat{q.Level, b})
	return b, nil
}
