package lab

import (
	"cmp"
	"context"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"time"

	"ruhr/board"
	"ruhr/bot"
	"ruhr/bot/rng"
	"ruhr/coach"
	"ruhr/record"
	"ruhr/rules"
)

// MarksConfig describes reviews of games of one computer player, of 2, 3 and 4 seats in
// turn. The seed and its number determine a game and its line.
type MarksConfig struct {
	Board  *board.Board
	Games  int
	Level  string // who plays in all seats
	Budget int    // playouts of it for a decision
	// Plant lets Schiffsjunge play one turn of every game: of some that are drawn the one
	// that is worst by games that Lotse plays out.
	Plant    bool
	Pairs    int // of games that play marked losses and planted turns out
	Playouts int // of the reviews for a decision
	Seed     uint64
	Workers  int
	File     *os.File // JSON lines; those in it are not measured again
}

// MarksLine is a game and what its review marks.
type MarksLine struct {
	Game    int        `json:"game"`
	Level   string     `json:"level"`
	Budget  int        `json:"budget"`
	Seats   int        `json:"seats"`
	Marks   []MarkLine `json:"marks,omitempty"` // not of games with a planted turn
	Plant   *PlantLine `json:"plant,omitempty"`
	Seconds float64    `json:"seconds"`
}

func (l MarksLine) of() (game, seats int) { return l.Game, l.Seats }

// MarkLine is a marked loss, in points, and what it lost when it was played out.
type MarkLine struct {
	Decision int     `json:"decision"`
	Round    int     `json:"round"`
	Seat     int     `json:"seat"`
	First    float64 `json:"first"` // what the search says that it lost
	Lost     float64 `json:"lost"`
	Wide     float64 `json:"wide"`
	Truth    Spread  `json:"truth"`
}

// PlantLine is a turn that Schiffsjunge played in another's game, and what it lost in
// points when it was played out.
type PlantLine struct {
	Round int     `json:"round"`
	Seat  int     `json:"seat"`
	Lotse Spread  `json:"lotse"` // by which it was chosen
	Truth Spread  `json:"truth"`
	Rank  int     `json:"rank"`  // of its greatest loss among those of the review; 0 where it is none of them
	First float64 `json:"first"` // … what the search says of it
	Lost  Spread  `json:"lost"`  // … what the review says, and half its interval
}

// plantTurns are as many turns as a planted one is chosen from.
const plantTurns = 12

// Marks reviews games and appends a line for each to the file. If the time of ctx is
// over, it ends without an error; the same call goes on.
func Marks(ctx context.Context, c MarksConfig) error {
	return measureGames(ctx, c.File, c.Workers, c.Games, c.game)
}

// marksRun is a game that is reviewed.
type marksRun struct {
	*MarksConfig
	g     *rules.Game
	deal  record.Deal
	seed  uint64
	level bot.Bot
}

func (c *MarksConfig) game(ctx context.Context, k int) (*MarksLine, error) {
	began := time.Now()
	level, err := bot.New(c.Level)
	if err != nil {
		return nil, err
	}
	chance := rng.Seeded(c.Seed, uint64(k), 0x3a4c)
	r := marksRun{c, rules.NewGame(c.Board, 2+k%3, rules.Variant{}), record.Deal{}, chance.Next(), level}
	r.deal = bot.NewDeal(r.g, r.seed)
	played, err := r.playOn(ctx, nil)
	if err != nil {
		return nil, err
	}
	l := &MarksLine{Game: k, Level: c.Level, Budget: c.Budget, Seats: r.g.Seats()}
	var planted planted
	if c.Plant {
		if planted, err = r.plant(ctx, played); err != nil {
			return nil, err
		}
		if played, err = r.playOn(ctx, planted.actions); err != nil {
			return nil, err
		}
	}
	review, err := coach.Of(ctx, played, bot.NewAnalyst(r.g, c.Playouts))
	if err != nil {
		return nil, err
	}
	if c.Plant {
		l.Plant = planted.found(played, review)
	} else {
		l.Marks, err = r.marks(ctx, played, review)
	}
	l.Seconds = round2(time.Since(began).Seconds())
	return l, err
}

// playOn plays the game on from its first actions.
func (r *marksRun) playOn(ctx context.Context, first []rules.Action) (*record.Game, error) {
	bot.Reset(r.level)
	random := rand.New(rand.NewPCG(r.seed, uint64(len(first))))
	return playRecord(ctx, r.g, &r.deal, first, func(s *rules.State) rules.Action {
		return r.level.Choose(ctx, r.g, s, bot.Budget{Playouts: r.Budget}, random).Action
	})
}

// playRecord plays a game on from its first actions to its end.
func playRecord(ctx context.Context, g *rules.Game, d *record.Deal, first []rules.Action, choose func(s *rules.State) rules.Action) (*record.Game, error) {
	actions, steps := slices.Clone(first), record.NewStepper(g, d)
	step, err := steps.Start(d.StartSeat)
	for n := 0; err == nil && step.State.Decision() != rules.Over; n++ {
		if n == len(actions) {
			actions = append(actions, choose(&step.State))
		}
		if err = ctx.Err(); err == nil {
			step, err = steps.Step(&step.State, actions[n])
		}
	}
	if err != nil {
		return nil, err
	}
	return record.Play(g, d, actions)
}

// marks are the losses that a review marks, played out.
func (r *marksRun) marks(ctx context.Context, played *record.Game, review *coach.Review) (list []MarkLine, err error) {
	for i := range review.Steps {
		s := &review.Steps[i]
		if s.Mark() == coach.NoMark {
			continue
		}
		best := *played.After(s.Decision - 1)
		came := best
		r.g.Play(&best, s.Best)
		r.g.Play(&came, played.Steps[s.Decision].Action)
		m := MarkLine{Decision: s.Decision, Round: s.Round, Seat: s.Seat, First: round2(said(s)), Lost: points(s.Lost), Wide: points(s.Wide)}
		if m.Truth, err = r.compare(ctx, &best, &came, s.Seat, judge, r.Pairs, uint64(s.Decision)); err != nil {
			return nil, err
		}
		list = append(list, m)
	}
	return list, nil
}

func points(millionths int) float64 { return round2(float64(millionths) * 100 / coach.Whole) }

// compare plays two positions out in pairs with the same chance, and says by how many
// points more a seat wins from the first.
func (r *marksRun) compare(ctx context.Context, a, b *rules.State, seat int, by string, pairs int, number uint64) (Spread, error) {
	j, err := bot.New(by)
	var more []float64
	for i := 0; i < pairs && err == nil; i++ {
		seed := uint64(rng.Seeded(r.seed, number, 3, uint64(i)))
		var won [2]float64
		for side, s := range []*rules.State{a, b} {
			var end rules.State
			if end, err = bot.PlayOn(ctx, r.g, *s, j, bot.Budget{Playouts: judgePlays}, seed, nil); err != nil {
				return Spread{}, err
			}
			o := outcomeOf(r.g, &end)
			won[side] = o.won(seat)
		}
		more = append(more, 100*(won[0]-won[1]))
	}
	return spreadOf(more), err
}

// planted is a turn that is played as Schiffsjunge would.
type planted struct {
	PlantLine
	actions      []rules.Action // of the game, up to the end of the turn
	from         int            // decisions before the turn
	own, blunder rules.State    // after the turn as it was played, and as it is now
}

// plant chooses a turn of a game to be played by Schiffsjunge, and plays it out.
func (r *marksRun) plant(ctx context.Context, played *record.Game) (best planted, err error) {
	boy, err := bot.New("schiffsjunge")
	if err != nil {
		return best, err
	}
	chance := rng.Seeded(r.seed, 0x9147)
	ends := played.Turns()
	for range plantTurns {
		from := 0
		if i := chance.Below(len(ends)); i > 0 {
			from = ends[i-1]
		}
		p := r.turn(ctx, played, from, boy)
		if p.own == p.blunder || p.Round == board.Rounds {
			continue
		}
		if p.Lotse, err = r.compare(ctx, &p.own, &p.blunder, p.Seat, "lotse", r.Pairs*5/2, uint64(from)); err != nil {
			return best, err
		}
		if best.actions == nil || p.Lotse[0] > best.Lotse[0] {
			best = p
		}
	}
	if best.actions == nil {
		return best, errors.New("lab: Schiffsjunge plays every turn as it was played")
	}
	best.Truth, err = r.compare(ctx, &best.own, &best.blunder, best.Seat, judge, r.Pairs, 0)
	return best, err
}

// turn is the turn after so many decisions, as it was played and as Schiffsjunge plays
// it, up to where another decides or chance does.
func (r *marksRun) turn(ctx context.Context, played *record.Game, from int, boy bot.Bot) planted {
	s := *played.After(from)
	p := planted{PlantLine: PlantLine{Round: s.Round(), Seat: s.ToDecide()}, from: from, own: s, blunder: s}
	for n := 1; n <= played.Len(); n++ {
		if n <= from {
			p.actions = append(p.actions, played.Steps[n].Action)
		} else if r.sameTurn(&s, &p.own) {
			r.g.Play(&p.own, played.Steps[n].Action)
		}
	}
	random := rand.New(rand.NewPCG(r.seed, uint64(from)))
	for r.sameTurn(&s, &p.blunder) {
		a := boy.Choose(ctx, r.g, &p.blunder, bot.Budget{}, random).Action
		p.actions = append(p.actions, a)
		r.g.Play(&p.blunder, a)
	}
	return p
}

// sameTurn reports whether a turn that began at a position still goes on.
func (r *marksRun) sameTurn(began, now *rules.State) bool {
	return now.Decides(began.ToDecide()) && now.Round() == began.Round() && now.Phase() == began.Phase()
}

// found says where a review lists the planted turn.
func (p *planted) found(played *record.Game, review *coach.Review) *PlantLine {
	var asked []*coach.Step
	for i := range review.Steps {
		if s := &review.Steps[i]; s.Wide > 0 {
			asked = append(asked, s)
		}
	}
	slices.SortStableFunc(asked, func(a, b *coach.Step) int { return cmp.Compare(b.Lost, a.Lost) })
	for i, s := range asked {
		if s.Decision > p.from && s.Decision <= len(p.actions) {
			p.Rank, p.First, p.Lost = i+1, round2(said(s)), Spread{points(s.Lost), points(s.Wide)}
			break
		}
	}
	return &p.PlantLine
}

// ReadMarks reads reviewed games.
func ReadMarks(r io.Reader) ([]*MarksLine, error) { return readGames[MarksLine](r) }

// MarksProof is how often reviews mark losses, and how often they find planted turns.
type MarksProof struct {
	Games     int
	Marks     Mean    // a game
	Lost      int     // marks of which the better action won more when they were played out
	Little    int     // … that lost less than half of what is marked
	Said      float64 // what is said of marks on average
	Truth     Mean    // what marked decisions lost when they were played out
	Plants    int
	Worst     int // planted turns among the three worst losses
	Real      int // planted turns that lost at least 10 points, surely something
	RealWorst int
	RealMarks int // … that are marked
}

// marked reports whether reviews mark a loss, by what the search says, by itself, and by half
// its 80 % interval: they asked for less when some of the files were made.
func marked(first, lost, wide float64) bool {
	share := func(points float64) int { return int(math.Round(points / 100 * coach.Whole)) }
	s := coach.Step{Lost: share(lost), Wide: share(wide), Expected: coach.Shares{coach.Whole}, Came: coach.Shares{coach.Whole - share(first)}}
	return s.Mark() != coach.NoMark
}

// ProveMarks counts marks and planted turns.
func ProveMarks(list []*MarksLine) (p MarksProof) {
	var marks, truth []float64
	for _, l := range list {
		n := 0
		for _, m := range l.Marks {
			if !marked(m.First, m.Lost, m.Wide) {
				continue
			}
			n++
			truth = append(truth, m.Truth[0])
			p.Said += m.Lost
			if m.Truth[0] > 0 {
				p.Lost++
			}
			if m.Truth[0] < 5 {
				p.Little++
			}
		}
		marks = append(marks, float64(n))
		if l.Plant == nil {
			continue
		}
		p.Plants++
		worst := 0
		if l.Plant.Rank >= 1 && l.Plant.Rank <= 3 {
			worst = 1
		}
		p.Worst += worst
		if t := l.Plant.Truth; t[0] >= max(10, coach.Wide*t[1]) {
			p.Real++
			p.RealWorst += worst
			if marked(l.Plant.First, l.Plant.Lost[0], l.Plant.Lost[1]) {
				p.RealMarks++
			}
		}
	}
	p.Said /= max(1, float64(len(truth)))
	p.Games, p.Marks, p.Truth = len(list), meanOf(marks), meanOf(truth)
	return p
}
