package web

import (
	"net/http"
	"slices"

	"ruhr/internal/store"
	"ruhr/internal/table"
)

// actor is who asks, at a table: the seats that their browser holds there, none
// where the store fails.
func (s *server) actor(r *http.Request, id string) table.Actor {
	seats, err := s.seatsOf(r, id)
	if err != nil {
		s.fault(r, "seats of a browser", err)
	}
	return table.Actor{Seats: seats}
}

func (s *server) seatsOf(r *http.Request, id string) ([]int, error) {
	secret := browser(r)
	if secret == "" {
		return nil, nil
	}
	seats, err := s.store.Seats(r.Context(), store.HashOf(secret), id)
	return slices.DeleteFunc(seats, func(n int) bool { return n < 0 }), err
}
