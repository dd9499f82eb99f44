package table

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
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

// dayDen is a service on 1 June 2026 with a secret of its own, whose computer players
// decide at once.
func dayDen(t *testing.T, seed uint64) (*den, *later) {
	d, l := timedDen(t, seed)
	d.again(func(o *Options) {
		o.Bots = func(string) (bot.Bot, error) { return bot.New("random") }
		o.DaySecret = func(context.Context) (string, error) { return "a secret", nil }
		o.ParGames = 3
	})
	return d, l
}

// again opens another service on the same store with other options.
func (d *den) again(change func(*Options)) {
	d.close(d.Service)
	change(&d.opts)
	d.Service = d.fresh()
	old := d.Service
	d.Cleanup(func() { d.close(old) })
}

var seatNames = [daily.Seats]string{"Anna", "Bot 1", "Bot 2", "Bot 3"}

func (d *den) playDay(browser string, day daily.Day) string {
	d.Helper()
	id, err := d.PlayDay(d.Context(), browser, "", day, seatNames)
	require.NoError(d, err)
	return id
}

func (d *den) day(browser string, day daily.Day) *Day {
	d.Helper()
	out, err := d.Day(d.Context(), browser, day)
	require.NoError(d, err)
	return out
}

// playFirst plays the first legal action to the end, or until so many
// decisions were made.
func (d *den) playFirst(id string, most int) *game.Snapshot {
	d.Helper()
	for {
		s := d.settled(id)
		switch {
		case s.Over || len(s.Steps) >= most:
			return s
		case s.You.Confirm:
			d.ok(d.Do(d.Context(), id, seat(0), s.N, "", game.Confirm()))
		default:
			d.ok(d.Do(d.Context(), id, seat(0), s.N, "", game.Act(legal(s)[0])))
		}
	}
}

const allOf = 1 << 20

func actions(s *game.Snapshot) (out []rules.Action) {
	for _, step := range s.Steps {
		out = append(out, step.Action)
	}
	return out
}

// The same moves get the same answers: at another table, by another server with the same
// secret, after a restart and after taking something back.
func TestSameMovesSameAnswers(t *testing.T) {
	const enough = 60 // decisions
	var want []rules.Action
	for i := range 3 {
		d, _ := dayDen(t, uint64(500+i))
		if i < 2 {
			d.again(func(o *Options) { o.Bots = bot.New })
		}
		id := d.playDay("anna", d.Today())
		if i == 1 {
			d.playFirst(id, 20)
			d.again(func(o *Options) {})
			s := d.settled(id)
			if to := s.You.UndoTo; len(to) > 0 {
				d.ok(d.Do(d.Context(), id, seat(0), s.N, "", game.Undo(to[0])))
			}
		}
		got := actions(d.playFirst(id, enough))[:enough]
		switch {
		case i == 0:
			want = got
		case slices.Equal(got, want) != (i == 1):
			t.Errorf("game %d: the same answers: %t", i, i != 1)
		}
	}
}

// A deal follows from the committed secret, no matter what anyone adds, and its record
// passes the referee.
func TestDayIsProven(t *testing.T) {
	d, l := dayDen(t, 510)
	ahead, err := d.DaysAhead(t.Context())
	require.Must(t, err == nil && len(ahead) == daily.CommittedAhead, "%d days ahead, %v", len(ahead), err)
	l.pass(24 * time.Hour)
	today := d.Today()
	require.Must(t, ahead[0].Day == today, "%v ahead, it is %v", ahead[0].Day, today)
	id := d.playDay("anna", today)
	require.Fails(t, game.ErrShuffled, "Contribute")(d.Do(t.Context(), id, seat(0), d.at(id).N, "", game.Contribute(0, newRandom())))
	s := d.playFirst(id, allOf)
	rec, err := d.Record(t.Context(), id, seat(0))
	require.NoError(t, err)
	require.Succeeds(t)(record.Referee(rec, s.Game.Board()))
	if rec.Shuffle == nil || rec.Shuffle.Commitment != ahead[0].Commitment || rec.Shuffle.Secret != today.Secret("a secret") {
		t.Errorf("shuffle %+v, committed %+v", rec.Shuffle, ahead[0])
	}
	if got := d.day("anna", today); got.Secret != "" || got.Commitment != ahead[0].Commitment {
		t.Errorf("on the day: %+v", got)
	}
	l.pass(24 * time.Hour)
	if got := d.day("", today); got.Secret != today.Secret("a secret") {
		t.Errorf("afterwards the secret is %q", got.Secret)
	}
	require.Fails(t, ErrNoDay, "a day to come")(d.Day(t.Context(), "", d.Today()+1))
	for _, day := range []daily.Day{d.Today() + 1, d.Today() - OldDays - 1} {
		require.Fails(t, ErrNoDay, "PlayDay of %v", day)(d.PlayDay(t.Context(), "anna", "", day, seatNames))
	}
}

// The first game counts; one that is not finished is found again, also where the program
// ended before its table was made.
func TestFirstGameOfTheDay(t *testing.T) {
	d, l := dayDen(t, 520)
	today := d.Today()
	lost := store.DayGame{Table: store.NewID(), Day: today.String(), Holder: store.HashOf("anna"), Started: d.opts.Clock().UnixMilli()}
	require.Succeeds(t)(d.opts.Store.StartDayGame(t.Context(), lost))
	id := d.playDay("anna", today)
	require.True(t, id == lost.Table && d.playDay("anna", today) == id, "table %s instead of %s", id, lost.Table)
	s := d.at(id)
	require.True(t, !s.Hints && s.Common.First && !s.MayExchange(seat(0), 1), "hints %t, %+v", s.Hints, s.Common)
	d.want(game.ErrSameForAll)(d.Do(t.Context(), id, seat(0), s.N, "", game.SetLevel(1, "schiffer")))
	s = d.playFirst(id, allOf)
	vp := s.Game.Result(&s.State).VP[0]
	got := d.day("anna", today)
	if got.First == nil || !got.First.Counted || got.First.VP != vp || got.Rank != (store.DayRank{Equal: 1, All: 1}) || got.Streak != 1 || len(got.Best) != 1 || got.Best[0].Name != "Anna" {
		t.Errorf("%+v", got)
	}
	if again, err := d.PlayDay(t.Context(), "anna", id, today, seatNames); again != id || err != nil {
		t.Errorf("the request again: table %s, %v", again, err)
	}
	second := d.playDay("anna", today)
	if s := d.at(second); second == id || !s.Hints || s.Common.First {
		t.Errorf("later: hints %t, %+v", s.Hints, s.Common)
	}
	d.playFirst(second, allOf)
	l.pass(time.Second)
	d.tick() // stores the result
	if got := d.day("anna", today); len(got.Games) != 2 || got.Games[0].Counted && got.Games[1].Counted || got.Rank.All != 1 {
		t.Errorf("later games count: %+v", got)
	}
	if c := d.career("anna"); len(c.Games) != 1 || c.Games[0].Day != today.String() {
		t.Errorf("career: %+v", c.Games)
	}
	for range store.MaxDayGames { // more than are listed
		g := store.DayGame{Table: store.NewID(), Day: today.String(), Holder: store.HashOf("anna"), Started: d.opts.Clock().UnixMilli()}
		require.Succeeds(t)(d.opts.Store.StartDayGame(t.Context(), g))
	}
	if got := d.day("anna", today); got.Streak != 1 {
		t.Errorf("after many later games %d days in a row", got.Streak)
	}
	late := d.playDay("bert", today)
	l.pass(24 * time.Hour)
	d.playFirst(late, allOf)
	if got := d.day("bert", today); got.First.Counted || got.First.Ended == 0 || got.Streak != 0 {
		t.Errorf("finished after its day: %+v", got.First)
	}
}

// sooner is a store in which something happens before a game of a day is begun, once.
type sooner struct {
	Store
	do func()
}

func (s *sooner) StartDayGame(ctx context.Context, g store.DayGame) (bool, error) {
	do := s.do
	if s.do = func() {}; do != nil {
		do()
	}
	return s.Store.StartDayGame(ctx, g)
}

// The game that waits is the first one, also where it was begun by another tab at the same
// time; what came second waits until then.
func TestFirstGameGoesOn(t *testing.T) {
	d, l := dayDen(t, 521)
	today, first := d.Today(), store.DayGame{Table: store.NewID(), Day: d.Today().String(), Holder: store.HashOf("anna"), Started: 1}
	below := d.opts.Store
	d.again(func(o *Options) {
		o.Store = &sooner{below, func() {
			_, err := below.StartDayGame(t.Context(), first)
			require.NoError(t, err)
		}}
	})
	for range 2 {
		require.Equal(t, d.playDay("anna", today), first.Table, "the table of the first game")
	}
	d.playFirst(first.Table, allOf)
	l.pass(time.Second)
	d.tick()
	if got := d.day("anna", today); len(got.Games) != 1 {
		t.Errorf("without a table: %+v", got.Games)
	}
	second := d.playDay("anna", today)
	if d.at(second).Common.First || d.playDay("anna", today) != second || len(d.day("anna", today).Games) != 2 {
		t.Error("the second game does not go on")
	}
	require.NoError(t, d.Leave(t.Context(), "anna", second))
	if got := d.day("anna", today); len(got.Games) != 1 || got.First == nil {
		t.Errorf("a game whose table has gone is listed: %+v", got.Games)
	}
}

// Who gives up has had their first game, and it does not count.
func TestDayGivenUp(t *testing.T) {
	d, _ := dayDen(t, 530)
	today := d.Today()
	id := d.playDay("anna", today)
	d.playFirst(id, 10)
	require.NoError(t, d.Leave(t.Context(), "anna", id))
	if again, err := d.PlayDay(t.Context(), "anna", id, today, seatNames); err != nil || d.at(again).Common.First {
		t.Errorf("the same request again leads to %q, %v", again, err)
	}
	if got := d.day("anna", today); got.First == nil || got.First.Ended == 0 || got.First.Counted || !got.Shows {
		t.Errorf("%+v", got.First)
	}
	require.True(t, !d.at(d.playDay("anna", today)).Common.First, "the next one is the first")
	id = d.playDay("bert", today)
	d.ok(d.Do(t.Context(), id, seat(0), d.settled(id).N, "", game.GiveToBot(0, "schiffer")))
	d.settled(id)
	if got := d.day("bert", today); got.First.Ended == 0 || got.First.Counted {
		t.Errorf("a computer player's result: %+v", got.First)
	}
}

// Par is worked out once, by one of several processes, and by another one if that ends.
func TestParOnce(t *testing.T) {
	d, l := dayDen(t, 540)
	today := d.Today()
	var made atomic.Int64
	bots := func(level string) (bot.Bot, error) {
		if level == daily.ParLevel {
			made.Add(1)
		}
		return bot.New("random")
	}
	d.again(func(o *Options) { o.Bots = bots })
	d.playDay("anna", today)
	require.True(t, !d.day("anna", today).HasPar, "there is par at once")
	killed, kill := context.WithCancel(t.Context())
	kill()
	require.True(t, d.MakePars(killed) != nil, "no error")
	dead, stop := context.WithCancel(t.Context())
	d.opts.Bots = func(level string) (bot.Bot, error) {
		if level == daily.ParLevel && made.Load() == 1 {
			stop() // in the midst of the second game
		}
		return bots(level)
	}
	require.ErrorIs(t, d.fresh().MakePars(dead), context.Canceled, "killed")
	d.opts.Bots = bots
	made.Store(0)
	two := []*Service{d.fresh(), d.fresh()}
	make := func() {
		for _, v := range two {
			require.NoError(t, v.MakePars(t.Context()))
		}
	}
	if make(); made.Load() != 0 {
		t.Error("the day belongs to two")
	}
	l.pass(parClaim)
	make()
	make()
	require.Equal(t, made.Load(), int64(d.opts.ParGames)-1, "games besides the one that had ended")
	par := d.day("anna", today)
	require.Must(t, par.HasPar, "no par")
	other, _ := dayDen(t, 541)
	other.playDay("bert", today)
	require.NoError(t, other.MakePars(t.Context()))
	if got := other.day("bert", today); got.Par != par.Par {
		t.Errorf("par is %d there, %d here", got.Par, par.Par)
	}
	for _, v := range two {
		d.close(v)
	}
}

// What is hidden stays hidden from those who have not played the deal, until its day has
// ended; those who have see it.
func TestHiddenDeal(t *testing.T) {
	d, l := dayDen(t, 550)
	ctx := t.Context()
	today := d.Today()
	id := d.playDay("anna", today)
	s := d.playFirst(id, allOf)
	sees := func(browser string) error {
		who, err := d.ActorOf(ctx, browser, id)
		require.NoError(t, err)
		var errs []error
		note := func(err error) { errs = append(errs, err) }
		_, err = d.Position(ctx, id, who)
		note(err)
		_, err = d.Snapshot(ctx, id, who)
		note(err)
		_, err = d.Record(ctx, id, who)
		note(err)
		_, err = d.Considered(ctx, id, 1, who)
		note(err)
		note(s.MaySee(who))
		for _, err := range errs {
			if !errors.Is(err, errs[0]) && !errors.Is(errs[0], err) {
				t.Errorf("%s: %v", browser, errs)
			}
		}
		return errs[0]
	}
	refused := func(what string, err error) {
		t.Helper()
		require.ErrorIs(t, err, game.ErrHiddenDeal, "%s", what)
	}
	refused("nobody", sees(""))
	refused("Bert, who has not begun", sees("bert"))
	berts := d.playDay("bert", today)
	refused("Bert, who plays", sees("bert"))
	_, err := d.Do(ctx, id, game.Actor{}, s.N, "", game.Confirm())
	refused("Do", err)
	_, err = d.Hint(ctx, id, game.Actor{}, s.N, "")
	refused("Hint", err)
	_, err = d.Link(ctx, "anna", id, store.Nobody)
	refused("Link", err)
	_, err = d.RenewLink(ctx, "anna", id, 0)
	refused("RenewLink", err)
	_, err = d.PlayOnFor(ctx, "anna", id, 0, 0, "random", "Anna")
	refused("PlayOnFor by Anna", err)
	_, err = d.PlayOnFor(ctx, "bert", id, 0, 0, "random", "Bert")
	refused("PlayOnFor by Bert", err)
	require.True(t, !d.day("bert", today).Shows && len(d.day("bert", today).Best) <= 0, "Bert sees results")
	require.ErrorIs(t, sees("anna"), nil, "Anna")
	d.playFirst(berts, allOf)
	d.day("bert", today)
	require.ErrorIs(t, sees("bert"), nil, "Bert, who has played")
	refused("Carl", sees("carl"))
	l.pass(time.Duration(today.Ends().Sub(d.opts.Clock())) - time.Millisecond)
	refused("Carl, late", sees("carl"))
	l.pass(time.Millisecond)
	if who, _ := d.ActorOf(ctx, "carl", id); who.Played {
		t.Error("Carl has played")
	}
	require.Fails(t, nil, "the day after")(d.Position(ctx, id, game.Actor{}))
	require.Fails(t, nil, "PlayOnFor the day after")(d.PlayOnFor(ctx, "carl", id, 0, 0, "random", "Carl"))
	d.tick()
	require.Equal(t, len(d.day("carl", today).Best), 2, "results the day after")
}
