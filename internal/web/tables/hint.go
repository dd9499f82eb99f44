package tables

import (
	"context"
	"errors"
	"net/http"
	"time"
)

// hintWait is how long a request for advice may wait in the queue.
const hintWait = 10 * time.Second

// hint asks for advice on the visitor's decision. It keeps no place in the queue while
// it waits for the advice.
func (s *Tables) hint(w http.ResponseWriter, r *http.Request) {
	var c command
	ok := false
	s.Queued(func(w http.ResponseWriter, r *http.Request) {
		c, ok = s.commandOf(w, r)
		ok = ok && s.mayChange(w, r, c)
	})(w, r)
	if !ok {
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), hintWait)
	defer cancel()
	snap, err := s.Service.Hint(ctx, c.id, c.who, c.at, c.key)
	if errors.Is(err, context.Canceled) {
		return // the reader has gone
	}
	s.Queued(func(w http.ResponseWriter, r *http.Request) { s.answer(w, r, c, snap, err) })(w, r)
}
