package kernel

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"mime"
	"net/http"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/klauspost/compress/gzip"
)

// contentPolicy allows scripts, styles and images from this site only, plus
// inline images.
const contentPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
	"connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// OfflinePolicy also allows to run WebAssembly, which is to come from this site.
var OfflinePolicy = strings.Replace(contentPolicy, "script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'", 1)

// Limits on request bodies.
const (
	maxForm  = 64 << 10 // bytes in the body of a form
	slowBody = 30 * time.Second
)

// guard wraps all routes with identification, security headers, host and origin
// checks, body limits, logging, and recovery from panics.
func (s *Kernel) guard(next http.Handler) http.Handler {
	cross := http.NewCrossOriginProtection()
	cross.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.Fail(w, r, http.StatusForbidden, "page.error.origin")
	}))
	if p := s.Access.Public; p != nil {
		// Behind a proxy the Host header may differ from the public name. The
		// origin was validated when the address was parsed.
		_ = cross.AddTrustedOrigin(p.Scheme + "://" + HostOf(p.Scheme, p.Host))
	}
	inner := cross.Handler(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r = s.Access.identify(r)
		seen := &statusWriter{ResponseWriter: w}
		start := time.Now()
		defer func() { s.finish(seen, r, start, recover()) }()
		secureHeaders(w.Header(), CallerOf(r))
		switch {
		case !s.Access.AnswersTo(r.Host) && !strings.HasPrefix(r.URL.Path, "/s/"):
			s.Fail(seen, r, http.StatusMisdirectedRequest, "page.error.host")
		case !s.limitBody(seen, r):
			s.Fail(seen, r, http.StatusRequestEntityTooLarge, "page.error.large")
		default:
			if !strings.HasPrefix(r.URL.Path, "/s/") {
				r = s.ownCookies(seen, r)
			}
			known, err := s.WithPerson(r)
			if err != nil {
				s.Refuse(seen, r, err)
				return
			}
			r = known // the route is noted in it
			inner.ServeHTTP(seen, r)
		}
	})
}

func secureHeaders(h http.Header, v caller) {
	h.Set("Content-Security-Policy", contentPolicy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "same-origin")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=()")
	h.Set("X-Request-Id", v.request)
	if v.HTTPS {
		h.Set("Strict-Transport-Security", "max-age=31536000")
	}
}

// limitBody limits the size of a request's body and the time to read it. It
// returns false if Content-Length is too large.
func (s *Kernel) limitBody(w http.ResponseWriter, r *http.Request) bool {
	limit := cmp.Or(s.bodies[r.URL.Path], maxForm)
	if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind == "application/x-www-form-urlencoded" {
		limit = maxForm // read whole before there is a place for an upload
	}
	if r.ContentLength > limit {
		return false
	}
	r.Body = http.MaxBytesReader(w, r.Body, limit)
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		// A slow body must not hold a connection forever.
		http.NewResponseController(w).SetReadDeadline(time.Now().Add(slowBody))
	}
	return true
}

// finish answers after a panic and logs the request.
func (s *Kernel) finish(w *statusWriter, r *http.Request, start time.Time, panicked any) {
	if panicked != nil {
		if panicked == http.ErrAbortHandler {
			panic(panicked)
		}
		s.LogOf(r).Error("handler failed", "route", r.Pattern, "panic", fmt.Sprint(panicked), "stack", string(debug.Stack()))
		if w.status == 0 {
			s.Fail(w, r, http.StatusInternalServerError, "page.error.internal")
		}
	}
	took := time.Since(start)
	s.Meter.Request(r.Pattern, w.status, took, w.why)
	s.logRequest(w, r, took)
}

// statusWriter records the status sent and the reason for a refusal.
type statusWriter struct {
	http.ResponseWriter
	status int
	why    string
	copied *bytes.Buffer // gets what is written, too; nil for nothing
	begins func()        // called when the answer begins; nil for nothing
}

func (w *statusWriter) WriteHeader(status int) {
	w.begin(status)
	w.ResponseWriter.WriteHeader(status)
}

func (w *statusWriter) Write(p []byte) (int, error) {
	w.begin(http.StatusOK)
	if w.copied != nil {
		w.copied.Write(p)
	}
	return w.ResponseWriter.Write(p)
}

func (w *statusWriter) begin(status int) {
	if w.status != 0 {
		return
	}
	w.status = status
	if w.begins != nil {
		w.begins()
	}
}

// Unwrap lets http.ResponseController reach the connection.
func (w *statusWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// ZipLevel is the compression of what is made for one answer or event, which
// takes more time than all the rest of it.
const ZipLevel = 5

var zippers = sync.Pool{New: func() any {
	z, _ := gzip.NewWriterLevel(io.Discard, ZipLevel) // in range, so it cannot fail
	return z
}}

// TakesGzip reports whether the browser accepts gzip.
func TakesGzip(r *http.Request) bool {
	for part := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		if name, params, err := mime.ParseMediaType(part); err == nil && name == "gzip" {
			weight, err := strconv.ParseFloat(cmp.Or(params["q"], "1"), 64)
			return err == nil && weight > 0
		}
	}
	return false
}

// Send writes a complete response, compressed if the browser accepts it.
func Send(w http.ResponseWriter, r *http.Request, status int, contentType string, body []byte) {
	h := w.Header()
	h.Set("Content-Type", contentType)
	if h.Get("Cache-Control") == "" {
		h.Set("Cache-Control", "no-store")
	}
	h.Add("Vary", "Accept-Encoding, Cookie")
	if len(body) < 600 || !TakesGzip(r) {
		w.WriteHeader(status)
		w.Write(body)
		return
	}
	h.Set("Content-Encoding", "gzip")
	out := NewBuffer() // so that a slow reader does not hold a compressor
	defer Buffers.Put(out)
	z := zippers.Get().(*gzip.Writer)
	z.Reset(out)
	z.Write(body)
	z.Close()
	zippers.Put(z)
	w.WriteHeader(status)
	w.Write(out.Bytes())
}
