//go:build !js

package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"

	"ruhr/internal/api"
	"ruhr/internal/game"
)

// serveAPI adds the operations for programs. They are put together for the first
// request of a program: no page needs them.
func (s *server) serveAPI(mux *http.ServeMux) {
	operations := sync.OnceValue(func() http.Handler {
		mux := http.NewServeMux()
		api.Register(mux, api.Config{
			Service: s.service, People: s.people, Live: s.live, Chat: s.chat, Notices: s.notices, Quiet: quietHours{}, Board: s.board.Board, Levels: s.levels, Version: s.version, Log: s.log,
			Limits: apiLimits{s}, Refusal: apiRefusal{},
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

// apiLimits are the limits of the pages for programs, which count together.
type apiLimits struct{ *server }

func (l apiLimits) MayMake(address string) bool { return l.limits.mayMake(address) }

func (l apiLimits) MayCommit(address string) bool { return l.limits.mayCommit(address) }

func (l apiLimits) MayChange(id string, who game.Actor) bool { return l.limits.mayChange(id, who) }

func (l apiLimits) MayUndo(id string, who game.Actor) bool { return l.limits.mayUndo(id, who) }

func (l apiLimits) MaySay(address, holder string) bool { return l.limits.maySay(address, holder) }

func (l apiLimits) MayNotify(address, account string) bool {
	return l.limits.mayNotify(address, account)
}

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

func (l apiLimits) Enter(ctx context.Context, address, what string) (leave func(), err error) {
	if what == "" {
		return l.work.enter(ctx, address, 0, 0)
	}
	leave, err = l.work.enter(ctx, address, identify(what), l.work.wait)
	if errors.Is(err, errBusy) {
		return nil, api.ErrBusy
	}
	return leave, err
}

func (l apiLimits) MayBring(address string) bool { return l.limits.mayBring(address) }

func (l apiLimits) Receive(w http.ResponseWriter, r *http.Request) (leave func(), err error) {
	leave, err = l.receive(w, r, l.limits.mayBring)
	switch {
	case errors.Is(err, errManyUploads):
		return nil, api.ErrTooMany
	case errors.Is(err, errBusyUploads):
		return nil, api.ErrBusy
	}
	return leave, err
}
