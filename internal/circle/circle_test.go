package circle

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"ruhr/bot"
	"ruhr/internal/chat"
	"ruhr/internal/game"
	"ruhr/internal/live"
	"ruhr/internal/require"
	"ruhr/internal/results"
	"ruhr/internal/store"
	"ruhr/internal/store/sqlite/sqlitetest"
	"ruhr/internal/table"
	"ruhr/spec"
)

// den is a service on a store of its own, with accounts.
type den struct {
	*testing.T
	*Service
	st store.Store
}

func newDen(t *testing.T) *den {
	t.Helper()
	st, _ := sqlitetest.Open(t)
	d := &den{T: t, st: st}
	v := d.tables(st)
	hub := live.NewHub()
	t.Cleanup(func() { hub.Close() })
	d.Service = &Service{Store: st, Tables: v, Chat: &chat.Service{Store: st, Tables: v, Live: hub, Clock: time.Now}, Clock: time.Now}
	return d
}

// tables are those of a store.
func (d *den) tables(through store.Store) *table.Service {
	d.Helper()
	hub := live.NewHub()
	d.Cleanup(func() { hub.Close() })
	v, err := table.New(table.Options{Store: through, Live: hub, Board: spec.Board, StandIn: "random", Account: d.st.Account, Bots: bot.New,
		Friends: func(ctx context.Context, id string, holders []store.Holder) (bool, error) {
			return Friends(ctx, d.st, id, holders)
		},
		Log: slog.New(slog.NewTextHandler(d.Output(), nil))})
	if err != nil {
		d.Fatal(err)
	}
	d.Cleanup(func() { v.Close(context.Background()) })
	return v
}

func (d *den) account(name string) store.Account {
	d.Helper()
	key := strings.ToLower(name)
	a := store.Account{ID: store.NewID(), Name: name, Key: key, Password: "x"}
	if err := d.st.CreateAccount(d.Context(), a, []string{key}); err != nil {
		d.Fatal(err)
	}
	return a
}

func (d *den) want(what string, got, want error) {
	d.Helper()
	if !errors.Is(got, want) {
		d.Errorf("%s: %v, want %v", what, got, want)
	}
}

// founds makes a circle of the first account that the others have joined.
func (d *den) founds(who store.Account, others ...store.Account) string {
	d.Helper()
	id, err := d.Found(d.Context(), who, "", " The  Ruhr ")
	d.want("Found", err, nil)
	for _, a := range others {
		d.want(a.Name+" joins", d.Join(d.Context(), a, id, d.as(who, id).Link), nil)
	}
	return id
}

func (d *den) as(who store.Account, id string) *Circle {
	d.Helper()
	c, err := d.Circle(d.Context(), who, id)
	if err != nil {
		d.Fatal(err)
	}
	return c
}

// members writes who belongs to a circle, with * for the founder.
func (d *den) members(who store.Account, id string) string {
	d.Helper()
	var out []string
	for _, m := range d.as(who, id).Members {
		name := m.Name
		if m.Founder {
			name += "*"
		}
		out = append(out, name)
	}
	return strings.Join(out, " ")
}

// Who has the link joins; the old link dies with a new one, and when somebody is removed.
func TestJoin(t *testing.T) {
	d := newDen(t)
	anna, bert, cleo := d.account("Anna"), d.account("Bert"), d.account("Cleo")
	ctx := t.Context()
	id := d.founds(anna, bert, bert)
	require.Equal(t, d.as(anna, id).Name, "The Ruhr", "the name")
	old := d.as(bert, id).Link
	d.want("another link", d.Join(ctx, cleo, id, old+"x"), ErrNone)
	d.want("no link", d.Join(ctx, cleo, id, ""), ErrNone)
	d.want("somebody else renews", d.Renew(ctx, bert, id), ErrFounder)
	d.want("Renew", d.Renew(ctx, anna, id), nil)
	d.want("the old link", d.Join(ctx, cleo, id, old), ErrNone)
	_, _, _, err := d.Invited(ctx, id, old)
	d.want("what the old link shows", err, ErrNone)
	d.want("the new link", d.Join(ctx, cleo, id, d.as(bert, id).Link), nil)
	if got := d.members(cleo, id); got != "Anna* Bert Cleo" {
		t.Error(got)
	}
	link := d.as(anna, id).Link
	d.want("Remove", d.Remove(ctx, anna, id, "Bert"), nil)
	d.want("back with the old link", d.Join(ctx, bert, id, link), ErrNone)
}

// Nobody outside sees or does anything, and members do not do what is the founder's.
func TestOutside(t *testing.T) {
	d := newDen(t)
	anna, bert, cleo := d.account("Anna"), d.account("Bert"), d.account("Cleo")
	id := d.founds(anna, bert)
	ctx := t.Context()
	do := map[string]func(who store.Account, id string) error{
		"Circle": func(who store.Account, id string) error { _, err := d.Circle(ctx, who, id); return err },
		"Say":    func(who store.Account, id string) error { return d.Say(ctx, who, id, "x") },
		"Mute":   func(who store.Account, id string) error { return d.Mute(ctx, who, id, 1) },
		"Report": func(who store.Account, id string) error { return d.Report(ctx, who, id, 1) },
		"Leave":  func(who store.Account, id string) error { return d.Leave(ctx, who, id) },
		"Quiet":  func(who store.Account, id string) error { return d.Quiet(ctx, who, id, true) },
		"Start": func(who store.Account, id string) error {
			_, err := d.Start(ctx, who, id, NewTable{With: []string{"Anna"}}, never)
			return err
		},
	}
	founders := map[string]func(who store.Account, id string) error{
		"Rename":   func(who store.Account, id string) error { return d.Rename(ctx, who, id, "x") },
		"Renew":    func(who store.Account, id string) error { return d.Renew(ctx, who, id) },
		"Remove":   func(who store.Account, id string) error { return d.Remove(ctx, who, id, "Anna") },
		"HandOn":   func(who store.Account, id string) error { return d.HandOn(ctx, who, id, "Bert") },
		"Dissolve": func(who store.Account, id string) error { return d.Dissolve(ctx, who, id) },
	}
	for what, f := range do {
		d.want(what+" from outside", f(cleo, id), ErrNone)
	}
	for what, f := range founders {
		d.want(what+" from outside", f(cleo, id), ErrNone)
		d.want(what+" by a member", f(bert, id), ErrFounder)
		d.want(what+" of none", f(anna, store.NewID()), ErrNone)
	}
	if got := d.members(anna, id); got != "Anna* Bert" {
		t.Error(got)
	}
	if list, err := d.Of(ctx, cleo); err != nil || len(list) > 0 {
		t.Errorf("of somebody outside: %v, %v", list, err)
	}
}

func never() error { return nil }

// What somebody who leaves administers goes on with the member who joined first.
func TestLeave(t *testing.T) {
	d := newDen(t)
	anna, bert, cleo := d.account("Anna"), d.account("Bert"), d.account("Cleo")
	id := d.founds(anna, bert, cleo)
	ctx := t.Context()
	d.want("HandOn to somebody else", d.HandOn(ctx, anna, id, "Dora"), ErrMember)
	d.want("HandOn to oneself", d.HandOn(ctx, anna, id, "Anna"), ErrMember)
	d.want("HandOn", d.HandOn(ctx, anna, id, "Cleo"), nil)
	if got := d.members(anna, id); got != "Anna Bert Cleo*" {
		t.Error(got)
	}
	d.want("the founder leaves", d.Leave(ctx, cleo, id), nil)
	if got := d.members(anna, id); got != "Anna* Bert" {
		t.Error(got)
	}
	d.want("Leave", d.Leave(ctx, anna, id), nil)
	d.want("the last one leaves", d.Leave(ctx, bert, id), nil)
	_, err := d.st.Circle(ctx, id)
	d.want("the circle", err, store.ErrNoCircle)
	id = d.founds(anna, bert)
	d.want("Dissolve", d.Dissolve(ctx, anna, id), nil)
	_, err = d.Circle(ctx, bert, id)
	d.want("a dissolved circle", err, ErrNone)
	d.want("said while it is dissolved", chat.SayIn(ctx, d.Chat, id, bert, "x"), ErrNone)
}

func TestBounds(t *testing.T) {
	d := newDen(t)
	anna, ctx := d.account("Anna"), t.Context()
	for _, name := range []string{"", " ", strings.Repeat("x", MaxName+1), "a\u200bb"} {
		_, err := d.Found(ctx, anna, "", name)
		d.want(fmt.Sprintf("the name %q", name), err, ErrName)
	}
	id := d.founds(anna)
	d.want("Rename", d.Rename(ctx, anna, id, ""), ErrName)
	for k := range MaxMembers - 1 {
		d.want("Join", d.Join(ctx, d.account(fmt.Sprint("Friend ", k)), id, d.as(anna, id).Link), nil)
	}
	late := d.account("Late")
	d.want("one too many", d.Join(ctx, late, id, d.as(anna, id).Link), ErrFull)
	for range store.MaxCircles {
		d.founds(late)
	}
	_, err := d.Found(ctx, late, "", "x")
	d.want("one circle too many", err, ErrMany)
	other := d.founds(anna)
	d.want("another one's", d.Join(ctx, late, other, d.as(anna, other).Link), ErrMany)
	key := store.NewID()
	for range 2 { // again is nothing
		if got, err := d.Found(ctx, anna, key, "x"); got != key || err != nil {
			t.Errorf("Found = %q, %v", got, err)
		}
	}
}

// A table of a circle invites the members chosen and is the circle's, as is the one that
// follows; the lobby and others have nothing of it.
func TestTables(t *testing.T) {
	d := newDen(t)
	anna, bert, cleo := d.account("Anna"), d.account("Bert"), d.account("Cleo")
	id := d.founds(anna, bert, cleo)
	ctx := t.Context()
	start := func(may func() error, with ...string) (string, error) {
		return d.Start(ctx, anna, id, NewTable{With: with}, may)
	}
	for what, with := range map[string][]string{"nobody": nil, "four": {"Bert", "Cleo", "Bert", "Cleo"}} {
		_, err := start(never, with...)
		d.want(what, err, ErrPlayers)
	}
	for what, with := range map[string][]string{"a stranger": {"Dora"}, "oneself": {"Anna"}, "one twice": {"Bert", "Bert"}} {
		_, err := start(never, with...)
		d.want(what, err, ErrMember)
	}
	limit := errors.New("limit")
	_, err := start(func() error { return limit }, "Bert")
	d.want("too often", err, limit)
	made, err := start(never, "Bert", "Cleo")
	d.want("Start", err, nil)
	at := func(who store.Account) []string {
		t.Helper()
		list, err := d.TablesOf(ctx, d.as(who, id))
		require.NoError(t, err)
		var out []string
		for _, l := range list {
			out = append(out, fmt.Sprint(l.ID, l.Mine, l.You.Kept, l.Public, l.Over))
		}
		return out
	}
	require.Slices(t, at(bert), []string{made + "[] [1] false false"}, "what Bert sees")
	for _, a := range []store.Account{bert, cleo} {
		d.want("TakeKept", d.Tables.TakeKept(ctx, a.Holder(), made), nil)
	}
	require.Slices(t, at(cleo), []string{made + "[2] [] false false"}, "what Cleo sees")
	d.ends(made)
	next, err := d.Tables.RematchFor(ctx, bert.Holder(), made, game.Part{})
	d.want("RematchFor", err, nil)
	require.Slices(t, at(anna), []string{next + "[] [2] false false", made + "[0] [] false true"}, "what Anna sees after a rematch")
	for _, a := range []store.Account{anna, cleo} {
		d.want("TakeKept", d.Tables.TakeKept(ctx, a.Holder(), next), nil)
	}
	d.ends(next)
	d.want("Remove", d.Remove(ctx, anna, id, "Cleo"), nil)
	outside, err := d.Tables.RematchFor(ctx, cleo.Holder(), next, game.Part{})
	d.want("RematchFor of somebody who was removed", err, nil)
	if got := at(anna); slices.ContainsFunc(got, func(s string) bool { return strings.HasPrefix(s, outside) }) {
		t.Error("a rematch with somebody who was removed is the circle's")
	}
	c, err := d.Circle(ctx, anna, id)
	d.want("Circle", err, nil)
	d.want("Join", d.Join(ctx, cleo, id, c.Link), nil)
	on, err := d.Tables.PlayOnFor(ctx, cleo.Holder(), made, 0, 0, "random", "Cleo")
	d.want("PlayOnFor", err, nil)
	if got := at(anna); slices.ContainsFunc(got, func(s string) bool { return strings.HasPrefix(s, on) }) {
		t.Error("a table that goes on from one is the circle's")
	}
	if list, err := d.Tables.Lobby(ctx, "dora"); err != nil || len(list) > 0 {
		t.Errorf("the lobby has %d tables, %v", len(list), err)
	}
	got, err := d.Tallies(ctx, d.as(anna, id))
	if err != nil || len(got) != 1 || got[0].Games != 2 || len(got[0].Rows) != 3 || got[0].Computers != 0 {
		t.Errorf("Tallies = %+v, %v", got, err)
	}
	d.want("who has muted somebody", d.mutes(cleo, anna, made), nil)
	_, err = start(never, "Cleo")
	d.want("is not invited", err, chat.ErrNotInvited)
	c = d.as(anna, id)
	for name, want := range map[string]bool{"Anna": false, "Bert": true, "Cleo": false} {
		m := c.Members[slices.IndexFunc(c.Members, func(m Member) bool { return m.Name == name })]
		require.Returns(t, want, "Anna may invite %s", name)(d.MayInvite(ctx, c, m))
	}
}

// A table that everyone has left is listed no more.
func TestLeftTable(t *testing.T) {
	d := newDen(t)
	anna, bert := d.account("Anna"), d.account("Bert")
	id := d.founds(anna, bert)
	made, err := d.Start(t.Context(), anna, id, NewTable{With: []string{"Bert"}}, never)
	d.want("Start", err, nil)
	d.want("TakeKept", d.Tables.TakeKept(t.Context(), bert.Holder(), made), nil)
	both := game.Actor{Seats: []int{0, 1}, Final: true}
	for s, err := d.Tables.Position(t.Context(), made, both); err != nil || !s.Over; s, err = d.Tables.Position(t.Context(), made, both) {
		d.want("Position", err, nil)
		_, err = d.Tables.Do(t.Context(), made, both, s.N, "", game.Act(s.Game.Legal(&s.State).Append(nil)[0]))
		d.want("Do", err, nil)
	}
	for _, a := range []store.Account{anna, bert} {
		d.want("Leave", d.Tables.Leave(t.Context(), a.Holder(), made), nil)
	}
	if list, err := d.TablesOf(t.Context(), d.as(anna, id)); err != nil || len(list) > 0 {
		t.Errorf("%d tables are listed, %v", len(list), err)
	}
	if got, err := d.Tallies(t.Context(), d.as(anna, id)); err != nil || len(got) != 1 {
		t.Errorf("its result is gone: %v, %v", got, err)
	}
}

// killed is a store that is not reached once it has made a table.
type killed struct{ store.Store }

func (killed) Grant(context.Context, store.Hash, store.Place) error     { return errKilled }
func (killed) SaveToken(context.Context, store.Hash, store.Place) error { return errKilled }

var errKilled = errors.New("killed")

// If the program ends when it has made a table, all who have places there have them, and
// the circle lists it.
func TestKilled(t *testing.T) {
	d := newDen(t)
	anna, bert := d.account("Anna"), d.account("Bert")
	id := d.founds(anna, bert)
	n := NewTable{ID: store.NewID(), With: []string{"Bert"}}
	whole := d.Tables
	d.Tables = d.tables(killed{d.st})
	_, err := d.Start(t.Context(), anna, id, n, never)
	d.want("Start", err, errKilled)
	d.Tables = whole
	_, err = d.Start(t.Context(), anna, id, n, never)
	d.want("Start again", err, nil)
	for who, want := range map[*store.Account]string{&anna: "[0] []", &bert: "[] [1]"} {
		list, err := d.TablesOf(t.Context(), d.as(*who, id))
		require.Must(t, err == nil && len(list) == 1, "%d tables are listed, %v", len(list), err)
		require.Equal(t, fmt.Sprint(list[0].Mine, list[0].You.Kept), want, "%s", who.Name)
	}
}

// ends plays a table to its end, by the first legal action.
func (d *den) ends(id string) {
	d.Helper()
	all := game.Actor{Seats: []int{0, 1, 2}, Final: true}
	for {
		s, err := d.Tables.Position(d.Context(), id, all)
		if err != nil {
			d.Fatal(err)
		}
		if s.Over {
			d.want("Tick", d.Tables.Tick(d.Context()), nil) // it counts the result
			return
		}
		_, err = d.Tables.Do(d.Context(), id, all, s.N, "", game.Act(s.Game.Legal(&s.State).Append(nil)[0]))
		if err != nil && !errors.Is(err, game.ErrStale) {
			d.Fatal(err)
		}
	}
}

// mutes has somebody say something at a table, and another one mute them for it.
func (d *den) mutes(who, whom store.Account, id string) error {
	r := chat.Reader{Holder: whom.Holder(), Name: whom.Name, Actor: game.Actor{Seats: []int{0}}}
	if err := d.Chat.Say(d.Context(), id, r, chat.AtTable, "hello"); err != nil {
		return err
	}
	r = chat.Reader{Holder: who.Holder(), Name: who.Name, Actor: game.Actor{Seats: []int{2}}}
	return d.Chat.Mute(d.Context(), id, r, 1)
}

// Members talk as at a table: with the same limits, mutes and reports.
func TestTalk(t *testing.T) {
	d := newDen(t)
	anna, bert := d.account("Anna"), d.account("Bert")
	id := d.founds(anna, bert)
	ctx := t.Context()
	d.want("Say", d.Say(ctx, anna, id, " Tonight? "), nil)
	d.want("nothing", d.Say(ctx, anna, id, " "), chat.ErrText)
	d.want("much", d.Say(ctx, anna, id, strings.Repeat("x", chat.MaxText+1)), chat.ErrText)
	d.want("Say", d.Say(ctx, bert, id, "Yes."), nil)
	heard := func(who store.Account) (out []string) {
		list, mutes, err := d.Messages(ctx, d.as(who, id), 0)
		require.NoError(t, err)
		for _, m := range list {
			out = append(out, fmt.Sprint(m.N, m.Name, m.Text, m.Yours, mutes))
		}
		return out
	}
	if got := heard(bert); !slices.Equal(got, []string{"1AnnaTonight?false false", "2BertYes.true false"}) {
		t.Error(got)
	}
	d.want("Report", d.Report(ctx, bert, id, 1), nil)
	if list, err := d.st.Reports(ctx, 0, 5); err != nil || len(list) != 1 || list[0].Text != "Tonight?" {
		t.Errorf("reported: %v, %v", list, err)
	}
	d.want("Mute", d.Mute(ctx, bert, id, 1), nil)
	if got := heard(bert); !slices.Equal(got, []string{"2BertYes.true true"}) {
		t.Error(got)
	}
	d.want("Mute of no message", d.Mute(ctx, bert, id, 9), chat.ErrNoMessage)
}

// game is a stored game of seats, each written as in "anna 50 1": who, VP, place.
func played(ids map[string]string, seats ...string) store.Result {
	var o results.Outcome
	r := store.Result{Table: store.NewID(), Holders: []store.Holder{{Seat: store.MaxSeat, Browser: store.HashOf("circle:x")}}}
	for k, text := range seats {
		var who string
		var s results.OutcomeSeat
		fmt.Sscan(text, &who, &s.VP, &s.Place)
		if id := ids[who]; id != "" {
			r.Holders = append(r.Holders, store.Holder{Seat: k, Browser: store.HashOf(store.Account{ID: id}.Holder())})
		} else {
			s.Level = who
		}
		o.Seats = append(o.Seats, s)
	}
	r.Body, _ = json.Marshal(o)
	return r
}

// Games among exactly the same people are counted together, whatever their seats; equal VP
// share the place and the win (END-6).
func TestTallies(t *testing.T) {
	members := []Member{{Name: "Anna", id: "a", Me: true}, {Name: "Bert", id: "b"}, {Name: "Cleo", id: "c"}}
	ids := map[string]string{"anna": "a", "bert": "b", "cleo": "c", "dora": "d"}
	mixed, broken, shared := played(ids, "anna 1 1", "bert 0 2"), played(ids, "anna 1 1", "bert 0 2"), played(ids, "anna 1 1", "bert 0 2")
	mixed.Body = []byte(`{"seats":[{"vp":1,"place":1},{"vp":0,"place":2,"mixed":true}]}`)
	broken.Body = []byte(`{"broken":true,"seats":[{"vp":1,"place":1},{"vp":0,"place":2}]}`)
	shared.Holders = append(shared.Holders, store.Holder{Seat: 1, Browser: store.HashOf("somebody")})
	got, err := tallies(members, []store.Result{
		played(ids, "bert 40 2", "anna 50 1", "lotse 30 3"),
		played(ids, "anna 44 2", "bert 60 1"),
		played(ids, "bert 40 1", "anna 40 1"),
		played(ids, "anna 50 1", "bert 20 3", "cleo 30 2"),
		played(ids, "bert 41 1", "anna 21 2"),
		played(ids, "anna 50 1", "dora 20 2"),
		played(ids, "anna 50 1", "lotse 20 2"),
		played(ids, "anna 50 1", "anna 20 2", "bert 10 3"),
		mixed, broken, shared,
	})
	want := []Tally{
		{Computers: 1, Games: 1, Rows: []Row{{"Anna", true, [4]int{1}, 50}, {"Bert", false, [4]int{0, 1}, 40}}},
		{Games: 3, Rows: []Row{{"Bert", false, [4]int{3}, 141}, {"Anna", true, [4]int{1, 2}, 105}}},
		{Games: 1, Rows: []Row{{"Anna", true, [4]int{1}, 50}, {"Cleo", false, [4]int{0, 1}, 30}, {"Bert", false, [4]int{0, 0, 1}, 20}}},
	}
	require.True(t, err == nil && reflect.DeepEqual(got, want), "tallies:\n got %+v, %v\nwant %+v", got, err, want)
	if _, err := tallies(members, []store.Result{{Body: []byte("x")}}); err == nil {
		t.Error("a damaged result was counted")
	}
}
