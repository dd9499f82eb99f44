package kernel

import (
	"net/http"

	"ruhr/internal/fair"
)

// busyAgain is the Retry-After of a request that has waited too long, in seconds.
const busyAgain = "2"

// Queued has a request worked on in its turn, once its form is read.
func (s *Kernel) Queued(next http.HandlerFunc) http.HandlerFunc { return s.InTurn(s.Work, next) }

// InTurn has a request worked on in its turn in a queue. It keeps no place while its
// body is read and its answer sent, which depends on the visitor.
// Inlined, its closure would be there once for each of some sixty routes.
//
//go:noinline
func (s *Kernel) InTurn(q *fair.Queue, next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost && !s.Parse(w, r) {
			return
		}
		leave, err := q.Enter(r.Context(), CallerOf(r).Address, r.Method, r.URL.Path, r.PostForm.Get("key"), Browser(r))
		if err != nil {
			w.Header().Set("Retry-After", busyAgain)
			s.Refuse(w, r, err)
			return
		}
		defer leave()
		if seen, ok := w.(*statusWriter); ok {
			seen.begins = leave
		}
		next(w, r)
	}
}

// LimitCreates limits how many tables, links and seats a visitor creates.
func (s *Kernel) LimitCreates(next http.HandlerFunc) http.HandlerFunc {
	return s.limited(fair.Make, next)
}

// LimitUploads limits how many record files a visitor opens.
func (s *Kernel) LimitUploads(next http.HandlerFunc) http.HandlerFunc {
	return s.limited(fair.OpenFile, next)
}

// LimitLearning limits how many actions a visitor has compared with the best.
func (s *Kernel) LimitLearning(next http.HandlerFunc) http.HandlerFunc {
	return s.limited(fair.Learn, next)
}

//go:noinline
func (s *Kernel) limited(do fair.Doing, next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if !s.Limits.May(do, CallerOf(r).Address, "") {
			s.TooMany(w, r, "page.error.many")
			return
		}
		next(w, r)
	}
}

// TooMany answers 429.
func (s *Kernel) TooMany(w http.ResponseWriter, r *http.Request, key string) {
	s.Fail(w, r, http.StatusTooManyRequests, key)
}
