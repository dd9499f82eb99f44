package table

import (
	"context"
	"errors"
	"testing"
	"time"

	"ruhr/bot"
	"ruhr/internal/daily"
	"ruhr/internal/game"
	"ruhr/internal/require"
	"ruhr/internal/store"
	"ruhr/record"
	"ruhr/rules"
)

// played is a finished game of the deal that a server with a secret has on a day, played
// at a table of another program, which has the deal from the secret.
func played(t *testing.T, seed uint64, day daily.Day, secret string) *record.Game {
	t.Helper()
	d, l := dayDen(t, seed)
	d.again(func(o *Options) {
		o.DaySecret, o.Bots = nil, bot.New
	})
	l.pass(24 * time.Hour)
	id := store.NewID()
	for range 2 { // the request again
		got, err := d.PlayGiven(t.Context(), "me", id, day, secret, seatNames)
		require.Must(t, err == nil && got == id, "PlayGiven: %s, %v; want %s", got, err, id)
	}
	s := d.playFirst(id, allOf)
	rec, err := d.Record(t.Context(), id, seat(0))
	require.NoError(t, err)
	out, err := record.Referee(rec, s.Game.Board())
	require.NoError(t, err)
	return out
}

// A game of a day's deal that was played elsewhere after the day is checked and listed
// apart, once for each who sends it.
func TestDayPlayedElsewhere(t *testing.T) {
	d, l := dayDen(t, 560)
	d.again(func(o *Options) { o.Bots = bot.New })
	ctx := t.Context()
	day := d.Today()
	game0 := played(t, 561, day, day.Secret("a secret"))
	if _, ended, err := d.DayOf(ctx, game0); ended || err != nil {
		t.Errorf("a deal that others still play can be listed, %v", err)
	}
	require.Fails(t, daily.ErrOther, "sent on its day")(d.SendDay(ctx, "anna", game0, seatNames))
	first := d.playDay("bert", day)
	d.playFirst(first, allOf)
	l.pass(time.Second)
	d.tick() // stores the result
	l.pass(24 * time.Hour)
	if got, ended, err := d.DayOf(ctx, game0); got != day || !ended || err != nil {
		t.Errorf("the day is %v, %t, %v", got, ended, err)
	}
	for range 2 {
		if got, err := d.SendDay(ctx, "anna", game0, seatNames); got != day || err != nil {
			t.Fatalf("sent: %v, %v", got, err)
		}
	}
	vp := game0.Rules.Result(game0.After(game0.Len())).VP[0]
	got := d.day("anna", day)
	if len(got.Best) != 1 || got.Best[0].Table != first || len(got.Later) != 1 || got.Later[0].Name != "Anna" || got.Later[0].VP != vp {
		t.Fatalf("listed: %+v and later %+v", got.Best, got.Later)
	}
	if got.First == nil || got.First.Counted || got.Rank.All != 0 || got.Streak != 0 {
		t.Errorf("it counts: %+v, streak %d", got.First, got.Streak)
	}
	if c := d.career("anna"); len(c.Games) != 0 {
		t.Errorf("it is part of a record: %+v", c.Games)
	}
	s := d.at(got.Later[0].Table)
	require.True(t, s.Over && s.State == *game0.After(game0.Len()) && !s.Hidden, "its table is not the game that was sent")
	for n, step := range s.Steps {
		if by := map[bool]string{true: daily.Level}[step.Seat > 0 && !step.Auto]; step.Bot != by {
			t.Fatalf("decision %d of seat %d was made by %q, want %q", n+1, step.Seat, step.Bot, by)
		}
	}
	given := d.playDay("cleo", day)
	d.ok(d.Do(ctx, given, seat(0), d.settled(given).N, "", game.GiveToBot(0, daily.Level)))
	d.settled(given)
	if got := d.day("cleo", day); got.First.Ended == 0 || len(got.Later) != 1 {
		t.Errorf("a game that a computer player ended is listed: %+v, %+v", got.First, got.Later)
	}
	l.pass((OldDays + 1) * 24 * time.Hour)
	if _, ended, _ := d.DayOf(ctx, game0); ended {
		t.Error("it can be listed with a day of long ago")
	}
}

// Only a game that follows from a day's secret is listed: the deal and every decision of
// the computer players.
func TestDayOnlyAsItFollows(t *testing.T) {
	d, l := dayDen(t, 570)
	d.again(func(o *Options) { o.Bots = bot.New })
	day := d.Today()
	l.pass(24 * time.Hour)
	good := played(t, 571, day, day.Secret("a secret"))
	for what, change := range map[string]func(*record.Record){
		"another deal": func(rec *record.Record) { *rec = *played(t, 572, day, day.Secret("")).Record() },
		"two people":   func(rec *record.Record) { rec.Players[2].Bot = "" },
		"nobody":       func(rec *record.Record) { rec.Players[0].Bot = daily.Level },
	} {
		rec := good.Record()
		rec.Players = append([]record.Player(nil), rec.Players...)
		change(rec)
		if got, err := record.Referee(rec, good.Rules.Board()); err != nil {
			t.Errorf("%s: %v", what, err)
		} else if _, err := d.SendDay(t.Context(), "anna", got, seatNames); !errors.Is(err, daily.ErrOther) {
			t.Errorf("%s: %v", what, err)
		}
	}
	running := *good
	running.Steps, running.Obstacles = good.Steps[:40], nil
	require.Fails(t, daily.ErrOther, "a running game")(d.SendDay(t.Context(), "anna", &running, seatNames))
	other := otherAnswer(t, good, day.Secret("a secret"))
	_, err := d.SendDay(t.Context(), "anna", other, seatNames)
	if differs, ok := errors.AsType[*daily.Differs](err); !ok || differs.Decision != other.Len()-endsAfter(good, other)+1 {
		t.Errorf("another answer: %v", err)
	}
	if got := d.day("anna", day); len(got.Later)+len(got.Games) != 0 {
		t.Errorf("listed: %+v", got.Later)
	}
}

// endsAfter is how many decisions of a game follow the last one that it shares with another.
func endsAfter(a, b *record.Game) int {
	n := 1
	for n < min(len(a.Steps), len(b.Steps)) && a.Steps[n].Action == b.Steps[n].Action {
		n++
	}
	return len(b.Steps) - n
}

// otherAnswer is a game in which one computer player chose otherwise, and that then goes on
// by first choices.
func otherAnswer(t *testing.T, g *record.Game, secret string) *record.Game {
	t.Helper()
	sh, err := daily.ShuffleOf(secret)
	require.NoError(t, err)
	deal, err := sh.Deal(g.Rules)
	require.NoError(t, err)
	var list []rules.Action
	changed := false
	s := deal.Start(g.Rules)
	for s.Decision() != rules.Over {
		a, forced := g.Rules.Forced(&s)
		if legal := g.Rules.Legal(&s).Append(nil); !forced {
			a = legal[0]
			if was := g.Steps[min(len(list)+1, g.Len())].Action; !changed && (len(list) < 60 || s.ToDecide() == 0) {
				a = was
			} else if !changed {
				if changed = true; a == was {
					a = legal[1]
				}
			}
		}
		list = append(list, a)
		require.NoError(t, deal.Apply(g.Rules, &s, a))
	}
	out, err := record.Play(g.Rules, &deal, list)
	require.NoError(t, err)
	out.Players = g.Players
	return out
}

// The deal of a server is played only from a secret, and once its day has ended.
func TestPlayGiven(t *testing.T) {
	d, _ := dayDen(t, 580)
	d.again(func(o *Options) { o.DaySecret = func(context.Context) (string, error) { return "", nil } })
	day, secret := d.Today()-1, d.Today().Secret("x")
	for _, c := range []struct {
		day    daily.Day
		secret string
		want   error
	}{{day + 1, secret, ErrNoDay}, {day, secret[1:], ErrNoSecret}, {day, "", ErrNoSecret}, {day, secret, nil}} {
		id, err := d.PlayGiven(t.Context(), "anna", "", c.day, c.secret, seatNames)
		require.ErrorIs(t, err, c.want, "PlayGiven")
		if c.want != nil {
			continue
		}
		if s := d.at(id); !s.Common.Given || s.Common.First || s.Deal != game.Daily {
			t.Errorf("the table: %+v", s.Common)
		}
	}
	if got := d.day("anna", day); len(got.Games) != 0 {
		t.Errorf("it is a game of the day here: %+v", got.Games)
	}
}
