package tables

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"ruhr/internal/require"
	"ruhr/internal/web/webtest"
)

// Someone who joined by link can neither replace the links of other seats nor
// remove anyone. When the owner frees a seat, its holder loses it.
func TestOwnerFreesASeat(t *testing.T) {
	w := newWorld(t, 5)
	anna := w.Visitor()
	id, invitation := anna.Invitation()
	bert := w.Visitor()
	bert.Post(invitation, url.Values{"name": {"Bert"}})
	form := func(do string, seat int) url.Values {
		return url.Values{"do": {do}, "seat": {strconv.Itoa(seat)}, "at": {"1"}, "key": {"k"}}
	}
	for _, do := range []string{"remove", "hand"} {
		bert.Post(id+"/owner", form(do, 0)).WantStatus(t, http.StatusForbidden, "%s by a guest", do)
	}
	require.True(t, bert.Get(id+"/share").Form(id+"/owner") == nil, "a guest is offered what the owner may do")
	require.True(t, anna.Get(id+"/share").Form(id+"/owner") != nil, "the owner is not offered what they may do")
	anna.Post(id+"/owner", form("sell", 1)).WantStatus(t, http.StatusBadRequest, "nonsense")
	anna.Post(id+"/owner", form("remove", 1)).WantStatus(t, http.StatusOK, "the owner frees a seat")
	if bert.Holds(id) || !anna.Holds(id) {
		t.Errorf("Bert holds a seat: %v, Anna: %v", bert.Holds(id), anna.Holds(id))
	}
	bert.Post(invitation, url.Values{"name": {"Bert"}}).WantStatus(t, http.StatusNotFound, "the link of the seat that was freed")
	_, link, _ := strings.Cut(anna.Post(id+"/share", url.Values{"seat": {"1"}}).Body, "/join/")
	carl := w.Visitor()
	if p := carl.Post("/join/"+link[:22], url.Values{"name": {"Carl"}}); p.Status != http.StatusOK || !carl.Holds(id) {
		t.Fatalf("Carl sits down: status %d", p.Status)
	}
	old := form("remove", 1) // of a page that showed Bert
	old.Set("key", "k2")
	if p := anna.Post(id+"/owner", old); p.Status != http.StatusConflict || p.Form("/owner") == nil || !carl.Holds(id) {
		t.Errorf("a page that shows Bert frees Carl's seat: status %d, he holds it: %v", p.Status, carl.Holds(id))
	}
}

// Leaving removes a table from one's list; the last one to leave deletes it. A
// player in a game with other people hands the seat over first.
func TestStrikingATableOff(t *testing.T) {
	w := newWorld(t, 5)
	anna := w.Visitor()
	id, invitation := anna.Invitation()
	bert := w.Visitor()
	bert.Post(invitation, url.Values{"name": {"Bert"}})
	if p := bert.Post(id+"/leave", nil); p.Status != http.StatusConflict || !p.Says("Others still play here") {
		t.Errorf("in the midst of a game: status %d", p.Status)
	}
	if p := bert.Get("/tables"); !p.LeadsTo(id) || p.Form(id+"/leave") != nil {
		t.Error("the table is not listed, or offered to be left")
	}
	bert.Post(id+"/seat", url.Values{"do": {"give"}, "seat": {"1"}, "at": {"1"}, "key": {"k"}})
	require.True(t, bert.Get("/tables?q=bert&by=turn").Form(id+"/leave") != nil, "after handing the seat over the table cannot be left")
	for _, v := range []*webtest.Visitor{bert, anna} {
		if p := v.Post(id+"/leave", nil); p.Status != http.StatusOK || p.LeadsTo(id) {
			t.Fatalf("leaving: status %d, or the table is still listed", p.Status)
		}
	}
	anna.Get(id).WantStatus(t, http.StatusNotFound, "a table that everybody has left")
	w.Visitor().Post(id+"/leave", nil).WantStatus(t, http.StatusNotFound, "leaving what is not there")
}

// Where nobody else has a seat, nothing is said of handing the table over.
func TestNothingToHandOver(t *testing.T) {
	w := newWorld(t, 46)
	anna := w.Visitor()
	id := anna.Opens(nil)
	const note = "Handing the table over"
	require.True(t, !anna.Get(id+"/share").Says(note), "it can be handed over to nobody")
	w.Visitor().Post(anna.Post(id+"/share", url.Values{"seat": {"1"}}).Invitation(), url.Values{"name": {"Bert"}})
	require.True(t, anna.Get(id+"/share").Says(note), "what handing over means is not said")
}
