package web

import (
	"errors"
	"log/slog"
	"net/http"
	"time"

	"ruhr/internal/game"
)

// The log has no secrets: route patterns instead of paths, which contain the
// tokens of links, and only the beginning of a table's ID.

// logOf is the log with the ID of a request.
func (s *server) logOf(r *http.Request) *slog.Logger {
	return s.log.With("request", callerOf(r).request)
}

// logRequest logs a response; refusals with the visitor's address. A 404 is not
// logged as a refusal: there are too many.
func (s *server) logRequest(w *statusWriter, r *http.Request, took time.Duration) {
	attrs := []any{"method", r.Method, "route", r.Pattern, "status", w.status}
	if w.status >= http.StatusBadRequest && w.status != http.StatusNotFound {
		s.logOf(r).Info("refused", append(attrs, "why", w.why, "from", callerOf(r).address)...)
		return
	}
	s.logOf(r).Debug("answered", append(attrs, "took", took)...)
}

// noteWhy notes for the log why a request is refused.
func noteWhy(w http.ResponseWriter, why string) {
	if seen, ok := w.(*statusWriter); ok {
		seen.why = why
	}
}

// reason describes an error for the log, without anything that a visitor
// wrote.
func reason(err error) string {
	if why := knownReason(err); why != "" {
		return why
	}
	return "page.error.internal"
}

// knownReason is the reason for an error that a visitor is told of, "" for others.
func knownReason(err error) string {
	if why := game.Reason(err); why != "" {
		return why
	}
	for _, f := range failures {
		if errors.Is(err, f.err) {
			return f.key
		}
	}
	return ""
}
