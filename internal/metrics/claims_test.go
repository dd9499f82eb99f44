package metrics

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"ruhr/internal/require"
	"ruhr/internal/store"
)

// claiming is a store that answers claims as it is told.
type claiming struct {
	store.Store
	mine bool
	n    int
	err  error
}

func (c *claiming) Reserve(context.Context, string, string, int64, int64) (bool, error) {
	return c.mine, c.err
}

func (c *claiming) Claim(context.Context, int64, int64, int) ([]string, error) {
	return make([]string, c.n), c.err
}

func (c *claiming) ClaimNews(context.Context, int64, int64, int) ([]string, error) {
	return make([]string, c.n), c.err
}

func (c *claiming) ClaimNotices(context.Context, int64, int64, int, []string, func(store.Channel) bool) ([]store.Batch, error) {
	return make([]store.Batch, c.n), c.err
}

// What comes of a reservation follows from what this process knew of it; the store's
// answers are passed on.
func TestClaims(t *testing.T) {
	m := New()
	c := &claiming{}
	st := m.Count(c)
	counts := func() map[string]string {
		w := httptest.NewRecorder()
		m.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
		out := map[string]string{}
		for line := range strings.Lines(w.Body.String()) {
			if name, n, ok := strings.Cut(strings.TrimSpace(line), " "); ok && strings.HasPrefix(name, "ruhr_claims_total") {
				out[name] = n
			}
		}
		return out
	}
	broken := errors.New("broken")
	last := counts()
	for i, x := range []struct {
		table      string
		now, until int64
		mine       bool
		err        error
		want       []string
	}{
		{"A", 100, 200, true, nil, []string{"taken"}},
		{"A", 150, 250, true, nil, []string{"renewed"}},
		{"B", 150, 250, false, nil, []string{"held"}},
		{"A", 160, 260, true, broken, []string{"failed"}},
		{"A", 200, 200, true, nil, []string{"released"}},
		{"A", 210, 310, true, nil, []string{"taken"}},
		{"A", 310, 410, true, nil, []string{"expired", "taken"}},
		{"A", 500, 600, false, nil, []string{"expired", "held"}},
		{"A", 510, 610, false, nil, []string{"held"}},
		{"B", 510, 610, true, nil, []string{"taken"}},
		{"B", 700, 700, true, nil, []string{"expired", "released"}},
	} {
		c.mine, c.err = x.mine, x.err
		if mine, err := st.Reserve(t.Context(), x.table, "me", x.now, x.until); mine != x.mine || !errors.Is(err, x.err) {
			t.Errorf("%d: the store's answer is not passed on", i)
		}
		now := counts()
		for _, result := range []string{"taken", "renewed", "released", "held", "expired", "failed"} {
			name := fmt.Sprintf(`ruhr_claims_total{kind="thinking",result="%s"}`, result)
			if more := now[name] != last[name]; more != strings.Contains(strings.Join(x.want, " "), result) {
				t.Errorf("%d: %s went from %s to %s, want %v", i, name, last[name], now[name], x.want)
			}
		}
		last = now
	}
	for _, c.err = range []error{nil, broken} {
		c.n = 3
		ids, _ := st.Claim(t.Context(), 1, 2, 9)
		tables, _ := st.ClaimNews(t.Context(), 1, 2, 9)
		batches, _ := st.ClaimNotices(t.Context(), 1, 2, 9, nil, nil)
		require.True(t, len(ids) == 3 && len(tables) == 3 && len(batches) == 3, "the store's claims are not passed on")
	}
	now := counts()
	for _, kind := range []string{"due", "news", "notices"} {
		if n, f := now[`ruhr_claims_total{kind="`+kind+`",result="taken"}`], now[`ruhr_claims_total{kind="`+kind+`",result="failed"}`]; n != "3" || f != "1" {
			t.Errorf("%s: %s taken, %s failed, want 3 and 1", kind, n, f)
		}
	}
}
