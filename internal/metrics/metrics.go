// Package metrics counts what a server does and how long it takes, for
// Prometheus.
package metrics

import (
	"context"
	"net/http"
	"net/http/pprof"
	"strconv"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"ruhr/internal/cache"
)

// Metrics are the figures of one server. Its methods may be called from several
// goroutines.
type Metrics struct {
	registry *prometheus.Registry
	requests *prometheus.HistogramVec
	refusals *prometheus.CounterVec
	streams  prometheus.Gauge
	most     prometheus.Gauge // streams
	waits    *prometheus.HistogramVec
	thinking *prometheus.HistogramVec
	entries  *prometheus.CounterVec
	writes   *prometheus.HistogramVec
	notices  *prometheus.CounterVec
	pending  *prometheus.GaugeVec
	claims   *prometheus.CounterVec
}

// seconds are the bounds of what is counted: from a write to the longest thought.
var seconds = []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30}

// New makes figures that are all zero.
func New() *Metrics {
	histogram := func(name, help string, labels ...string) *prometheus.HistogramVec {
		return prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: name, Help: help, Buckets: seconds}, labels)
	}
	counter := func(name, help string, labels ...string) *prometheus.CounterVec {
		return prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels)
	}
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		requests: histogram("ruhr_request_seconds", "Time to answer a request; streams are not among them.", "route", "status"),
		refusals: counter("ruhr_refusals_total", "Requests refused, by the key of the reason.", "why"),
		streams:  prometheus.NewGauge(prometheus.GaugeOpts{Name: "ruhr_streams", Help: "Open pages that follow a table."}),
		most:     prometheus.NewGauge(prometheus.GaugeOpts{Name: "ruhr_streams_limit", Help: "How many pages may be open."}),
		waits:    histogram("ruhr_thinking_wait_seconds", "Time until somebody may think, by kind: computer players that search, quick ones, advice.", "kind"),
		thinking: histogram("ruhr_thinking_seconds", "Time of a thought, by kind: computer players that search, quick ones, advice.", "kind"),
		entries:  counter("ruhr_log_entries_total", "Entries stored in the logs of tables.", "kind"),
		writes:   histogram("ruhr_store_append_seconds", "Time to store a command.", "result"),
		notices:  counter("ruhr_notices_total", "Attempts to send notices, by kind of channel and result (sent, retried, failed, dropped).", "channel", "result"),
		claims:   counter("ruhr_claims_total", "Claims of work that only one process does, by kind and result; expired and failed are bad.", "kind", "result"),
		pending: prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "ruhr_notices_pending",
			Help: "Notices still to be sent, by kind of channel; every server of a database counts all."}, []string{"channel"}),
	}
	m.registry.MustRegister(m.requests, m.refusals, m.streams, m.most, m.waits, m.thinking, m.entries, m.writes, m.notices, m.pending, m.claims,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	// What alerts watch begins at zero, so that the first failure is an increase.
	for _, channel := range []string{"mail", "hook", "push"} {
		for _, result := range []string{"sent", "retried", "failed"} {
			m.notices.WithLabelValues(channel, result)
		}
	}
	for _, result := range []string{taken, renewed, released, held, expired, failed} {
		m.claims.WithLabelValues(thinking, result)
	}
	for _, kind := range []string{due, news, notices} {
		m.claims.WithLabelValues(kind, taken)
		m.claims.WithLabelValues(kind, failed)
	}
	for _, result := range []string{"failed", "full", "gone", "unreachable"} {
		m.writes.WithLabelValues(result)
	}
	return m
}

// Request counts an answered request. Route is its pattern, why the reason of a
// refusal.
func (m *Metrics) Request(route string, status int, took time.Duration, why string) {
	if !strings.HasSuffix(route, "/stream") || status >= http.StatusBadRequest {
		m.requests.WithLabelValues(route, strconv.Itoa(status)).Observe(took.Seconds())
	}
	if status >= http.StatusBadRequest {
		m.refusals.WithLabelValues(why).Inc()
	}
}

// Stream counts open pages: 1 for one more, -1 for one fewer.
func (m *Metrics) Stream(by int) { m.streams.Add(float64(by)) }

// MostStreams says how many pages may be open.
func (m *Metrics) MostStreams(n int) { m.most.Set(float64(n)) }

// Thought counts a thought of a kind (search, quick, advice), how long it waited
// and how long it took.
func (m *Metrics) Thought(kind string, waited, took time.Duration) {
	m.waits.WithLabelValues(kind).Observe(waited.Seconds())
	m.thinking.WithLabelValues(kind).Observe(took.Seconds())
}

// Notice counts an attempt to send a notice through a kind of channel, with its
// result.
func (m *Metrics) Notice(channel, result string) { m.notices.WithLabelValues(channel, result).Inc() }

// Pending says how many notices are still to be sent through a kind of channel.
func (m *Metrics) Pending(channel string, n int) { m.pending.WithLabelValues(channel).Set(float64(n)) }

// Ready asks whether the store can be read and written, whenever somebody asks for the figures.
func (m *Metrics) Ready(ask func(context.Context) error) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "ruhr_store_ready", Help: "1 while tables can be read and written, else 0."}, func() float64 {
		ctx, cancel := context.WithTimeout(context.Background(), readyFor)
		defer cancel()
		if ask(ctx) != nil {
			return 0
		}
		return 1
	}))
}

// readyFor is how long the store may take to say so.
const readyFor = 3 * time.Second

// Cache reads the figures of a cache whenever it is asked for them.
func (m *Metrics) Cache(name string, figures func() cache.Stats) {
	gauge := func(metric, help string, value func(cache.Stats) int) {
		m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: metric, Help: help, ConstLabels: prometheus.Labels{"cache": name}},
			func() float64 { return float64(value(figures())) }))
	}
	gauge("ruhr_cache_bytes", "About how many bytes a cache takes.", func(s cache.Stats) int { return s.Bytes })
	gauge("ruhr_cache_limit_bytes", "How many bytes a cache may take.", func(s cache.Stats) int { return s.Limit })
	asked := func(result string, value func(cache.Stats) uint64) {
		m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Name: "ruhr_cache_requests_total",
			Help: "What a cache was asked for, by whether it had it (hit, miss).", ConstLabels: prometheus.Labels{"cache": name, "result": result}},
			func() float64 { return float64(value(figures())) }))
	}
	asked("hit", func(s cache.Stats) uint64 { return s.Hits })
	asked("miss", func(s cache.Stats) uint64 { return s.Misses })
}

// Handler serves the figures at /metrics and profiles at /debug/pprof/. Anyone
// who can reach it can see how the server works and slow it down.
func (m *Metrics) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{}))
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/cmdline", pprof.Cmdline)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	return mux
}
