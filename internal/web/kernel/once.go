package kernel

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"ruhr/internal/game"
)

// A form that makes something has a key (page.Localizer.Once). When it is sent again
// with the same fields, because a button was pressed twice or an answer was lost, it is
// answered like the first time.
const (
	onceTime  = 10 * time.Minute // for which answers are kept
	onceBytes = 4 << 20          // of all answers together
	onceSize  = 1 << 10          // about what one takes besides its body
)

// sent is a form that was sent, and its answer once done is closed.
type sent struct {
	done   chan struct{}
	at     time.Time
	by     map[string]string // the secrets of the browser
	then   map[string]string // and with those that the answer set
	status int
	header http.Header
	body   []byte
}

// onceKey is what two forms have in common of which the second is a repetition, ""
// for a form that has no key. Commands at tables have one of their own kind, with the log number.
func onceKey(r *http.Request) string {
	if r.PostForm.Get("key") == "" || len(r.PostForm.Get("key")) > game.MaxKey || r.PostForm.Has("at") {
		return ""
	}
	fields := maps.Clone(r.PostForm)
	delete(fields, "commitment") // the script asks for one at each press
	delete(fields, "contribution")
	sum := sha256.Sum256([]byte(r.URL.Path + "?" + url.Values(fields).Encode()))
	return string(sum[:])
}

// secretsOf are the secrets that a browser is known by.
func secretsOf(r *http.Request) map[string]string {
	return map[string]string{BrowserCookie: Cookie(r, BrowserCookie), SessionCookie: Cookie(r, SessionCookie)}
}

// once lets a form with a key happen once.
func (s *Kernel) once(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if !s.Parse(w, r) {
			return
		}
		r, err := s.WithPerson(r) // the session may have ended while the form came
		if err != nil {
			s.Refuse(w, r, err)
			return
		}
		if _, made, _ := strings.Cut(r.PostForm.Get("key"), "."); made != "" && PersonOf(r) != nil && made != AccountOf(r) {
			s.Refuse(w, r, errOtherAccount)
			return
		}
		key := onceKey(r)
		seen, ok := w.(*statusWriter)
		if key == "" || !ok {
			next(w, r)
			return
		}
		mine := &sent{done: make(chan struct{}), at: time.Now(), by: secretsOf(r)}
		first, found := s.sent.GetOr(key, mine, onceSize)
		if found && time.Since(first.at) < onceTime {
			select {
			case <-first.done:
			case <-r.Context().Done():
				return
			}
			if first.answers(secretsOf(r)) {
				first.write(seen)
				return
			}
		}
		if first != mine {
			s.sent.Put(key, mine, onceSize, nil)
		}
		// What was begun is finished, even if the browser has gone on to its repetition.
		r = r.WithContext(context.WithoutCancel(r.Context()))
		seen.copied = new(bytes.Buffer)
		defer s.keepAnswer(key, mine, seen)
		next(w, r)
	}
}

// keepAnswer keeps the answer to a form for its repetitions. After a refusal the form
// may be sent again as it is.
func (s *Kernel) keepAnswer(key string, f *sent, w *statusWriter) {
	f.status, f.header, f.body = w.status, w.Header().Clone(), w.copied.Bytes()
	f.then = maps.Clone(f.by)
	for _, line := range f.header.Values("Set-Cookie") {
		if c, err := http.ParseSetCookie(line); err == nil {
			if name := s.plainName(c.Name); f.by[name] != "" || name == BrowserCookie || name == SessionCookie {
				f.then[name] = c.Value
			}
		}
	}
	w.copied = nil
	close(f.done)
	if f.status == 0 || f.status >= http.StatusBadRequest {
		s.sent.Remove(key)
		return
	}
	s.sent.Resize(key, onceSize+len(f.body))
}

// answers reports whether the answer is for a browser with these secrets.
func (f *sent) answers(secrets map[string]string) bool {
	return f.status != 0 && f.status < http.StatusInternalServerError && (maps.Equal(secrets, f.by) || maps.Equal(secrets, f.then))
}

// write gives the answer again.
func (f *sent) write(w *statusWriter) {
	h := w.Header()
	for name, values := range f.header {
		if name != "X-Request-Id" {
			h[name] = slices.Clone(values)
		}
	}
	w.WriteHeader(f.status)
	_, _ = w.Write(f.body)
}

// TableID derives the ID of a table that a form makes, so that even a program that
// has restarted makes no second one; "" for a form without a key.
func TableID(r *http.Request, holder string) string {
	key := onceKey(r)
	if key == "" {
		return ""
	}
	mac := hmac.New(sha256.New, []byte(holder))
	mac.Write([]byte("table " + key))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil)[:16])
}
