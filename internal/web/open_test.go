package web

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"ruhr/board"
	"ruhr/internal/game"
	"ruhr/internal/page"
	"ruhr/internal/require"
	"ruhr/internal/store"
	"ruhr/internal/table"
	"ruhr/internal/web/webtest"
	"ruhr/lang"
	"ruhr/record"
	"ruhr/spec"
	"ruhr/view"
)

// A link to an opened record still works after the server restarts.
func TestOpenedRecordSurvives(t *testing.T) {
	w := newWorld(t, 1)
	v := w.Visitor()
	p := v.Upload(webtest.Example(t))
	w.Starts(w.Config)
	for _, path := range []string{p.Path + "?n=7", p.Path + "/score"} {
		again := w.Visitor().Get(path)
		webtest.CheckPage(t, path, again)
	}
	v.Get("/game/"+strings.Repeat("A", 22)).WantStatus(t, http.StatusNotFound, "a record that was never opened")
}

// fullStore fails to keep records, as when the disk is full.
type fullStore struct{ table.Store }

func (fullStore) SaveRecord(context.Context, string, []byte) error {
	return errors.New("disk is full (13)")
}

// A failure to store a valid record is not blamed on the record.
func TestRecordCannotBeKept(t *testing.T) {
	w := newWorld(t, 1, func(o *table.Options) { o.Store = fullStore{o.Store} })
	if p := w.Visitor().Upload(webtest.Example(t)); p.Status != http.StatusInternalServerError || strings.Contains(p.Body, "disk is full") {
		t.Errorf("status %d: %s", p.Status, p.Text())
	}
}

// A record from another board opens if a table has been played on that board;
// otherwise the page says that the board is a different one.
func TestRecordOfAnotherBoard(t *testing.T) {
	w := newWorld(t, 1)
	v := w.Visitor()
	other := bytes.Replace(spec.Board, []byte("\n"), []byte("\n\n"), 1)
	b, err := board.Load(other)
	require.NoError(t, err)
	rec := strings.Replace(webtest.Example(t), w.Kernel.Board.SHA256, b.SHA256, 1)
	require.Must(t, rec != webtest.Example(t), "the example does not name its board")
	v.Upload(rec).WantStatus(t, http.StatusUnprocessableEntity, "a board nobody here has")
	_, err = w.Service.Create(t.Context(), game.NewTable{Board: other, Seats: []game.NewSeat{{Kind: game.Person, Name: "Anna"}, {Kind: game.Open}}})
	require.NoError(t, err)
	require.Must(t, store.BoardSHA(other) == b.SHA256, "a board has two names")
	p := v.Upload(rec)
	webtest.CheckPage(t, "a record of another board", p)
	require.True(t, strings.HasPrefix(p.Path, "/game/"), "it led to %s", p.Path)
}

// A missing static file is answered with no caching.
func TestMissingFile(t *testing.T) {
	w := newWorld(t, 1)
	p := w.Visitor().Get("/s/x/js/none.js")
	if p.Status != http.StatusNotFound || p.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("status %d, Cache-Control %q", p.Status, p.Header.Get("Cache-Control"))
	}
}

// Rule violations in a record are explained in the language of the page.
func TestFaultOfARecordIsSaid(t *testing.T) {
	rec, err := record.Read([]byte(webtest.Example(t)))
	require.NoError(t, err)
	rec.Actions[0] = record.Action{Seat: rec.Actions[0].Seat, Round: rec.Actions[0].Round, Do: "done"}
	w := newWorld(t, 1)
	var fault *record.Fault
	if _, err := record.Referee(rec, w.Kernel.Board.Board); !errors.As(err, &fault) || fault.Refused == nil {
		t.Fatalf("buying first: %v, want what the rules say against it", err)
	}
	data, err := json.Marshal(rec)
	require.NoError(t, err)
	v := w.Visitor()
	for _, code := range webtest.LanguageCodes {
		v.Lang = code
		want := lang.For(code).Refusal(view.RefusalOf(fault.Game, fault.Refused)).Why.Plain
		if p := v.Upload(string(data)); !p.Says(want) || !p.Says("BUY-1") {
			t.Errorf("%s: the page does not say %q with BUY-1", code, want)
		}
	}
}

// A file that is no JSON is refused in the reader's language, without the words of
// a program.
func TestOpenNoJSON(t *testing.T) {
	v := newWorld(t, 1).Visitor()
	for _, code := range webtest.LanguageCodes {
		v.Lang = code
		want := string(page.NewLocalizer(lang.For(code)).T("page.open.no_json"))
		for _, data := range []string{"\xff\xfe{\x00}\x00", "<html>", ""} {
			p := v.Upload(data)
			if p.Status != http.StatusUnprocessableEntity || !p.Says(want) || strings.Contains(p.Body, "invalid character") {
				t.Errorf("%s, %q: status %d, without %q", code, data, p.Status, want)
			}
		}
	}
}

// Seats without a name are called by their number in the language of each reader.
func TestNamelessSeatsOfARecord(t *testing.T) {
	w := newWorld(t, 1)
	rec := regexp.MustCompile(`"name": ?"[^"]*"`).ReplaceAllString(webtest.Example(t), `"name":""`)
	for _, lang := range []string{"de", "en", "es"} {
		v := w.Visitor()
		v.Lang = lang
		p := v.Upload(rec)
		if want := map[string]string{"de": "Platz 1", "en": "Seat 1", "es": "Puesto 1"}[lang]; !p.Says(want) {
			t.Errorf("%s: no %q at %s, status %d", lang, want, p.Path, p.Status)
		}
	}
}
