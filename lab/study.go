package lab

import (
	"cmp"
	"context"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"slices"

	"ruhr/board"
	"ruhr/bot"
	"ruhr/bot/rng"
	"ruhr/coach"
	"ruhr/rules"
)

// StudyConfig describes games of Reeder in all seats, of 2, 3 and 4 seats in turn. The seed
// and its number determine a game and its line.
type StudyConfig struct {
	Board    *board.Board
	Games    int
	Playouts int // for a decision
	Seed     uint64
	Workers  int
	File     *os.File // JSON lines; games in it are not played again
}

// StudyLine is a game: by seat, what it chose and what came of it.
type StudyLine struct {
	Game     int         `json:"game"`
	Seats    int         `json:"seats"`
	Playouts int         `json:"playouts"`
	Start    int         `json:"start"` // the drawn start seat
	Won      []float64   `json:"won"`   // shared by ties
	Seat     []StudySeat `json:"seat"`
}

// StudySeat is what a seat chose.
type StudySeat struct {
	Options [board.Rounds]string `json:"options"` // by round; "" where it was towed or stranded
	Storage string               `json:"storage"` // where it started in round 1
	Marker  string               `json:"marker"`  // the first progress marker; "" for none
}

func (l StudyLine) of() (game, seats int) { return l.Game, l.Seats }

// Study plays games and appends a line for each to the file. If the time of ctx is over, it
// ends without an error; the same call goes on.
func Study(ctx context.Context, c StudyConfig) error {
	return measureGames(ctx, c.File, c.Workers, c.Games, c.game)
}

func (c *StudyConfig) game(ctx context.Context, k int) (*StudyLine, error) {
	seed := rng.Seeded(c.Seed, uint64(k), 0x57d1)
	g := rules.NewGame(c.Board, 2+k%3, rules.Variant{})
	deal, random := bot.NewDeal(g, uint64(seed)), rand.New(rand.NewPCG(uint64(seed), 1))
	reeder, err := bot.New("reeder")
	if err != nil {
		return nil, err
	}
	played, err := playRecord(ctx, g, &deal, nil, func(s *rules.State) rules.Action {
		return reeder.Choose(ctx, g, s, bot.Budget{Playouts: c.Playouts}, random).Action
	})
	if err != nil {
		return nil, err
	}
	end := outcomeOf(g, played.After(played.Len()))
	l := &StudyLine{Game: k, Seats: g.Seats(), Playouts: c.Playouts, Start: deal.StartSeat, Seat: make([]StudySeat, g.Seats())}
	for seat := range l.Seat {
		l.Won = append(l.Won, end.won(seat))
	}
	round := 0
	for n := range played.Len() + 1 {
		for _, f := range played.Steps[n].Facts {
			if f.Kind == rules.FRound {
				round = int(f.A)
			} else if f.Seat >= 0 {
				l.Seat[f.Seat].note(c.Board, round, f)
			}
		}
	}
	return l, nil
}

// towed is how FOption says that a seat is towed (START-12).
const towed = 2

// note notes what a seat chose in a round, if a fact says so.
func (s *StudySeat) note(b *board.Board, round int, f rules.Fact) {
	switch {
	case f.Kind == rules.FOption && f.B != towed:
		s.Options[round-1] = rules.Option(f.A).String()
	case f.Kind == rules.FStart && s.Storage == "":
		s.Storage = b.River[f.B].ID
	case f.Kind == rules.FProgress && s.Marker == "":
		s.Marker = board.ProgressIDs[f.A]
	}
}

// ReadStudy reads games.
func ReadStudy(r io.Reader) ([]*StudyLine, error) { return readGames[StudyLine](r) }

// SumStudy sums games of so many seats up: how often each seat chose what, and how many more
// games the seats that chose it won than the mean of their place. The interval holds 99 %, because
// many choices are compared; what one game has of a choice counts once in it.
func SumStudy(all []*StudyLine, seats int) coach.Study {
	out := coach.Study{Seats: seats}
	games := slices.DeleteFunc(slices.Clone(all), func(l *StudyLine) bool { return l.Seats != seats })
	var place [4]float64 // wins by place from the start seat
	for _, l := range games {
		for k, won := range l.Won {
			place[l.place(k)] += won / float64(len(games))
		}
		out.Games, out.Playouts = out.Games+1, l.Playouts
	}
	for k := range seats {
		out.Places = append(out.Places, thousandth(place[k]))
	}
	counts := map[coach.Choice]*studyCount{}
	for _, l := range games {
		for k, s := range l.Seat {
			above := l.Won[k] - place[l.place(k)]
			s.each(func(c coach.Choice) {
				if counts[c] == nil {
					counts[c] = &studyCount{}
				}
				counts[c].add(l.Game, k, above)
			})
		}
	}
	for c, n := range counts {
		if n.seats >= coach.LeastStudied {
			mean := n.sum / float64(n.turns)
			out.Rows = append(out.Rows, coach.StudyRow{Choice: c, Seats: n.seats, Turns: n.turns, Above: thousandth(mean), Wide: thousandth(n.wide(mean))})
		}
	}
	slices.SortFunc(out.Rows, func(a, b coach.StudyRow) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.Of, b.Of), b.Turns-a.Turns, cmp.Compare(a.ID, b.ID))
	})
	return out
}

// place is how many seats after the start seat a seat sits.
func (l *StudyLine) place(seat int) int { return (seat - l.Start + l.Seats) % l.Seats }

// each gives all choices of a seat to a function.
func (s *StudySeat) each(use func(coach.Choice)) {
	for k, id := range s.Options {
		if id != "" {
			use(coach.Choice{Of: "option", From: k - k%coach.StudyRounds + 1, ID: id})
		}
	}
	use(coach.Choice{Of: "storage", ID: s.Storage})
	if s.Marker != "" {
		use(coach.Choice{Of: "marker", ID: s.Marker})
	}
}

// studyCount sums up what came of a choice, game by game.
type studyCount struct {
	seats, turns int // that made it
	sum          float64
	games        []studyGame
	last         [2]int // game and seat, from 1
}

// studyGame is what a game has of a choice.
type studyGame struct {
	turns int
	sum   float64
}

func (n *studyCount) add(game, seat int, above float64) {
	if n.last[0] != game+1 {
		n.games = append(n.games, studyGame{})
	}
	if now := [2]int{game + 1, seat}; n.last != now {
		n.seats, n.last = n.seats+1, now
	}
	g := &n.games[len(n.games)-1]
	g.turns, g.sum = g.turns+1, g.sum+above
	n.turns, n.sum = n.turns+1, n.sum+above
}

// wide is half the 99 % interval of the mean over the turns.
func (n *studyCount) wide(mean float64) float64 {
	squares := 0.0
	for _, g := range n.games {
		d := g.sum - mean*float64(g.turns)
		squares += d * d
	}
	return 2.576 * math.Sqrt(squares) / float64(n.turns)
}

func thousandth(x float64) int { return int(math.Round(1000 * x)) }
