package web

import (
	"errors"
	"net/http"

	"ruhr/internal/game"
)

// healthy answers 200 as long as the program runs.
func (s *server) healthy(w http.ResponseWriter, r *http.Request) {
	send(w, r, http.StatusOK, "text/plain; charset=utf-8", []byte("ok\n"))
}

// ready answers 200 as long as visitors can be served: not while the program
// shuts down, nor without the store.
func (s *server) ready(w http.ResponseWriter, r *http.Request) {
	err := s.service.Ready(r.Context())
	if err == nil {
		send(w, r, http.StatusOK, "text/plain; charset=utf-8", []byte("ready\n"))
		return
	}
	why := "the tables cannot be used\n"
	if errors.Is(err, game.ErrClosed) {
		why = "ending\n"
	}
	noteWhy(w, reason(err))
	send(w, r, http.StatusServiceUnavailable, "text/plain; charset=utf-8", []byte(why))
}
