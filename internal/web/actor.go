package web

import (
	"net/http"

	"ruhr/internal/table"
)

// actor is the visitor at a table: the seats that their browser holds there,
// none if they cannot be read.
func (s *server) actor(r *http.Request, id string) table.Actor {
	who, err := s.service.ActorOf(r.Context(), browser(r), id)
	if err != nil {
		s.fault(r, "seats of a browser", err)
	}
	who.From = callerOf(r).address
	return who
}

func (s *server) seatsOf(r *http.Request, id string) ([]int, error) {
	who, err := s.service.ActorOf(r.Context(), browser(r), id)
	return who.Seats, err
}
