package results

import (
	"encoding/json"
	"maps"
	"testing"

	"ruhr/internal/rating"
	"ruhr/internal/require"
	"ruhr/internal/store"
)

// Who is compared with whom: people who have one seat for themselves and computer
// players of measured strength.
func TestRatedPlayers(t *testing.T) {
	anna, bert := store.HashOf("anna"), store.HashOf("bert")
	at := func(seat int, who store.Hash) store.Holder { return store.Holder{Browser: who, Seat: seat} }
	person, level := OutcomeSeat{Place: 1}, OutcomeSeat{Place: 2, Level: "lotse"}
	for _, c := range []struct {
		what    string
		seats   []OutcomeSeat
		holders []store.Holder
		want    []store.Hash
	}{
		{"two people", []OutcomeSeat{person, person}, []store.Holder{at(0, anna), at(1, bert)}, []store.Hash{anna, bert}},
		{"a person and a level", []OutcomeSeat{level, person}, []store.Holder{at(1, anna)}, []store.Hash{{}, anna}},
		{"levels alone", []OutcomeSeat{level, level}, nil, nil},
		{"an unmeasured one", []OutcomeSeat{person, {Level: "random"}}, []store.Holder{at(0, anna)}, nil},
		{"one person at two seats", []OutcomeSeat{person, person}, []store.Holder{at(0, anna), at(1, anna)}, nil},
		{"two people at one seat", []OutcomeSeat{person, level}, []store.Holder{at(0, anna), at(0, bert)}, nil},
		{"a seat that changed hands", []OutcomeSeat{person, {Mixed: true}}, []store.Holder{at(0, anna), at(1, bert)}, nil},
		{"nobody's seat", []OutcomeSeat{person, person, person}, []store.Holder{at(0, anna), at(2, bert)}, []store.Hash{anna, bert}},
	} {
		var who []store.Hash
		for _, p := range rated(Outcome{Seats: c.seats}, c.holders, rating.PoolOf(len(c.seats))) {
			who = append(who, p.who)
		}
		require.Slices(t, who, c.want, "%s", c.what)
	}
}

// A result with a damaged rating before it is refused, not rated again.
func TestDamagedRating(t *testing.T) {
	body, err := json.Marshal(Outcome{Seats: []OutcomeSeat{{Place: 1}, {Place: 2}}})
	require.NoError(t, err)
	r := store.Result{Table: store.NewID(), Pool: "two", Body: body, Holders: []store.Holder{{Browser: store.HashOf("a")}, {Browser: store.HashOf("b"), Seat: 1}}}
	if _, err := rate(r, func(store.Hash) ([]byte, error) { return []byte("x"), nil }); err == nil {
		t.Error("it was rated")
	}
	r.Body = []byte("x")
	if _, err := rate(r, nil); err == nil {
		t.Error("a damaged result was rated")
	}
}

// What a turn is worth is kept beside the ratings of those who had it, and only what
// people did with it counts.
func TestWorthOfTurns(t *testing.T) {
	anna, bert := store.HashOf("anna"), store.HashOf("bert")
	kept := map[store.Hash][]byte{}
	before := func(of store.Hash) ([]byte, error) { return kept[of], nil }
	play := func(seats ...OutcomeSeat) map[store.Hash][]byte {
		t.Helper()
		body, err := json.Marshal(Outcome{Seats: seats})
		require.NoError(t, err)
		r := store.Result{Table: store.NewID(), Pool: "more", Body: body}
		for k, seat := range seats {
			if seat.Level == "" {
				r.Holders = append(r.Holders, store.Holder{Browser: []store.Hash{anna, bert}[k], Seat: k})
			}
		}
		after, err := rate(r, before)
		require.NoError(t, err)
		return after
	}
	level := OutcomeSeat{Level: "lotse", Place: 3, Turn: 3}
	for range 5 {
		maps.Copy(kept, play(OutcomeSeat{Place: 1, Turn: 2}, OutcomeSeat{Place: 2, Turn: 1}, level))
	}
	var second, first rating.Rating
	if len(kept) != 4 || readRating(before, turnHash(2, 3), &second) != nil || readRating(before, turnHash(1, 3), &first) != nil ||
		second.Games != 5 || first.Games != 5 || second.Value <= 0 || first.Value >= 0 {
		t.Errorf("the second turn is worth %+v, the first %+v; %d are kept", second, first, len(kept))
	}
	gain := func(turn int) int {
		var r rating.Rating
		require.NoError(t, json.Unmarshal(play(OutcomeSeat{Place: 1, Turn: turn}, OutcomeSeat{Place: 2, Turn: 3 - turn}, level)[anna], &r))
		return r.Value
	}
	if with, unknown, without := gain(2), gain(0), gain(1); with >= unknown || unknown >= without {
		t.Errorf("a win makes %d with the better turn, %d where it is not known, %d with the worse", with, unknown, without)
	}
	if got := play(OutcomeSeat{Place: 1}, OutcomeSeat{Place: 2}, OutcomeSeat{Level: "lotse", Place: 3}); len(got) != 2 {
		t.Errorf("a game without turns makes %d ratings", len(got))
	}
}
