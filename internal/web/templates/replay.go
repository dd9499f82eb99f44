package templates

import (
	"bytes"
	"html/template"
	"reflect"
	"strconv"
	"strings"

	"ruhr/internal/page"
)

// Render renders a region with its data; [Set.Region] and whatever else is done with each.
type Render func(name string, data any) (string, error)

// Replay is a game at one of its positions, with what its templates render.
type Replay struct {
	*page.Replay
	PlayOn   string // where a new table is started from this position, "" for none
	Sends    string // the game in a link, where the server does not have it
	Lists    string // where the game is listed with the deal of Day, "" for nowhere
	Day      string
	Levels   []string // of computer players to play on against
	Proposed string   // the one of them that is proposed, "" for the first
	Render   Render
}

// SeatRegion renders a region of a seat.
func (p *Replay) SeatRegion(name string, seat page.Seat) (template.HTML, error) {
	html, err := p.Render(name, seatRegion{p.piece(), seat, ""})
	return template.HTML(html), err
}

// LogRegion renders the rounds of the log.
func (p *Replay) LogRegion() (template.HTML, error) {
	var out strings.Builder
	for i, round := range p.Rounds {
		html, err := p.Render("round", logRegion{p.piece(), round, i == 0})
		if err != nil {
			return "", err
		}
		out.WriteString(html)
	}
	return template.HTML(out.String()), nil
}

func (p *Replay) piece() pieces { return pieces{p.Localizer, p.Render} }

// pieces render the pieces of a region. They keep none, because another position is
// asked for each time.
type pieces struct {
	*page.Localizer
	render Render
}

// Part renders a piece of a region.
func (p pieces) Part(name, _ string, shows any) (template.HTML, error) {
	html, err := p.render(name, Pair{p, shows})
	return template.HTML(html), err
}

// Parts renders a piece of a region for each of a list.
func (p pieces) Parts(name string, list any) (template.HTML, error) {
	return Each(list, func(id string, shows any) (template.HTML, error) { return p.Part(name, id, shows) })
}

// Each joins what is made of each of a list, which has its index for an id. A template
// takes several times as long for it.
func Each(list any, part func(id string, shows any) (template.HTML, error)) (template.HTML, error) {
	all := reflect.ValueOf(list)
	texts := make([]string, all.Len())
	for i := range texts {
		html, err := part(strconv.Itoa(i), all.Index(i).Interface())
		if err != nil {
			return "", err
		}
		texts[i] = string(html)
	}
	return template.HTML(strings.Join(texts, "")), nil
}

// seatRegion is the data of a region of a seat.
type seatRegion struct {
	pieces
	V    page.Seat
	Body template.HTML // "" to render it
}

// P is what the seat is part of.
func (s seatRegion) P() pieces { return s.pieces }

// logRegion is the data of a round of the log.
type logRegion struct {
	pieces
	page.LogRound
	Open bool
}

// Text executes a template of a page as Execute does and returns what it writes.
func (s *Set) Text(page, name string, data any) (string, error) {
	var out bytes.Buffer
	err := s.Execute(&out, page, name, data)
	return out.String(), err
}

// RegionText executes a template as Region does and returns what it writes.
func (s *Set) RegionText(name string, data any) (string, error) {
	var out bytes.Buffer
	err := s.Region(&out, name, data)
	return out.String(), err
}
