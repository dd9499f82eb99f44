//go:build !js

package web

import (
	"net/http"
	"sync"

	"ruhr/internal/api"
	"ruhr/internal/fair"
)

// serveAPI adds the operations for programs. They are put together for the first
// request of a program: no page needs them.
func (s *server) serveAPI(mux *http.ServeMux) {
	operations := sync.OnceValue(func() http.Handler {
		mux := http.NewServeMux()
		api.Register(mux, api.Config{
			Service: s.service, People: s.people, Live: s.live, Chat: s.chat, Notices: s.notices, Board: s.board.Board, Levels: s.levels, Version: s.version, Log: s.log,
			Limits: struct {
				*fair.Limits
				*fair.Queue
				*fair.Uploads
			}{s.limits, s.work, s.uploads}, Refusal: apiRefusal{},
			Caller: func(r *http.Request) api.Caller {
				v := callerOf(r)
				return api.Caller{Address: v.address, Public: v.public}
			},
		})
		return mux
	})
	mux.HandleFunc(api.Base+"/", func(w http.ResponseWriter, r *http.Request) { operations().ServeHTTP(w, r) })
}

// apiRefusal notes refusals to programs like those to pages.
type apiRefusal struct{}

func (apiRefusal) Reason(err error) string { return knownReason(err) }

func (apiRefusal) Note(w http.ResponseWriter, why string) { noteWhy(w, why) }
