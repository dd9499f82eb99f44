package accounts

import (
	"net/http"
	"sync"

	"ruhr/internal/api"
	"ruhr/internal/fair"
	"ruhr/internal/web/kernel"
)

// programs are the operations for programs, which share the limits of the pages. They are
// put together for the first request of one: no page needs them.
func (s *Accounts) programs() http.HandlerFunc {
	s.Large(api.Base+"/tables", api.MaxBody)
	s.RefuseProgram = api.Refuse
	operations := sync.OnceValue(func() http.Handler {
		mux := http.NewServeMux()
		api.Register(mux, api.Config{
			Service: s.Service, People: s.people, Live: s.live, Chat: s.chat, Notices: s.notices, Tournaments: s.director, Circles: s.circles, Board: s.Board.Board, Levels: s.Levels, Version: s.Version, Log: s.Log,
			Limits: struct {
				*fair.Limits
				*fair.Queue
				*fair.Uploads
			}{s.Limits, s.Work, s.Uploads},
			Reason: s.KnownReason, Note: kernel.NoteWhy,
			Caller: func(r *http.Request) api.Caller {
				v := kernel.CallerOf(r)
				return api.Caller{Address: v.Address, Public: v.Public}
			},
		})
		return mux
	})
	return func(w http.ResponseWriter, r *http.Request) { operations().ServeHTTP(w, r) }
}
