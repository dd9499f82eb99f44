package metrics

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"ruhr/internal/cache"
	"ruhr/internal/require"
	"ruhr/internal/store"
)

// answers is a store that answers appends with an error.
type answers struct {
	store.Store
	err error
}

func (a answers) Append(context.Context, string, int64, string, []store.Entry) (int64, error) {
	return 0, a.err
}

func (a answers) AppendJoin(context.Context, string, int64, string, []store.Entry, store.Hash, store.Hash, int) (int64, error) {
	return 0, a.err
}

func (a answers) AppendReturn(context.Context, string, int64, string, []store.Entry, store.Hash, int) (int64, error) {
	return 0, a.err
}

func (a answers) AppendRemove(context.Context, string, int64, string, []store.Entry, int, store.Holder) (int64, error) {
	return 0, a.err
}

func (a answers) AppendReplace(context.Context, string, int64, string, []store.Entry, int, store.Holder) (int64, error) {
	return 0, a.err
}

func TestFigures(t *testing.T) {
	m := New()
	m.Request("GET /t/{id}", 200, 20*time.Millisecond, "")
	m.Request("GET /t/{id}/stream", 200, time.Hour, "")
	m.Request("GET /t/{id}/stream", 429, time.Millisecond, "page.error.streams")
	m.Stream(1)
	m.Stream(1)
	m.Stream(-1)
	m.Thought("search", 3*time.Second, 40*time.Millisecond)
	m.Notice("mail", "sent")
	m.Notice("mail", "sent")
	m.Notice("hook", "failed")
	m.Pending("push", 4)
	m.Pending("push", 3)
	m.Cache("tables", func() cache.Stats { return cache.Stats{Bytes: 20, Limit: 30, Hits: 7, Misses: 2} })
	m.Cache("parts", func() cache.Stats { return cache.Stats{Bytes: 5} })
	m.Ready(func(context.Context) error { return store.ErrUnreachable })
	entries := []store.Entry{{Kind: "act"}, {Kind: "act"}, {Kind: "join"}}
	for _, err := range []error{nil, store.ErrStale, store.ErrNoToken, context.Canceled, errors.New("broken")} {
		st := m.Count(answers{err: err})
		st.Append(t.Context(), "", 0, "", entries[:1])
		st.AppendJoin(t.Context(), "", 0, "", entries[:2], store.Hash{}, store.Hash{}, 0)
		st.AppendRemove(t.Context(), "", 0, "", entries[:3], 0, store.Holder{})
		st.AppendReplace(t.Context(), "", 0, "", entries[:1], 0, store.Holder{})
		st.AppendReturn(t.Context(), "", 0, "", entries[:1], store.Hash{}, 0)
	}
	w := httptest.NewRecorder()
	m.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	for _, want := range []string{
		`ruhr_request_seconds_count{route="GET /t/{id}",status="200"} 1`,
		`ruhr_request_seconds_bucket{route="GET /t/{id}",status="200",le="0.01"} 0`,
		`ruhr_request_seconds_bucket{route="GET /t/{id}",status="200",le="0.025"} 1`,
		`ruhr_request_seconds_count{route="GET /t/{id}/stream",status="429"} 1`,
		`ruhr_refusals_total{why="page.error.streams"} 1`,
		`ruhr_streams 1`,
		`ruhr_notices_total{channel="mail",result="sent"} 2`,
		`ruhr_notices_total{channel="hook",result="failed"} 1`,
		`ruhr_notices_pending{channel="push"} 3`,
		`ruhr_thinking_wait_seconds_sum{kind="search"} 3`,
		`ruhr_thinking_seconds_sum{kind="search"} 0.04`,
		`ruhr_log_entries_total{kind="act"} 7`,
		`ruhr_log_entries_total{kind="join"} 1`,
		`ruhr_store_append_seconds_count{result="stored"} 5`,
		`ruhr_store_append_seconds_count{result="stale"} 5`,
		`ruhr_store_append_seconds_count{result="refused"} 5`,
		`ruhr_store_append_seconds_count{result="cancelled"} 5`,
		`ruhr_store_append_seconds_count{result="failed"} 5`,
		`ruhr_store_ready 0`,
		`ruhr_cache_bytes{cache="tables"} 20`,
		`ruhr_cache_bytes{cache="parts"} 5`,
		`ruhr_cache_limit_bytes{cache="tables"} 30`,
		`ruhr_cache_requests_total{cache="tables",result="hit"} 7`,
		`ruhr_cache_requests_total{cache="tables",result="miss"} 2`,
		"go_goroutines ",
	} {
		require.True(t, strings.Contains(w.Body.String(), want), "no line %s", want)
	}
	require.True(t, !strings.Contains(w.Body.String(), `stream",status="200"`), "a stream counts as a slow request")
	w = httptest.NewRecorder()
	m.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/debug/pprof/", nil))
	require.Equal(t, w.Code, http.StatusOK, "profiles: status")
}
