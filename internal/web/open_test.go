package web

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"html"
	"net/http"
	"strings"
	"testing"

	"ruhr/board"
	"ruhr/internal/game"
	"ruhr/internal/page"
	"ruhr/internal/store"
	"ruhr/internal/table"
	"ruhr/lang"
	"ruhr/record"
	"ruhr/spec"
	"ruhr/view"
)

func example(t *testing.T) string {
	t.Helper()
	data, err := spec.Examples.ReadFile("examples/2-seats-uniform.json")
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// A link to an opened record still works after the server restarts.
func TestOpenedRecordSurvives(t *testing.T) {
	w := newWorld(t, 1)
	v := w.visitor()
	p := v.upload(example(t))
	w.starts(w.config)
	for _, path := range []string{p.path + "?n=7", p.path + "/score"} {
		again := w.visitor().get(path)
		checkPage(t, path, again)
	}
	if got := v.get("/game/" + strings.Repeat("A", 22)); got.status != http.StatusNotFound {
		t.Errorf("a record that was never opened: status %d", got.status)
	}
}

// fullStore fails to keep records, as when the disk is full.
type fullStore struct{ table.Store }

func (fullStore) SaveRecord(context.Context, string, []byte) error {
	return errors.New("disk is full (13)")
}

// A failure to store a valid record is not blamed on the record.
func TestRecordCannotBeKept(t *testing.T) {
	w := newWorld(t, 1, func(o *table.Options) { o.Store = fullStore{o.Store} })
	if p := w.visitor().upload(example(t)); p.status != http.StatusInternalServerError || strings.Contains(p.body, "disk is full") {
		t.Errorf("status %d: %s", p.status, textTag.ReplaceAllString(p.body, " "))
	}
}

// A record from another board opens if a table has been played on that board;
// otherwise the page says that the board is a different one.
func TestRecordOfAnotherBoard(t *testing.T) {
	w := newWorld(t, 1)
	v := w.visitor()
	other := bytes.Replace(spec.Board, []byte("\n"), []byte("\n\n"), 1)
	b, err := board.Load(other)
	if err != nil {
		t.Fatal(err)
	}
	rec := strings.Replace(example(t), w.server.Board.SHA256, b.SHA256, 1)
	if rec == example(t) {
		t.Fatal("the example does not name its board")
	}
	if p := v.upload(rec); p.status != http.StatusUnprocessableEntity {
		t.Errorf("a board nobody here has: status %d", p.status)
	}
	_, err = w.service.Create(t.Context(), game.NewTable{Board: other, Seats: []game.NewSeat{{Kind: game.Person, Name: "Anna"}, {Kind: game.Open}}})
	if err != nil {
		t.Fatal(err)
	}
	if store.BoardSHA(other) != b.SHA256 {
		t.Fatal("a board has two names")
	}
	p := v.upload(rec)
	checkPage(t, "a record of another board", p)
	if !strings.HasPrefix(p.path, "/game/") {
		t.Errorf("it led to %s", p.path)
	}
}

// A missing static file is answered with no caching.
func TestMissingFile(t *testing.T) {
	w := newWorld(t, 1)
	p := w.visitor().get("/s/x/js/none.js")
	if p.status != http.StatusNotFound || p.header.Get("Cache-Control") != "no-store" {
		t.Errorf("status %d, Cache-Control %q", p.status, p.header.Get("Cache-Control"))
	}
}

// Rule violations in a record are explained in the language of the page.
func TestFaultOfARecordIsSaid(t *testing.T) {
	rec, err := record.Read([]byte(example(t)))
	if err != nil {
		t.Fatal(err)
	}
	rec.Actions[0] = record.Action{Seat: rec.Actions[0].Seat, Round: rec.Actions[0].Round, Do: "done"}
	w := newWorld(t, 1)
	var fault *record.Fault
	if _, err := record.Referee(rec, w.server.Board.Board); !errors.As(err, &fault) || fault.Refused == nil {
		t.Fatalf("buying first: %v, want what the rules say against it", err)
	}
	data, err := json.Marshal(rec)
	if err != nil {
		t.Fatal(err)
	}
	v := w.visitor()
	for _, code := range languageCodes {
		v.lang = code
		want := lang.For(code).Refusal(view.RefusalOf(fault.Game, fault.Refused)).Why.Plain
		if p := v.upload(string(data)); !strings.Contains(html.UnescapeString(p.body), want) || !strings.Contains(p.body, "BUY-1") {
			t.Errorf("%s: the page does not say %q with BUY-1", code, want)
		}
	}
}

// A file that is no JSON is refused in the reader's language, without the words of
// a program.
func TestOpenNoJSON(t *testing.T) {
	v := newWorld(t, 1).visitor()
	for _, code := range languageCodes {
		v.lang = code
		want := string(page.NewLocalizer(lang.For(code)).T("page.open.no_json"))
		for _, data := range []string{"\xff\xfe{\x00}\x00", "<html>", ""} {
			p := v.upload(data)
			if p.status != http.StatusUnprocessableEntity || !strings.Contains(p.body, want) || strings.Contains(p.body, "invalid character") {
				t.Errorf("%s, %q: status %d, without %q", code, data, p.status, want)
			}
		}
	}
}
