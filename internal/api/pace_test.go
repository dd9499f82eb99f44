package api

import (
	"fmt"
	"net/http"
	"slices"
	"testing"

	"ruhr/internal/require"
	"ruhr/internal/store"
)

// timed starts a table by correspondence for two accounts.
func (w *world) timed() (tb Table, by []*program) {
	w.Helper()
	anna, bert := w.account("Anna", true), w.account("Bert", true)
	tb = read[Table](anna, anna.post("/tables", NewTable{Seats: []NewSeat{{Kind: "person"}, {Kind: "open"}}, Public: true, Pace: "days", Fill: 3600, StandIn: "random"}))
	if tb.Fills == nil || tb.Clock == nil || *tb.Clock != (TableClock{259200, 43200, 432000, true}) {
		w.Fatalf("the table is %+v with clock %+v", tb, tb.Clock)
	}
	read[Table](bert, bert.post("/tables/"+tb.ID+"/seats/1/sit", struct{}{}))
	return anna.table(tb.ID), []*program{anna, bert}
}

// A table shows its clocks; who resigns can be waited for, or comes back; a
// holiday stops the clock.
func TestClocks(t *testing.T) {
	w := newWorld(t, 22)
	tb, by := w.timed()
	mine, other := by[tb.ToAct], by[1-tb.ToAct]
	k, id := tb.ToAct, "/tables/"+tb.ID
	if c := tb.Seats[k].Clock; c == nil || c.Left > 259200 || c.Left < 259100 || c.Until == nil || tb.Seats[1-k].Clock.Until != nil || tb.Ends == nil {
		t.Errorf("clocks %+v and %+v", tb.Seats[k].Clock, tb.Seats[1-k].Clock)
	}
	require.Slices(t, other.table(tb.ID).You.WaitFor, []int{k}, "whom seat %d is waited for by", k)
	at := func(more string) string { return fmt.Sprintf(`{"at":%d%s}`, mine.table(tb.ID).N, more) }
	seat := fmt.Sprintf("%s/seats/%d/", id, k)
	away := read[Table](mine, mine.send("POST", seat+"away", at(`,"days":3`)))
	if c := away.Seats[k].Clock; !c.Rests || c.Away == nil {
		t.Errorf("on holiday: %+v", c)
	}
	mine.refused("for too long", mine.send("POST", seat+"away", at(`,"days":60`)), http.StatusConflict, "long_vacation")
	if c := read[Table](mine, mine.send("POST", seat+"away", at(""))).Seats[k].Clock; c.Rests || c.Away != nil {
		t.Errorf("back again: %+v", c)
	}
	if got := read[Table](mine, mine.send("POST", seat+"resign", at(""))); got.Seats[k].Level != "random" {
		t.Errorf("resigned, and played by %q", got.Seats[k].Level)
	}
	other.refused("another's seat", other.send("POST", seat+"take", at("")), http.StatusForbidden, "not_yours")
	if got := read[Table](other, other.send("POST", seat+"wait", at(""))); got.Seats[k].Level != "" {
		t.Errorf("waited for, and played by %q", got.Seats[k].Level)
	}
	read[Table](mine, mine.send("POST", seat+"resign", at("")))
	if got := read[Table](mine, mine.send("POST", seat+"take", at(""))); got.Seats[k].Level != "" {
		t.Errorf("taken back, and played by %q", got.Seats[k].Level)
	}
}

// Orders are the seat's alone, are carried out in their phase, and may be
// cancelled.
func TestOrders(t *testing.T) {
	w := newWorld(t, 23)
	tb, by := w.timed()
	mine, other := by[tb.ToAct], by[1-tb.ToAct]
	path := fmt.Sprintf("/tables/%s/seats/%d/orders", tb.ID, tb.ToAct)
	have := read[Orders](mine, mine.send(http.MethodGet, path, ""))
	require.Must(t, len(have.Prospects) != 0 && have.Prospects[0].Text != "" && len(have.Orders) == 0, "before: %+v", have)
	other.refused("another's orders", other.send(http.MethodGet, path, ""), http.StatusForbidden, "not_yours")
	var later *Prospect
	for i, p := range have.Prospects {
		if p.Phase == 6 {
			later = &have.Prospects[i]
		}
	}
	require.Must(t, later != nil, "nothing to buy among %d prospects", len(have.Prospects))
	most := 9
	body := map[string]any{"at": tb.N, "askAll": true, "orders": []StandingOrder{{later.Round, later.Phase, later.Action, &most}, {Round: later.Round, Phase: later.Phase, Action: later.Action}}}
	read[Table](mine, mine.post(path, body))
	have = read[Orders](mine, mine.send(http.MethodGet, path, ""))
	if len(have.Orders) != 2 || !have.AskAll || have.Orders[0].Max == nil || *have.Orders[0].Max != 9 || have.Orders[1].Max != nil || fmt.Sprint(have.Orders[0].Action) != fmt.Sprint(later.Action) {
		t.Errorf("ordered: %+v", have)
	}
	body["at"], body["orders"] = have.N, []StandingOrder{{Round: 1, Phase: 1, Action: later.Action}}
	mine.refused("for a phase that is over", mine.post(path, body), http.StatusConflict, "bad_order")
	body["orders"] = []StandingOrder{}
	read[Table](mine, mine.post(path, body))
	if have = read[Orders](mine, mine.send(http.MethodGet, path, "")); len(have.Orders) != 0 {
		t.Errorf("cancelled: %+v", have.Orders)
	}

	sale := fmt.Sprintf("/tables/%s/seats/%d/sale", tb.ID, slices.Index(by, mine))
	for range 100 { // until the start is chosen, and the other one decides
		if have = read[Orders](mine, mine.send(http.MethodGet, path, "")); len(have.Sales) > 0 {
			break
		}
		goOn(by, tb.ID)
	}
	require.Must(t, len(have.Sales) != 0, "nowhere to sell")
	read[Table](mine, mine.post(sale, map[string]any{"at": have.N, "action": have.Sales[0].Action}))
	if have = read[Orders](mine, mine.send(http.MethodGet, path, "")); len(have.Orders) != 1 || have.Orders[0].Phase != 4 {
		t.Errorf("a sale ordered: %+v", have.Orders)
	}
	read[Table](mine, mine.post(sale, map[string]any{"at": have.N}))
	if have = read[Orders](mine, mine.send(http.MethodGet, path, "")); len(have.Orders) != 0 {
		t.Errorf("cancelled: %+v", have.Orders)
	}
}

// goOn takes the next decision of a table, or ends the turn that waits for it.
func goOn(by []*program, id string) Table {
	tb := by[0].table(id)
	p := by[tb.ToAct]
	p.Helper()
	if tb.Waiting {
		return read[Table](p, p.post("/tables/"+id+"/confirm", Made{At: tb.N}))
	}
	return read[Table](p, p.act(tb, 0, ""))
}

// Taking back needs the other's consent.
func TestTakeback(t *testing.T) {
	w := newWorld(t, 24)
	tb, by := w.timed()
	k := -1
	for n := 0; n < 100 && k < 0; n++ {
		before := tb.ToAct
		tb = goOn(by, tb.ID)
		if got := by[before].table(tb.ID).You.AskBack; tb.ToAct != before && slices.Equal(got, []int{before}) {
			k = before
		}
	}
	require.Must(t, k >= 0, "nobody may ever ask")
	mine, other := by[k], by[1-k]
	path := "/tables/" + tb.ID + "/seats/"
	tb = read[Table](mine, mine.post(fmt.Sprint(path, k, "/takeback"), Made{At: tb.N}))
	asked := other.table(tb.ID)
	if asked.Takeback == nil || asked.Takeback.Seat != k || !slices.Equal(asked.You.Answer, []int{1 - k}) {
		t.Fatalf("asked: %+v, %+v", asked.Takeback, asked.You)
	}
	tb = read[Table](other, other.post(fmt.Sprint(path, 1-k, "/agree"), Made{At: asked.N}))
	require.True(t, tb.ToAct == k && tb.Takeback == nil, "agreed: seat %d is to act, %+v", tb.ToAct, tb.Takeback)
}

// A table is made with the options of the rules that were asked for.
func TestOptionsOfATable(t *testing.T) {
	p := newWorld(t, 28).account("Anna", true)
	seats := []NewSeat{{Kind: "person"}, {Kind: "bot", Level: "random"}}
	for _, want := range [][2]bool{{false, false}, {true, false}, {false, true}} {
		tb := read[Table](p, p.post("/tables", NewTable{Seats: seats, CalmWater: want[0], EveryShip: want[1]}))
		if tb.CalmWater != want[0] || tb.EveryShip != want[1] {
			t.Errorf("calm water %v and every ship %v, want %v", tb.CalmWater, tb.EveryShip, want)
		}
	}
}

// Quiet hours hold at the account's tables, also at those that come later.
func TestQuietHours(t *testing.T) {
	w := newWorld(t, 25)
	p := w.account("Anna", true)
	want := QuietHours{"22:15", "07:30", "Europe/Berlin"}
	require.Equal(t, read[QuietHours](p, p.post("/me/quiet", want)), want, "set")
	require.Equal(t, read[QuietHours](p, p.send(http.MethodGet, "/me/quiet", "")), want, "kept")
	tb := read[Table](p, p.post("/tables", NewTable{Seats: []NewSeat{{Kind: "person"}, {Kind: "open"}}, Pace: "days"}))
	entries, err := w.store.Log(t.Context(), tb.ID, 0)
	if err != nil || !slices.ContainsFunc(entries, func(e store.Entry) bool { return e.Kind == "hours" }) {
		t.Errorf("the table has no quiet hours, %v", err)
	}
	p.refused("too long", p.post("/me/quiet", QuietHours{"10:00", "23:00", "UTC"}), http.StatusConflict, "bad_hours")
	p.refused("nowhere", p.post("/me/quiet", QuietHours{"22:00", "07:00", "Nowhere"}), http.StatusConflict, "bad_zone")
	if got := read[QuietHours](p, p.post("/me/quiet", QuietHours{"00:00", "00:00", ""})); got.From != got.To {
		t.Errorf("none: %+v", got)
	}
}

// The ways to hear of tables are the account's alone.
func TestNoticeSettings(t *testing.T) {
	w := newWorld(t, 26)
	anna, bert := w.account("Anna", true), w.account("Bert", true)
	list := read[Notices](anna, anna.post("/me/notices", map[string]any{"kind": "hook", "address": "https://hooks.example.org/secret"}))
	if len(list.Channels) != 1 || list.Channels[0].Name != "hooks.example.org" || list.Channels[0].State != "on" || !list.Channels[0].Turn || list.PushKey == "" || list.Mail {
		t.Fatalf("added: %+v", list)
	}
	path := "/me/notices/" + list.Channels[0].ID
	change := map[string]any{"on": false, "turn": true, "takeback": false, "time": true, "begin": false, "chat": true, "end": false, "daily": true, "hour": 7, "zone": "Europe/Berlin"}
	bert.refused("another's", bert.post(path, change), http.StatusNotFound, "no_channel")
	bert.refused("another's", bert.post(path+"/drop", struct{}{}), http.StatusNotFound, "no_channel")
	list = read[Notices](anna, anna.post(path, change))
	if c := list.Channels[0]; c.State != "off" || !c.Turn || c.Takeback || !c.Time || c.Begin || !c.Chat || !c.Daily || c.Hour != 7 || c.Zone != "Europe/Berlin" {
		t.Errorf("changed: %+v", c)
	}
	list = read[Notices](anna, anna.post(path, map[string]any{"on": true, "begin": true}))
	if c := list.Channels[0]; c.State != "on" || !c.Turn || c.Takeback || !c.Time || !c.Begin || !c.Chat || !c.Daily || c.Hour != 7 || c.Zone != "Europe/Berlin" {
		t.Errorf("changed in part: %+v", c)
	}
	change["zone"] = "Nowhere"
	anna.refused("no zone", anna.post(path, change), http.StatusUnprocessableEntity, "bad_zone")
	if list = read[Notices](anna, anna.post(path+"/drop", struct{}{})); len(list.Channels) != 0 {
		t.Errorf("dropped: %+v", list)
	}
}
