package tables

import (
	"errors"
	"net/http"

	"ruhr/internal/chat"
	"ruhr/internal/fair"
	"ruhr/internal/game"
	"ruhr/internal/web/kernel"
)

// inviteFailures are those of invitations by name.
var inviteFailures = []kernel.Failure{
	{Err: errGuestInvites, Status: http.StatusForbidden, Key: "people.invite.guest", Entitles: true},
	{Err: chat.ErrNotInvited, Status: http.StatusConflict, Key: "people.invite.not"},
}

// errGuestInvites: guests invite by links alone, since nobody could mute them.
var errGuestInvites = errors.New("a guest invites by name")

// invite keeps the first open seat of a new table for the person of a name, if there is
// one.
func (s *Tables) invite(r *http.Request, name string, seats []game.NewSeat) error {
	if name == "" || s.Alone() {
		return nil
	}
	me := kernel.PersonOf(r)
	if me == nil {
		return errGuestInvites
	}
	for k := range seats {
		if seats[k].Kind != game.Open {
			continue
		}
		a, err := s.People.Named(r.Context(), name)
		if err != nil {
			return err
		}
		if err := s.chat.CheckInvited(r.Context(), kernel.Browser(r), a); err != nil {
			return err
		}
		if !s.Limits.May(fair.Invite, "", me.ID) {
			return kernel.ErrInvites
		}
		seats[k].Name, seats[k].For = a.Name, a.Holder()
		return nil
	}
	return nil
}
