package table

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"ruhr/board"
	"ruhr/internal/game"
	"ruhr/internal/require"
	"ruhr/internal/store"
	"ruhr/record"
	"ruhr/rules"
	"ruhr/spec"
)

// provable is a den whose tables are shuffled with secrets.
func provable(t *testing.T) *den {
	d := newDen(t, 77)
	d.opts.Random = nil
	d.close(d.Service)
	d.Service = d.fresh()
	return d
}

// number is 64 hex digits.
func number(digit string) string { return strings.Repeat(digit, 64) }

// started starts a table whose maker contributed.
func (d *den) started(seats ...game.NewSeat) *game.Snapshot {
	d.Helper()
	c, err := d.Create(d.Context(), game.NewTable{Seats: seats, Part: game.Part{Commitment: d.commitment(), Contribution: number("1")}})
	require.NoError(d, err)
	return d.at(c.ID)
}

// secondRound reports whether round 1 is over.
func secondRound(s *game.Snapshot) bool { return s.State.Round() > 1 }

// The deal of a whole game follows from the secret, which the record publishes at
// its end and not before, and from what the seats contributed (SET-9); so it does
// for a service that knows only the log.
func TestShuffleIsProven(t *testing.T) {
	d := provable(t)
	ctx := t.Context()
	s := d.started(persons[:3]...)
	require.Must(t, len(s.Shuffle.Start) == 3 && s.Shuffle.Start[0] == number("1") && !s.Shuffle.Fixed, "shuffle %+v", s.Shuffle)
	s = d.ok(d.Do(ctx, s.ID, seat(1), s.N, "", game.Contribute(1, number("2"))))
	s = d.play(s, secondRound)
	require.Must(t, s.Shuffle.Fixed, "not fixed in round 2")
	d.want(game.ErrShuffled)(d.Do(ctx, s.ID, seat(2), s.N, "", game.Contribute(2, number("3"))))
	rec, err := d.Record(ctx, s.ID, game.Actor{})
	require.Must(t, err == nil && rec.Shuffle != nil && rec.Shuffle.Secret == "", "the record of a running game: %+v, %v", rec.Shuffle, err)
	s = d.play(s, never)
	v := d.fresh()
	defer d.close(v)
	for _, v := range []*Service{d.Service, v} {
		if rec, err = v.Record(ctx, s.ID, game.Actor{}); err != nil {
			t.Fatal(err)
		}
		if rec.Shuffle.Commitment != s.Shuffle.Commitment || strings.Join(rec.Shuffle.Contributions, ",") != number("1")+","+number("2")+"," {
			t.Fatalf("shuffle %+v", rec.Shuffle)
		}
		played, err := record.Referee(rec, s.Game.Board())
		require.NoError(t, err)
		checks, err := rec.Shuffle.Check(played)
		require.NoError(t, err)
		for _, c := range checks {
			require.True(t, c.OK, "%+v", c)
		}
	}
}

// A contribution changes what is still hidden and nothing that has been seen
// (SET-6, WATER-1).
func TestContributionKeepsWhatWasSeen(t *testing.T) {
	d := provable(t)
	s := d.started(persons[:2]...)
	before, _ := d.past(d.Service, s.ID, 0)
	s = d.ok(d.Do(t.Context(), s.ID, seat(1), s.N, "", game.Contribute(1, number("2"))))
	s = d.play(s, secondRound)
	if after, _ := d.past(d.Service, s.ID, 0); before != after {
		t.Error("the first position has changed")
	}
	rec, err := d.Record(t.Context(), d.play(s, never).ID, game.Actor{})
	require.NoError(t, err)
	without := *rec.Shuffle
	without.Contributions = without.Start
	old, err1 := without.Deal(s.Game)
	deal, err2 := rec.Shuffle.Deal(s.Game)
	require.NoError(t, errors.Join(err1, err2))
	if old.StartSeat != deal.StartSeat || old.Urn[0] != deal.Urn[0] || old.Obstacles == deal.Obstacles {
		t.Error("the contribution changes what was seen, or nothing")
	}
}

// Who may contribute, and when.
func TestContribute(t *testing.T) {
	d := provable(t)
	ctx := t.Context()
	s := d.started(persons[0], game.NewSeat{Kind: game.Open}, game.NewSeat{Kind: game.Bot, Level: "random"})
	d.want(game.ErrShuffled)(d.Do(ctx, s.ID, seat(0), s.N, "", game.Contribute(0, number("2")))) // it has
	d.want(game.ErrNotYours)(d.Do(ctx, s.ID, seat(0), s.N, "", game.Contribute(1, number("2"))))
	d.want(game.ErrShuffled)(d.Do(ctx, s.ID, seat(1), s.N, "", game.Contribute(1, number("2")))) // nobody sits there
	d.want(game.ErrShuffled)(d.Do(ctx, s.ID, seat(2), s.N, "", game.Contribute(2, number("2")))) // a computer player's
	if got := s.Contributes(everybody); len(got) != 0 {
		t.Errorf("seats %v are to contribute, expected none", got)
	}
	s = d.ok(d.Do(ctx, s.ID, seat(1), s.N, "", game.Join(1, "Ben")))
	if got := s.Contributes(everybody); len(got) != 1 || got[0] != 1 {
		t.Errorf("seats %v are to contribute, expected 1", got)
	}
	for _, bad := range []string{"", "2", number("A"), number("g"), number("2") + "2"} {
		d.want(game.ErrBadContribution)(d.Do(ctx, s.ID, seat(1), s.N, "", game.Contribute(1, bad)))
	}
	n := d.settled(s.ID).N // the computer player may begin
	s = d.ok(d.Do(ctx, s.ID, seat(1), n, "k", game.Contribute(1, number("2"))))
	again := d.ok(d.Do(ctx, s.ID, seat(1), n, "k", game.Contribute(1, number("2"))))
	require.True(t, again.N == s.N && again.Shuffle.Contributions[1] == number("2"), "repeated with its key, it is added twice")
}

// Who takes over a freed seat contributes in place of who had it.
func TestContributesAnew(t *testing.T) {
	d := provable(t)
	ctx := t.Context()
	c, err := d.CreateFor(ctx, "anna", game.NewTable{Seats: persons[:2], Part: game.Part{Commitment: d.commitment(), Contribution: number("1")}})
	require.NoError(t, err)
	s := d.at(c.ID)
	s = d.ok(d.Do(ctx, s.ID, seat(1), s.N, "", game.Contribute(1, number("2"))))
	s = d.ok(d.Remove(ctx, "anna", s.ID, s.N, "", 1))
	require.True(t, s.Shuffle.Contributions[1] == number("2"), "a freed seat has lost its contribution")
	s = d.ok(d.Do(ctx, s.ID, seat(1), s.N, "", game.Join(1, "Cleo")))
	s = d.ok(d.Do(ctx, s.ID, seat(1), s.N, "", game.Contribute(1, number("3"))))
	require.True(t, s.Shuffle.Contributions[1] == number("3"), "contributions %v", s.Shuffle.Contributions)
}

// commitment returns a new commitment.
func (d *den) commitment() string {
	d.Helper()
	c, err := d.Commitment(d.Context(), "127.0.0.1")
	require.NoError(d, err)
	return c
}

// A commitment holds in another process of the store, and after a restart, for a
// day.
func TestCommitmentOfAnotherProcess(t *testing.T) {
	d := provable(t)
	late := d.opts.Clock().Add(commitFor)
	for _, c := range []struct {
		when  time.Time
		known bool
	}{{late.Add(-time.Millisecond), true}, {late, false}} {
		given := d.commitment()
		o := d.opts
		o.Clock = func() time.Time { return c.when }
		other, err := New(o)
		require.NoError(t, err)
		made, err := other.Create(t.Context(), game.NewTable{Seats: persons[:2], Part: game.Part{Commitment: given, Contribution: number("1")}})
		if (err == nil) != c.known || err != nil && !errors.Is(err, game.ErrNoCommitment) {
			t.Errorf("%v later: %v, want it known: %v", c.when.Sub(d.opts.Clock()), err, c.known)
		} else if c.known {
			if s := d.at(made.ID); s.Shuffle.Commitment != given || s.Shuffle.Start[0] != number("1") {
				t.Errorf("%+v", s.Shuffle)
			}
		}
		require.NoError(t, other.Close(t.Context()))
	}
}

// The maker's contribution counts for the start, or the table is refused: it names a
// commitment that was given out, once.
func TestCommitmentIsUsedOnce(t *testing.T) {
	d := provable(t)
	given := d.commitment()
	for k, c := range []struct {
		part game.Part
		want error
	}{
		{game.Part{Commitment: given, Contribution: number("1")}, nil},
		{game.Part{Commitment: given, Contribution: number("2")}, game.ErrNoCommitment},
		{game.Part{Commitment: number("0"), Contribution: number("2")}, game.ErrNoCommitment},
		{game.Part{Commitment: "0", Contribution: number("2")}, game.ErrNoCommitment},
		{game.Part{Contribution: number("2")}, game.ErrNoCommitment},
		{game.Part{Commitment: d.commitment(), Contribution: "2"}, game.ErrBadContribution},
		{game.Part{}, nil},
	} {
		made, err := d.Create(t.Context(), game.NewTable{Seats: persons[:2], Part: c.part})
		require.ErrorIs(t, err, c.want, "table %d", k)
		if err == nil {
			if s := d.at(made.ID); s.Shuffle.Start[0] != c.part.Contribution {
				t.Errorf("table %d: %+v", k, s.Shuffle)
			}
		}
	}
	// Asking again for a table that was made is answered as ever.
	again := game.NewTable{ID: store.NewID(), Seats: persons[:2], Part: game.Part{Commitment: d.commitment(), Contribution: number("3")}}
	for _, want := range []error{nil, store.ErrExists} {
		require.Fails(t, want, "made again")(d.Create(t.Context(), again))
	}
}

// Of one visitor's commitments the newest wait for their tables; nobody displaces
// another's.
func TestCommitmentsOfOneVisitor(t *testing.T) {
	d := provable(t)
	mine := d.commitment()
	var all []string
	for range waitingCommitments + 1 {
		c, err := d.Commitment(t.Context(), "192.0.2.1")
		require.NoError(t, err)
		all = append(all, c)
	}
	for what, c := range map[string]struct {
		commitment string
		want       error
	}{"mine": {mine, nil}, "their oldest": {all[0], game.ErrNoCommitment}, "their second": {all[1], nil}} {
		_, err := d.Create(t.Context(), game.NewTable{Seats: persons[:2], Part: game.Part{Commitment: c.commitment, Contribution: number("1")}})
		require.ErrorIs(t, err, c.want, "%s", what)
	}
}

// The names and ids of a board that somebody brings can be read, and are not too long.
func TestTextsOfBoardsThatPeopleBring(t *testing.T) {
	d := provable(t)
	for _, c := range []struct{ old, new string }{
		{`"name": "Stiepel"`, `"name": "\u202eabc"`}, {`"name": "Stiepel"`, `"name": " "`}, {`"name": "Stiepel"`, `"name": "a\u0000\n"`},
		{`"name": "Stiepel"`, `"name": "` + strings.Repeat("a", 41) + `"`}, {`"depot-werden"`, `"depot\n"`},
		{`"storage-stiepel"`, `"` + strings.Repeat("s", 81) + `"`},
	} {
		data := bytes.ReplaceAll(spec.Board, []byte(c.old), []byte(c.new))
		_, err := board.Load(data)
		require.NoError(t, err)
		_, err = d.Create(t.Context(), game.NewTable{Seats: persons[:2], Board: data})
		require.ErrorIs(t, err, game.ErrNoBoard, "%.60s", c.new)
	}
}

// A board that somebody brings has at most 64 kB; one that a table has already, as
// older programs allowed, goes on.
func TestLargeBoardsAreRefused(t *testing.T) {
	d := provable(t)
	padded := func(size int) []byte {
		return append(bytes.Clone(spec.Board), bytes.Repeat([]byte(" "), size-len(spec.Board))...)
	}
	require.Succeeds(t)(d.Create(t.Context(), game.NewTable{Seats: persons[:2], Board: padded(board.MaxOwn)}))
	_, err := d.Create(t.Context(), game.NewTable{Seats: persons[:2], Board: padded(board.MaxOwn + 1)})
	require.True(t, errors.Is(err, game.ErrNoBoard) && strings.Contains(err.Error(), "65536"), "one byte more: %v", err)
	id := store.NewID()
	as, err := (&game.NewTable{Seats: persons[:2]}).Setup("", d.checkLevel, true)
	require.NoError(t, err)
	require.NoError(t, d.start(t.Context(), id, as, padded(board.MaxFile), game.Part{Seat: -1}, nil))
	v := d.fresh()
	defer d.close(v)
	if s, err := v.Position(t.Context(), id, game.Actor{}); err != nil || s.Game == nil {
		t.Errorf("an old table with a large board: %v", err)
	}
}

// Tables whose deal does not come from a secret of their own say why.
func TestSourcesOfDeals(t *testing.T) {
	d := provable(t)
	ctx := t.Context()
	lesson, err := d.Create(ctx, game.NewTable{Deal: game.Lesson, Seats: []game.NewSeat{persons[0], {Kind: game.Bot, Level: "random"}}})
	require.NoError(t, err)
	if s := d.at(lesson.ID); s.Deal != game.Lesson || s.Shuffle != nil {
		t.Errorf("the lesson: %q", s.Deal)
	}
	s := d.play(d.started(persons[:2]...), never)
	require.Equal(t, s.Deal, game.Shuffled, "a table of its own")
	on, err := d.PlayOnFor(ctx, "anna", s.ID, 0, 0, "random", "Anna")
	require.NoError(t, err)
	if s := d.at(on); s.Deal != game.Continued {
		t.Errorf("the same deal again: %q", s.Deal)
	}
	for _, id := range []string{s.ID, d.play(d.at(on), never).ID} {
		again, err := d.Rematch(ctx, id, seat(0), game.Part{})
		require.NoError(t, err)
		if next := d.at(again); next.Deal != game.Shuffled || next.From != nil || next.Shuffle.Commitment == s.Shuffle.Commitment {
			t.Errorf("a rematch: %q, %+v", next.Deal, next.Shuffle)
		}
	}
	seeded := newDen(t, 5)
	if s := seeded.create(persons[:2]...); s.Deal != game.Drawn {
		t.Errorf("a seeded table: %q", s.Deal)
	}
}

// What everybody gets to see of a running game has no secret in it (SET-9).
func TestSecretStaysBehind(t *testing.T) {
	d := provable(t)
	s := d.play(d.started(persons[:2]...), secondRound)
	stored, err := d.opts.Store.Table(t.Context(), s.ID)
	require.NoError(t, err)
	var deal struct{ Secret string }
	if err := json.Unmarshal(stored.Deal, &deal); err != nil || deal.Secret == "" {
		t.Fatalf("stored without a secret: %v", err)
	}
	rec, err := d.Record(t.Context(), s.ID, game.Actor{})
	require.NoError(t, err)
	for what, text := range map[string]string{"snapshot": text(t, s), "record": text(t, rec), "meta": string(stored.Meta)} {
		require.True(t, !strings.Contains(text, deal.Secret), "the %s has the secret", what)
	}
}

// A table whose secret was exchanged is frozen.
func TestExchangedSecretFreezes(t *testing.T) {
	d := provable(t)
	s := d.started(persons[:2]...)
	stored, err := d.opts.Store.Table(t.Context(), s.ID)
	require.NoError(t, err)
	var deal map[string]any
	require.NoError(t, json.Unmarshal(stored.Deal, &deal))
	frozen := func(data []byte) *game.Frozen {
		return game.Read(s.ID, s.Created, stored.Meta, data, stored.Board, func(seats int, v rules.Variant) (*game.Ruleset, error) {
			return game.NewRuleset(s.Game.Board(), seats, v), nil
		}).Frozen
	}
	require.Equal(t, frozen(stored.Deal), nil, "why an exchanged secret is refused")
	for _, secret := range []string{"", number("0")} {
		deal["secret"] = secret
		data, _ := json.Marshal(deal)
		require.True(t, frozen(data) != nil, "secret %q is taken", secret)
	}
	require.True(t, frozen([]byte("{")) != nil, "a broken deal is taken")
}
