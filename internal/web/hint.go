package web

import (
	"context"
	"errors"
	"net/http"
	"time"
)

// hintWait is how long a request for advice may wait in the queue.
const hintWait = 10 * time.Second

// hint asks for advice on the visitor's decision.
func (s *server) hint(w http.ResponseWriter, r *http.Request) {
	c, ok := s.commandOf(w, r)
	if !ok {
		return
	}
	if !s.mayChange(w, r, c) {
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), hintWait)
	defer cancel()
	snap, err := s.service.Hint(ctx, c.id, c.who, c.at, c.key)
	if errors.Is(err, context.Canceled) {
		return // the reader has gone
	}
	if err == nil && snap.N == c.at {
		r.Header.Del("X-Stream") // nothing new is in the log, so no stream brings it
	}
	s.answer(w, r, c, snap, err)
}
