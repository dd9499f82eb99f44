package tables

import (
	"database/sql"
	"maps"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ruhr/internal/require"
	"ruhr/internal/store/sqlite"
	"ruhr/internal/web/webtest"
)

// While another program has the game file locked, no form ends in an internal
// error: whatever has to be stored is answered by 503 with a time to come again,
// which pages do by themselves, pages are shown, and the same press counts
// afterwards.
func TestLockedOnEveryRoute(t *testing.T) {
	wait := sqlite.LockWait
	t.Cleanup(func() { sqlite.LockWait = wait })
	sqlite.LockWait = time.Millisecond
	w := newWorld(t, 1)
	v := w.Visitor()
	p := v.Alone(nil)
	press := p.Form("/act")
	fields := maps.Clone(press.Fields)
	for name, value := range map[string]string{"seat": "0", "action": press.Buttons[0].Value, "name": "Carla", "password": webtest.Password} {
		fields.Set(name, value)
	}
	found, err := filepath.Glob(filepath.Join(filepath.Dir(t.TempDir()), "*", "ruhr.db"))
	require.Must(t, err == nil && len(found) == 1, "game files %v, %v", found, err)
	db, err := sql.Open("sqlite", found[0])
	require.NoError(t, err)
	t.Cleanup(func() { db.Close() })
	db.SetMaxOpenConns(1)
	exec := func(statement string) {
		t.Helper()
		require.Succeeds(t)(db.ExecContext(t.Context(), statement))
	}
	exec("BEGIN IMMEDIATE")
	id := strings.TrimPrefix(p.Path, "/t/")
	fill := strings.NewReplacer("POST ", "", "{id}", id, "{token}", "x", "{code}", "x", "{proof}", "x", "{key}", "x")
	for _, part := range w.Rooms() {
		for _, pattern := range slices.Sorted(maps.Keys(part)) {
			if !strings.HasPrefix(pattern, "POST ") {
				continue
			}
			got := v.Post(fill.Replace(pattern), maps.Clone(fields))
			require.True(t, got.Status != http.StatusInternalServerError, "%s: an internal error", pattern)
			if got.Status == http.StatusServiceUnavailable && got.Header.Get("Retry-After") == "" {
				t.Errorf("%s: it is not said when to come again", pattern)
			}
			if slices.Contains([]string{"POST /play", "POST /learn", "POST /t/{id}/share"}, pattern) && got.Status != http.StatusServiceUnavailable {
				t.Errorf("%s: status %d, want 503", pattern, got.Status)
			}
		}
	}
	v.Press(press, press.Buttons[0]).WantStatus(t, http.StatusServiceUnavailable, "a decision")
	v.Get("/readyz").WantStatus(t, http.StatusServiceUnavailable, "readiness")
	v.Get(p.Path).WantStatus(t, http.StatusOK, "the table")
	exec("ROLLBACK")
	v.Get("/readyz").WantStatus(t, http.StatusOK, "readiness afterwards")
	if got := v.Press(press, press.Buttons[0]); got.Status != http.StatusOK || got.Form("/turn") == nil {
		t.Errorf("the same decision afterwards: status %d", got.Status)
	}
}
