package web

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
)

// Who joined by a link neither replaces the links of others' seats nor removes
// anybody; the owner frees the seat, and whoever had it is put out.
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
}
