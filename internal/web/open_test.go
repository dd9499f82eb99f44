package web

import (
	"bytes"
	"net/http"
	"strings"
	"testing"

	"ruhr/board"
	"ruhr/internal/store"
	"ruhr/internal/table"
	"ruhr/spec"
)

func example(t *testing.T) string {
	t.Helper()
	data, err := spec.Examples.ReadFile("examples/2-seats-uniform.json")
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// A link to an opened record leads there after a start of the program, too.
func TestOpenedRecordSurvives(t *testing.T) {
	w := newWorld(t, 1)
	v := w.visitor()
	p := v.upload(example(t))
	w.server.opened = newShelf() // a program that has just been started knows none
	for _, path := range []string{p.path + "?n=7", p.path + "/score"} {
		again := w.visitor().get(path)
		checkPage(t, path, again)
	}
	if got := v.get("/game/" + strings.Repeat("A", 22)); got.status != http.StatusNotFound {
		t.Errorf("a record that was never opened: status %d", got.status)
	}
}

// A record of another board file can be opened where a table has been played
// on that board; else the page says that the board is another one.
func TestRecordOfAnotherBoard(t *testing.T) {
	w := newWorld(t, 1)
	v := w.visitor()
	other := bytes.Replace(spec.Board, []byte("\n"), []byte("\n\n"), 1)
	b, err := board.Load(other)
	if err != nil {
		t.Fatal(err)
	}
	rec := strings.Replace(example(t), w.server.board.SHA256, b.SHA256, 1)
	if rec == example(t) {
		t.Fatal("the example does not name its board")
	}
	if p := v.upload(rec); p.status != http.StatusUnprocessableEntity {
		t.Errorf("a board nobody here has: status %d", p.status)
	}
	_, err = w.service.Create(t.Context(), table.NewTable{Board: other, Seats: []table.NewSeat{{Kind: table.Person, Name: "Anna"}, {Kind: table.Open}}})
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

// A file that is not there is not kept as missing by anybody on the way.
func TestMissingFile(t *testing.T) {
	w := newWorld(t, 1)
	p := w.visitor().get(w.server.assets.url("js/none.js"))
	if p.status != http.StatusNotFound || p.header.Get("Cache-Control") != "no-store" {
		t.Errorf("status %d, Cache-Control %q", p.status, p.header.Get("Cache-Control"))
	}
}
