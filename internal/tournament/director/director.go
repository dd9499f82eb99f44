package director

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"log/slog"
	"math/big"
	"slices"
	"time"

	"ruhr/internal/game"
	"ruhr/internal/store"
	"ruhr/internal/table"
	"ruhr/internal/tournament"
	"ruhr/internal/visible"
)

// Errors besides those of the store.
var (
	ErrNone    = store.ErrNoTournament
	ErrMany    = store.ErrMany // tournaments of one person
	ErrStarted = errors.New("the tournament has begun")
	// ErrCancelled: the person who made the tournament has ended it.
	ErrCancelled = errors.New("the tournament is cancelled")
	ErrFull      = errors.New("the tournament has no room for another player")
	ErrFew       = errors.New("a tournament needs two players")
	ErrOwner     = errors.New("the tournament is somebody else's")
	ErrName      = errors.New("this cannot be the name of a tournament or of a player")
	ErrFormat    = errors.New("a tournament cannot be played so")
	ErrBegins    = errors.New("a tournament cannot begin then")
)

// Limits of a tournament.
const (
	MaxName    = 60 // characters of its name
	MaxRounds  = 7
	MaxPlayers = store.MaxTournamentPlayers
	MinPlayers = 2
	MaxAhead   = 60 * 24 * time.Hour // until it begins
)

// Options configure a Service; Store and Tables are required.
type Options struct {
	Store  store.Tournaments
	Tables *table.Service
	Clock  func() time.Time // nil is time.Now
	Log    *slog.Logger     // nil is slog.Default()
}

// Service hosts tournaments. It is safe for concurrent use.
type Service struct{ Options }

// New returns a service.
func New(o Options) *Service {
	if o.Clock == nil {
		o.Clock = time.Now
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	return &Service{o}
}

// Settings are what a tournament is made with.
type Settings struct {
	Name string `json:"name"`
	tournament.Format
	Pace  game.Pace `json:"pace"`  // with clocks
	Level string    `json:"level"` // of computer players that fill tables and stand in
	Bots  [3]string `json:"bots"`  // what they are called
	// Begins is when the first round begins if two have joined by then, in unix
	// milliseconds; 0 for when its maker starts it. Its maker may do so before.
	Begins int64 `json:"begins,omitempty"`
	// Missed: fewer than two had joined at that time, which is no longer Begins.
	Missed bool `json:"missed,omitempty"`
}

// body is what is stored of a tournament besides its players.
type body struct {
	Settings
	Started int64              `json:"started,omitempty"` // unix milliseconds
	Ended   int64              `json:"ended,omitempty"`   // unix milliseconds
	Off     bool               `json:"off,omitempty"`     // its maker has ended it
	Deals   []string           `json:"deals,omitempty"`   // secrets of the rounds whose tables share a deal
	Shown   int                `json:"shown,omitempty"`   // rounds whose deals are no longer hidden
	Played  []tournament.Round `json:"played,omitempty"`  // the last one may still go on
}

// Tournament is a tournament as somebody sees it.
type Tournament struct {
	ID string
	Settings
	Created, Started, Ended time.Time // zero for not yet
	Players                 []Player
	Played                  []tournament.Round    // the last one may still go on
	Standings               []tournament.Standing // the best first, without those who never played
	Me                      int                   // the viewer's number, -1 for somebody who does not play
	Mine                    bool                  // the viewer made it
	Cancelled               bool                  // its maker has ended it
	Hidden                  bool                  // tables of the last round are hidden from everyone not seated there
}

// Player is somebody who plays.
type Player struct {
	Name string // "" for somebody who has been forgotten
	Gone bool   // takes part in no further round
}

// Open reports whether one may still join.
func (t *Tournament) Open() bool { return t.Started.IsZero() && t.Ended.IsZero() }

// Create stores a new tournament for a browser or an account. id is its ID, "" for any;
// an ID that is taken is one that was made before. player is the name under which its
// maker plays, "" for not. Errors: ErrName, ErrFormat, ErrBegins, ErrMany.
func (s *Service) Create(ctx context.Context, who, id string, wish Settings, player string) (string, error) {
	if err := s.Check(&wish, player != "", player); err != nil {
		if _, none := s.Store.Tournament(ctx, id); none == nil && errors.Is(err, ErrBegins) {
			return id, nil // its time has come since it was made
		}
		return "", err
	}
	t := store.Tournament{ID: cmp.Or(id, store.NewID()), Owner: store.HashOf(who), Created: s.Clock().UnixMilli(), Due: wish.Begins}
	t.Changed = t.Created
	if player != "" {
		name, _ := visible.Name(player, game.MaxName)
		t.Players = []store.TournamentPlayer{{Holder: t.Owner, Name: name}}
	}
	var err error
	if t.Body, err = json.Marshal(body{Settings: wish}); err != nil {
		return "", err
	}
	if err = s.Store.CreateTournament(ctx, t); errors.Is(err, store.ErrExists) {
		err = nil
	}
	return t.ID, err
}

// Check tidies what a tournament is to be made with, and refuses it as Create would,
// with the name of its maker if that person plays.
func (s *Service) Check(wish *Settings, plays bool, player string) error {
	name, ok := visible.Name(wish.Name, MaxName)
	if _, fine := visible.Name(player, game.MaxName); !ok || plays && !fine {
		return ErrName
	}
	wish.SameDeal = wish.SameDeal || wish.Solo
	if wish.Name = name; wish.Seats < 2 || wish.Seats > 4 || wish.Rounds < 1 || wish.Rounds > MaxRounds || !wish.Pace.Timed() {
		return ErrFormat
	}
	now := s.Clock()
	if wish.Begins != 0 && (wish.Begins < now.UnixMilli() || wish.Begins > now.Add(MaxAhead).UnixMilli()) {
		return ErrBegins
	}
	return nil
}

// Tournament returns a tournament as a browser or an account sees it, "" for nobody.
// Errors: ErrNone.
func (s *Service) Tournament(ctx context.Context, who, id string) (*Tournament, error) {
	t, err := s.Store.Tournament(ctx, id)
	if err != nil {
		return nil, err
	}
	out, b, err := show(t, who)
	if err == nil && b.Started > 0 {
		out.Standings = slices.DeleteFunc(b.Standings(len(t.Players), b.Played), func(p tournament.Standing) bool {
			return p.Games == 0 && t.Players[p.Player].Gone
		})
	}
	return out, err
}

// Of lists the tournaments that a browser or an account has made or plays in, newest
// first, without standings.
func (s *Service) Of(ctx context.Context, who string) (out []*Tournament, err error) {
	if who == "" {
		return nil, nil
	}
	list, err := s.Store.TournamentsOf(ctx, store.HashOf(who))
	if err != nil {
		return nil, err
	}
	for _, t := range list {
		shown, _, err := show(t, who)
		if err != nil {
			return nil, err
		}
		out = append(out, shown)
	}
	return out, nil
}

// Knows reports whether a browser's secret stands for somebody who has made a tournament or
// plays in one.
func (s *Service) Knows(ctx context.Context, secret string) (bool, error) {
	list, err := s.Store.TournamentsOf(ctx, store.HashOf(secret))
	return len(list) > 0, err
}

// show returns a tournament as somebody sees it, without standings, and what is stored of it.
func show(t store.Tournament, who string) (*Tournament, *body, error) {
	var b body
	if err := json.Unmarshal(t.Body, &b); err != nil {
		return nil, nil, err
	}
	out := &Tournament{ID: t.ID, Settings: b.Settings, Created: moment(t.Created), Started: moment(b.Started), Ended: moment(b.Ended), Played: b.Played, Me: -1, Cancelled: b.Off}
	me := store.HashOf(who)
	out.Mine = who != "" && t.Owner == me
	for k, p := range t.Players {
		out.Players = append(out.Players, Player{p.Name, p.Gone})
		if who != "" && p.Holder == me && (out.Me < 0 || !p.Gone) {
			out.Me = k
		}
	}
	out.hide(&b)
	return out, &b, nil
}

// hide leaves out how other tables did than the viewer's while a round's deal is hidden.
func (t *Tournament) hide(b *body) {
	if !t.SameDeal || len(b.Played) == b.Shown {
		return
	}
	t.Hidden = true
	tables := t.Played[len(t.Played)-1].Tables
	for i := range tables {
		if t.Me < 0 || !slices.Contains(tables[i].Players, t.Me) {
			tables[i].Results = nil
		}
	}
}

// moment is a stored time, zero for none.
func moment(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms)
}

// Join makes a browser or an account a player. Doing so again has no effect. Errors:
// ErrNone, ErrStarted, ErrFull, ErrName.
func (s *Service) Join(ctx context.Context, who, id, name string) error {
	name, ok := visible.Name(name, game.MaxName)
	if !ok {
		return ErrName
	}
	me := store.HashOf(who)
	return s.change(ctx, id, func(t *store.Tournament, b *body) error {
		switch {
		case slices.ContainsFunc(t.Players, func(p store.TournamentPlayer) bool { return p.Holder == me && !p.Gone }):
			return errNothing
		case b.Off:
			return ErrCancelled
		case b.Started > 0:
			return ErrStarted
		}
		t.Players = slices.DeleteFunc(t.Players, gone)
		if len(t.Players) >= MaxPlayers {
			return ErrFull
		}
		t.Players = append(t.Players, store.TournamentPlayer{Holder: me, Name: name})
		return nil
	})
}

// Leave takes a browser or an account out of a tournament; of one that has begun, out of
// the rounds to come. Errors: ErrNone.
func (s *Service) Leave(ctx context.Context, who, id string) error {
	me := store.HashOf(who)
	return s.change(ctx, id, func(t *store.Tournament, b *body) error {
		here := func(p store.TournamentPlayer) bool { return p.Holder == me && !p.Gone }
		k := slices.IndexFunc(t.Players, here)
		switch {
		case k < 0 || b.Ended > 0:
			return errNothing
		case b.Started == 0:
			t.Players = slices.DeleteFunc(t.Players, here)
		default:
			t.Players[k].Gone = true
		}
		return nil
	})
}

// Start begins the first round, for the person who made the tournament. The order of the players
// is drawn. Doing so again has no effect. Errors: ErrNone, ErrOwner, ErrFew.
func (s *Service) Start(ctx context.Context, who, id string) error {
	err := s.change(ctx, id, func(t *store.Tournament, b *body) error {
		if who == "" || t.Owner != store.HashOf(who) {
			return ErrOwner
		}
		switch {
		case b.Off:
			return ErrCancelled
		case b.Started > 0:
			return errNothing
		}
		return s.begin(t, b)
	})
	if err != nil {
		return err
	}
	if err := s.advance(ctx, id); err != nil { // it is due: Tick tries again
		s.Log.Error("the first round cannot begin", "tournament", store.ShortID(id), "error", err)
	}
	return nil
}

// gone tells players who take no further part; before the first round, they need no place.
func gone(p store.TournamentPlayer) bool { return p.Gone }

// begin pairs the first round; its tables are made afterwards. Errors: ErrFew.
func (s *Service) begin(t *store.Tournament, b *body) error {
	t.Players = slices.DeleteFunc(t.Players, gone)
	if len(t.Players) < MinPlayers {
		return ErrFew
	}
	if err := draw(t.Players); err != nil {
		return err
	}
	b.Started = s.Clock().UnixMilli()
	s.pair(t, b)
	return nil
}

// Cancel ends a tournament that has not ended, for the person who made it: no round
// follows, and games that still go on do not count. Doing so again has no effect. Errors:
// ErrNone, ErrOwner.
func (s *Service) Cancel(ctx context.Context, who, id string) error {
	return s.change(ctx, id, func(t *store.Tournament, b *body) error {
		if who == "" || t.Owner != store.HashOf(who) {
			return ErrOwner
		}
		if b.Ended > 0 {
			return errNothing
		}
		if n := len(b.Played); n > 0 && b.Played[n-1].Made { // what has ended counts
			if _, err := s.readResults(ctx, &b.Played[n-1]); err != nil {
				return err
			}
			b.Played[n-1].Closed = true
		}
		b.Ended, b.Off = s.Clock().UnixMilli(), true
		t.Due = b.Ended + claimFor.Milliseconds() // the deal may still be hidden
		return nil
	})
}

// draw puts players into an order by lot.
func draw(players []store.TournamentPlayer) error {
	for i := len(players) - 1; i > 0; i-- {
		j, err := rand.Int(rand.Reader, big.NewInt(int64(i+1)))
		if err != nil {
			return err
		}
		players[i], players[j.Int64()] = players[j.Int64()], players[i]
	}
	return nil
}

// errNothing: there is nothing to change.
var errNothing = errors.New("nothing to do")

// change changes a tournament as it is now.
func (s *Service) change(ctx context.Context, id string, do func(t *store.Tournament, b *body) error) error {
	for {
		t, err := s.Store.Tournament(ctx, id)
		if err != nil {
			return err
		}
		var b body
		if err := json.Unmarshal(t.Body, &b); err != nil {
			return err
		}
		if err := do(&t, &b); errors.Is(err, errNothing) {
			return nil
		} else if err != nil {
			return err
		}
		if t.Body, err = store.Rewrite(t.Body, b); err != nil {
			return err
		}
		t.Changed = s.Clock().UnixMilli()
		if err = s.Store.SetTournament(ctx, t); !errors.Is(err, store.ErrStale) {
			return err
		}
	}
}
