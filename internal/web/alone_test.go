package web

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"

	"ruhr/internal/api"
	"ruhr/internal/fair"
	"ruhr/internal/game"
	"ruhr/internal/table"
	"ruhr/rules"
)

// TestAccountPatterns checks that browsers, for which accounts are not compiled, know
// their addresses.
func TestAccountPatterns(t *testing.T) {
	s := &server{work: fair.NewQueue(1)}
	want := slices.Sorted(maps.Keys(s.accountRoutes()))
	if got := slices.Sorted(slices.Values(accountPatterns)); !slices.Equal(got, want) {
		t.Errorf("accountPatterns is\n%q, want\n%q", got, want)
	}
	all := map[string]bool{}
	for _, part := range []handlers{s.homeRoutes(), s.tableRoutes()} {
		for pattern := range part {
			all[pattern] = true
		}
	}
	for _, pattern := range needsOthers {
		if !all[pattern] {
			t.Errorf("needsOthers has %s, which is no route", pattern)
		}
	}
}

// TestStatusAtTable checks that pages in browsers refuse with the same status as those
// of a server.
func TestStatusAtTable(t *testing.T) {
	for _, err := range []error{
		table.ErrNoTable, table.ErrNoLink, table.ErrUnknownBoard, table.ErrFull, table.ErrGone, table.ErrUnreachable, game.ErrClosed,
		context.DeadlineExceeded, game.ErrNotYours, game.ErrStale, &game.Refusal{}, &rules.Refusal{}, errors.New("unknown"),
	} {
		if got, want := statusAtTable(err), api.StatusOf(err); got != want {
			t.Errorf("%v: status %d, want %d", err, got, want)
		}
	}
}

func TestEditionIsServed(t *testing.T) {
	s := &server{edition: map[string][]byte{"index.html": []byte("first"), "core.wasm.gz": []byte("zipped")}}
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+EditionPath+"{file...}", s.editionFile)
	served := trimmed(mux)
	for _, c := range []struct {
		address, kind, to string
		status            int
	}{
		{"/o/", "text/html; charset=utf-8", "", http.StatusOK},
		{"/o", "text/html; charset=utf-8", "/o/", http.StatusTemporaryRedirect},
		{"/o/core.wasm.gz", "application/gzip", "", http.StatusOK},
		{"/o/t/abc", "text/html; charset=utf-8", "/o/", http.StatusSeeOther},
	} {
		w := httptest.NewRecorder()
		served.ServeHTTP(w, httptest.NewRequest(http.MethodGet, c.address, nil))
		if w.Code != c.status || w.Header().Get("Content-Type") != c.kind || w.Header().Get("Location") != c.to || w.Header().Get("Content-Encoding") != "" {
			t.Errorf("%s answers %d, %v", c.address, w.Code, w.Header())
		}
	}
}
