package page

import (
	"cmp"
	"errors"
	"html/template"
	"slices"

	"ruhr/internal/visible"
	"ruhr/record"
	"ruhr/view"
)

// maxShownName is the longest name of a record that is shown, in characters.
const maxShownName = 40

// Opened is the game of a record that somebody has opened, with the addresses of
// its positions and of its score sheet. Anyone can write a record, so its names
// are shortened, and lose what is invisible or changes the direction of text.
func Opened(h *view.History, link, score string) *Game {
	gm := &Game{History: h, Link: link, Score: score}
	for k, player := range h.Players {
		name := []rune(visible.Line(player.Name))
		gm.Names, gm.Signs = append(gm.Names, string(name[:min(len(name), maxShownName)])), append(gm.Signs, k)
	}
	return gm
}

// In is the game for a reader: seats without a name have their number, and equal names are
// told apart.
func (gm *Game) In(l *Localizer) *Game {
	own := *gm
	own.Names = slices.Clone(gm.Names)
	for k, name := range own.Names {
		own.Names[k] = cmp.Or(name, l.Printer.Seat(k))
	}
	own.Names = visible.Apart(own.Names)
	return &own
}

// BadLink says why no game came out of a link.
func (t *Localizer) BadLink(err error) template.HTML {
	switch {
	case errors.Is(err, record.ErrNoLink):
		return t.T("fair.link.none")
	case errors.Is(err, record.ErrLinkBoard):
		return t.T("fair.link.board")
	case errors.Is(err, record.ErrNewer):
		return t.T("fair.link.newer")
	}
	return t.T("fair.link.bad")
}
