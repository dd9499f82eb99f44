package table

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"

	"ruhr/bot"
	"ruhr/internal/daily"
	"ruhr/internal/game"
	"ruhr/internal/store"
	"ruhr/record"
	"ruhr/rules"
)

// ErrNoSecret: what somebody has typed is not the secret of a deal.
var ErrNoSecret = errors.New("not the secret of a deal")

// dayTable is what a table of the deal of a day is started with. first says that it is the person's first game of it.
func (v *Service) dayTable(d daily.Day, first bool, names [daily.Seats]string) (game.Setup, error) {
	t := game.NewTable{Hints: !first, Seats: []game.NewSeat{{Kind: game.Person, Name: names[0]}}}
	for _, name := range names[1:] {
		t.Seats = append(t.Seats, game.NewSeat{Kind: game.Bot, Name: name, Level: daily.Level})
	}
	s, err := t.Setup(v.opt.StandIn, v.checkLevel, true)
	s.Common = &game.Common{Day: d.String(), Until: d.Ends().UnixMilli(), First: first, Players: bot.Version()}
	return s, err
}

// PlayGiven starts a game of the deal that another server had on a day, from the secret
// that the server shows once the day has ended. id is the ID of the new table, "" for any.
// Errors: ErrNoDay for a day that has not ended, ErrNoSecret.
func (v *Service) PlayGiven(ctx context.Context, browser, id string, d daily.Day, secret string, names [daily.Seats]string) (string, error) {
	if v.closing() {
		return "", game.ErrClosed
	}
	if d >= v.Today() || d < 0 {
		return "", ErrNoDay
	}
	if _, err := daily.ShuffleOf(secret); err != nil {
		return "", ErrNoSecret
	}
	s, err := v.dayTable(d, false, names)
	if err != nil {
		return "", err
	}
	s.Common.Given = true
	return v.startFrom(ctx, cmp.Or(id, store.NewID()), browser, s, v.opt.Board, game.DealDaily(secret, nil), 0)
}

// DayOf returns the day that has ended whose deal a finished game of one person had, and
// whether there is one that the game can be listed with (SendDay).
func (v *Service) DayOf(ctx context.Context, played *record.Game) (daily.Day, bool, error) {
	master, err := v.daySecret(ctx)
	if err != nil || master == "" || played.Rules.Board().SHA256 != store.BoardSHA(v.opt.Board) {
		return 0, false, err
	}
	for d := v.Today() - 1; d >= v.Today()-OldDays; d-- {
		if daily.Whole(played, d.Secret(master)) {
			return d, true, nil
		}
	}
	return 0, false, nil
}

// SendDay lists a game of the deal of a day that has ended, which somebody played
// elsewhere, as their own: it becomes a table that is over. The game is checked as
// daily.Follows says. The same game sent again changes nothing. Errors: daily.ErrOther,
// *daily.Differs, fair.ErrBusy.
func (v *Service) SendDay(ctx context.Context, browser string, played *record.Game, names [daily.Seats]string) (daily.Day, error) {
	if v.closing() {
		return 0, game.ErrClosed
	}
	d, ended, err := v.DayOf(ctx, played)
	if err != nil {
		return 0, err
	}
	if !ended {
		return 0, daily.ErrOther
	}
	master, err := v.daySecret(ctx)
	if err != nil {
		return 0, err
	}
	data, err := played.Record().Write()
	if err != nil {
		return 0, err
	}
	secret, id := d.Secret(master), store.IDAfter(string(data)+" "+browser)
	if _, err := v.opt.Store.Table(ctx, id); errors.Is(err, store.ErrNoTable) {
		err = v.follows(ctx, browser, played, secret)
		if err != nil {
			return 0, err
		}
	} else if err != nil {
		return 0, err
	}
	return d, v.listSent(ctx, browser, id, d, names, game.DealDaily(secret, played))
}

// follows checks a game that somebody has sent as daily.Follows says, in its turn among those
// who think. Errors: fair.ErrBusy.
func (v *Service) follows(ctx context.Context, browser string, played *record.Game, secret string) error {
	leave, err := v.search.Enter(ctx, "sent "+browser)
	if err != nil {
		return err
	}
	defer leave()
	return daily.Follows(ctx, played, secret, v.opt.Bots, func(ctx context.Context, p bot.Bot, s *rules.State, g *rules.Game, b bot.Budget, random *rand.Rand) (rules.Action, error) {
		return p.Choose(ctx, g, s, b, random).Action, ctx.Err() // or the choice may be a hasty one
	})
}

// listSent makes the table of a game that was sent. What was interrupted before is
// completed: the table comes first, so that nobody else's game can have its place.
func (v *Service) listSent(ctx context.Context, browser, id string, d daily.Day, names [daily.Seats]string, from game.Dealer) error {
	if err := v.addDay(ctx, d); err != nil {
		return err
	}
	s, err := v.dayTable(d, false, names)
	if err != nil {
		return err
	}
	if _, err := v.startFrom(ctx, id, browser, s, v.opt.Board, from, 0); err != nil {
		return err
	}
	g := store.DayGame{Table: id, Day: d.String(), Holder: store.HashOf(browser), Started: v.opt.Clock().UnixMilli()}
	if _, err := v.opt.Store.StartDayGame(ctx, g); err != nil && !errors.Is(err, store.ErrExists) {
		return err
	}
	f, err := v.load(ctx, id)
	if err != nil {
		return err
	}
	return v.count(ctx, f)
}

// addLater adds the games that others finished after the day, or played again: the best of
// each person.
func (v *Service) addLater(ctx context.Context, out *Day) error {
	list, err := v.opt.Store.LaterDayGames(ctx, out.Day.String())
	if err != nil {
		return err
	}
	seen := map[store.Hash]bool{}
	var best []store.DayGame
	for _, g := range list {
		var how dayEnd
		if json.Unmarshal(g.Body, &how) != nil || how.Left || seen[g.Holder] {
			continue
		}
		seen[g.Holder] = true
		best = append(best, g)
	}
	out.Later, err = v.dayLines(ctx, best)
	return err
}
