package api

import (
	"net/http"
	"testing"

	"ruhr/internal/game"
)

// A rated table needs clocks and has the names of accounts; at its end the game
// stands in the records of both, which everybody may read.
func TestRatedTable(t *testing.T) {
	w := newWorld(t, 31)
	anna, bert := w.account("Anna", true), w.account("Bert", true)
	body := NewTable{Rated: true, Public: true, Hints: true, Seats: []NewSeat{{Kind: "person", Name: "Zoe"}, {Kind: "open"}}}
	anna.refused("a rated table without clocks", anna.post("/tables", body), http.StatusConflict, "rated_pace")
	body.Pace = "days"
	tb := read[Table](anna, anna.post("/tables", body))
	if !tb.Rated || tb.Pace != "days" || tb.Hints || tb.Seats[0].Name != "Anna" || tb.Seats[0].Rating != nil {
		t.Fatalf("the table is %+v", tb)
	}
	read[Table](bert, bert.post("/tables/"+tb.ID+"/seats/1/sit", struct{}{}))
	everybody := game.Actor{Seats: []int{0, 1}}
	s, err := w.service.Position(t.Context(), tb.ID, everybody)
	for err == nil && !s.Over {
		if s.You.Confirm {
			s, err = w.service.Do(t.Context(), tb.ID, everybody, s.N, "", game.Confirm())
			continue
		}
		s, err = w.service.Do(t.Context(), tb.ID, everybody, s.N, "", game.Act(s.Game.Legal(&s.State).First()))
	}
	if err == nil {
		err = w.service.Tick(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, who := range []*program{anna, bert} {
		p := read[Person](who, who.send("GET", "/people/Bert", ""))
		if p.Name != "Bert" || len(p.Games) != 1 || p.Games[0].Table != tb.ID || !p.Games[0].Rated || len(p.Ratings) != 1 || p.Ratings[0].Pool != "two" ||
			!p.Ratings[0].Provisional || len(p.Ratings[0].History) != 1 || p.Ratings[0].History[0].Points != p.Ratings[0].Points {
			t.Errorf("Bert is %+v", p)
		}
	}
	now := read[Table](anna, anna.send("GET", "/tables/"+tb.ID, ""))
	if r := now.Seats[1].Rating; r == nil || r.Games != 1 {
		t.Errorf("beside his seat stands %+v", r)
	}
}
