package kernel

import (
	"errors"
	"net/http"

	"ruhr/internal/game"
)

// healthy answers 200 as long as the program runs.
func (s *Kernel) healthy(w http.ResponseWriter, r *http.Request) {
	Send(w, r, http.StatusOK, "text/plain; charset=utf-8", []byte("ok\n"))
}

// ready answers 200 as long as visitors can be served: not while the program
// shuts down, nor without the store.
func (s *Kernel) ready(w http.ResponseWriter, r *http.Request) {
	err := s.Service.Ready(r.Context())
	if err == nil {
		Send(w, r, http.StatusOK, "text/plain; charset=utf-8", []byte("ready\n"))
		return
	}
	why := "the tables cannot be used\n"
	if errors.Is(err, game.ErrClosed) {
		why = "ending\n"
	}
	NoteWhy(w, s.Reason(err))
	Send(w, r, http.StatusServiceUnavailable, "text/plain; charset=utf-8", []byte(why))
}
