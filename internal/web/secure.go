package web

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strings"
	"sync"
	"time"
)

// contentPolicy lets a page load its own scripts, styles and pictures and
// nothing else, from nowhere else.
const contentPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
	"connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// Limits on what a request may bring.
const (
	maxForm   = 64 << 10 // bytes in the body of a form
	maxUpload = 4<<20 + 64<<10
	slowBody  = 30 * time.Second
)

// guard wraps all routes: security headers, the same-origin check, bounded
// bodies, and a last resort for a handler that panics.
func (s *server) guard(next http.Handler) http.Handler {
	cross := http.NewCrossOriginProtection()
	cross.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.fail(w, r, http.StatusForbidden, "page.error.origin")
	}))
	inner := cross.Handler(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", contentPolicy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=()")
		limit := int64(maxForm)
		if r.URL.Path == "/open" {
			limit = maxUpload
		}
		if r.ContentLength > limit {
			s.fail(w, r, http.StatusRequestEntityTooLarge, "page.error.large")
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, limit)
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			// A body that trickles in must not hold a connection for ever.
			http.NewResponseController(w).SetReadDeadline(time.Now().Add(slowBody))
		}
		start := time.Now()
		seen := &statusWriter{ResponseWriter: w}
		defer func() {
			if p := recover(); p != nil {
				if p == http.ErrAbortHandler {
					panic(p)
				}
				s.log.Error("handler failed", "route", r.Pattern, "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
				if seen.status == 0 {
					s.fail(seen, r, http.StatusInternalServerError, "page.error.internal")
				}
			}
			// The pattern, never the path: paths hold the secrets of links.
			s.log.LogAttrs(r.Context(), slog.LevelDebug, "request", slog.String("method", r.Method),
				slog.String("route", r.Pattern), slog.Int("status", seen.status), slog.Duration("took", time.Since(start)))
		}()
		inner.ServeHTTP(seen, r)
	})
}

// statusWriter remembers the status that was sent.
type statusWriter struct {
	http.ResponseWriter
	status int
}

func (w *statusWriter) WriteHeader(status int) {
	if w.status == 0 {
		w.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *statusWriter) Write(p []byte) (int, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	return w.ResponseWriter.Write(p)
}

// Unwrap lets http.ResponseController reach the connection.
func (w *statusWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

var zippers = sync.Pool{New: func() any {
	z, _ := gzip.NewWriterLevel(io.Discard, 6) // a constant level in range cannot fail
	return z
}}

// takesGzip says whether the browser reads gzip.
func takesGzip(r *http.Request) bool {
	for part := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		name, q, _ := strings.Cut(strings.TrimSpace(part), ";")
		if name == "gzip" && strings.TrimSpace(q) != "q=0" {
			return true
		}
	}
	return false
}

// send writes a whole dynamic answer, compressed where the browser reads it.
func send(w http.ResponseWriter, r *http.Request, status int, contentType string, body []byte) {
	h := w.Header()
	h.Set("Content-Type", contentType)
	if h.Get("Cache-Control") == "" {
		h.Set("Cache-Control", "no-store")
	}
	h.Add("Vary", "Accept-Encoding, Cookie")
	if len(body) < 600 || !takesGzip(r) {
		w.WriteHeader(status)
		w.Write(body)
		return
	}
	h.Set("Content-Encoding", "gzip")
	var out bytes.Buffer // first, so that a slow reader does not hold a compressor
	z := zippers.Get().(*gzip.Writer)
	z.Reset(&out)
	z.Write(body)
	z.Close()
	zippers.Put(z)
	w.WriteHeader(status)
	w.Write(out.Bytes())
}
