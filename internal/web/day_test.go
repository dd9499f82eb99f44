package web

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"ruhr/internal/daily"
	"ruhr/internal/game"
	"ruhr/internal/table"
)

// dayWorld is a world at noon, whose clock is moved by what is returned.
func dayWorld(t *testing.T, seed uint64) (*world, func(time.Duration)) {
	now := daily.On(time.Now()).Begins().Add(12 * time.Hour)
	w := newWorld(t, seed, func(o *table.Options) {
		o.Clock = func() time.Time { return now }
		o.DaySecret = func(context.Context) (string, error) { return "secret", nil }
		o.ParGames = 1
	})
	return w, func(d time.Duration) { now = now.Add(d) }
}

// finishesDay plays a person's game of a day to its end.
func (w *world) finishesDay(id string) {
	w.t.Helper()
	me := game.Actor{Seats: []int{0}}
	news := w.hub.Subscribe(id)
	defer news.Close()
	for {
		s, err := w.service.Position(w.t.Context(), id, me)
		switch {
		case err == nil && s.Over:
			if err := w.service.Tick(w.t.Context()); err != nil {
				w.t.Fatal(err)
			}
			return
		case err == nil && s.You.Confirm:
			_, err = w.service.Do(w.t.Context(), id, me, s.N, "", game.Confirm())
		case err == nil && s.You.Act:
			_, err = w.service.Do(w.t.Context(), id, me, s.N, "", game.Act(s.Game.Legal(&s.State).First()))
		case err == nil:
			<-news.C()
		}
		if err != nil {
			w.t.Fatal(err)
		}
	}
}

// A day from the first look to the result: against par and the others, with a line that
// tells nothing of the deal.
func TestDealOfTheDay(t *testing.T) {
	w, pass := dayWorld(t, 701)
	anna, bert := w.visitor(), w.visitor()
	today := w.service.Today().String()
	first := anna.get("/day")
	if first.status != http.StatusOK || strings.Count(first.body, "<code>") != 1+daily.CommittedAhead {
		t.Fatalf("status %d, %d seals", first.status, strings.Count(first.body, "<code>"))
	}
	start := func(v *visitor) string {
		t.Helper()
		p := v.press(v.get("/day").form("/day/"+today), button{})
		if !strings.HasPrefix(p.path, "/t/") {
			t.Fatalf("status %d at %s", p.status, p.path)
		}
		return strings.TrimPrefix(p.path, "/t/")
	}
	id := start(anna)
	if again := start(anna); again != id {
		t.Error("a second game before the first has ended")
	}
	w.finishesDay(id)
	if p := anna.get("/day"); !strings.Contains(p.body, "Par is still being worked out") || !strings.Contains(p.body, "You are the first to finish it") {
		t.Error("no result")
	}
	if err := w.service.MakePars(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.finishesDay(start(bert))
	p := anna.get("/day")
	for _, want := range []string{"on a par of", "Better than 50", "1 day in a row", `value="Ruhr ` + today + " · ", "/t/" + id + "/replay", "your game"} {
		if !strings.Contains(p.body, want) {
			t.Errorf("the result has no %q", want)
		}
	}
	if strings.Contains(p.body, w.service.Today().Secret("secret")) {
		t.Error("the secret is shown on its day")
	}
	if p := anna.get("/t/" + id); !strings.Contains(p.body, `href="/day/`+today+`"`) {
		t.Error("the table does not lead back to the day")
	}
	pass(24 * time.Hour)
	if p := w.visitor().get("/day/" + today); !strings.Contains(p.body, daily.Day(w.service.Today()-1).Secret("secret")) || !strings.Contains(p.body, "/t/"+id+"/replay") {
		t.Error("the day after, the secret or the games are missing")
	}
	for _, bad := range []string{"x", w.service.Today().Ends().Format(time.DateOnly)} {
		if p := anna.get("/day/" + bad); p.status != http.StatusNotFound {
			t.Errorf("/day/%s: status %d", bad, p.status)
		}
	}
}

// openAtHidden are the routes of a table that show nothing of it.
var openAtHidden = []string{
	"POST /t/{id}/guide",                    // sets a cookie
	"GET /t/{id}/stream",                    // asks pages of earlier versions to be loaded again
	"GET /t/{id}/plan", "POST /t/{id}/plan", // lead to another route
	"POST /t/{id}/leave", // of somebody who has no place there
}

// While others may still play a deal, no route and no operation tells those who have not
// played it anything of its tables; those who have played it see them, and after the
// day everybody does.
func TestHiddenDealEverywhere(t *testing.T) {
	w, pass := dayWorld(t, 702)
	anna, bert, carl := w.visitor(), w.visitor(), w.visitor()
	for name, v := range map[string]*visitor{"Anna": anna, "Bert": bert, "Carl": carl} {
		v.signUp(name)
	}
	day := "/day/" + w.service.Today().String()
	begin := func(v *visitor) string {
		return strings.TrimPrefix(v.press(v.get("/day").form(day), button{}).path, "/t/")
	}
	id := begin(anna)
	w.finishesDay(id)
	begin(bert) // and has not finished
	w.finishesDay(begin(carl))
	form := url.Values{"at": {"1"}, "n": {"0"}, "seat": {"0"}, "level": {"random"}, "action": {"1"}, "do": {"say"}, "text": {"Hello"}, "confirm": {"1"}, "undo": {"0"}, "name": {"x"}, "kind": {"industry"}, "element": {"x"}}
	for _, pattern := range w.patterns() {
		method, path, _ := strings.Cut(pattern, " ")
		if !strings.Contains(path, "/t/{id}") || slices.Contains(openAtHidden, pattern) {
			continue
		}
		path = strings.ReplaceAll(path, "{id}", id)
		ask := func(v *visitor) answer {
			if method == http.MethodPost {
				return v.post(path, form)
			}
			return v.get(path)
		}
		for name, v := range map[string]*visitor{"a visitor": w.visitor(), "Bert, who plays": bert} {
			if a := ask(v); a.status < 400 || strings.Contains(a.body, "Anna") {
				t.Errorf("%s for %s: status %d, names Anna: %t", pattern, name, a.status, strings.Contains(a.body, "Anna"))
			}
		}
		if method == http.MethodGet {
			if a := ask(carl); a.status != http.StatusOK && !needsMore(a.status) && pattern != "GET /t/{id}/orders" {
				t.Errorf("%s for Carl, who has played: status %d", pattern, a.status)
			}
		}
	}
	w.hiddenFromPrograms(bert, id)
	if p := bert.get("/day"); strings.Contains(p.body, id) || strings.Contains(p.body, "Anna") {
		t.Error("Bert sees results")
	}
	pass(24 * time.Hour)
	for _, path := range []string{"", "/replay", "/record", "/score"} {
		if p := w.visitor().get("/t/" + id + path); p.status != http.StatusOK {
			t.Errorf("the day after, %s has status %d", path, p.status)
		}
	}
}

// A record of a deal that others may still play is hidden like its table: it is neither
// taken from those who have not played it nor shown to them, and nobody goes on from it.
func TestHiddenRecord(t *testing.T) {
	w, pass := dayWorld(t, 703)
	anna, bert := w.visitor(), w.visitor()
	id := strings.TrimPrefix(anna.press(anna.get("/day").form("/day/"+w.service.Today().String()), button{}).path, "/t/")
	w.finishesDay(id)
	snap, err := w.service.Position(t.Context(), id, game.Actor{Seats: []int{0}})
	if err != nil {
		t.Fatal(err)
	}
	link, err := snap.History.Link()
	if err != nil {
		t.Fatal(err)
	}
	file := anna.get("/t/" + id + "/record").body
	opened := anna.upload(file)
	if opened.status != http.StatusOK || strings.Contains(opened.body, opened.path+"/on") || strings.Contains(anna.get(opened.path+"/score").body, "/open#g=") {
		t.Errorf("Anna opens her record: status %d; or she may go on or pass it on", opened.status)
	}
	on := url.Values{"n": {"0"}, "seat": {"0"}, "level": {"random"}, "game": {link}}
	for what, a := range map[string]answer{
		"the page": bert.get(opened.path), "the score sheet": bert.get(opened.path + "/score"), "the review": bert.get(opened.path + "/review"),
		"a request for a review": bert.post(opened.path+"/review", nil), "questions": bert.get(opened.path + "/review/learn"),
		"a file": bert.upload(file), "a link": bert.post("/open/link", on),
		"going on": bert.post(opened.path+"/on", on), "going on from a link": bert.post("/open/on", on),
		"going on, for Anna": anna.post(opened.path+"/on", on), "going on from a link, for Anna": anna.post("/open/on", on),
	} {
		if a.status != http.StatusForbidden || strings.Contains(a.body, "Anna") {
			t.Errorf("%s: status %d at %s", what, a.status, a.path)
		}
	}
	if a := bert.upload(example(t)); a.status != http.StatusOK {
		t.Errorf("another game: status %d", a.status)
	}
	pass(24 * time.Hour)
	if a := bert.get(opened.path + "?n=0"); a.status != http.StatusOK || !strings.Contains(a.body, opened.path+"/on") {
		t.Errorf("the day after: status %d, or nobody may go on", a.status)
	}
}

// needsMore reports whether a request was refused for another reason than that the table
// is hidden: it lacks something, or is for those with a seat.
func needsMore(status int) bool {
	return status == http.StatusBadRequest || status == http.StatusForbidden
}

// hiddenFromPrograms asks all operations at a table.
func (w *world) hiddenFromPrograms(v *visitor, id string) {
	w.t.Helper()
	token := v.token(url.Values{"play": {"yes"}})
	var d struct {
		Paths map[string]map[string]struct{ OperationID string }
	}
	if err := json.Unmarshal([]byte(v.ask("GET", "/openapi.json", "", "").body), &d); err != nil {
		w.t.Fatal(err)
	}
	n := 0
	for path, methods := range d.Paths {
		if !strings.Contains(path, "/tables/{id}") {
			continue
		}
		for method, op := range methods {
			n++
			body := ""
			if method == "post" {
				body = "{}"
			}
			query := ""
			if method == "get" {
				query = "?kind=industry&element=x&decision=1&after=0"
			}
			a := v.ask(strings.ToUpper(method), strings.NewReplacer("{id}", id, "{seat}", "0").Replace(path)+query, token, body)
			if a.status < 400 || strings.Contains(a.body, "Anna") {
				w.t.Errorf("%s: status %d", op.OperationID, a.status)
			}
		}
	}
	if n < 20 {
		w.t.Errorf("only %d operations", n)
	}
}
