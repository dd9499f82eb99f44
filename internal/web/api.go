package web

import (
	"net/http"
	"sync"

	"ruhr/internal/api"
)

// serveAPI adds the operations for programs. They are put together for the first
// request of a program: no page needs them.
func (s *server) serveAPI(mux *http.ServeMux) {
	operations := sync.OnceValue(func() http.Handler {
		mux := http.NewServeMux()
		api.Register(mux, api.Config{
			Service: s.service, People: s.people, Live: s.live, Board: s.board.Board, Levels: s.levels, Version: s.version, Log: s.log,
			Limits: apiLimits{s},
			Caller: func(r *http.Request) api.Caller {
				v := callerOf(r)
				return api.Caller{Address: v.address, Public: v.public}
			},
		})
		return mux
	})
	mux.HandleFunc(api.Base+"/", func(w http.ResponseWriter, r *http.Request) { operations().ServeHTTP(w, r) })
}

// apiLimits are the limits of the pages for programs, which count together.
type apiLimits struct{ *server }

func (l apiLimits) MayMake(address string) bool { return l.limits.mayMake(address) }

func (l apiLimits) MayChange(table string) bool {
	return l.limits.may(maker{table, changes}, changeEvery, changeAtOnce)
}

func (l apiLimits) MayUndo(table string) bool {
	return l.limits.may(maker{table, undoes}, undoEvery, undoAtOnce)
}

func (l apiLimits) Open(holder, address string) (leave func(), ok bool) {
	closed, ok := l.limits.open(guest{holder, address})
	if !ok {
		return nil, false
	}
	l.meter.Stream(1)
	return func() {
		closed()
		l.meter.Stream(-1)
	}, true
}
