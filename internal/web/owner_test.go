package web

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
)

// Someone who joined by link can neither replace the links of other seats nor
// remove anyone. When the owner frees a seat, its holder loses it.
func TestOwnerFreesASeat(t *testing.T) {
	w := newWorld(t, 5)
	anna := w.visitor()
	id, invitation := anna.invitation()
	bert := w.visitor()
	bert.post(invitation, url.Values{"name": {"Bert"}})
	form := func(do string, seat int) url.Values {
		return url.Values{"do": {do}, "seat": {strconv.Itoa(seat)}, "at": {"1"}, "key": {"k"}}
	}
	for _, do := range []string{"remove", "hand"} {
		if p := bert.post(id+"/owner", form(do, 0)); p.status != http.StatusForbidden {
			t.Errorf("%s by a guest: status %d", do, p.status)
		}
	}
	if p := bert.get(id + "/share"); strings.Contains(p.body, id+"/owner") {
		t.Error("a guest is offered what the owner may do")
	}
	if p := anna.get(id + "/share"); !strings.Contains(p.body, id+"/owner") {
		t.Error("the owner is not offered what they may do")
	}
	if p := anna.post(id+"/owner", form("sell", 1)); p.status != http.StatusBadRequest {
		t.Errorf("nonsense: status %d", p.status)
	}
	if p := anna.post(id+"/owner", form("remove", 1)); p.status != http.StatusOK {
		t.Fatalf("the owner frees a seat: status %d", p.status)
	}
	if bert.holds(id) || !anna.holds(id) {
		t.Errorf("Bert holds a seat: %v, Anna: %v", bert.holds(id), anna.holds(id))
	}
	if p := bert.post(invitation, url.Values{"name": {"Bert"}}); p.status != http.StatusNotFound {
		t.Errorf("the link of the seat that was freed: status %d", p.status)
	}
	_, link, _ := strings.Cut(anna.post(id+"/share", url.Values{"seat": {"1"}}).body, "/join/")
	carl := w.visitor()
	if p := carl.post("/join/"+link[:22], url.Values{"name": {"Carl"}}); p.status != http.StatusOK || !carl.holds(id) {
		t.Fatalf("Carl sits down: status %d", p.status)
	}
	old := form("remove", 1) // of a page that showed Bert
	old.Set("key", "k2")
	if p := anna.post(id+"/owner", old); p.status != http.StatusConflict || p.form("/owner") == nil || !carl.holds(id) {
		t.Errorf("a page that shows Bert frees Carl's seat: status %d, he holds it: %v", p.status, carl.holds(id))
	}
}

// Leaving removes a table from one's list; the last one to leave deletes it. A
// player in a game with other people hands the seat over first.
func TestStrikingATableOff(t *testing.T) {
	w := newWorld(t, 5)
	anna := w.visitor()
	id, invitation := anna.invitation()
	bert := w.visitor()
	bert.post(invitation, url.Values{"name": {"Bert"}})
	if p := bert.post(id+"/leave", nil); p.status != http.StatusConflict || !strings.Contains(p.body, "Others still play here") {
		t.Errorf("in the midst of a game: status %d", p.status)
	}
	if p := bert.get("/tables"); !strings.Contains(p.body, id) || strings.Contains(p.body, id+"/leave") {
		t.Error("the table is not listed, or offered to be left")
	}
	bert.post(id+"/seat", url.Values{"do": {"give"}, "seat": {"1"}, "at": {"1"}, "key": {"k"}})
	if p := bert.get("/tables?q=bert&by=turn"); !strings.Contains(p.body, id+"/leave") {
		t.Error("after handing the seat over the table cannot be left")
	}
	for _, v := range []*visitor{bert, anna} {
		if p := v.post(id+"/leave", nil); p.status != http.StatusOK || strings.Contains(p.body, id) {
			t.Fatalf("leaving: status %d, or the table is still listed", p.status)
		}
	}
	if p := anna.get(id); p.status != http.StatusNotFound {
		t.Errorf("a table that everybody has left: status %d", p.status)
	}
	if p := w.visitor().post(id+"/leave", nil); p.status != http.StatusNotFound {
		t.Errorf("leaving what is not there: status %d", p.status)
	}
}
