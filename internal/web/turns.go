package web

import (
	"net/http"

	"ruhr/internal/fair"
)

// busyAgain is the Retry-After of a request that has waited too long, in seconds.
const busyAgain = "2"

// queued has a request worked on in its turn.
func (s *server) queued(next http.HandlerFunc) http.HandlerFunc { return s.inTurn(s.work, next) }

// inTurn has a request worked on in its turn in a queue. It keeps no place while its
// body is read and its answer sent, which depends on the visitor.
func (s *server) inTurn(q *fair.Queue, next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			if err := r.ParseForm(); err != nil {
				s.failBody(w, r, err)
				return
			}
		}
		leave, err := q.Enter(r.Context(), callerOf(r).address, r.Method, r.URL.Path, r.PostForm.Get("key"), browser(r))
		if err != nil {
			w.Header().Set("Retry-After", busyAgain)
			s.refuse(w, r, err)
			return
		}
		defer leave()
		if seen, ok := w.(*statusWriter); ok {
			seen.begins = leave
		}
		next(w, r)
	}
}

// limitCreates limits how many tables, links and seats a visitor creates.
func (s *server) limitCreates(next http.HandlerFunc) http.HandlerFunc {
	return s.limited(s.limits.MayMake, next)
}

// limitUploads limits how many record files a visitor opens.
func (s *server) limitUploads(next http.HandlerFunc) http.HandlerFunc {
	return s.limited(s.limits.MayOpen, next)
}

func (s *server) limited(may func(from string) bool, next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if !may(callerOf(r).address) {
			s.tooMany(w, r, "page.error.many")
			return
		}
		next(w, r)
	}
}

// tooMany answers 429.
func (s *server) tooMany(w http.ResponseWriter, r *http.Request, key string) {
	s.fail(w, r, http.StatusTooManyRequests, key)
}
