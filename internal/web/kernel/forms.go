package kernel

import (
	"errors"
	"net/http"
)

// Parse reads a form. If that fails, it has responded.
func (s *Kernel) Parse(w http.ResponseWriter, r *http.Request) bool {
	if err := r.ParseForm(); err != nil {
		s.FailBody(w, r, err)
		return false
	}
	return true
}

// FailBody answers an error in reading a request's body.
func (s *Kernel) FailBody(w http.ResponseWriter, r *http.Request, err error) {
	var late interface{ Timeout() bool }
	switch {
	case errors.As(err, new(*http.MaxBytesError)):
		s.Fail(w, r, http.StatusRequestEntityTooLarge, "page.error.large")
	case errors.As(err, &late) && late.Timeout():
		s.Fail(w, r, http.StatusRequestTimeout, "page.error.slow")
	default:
		s.Fail(w, r, http.StatusBadRequest, "page.error.form")
	}
}
