package cli

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"ruhr/board"
	"ruhr/internal/require"
	"ruhr/lab/load"
	"ruhr/lang"
)

// scraped are a server's metrics by name, each with the values of its labels.
type scraped map[string]map[string][]string

var (
	sample = regexp.MustCompile(`^(\w+)(?:\{(.*)\})? \S+$`)
	pair   = regexp.MustCompile(`(\w+)="((?:[^"\\]|\\.)*)"`)
)

func scrape(t *testing.T, url string) scraped {
	t.Helper()
	resp, err := http.Get(url)
	require.NoError(t, err)
	defer resp.Body.Close()
	out := scraped{}
	for lines := bufio.NewScanner(resp.Body); lines.Scan(); {
		m := sample.FindStringSubmatch(lines.Text())
		if m == nil {
			continue
		}
		if out[m[1]] == nil {
			out[m[1]] = map[string][]string{}
		}
		for _, p := range pair.FindAllStringSubmatch(m[2], -1) {
			out[m[1]][p[1]] = append(out[m[1]][p[1]], p[2])
		}
	}
	return out
}

var (
	selector = regexp.MustCompile(`\b((?:ruhr|process|go)_\w+|up)\b(?:\{([^}]*)\})?`)
	matcher  = regexp.MustCompile(`(\w+)(=~|=)"([^"]*)"`)
	grouping = regexp.MustCompile(`by \(([^)]*)\)`)
)

// lacks says what of an expression a server does not have: a metric, a label, or
// a label's value. Prometheus itself adds up, job and instance.
func (s scraped) lacks(expr string, unseen ...string) (out []string) {
	var labels []string
	for _, m := range selector.FindAllStringSubmatch(expr, -1) {
		if m[1] == "up" {
			continue
		}
		have := s[m[1]]
		if have == nil {
			out = append(out, "metric "+m[1])
			continue
		}
		labels = slices.AppendSeq(labels, maps.Keys(have))
		for _, l := range matcher.FindAllStringSubmatch(m[2], -1) {
			is := regexp.MustCompile("^(?:" + l[3] + ")$").MatchString
			if l[2] == "=" {
				is = func(v string) bool { return v == l[3] }
			}
			if l[1] == "job" || slices.Contains(unseen, l[1]) && have[l[1]] != nil {
				continue
			}
			if !slices.ContainsFunc(have[l[1]], is) {
				out = append(out, fmt.Sprintf("%s with %s", m[1], l[0]))
			}
		}
	}
	for _, g := range grouping.FindAllStringSubmatch(expr, -1) {
		for by := range strings.SplitSeq(g[1], ",") {
			if by = strings.TrimSpace(by); by != "instance" && by != "job" && !slices.Contains(labels, by) {
				out = append(out, "label "+by)
			}
		}
	}
	return out
}

// The dashboard and the alerts read only what a server that is played on has at
// /metrics.
func TestDashboardAndAlertsReadMetrics(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	site, figures := freeAddress(t), freeAddress(t)
	w := &env{ctx: ctx, words: lang.For("en"), in: strings.NewReader(""), out: io.Discard, errors: io.Discard}
	c := serveCmd{Addr: site, Metrics: figures, NoBrowser: true}
	c.DB = filepath.Join(t.TempDir(), "tables.db")
	c.SignUp, c.BackupEvery, c.BackupKeep = "open", 24*time.Hour, 7
	ended := make(chan error, 1)
	go func() { ended <- c.Run(w) }()
	for began := time.Now(); !ready("http://" + site + "/readyz"); time.Sleep(20 * time.Millisecond) {
		select {
		case err := <-ended:
			t.Fatal(err)
		default:
		}
		require.Must(t, time.Since(began) <= time.Minute, "the server does not start")
	}
	b := board.Default()
	if _, err := load.Run(ctx, load.Config{URL: "http://" + site, Tables: 1, Seats: 2, Bot: "schiffsjunge", Watchers: 1,
		Parts: load.InAnswer, For: time.Minute, Actions: 20, Patience: time.Minute, Board: b}); err != nil {
		t.Fatal(err)
	}
	resp, err := http.Get("http://" + site + "/join/x") // a refusal
	require.NoError(t, err)
	resp.Body.Close()
	have := scrape(t, "http://"+figures+"/metrics")
	stop()
	require.NoError(t, <-ended)

	dashboard, alerts := expressions(t)
	if len(dashboard) < 8 || len(alerts) < 6 {
		t.Fatalf("%d expressions of the dashboard and %d of the alerts", len(dashboard), len(alerts))
	}
	for _, expr := range dashboard {
		if missing := have.lacks(expr); missing != nil {
			t.Errorf("the dashboard reads %q, but there is no %v", expr, missing)
		}
	}
	for _, expr := range alerts { // a server in order has no failures
		if missing := have.lacks(expr, "status"); missing != nil {
			t.Errorf("an alert reads %q, but there is no %v", expr, missing)
		}
	}
	for expr, want := range map[string]string{
		"sum by (instance) (rate(ruhr_gone_total[5m]))":     "metric ruhr_gone_total",
		`rate(ruhr_log_entries_total{kind="acts"}[5m])`:     `ruhr_log_entries_total with kind="acts"`,
		`sum by (kind, gone) (ruhr_thinking_seconds_count)`: "label gone",
	} {
		if got := have.lacks(expr); len(got) != 1 || got[0] != want {
			t.Errorf("%s lacks %q, want %q", expr, got, want)
		}
	}
}

func ready(url string) bool {
	resp, err := http.Get(url)
	if err != nil {
		return false
	}
	defer resp.Body.Close()
	return resp.StatusCode == http.StatusOK
}

// freeAddress returns an address of this machine that nothing listens on.
func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer l.Close()
	return l.Addr().String()
}

// expressions are what the delivered files ask Prometheus for.
func expressions(t *testing.T) (dashboard, alerts []string) {
	t.Helper()
	data, err := os.ReadFile("../../delivery/dashboard.json")
	require.NoError(t, err)
	var d struct {
		Panels []struct{ Targets []struct{ Expr string } }
	}
	require.NoError(t, json.Unmarshal(data, &d))
	for _, p := range d.Panels {
		for _, target := range p.Targets {
			dashboard = append(dashboard, target.Expr)
		}
	}
	if data, err = os.ReadFile("../../delivery/alerts.yaml"); err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`(?m)^\s+expr: (.+)$`).FindAllSubmatch(data, -1) {
		alerts = append(alerts, string(m[1]))
	}
	return dashboard, alerts
}

// Every alert says what to look at.
func TestAlertsAreDescribed(t *testing.T) {
	rules, err := os.ReadFile("../../delivery/alerts.yaml")
	require.NoError(t, err)
	alerts := strings.Split(string(rules), "- alert: ")[1:]
	for _, alert := range alerts {
		require.True(t, regexp.MustCompile(`(?m)^ {10}description: ".+"$`).MatchString(alert), "no description: %s", alert)
	}
	require.True(t, len(alerts) >= 9, "%d alerts", len(alerts))
}
