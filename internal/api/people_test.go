package api

import (
	"net/http"
	"slices"
	"testing"

	"ruhr/internal/game"
	"ruhr/internal/require"
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
	require.NoError(t, err)
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

// An open seat is kept for the account that is invited to it; who has muted the other,
// and oneself, cannot be.
func TestInviteByName(t *testing.T) {
	w := newWorld(t, 37)
	anna, bert := w.account("Anna", true), w.account("Bert", true)
	with := func(name string) NewTable {
		return NewTable{Seats: []NewSeat{{Kind: "person"}, {Kind: "open"}, {Kind: "open", Invite: name}}}
	}
	tb := read[Table](anna, anna.post("/tables", with("bert")))
	if s := tb.Seats; s[1].Kept || !s[2].Kept || s[2].Name != "Bert" {
		t.Fatalf("the seats are %+v", s)
	}
	if now := read[Table](bert, bert.send("GET", "/tables/"+tb.ID, "")); !slices.Equal(now.You.Kept, []int{2}) {
		t.Errorf("for Bert are kept %v", now.You.Kept)
	}
	if now := read[Table](bert, bert.post("/tables/"+tb.ID+"/kept/take", struct{}{})); !slices.Equal(now.You.Seats, []int{2}) {
		t.Errorf("Bert has the seats %v", now.You.Seats)
	}
	anna.refused("oneself", anna.post("/tables", with("Anna")), http.StatusConflict, "not_invited")
	anna.refused("nobody", anna.post("/tables", with("Zoe")), http.StatusNotFound, "no_person")
	read[Chat](anna, anna.post("/tables/"+tb.ID+"/chat", map[string]string{"room": "table", "text": "spam"}))
	read[Chat](bert, bert.post("/tables/"+tb.ID+"/chat/1/mute", struct{}{}))
	anna.refused("somebody who has muted them", anna.post("/tables", with("Bert")), http.StatusConflict, "not_invited")
}
