package kernel

import (
	"log/slog"
	"net/http"
	"time"

	"ruhr/internal/game"
)

// The log has no secrets: route patterns instead of paths, which contain the
// tokens of links, and only the beginning of a table's ID.

// LogOf is the log with the ID of a request.
func (s *Kernel) LogOf(r *http.Request) *slog.Logger {
	return s.Log.With("request", CallerOf(r).request)
}

// logRequest logs a response; refusals with the visitor's address. A 404 is not
// logged as a refusal: there are too many.
func (s *Kernel) logRequest(w *statusWriter, r *http.Request, took time.Duration) {
	attrs := []any{"method", r.Method, "route", r.Pattern, "status", w.status}
	if w.status >= http.StatusBadRequest && w.status != http.StatusNotFound {
		s.LogOf(r).Info("refused", append(attrs, "why", w.why, "from", CallerOf(r).Address)...)
		return
	}
	s.LogOf(r).Debug("answered", append(attrs, "took", took)...)
}

// NoteWhy notes for the log why a request is refused.
func NoteWhy(w http.ResponseWriter, why string) {
	if seen, ok := w.(*statusWriter); ok {
		seen.why = why
	}
}

// Reason describes an error for the log, without anything that a visitor
// wrote.
func (s *Kernel) Reason(err error) string {
	if why := s.KnownReason(err); why != "" {
		return why
	}
	return "page.error.internal"
}

// KnownReason is the reason for an error that a visitor is told of, "" for others.
func (s *Kernel) KnownReason(err error) string {
	if why := game.Reason(err); why != "" {
		return why
	}
	f, _ := s.failureOf(err)
	return f.Key
}
