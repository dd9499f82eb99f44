package tables

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"ruhr/internal/game"
	"ruhr/internal/require"
	"ruhr/internal/table"
	"ruhr/internal/web/webtest"
)

// Who waits at a table without clocks while its owner is away can let the computer go
// on after a week, in every language; everybody reads that, and the owner, who owns the
// table no more, takes the seat back in the first line.
func TestReplacedWhileAway(t *testing.T) {
	now := time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)
	w := newWorld(t, 5, func(o *table.Options) { o.Clock, o.StandIn = func() time.Time { return now }, "schiffer" })
	anna := w.Visitor()
	id, invitation := anna.Invitation()
	bert := w.Visitor()
	bert.Post(invitation, url.Values{"name": {"Bert"}})
	for w.Snapshot(strings.TrimPrefix(id, "/t/")).ToAct != 0 {
		if _, ok := bert.Step(bert.Get(id), 0); !ok {
			t.Fatal("the table waits for neither")
		}
	}
	offered := func(v *webtest.Visitor) *webtest.Form {
		f := v.Get(id).Form(id + "/seat")
		if f == nil || len(f.Buttons) == 0 || f.Buttons[0].Value != "replace" {
			return nil
		}
		return f
	}
	now = now.Add(game.Silence - time.Second)
	require.True(t, offered(bert) == nil, "the seat is offered a second early")
	now = now.Add(time.Second)
	require.True(t, offered(anna) == nil && offered(w.Visitor()) == nil, "the seat is offered to who was silent, or to who watches")
	for _, lang := range webtest.LanguageCodes {
		bert.Lang = lang
		webtest.CheckPage(t, lang, bert.Get(id))
	}
	bert.Lang = "en"
	f := offered(bert)
	require.Must(t, f != nil, "after a week the seat is not offered")
	require.True(t, bert.Get(id).Says("The table has been waiting 7 days for "), "nothing says how long the table has waited")
	bert.Press(f, f.Buttons[0])
	for _, lang := range webtest.LanguageCodes {
		anna.Lang, bert.Lang = lang, lang
		webtest.CheckPage(t, lang+" who was replaced", anna.Get(id))
		webtest.CheckPage(t, lang+" who replaced", bert.Get(id))
	}
	anna.Lang = "en"
	p := anna.Get(id)
	require.True(t, p.Says("You kept the table waiting for a week."), "who was replaced does not read why")
	require.True(t, anna.Get(id+"/share").Form(id+"/owner") == nil, "who was replaced owns the table still")
	require.True(t, bert.Get(id+"/share").Form(id+"/owner") != nil, "nobody owns the table")
	back := p.Form(id + "/seat")
	require.Must(t, back != nil && back.Buttons[0].Value == "take", "the seat cannot be taken back in the first line")
	anna.Press(back, back.Buttons[0])
	if seat := w.Snapshot(strings.TrimPrefix(id, "/t/")).Seats[0]; !seat.ByHand() {
		t.Errorf("the seat is %+v", seat)
	}
}
