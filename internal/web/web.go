// Package web serves the game over HTTP: pages rendered on the server that work
// without scripts, and small scripts that keep an open page up to date. It puts the rooms
// of pages together.
//
// A page is a model of package page and a template (templates/); each handler
// has its own file in its room.
//
// All texts come from the language catalogue (keys page.*). Hidden information
// cannot leak, because everything shown comes from package view.
package web

import (
	"cmp"
	"embed"
	"fmt"
	"io/fs"
	"net/http"

	"ruhr/internal/chat"
	"ruhr/internal/live"
	"ruhr/internal/web/kernel"
	"ruhr/internal/web/library"
	"ruhr/internal/web/tables"
)

//go:embed static
var static embed.FS

// Config configures New. Live is required, and Chat unless nobody signs in.
type Config struct {
	kernel.Config
	Live  live.Live
	Chat  *chat.Service
	Cache int // bytes of pages kept in memory; 0 is tables.Cache
	// Alone keeps the games of a program that one person has to themselves, without
	// accounts, lobby, invitations, chat, notices and the operations for programs.
	Alone Alone
}

// Room adds what a room serves to a site.
type Room func(*kernel.Kernel) kernel.Handlers

// New returns the handler of all pages, with further rooms. Errors name what is wrong
// with the configuration or the embedded files.
func New(c Config, more ...Room) (http.Handler, error) {
	k, rooms, err := assemble(c, more...)
	if err != nil {
		return nil, err
	}
	return k.Handler(rooms...), nil
}

// assemble makes all that a site serves but the files that every page needs.
func assemble(c Config, more ...Room) (*kernel.Kernel, []kernel.Handlers, error) {
	if c.Live == nil || (c.Alone == nil) != (c.People != nil && c.Chat != nil) {
		return nil, nil, fmt.Errorf("web: Live must be given, and either Alone or People and Chat")
	}
	var err error
	if c.Static, err = fs.Sub(static, "static"); err != nil {
		return nil, nil, err
	}
	k, err := kernel.New(c.Config)
	if err != nil {
		return nil, nil, err
	}
	bytes := cmp.Or(c.Cache, tables.Cache)
	pages := library.New(k, bytes/16*tables.ShareOfLibrary)
	rooms := append(pages.Routes(), tables.New(k, pages, c.Live, c.Chat, bytes).Routes()...)
	for _, room := range more {
		rooms = append(rooms, room(k))
	}
	if c.Alone != nil {
		rooms = alone{k, c.Alone}.only(rooms)
	}
	return k, rooms, nil
}
