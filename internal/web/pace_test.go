package web

import (
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"ruhr/internal/game"
	"ruhr/internal/table"
	"ruhr/rules"
)

// A table with clocks works in every language without scripts, from the form to
// a seat that runs out of time.
func TestPace(t *testing.T) {
	now := time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)
	w := newWorld(t, 91, func(o *table.Options) { o.Clock = func() time.Time { return now } })
	anna, bert := w.visitor(), w.visitor()
	anna.signUp("Anna")
	bert.signUp("Bert")
	path := anna.opens(url.Values{"public": {"yes"}, "pace": {"days"}, "fill": {"3600"}, "standin": {"greedy"}, "rated": {"yes"}, "hints": {"yes"}})
	id := strings.TrimPrefix(path, "/t/")
	s, err := w.service.Position(t.Context(), id, game.Actor{})
	if err != nil || s.Pace.Name() != "days" || s.Fills.IsZero() || !s.Rated || s.Hints {
		t.Fatalf("the table has %+v, filled %v, rated %v, hints %v, %v", s.Pace, s.Fills, s.Rated, s.Hints, err)
	}
	for _, lang := range languageCodes {
		bert.lang, anna.lang = lang, lang
		checkPage(t, lang+" lobby", bert.get("/lobby"))
		for _, with := range withs {
			checkPage(t, lang+" form", bert.get("/new?with="+with))
		}
		checkPage(t, lang+" links", anna.get(path+"/share"))
	}
	anna.lang, bert.lang = "en", "en"
	if p := bert.get("/lobby"); !strings.Contains(p.body, "3 days + 12 h a turn") || !strings.Contains(p.body, "rated") {
		t.Error("the lobby does not say how fast the table is, and that it is rated")
	}
	bert.post("/settings", url.Values{"from": {"22:00"}, "to": {"07:00"}, "zone": {"Europe/Berlin"}})
	if p := bert.post(path+"/sit", url.Values{"seat": {"1"}, "name": {"Bert"}}); p.path != path {
		t.Fatalf("sitting down led to %s", p.path)
	}
	moves, waits := anna, bert
	if bert.plays(path) {
		moves, waits = bert, anna
	}
	if p := moves.get("/tables"); !strings.Contains(p.body, "3 days and 0 hours left") {
		t.Error("the list of tables does not say how much time there is")
	}
	for _, lang := range languageCodes {
		moves.lang, waits.lang = lang, lang
		p := waits.get(path)
		checkPage(t, lang+" who waits", p)
		checkPage(t, lang+" who moves", moves.get(path))
		if !strings.Contains(p.body, `value="wait"`) || strings.Contains(moves.get(path).body, `value="wait"`) {
			t.Errorf("%s: not exactly the other one may wait", lang)
		}
	}
	moves.lang, waits.lang = "en", "en"
	seat := "0"
	if moves == bert {
		seat = "1"
	}
	command := func(v *visitor, do string, more url.Values) answer {
		form := url.Values{"seat": {seat}, "do": {do}}
		f := v.get(path).form(path + "/seat")
		form.Set("at", f.fields.Get("at"))
		form.Set("key", table.NewSecret())
		for k, val := range more {
			form[k] = val
		}
		return v.post(path+"/seat", form)
	}
	if p := command(waits, "resign", nil); p.status != http.StatusConflict && p.status != http.StatusForbidden {
		t.Errorf("resigning for another: %d", p.status)
	}
	if p := command(moves, "away", url.Values{"days": {"100"}}); p.status != http.StatusConflict || !strings.Contains(p.body, "21 days at most") {
		t.Errorf("a hundred days of vacation: %d", p.status)
	}
	if p := command(moves, "away", url.Values{"days": {"2"}}); p.status != http.StatusOK || !strings.Contains(p.body, "on holiday until") {
		t.Errorf("vacation: %d", p.status)
	}
	if p := command(moves, "back", nil); p.status != http.StatusOK || strings.Contains(p.body, "holiday until 3 June 2026</p>") {
		t.Errorf("back again: %d", p.status)
	}
	now = now.Add(6 * 24 * time.Hour)
	if err := w.service.Tick(t.Context()); err != nil {
		t.Fatal(err)
	}
	if p := waits.get(path); !strings.Contains(p.body, "ran out of time") {
		t.Error("the log does not say that somebody ran out of time")
	}
	if p := command(moves, "take", nil); p.status != http.StatusOK || !strings.Contains(p.body, "playing again") {
		t.Errorf("taking the seat back: %d", p.status)
	}
}

// The page of one's seat has all that can be done about it, also for a vacation at all
// tables by correspondence at once; who has no seat is led to the table.
func TestMySeat(t *testing.T) {
	w := newWorld(t, 93)
	anna, bert := w.visitor(), w.visitor()
	sits := func(pace string) string {
		path := anna.opens(url.Values{"public": {"yes"}, "pace": {pace}})
		if p := bert.post(path+"/sit", url.Values{"seat": {"1"}, "name": {"Bert"}}); p.path != path {
			t.Fatalf("sitting down led to %s", p.path)
		}
		return path
	}
	first, second, live := sits("days"), sits("weeks"), sits("quick")
	if p := w.visitor().get(first + "/seat"); p.path != first {
		t.Errorf("somebody without a seat is led to %s", p.path)
	}
	if menu := document(t, anna.get(first)).find(t, "div", "id", "menu"); len(menu.all("a", "href", first+"/seat")) != 1 {
		t.Error("the menu does not lead to one's seat")
	}
	for _, lang := range languageCodes {
		anna.lang = lang
		checkPage(t, lang+" my seat", anna.get(first+"/seat"))
	}
	anna.lang = "en"
	// forms are the values of the buttons on the page of Anna's seat.
	forms := func(path string) (out []string) {
		for _, b := range document(t, anna.get(path+"/seat")).all("button", "name", "do") {
			out = append(out, b.attr("value"))
		}
		return out
	}
	if got := forms(first); !slices.Equal(got, []string{"give", "resign", "away"}) {
		t.Errorf("by correspondence one may %v", got)
	}
	if got := forms(live); !slices.Equal(got, []string{"give", "resign"}) {
		t.Errorf("live one may %v", got)
	}
	do := func(do string, more url.Values) answer {
		form := anna.get(first + "/seat").form(first + "/seat").fields
		form.Set("do", do)
		maps.Copy(form, more)
		return anna.post(first+"/seat", form)
	}
	away := func() (out []bool) {
		for _, path := range []string{first, second} {
			clocks := w.snapshot(strings.TrimPrefix(path, "/t/")).Clocks
			out = append(out, !clocks[0].Away.IsZero(), !clocks[1].Away.IsZero())
		}
		return out
	}
	for _, c := range []struct {
		do   string
		more url.Values
		want []bool // on vacation: Anna and Bert, at the first and the second table
	}{
		{"away", url.Values{"days": {"3"}}, []bool{true, false, false, false}},
		{"away", url.Values{"days": {"3"}, "all": {"yes"}}, []bool{true, false, true, false}},
		{"back", nil, []bool{false, false, true, false}},
		{"back", url.Values{"all": {"yes"}}, []bool{false, false, false, false}},
	} {
		if p := do(c.do, c.more); p.status != http.StatusOK || p.path != first {
			t.Errorf("%s %v: %d at %s", c.do, c.more, p.status, p.path)
		}
		if got := away(); !slices.Equal(got, c.want) {
			t.Errorf("%s %v: away %v, want %v", c.do, c.more, got, c.want)
		}
	}
	if do("give", nil); !slices.Contains(forms(first), "take") {
		t.Error("a seat that was handed over cannot be taken back")
	}
}

// Invalid quiet hours are refused and shown again in the form.
func TestQuietHours(t *testing.T) {
	w := newWorld(t, 92)
	v := w.visitor()
	for name, form := range map[string]url.Values{
		"all day":      {"from": {"00:00"}, "to": {"23:00"}, "zone": {"UTC"}},
		"half of them": {"from": {"22:00"}, "zone": {"UTC"}},
		"no time":      {"from": {"late"}, "to": {"early"}, "zone": {"UTC"}},
		"no zone":      {"from": {"22:00"}, "to": {"07:00"}, "zone": {"Europe/Atlantis"}},
	} {
		if p := v.post("/settings", form); p.status != http.StatusUnprocessableEntity || missing.MatchString(p.body) {
			t.Errorf("%s: status %d", name, p.status)
		}
	}
	v.post("/settings", url.Values{"from": {"22:00"}, "to": {"07:00"}, "zone": {"Europe/Berlin"}})
	if p := v.get("/settings"); !strings.Contains(p.body, `value="22:00"`) || !strings.Contains(p.body, `value="Europe/Berlin"`) {
		t.Error("quiet hours are forgotten")
	}
}

// An unknown pace is refused.
func TestPaceUnknown(t *testing.T) {
	w := newWorld(t, 93)
	if p := w.visitor().post("/new", url.Values{"who0": {"me"}, "name0": {"Anna"}, "who1": {"open"}, "pace": {"breakneck"}}); p.status != http.StatusBadRequest {
		t.Errorf("status %d", p.status)
	}
}

// Who has several seats gives orders for the first, or for the one named in the
// address.
func TestPlanOfOneSeat(t *testing.T) {
	w := newWorld(t, 98)
	v := w.visitor()
	path := v.alone(url.Values{}).path
	if p := v.get(path + "/orders"); !regexp.MustCompile(`<span class="out">[^<]* 1</span>`).MatchString(p.body) || regexp.MustCompile(`<span class="out">[^<]* (-1|0)</span>`).MatchString(p.body) {
		t.Error("the orders are not counted from 1")
	}
	for query, seat := range map[string]string{"": "0", "?seat=1": "1", "?seat=0": "0", "?seat=7": "0", "?seat=x": "0"} {
		if p := v.get(path + "/orders" + query); !strings.Contains(p.body, `name="seat" value="`+seat+`"`) {
			t.Errorf("%q is not the form of seat %s (status %d)", query, seat, p.status)
		}
	}
}

// One form has orders for one phase of two rounds.
func TestOrdersOfTwoRounds(t *testing.T) {
	got, ok := ordersOf(url.Values{"r1": {"4"}, "a1-0": {"7"}, "m1-0": {""}, "r11": {"5"}, "a11-1": {"8"}, "m11-1": {"2"}})
	want := []game.Order{{Round: 4, Phase: rules.Event, Action: 7, Max: -1}, {Round: 5, Phase: rules.Event, Action: 8, Max: 2}}
	if !ok || !slices.Equal(got, want) {
		t.Errorf("%v, expected %v", got, want)
	}
}

// Standing orders are set by form and shown to nobody else, in every language.
func TestOrderForm(t *testing.T) {
	w := newWorld(t, 94)
	anna, bert := w.visitor(), w.visitor()
	path := anna.opens(url.Values{"public": {"yes"}})
	bert.post(path+"/sit", url.Values{"seat": {"1"}, "name": {"Bert"}})
	for _, lang := range languageCodes {
		anna.lang = lang
		checkPage(t, lang+" orders", anna.get(path+"/orders"))
	}
	anna.lang = "en"
	seat := "0"
	if anna.plays(path) { // an order for the current decision is carried out at once
		anna, bert, seat = bert, anna, "1"
	}
	f := anna.get(path + "/orders").form(path + "/orders")
	if f == nil {
		t.Fatal("no form")
	}
	option := regexp.MustCompile(`(?s)name="a3-0".*?<option value="(\d+)"`).FindStringSubmatch(anna.get(path + "/orders").body)
	if option == nil {
		t.Fatal("nothing to order for the start")
	}
	form := url.Values{"at": {f.fields.Get("at")}, "key": {"k"}, "seat": {seat}, "r3": {"1"}, "a3-0": {option[1]}, "m3-0": {"7"}, "ask": {"yes"}}
	if p := anna.post(path+"/orders", form); p.status != http.StatusOK {
		t.Fatalf("ordering: status %d", p.status)
	}
	if p := anna.get(path); strings.Count(p.body, "1 order · change") != 2 {
		t.Error("the table does not say, in its line and in its menu, that an order stands")
	}
	if p := anna.get(path + "/plan?seat=" + seat); p.path != path+"/orders" || !strings.Contains(p.body, `name="seat" value="`+seat+`"`) {
		t.Errorf("the address of earlier versions leads to %s", p.path)
	}
	if p := anna.post(path+"/plan", form); p.status != http.StatusOK {
		t.Errorf("a form of earlier versions: status %d", p.status)
	}
	if p := anna.get(path + "/orders"); !strings.Contains(p.body, `value="`+option[1]+`" selected`) || !strings.Contains(p.body, `value="7"`) || !strings.Contains(p.body, `name="ask" value="yes" checked`) {
		t.Error("the orders are not there again")
	}
	if p := bert.get(path + "/orders"); strings.Contains(p.body, " selected>") || strings.Contains(p.body, " checked>") {
		t.Error("the other one sees the orders")
	}
	for name, c := range map[string]struct {
		who  *visitor
		form url.Values
		want int
	}{
		"for another":  {bert, form, http.StatusForbidden},
		"as a watcher": {w.visitor(), form, http.StatusForbidden},
		"no numbers":   {anna, url.Values{"at": {"1"}, "seat": {seat}, "r3": {"1"}, "a3-0": {"lock"}}, http.StatusBadRequest},
		"no seat":      {anna, url.Values{"at": {"1"}, "r3": {"1"}}, http.StatusBadRequest},
		"a phase past": {anna, url.Values{"at": {"1"}, "seat": {seat}, "r3": {"0"}, "a3-0": {option[1]}}, http.StatusConflict},
	} {
		if p := c.who.post(path+"/orders", c.form); p.status != c.want && !(c.want == http.StatusForbidden && p.status == http.StatusConflict) {
			t.Errorf("%s: status %d, want %d", name, p.status, c.want)
		}
	}
}

// Who has chosen a start is offered the sale at the table, in every language, and
// what was chosen is marked there for nobody else.
func TestSaleOrderedAtTheTable(t *testing.T) {
	w := newWorld(t, 95)
	anna, bert := w.visitor(), w.visitor()
	path := anna.opens(url.Values{"public": {"yes"}})
	bert.post(path+"/sit", url.Values{"seat": {"1"}, "name": {"Bert"}})
	var who, other *visitor
	var sale *form
	for n := range 60 {
		for _, v := range []*visitor{anna, bert} {
			p := v.get(path)
			if sale = p.form("/sale"); sale != nil {
				who, other = v, anna
				if v == anna {
					other = bert
				}
				break
			}
			v.step(p, n)
		}
		if sale != nil {
			break
		}
	}
	if sale == nil {
		t.Fatal("nobody is offered a sale ahead")
	}
	for _, lang := range languageCodes {
		who.lang = lang
		checkPage(t, lang+" sale ahead", who.get(path))
	}
	who.lang = "en"
	pressed := func(v *visitor, b button) bool {
		return strings.Contains(v.get(path).body, `value="`+b.value+`" id="sale-`+b.value+`" aria-pressed="true"`)
	}
	last := len(sale.buttons) - 1 // to wait for one
	if sale.buttons[last].value != "" || !strings.Contains(who.get(path).body, `id="sale-wait" aria-pressed="true"`) {
		t.Errorf("before a sale is chosen the table does not say that it waits: %+v", sale.buttons)
	}
	if p := who.press(sale, sale.buttons[0]); p.status != http.StatusOK || !pressed(who, sale.buttons[0]) {
		t.Errorf("status %d, or the sale is not marked", p.status)
	}
	if p := other.get(path); strings.Contains(p.body, `id="sale-`) {
		t.Error("the other one sees it")
	}
	for name, c := range map[string]struct {
		who  *visitor
		sale string
		want int
	}{"another's": {other, sale.buttons[0].value, http.StatusForbidden}, "no number": {who, "x", http.StatusBadRequest}, "no sale": {who, "0", http.StatusConflict}} {
		f := url.Values{"at": {sale.fields.Get("at")}, "key": {table.NewSecret()}, "seat": {sale.fields.Get("seat")}, "sale": {c.sale}}
		if p := c.who.post(path+"/sale", f); p.status != c.want && !(c.want == http.StatusForbidden && p.status == http.StatusConflict) {
			t.Errorf("%s: status %d, want %d", name, p.status, c.want)
		}
	}
}

// At a rated table the board warns, as the page of seats does, before its seat is
// handed to a computer player.
func TestHandingOverIsWarnedOf(t *testing.T) {
	w := newWorld(t, 92)
	warned := regexp.MustCompile(`whoever lets the computer decide for them comes last\.</p><button name="do" value="give">`)
	for rated, form := range map[bool]url.Values{true: {"pace": {"days"}, "rated": {"yes"}}, false: {"pace": {"days"}}} {
		anna := w.visitor()
		anna.signUp(map[bool]string{true: "Anna", false: "Berta"}[rated])
		p := anna.get(anna.opens(form))
		if !strings.Contains(p.body, `value="give"`) || warned.MatchString(p.body) != rated {
			t.Errorf("rated %v: warns %v", rated, warned.MatchString(p.body))
		}
	}
}
