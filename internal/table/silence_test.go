package table

import (
	"testing"
	"time"

	"ruhr/internal/game"
	"ruhr/internal/require"
	"ruhr/internal/store"
)

// At a table without clocks anyone who has a seat may replace the person to move after a
// week, even while the owner is away; a table with clocks, a shorter silence and a sign
// of life leave the seat alone.
func TestReplaceWhoIsSilent(t *testing.T) {
	d, l := timedDen(t, 61)
	ctx := t.Context()
	letters := game.Pace{Bank: 60 * day, Cap: 60 * day, Days: true}
	for name, c := range map[string]struct {
		pace game.Pace
		wait time.Duration
		by   string
		seat int // from the one to move on
		want error
	}{
		"after a week":             {wait: game.Silence, by: "guest"},
		"a minute too early":       {wait: game.Silence - time.Minute, by: "guest", want: game.ErrNotSilent},
		"with clocks":              {pace: letters, wait: game.Silence, by: "guest", want: game.ErrNotSilent},
		"who is not to move":       {wait: game.Silence, by: "guest", seat: 2, want: game.ErrNotSilent},
		"who watches":              {wait: game.Silence, by: "watcher", want: game.ErrNotYours},
		"oneself":                  {wait: game.Silence, by: "owner", want: game.ErrNotSilent},
		"no seat":                  {wait: game.Silence, by: "guest", seat: -9, want: game.ErrNotYours},
		"where the computer plays": {wait: game.Silence, by: "guest", seat: 3, want: game.ErrPlayedByBot},
	} {
		t.Run(name, func(t *testing.T) {
			c0 := d.seatedTable(c.pace)
			s := d.at(c0)
			before := s.Seats[s.ToAct]
			k := s.ToAct + c.seat
			if c.seat == 3 {
				k = 3
			}
			l.pass(c.wait)
			got, err := d.Replace(ctx, c.by, c0, s.N, "k", k)
			d.want(c.want)(got, err)
			s = d.at(c0)
			if c.want != nil {
				d.owns(c0, map[string]bool{"owner": true, "guest": false})
				return
			}
			if last := s.Events[len(s.Events)-1]; last.Kind != game.EventReplace || last.Seat != k || last.To != k+1 || last.Text != "random" || s.Seats[k].Level != "random" || s.Seats[k].Name != before.Name {
				t.Errorf("the log says %+v, the seat is %+v", last, s.Seats[k])
			}
			d.owns(c0, map[string]bool{"owner": false, "guest": true, "third": false})
			s = d.settled(c0)
			back := d.ok(d.Do(ctx, c0, d.who("owner", c0), s.N, "", game.TakeBack(k)))
			require.True(t, back.Seats[k].ByHand(), "the seat cannot be taken back")
		})
	}
}

// seatedTable is a table of three persons and a computer player; who is to move first
// is the owner.
func (d *den) seatedTable(p game.Pace) (id string) {
	d.Helper()
	for {
		c, err := d.CreateFor(d.Context(), "nobody", game.NewTable{Pace: p, Seats: append(persons[:3:3], game.NewSeat{Kind: game.Bot, Level: "random"})})
		require.NoError(d, err)
		s := d.at(c.ID)
		if s.ToAct != 0 {
			continue
		}
		require.NoError(d, d.grant(d.Context(), "owner", c.ID, []int{store.Owner, 0}))
		for seat, who := range []string{"", "guest", "third"} {
			if seat > 0 {
				require.NoError(d, d.grant(d.Context(), who, c.ID, []int{seat}))
			}
		}
		require.NoError(d, d.Leave(d.Context(), "nobody", c.ID))
		return c.ID
	}
}

// What counts is for how long the table has waited for that seat: whatever moves it on
// begins the week again, and what does not, changes nothing.
func TestSilenceBegins(t *testing.T) {
	d, l := timedDen(t, 62)
	ctx := t.Context()
	id := d.seatedTable(game.Pace{})
	offered := func(who string) int {
		s := d.at(id)
		k, _ := s.Replaceable(d.who(who, id))
		return k
	}
	l.pass(game.Silence - time.Hour)
	s := d.at(id)
	d.ok(d.Do(ctx, id, d.who("owner", id), s.N, "", game.Rename(0, "Still here")))
	d.ok(d.Do(ctx, id, d.who("guest", id), d.at(id).N, "", game.Rename(1, "Me too")))
	if k := offered("guest"); k != -1 {
		t.Fatalf("seat %d can be replaced an hour early", k)
	}
	l.pass(time.Hour)
	for who, want := range map[string]int{"guest": 0, "third": 0, "owner": -1, "watcher": -1} {
		require.Equal(t, offered(who), want, "the seat that %s may replace", who)
	}
	s = d.at(id)
	late := s.N
	s = d.turns(s)
	d.want(game.ErrStale)(d.Replace(ctx, "guest", id, late, "", 0)) // made when the page was old
	require.Equal(t, offered("third"), -1, "the seat that can be replaced right after a turn")
	next := s.ToAct
	l.pass(game.Silence)
	for _, who := range []string{"owner", "third"} {
		if k := offered(who); k != next && !d.who(who, id).Holds(next) {
			t.Errorf("a week later %s may replace %d, want %d", who, k, next)
		}
	}
	d.close(d.Service)
	d.Service = d.fresh() // the log says the same
	if k := offered("owner"); k != next && next != 0 {
		t.Errorf("after a restart seat %d can be replaced, want %d", k, next)
	}
}
