package api

import (
	"context"
	"fmt"
	"time"

	"ruhr/internal/game"
	"ruhr/internal/people"
	"ruhr/internal/people/settings"
)

// aboutMe adds the operations on the account itself.
func (a *api) aboutMe() {
	get(a, "/me", "getMe", "The account", func(ctx context.Context, _ *struct{}) (*Me, error) {
		c := clientOf(ctx)
		return &Me{c.ID, c.Name, c.Program, c.Bearer.Play, time.UnixMilli(c.Created).UTC()}, nil
	})
	post(a, "/me/program", "setProgram", "Say whether a program holds the account; everybody sees it", a.setProgram)
	get(a, "/me/quiet", "getQuiet", "The account's quiet hours, in which its clocks stand still at tables by correspondence and no notices are sent", func(ctx context.Context, _ *struct{}) (*QuietHours, error) {
		return quietOf(settings.Read(clientOf(ctx).Settings).Hours()), nil
	})
	post(a, "/me/quiet", "setQuiet", "Change the quiet hours, at all tables", a.setQuiet)
}

// Me is an account.
type Me struct {
	ID      string    `json:"id"`
	Name    string    `json:"name"`
	Program bool      `json:"program" doc:"A program holds the account."`
	Play    bool      `json:"play" doc:"The token may play."`
	Since   time.Time `json:"since"`
}

func (a *api) setProgram(ctx context.Context, in *struct {
	Body struct {
		Program bool `json:"program"`
	}
}) (*Me, error) {
	c := clientOf(ctx)
	if err := a.People.SetProgram(ctx, &people.Person{Account: c.Account}, in.Body.Program); err != nil {
		return nil, err
	}
	return &Me{c.ID, c.Name, in.Body.Program, c.Bearer.Play, time.UnixMilli(c.Created).UTC()}, nil
}

// QuietHours are daily quiet hours; from and to are the same for none.
type QuietHours struct {
	From string `json:"from" pattern:"^([01][0-9]|2[0-3]):[0-5][0-9]$" example:"22:00" doc:"Hours and minutes."`
	To   string `json:"to" pattern:"^([01][0-9]|2[0-3]):[0-5][0-9]$" example:"07:00" doc:"At most 12 hours later; before from, it is on the next day."`
	Zone string `json:"zone" maxLength:"64" example:"Europe/Berlin" doc:"A name of the time zone database; may be empty for no quiet hours."`
}

func quietOf(h game.Hours) *QuietHours {
	clock := func(minutes int) string { return fmt.Sprintf("%02d:%02d", minutes/60, minutes%60) }
	return &QuietHours{clock(h.From), clock(h.To), h.Zone}
}

func (a *api) setQuiet(ctx context.Context, in *struct{ Body QuietHours }) (*QuietHours, error) {
	c := clientOf(ctx)
	h, err := settings.Quiet(in.Body).Hours()
	if err != nil {
		return nil, err
	}
	err = a.People.ChangeSettings(ctx, &people.Person{Account: c.Account}, func(set string) (string, error) { return settings.Read(set).WithHours(h).Encode(), nil })
	if err != nil {
		return nil, err
	}
	return quietOf(h), a.Service.SetHours(ctx, c.Holder(), "", h)
}
