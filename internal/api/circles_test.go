package api

import (
	"net/http"
	"testing"

	"ruhr/internal/chat"
	"ruhr/internal/require"
)

// Two programs belong to a circle, start a table of it and talk; a refusal has a code, and a
// third one learns nothing.
func TestCircles(t *testing.T) {
	w := newWorld(t, 46)
	anna, bert, carl := w.account("Anna", true), w.account("Bert", true), w.account("Carl", true)
	type body = map[string]any
	anna.refused("no name", anna.post("/circles", body{"name": " "}), http.StatusUnprocessableEntity, "bad_name")
	made := read[Circle](anna, anna.post("/circles", body{"name": "Ruhr", "key": "k"}))
	if again := read[Circle](anna, anna.post("/circles", body{"name": "Ruhr", "key": "k"})); again.ID != made.ID || !made.Mine || len(made.Members) != 1 {
		t.Fatalf("made %+v, again %+v", made, again)
	}
	at := "/circles/" + made.ID
	bert.refused("another invitation", bert.post(at+"/join", body{"invitation": "x"}), http.StatusNotFound, "no_circle")
	if got := read[Circle](bert, bert.post(at+"/join", body{"invitation": made.Invitation})); len(got.Members) != 2 || got.Members[1].Name != "Bert" || got.Mine {
		t.Errorf("Bert joins: %+v", got)
	}
	for _, path := range []string{"", "/chat"} {
		carl.refused("from outside", carl.send("GET", at+path, ""), http.StatusNotFound, "no_circle")
	}
	carl.refused("a table from outside", carl.post(at+"/tables", body{"with": []string{"Bert"}}), http.StatusNotFound, "no_circle")
	anna.refused("a stranger", anna.post(at+"/tables", body{"with": []string{"Carl"}}), http.StatusConflict, "not_member")
	wish := body{"with": []string{"Bert"}, "pace": "days", "key": "k", "name": "Friday"}
	tb := read[Table](anna, anna.post(at+"/tables", wish))
	if again := read[Table](anna, anna.post(at+"/tables", wish)); again.ID != tb.ID || again.ID == made.ID {
		t.Errorf("made %s, again %s", tb.ID, again.ID)
	}
	require.Equal(t, tb.Name, "Friday", "the name of the table")
	named := body{"at": tb.N, "key": "k", "name": "Saturday"}
	bert.refused("a name by a member", bert.post("/tables/"+tb.ID+"/name", named), http.StatusForbidden, "not_owner")
	for range 2 {
		require.Equal(t, read[Table](anna, anna.post("/tables/"+tb.ID+"/name", named)).Name, "Saturday", "its new name")
	}
	got := read[Circle](bert, bert.send("GET", at, ""))
	require.True(t, len(got.Tables) == 1 && got.Tables[0].ID == tb.ID && !got.Tables[0].Over && !got.Tables[0].Public, "Bert sees %+v", got)
	for range 2 {
		said := read[[]chat.Message](bert, bert.post(at+"/chat", body{"text": "Hello", "key": "k"}))
		require.True(t, len(said) == 1 && said[0].Text == "Hello" && said[0].Yours && said[0].Room == chat.InCircle, "Bert has said %+v", said)
	}
	read[[]chat.Message](anna, anna.post(at+"/chat/1/report", body{}))
	if said := read[[]chat.Message](anna, anna.post(at+"/chat/1/mute", body{})); len(said) != 0 {
		t.Errorf("who is muted is heard: %+v", said)
	}
	if said := read[[]chat.Message](anna, anna.post(at+"/chat/unmute", body{})); len(said) != 1 {
		t.Errorf("who is no longer muted is not heard: %+v", said)
	}
	require.True(t, read[Circle](bert, bert.post(at+"/mute", body{"muted": true})).Muted, "the circle is not muted")
	bert.refused("somebody else's", bert.post(at+"/name", body{"name": "Lippe"}), http.StatusForbidden, "not_founder")
	if got := read[Circle](anna, anna.post(at+"/name", body{"name": "Lippe"})); got.Name != "Lippe" {
		t.Errorf("another name: %+v", got)
	}
	require.True(t, read[Circle](anna, anna.post(at+"/invitation", body{})).Invitation != made.Invitation, "the invitation is the old one")
	if got := read[Circle](anna, anna.post(at+"/hand-on", body{"name": "Bert"})); got.Mine || !got.Members[1].Founder {
		t.Errorf("handed on: %+v", got)
	}
	if got := read[Circle](bert, bert.post(at+"/remove", body{"name": "Anna"})); len(got.Members) != 1 {
		t.Errorf("Anna is removed: %+v", got)
	}
	if list := read[[]Circle](anna, anna.send("GET", "/circles", "")); len(list) != 0 {
		t.Errorf("Anna's circles: %+v", list)
	}
	if list := read[[]Circle](bert, bert.post(at+"/dissolve", body{})); len(list) != 0 {
		t.Errorf("Bert's circles: %+v", list)
	}
}
