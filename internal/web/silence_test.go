package web

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"ruhr/internal/game"
	"ruhr/internal/table"
)

// Who waits at a table without clocks while its owner is away can let the computer go
// on after a week, in every language; everybody reads that, and the owner, who owns the
// table no more, takes the seat back in the first line.
func TestReplacedWhileAway(t *testing.T) {
	now := time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)
	w := newWorld(t, 5, func(o *table.Options) { o.Clock, o.StandIn = func() time.Time { return now }, "schiffer" })
	anna := w.visitor()
	id, invitation := anna.invitation()
	bert := w.visitor()
	bert.post(invitation, url.Values{"name": {"Bert"}})
	for w.snapshot(strings.TrimPrefix(id, "/t/")).ToAct != 0 {
		if _, ok := bert.step(bert.get(id), 0); !ok {
			t.Fatal("the table waits for neither")
		}
	}
	offered := func(v *visitor) *form {
		f := v.get(id).form(id + "/seat")
		if f == nil || len(f.buttons) == 0 || f.buttons[0].value != "replace" {
			return nil
		}
		return f
	}
	now = now.Add(game.Silence - time.Second)
	if offered(bert) != nil {
		t.Error("the seat is offered a second early")
	}
	now = now.Add(time.Second)
	if offered(anna) != nil || offered(w.visitor()) != nil {
		t.Error("the seat is offered to who was silent, or to who watches")
	}
	for _, lang := range languageCodes {
		bert.lang = lang
		checkPage(t, lang, bert.get(id))
	}
	bert.lang = "en"
	f := offered(bert)
	if f == nil {
		t.Fatal("after a week the seat is not offered")
	}
	if p := bert.get(id); !strings.Contains(textTag.ReplaceAllString(p.body, ""), "The table has been waiting 7 days for ") {
		t.Error("nothing says how long the table has waited")
	}
	bert.press(f, f.buttons[0])
	for _, lang := range languageCodes {
		anna.lang, bert.lang = lang, lang
		checkPage(t, lang+" who was replaced", anna.get(id))
		checkPage(t, lang+" who replaced", bert.get(id))
	}
	anna.lang = "en"
	p := anna.get(id)
	if !strings.Contains(p.body, "You kept the table waiting for a week.") {
		t.Error("who was replaced does not read why")
	}
	if p := anna.get(id + "/share"); strings.Contains(p.body, id+"/owner") {
		t.Error("who was replaced owns the table still")
	}
	if p := bert.get(id + "/share"); !strings.Contains(p.body, id+"/owner") {
		t.Error("nobody owns the table")
	}
	back := p.form(id + "/seat")
	if back == nil || back.buttons[0].value != "take" {
		t.Fatal("the seat cannot be taken back in the first line")
	}
	anna.press(back, back.buttons[0])
	if seat := w.snapshot(strings.TrimPrefix(id, "/t/")).Seats[0]; !seat.ByHand() {
		t.Errorf("the seat is %+v", seat)
	}
}
