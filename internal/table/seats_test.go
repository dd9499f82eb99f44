package table

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"ruhr/bot"
	"ruhr/internal/game"
	"ruhr/internal/require"
	"ruhr/internal/store"
	"ruhr/rules"
)

// Who leaves hands the seat to a computer player, which plays on, and takes it back
// later.
func TestLeaveAndTakeBack(t *testing.T) {
	d := newDen(t, 20)
	ctx := t.Context()
	s := d.create(persons[:2]...)
	me := s.State.ToDecide()
	d.want(game.ErrNotYours)(d.Do(ctx, s.ID, seat(1-me), s.N, "", game.GiveToBot(me, "random")))
	d.want(game.ErrNoLevel)(d.Do(ctx, s.ID, seat(me), s.N, "", game.GiveToBot(me, "none")))
	d.want(game.ErrPlayedByHand)(d.Do(ctx, s.ID, seat(me), s.N, "", game.TakeBack(me)))
	d.ok(d.Do(ctx, s.ID, seat(me), s.N, "", game.GiveToBot(me, "random")))
	s = d.settled(s.ID)
	if len(s.Steps) == 0 || s.ToAct != 1-me || s.Seats[me].Kind != game.Person || s.Seats[me].Level != "random" {
		t.Fatalf("the computer player did not play on: %s", text(t, s))
	}
	d.want(game.ErrPlayedByBot)(d.Do(ctx, s.ID, seat(me), s.N, "", game.GiveToBot(me, "random")))
	d.want(game.ErrNotYours)(d.Do(ctx, s.ID, seat(1-me), s.N, "", game.TakeBack(me)))
	d.want(game.ErrNotYours)(d.Do(ctx, s.ID, seat(1-me), s.N, "", game.SetLevel(me, "other")))
	s = d.ok(d.Do(ctx, s.ID, seat(me), s.N, "", game.SetLevel(me, "other")))
	s = d.ok(d.Do(ctx, s.ID, seat(me), s.N, "", game.TakeBack(me)))
	require.Must(t, s.Seats[me].ByHand(), "not taken back: %+v", s.Seats[me])
	s = d.play(s, func(s *game.Snapshot) bool { return s.You.Act && s.State.ToDecide() == me })
	require.Must(t, !s.Over, "the seat was never asked again")
}

// A seat is given away and taken back by several pages at the same moment, on
// services that share nothing but the store: one of them wins, what does not
// concern the seat is done as well, and all see the seat in the same hands.
func TestGiveAndTakeAtOnce(t *testing.T) {
	d := newDen(t, 30)
	s := d.create(persons[:2]...)
	services := []*Service{d.Service, d.fresh(), d.fresh()}
	for _, v := range services[1:] {
		defer d.close(v)
	}
	for range 12 {
		s = d.settled(s.ID)
		given := s.Seats[0].Level != ""
		results := make([]error, 6)
		var wg sync.WaitGroup
		for i := range results {
			v := services[i%len(services)]
			wg.Go(func() {
				switch {
				case given:
					_, results[i] = v.Do(t.Context(), s.ID, seat(0), s.N, "", game.TakeBack(0))
				case i%2 == 0:
					_, results[i] = v.Do(t.Context(), s.ID, seat(0), s.N, "", game.GiveToBot(0, "random"))
				default:
					_, results[i] = v.Do(t.Context(), s.ID, seat(1), s.N, "", game.Rename(1, fmt.Sprint("Ben ", i)))
				}
			})
		}
		wg.Wait()
		won, late := 0, game.ErrPlayedByBot
		if given {
			late = game.ErrPlayedByHand
		}
		for i, err := range results {
			switch renames := !given && i%2 == 1; {
			case err == nil && !renames:
				won++
			case err != nil && (renames || !errors.Is(err, late)):
				t.Fatal(err)
			}
		}
		require.Must(t, won == 1, "%d of %d won", won, len(results))
		s = d.settled(s.ID)
		for _, v := range services {
			same, err := v.Position(t.Context(), s.ID, everybody)
			if err != nil || same.N == s.N && same.Seats[0].Level != s.Seats[0].Level {
				t.Fatalf("another service sees %v, %v", same.Seats, err)
			}
		}
	}
}

// A turn that waits for somebody who leaves does not keep the others waiting.
func TestLeavingHandsOver(t *testing.T) {
	d := newDen(t, 21)
	s := d.play(d.create(persons[:3]...), func(s *game.Snapshot) bool { return s.Turn.Waiting })
	who := s.Turn.Seat
	s = d.ok(d.Do(t.Context(), s.ID, seat(who), s.N, "", game.GiveToBot(who, "random")))
	if s.Turn.Waiting || s.ToAct == who {
		t.Errorf("still waiting: %s", text(t, s.Turn))
	}
}

// Who sits down at a seat that was freed finds nothing there of the person before:
// neither clock, quiet hours and holiday, nor orders and answers to the others.
func TestNothingStaysOfThePersonBefore(t *testing.T) {
	d, l := timedDen(t, 24)
	ctx, owner := t.Context(), game.Actor{Owner: true}
	cleo := func(s *game.Snapshot, k int) *game.Snapshot {
		s = d.ok(d.Do(ctx, s.ID, owner, s.N, "", game.Remove(k)))
		if you := s.For(seat(k)).You; you.Orders != nil || you.AskAll != nil {
			t.Errorf("the empty seat has ordered %s", text(t, you))
		}
		s = d.ok(d.Do(ctx, s.ID, seat(k), s.N, "", game.Join(k, "Cleo")))
		if you, c := s.For(seat(k)).You, s.Clocks[k]; you.Orders != nil || you.AskAll != nil || c.Left != seconds(s.Pace.Bank) || c.RanOut > 0 || !c.Away.IsZero() {
			t.Errorf("Cleo has ordered %s, and the clock %s", text(t, you), text(t, c))
		}
		return s
	}
	s, first, sales := d.salesAhead(d.timed(game.Pace{Bank: day, Increment: hour, Cap: 2 * day, Days: true}, persons[:3]...))
	orders := []game.Order{{Round: sales[0].Round, Phase: sales[0].Phase, Action: sales[0].Action, Max: -1}}
	for _, c := range []game.Command{
		game.SetOrders(first, orders, true), game.SetHours(first, game.Hours{From: 60, To: 120, Zone: "UTC"}), game.AwayFor(first, 1),
	} {
		s = d.ok(d.Do(ctx, s.ID, seat(first), s.N, "", c))
	}
	s = cleo(s, first)
	if f, err := d.load(ctx, s.ID); err != nil || f.MayRest(first, game.Hours{}) {
		t.Errorf("Cleo has quiet hours, %v", err)
	}
	s = d.timed(blitz, persons[:3]...)
	out := s.ToAct
	votes := (out + 1) % 3
	s = d.ok(d.Do(ctx, s.ID, seat(votes), s.N, "", game.Wait(out)))
	if s = cleo(s, votes); s.Clocks[out].Votes != nil {
		t.Error("Cleo has voted")
	}
	l.pass(time.Hour)
	d.tick()
	s = cleo(d.settled(s.ID), out)
	d.tick()
	if s = d.at(s.ID); !s.Seats[out].ByHand() {
		t.Error("Cleo was replaced at once")
	}
	for s.You.Takeback == nil && !s.Over {
		s = d.turns(s)
	}
	asks := s.You.Takeback[0]
	agrees := (asks + 1) % 3
	s = d.ok(d.Do(ctx, s.ID, seat(asks), s.N, "", game.AskTakeback(asks)))
	s = d.ok(d.Do(ctx, s.ID, seat(agrees), s.N, "", game.AnswerTakeback(agrees, true)))
	if s = cleo(s, agrees); s.Takeback == nil || !slices.Contains(s.Takeback.Waits, agrees) {
		t.Errorf("Cleo has agreed: %s", text(t, s.Takeback))
	}
	again, err := d.fresh().Position(ctx, s.ID, everybody)
	require.NoError(t, err)
	d.same("opened again", d.at(s.ID), again)
}

func seconds(n int) time.Duration { return time.Duration(n) * time.Second }

// An open seat waits for somebody with its link; a computer player may keep it warm.
func TestOpenSeats(t *testing.T) {
	d := newDen(t, 22)
	ctx := t.Context()
	c, err := d.Create(ctx, game.NewTable{Seats: []game.NewSeat{{Kind: game.Person, Name: "Anna"}, {Kind: game.Open}, {Kind: game.Bot, Level: "random"}}})
	require.NoError(t, err)
	require.Must(t, c.Seats[0] != "" && c.Seats[1] != "" && c.Seats[2] == "" && c.Watch != "" && c.Seats[0] != c.Seats[1], "links %+v", c)
	for k, token := range map[int]string{0: c.Seats[0], 1: c.Seats[1], store.Nobody: c.Watch} {
		require.Returns(t, store.Place{Table: c.ID, Seat: k}, "where the link of seat %d leads", k)(d.opts.Store.TokenByHash(ctx, store.HashOf(token)))
	}
	s := d.play(d.at(c.ID), func(s *game.Snapshot) bool { return s.ToAct == 1 })
	require.True(t, !s.You.Act, "somebody may act for a seat nobody has joined")
	d.want(game.ErrOpenSeat)(d.Do(ctx, c.ID, seat(1), s.N, "", game.Act(legal(s)[0])))
	d.want(game.ErrOpenSeat)(d.Do(ctx, c.ID, seat(1), s.N, "", game.Rename(1, "Ben")))
	d.want(game.ErrNotYours)(d.Do(ctx, c.ID, seat(0), s.N, "", game.Join(1, "Ben")))
	d.want(game.ErrNotYours)(d.Do(ctx, c.ID, game.Actor{}, s.N, "", game.GiveToBot(1, "random")))
	d.ok(d.Do(ctx, c.ID, seat(0), s.N, "k", game.GiveToBot(1, "random")))
	s = d.settled(c.ID)
	if s.Seats[1].Kind != game.Open || s.Seats[1].Level != "random" || s.ToAct == 1 {
		t.Fatalf("a computer player in the open seat: %s", text(t, s))
	}
	d.want(game.ErrBadName)(d.Do(ctx, c.ID, seat(1), s.N, "", game.Join(1, "  ")))
	s = d.ok(d.Do(ctx, c.ID, seat(1), s.N, "", game.Join(1, " Ben  B. ")))
	if got := s.Seats[1]; got.Kind != game.Person || got.Name != "Ben B." || !got.ByHand() {
		t.Fatalf("joined as %+v", got)
	}
	d.want(game.ErrNotOpen)(d.Do(ctx, c.ID, seat(1), s.N, "", game.Join(1, "Cleo")))
}

// A wrong wish for a new table is refused with what was wrong.
func TestNewTablesAreChecked(t *testing.T) {
	d := newDen(t, 23)
	anna := game.NewSeat{Kind: game.Person, Name: "Anna"}
	for name, c := range map[string]struct {
		seats []game.NewSeat
		board []byte
		want  *game.Refusal
		seat  int
		value string
	}{
		"one seat":         {[]game.NewSeat{anna}, nil, game.ErrBadSeats, -1, "1"},
		"five seats":       {[]game.NewSeat{anna, anna, anna, anna, anna}, nil, game.ErrBadSeats, -1, "5"},
		"no kind":          {[]game.NewSeat{anna, {Name: "Ben"}}, nil, game.ErrBadKind, 1, ""},
		"no name":          {[]game.NewSeat{anna, {Kind: game.Person, Name: " "}}, nil, game.ErrBadName, 1, ""},
		"longest name":     {[]game.NewSeat{{Kind: game.Person, Name: strings.Repeat("ä", 30)}, {Kind: game.Person, Name: " "}}, nil, game.ErrBadName, 1, ""},
		"long name":        {[]game.NewSeat{{Kind: game.Person, Name: strings.Repeat("ä", 31)}, anna}, nil, game.ErrBadName, 0, strings.Repeat("ä", 30) + "…"},
		"blank name":       {[]game.NewSeat{anna, {Kind: game.Person, Name: "\u3164\u2800"}}, nil, game.ErrHiddenName, 1, "[U+3164][U+2800]"},
		"marks on nothing": {[]game.NewSeat{anna, {Kind: game.Person, Name: "\u0301a"}}, nil, game.ErrHiddenName, 1, "\u0301a"},
		"a tower of marks": {[]game.NewSeat{anna, {Kind: game.Person, Name: "a" + strings.Repeat("\u0301", 5)}}, nil, game.ErrHiddenName, 1, "a" + strings.Repeat("\u0301", 5)},
		"invisible name":   {[]game.NewSeat{anna, {Kind: game.Person, Name: "a\u202eb"}}, nil, game.ErrHiddenName, 1, "a[U+202E]b"},
		"needless joiner":  {[]game.NewSeat{anna, {Kind: game.Person, Name: "An\u200dna"}}, nil, game.ErrHiddenName, 1, "An[U+200D]na"},
		"joiner before":    {[]game.NewSeat{anna, {Kind: game.Person, Name: "A\u200d🚢"}}, nil, game.ErrHiddenName, 1, "A[U+200D]🚢"},
		"joiner at an end": {[]game.NewSeat{anna, {Kind: game.Person, Name: "🚢\u200d"}}, nil, game.ErrHiddenName, 1, "🚢[U+200D]"},
		"no such level":    {[]game.NewSeat{anna, {Kind: game.Bot, Level: "none"}}, nil, game.ErrNoLevel, 1, "none"},
		"no level":         {[]game.NewSeat{anna, {Kind: game.Bot}}, nil, game.ErrNoLevel, 1, ""},
		"same colour":      {[]game.NewSeat{{Kind: game.Open, Colour: "green"}, {Kind: game.Open, Colour: "green"}}, nil, game.ErrBadColour, 1, "green"},
		"no such colour":   {[]game.NewSeat{anna, {Kind: game.Open, Colour: "pink"}}, nil, game.ErrBadColour, 1, "pink"},
		"no board":         {[]game.NewSeat{anna, anna}, []byte("{}"), game.ErrNoBoard, -1, ""},
	} {
		_, err := d.Create(t.Context(), game.NewTable{Seats: c.seats, Board: c.board})
		if got, ok := errors.AsType[*game.Refusal](err); !ok || !errors.Is(got, c.want) || got.Seat != c.seat || c.value != "" && got.Value != c.value {
			t.Errorf("%s: %v", name, err)
		}
	}
	s := d.create(game.NewSeat{Kind: game.Open, Colour: "blue"}, anna, game.NewSeat{Kind: game.Open, Colour: "vermilion"})
	require.Equal(t, s.Seats[1].Colour, "green", "the free colour")
}

// A page that joins with its seat is seen.
func TestPresence(t *testing.T) {
	d := newDen(t, 24)
	s := d.create(persons[:2]...)
	leave := d.opts.Live.Join(s.ID, SeatPresence(1))
	if s := d.at(s.ID); s.Seats[0].Present || !s.Seats[1].Present {
		t.Errorf("present: %+v", s.Seats)
	}
	leave()
	require.True(t, !d.at(s.ID).Seats[1].Present, "present after leaving")
}

// The list of a browser has its tables with what it may do there.
func TestTablesOfABrowser(t *testing.T) {
	d := newDen(t, 25)
	s := d.create(persons[:2]...)
	const browser = "browser"
	me := s.State.ToDecide()
	require.NoError(t, d.opts.Store.Grant(t.Context(), store.HashOf(browser), store.Place{Table: s.ID, Seat: me}))
	list, err := d.Tables(t.Context(), browser, "", 10)
	require.True(t, err == nil && len(list) == 1 && list[0].ID == s.ID && list[0].You.Act && list[0].Mine[0] == me, "%v, %v", list, err)
}

// Computer players that fail are replaced by random decisions: the game goes on to its
// end.
func TestFailingBots(t *testing.T) {
	d := newDen(t, 26)
	s := d.create(game.NewSeat{Kind: game.Bot, Level: "broken"}, game.NewSeat{Kind: game.Bot, Level: "cheat"})
	if s = d.settled(s.ID); !s.Over || s.Steps[0].Bot == "" {
		t.Fatalf("not over: %s", text(t, s))
	}
}

// The stand-in goes on for a computer player that cannot be asked, and all are told.
func TestBotsThatCannotBeAsked(t *testing.T) {
	d := newDen(t, 26)
	s := d.create(game.NewSeat{Kind: game.Bot, Level: "silent"}, game.NewSeat{Kind: game.Bot, Level: "random"})
	s = d.settled(s.ID)
	seat := slices.IndexFunc(s.Events, func(e game.Event) bool { return e.Kind == game.EventLevel && e.Seat == 0 && e.Text == d.opts.StandIn })
	require.True(t, s.Over && seat >= 0 && s.Seats[0].Level == d.opts.StandIn, "%s, %v", text(t, s), s.Events)
	d.opts.StandIn = "gate" // or something would replace a stand-in without end
	b := newGate(d)
	s = d.create(game.NewSeat{Kind: game.Bot, Level: "gate"}, game.NewSeat{Kind: game.Person, Name: "Anna"})
	<-b.asked
	f, err := d.load(t.Context(), s.ID)
	require.NoError(t, err)
	require.Equal(t, d.move(t.Context(), f, bot.Thought{Action: rules.None}, "gate"), true, "refused")
	d.close(d.Service)
}

// The operator is told where a stand-in decides for a program that failed.
func TestStandInIsLogged(t *testing.T) {
	d := newDen(t, 27)
	d.close(d.Service)
	var log bytes.Buffer
	d.opts.Log = slog.New(slog.NewTextHandler(&log, nil))
	d.Service = d.fresh()
	s := d.create(game.NewSeat{Kind: game.Bot, Level: "random"}, game.NewSeat{Kind: game.Bot, Level: "absent"})
	if s = d.settled(s.ID); !s.Over {
		t.Fatalf("not over: %s", text(t, s))
	}
	d.close(d.Service)
	if got := log.String(); !strings.Contains(got, `level=absent`) || !strings.Contains(got, `why="the program ended"`) || strings.Contains(got, "level=random") {
		t.Errorf("logged: %.600s", got)
	}
}

// A decision of a computer player that its table refuses is told the operator, and would be
// refused again.
func TestRefusedDecisions(t *testing.T) {
	d := newDen(t, 28)
	d.close(d.Service)
	var log bytes.Buffer
	d.opts.Log = slog.New(slog.NewTextHandler(&log, nil))
	b := newGate(d)
	s := d.create(game.NewSeat{Kind: game.Bot, Level: "gate"}, game.NewSeat{Kind: game.Person, Name: "Anna"})
	<-b.asked
	f, err := d.load(t.Context(), s.ID)
	require.NoError(t, err)
	legal := f.Rules.Legal(&s.State)
	require.Equal(t, legal.Has(rules.AHauler), false, "the action is legal")
	require.Equal(t, d.move(t.Context(), f, bot.Thought{Action: rules.AHauler}, "gate"), true, "refused")
	require.Equal(t, strings.Contains(log.String(), "decision is refused"), true, "logged: %s", log.String())
	require.Equal(t, d.move(t.Context(), f, bot.Thought{Action: legal.First()}, "gate"), false, "a legal one is refused")
	require.Equal(t, d.move(t.Context(), f, bot.Thought{Action: legal.First()}, "gate"), false, "one that comes late is refused")
	d.close(d.Service)
}

// gateBot waits until it is let through or told to stop.
type gateBot struct {
	asked, stopped chan rules.State
	open           chan bool
	deaf           bool
}

func (b *gateBot) Choose(ctx context.Context, g *rules.Game, s *rules.State, _ bot.Budget, _ *rand.Rand) bot.Thought {
	stop := ctx.Done()
	if b.deaf {
		stop = nil
	}
	select {
	case b.asked <- *s:
	case <-stop:
		return bot.Thought{Action: g.Legal(s).First()}
	}
	select {
	case <-b.open:
	case <-stop:
		b.stopped <- *s
	}
	return bot.Thought{Action: g.Legal(s).First()}
}

func newGate(d *den) *gateBot {
	b := &gateBot{asked: make(chan rules.State), stopped: make(chan rules.State, 100), open: make(chan bool)}
	d.opts.Bots = func(level string) (bot.Bot, error) { return b, nil }
	d.Service = d.fresh()
	return b
}

// pass lets the computer player that has been asked go on and waits for its decision.
func (b *gateBot) pass(d *den, s *game.Snapshot) *game.Snapshot {
	d.Helper()
	sub := d.opts.Live.Subscribe(s.ID)
	defer sub.Close()
	b.open <- true
	for n := s.N; s.N == n; s = d.at(s.ID) {
		<-sub.C()
	}
	return s
}

// Alone with computer players, a person takes a decision back while one thinks about
// it: the thinking ends and nothing comes of it. Another name does not end it.
func TestUndoEndsTheThinking(t *testing.T) {
	d := newDen(t, 27)
	b := newGate(d)
	s := d.create(persons[0], game.NewSeat{Kind: game.Bot, Level: "gate"})
	for s.ToAct == 1 {
		<-b.asked
		s = b.pass(d, s)
	}
	for s.ToAct == 0 {
		s = d.ok(d.Do(t.Context(), s.ID, seat(0), s.N, "", game.Act(legal(s)[0])))
	}
	thought := <-b.asked
	require.Must(t, thought == s.State, "asked about another position")
	s = d.ok(d.Do(t.Context(), s.ID, seat(0), s.N, "", game.Rename(0, "Anne")))
	require.True(t, len(b.stopped) <= 0, "another name ended the thinking")
	to := s.For(seat(0)).You.UndoTo
	s = d.ok(d.Do(t.Context(), s.ID, seat(0), s.N, "", game.Undo(to[len(to)-1])))
	if got := <-b.stopped; got != thought {
		t.Error("another thinking ended")
	}
	if s.ToAct != 0 || s.For(seat(0)).You.Act == false {
		t.Fatalf("after undoing: %s", text(t, s.You))
	}
	n := s.N
	for s.ToAct == 0 {
		s = d.ok(d.Do(t.Context(), s.ID, seat(0), s.N, "", game.Act(legal(s)[0])))
	}
	require.True(t, s.Steps[len(s.Steps)-1].Bot == "" && s.N != n, "the decision that was thought about came through")
	<-b.asked
	s = d.ok(d.Do(t.Context(), s.ID, seat(0), s.N, "", game.Rename(0, "Anna")))
	n = int64(len(s.Steps))
	s = b.pass(d, s) // the thought begun at an older number still counts
	if s.Steps[n].Bot != "gate" {
		t.Errorf("the decision is %s", text(t, s.Steps[n]))
	}
}

// A computer player that does not stop when told to is replaced by a random decision;
// Close waits for it no longer than it is told to.
func TestBotThatDoesNotStop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDen(t, 28)
		b := newGate(d)
		b.deaf = true
		began := time.Now()
		s := d.create(game.NewSeat{Kind: game.Bot, Level: "gate"}, persons[0])
		<-b.asked
		sub := d.opts.Live.Subscribe(s.ID)
		for len(d.at(s.ID).Steps) == 0 {
			<-sub.C()
		}
		if took := time.Since(began); took < 30*time.Second || took > time.Minute {
			t.Errorf("replaced after %v", took)
		}
		sub.Close()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		require.True(t, d.Close(ctx) != nil, "Close did not wait for a deaf computer player")
		close(b.open) // so that those that were given up come to an end, too
		for more := true; more; {
			synctest.Wait()
			select {
			case <-b.asked:
			default:
				more = false
			}
		}
	})
}
