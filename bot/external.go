package bot

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"time"

	"ruhr/record"
	"ruhr/rules"
	"ruhr/view"
)

// External is a program in any language that plays a seat. It gets an Ask as a
// line of JSON on its standard input and replies with an Answer on its
// standard output; docs/bots/README.md has the protocol and an example. If the
// program fails, is late or answers with an illegal action, the fallback
// decides and the Thought says why. After three failures in a row the program
// is no longer asked.
type External struct {
	// Rest is how long the program is not asked after three failures; 0 means
	// never again. Set it before the first Choose.
	Rest time.Duration

	command  []string
	limit    time.Duration
	fallback Bot

	turn     chan struct{} // capacity 1: a lock on the fields below
	run      *process
	failures int       // in a row
	asleep   time.Time // when it was last given up
	last     error
}

// Ask is the question to a program: the position as everybody sees it, and the
// legal actions as game records write them.
type Ask struct {
	Format   string          `json:"format"` // "ruhr-bot/1"
	Board    string          `json:"board"`  // id of the board
	Seats    int             `json:"seats"`
	Seat     int             `json:"seat"` // to decide, from 0
	Playouts int             `json:"playouts,omitempty"`
	Millis   int             `json:"millis"` // time left until the fallback decides
	Random   uint64          `json:"random"` // a seed, for games that can be repeated
	Position view.Position   `json:"position"`
	Legal    []record.Action `json:"legal"`
}

// Answer is a program's choice: the index of an action in Legal.
type Answer struct {
	Index int `json:"index"`
}

// BotFormat is the value of an Ask's format field.
const BotFormat = "ruhr-bot/1"

const (
	externalLimit = 5 * time.Second
	mostFailures  = 3
	longestAnswer = 1 << 16
)

// NewExternal makes a player of a command with its arguments. The program has
// limit for a decision (0 for 5 s); if it fails, fallback decides (nil for
// Schiffsjunge). It is started when it is first asked, and ended by Close.
func NewExternal(command []string, limit time.Duration, fallback Bot) (*External, error) {
	if len(command) == 0 || command[0] == "" {
		return nil, errors.New("a program of one's own needs a command, as in cmd:./mybot")
	}
	if limit <= 0 {
		limit = externalLimit
	}
	if fallback == nil {
		fallback, _ = New("schiffsjunge")
	}
	return &External{command: command, limit: limit, fallback: fallback, turn: make(chan struct{}, 1)}, nil
}

// ErrResting is a Thought's Failed while a program is not asked because of its
// failures.
var ErrResting = errors.New("left alone after three failures in a row")

// Choose asks the program. It may be called concurrently; calls wait for each
// other.
func (b *External) Choose(ctx context.Context, g *rules.Game, s *rules.State, budget Budget, random *rand.Rand) Thought {
	var a rules.Action
	var err error
	select {
	case b.turn <- struct{}{}:
		defer func() { <-b.turn }()
		a, err = b.try(ctx, g, s, budget, random.Uint64())
	case <-ctx.Done():
		err = fmt.Errorf("busy elsewhere: %w", context.Cause(ctx))
	}
	if err == nil {
		return Thought{Action: a}
	}
	t := b.fallback.Choose(context.WithoutCancel(ctx), g, s, budget, random)
	t.Failed = err
	return t
}

// try asks the program unless it is resting after failures.
func (b *External) try(ctx context.Context, g *rules.Game, s *rules.State, budget Budget, seed uint64) (rules.Action, error) {
	if !b.awake() {
		return rules.None, fmt.Errorf("%w, the last: %w", ErrResting, b.last)
	}
	limit := b.limit
	if budget.Time > 0 {
		limit = min(limit, budget.Time)
	}
	a, err := b.ask(ctx, g, s, budget, limit, seed)
	switch {
	case err == nil:
		b.failures = 0
	case ctx.Err() == nil: // otherwise it is not the program's fault
		b.failed(err)
	}
	if err != nil {
		b.stop()
	}
	return a, err
}

// awake reports whether the program may be asked. After its rest it has one
// try before it rests again.
func (b *External) awake() bool {
	return b.failures < mostFailures || b.Rest > 0 && time.Since(b.asleep) >= b.Rest
}

func (b *External) failed(err error) {
	b.last = err
	if b.failures = min(b.failures+1, mostFailures); b.failures == mostFailures {
		b.asleep = time.Now()
	}
}

// Close ends the program.
func (b *External) Close() error {
	b.turn <- struct{}{}
	defer func() { <-b.turn }()
	b.stop()
	return nil
}

func (b *External) stop() {
	if b.run != nil {
		b.run.end()
		b.run = nil
	}
}

func (b *External) ask(ctx context.Context, g *rules.Game, s *rules.State, budget Budget, limit time.Duration, seed uint64) (rules.Action, error) {
	if b.run == nil {
		run, err := begin(b.command)
		if err != nil {
			return rules.None, err
		}
		b.run = run
	}
	words := record.NewCodec(g)
	q := Ask{Format: BotFormat, Board: g.Board().ID, Seats: g.Seats(), Seat: s.ToDecide(), Playouts: budget.Playouts,
		Millis: int(limit.Milliseconds()), Random: seed >> 11, Position: view.Of(g, s)}
	l := g.Legal(s)
	for m := range l.Len() {
		q.Legal = append(q.Legal, words.Encode(l.Nth(m)))
	}
	line, err := json.Marshal(q)
	if err != nil {
		return rules.None, err
	}
	reply, err := b.run.talk(ctx, append(line, '\n'), limit)
	if err != nil {
		return rules.None, err
	}
	a := Answer{Index: -1}
	if err := json.Unmarshal(reply, &a); err != nil {
		return rules.None, fmt.Errorf("%s answered %.80q, expected {\"index\": 0}: %w", b.command[0], reply, err)
	}
	if a.Index < 0 || a.Index >= len(q.Legal) {
		return rules.None, fmt.Errorf("%s answered index %d, expected 0 to %d", b.command[0], a.Index, len(q.Legal)-1)
	}
	return l.Nth(a.Index), nil
}

// process is a running program.
type process struct {
	cmd     *exec.Cmd
	in      io.WriteCloser
	answers chan []byte // closed when its output ends
	done    chan struct{}
}

func begin(command []string) (*process, error) {
	p := &process{cmd: exec.Command(command[0], command[1:]...), answers: make(chan []byte, 1), done: make(chan struct{})}
	p.cmd.Stderr = os.Stderr
	var err error
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := p.cmd.Start(); err != nil {
		return nil, fmt.Errorf("%s does not start: %w", command[0], err)
	}
	go p.listen(out)
	return p, nil
}

func (p *process) listen(out io.Reader) {
	defer close(p.answers)
	lines := bufio.NewScanner(out)
	lines.Buffer(make([]byte, 0, 4096), longestAnswer)
	for lines.Scan() {
		select {
		case p.answers <- append([]byte(nil), lines.Bytes()...):
		case <-p.done:
			return
		}
	}
}

// talk sends a line and waits for the reply.
func (p *process) talk(ctx context.Context, line []byte, limit time.Duration) ([]byte, error) {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	sent := make(chan error, 1)
	go func() {
		_, err := p.in.Write(line)
		sent <- err
	}()
	for {
		select {
		case err := <-sent:
			if err != nil {
				return nil, fmt.Errorf("%s takes no question: %w", p.cmd.Path, err)
			}
			sent = nil
		case reply, open := <-p.answers:
			if !open {
				return nil, fmt.Errorf("%s has ended", p.cmd.Path)
			}
			return reply, nil
		case <-timer.C:
			return nil, fmt.Errorf("%s took longer than %v", p.cmd.Path, limit)
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// end kills the program and waits for it.
func (p *process) end() {
	close(p.done)
	p.in.Close()
	p.cmd.Process.Kill()
	p.cmd.Wait()
}
