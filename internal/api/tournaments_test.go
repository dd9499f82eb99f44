package api

import (
	"fmt"
	"net/http"
	"testing"
	"time"
)

// Two programs make a tournament, join, start and see it; a refusal has a code.
func TestTournaments(t *testing.T) {
	w := newWorld(t, 45)
	anna, bert, carl := w.account("Anna", true), w.account("Bert", true), w.account("Carl", true)
	wish := NewTournament{Name: "Ruhr Cup", Seats: 2, Rounds: 2, Pace: "quick", Level: "greedy", Plays: true, Key: "k"}
	made := read[Tournament](anna, anna.post("/tournaments", wish))
	if again := read[Tournament](anna, anna.post("/tournaments", wish)); again.ID != made.ID || !made.Mine || made.State != "open" || made.You == nil || made.Pace != "quick" {
		t.Fatalf("made %+v, again %+v", made, again)
	}
	at := "/tournaments/" + made.ID
	none := struct{}{}
	wish.Key, wish.Level = "", "nobody"
	anna.refused("an unknown level", anna.post("/tournaments", wish), http.StatusUnprocessableEntity, "bad_format")
	bert.refused("a long name", bert.post(at+"/join", map[string]string{"name": "1234567890123456789012345678901"}), http.StatusUnprocessableEntity, "bad_name")
	anna.refused("a start alone", anna.post(at+"/start", none), http.StatusConflict, "few_players")
	if got := read[Tournament](bert, bert.post(at+"/join", none)); len(got.Players) != 2 || got.Players[*got.You].Name != "Bert" {
		t.Errorf("Bert joins: %+v", got)
	}
	read[Tournament](carl, carl.post(at+"/join", none))
	if got := read[Tournament](carl, carl.post(at+"/withdraw", none)); len(got.Players) != 2 || got.You != nil {
		t.Errorf("Carl withdraws: %+v", got)
	}
	bert.refused("somebody else's start", bert.post(at+"/start", none), http.StatusForbidden, "not_yours")
	running := read[Tournament](anna, anna.post(at+"/start", none))
	if running.State != "running" || len(running.Played) != 1 || len(running.Played[0]) != 1 || len(running.Standings) != 2 {
		t.Fatalf("running: %+v", running)
	}
	carl.refused("too late", carl.post(at+"/join", none), http.StatusConflict, "tournament_started")
	of := running.Played[0][0]
	for k, player := range of.Players {
		p := anna
		if player != *running.You {
			p = bert
		}
		n := read[Table](p, p.send("GET", "/tables/"+of.Table, "")).N
		read[Table](p, p.post(fmt.Sprintf("/tables/%s/seats/%d/resign", of.Table, k), map[string]any{"at": n}))
	}
	for !read[Table](anna, anna.send("GET", "/tables/"+of.Table, "")).Over {
		time.Sleep(time.Millisecond)
	}
	w.host.Look(t.Context(), made.ID)
	got := read[Tournament](anna, anna.send("GET", at, ""))
	if len(got.Played) != 2 || len(got.Played[0][0].Results) != 2 || got.Standings[0].Points+got.Standings[1].Points != 0 || !got.Played[0][0].Results[0].Replaced || got.Standings[0].Games != 1 {
		t.Errorf("after a round: %+v", got)
	}
	if got := read[Tournament](anna, anna.post(at+"/cancel", none)); got.State != "cancelled" || got.Ended == nil {
		t.Errorf("cancelled: %+v", got)
	}
	if list := read[[]Tournament](bert, bert.send("GET", "/tournaments", "")); len(list) != 1 || list[0].ID != made.ID || list[0].Mine || list[0].Played != nil || list[0].Standings != nil {
		t.Errorf("Bert's: %+v", list)
	}
	carl.refused("none", carl.send("GET", "/tournaments/"+made.ID[1:]+"A", ""), http.StatusNotFound, "no_tournament")
}
