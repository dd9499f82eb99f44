package web

import (
	"net/http"

	"ruhr/internal/game"
)

// actor is the visitor at a table: the seats that their browser holds there.
// Where these cannot be read, nobody may be taken for somebody without a seat:
// the error is to be answered.
func (s *server) actor(r *http.Request, id string) (game.Actor, error) {
	who, err := s.service.ActorOf(r.Context(), browser(r), id)
	who.From = callerOf(r).address
	return who, err
}

// position is a table as the visitor sees it.
func (s *server) position(r *http.Request, id string) (*game.Snapshot, error) {
	who, err := s.actor(r, id)
	if err != nil {
		return nil, err
	}
	return s.service.Position(r.Context(), id, who)
}
