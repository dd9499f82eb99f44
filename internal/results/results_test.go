package results

import (
	"encoding/json"
	"slices"
	"testing"

	"ruhr/internal/rating"
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
		players, who := rated(Outcome{Seats: c.seats}, c.holders, rating.PoolOf(len(c.seats)))
		if !slices.Equal(who, c.want) || len(players) != len(who) {
			t.Errorf("%s: %v", c.what, who)
		}
	}
}

// A result with a damaged rating before it is refused, not rated again.
func TestDamagedRating(t *testing.T) {
	body, err := json.Marshal(Outcome{Seats: []OutcomeSeat{{Place: 1}, {Place: 2}}})
	if err != nil {
		t.Fatal(err)
	}
	r := store.Result{Table: store.NewID(), Pool: "two", Body: body, Holders: []store.Holder{{Browser: store.HashOf("a")}, {Browser: store.HashOf("b"), Seat: 1}}}
	if _, err := rate(r, map[store.Hash][]byte{store.HashOf("a"): []byte("x")}); err == nil {
		t.Error("it was rated")
	}
	r.Body = []byte("x")
	if _, err := rate(r, nil); err == nil {
		t.Error("a damaged result was rated")
	}
}
