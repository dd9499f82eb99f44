package api

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"ruhr/board"
	"ruhr/internal/require"
	"ruhr/internal/table"
	"ruhr/record"
	"ruhr/spec"
)

// Two programs play a whole game with tokens. Its record equals the one on the
// page and replays.
func TestWholeGame(t *testing.T) {
	w := newWorld(t, 1)
	anna, bert := w.account("Anna", true), w.account("Bert", true)
	tb := anna.start(NewSeat{Kind: "person"}, NewSeat{Kind: "open"})
	bert.post("/tables/"+tb.ID+"/seats/1/sit", map[string]string{})
	by := []*program{anna, bert}
	tb = anna.table(tb.ID)
	require.Must(t, tb.Seats[0].Name == "Anna" && tb.Seats[1].Name == "Bert" && tb.You.Owner, "the table is %+v", tb)
	if all, running := anna.send(http.MethodGet, "/games", ""), anna.send(http.MethodGet, "/games?running=true", ""); len(all.body) > 0 || bytes.Count(running.body, []byte("\n")) != 1 {
		t.Errorf("of a running game are exported %q and %q", all.body, running.body)
	}
	for k := 0; !tb.Over; k++ {
		require.Must(t, k <= 1000, "the game does not end")
		p := by[tb.ToAct]
		tb = read[Table](p, p.act(p.table(tb.ID), k*7, fmt.Sprint("key", k)))
	}
	require.True(t, tb.Result != nil && len(tb.Result.VP) == 2 && tb.ToAct == -1, "a game that is over shows %+v", tb)
	rec, err := record.Read(anna.send(http.MethodGet, "/tables/"+tb.ID+"/record", "").body)
	require.True(t, err == nil && rec.Result != nil && slices.Equal(rec.Result.VP, tb.Result.VP), "the record is %+v, %v", rec, err)
	lines := bytes.Split(bytes.TrimSpace(bert.send(http.MethodGet, "/games", "").body), []byte("\n"))
	if g := read[Game](bert, reply{status: 200, body: lines[0]}); len(lines) != 1 || g.Table != tb.ID || !slices.Equal(g.Seats, []int{1}) {
		t.Errorf("the export has %d games, the first of table %s", len(lines), g.Table)
	}
	log := read[Log](anna, anna.send(http.MethodGet, "/tables/"+tb.ID+"/steps", ""))
	if log.N != tb.N || len(log.Steps) != tb.Decisions || len(log.Events) == 0 {
		t.Errorf("%d steps and %d events at %d", len(log.Steps), len(log.Events), log.N)
	}
	next := read[Table](anna, anna.post("/tables/"+tb.ID+"/rematch", struct{}{}))
	if again := read[Table](bert, bert.post("/tables/"+tb.ID+"/rematch", struct{}{})); again.ID != next.ID || !slices.Equal(again.You.Seats, []int{0}) {
		t.Errorf("the rematch is %s with seats %v, then %s", next.ID, again.You.Seats, again.ID)
	}
	on := read[Table](anna, anna.post("/tables/"+tb.ID+"/play-on", map[string]any{"decisions": 10, "seat": 1, "level": "random"}))
	if on.Decisions < 10 || !slices.Equal(on.You.Seats, []int{1}) {
		t.Errorf("played on after %d decisions with seats %v", on.Decisions, on.You.Seats)
	}
	b := board.Default()
	played, err := record.Referee(rec, b)
	require.NoError(t, err)
	link, err := played.Link()
	require.NoError(t, err)
	on = read[Table](bert, bert.post("/links/play-on", map[string]any{"link": "https://ruhr.test/open#g=" + link, "decisions": 10, "seat": 0, "level": "random"}))
	if on.Decisions < 10 || !slices.Equal(on.You.Seats, []int{0}) || on.Seats[1].Level != "random" {
		t.Errorf("played on from a link after %d decisions with seats %v", on.Decisions, on.You.Seats)
	}
	for bad, code := range map[string]string{link[1:]: "bad_link", "https://ruhr.test/t/abc": "bad_link"} {
		bert.refused(bad, bert.post("/links/play-on", map[string]any{"link": bad, "decisions": 0, "seat": 0, "level": "random"}), http.StatusUnprocessableEntity, code)
	}
}

// A command is carried out at most once, and only at the position it was made
// at.
func TestCommandsAreSafe(t *testing.T) {
	w := newWorld(t, 2)
	p := w.account("Anna", true)
	first := p.start(NewSeat{Kind: "person"}, NewSeat{Kind: "person", Name: "Berta"})
	after := read[Table](p, p.act(first, 0, "once"))
	require.Must(t, after.N > first.N, "the action changed nothing")
	if again := read[Table](p, p.act(first, 0, "once")); again.N != after.N {
		t.Errorf("the repetition led from %d to %d", after.N, again.N)
	}
	if no := p.refused("a late command", p.act(first, 0, "twice"), http.StatusConflict, "stale"); no.N != after.N {
		t.Errorf("told number %d, want %d", no.N, after.N)
	}
	path := "/tables/" + first.ID
	p.refused("no action", p.post(path+"/act", map[string]any{"at": after.N, "action": map[string]string{"do": "fly"}}), http.StatusUnprocessableEntity, "no_action")
	legal := func(a record.Action) bool {
		return slices.ContainsFunc(after.Legal, func(l LegalAction) bool { return fmt.Sprint(l.Action) == fmt.Sprint(a) })
	}
	for _, a := range []record.Action{{Do: "lock", At: "lock-herbede"}, {Do: "repay"}, {Do: "done"}} {
		if r := p.post(path+"/act", map[string]any{"at": after.N, "action": a}); !legal(a) && r.status/100 != 4 {
			t.Errorf("%v: status %d", a, r.status)
		}
	}
	body := NewTable{Seats: []NewSeat{{Kind: "person"}, {Kind: "open"}}, Key: "new"}
	one, two := read[Table](p, p.post("/tables", body)), read[Table](p, p.post("/tables", body))
	require.True(t, one.ID == two.ID, "asking twice with one key makes two tables")
	body.Key = "newer"
	require.True(t, read[Table](p, p.post("/tables", body)).ID != one.ID, "another key makes no other table")
}

// Repeating the request that created a table grants no seat taken since.
func TestRepeatedTableGrantsNothing(t *testing.T) {
	w := newWorld(t, 3)
	anna, bert := w.account("Anna", true), w.account("Bert", true)
	body := NewTable{Name: " Friday  evening", Seats: []NewSeat{{Kind: "person"}, {Kind: "open"}}, Public: true, Key: "new"}
	tb := read[Table](anna, anna.post("/tables", body))
	require.Equal(t, tb.Name, "Friday evening", "the name of the table")
	read[Table](bert, bert.post("/tables/"+tb.ID+"/seats/1/sit", struct{}{}))
	body.Seats[1].Kind = "person"
	if again := read[Table](anna, anna.post("/tables", body)); !slices.Equal(again.You.Seats, []int{0}) {
		t.Errorf("the repetition holds seats %v", again.You.Seats)
	}
	require.True(t, read[Table](bert, bert.post("/tables", body)).ID != tb.ID, "another account's key leads to the table")
}

// Nobody may do anything without a token, a read-only token may only read, and
// at a table the rights are those of the seats and the owner.
func TestWhoMay(t *testing.T) {
	w := newWorld(t, 4)
	anna, bert, carl := w.account("Anna", true), w.account("Bert", true), w.account("Carl", true)
	tb := anna.start(NewSeat{Kind: "person"}, NewSeat{Kind: "open"}, NewSeat{Kind: "bot", Level: "random"})
	read[Table](bert, bert.post("/tables/"+tb.ID+"/seats/1/sit", struct{}{}))
	account, err := w.store.AccountByKey(t.Context(), "anna")
	require.NoError(t, err)
	reader, nobody := w.another(account, false), &program{w, ""}
	id := "/tables/" + tb.ID
	at := func(more string) string { return fmt.Sprintf(`{"at":%d%s}`, anna.table(tb.ID).N, more) }
	const refused = http.StatusForbidden
	for _, c := range []struct {
		method, path, body   string
		owner, seat, watches int // statuses for the owner, the other seat's holder, and a spectator
	}{
		{"GET", id, "", 200, 200, 200},
		{"GET", id + "/steps", "", 200, 200, 200},
		{"GET", id + "/record", "", 200, 200, 200},
		{"GET", id + "/board", "", 200, 200, 200},
		{"GET", id + "/why?kind=option&element=hauling", "", 200, 200, 200},
		{"GET", id + "/considered", "", 200, 200, 200},
		{"GET", id + "/review", "", 409, 409, 409}, // the game goes on
		{"POST", id + "/review", "{}", 409, 409, 409},
		{"GET", "/me", "", 200, 200, 200},
		{"GET", "/levels", "", 200, 200, 200},
		{"GET", "/people/Anna", "", 200, 200, 200},
		{"GET", "/people/Zoe", "", 404, 404, 404},
		{"GET", "/tables", "", 200, 200, 200},
		{"GET", "/lobby", "", 200, 200, 200},
		{"GET", "/next", "", 200, 200, 200},
		{"GET", "/games", "", 200, 200, 200},
		{"POST", id + "/seats/0/rename", `,"name":"Anne"`, 200, refused, refused},
		{"POST", id + "/seats/1/rename", `,"name":"Bertha"`, refused, 200, refused},
		{"POST", id + "/seats/0/give", `,"level":"random"`, 200, refused, refused},
		{"POST", id + "/seats/0/take", ``, 200, refused, refused},
		{"POST", id + "/seats/2/level", `,"level":"greedy"`, 200, 200, refused},
		{"POST", id + "/seats/0/link", "{}", 200, refused, refused},
		{"POST", id + "/seats/1/link", `{"renew":true}`, refused, 200, refused},
		{"GET", id + "/seats/0/orders", "", 200, refused, refused},
		{"GET", id + "/seats/1/orders", "", refused, 200, refused},
		{"POST", id + "/seats/0/orders", `,"orders":[],"askAll":true`, 200, refused, refused},
		{"POST", id + "/seats/1/sale", ``, refused, 200, refused},
		{"POST", id + "/seats/0/resign", ``, 409, refused, refused}, // without clocks
		{"POST", id + "/seats/1/wait", ``, 409, 409, 409},
		{"POST", id + "/seats/1/away", `,"days":1`, refused, 409, refused},
		{"POST", id + "/seats/0/takeback", ``, 409, refused, refused},
		{"POST", id + "/seats/1/agree", ``, refused, 409, refused},
		{"GET", id + "/chat", "", 200, 200, 200},
		{"POST", id + "/chat", `{"text":"Hello"}`, 200, 200, 200},
		{"POST", id + "/chat", `{"text":"Hello","room":"table"}`, 200, 200, refused},
		{"POST", id + "/chat", `{"text":"Hello","room":"watch"}`, refused, refused, 200},
		{"POST", id + "/chat/1/report", "{}", 404, 404, 200}, // said among those who watch
		{"POST", id + "/chat/1/mute", "{}", 404, 404, 200},
		{"POST", id + "/chat/2/report", "{}", 200, 200, 200},
		{"POST", id + "/chat/2/mute", "{}", 200, 200, 200},
		{"POST", id + "/chat/99/mute", "{}", 404, 404, 404},
		{"POST", id + "/chat/unmute", "{}", 200, 200, 200},
		{"POST", id + "/chat/switch", `{"silent":true}`, 200, refused, refused},
		{"GET", id + "/note", "", 200, 200, 200},
		{"POST", id + "/note", `{"text":"Herbede first"}`, 200, 200, 200},
		{"GET", "/me/quiet", "", 200, 200, 200},
		{"POST", "/me/quiet", `{"from":"22:00","to":"07:00","zone":"Europe/Berlin"}`, 200, 200, 200},
		{"POST", "/me/program", `{"program":true}`, 200, 200, 200},
		{"GET", "/me/notices", "", 200, 200, 200},
		{"POST", "/me/notices", `{"kind":"hook","address":"https://hooks.example.org/"}`, 200, 200, 200},
		{"POST", "/me/notices", `{"kind":"hook","address":"http://127.0.0.1/"}`, 422, 422, 422},
		{"POST", "/me/notices", `{"kind":"mail","address":"a@example.org"}`, 409, 409, 409}, // there is no mail server
		{"POST", "/me/notices/" + store22() + "/drop", "{}", 404, 404, 404},
		{"POST", id + "/rematch", "{}", 409, 409, refused},
		{"POST", id + "/play-on", `{"decisions":0,"seat":0,"level":"random"}`, 409, 409, 409},
		{"POST", "/links/play-on", `{"link":"x","decisions":0,"seat":0,"level":"random"}`, 422, 422, 422},
		{"POST", id + "/seats/1/sit", "{}", 409, 200, 409}, // the seat's holder is told so
		{"POST", id + "/seats/1/own", "", 200, refused, refused},
		{"POST", id + "/seats/0/own", "", 200, 200, refused}, // and back, then to oneself
		{"POST", id + "/seats/1/remove", "", 200, refused, refused},
		{"POST", id + "/leave", "{}", 200, 200, refused}, // also by somebody whose seat was freed
	} {
		body := c.body
		if c.method == "POST" && !strings.HasPrefix(body, "{") && !strings.HasSuffix(c.path, "/own") {
			body = at(c.body)
		}
		r := nobody.send(c.method, c.path, body)
		nobody.refused(c.path+" without a token", r, http.StatusUnauthorized, "no_token")
		require.True(t, r.header.Get("WWW-Authenticate") != "", "%s: nothing says how to authorize", c.path)
		if c.method == "POST" {
			reader.refused(c.path+" with a token to read", reader.send(c.method, c.path, body), http.StatusForbidden, "read_only")
		}
		for _, v := range []struct {
			name string
			who  *program
			want int
		}{{"watching", carl, c.watches}, {"with a seat", bert, c.seat}, {"as the owner", anna, c.owner}} {
			if c.method == "POST" && strings.HasPrefix(body, `{"at"`) {
				body = at(c.body)
			}
			r := v.who.send(c.method, c.path, body)
			require.Equal(t, r.status, v.want, "%s %s: status %s: %.200s", c.path, v.name, body, r.body)
			require.Equal(t, r.header.Get("Cache-Control"), "no-store", "%s %s may be kept", c.path, v.name)
		}
	}
	for what, token := range map[string]string{"a browser's secret": store22(), "nonsense": "ruhr_!", "the hash": "ruhr_" + strings.Repeat("0", 64)} {
		p := &program{w, token}
		p.refused(what, p.send("GET", "/me", ""), http.StatusUnauthorized, "no_token")
	}
}

func store22() string { return table.NewSecret() }

// Only the account whose turn it is may decide.
func TestTurns(t *testing.T) {
	w := newWorld(t, 5)
	anna, bert := w.account("Anna", true), w.account("Bert", true)
	tb := anna.start(NewSeat{Kind: "person"}, NewSeat{Kind: "open"})
	link := read[Link](anna, anna.post("/tables/"+tb.ID+"/seats/1/link", struct{}{}))
	require.Equal(t, link.URL, "http://ruhr.example/join/"+link.Token, "the link")
	if to := read[Linked](bert, bert.send(http.MethodGet, "/links/"+link.Token, "")); to.Seat != 1 || to.Table.ID != tb.ID || to.Table.Position != nil || len(to.Table.You.Seats) > 0 {
		t.Errorf("the link leads to seat %d of %+v", to.Seat, to.Table)
	}
	bert.refused("a look at a link to nowhere", bert.send(http.MethodGet, "/links/x", ""), http.StatusNotFound, "no_link")
	bert.refused("a link to nowhere", bert.post("/join", map[string]string{"token": "x"}), http.StatusNotFound, "no_link")
	if got := read[Table](bert, bert.post("/join", map[string]string{"token": link.Token})); !slices.Equal(got.You.Seats, []int{1}) {
		t.Fatalf("joined with seats %v", got.You.Seats)
	}
	by := []*program{anna, bert}
	tb = anna.table(tb.ID)
	other := by[1-tb.ToAct]
	no := other.refused("another's turn", other.act(tb, 0, ""), http.StatusConflict, "not_your_turn")
	require.True(t, no.Seat != nil && *no.Seat == tb.ToAct, "told seat %v, want %d", no.Seat, tb.ToAct)
	mine := by[tb.ToAct]
	r := mine.post("/tables/"+tb.ID+"/act", map[string]any{"at": tb.N, "action": tb.Legal[0].Action})
	after := read[Table](mine, r)
	for after.You.Act {
		after = read[Table](mine, mine.post("/tables/"+tb.ID+"/act", map[string]any{"at": after.N, "action": after.Legal[0].Action}))
	}
	require.Must(t, after.You.Confirm && len(after.You.UndoTo) != 0, "after a turn: %+v", after.You)
	back := read[Table](mine, mine.post("/tables/"+tb.ID+"/undo", map[string]any{"at": after.N, "to": after.You.UndoTo[len(after.You.UndoTo)-1]}))
	require.True(t, back.You.Act, "after going back there is nothing to decide")
}

// A table's stream sends its steps as they happen; the stream of all tables says
// which table has news.
func TestStreams(t *testing.T) {
	w := newWorld(t, 6)
	p := w.account("Anna", true)
	tb := p.start(NewSeat{Kind: "person"}, NewSeat{Kind: "person", Name: "Berta"})
	one, all := p.listen("/tables/"+tb.ID+"/stream"), p.listen("/stream")
	if n := one(); n.N != tb.N || len(n.Steps) > 0 || !n.You {
		t.Errorf("the stream begins with %+v", n)
	}
	if n := all(); n.Table != tb.ID {
		t.Errorf("the stream of all tables begins with %+v", n)
	}
	after := read[Table](p, p.act(tb, 0, ""))
	for {
		n := one()
		if n.N < after.N {
			continue // presence
		}
		require.Equal(t, len(n.Steps), after.Decisions-tb.Decisions, "steps")
		break
	}
	for n := all(); n.N < after.N; {
		n = all()
	}
	if n := p.listen(fmt.Sprintf("/tables/%s/stream?after=%d", tb.ID, tb.N))(); len(n.Steps) != after.Decisions-tb.Decisions {
		t.Errorf("catching up sends %d steps", len(n.Steps))
	}
	carl := w.account("Carl", true)
	w.limits.opened = make(chan string, 1)
	p.listen("/tables/" + tb.ID + "/stream")
	if holder := <-w.limits.opened; holder == "" {
		t.Error("a stream with a seat counts for nobody")
	}
	carl.listen("/tables/" + tb.ID + "/stream")
	require.Equal(t, <-w.limits.opened, "", "the stream of one who watches counts")
}

// listen opens a stream and returns a function that reads the next event.
func (p *program) listen(path string) func() News {
	p.Helper()
	req, err := http.NewRequestWithContext(p.Context(), http.MethodGet, p.url+path, nil)
	require.NoError(p, err)
	req.Header.Set("Authorization", "Bearer "+p.token)
	res, err := http.DefaultClient.Do(req)
	require.NoError(p, err)
	p.Cleanup(func() { res.Body.Close() })
	if kind := res.Header.Get("Content-Type"); res.StatusCode != http.StatusOK || kind != "text/event-stream" {
		p.Fatalf("%s: status %d, %s", path, res.StatusCode, kind)
	}
	lines := bufio.NewScanner(res.Body)
	lines.Buffer(nil, 1<<20)
	return func() (n News) {
		p.Helper()
		for lines.Scan() {
			if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
				require.NoError(p, json.Unmarshal([]byte(data), &n))
				return n
			}
		}
		p.Fatalf("the stream has ended: %v", lines.Err())
		return n
	}
}

// Limits are enforced, with the time to retry.
func TestLimits(t *testing.T) {
	w := newWorld(t, 7)
	p := w.account("Anna", true)
	tb := p.start()
	w.limits.none = true
	id := "/tables/" + tb.ID
	at := fmt.Sprintf(`{"at":%d,"to":0}`, tb.N)
	for _, c := range []struct{ method, path, body string }{
		{"POST", "/tables", `{"seats":[{"kind":"person"},{"kind":"open"}]}`}, {"POST", id + "/undo", at},
		{"POST", id + "/seats/0/rename", fmt.Sprintf(`{"at":%d,"name":"x"}`, tb.N)}, {"POST", id + "/hint", fmt.Sprintf(`{"at":%d}`, tb.N)},
		{"POST", id + "/seats/0/link", "{}"}, {"POST", "/commitments", "{}"}, {"GET", id + "/stream", ""}, {"GET", "/stream", ""},
		{"POST", id + "/seats/0/orders", fmt.Sprintf(`{"at":%d,"orders":[]}`, tb.N)}, {"POST", id + "/seats/0/sale", fmt.Sprintf(`{"at":%d}`, tb.N)},
		{"POST", id + "/seats/0/takeback", fmt.Sprintf(`{"at":%d}`, tb.N)}, {"POST", id + "/seats/0/resign", fmt.Sprintf(`{"at":%d}`, tb.N)},
		{"POST", id + "/chat", `{"text":"x"}`}, {"POST", id + "/chat/switch", `{"silent":true}`}, {"POST", id + "/note", `{"text":"x"}`},
		{"POST", "/me/notices", `{"kind":"mail","address":"a@example.org"}`}, {"POST", "/me/notices/" + store22() + "/test", "{}"},
	} {
		p.refused(c.path, p.send(c.method, c.path, c.body), http.StatusTooManyRequests, "too_many")
	}
	w.limits.noCalls = true
	r := p.send("GET", "/me", "")
	p.refused("asking for ever", r, http.StatusTooManyRequests, "too_many")
	require.True(t, r.header.Get("Retry-After") != "", "nothing says when to come again")
}

// Taking back is limited apart from other changes at a table.
func TestUndoHasItsOwnLimit(t *testing.T) {
	w := newWorld(t, 11)
	p := w.account("Anna", true)
	tb := p.start(NewSeat{Kind: "person"}, NewSeat{Kind: "person", Name: "Berta"})
	for _, c := range []struct {
		path, body string
		undo       bool
	}{
		{"/undo", `,"to":0`, true}, {"/seats/0/takeback", "", true}, {"/seats/0/agree", "", true}, {"/seats/0/refuse", "", true},
		{"/seats/0/rename", `,"name":"Anne"`, false}, {"/seats/0/resign", "", false}, {"/seats/0/wait", "", false}, {"/seats/0/away", `,"days":1`, false},
		{"/seats/0/take", "", false}, {"/seats/0/give", `,"level":"random"`, false}, {"/seats/0/level", `,"level":"greedy"`, false},
		{"/seats/0/contribute", `,"contribution":""`, false}, {"/hint", "", false},
	} {
		*w.limits = bounds{noUndo: c.undo, noChange: !c.undo}
		body := fmt.Sprintf(`{"at":%d%s}`, p.table(tb.ID).N, c.body)
		p.refused(c.path+" too often", p.send("POST", "/tables/"+tb.ID+c.path, body), http.StatusTooManyRequests, "too_many")
		*w.limits = bounds{noUndo: !c.undo, noChange: c.undo}
		body = fmt.Sprintf(`{"at":%d%s}`, p.table(tb.ID).N, c.body)
		if r := p.send("POST", "/tables/"+tb.ID+c.path, body); r.status == http.StatusTooManyRequests {
			t.Errorf("%s counts towards the other limit", c.path)
		}
	}
}

// Each action that an element of the board is for is legal, or the rule that
// forbids it is told.
func TestWhyNot(t *testing.T) {
	w := newWorld(t, 14)
	p := w.account("Anna", true)
	tb := p.start(NewSeat{Kind: "person"}, NewSeat{Kind: "person", Name: "Berta"})
	legal := map[string]bool{}
	for _, l := range tb.Legal {
		legal[fmt.Sprint(l.Action)] = true
	}
	counts := map[bool]int{}
	elements := []string{"space&element=" + tb.Position.Spaces[0].ID}
	for _, o := range tb.Position.Options {
		elements = append(elements, "option&element="+o.ID)
	}
	for _, element := range elements {
		for _, no := range read[[]WhyNot](p, p.send("GET", "/tables/"+tb.ID+"/why?kind="+element, "")) {
			counts[no.Legal]++
			if want := legal[fmt.Sprint(no.Action)]; no.Legal != want || (no.Rule == "") != want || (no.Text == "") != want {
				t.Errorf("%s: %+v, want legal %v", element, no, want)
			}
		}
	}
	require.True(t, counts[true] != 0 && counts[false] != 0, "%d actions are legal, %d are not", counts[true], counts[false])
}

// Only who has a place at a table may leave it.
func TestWhoMayLeave(t *testing.T) {
	w := newWorld(t, 15)
	anna, carl := w.account("Anna", true), w.account("Carl", true)
	tb := anna.start()
	if !tb.You.Leave || carl.table(tb.ID).You.Leave {
		t.Errorf("who plays may leave: %v, who watches: %v", tb.You.Leave, carl.table(tb.ID).You.Leave)
	}
}

// What a computer player considered of its decision can be read where only one
// person plays.
func TestConsidered(t *testing.T) {
	w := newWorld(t, 12)
	p := w.account("Anna", true)
	tb := p.start()
	byBot := func(s TableStep) bool { return s.Bot != "" && !s.Auto }
	for hears := p.listen("/tables/" + tb.ID + "/stream?after=1"); !slices.ContainsFunc(hears().Steps, byBot); {
		if tb = p.table(tb.ID); tb.You.Act {
			read[Table](p, p.act(tb, 0, ""))
		}
	}
	steps := read[Log](p, p.send("GET", "/tables/"+tb.ID+"/steps", "")).Steps
	decided := slices.IndexFunc(steps, byBot)
	got := read[[]Advice](p, p.send("GET", fmt.Sprintf("/tables/%s/considered?decision=%d", tb.ID, decided), ""))
	if len(got) != 2 || got[0].Playouts != 7 || got[0].Rare || !got[1].Rare || !slices.Equal(got[0].Win, []float64{0.25, 0.75}) || !slices.Equal(got[0].VP, []float64{30, 40}) ||
		fmt.Sprint(got[0].Action) != fmt.Sprint(steps[decided].Action) {
		t.Errorf("of decision %d: %+v", decided, got)
	}
	if none := read[[]Advice](p, p.send("GET", "/tables/"+tb.ID+"/considered?decision=9999", "")); none == nil || len(none) > 0 {
		t.Errorf("of a decision that nobody took: %+v", none)
	}
}

// The operator's log has reports of messages, with as much of a table's ID as
// opens nothing, and no word of responses that were sent.
func TestLog(t *testing.T) {
	w := newWorld(t, 13)
	anna, nobody := w.account("Anna", true), &program{w, ""}
	tb := anna.start()
	path := "/tables/" + tb.ID + "/chat"
	read[Chat](anna, anna.post(path, map[string]string{"text": "Hello"}))
	nobody.refused("no token", nobody.send("GET", path, ""), http.StatusUnauthorized, "no_token")
	require.Equal(t, w.log.String(), "", "the log")
	read[Chat](anna, anna.post(path+"/1/report", struct{}{}))
	if got := w.log.String(); !strings.Contains(got, "message reported") || !strings.Contains(got, tb.ID[:6]) || strings.Contains(got, tb.ID) {
		t.Errorf("logged: %s", got)
	}
}

// No response reveals the hidden markers.
func TestNothingHidden(t *testing.T) {
	w := newWorld(t, 8)
	p := w.account("Anna", true)
	tb := p.start(NewSeat{Kind: "person"}, NewSeat{Kind: "person", Name: "Berta"})
	stored, err := w.store.Table(t.Context(), tb.ID)
	require.NoError(t, err)
	// A second table with a deal that differs only in hidden markers gives the
	// same responses.
	first := map[string]string{}
	paths := []string{"/tables/" + tb.ID, "/tables/" + tb.ID + "/steps", "/tables/" + tb.ID + "/record", "/games?running=true", "/lobby", "/tables"}
	for _, path := range paths {
		first[path] = string(p.send("GET", path, "").body)
	}
	var deal map[string]json.RawMessage
	require.NoError(t, json.Unmarshal(stored.Deal, &deal))
	for name, secret := range deal {
		if len(secret) < 8 {
			continue // the starting seat is public
		}
		for path, text := range first {
			require.True(t, !strings.Contains(text, string(secret)), "%s has the deal's %s", path, name)
		}
	}
	rec, err := record.Read([]byte(first["/tables/"+tb.ID+"/record"]))
	require.NoError(t, err)
	for i, face := range rec.Chance.Obstacles {
		if face != nil {
			t.Errorf("obstacle %d shows %s before anybody has seen it", i, *face)
		}
	}
}

// The description is complete: every operation has an ID, an authorization and
// its responses, and no schema is missing.
func TestDescription(t *testing.T) {
	w := newWorld(t, 9)
	nobody := &program{w, ""}
	r := nobody.send("GET", "/openapi.json", "")
	var d struct {
		OpenAPI string
		Paths   map[string]map[string]struct {
			OperationID string
			Summary     string
			Security    []map[string][]string
			Responses   map[string]any
		}
		Components struct{ Schemas map[string]any }
	}
	if err := json.Unmarshal(r.body, &d); err != nil || r.status != http.StatusOK || !strings.HasPrefix(d.OpenAPI, "3.1.") {
		t.Fatalf("status %d, OpenAPI %q, %v", r.status, d.OpenAPI, err)
	}
	ids := map[string]bool{}
	for path, methods := range d.Paths {
		for method, op := range methods {
			if op.OperationID == "" || ids[op.OperationID] || op.Summary == "" || len(op.Security) != 1 || op.Responses["200"] == nil || !strings.HasPrefix(path, Base+"/") {
				t.Errorf("%s %s: %+v", method, path, op)
			}
			ids[op.OperationID] = true
			if scopes := op.Security[0][scheme]; (method == "get") != slices.Equal(scopes, []string{"read"}) {
				t.Errorf("%s %s needs %v", method, path, scopes)
			}
		}
	}
	require.True(t, len(ids) >= 60, "only %d operations", len(ids))
	for part := range strings.SplitSeq(string(r.body), `"$ref":"#/components/schemas/`) {
		if name, _, _ := strings.Cut(part, `"`); !strings.HasPrefix(part, "{") && d.Components.Schemas[name] == nil {
			t.Errorf("schema %q is missing", name)
		}
	}
	nobody.refused("no operation", nobody.send("GET", "/nothing", ""), http.StatusNotFound, "no_operation")
}

// A table can be played on one's own board, and the board downloaded again.
func TestOwnBoard(t *testing.T) {
	w := newWorld(t, 10)
	p := w.account("Anna", true)
	own := bytes.Replace(spec.Board, []byte("\n"), []byte(" \n"), 1)
	tb := read[Table](p, p.post("/tables", map[string]any{"seats": []NewSeat{{Kind: "person"}, {Kind: "open"}}, "board": json.RawMessage(own)}))
	got := p.send("GET", "/tables/"+tb.ID+"/board", "")
	var a, b any
	if json.Unmarshal(got.body, &a) != nil || json.Unmarshal(own, &b) != nil || fmt.Sprint(a) != fmt.Sprint(b) {
		t.Errorf("status %d, another board came back", got.status)
	}
	p.refused("no board", p.post("/tables", map[string]any{"seats": []NewSeat{{Kind: "person"}, {Kind: "open"}}, "board": map[string]int{"x": 1}}), http.StatusConflict, "no_board")
}

// What loads tables waits for the caller's turn and says so where that does not come;
// nothing has been done then. An account's own affairs, and advice, which waits for
// the computer players, take no turn.
func TestOperationsTakeTurns(t *testing.T) {
	w := newWorld(t, 31)
	p := w.account("Anna", true)
	tb := p.start(NewSeat{Kind: "person"}, NewSeat{Kind: "person", Name: "Berta"})
	w.limits.busy = true
	id := "/tables/" + tb.ID
	for _, path := range []string{id, id + "/steps", id + "/record", id + "/board", id + "/stream", id + "/chat", "/tables", "/lobby", "/next"} {
		r := p.send(http.MethodGet, path, "")
		p.refused(path, r, http.StatusServiceUnavailable, "busy")
		require.Equal(t, r.header.Get("Retry-After"), "2", "%s: Retry-After", path)
	}
	p.refused("a decision", p.act(tb, 0, "k"), http.StatusServiceUnavailable, "busy")
	p.refused("a new table", p.post("/tables", NewTable{Seats: []NewSeat{{Kind: "person"}, {Kind: "open"}}}), http.StatusServiceUnavailable, "busy")
	large := fmt.Sprintf(`{"seats":[{"kind":"person"},{"kind":"open"}],"key":"%s"}`, strings.Repeat(" ", smallBody))
	p.refused("a large body", p.send(http.MethodPost, "/tables", large), http.StatusTooManyRequests, "too_many")
	for _, path := range []string{"/me", "/me/notices", "/me/quiet"} {
		if r := p.send(http.MethodGet, path, ""); r.status != http.StatusOK {
			t.Errorf("%s: status %d", path, r.status)
		}
	}
	if r := p.send(http.MethodPost, id+"/hint", fmt.Sprintf(`{"at":%d}`, tb.N)); r.status == http.StatusServiceUnavailable {
		t.Error("advice is refused as well")
	}
	w.limits.busy = false
	if now := p.table(tb.ID); now.Decisions != tb.Decisions || len(read[[]Table](p, p.send(http.MethodGet, "/tables", ""))) != 1 {
		t.Errorf("after %d decisions, was after %d", now.Decisions, tb.Decisions)
	}
	read[Table](p, p.act(tb, 0, "k"))
	p.refused("a large body in its turn", p.send(http.MethodPost, "/tables", large), http.StatusUnprocessableEntity, "bad_request")
	require.Equal(t, w.limits.working.Load(), 0, "turns that have not ended")
}

// A body that is not JSON in UTF-8 is refused by saying what was expected.
func TestBodiesThatAreNotJSON(t *testing.T) {
	p := newWorld(t, 1).account("Anna", true)
	for what, body := range map[string]string{
		"a byte order mark": "\xef\xbb\xbf{\"seats\": []}", "UTF-16": "\xff\xfe{\x00}\x00", "a form": "seats=2", "half of it": `{"seats": [`,
	} {
		got := p.refused(what, p.send(http.MethodPost, "/tables", body), http.StatusBadRequest, "bad_request")
		if len(got.Errors) != 1 || !strings.Contains(got.Errors[0].Message, "expected JSON in UTF-8 without a byte order mark") {
			t.Errorf("%s: %+v", what, got)
		}
	}
}

// A legal action says what follows with nothing to choose; then it does.
func TestLegalSaysWhatFollows(t *testing.T) {
	w := newWorld(t, 16)
	p := w.account("Anna", true)
	tb := p.start(NewSeat{Kind: "person"}, NewSeat{Kind: "person", Name: "Berta"})
	for seen := 0; seen < 3; {
		require.Must(t, !tb.Over, "only %d times something followed", seen)
		if tb.Waiting {
			tb = read[Table](p, p.post("/tables/"+tb.ID+"/confirm", map[string]any{"at": tb.N}))
			continue
		}
		k := max(0, slices.IndexFunc(tb.Legal, func(l LegalAction) bool { return l.Then != nil }))
		then, before := tb.Legal[k].Then, tb
		tb = read[Table](p, p.act(tb, k, fmt.Sprint("at", tb.N)))
		auto := 0
		for _, step := range read[Log](p, p.send("GET", fmt.Sprintf("/tables/%s/steps?after=%d", tb.ID, before.N), "")).Steps {
			if step.Seat == before.ToAct && step.Auto {
				auto++
			}
		}
		require.Must(t, auto >= len(then), "%q are to follow, %d did", then, auto)
		seen += len(then)
	}
}
