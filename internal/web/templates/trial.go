package templates

import (
	"html/template"

	"ruhr/internal/page"
)

// Trial is a position at which actions are tried, with what its templates render.
type Trial struct {
	*page.Trial
	Render Render
}

// SeatRegion renders a region of a seat.
func (p *Trial) SeatRegion(name string, seat page.Seat) (template.HTML, error) {
	html, err := p.Render(name, seatRegion{pieces{p.Localizer, p.Render}, seat, ""})
	return template.HTML(html), err
}
