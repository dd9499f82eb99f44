//go:build !js

package web

import (
	"fmt"
	"net/http"
	"sync"

	"ruhr/internal/api"
	"ruhr/internal/fair"
	"ruhr/internal/game"
)

// serveAPI adds the operations for programs. They are put together for the first
// request of a program: no page needs them.
func (s *server) serveAPI(mux *http.ServeMux) {
	operations := sync.OnceValue(func() http.Handler {
		mux := http.NewServeMux()
		api.Register(mux, api.Config{
			Service: s.service, People: s.people, Live: s.live, Chat: s.chat, Notices: s.notices, Quiet: quietHours{}, Board: s.board.Board, Levels: s.levels, Version: s.version, Log: s.log,
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

// quietHours are the quiet hours in the settings of an account.
type quietHours struct{}

func (quietHours) Hours(encoded string) game.Hours { return Preferences(encoded).Quiet }

func (quietHours) With(encoded string, h game.Hours) string {
	set := readEncoded(encoded)
	clock := func(minutes int) string { return fmt.Sprintf("%02d:%02d", minutes/60, minutes%60) }
	if set.Quiet = (quiet{}); !h.None() {
		set.Quiet = quiet{clock(h.From), clock(h.To), h.Zone}
	}
	return set.encode()
}
