package table

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"ruhr/bot"
	"ruhr/internal/daily"
	"ruhr/internal/game"
	"ruhr/internal/results"
	"ruhr/internal/store"
	"ruhr/record"
	"ruhr/rules"
)

// ErrNoDay: the deal of this day cannot be played, not yet or not any more.
var ErrNoDay = store.ErrNoDay

// OldDays is for how many days the deal of a day can be played after it.
const OldDays = 30

// dayFacts are what is known of a day, as stored.
type dayFacts struct {
	Players string `json:"players"`              // the version of the computer players
	Board   string `json:"board"`                // SHA-256
	Par     []int  `json:"par,omitempty"`        // the VP of the games that make par
	SoFar   []int  `json:"par_so_far,omitempty"` // the same while there are too few
}

// Day is the deal of a day as somebody sees it.
type Day struct {
	daily.Day
	Over       bool // the day has ended
	Public     bool // the deal follows from the date alone
	Commitment string
	Secret     string // "" before the day has ended
	Players    string // the version of the computer players, "" if nobody has played yet
	Par        int    // VP, where HasPar
	HasPar     bool
	Games      []store.DayGame // the viewer's, newest first
	First      *store.DayGame  // the first of them; nil for none
	Rank       store.DayRank   // of the first one, if it counts
	Shows      bool            // the viewer may see what others did
	Best       []DayLine       // then the games that count, the best first
	Later      []DayLine       // then those of people who played after the day or once more
	Streak     int             // days that the viewer has played in a row
}

// DayLine is somebody's game of a day. Its table may have gone: then Name is "".
type DayLine struct {
	store.DayGame
	Name string
}

// Owns reports whether a game is the viewer's.
func (d *Day) Owns(g DayLine) bool {
	return slices.ContainsFunc(d.Games, func(own store.DayGame) bool { return own.Table == g.Table })
}

// bestOfDay is how many games of a day are listed.
const bestOfDay = 20

// daySecret is the secret that those of all days follow from, "" for public deals.
func (v *Service) daySecret(ctx context.Context) (string, error) {
	if v.opt.DaySecret == nil {
		return "", nil
	}
	return v.opt.DaySecret(ctx)
}

// Today is the current day.
func (v *Service) Today() daily.Day { return daily.On(v.opt.Clock()) }

// MaySee refuses to show a game of a record or a link to those who might still play its
// deal, and reports whether it is hidden from others. Errors: game.ErrHiddenDeal.
func (v *Service) MaySee(ctx context.Context, browser string, played *record.Game) (hidden bool, err error) {
	if hidden, err = v.hides(ctx, played); err != nil || !hidden {
		return false, err
	}
	var who game.Actor
	if browser != "" {
		if who.Played, err = v.opt.Store.PlayedDay(ctx, v.Today().String(), store.HashOf(browser)); err != nil {
			return true, err
		}
	}
	return true, game.MaySee(true, who)
}

// hides reports whether a game tells of the deal of today.
func (v *Service) hides(ctx context.Context, played *record.Game) (bool, error) {
	master, err := v.daySecret(ctx)
	return master != "" && daily.Shows(v.Today().Secret(master), played), err
}

// DayCommitment is the commitment to a day's deal.
type DayCommitment struct {
	daily.Day
	Commitment string
}

// DaysAhead are the commitments of the days to come, the next one first.
func (v *Service) DaysAhead(ctx context.Context) (out []DayCommitment, err error) {
	master, err := v.daySecret(ctx)
	if err != nil || master == "" {
		return nil, err
	}
	for d := v.Today() + 1; d <= v.Today()+daily.CommittedAhead; d++ {
		sh, err := daily.ShuffleOf(d.Secret(master))
		if err != nil {
			return nil, err
		}
		out = append(out, DayCommitment{d, sh.Commitment})
	}
	return out, nil
}

// Day returns the deal of a day as a browser or an account sees it. Errors: ErrNoDay for
// a day to come.
func (v *Service) Day(ctx context.Context, browser string, d daily.Day) (*Day, error) {
	if d > v.Today() || d < 0 {
		return nil, ErrNoDay
	}
	master, err := v.daySecret(ctx)
	if err != nil {
		return nil, err
	}
	secret := d.Secret(master)
	sh, err := daily.ShuffleOf(secret)
	if err != nil {
		return nil, err
	}
	out := &Day{Day: d, Over: d < v.Today(), Public: master == "", Commitment: sh.Commitment}
	if out.Over || out.Public {
		out.Secret = secret
	}
	facts, err := v.dayFacts(ctx, d)
	if err != nil && !errors.Is(err, ErrNoDay) {
		return nil, err
	}
	out.Players, out.Par, out.HasPar = facts.Players, daily.Median(facts.Par), len(facts.Par) > 0
	if err := v.addGames(ctx, browser, out); err != nil {
		return nil, err
	}
	if out.Shows = out.Over || out.First != nil && out.First.Ended > 0; !out.Shows {
		return out, nil
	}
	if err := v.addBest(ctx, out); err != nil {
		return nil, err
	}
	return out, v.addLater(ctx, out)
}

func (v *Service) dayFacts(ctx context.Context, d daily.Day) (facts dayFacts, err error) {
	body, err := v.opt.Store.Day(ctx, d.String())
	if err == nil && json.Unmarshal(body, &facts) != nil { // as a file of games may have it
		return dayFacts{}, ErrNoDay
	}
	return facts, err
}

// addGames adds the viewer's games.
func (v *Service) addGames(ctx context.Context, browser string, out *Day) error {
	if browser == "" {
		return nil
	}
	all, err := v.dayGamesOf(ctx, browser)
	if err != nil {
		return err
	}
	for _, g := range all {
		if g.Day != out.Day.String() {
			continue
		}
		if out.Games = append(out.Games, g); g.First {
			out.First = &g
		}
	}
	if err := v.dropGone(ctx, out); err != nil {
		return err
	}
	counted, err := v.opt.Store.DaysCounted(ctx, store.HashOf(browser))
	if err != nil {
		return err
	}
	played := make([]daily.Day, len(counted))
	for k, day := range counted {
		if played[k], err = daily.Read(day); err != nil {
			return err
		}
	}
	out.Streak = daily.Streak(played, v.Today())
	if out.First != nil && out.First.Counted {
		out.Rank, err = v.opt.Store.DayRank(ctx, out.Day.String(), out.First.VP)
	}
	return err
}

// dropGone drops the viewer's later games whose tables have gone, or were never made.
func (v *Service) dropGone(ctx context.Context, out *Day) error {
	var ids []string
	for _, g := range out.Games {
		ids = append(ids, g.Table)
	}
	there, err := v.opt.Store.Lasts(ctx, ids)
	out.Games = slices.DeleteFunc(out.Games, func(g store.DayGame) bool { return !g.First && there[g.Table] == 0 })
	return err
}

// dayGamesOf lists the games of days of a browser, with the results of those that have
// just ended.
func (v *Service) dayGamesOf(ctx context.Context, browser string) ([]store.DayGame, error) {
	hash, counted := store.HashOf(browser), false
	all, err := v.opt.Store.DayGamesOf(ctx, hash)
	for _, g := range all {
		if g.Ended > 0 || err != nil {
			continue
		}
		f, bad := v.load(ctx, g.Table)
		if errors.Is(bad, ErrNoTable) {
			continue
		}
		if err = bad; err == nil {
			if _, _, over := f.Ended(); over {
				err, counted = v.count(ctx, f), true
			}
		}
	}
	if counted && err == nil {
		all, err = v.opt.Store.DayGamesOf(ctx, hash)
	}
	return all, err
}

// addBest adds what others did.
func (v *Service) addBest(ctx context.Context, out *Day) error {
	list, err := v.opt.Store.DayGames(ctx, out.Day.String())
	if err == nil {
		out.Best, err = v.dayLines(ctx, list)
	}
	return err
}

// dayLines are the first of a list of games with the names of those who played.
func (v *Service) dayLines(ctx context.Context, list []store.DayGame) (out []DayLine, err error) {
	for _, g := range list[:min(len(list), bestOfDay)] {
		line := DayLine{DayGame: g}
		switch f, err := v.load(ctx, g.Table); {
		case err == nil && f.Frozen == nil:
			line.Name = f.Seats[0].Name
		case err != nil && !errors.Is(err, ErrNoTable):
			return nil, err
		}
		out = append(out, line)
	}
	return out, nil
}

// PlayDay starts a game of the deal of a day for a browser or an account at a table of
// its own, or finds the one that it has not finished. id is the ID of a new table, ""
// for any; names are those of the seats, the person's first. Errors: ErrNoDay.
func (v *Service) PlayDay(ctx context.Context, browser, id string, d daily.Day, names [daily.Seats]string) (string, error) {
	if v.closing() {
		return "", game.ErrClosed
	}
	if d > v.Today() || d < v.Today()-OldDays {
		return "", ErrNoDay
	}
	g, err := v.dayGame(ctx, browser, id, d)
	if err == nil && g.Ended > 0 {
		if _, err = v.load(ctx, g.Table); errors.Is(err, ErrNoTable) { // everybody has left it
			g, err = v.dayGame(ctx, browser, "", d)
		}
	}
	if err != nil || g.Ended > 0 {
		return g.Table, err
	}
	master, err := v.daySecret(ctx)
	if err != nil {
		return "", err
	}
	s, err := v.dayTable(d, g.First, names)
	if err != nil {
		return "", err
	}
	err = v.start(ctx, g.Table, s, v.opt.Board, game.Part{}, game.DealDaily(d.Secret(master), nil))
	if err != nil && !errors.Is(err, store.ErrExists) {
		return "", err
	}
	return g.Table, v.grant(ctx, browser, g.Table, []int{0, store.Owner})
}

// dayGame returns a game of a day that its holder has not finished, a new one where there is
// none; with the ID of one that has ended, that one: the request is sent again. It is stored
// before its table: which game is the first is decided once, and a table that was not made
// before the program ended is made at the next attempt.
func (v *Service) dayGame(ctx context.Context, browser, id string, d daily.Day) (store.DayGame, error) {
	if err := v.addDay(ctx, d); err != nil {
		return store.DayGame{}, err
	}
	all, err := v.dayGamesOf(ctx, browser)
	if err != nil {
		return store.DayGame{}, err
	}
	today := slices.DeleteFunc(slices.Clone(all), func(g store.DayGame) bool { return g.Day != d.String() })
	waiting := slices.DeleteFunc(slices.Clone(today), func(g store.DayGame) bool { return g.Ended > 0 })
	if i := slices.IndexFunc(waiting, func(g store.DayGame) bool { return g.First }); i >= 0 {
		return waiting[i], nil
	} else if len(waiting) > 0 {
		return waiting[0], nil
	}
	if id == "" {
		id = store.NewID()
	}
	g := store.DayGame{Table: id, Day: d.String(), Holder: store.HashOf(browser), Started: v.opt.Clock().UnixMilli()}
	g.First, err = v.opt.Store.StartDayGame(ctx, g)
	if again := slices.IndexFunc(all, func(o store.DayGame) bool { return o.Table == id }); errors.Is(err, store.ErrExists) && again >= 0 {
		return all[again], nil
	}
	if err == nil && !g.First && len(today) == 0 { // another tab was faster
		return v.dayGame(ctx, browser, id, d)
	}
	return g, err
}

// addDay stores a day that somebody plays the deal of; its par is due.
func (v *Service) addDay(ctx context.Context, d daily.Day) error {
	facts, err := json.Marshal(dayFacts{Players: bot.Version(), Board: store.BoardSHA(v.opt.Board)})
	if err == nil {
		_, err = v.opt.Store.AddDay(ctx, d.String(), facts, v.opt.Clock().UnixMilli())
	}
	return err
}

// dayEnd is how the game of a day ended, as stored.
type dayEnd struct {
	Place int  `json:"place"`
	Left  bool `json:"left,omitempty"` // given up, or a computer player decided
}

// endDay stores how a game of a day ended, once; gaveUp says that it did not come to its
// end. It does nothing for other games.
func (v *Service) endDay(ctx context.Context, f *game.Game, gaveUp bool) error {
	if f.Setup.Common == nil {
		return nil
	}
	end := store.DayEnd{Ended: v.opt.Clock().UnixMilli()}
	how := dayEnd{Left: true}
	if n, at, over := f.Ended(); over && f.Frozen == nil {
		seat := results.Ended(f, n).Seats[0]
		end.Ended, end.VP = at.UnixMilli(), seat.VP
		how = dayEnd{seat.Place, seat.Left}
	} else if !gaveUp {
		return nil
	}
	d, err := daily.Read(f.Setup.Common.Day)
	if err != nil {
		return err
	}
	facts, err := v.dayFacts(ctx, d)
	if err != nil && !errors.Is(err, ErrNoDay) {
		return err
	}
	end.Counted = !how.Left && end.Ended < f.Setup.Common.Until && facts.Players == f.Setup.Common.Players && facts.Board == f.Board
	if end.Body, err = json.Marshal(how); err != nil {
		return err
	}
	return v.opt.Store.EndDayGame(ctx, f.ID, end)
}

// alikePlayer is a computer player for one decision of a game whose deal other tables
// play, too. It remembers nothing of decisions before, so that it decides alike wherever
// the game is played, and after every restart.
func (v *Service) alikePlayer(secret string, f *game.Game, level string) (*player, error) {
	b, err := v.opt.Bots(level)
	return &player{level: level, bot: b, rng: daily.Chance(secret, daily.Opponents, len(f.Steps))}, err
}

const (
	// parEvery is how often days whose par is not known are looked up.
	parEvery = 5 * time.Second
	// parClaim is for how long a process has the work on a day for itself.
	parClaim = 10 * time.Minute
	// parPause leaves the only thread of a browser to others between two decisions.
	parPause = time.Millisecond
)

// MakePars works out par of the days that were begun and have none yet. Of several
// processes on one store one does so for each day; one that ends meanwhile is replaced.
func (v *Service) MakePars(ctx context.Context) error {
	for {
		now := v.opt.Clock()
		days, err := v.opt.Store.ClaimDays(ctx, now.UnixMilli(), now.Add(parClaim).UnixMilli(), 1)
		if err != nil || len(days) == 0 {
			return err
		}
		if err := v.makePar(ctx, days[0]); err != nil {
			return fmt.Errorf("%s: %w", days[0], err)
		}
	}
}

// makePar works out par of a day, and stores each of its games, so that what ends meanwhile
// loses one at most.
func (v *Service) makePar(ctx context.Context, day string) error {
	d, err := daily.Read(day)
	if err != nil {
		return err
	}
	facts, err := v.dayFacts(ctx, d)
	if err != nil {
		return err
	}
	master, err := v.daySecret(ctx)
	if err != nil {
		return err
	}
	g, err := v.games.get(gameKey{facts.Board, daily.Seats, rules.Variant{}}, func() ([]byte, error) { return v.opt.Store.Board(ctx, facts.Board) })
	if err != nil {
		return err
	}
	for n := len(facts.SoFar); n < v.opt.ParGames; n++ {
		vp, err := daily.ParGame(ctx, g.Game(), d.Secret(master), n, v.opt.Bots, v.chooseForPar)
		if err != nil {
			return err
		}
		due := v.opt.Clock().Add(parClaim).UnixMilli()
		if facts.SoFar = append(facts.SoFar, vp); n+1 == v.opt.ParGames {
			facts.Par, facts.SoFar, due = facts.SoFar, nil, 0
		}
		old, err := v.opt.Store.Day(ctx, day)
		if err != nil {
			return err
		}
		body, err := store.Rewrite(old, facts)
		if err != nil {
			return err
		}
		if err := v.opt.Store.SetDay(ctx, day, body, due); err != nil {
			return err
		}
	}
	return nil
}

// chooseForPar takes its turn among those who think.
func (v *Service) chooseForPar(ctx context.Context, p bot.Bot, s *rules.State, g *rules.Game, b bot.Budget, random *rand.Rand) (rules.Action, error) {
	leave, err := v.search.Await(ctx, "par")
	if err != nil {
		return rules.None, err
	}
	t := p.Choose(ctx, g, s, b, random)
	leave()
	select {
	case <-ctx.Done(): // the choice may be a hasty one
		return rules.None, ctx.Err()
	case <-time.After(parPause):
		return t.Action, nil
	}
}
