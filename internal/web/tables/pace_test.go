package tables

import (
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"ruhr/internal/game"
	"ruhr/internal/require"
	"ruhr/internal/table"
	"ruhr/internal/web/webtest"
	"ruhr/rules"
)

// A table with clocks works in every language without scripts, from the form to
// a seat that runs out of time.
func TestPace(t *testing.T) {
	now := time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)
	w := newWorld(t, 91, func(o *table.Options) { o.Clock = func() time.Time { return now } })
	anna, bert := w.Visitor(), w.Visitor()
	anna.SignUp("Anna")
	bert.SignUp("Bert")
	path := anna.Opens(url.Values{"public": {"yes"}, "pace": {"days"}, "fill": {"3600"}, "standin": {"greedy"}, "rated": {"yes"}, "hints": {"yes"}})
	id := strings.TrimPrefix(path, "/t/")
	s, err := w.Service.Position(t.Context(), id, game.Actor{})
	if err != nil || s.Pace.Name() != "days" || s.Fills.IsZero() || !s.Rated || s.Hints {
		t.Fatalf("the table has %+v, filled %v, rated %v, hints %v, %v", s.Pace, s.Fills, s.Rated, s.Hints, err)
	}
	for _, lang := range webtest.LanguageCodes {
		bert.Lang, anna.Lang = lang, lang
		webtest.CheckPage(t, lang+" lobby", bert.Get("/lobby"))
		for _, with := range withs {
			webtest.CheckPage(t, lang+" form", bert.Get("/new?with="+with))
		}
		webtest.CheckPage(t, lang+" links", anna.Get(path+"/share"))
	}
	anna.Lang, bert.Lang = "en", "en"
	if p := bert.Get("/lobby"); !p.Says("3 days + 12 h a turn") || !p.Says("rated") {
		t.Error("the lobby does not say how fast the table is, and that it is rated")
	}
	bert.Post("/settings", url.Values{"from": {"22:00"}, "to": {"07:00"}, "zone": {"Europe/Berlin"}})
	if p := bert.Post(path+"/sit", url.Values{"seat": {"1"}, "name": {"Bert"}}); p.Path != path {
		t.Fatalf("sitting down led to %s", p.Path)
	}
	moves, waits := anna, bert
	if bert.Plays(path) {
		moves, waits = bert, anna
	}
	require.True(t, moves.Get("/tables").Says("3 days and 0 hours left"), "the list of tables does not say how much time there is")
	for _, lang := range webtest.LanguageCodes {
		moves.Lang, waits.Lang = lang, lang
		p := waits.Get(path)
		webtest.CheckPage(t, lang+" who waits", p)
		webtest.CheckPage(t, lang+" who moves", moves.Get(path))
		require.True(t, p.Has("value", "wait") && !moves.Get(path).Has("value", "wait"), "%s: not exactly the other one may wait", lang)
	}
	moves.Lang, waits.Lang = "en", "en"
	seat := "0"
	if moves == bert {
		seat = "1"
	}
	command := func(v *webtest.Visitor, do string, more url.Values) webtest.Answer {
		form := url.Values{"seat": {seat}, "do": {do}}
		f := v.Get(path).Form(path + "/seat")
		form.Set("at", f.Fields.Get("at"))
		form.Set("key", table.NewSecret())
		maps.Copy(form, more)
		return v.Post(path+"/seat", form)
	}
	if p := command(waits, "resign", nil); p.Status != http.StatusConflict && p.Status != http.StatusForbidden {
		t.Errorf("resigning for another: %d", p.Status)
	}
	if p := command(moves, "away", url.Values{"days": {"100"}}); p.Status != http.StatusConflict || !p.Says("21 days at most") {
		t.Errorf("a hundred days of holiday: %d", p.Status)
	}
	if p := command(moves, "away", url.Values{"days": {"2"}}); p.Status != http.StatusOK || !p.Says("on holiday until") {
		t.Errorf("holiday: %d", p.Status)
	}
	if p := command(moves, "back", nil); p.Status != http.StatusOK || strings.Contains(p.Body, "holiday until 3 June 2026</p>") {
		t.Errorf("back again: %d", p.Status)
	}
	now = now.Add(6 * 24 * time.Hour)
	require.NoError(t, w.Service.Tick(t.Context()))
	require.True(t, waits.Get(path).Says("ran out of time"), "the log does not say that somebody ran out of time")
	if p := command(moves, "take", nil); p.Status != http.StatusOK || !p.Says("playing again") {
		t.Errorf("taking the seat back: %d", p.Status)
	}
}

// The page of one's seat has all that can be done about it, also for a holiday at all
// tables by correspondence at once; who has no seat is led to the table.
func TestMySeat(t *testing.T) {
	w := newWorld(t, 93)
	anna, bert := w.Visitor(), w.Visitor()
	sits := func(pace string) string {
		path := anna.Opens(url.Values{"public": {"yes"}, "pace": {pace}})
		if p := bert.Post(path+"/sit", url.Values{"seat": {"1"}, "name": {"Bert"}}); p.Path != path {
			t.Fatalf("sitting down led to %s", p.Path)
		}
		return path
	}
	first, second, live := sits("days"), sits("weeks"), sits("quick")
	if p := w.Visitor().Get(first + "/seat"); p.Path != first {
		t.Errorf("somebody without a seat is led to %s", p.Path)
	}
	if menu := anna.Get(first).Document().Find(t, "div", "id", "menu"); len(menu.All("a", "href", first+"/seat")) != 1 {
		t.Error("the menu does not lead to one's seat")
	}
	for _, lang := range webtest.LanguageCodes {
		anna.Lang = lang
		webtest.CheckPage(t, lang+" my seat", anna.Get(first+"/seat"))
	}
	anna.Lang = "en"
	// forms are the values of the buttons on the page of Anna's seat.
	forms := func(path string) (out []string) {
		for _, b := range anna.Get(path+"/seat").Document().All("button", "name", "do") {
			out = append(out, b.Value("value"))
		}
		return out
	}
	require.Slices(t, forms(first), []string{"rename", "give", "resign", "away"}, "what one may by correspondence")
	require.Slices(t, forms(live), []string{"rename", "give", "resign"}, "what one may live")
	holiday := anna.Get(first+"/seat").Document().All("span", "class", "row")
	if len(holiday) != 1 || len(holiday[0].All("input", "name", "all")) != 1 || len(holiday[0].All("button", "value", "resign")) != 0 {
		t.Error("that a holiday is for all tables stands in a row with something else")
	}
	do := func(do string, more url.Values) webtest.Answer {
		form := anna.Get(first + "/seat").Form(first + "/seat").Fields
		form.Set("do", do)
		maps.Copy(form, more)
		return anna.Post(first+"/seat", form)
	}
	if p := do("rename", url.Values{"name": {" Anna  Maria "}}); p.Path != first || !bert.Get(first).Says("Anna Maria") {
		t.Errorf("renaming leads to %s, and others do not see the name", p.Path)
	}
	if p := do("rename", url.Values{"name": {" "}}); !p.Has("class", "notice bad") || p.Path != first+"/seat" {
		t.Errorf("an empty name leads to %s, status %d", p.Path, p.Status)
	}
	carl := w.Visitor()
	carl.SignUp("Carl")
	rated := carl.Opens(url.Values{"public": {"yes"}, "pace": {"days"}, "rated": {"yes"}})
	if p := carl.Get(rated + "/seat"); p.Form(rated+"/seat") == nil || p.Has("value", "rename") {
		t.Error("one may change one's name at a rated table")
	}
	away := func() (out []bool) {
		for _, path := range []string{first, second} {
			clocks := w.Snapshot(strings.TrimPrefix(path, "/t/")).Clocks
			out = append(out, !clocks[0].Away.IsZero(), !clocks[1].Away.IsZero())
		}
		return out
	}
	for _, c := range []struct {
		do   string
		more url.Values
		want []bool // on holiday: Anna and Bert, at the first and the second table
	}{
		{"away", url.Values{"days": {"3"}}, []bool{true, false, false, false}},
		{"away", url.Values{"days": {"3"}, "all": {"yes"}}, []bool{true, false, true, false}},
		{"back", nil, []bool{false, false, true, false}},
		{"back", url.Values{"all": {"yes"}}, []bool{false, false, false, false}},
	} {
		if p := do(c.do, c.more); p.Status != http.StatusOK || p.Path != first {
			t.Errorf("%s %v: %d at %s", c.do, c.more, p.Status, p.Path)
		}
		require.Slices(t, away(), c.want, "%s %v: away", c.do, c.more)
	}
	if do("give", nil); !slices.Contains(forms(first), "take") {
		t.Error("a seat that was handed over cannot be taken back")
	}
}

// Invalid quiet hours are refused and shown again in the form.
func TestQuietHours(t *testing.T) {
	w := newWorld(t, 92)
	v := w.Visitor()
	for name, form := range map[string]url.Values{
		"all day":      {"from": {"00:00"}, "to": {"23:00"}, "zone": {"UTC"}},
		"half of them": {"from": {"22:00"}, "zone": {"UTC"}},
		"no time":      {"from": {"late"}, "to": {"early"}, "zone": {"UTC"}},
		"no zone":      {"from": {"22:00"}, "to": {"07:00"}, "zone": {"Europe/Atlantis"}},
	} {
		if p := v.Post("/settings", form); p.Status != http.StatusUnprocessableEntity || webtest.Missing.MatchString(p.Body) {
			t.Errorf("%s: status %d", name, p.Status)
		}
	}
	v.Post("/settings", url.Values{"from": {"22:00"}, "to": {"07:00"}, "zone": {"Europe/Berlin"}})
	if p := v.Get("/settings"); !p.Has("value", "22:00") || !p.Has("value", "Europe/Berlin") {
		t.Error("quiet hours are forgotten")
	}
}

// An unknown pace is refused.
func TestPaceUnknown(t *testing.T) {
	w := newWorld(t, 93)
	if p := w.Visitor().Post("/new", url.Values{"who0": {"me"}, "name0": {"Anna"}, "who1": {"open"}, "pace": {"breakneck"}}); p.Status != http.StatusBadRequest {
		t.Errorf("status %d", p.Status)
	}
}

// Who has several seats gives orders for the first, or for the one named in the
// address.
func TestPlanOfOneSeat(t *testing.T) {
	w := newWorld(t, 98)
	v := w.Visitor()
	path := v.Alone(url.Values{}).Path
	if p := v.Get(path + "/orders"); !regexp.MustCompile(`<span class="out">[^<]* 1</span>`).MatchString(p.Body) || regexp.MustCompile(`<span class="out">[^<]* (-1|0)</span>`).MatchString(p.Body) {
		t.Error("the orders are not counted from 1")
	}
	for query, seat := range map[string]string{"": "0", "?seat=1": "1", "?seat=0": "0", "?seat=7": "0", "?seat=x": "0"} {
		if p := v.Get(path + "/orders" + query); !p.Has("name", "seat", "value", seat) {
			t.Errorf("%q is not the form of seat %s (status %d)", query, seat, p.Status)
		}
	}
}

// One form has orders for one phase of two rounds.
func TestOrdersOfTwoRounds(t *testing.T) {
	got, ok := ordersOf(url.Values{"r1": {"4"}, "a1-0": {"7"}, "m1-0": {""}, "r11": {"5"}, "a11-1": {"8"}, "m11-1": {"2"}})
	want := []game.Order{{Round: 4, Phase: rules.Event, Action: 7, Max: -1}, {Round: 5, Phase: rules.Event, Action: 8, Max: 2}}
	require.True(t, ok && slices.Equal(got, want), "%v, expected %v", got, want)
}

// Standing orders are set by form and shown to nobody else, in every language.
func TestOrderForm(t *testing.T) {
	w := newWorld(t, 94)
	anna, bert := w.Visitor(), w.Visitor()
	path := anna.Opens(url.Values{"public": {"yes"}})
	bert.Post(path+"/sit", url.Values{"seat": {"1"}, "name": {"Bert"}})
	for _, lang := range webtest.LanguageCodes {
		anna.Lang = lang
		webtest.CheckPage(t, lang+" orders", anna.Get(path+"/orders"))
	}
	anna.Lang = "en"
	seat := "0"
	if anna.Plays(path) { // an order for the current decision is carried out at once
		anna, bert, seat = bert, anna, "1"
	}
	f := anna.Get(path + "/orders").Form(path + "/orders")
	require.Must(t, f != nil, "no form")
	option := regexp.MustCompile(`(?s)name="a3-0".*?<option value="(\d+)"`).FindStringSubmatch(anna.Get(path + "/orders").Body)
	require.Must(t, option != nil, "nothing to order for the start")
	form := url.Values{"at": {f.Fields.Get("at")}, "key": {"k"}, "seat": {seat}, "r3": {"1"}, "a3-0": {option[1]}, "m3-0": {"7"}, "ask": {"yes"}}
	anna.Post(path+"/orders", form).WantStatus(t, http.StatusOK, "ordering")
	require.Equal(t, strings.Count(anna.Get(path).Text(), "1 order · change"), 2, "places that say an order stands, the line and the menu")
	if p := anna.Get(path + "/plan?seat=" + seat); p.Path != path+"/orders" || !p.Has("name", "seat", "value", seat) {
		t.Errorf("the address of earlier versions leads to %s", p.Path)
	}
	anna.Post(path+"/plan", form).WantStatus(t, http.StatusOK, "a form of earlier versions")
	if p := anna.Get(path + "/orders"); !p.Has("value", option[1], "selected", "") || !p.Has("value", "7") || !p.Has("name", "ask", "value", "yes", "checked", "") {
		t.Error("the orders are not there again")
	}
	if p := bert.Get(path + "/orders"); p.Has("selected", "") || p.Has("checked", "") {
		t.Error("the other one sees the orders")
	}
	for name, c := range map[string]struct {
		who  *webtest.Visitor
		form url.Values
		want int
	}{
		"for another":  {bert, form, http.StatusForbidden},
		"as a watcher": {w.Visitor(), form, http.StatusForbidden},
		"no numbers":   {anna, url.Values{"at": {"1"}, "seat": {seat}, "r3": {"1"}, "a3-0": {"lock"}}, http.StatusBadRequest},
		"no seat":      {anna, url.Values{"at": {"1"}, "r3": {"1"}}, http.StatusBadRequest},
		"a phase past": {anna, url.Values{"at": {"1"}, "seat": {seat}, "r3": {"0"}, "a3-0": {option[1]}}, http.StatusConflict},
	} {
		if p := c.who.Post(path+"/orders", c.form); p.Status != c.want && !(c.want == http.StatusForbidden && p.Status == http.StatusConflict) {
			t.Errorf("%s: status %d, want %d", name, p.Status, c.want)
		}
	}
}

// Who has chosen a start is offered the sale at the table, in every language, and
// what was chosen is marked there for nobody else.
func TestSaleOrderedAtTheTable(t *testing.T) {
	w := newWorld(t, 95)
	anna, bert := w.Visitor(), w.Visitor()
	path := anna.Opens(url.Values{"public": {"yes"}})
	bert.Post(path+"/sit", url.Values{"seat": {"1"}, "name": {"Bert"}})
	var who, other *webtest.Visitor
	var sale *webtest.Form
	for n := range 60 {
		for _, v := range []*webtest.Visitor{anna, bert} {
			p := v.Get(path)
			if sale = p.Form("/sale"); sale != nil {
				who, other = v, anna
				if v == anna {
					other = bert
				}
				break
			}
			v.Step(p, n)
		}
		if sale != nil {
			break
		}
	}
	require.Must(t, sale != nil, "nobody is offered a sale ahead")
	for _, lang := range webtest.LanguageCodes {
		who.Lang = lang
		webtest.CheckPage(t, lang+" sale ahead", who.Get(path))
	}
	who.Lang = "en"
	pressed := func(v *webtest.Visitor, b webtest.Button) bool {
		return v.Get(path).Has("value", b.Value, "id", "sale-"+b.Value, "aria-pressed", "true")
	}
	last := len(sale.Buttons) - 1 // to wait for one
	if sale.Buttons[last].Value != "" || !who.Get(path).Has("id", "sale-wait", "aria-pressed", "true") {
		t.Errorf("before a sale is chosen the table does not say that it waits: %+v", sale.Buttons)
	}
	if p := who.Press(sale, sale.Buttons[0]); p.Status != http.StatusOK || !pressed(who, sale.Buttons[0]) {
		t.Errorf("status %d, or the sale is not marked", p.Status)
	}
	require.True(t, !strings.Contains(other.Get(path).Body, `id="sale-`), "the other one sees it")
	for name, c := range map[string]struct {
		who  *webtest.Visitor
		sale string
		want int
	}{"another's": {other, sale.Buttons[0].Value, http.StatusForbidden}, "no number": {who, "x", http.StatusBadRequest}, "no sale": {who, "0", http.StatusConflict}} {
		f := url.Values{"at": {sale.Fields.Get("at")}, "key": {table.NewSecret()}, "seat": {sale.Fields.Get("seat")}, "sale": {c.sale}}
		if p := c.who.Post(path+"/sale", f); p.Status != c.want && !(c.want == http.StatusForbidden && p.Status == http.StatusConflict) {
			t.Errorf("%s: status %d, want %d", name, p.Status, c.want)
		}
	}
}

// At a rated table the board warns, as the page of seats does, before its seat is
// handed to a computer player.
func TestHandingOverIsWarnedOf(t *testing.T) {
	w := newWorld(t, 92)
	for rated, form := range map[bool]url.Values{true: {"pace": {"days"}, "rated": {"yes"}}, false: {"pace": {"days"}}} {
		anna := w.Visitor()
		anna.SignUp(map[bool]string{true: "Anna", false: "Berta"}[rated])
		p := anna.Get(anna.Opens(form))
		if warned := p.Says("a player who lets the computer decide for them comes last."); !p.Has("value", "give") || warned != rated {
			t.Errorf("rated %v: warns %v", rated, warned)
		}
	}
}

// What was tried becomes standing orders as far as they can say it: not what is open at the
// table now, nor what depends on a draw. Nobody else learns of it.
func TestTriedAsOrders(t *testing.T) {
	w := newWorld(t, 95)
	anna, bert := w.Visitor(), w.Visitor()
	path := anna.Opens(url.Values{"public": {"yes"}})
	bert.Post(path+"/sit", url.Values{"seat": {"1"}, "name": {"Bert"}})
	moves, waits, seat := anna, bert, "1"
	if bert.Plays(path) {
		moves, waits, seat = bert, anna, "0"
	}
	for _, c := range []struct {
		who    *webtest.Visitor
		groups []string
	}{
		{moves, []string{"To decide at the table now:", "Cannot be ordered, because something is drawn first:"}},
		{waits, []string{"Cannot be ordered, because something is drawn first:"}},
	} {
		p := planTwoRounds(t, c.who, path)
		webtest.CheckPage(t, "what was tried", p)
		for _, says := range []string{"To decide at the table now:", "Cannot be ordered, because something is drawn first:"} {
			require.Equal(t, p.Says(says), slices.Contains(c.groups, says), "whether %q is said", says)
		}
		for _, lang := range webtest.LanguageCodes {
			c.who.Lang = lang
			webtest.CheckPage(t, lang+" what was tried", c.who.Get(path+"/try?"+p.Form("/try").Fields.Encode()))
		}
		c.who.Lang = "en"
	}
	p := planTwoRounds(t, waits, path)
	links := p.Links(path + "/orders?")
	require.Must(t, len(links) == 1, "the links of what was tried: %v", links)
	listed := len(p.Document().All("ol", "", "")[0].All("li", "", ""))
	page := waits.Get(links[0])
	form := page.Form(path + "/orders")
	for _, choice := range page.Document().All("select", "", "") {
		for _, option := range choice.All("option", "", "") {
			if option.Has("selected") {
				form.Fields.Set(choice.Value("name"), option.Value("value"))
			}
		}
	}
	if n := len(page.With("selected", "")); n == 0 || n != listed || form.Fields.Get("seat") != seat {
		t.Errorf("%d orders in the form of seat %s, %d listed", n, form.Fields.Get("seat"), listed)
	}
	waits.Press(form, webtest.Button{}).WantStatus(t, http.StatusOK, "ordering what was tried")
	require.True(t, !moves.Get(path+"/orders").Has("selected", ""), "the other one sees the orders")
}

// What was tried stays as far as it can be, and the page says so, where the table has gone back
// behind it or something no longer fits.
func TestTriedWhereTheTableWentBack(t *testing.T) {
	w := newWorld(t, 96)
	v := w.Visitor()
	path := v.Opens(nil)
	form := planTwoRounds(t, v, path).Form("/try")
	from, tried := form.Fields.Get("from"), form.Fields.Get("try")
	for what, c := range map[string]struct {
		fields url.Values
		moved  bool
	}{
		"as it was":          {url.Values{"from": {from}, "try": {tried}}, false},
		"behind its start":   {url.Values{"from": {from + "9"}, "try": {tried}}, true},
		"one that is no use": {url.Values{"from": {from}, "try": {tried + "-~0"}}, true},
	} {
		for method, p := range map[string]webtest.Answer{"get": v.Get(path + "/try?" + c.fields.Encode()), "post": v.Post(path+"/try", c.fields)} {
			if now := p.Form("/try").Fields.Get("try"); now != tried || p.Says("The table has gone on since.") != c.moved {
				t.Errorf("%s, %s: %q instead of %q, says so: %v", what, method, now, tried, !c.moved)
			}
		}
	}
}

// Once the table has gone on as was tried, the rest can still be ordered; where it has gone on
// otherwise, what was tried later is of another game, and no orders are offered.
func TestTriedWhereTheTableWentOn(t *testing.T) {
	w := newWorld(t, 97)
	for _, as := range []bool{true, false} {
		anna, bert := w.Visitor(), w.Visitor()
		path := anna.Opens(url.Values{"public": {"yes"}})
		bert.Post(path+"/sit", url.Values{"seat": {"1"}, "name": {"Bert"}})
		waits := bert
		if bert.Plays(path) {
			waits = anna
		}
		fields := planTwoRounds(t, waits, path).Form("/try").Fields
		both, id := game.Actor{Seats: []int{0, 1}}, strings.TrimPrefix(path, "/t/")
		s, err := w.Service.Position(t.Context(), id, both)
		require.NoError(t, err)
		first, _, _ := strings.Cut(fields.Get("try"), game.TrialSeparator)
		n, err := strconv.Atoi(first)
		require.NoError(t, err)
		action := rules.Action(n)
		if legal := s.Game.Legal(&s.State); !as {
			action = legal.Nth(legal.Len() - 1)
		}
		_, err = w.Service.Do(t.Context(), id, both, s.N, "", game.Act(action))
		require.NoError(t, err)
		p := waits.Get(path + "/try?" + url.Values{"from": {fields.Get("from")}, "try": {fields.Get("try")}}.Encode())
		if links := p.Links(path + "/orders?"); len(links) == 1 != as || !p.Says("The table has gone on since.") {
			t.Errorf("as was tried: %v, links to orders %q", as, links)
		}
	}
}

// planTwoRounds tries the first choice again and again, until two rounds have begun.
func planTwoRounds(t *testing.T, v *webtest.Visitor, path string) webtest.Answer {
	t.Helper()
	p := v.Get(path + "/try")
	for draws := 0; draws < 2; {
		chosen := webtest.Button{Name: "chance", Value: "~?"}
		if p.Has("value", "~?") {
			draws++
		} else {
			chosen = webtest.Button{Name: "action", Value: p.With("name", "action")[0].Value("value")}
		}
		p = v.Press(p.Form("/try"), chosen)
	}
	return p
}
