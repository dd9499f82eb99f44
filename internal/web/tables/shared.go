package tables

import (
	"html/template"
	"reflect"
	"strings"
	"sync"

	"ruhr/internal/game"
	"ruhr/internal/page"
	"ruhr/internal/web/templates"
)

// sharedTable is the part of a table's page that all viewers share, at one log
// number, in one language and time zone, with the regions of its table.
type sharedTable struct {
	*page.Shared
	parts *parts // nil where it is kept: they are bounded by themselves
	*position
}

// position is what is made of a position when somebody asks for it.
type position struct {
	grown func(bytes int) // told when it takes more; nil for nobody

	mu     sync.Mutex
	passed map[int]*sharedTable
	band   string // if it is passed through; "" before it is rendered
}

func newShared(p *page.Shared) *sharedTable {
	return &sharedTable{Shared: p, position: &position{passed: map[int]*sharedTable{}}}
}

// with returns the same with regions.
func (p *sharedTable) with(kept *parts) *sharedTable {
	return &sharedTable{p.Shared, kept, p.position}
}

// sharedOf returns the shared part of a snapshot's page, from the cache if
// possible: it has the newest of each table.
func (s *Tables) sharedOf(snap *game.Snapshot, l *page.Localizer) *sharedTable {
	if snap.Frozen != nil {
		return newShared(page.NewShared(l, snap, snap.History)).with(newParts())
	}
	key := keyOf(snap.ID, l)
	kept, ok := s.shared.Get(key)
	if !ok || !kept.Is(snap) { // a store may have lost its newest entries
		kept = newShared(page.NewShared(l, snap, snap.History))
		kept.grown = func(bytes int) { s.shared.Resize(key, bytes) }
		s.shared.Put(key, kept, sharedSize, func(old *sharedTable) bool { return old.N > snap.N })
	}
	return kept.with(s.partsOf(key))
}

// at returns the shared part at an earlier position, after decision step.
func (p *sharedTable) at(step int) *sharedTable {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.passed[step] == nil {
		p.passed[step] = newShared(p.Passed(step))
		if p.grown != nil {
			p.grown(sharedSize + len(p.passed)*passedSize)
		}
	}
	return p.passed[step].with(p.parts)
}

// parts are the regions of a table in one language and zone as they were rendered last,
// for whatever viewer. Most stay the same from one decision to the next, and to
// compare what they show costs far less than to render it.
type parts struct {
	grown func(bytes int) // told when they take more or less; nil for nobody

	mu   sync.Mutex
	kept map[partKey]part
	size int // of all that is rendered, in bytes
	told int // the size when grown was told last
}

// changes adds to the size of the parts, and tells of it where it is worth it.
func (p *parts) changes(by int) {
	p.size += by
	const worth = 16 << 10
	if p.grown != nil && (p.size > p.told+worth || p.size < p.told-worth) {
		p.told = p.size
		p.grown(p.bytes())
	}
}

// bytes is about how many bytes the parts take with what they show.
func (p *parts) bytes() int { return partsSize + p.size*7/4 }

// partKey tells apart what is on a table's page at the same time.
type partKey struct {
	name        string
	seat        int    // for what belongs to a seat
	mine, shown bool   // and how the viewer sees the seat
	round       int    // for the log, whose newest round is shown
	id          string // of several of one kind
}

// part is a rendered region or a piece of one, and all that it shows besides the
// table's ID and texts of its language.
type part struct {
	shows any
	html  string
}

// maxParts bounds what is kept of a table: four seats with 17 progress markers
// each, 30 places on the river, and the lines of a round.
const maxParts = 400

func newParts() *parts { return &parts{kept: map[partKey]part{}} }

// partsKey identifies what is kept of a table.
type partsKey struct{ table, lang, zone string }

func keyOf(id string, l *page.Localizer) partsKey {
	return partsKey{id, l.Printer.Lang(), l.Printer.Zone().String()}
}

func (s *Tables) partsOf(key partsKey) *parts {
	fresh := newParts()
	fresh.grown = func(bytes int) { s.parts.Resize(key, bytes) }
	kept, _ := s.parts.GetOr(key, fresh, fresh.bytes())
	return kept
}

// render returns a region that depends on nothing but what it shows, its table
// and its language.
func (p *parts) render(key partKey, shows any, render func() (string, error)) (string, error) {
	if p == nil {
		return render()
	}
	p.mu.Lock()
	kept, ok := p.kept[key]
	p.mu.Unlock()
	if ok && reflect.DeepEqual(kept.shows, shows) {
		return kept.html, nil
	}
	html, err := render()
	if err != nil {
		return "", err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.kept) >= maxParts {
		clear(p.kept)
		p.changes(-p.size)
	}
	by := len(html) - len(p.kept[key].html)
	p.kept[key] = part{shows, html}
	p.changes(by)
	return html, nil
}

// renderer renders a shared template. Models of pages have it in place of the server: of
// what they can reach, the linker keeps every exported method.
type renderer func(name string, data any) (string, error)

// place is what the templates of shared regions know besides what they show.
type place struct {
	*page.Localizer
	ID string // of the table

	render renderer
	parts  *parts // nil if nothing is kept
	key    partKey
}

func (render renderer) placeOf(p *sharedTable) place {
	return place{Localizer: p.Localizer, ID: p.ID, render: render, parts: p.parts}
}

// Part renders a piece of a region, of several of one kind that with an id. It
// depends on nothing but what it shows.
func (p place) Part(name, id string, shows any) (template.HTML, error) {
	p.key.name, p.key.id = name, id
	html, err := p.parts.render(p.key, shows, func() (string, error) { return p.render(name, templates.Pair{P: p, V: shows}) })
	return template.HTML(html), err
}

// Parts renders a piece of a region for each of a list.
func (p place) Parts(name string, list any) (template.HTML, error) {
	return templates.Each(list, func(id string, shows any) (template.HTML, error) { return p.Part(name, id, shows) })
}

// The data of regions that are the same for all viewers.
type oddsPart struct {
	place
	page.Odds
}

type wordsPart struct {
	place
	page.InWords
}

type statusPart struct {
	place
	page.Status
}

// oddsRegion renders what is known of the markers to come.
func (render renderer) oddsRegion(p *sharedTable) (string, error) {
	return render.sharedRegion(p, partKey{name: "odds"}, p.Odds, oddsPart{render.placeOf(p), p.Odds})
}

// wordsRegion renders the map in words.
func (render renderer) wordsRegion(p *sharedTable) (string, error) {
	return render.sharedRegion(p, partKey{name: "words"}, p.InWords, wordsPart{render.placeOf(p), p.InWords})
}

// statusRegion renders where the game is.
func (render renderer) statusRegion(p *sharedTable, t *page.Table) (string, error) {
	return render.sharedRegion(p, partKey{name: "status"}, t.Status(), statusPart{render.placeOf(p), t.Status()})
}

// logRegion renders the log from a round on.
func (render renderer) logRegion(p *sharedTable, from int) (string, error) {
	var out strings.Builder
	for i, round := range p.Log(from) {
		shown := logRound{render.placeOf(p), round, i == 0}
		if i > 0 {
			shown.parts = nil // older rounds hardly ever change
		}
		html, err := render.sharedRegion(p, partKey{name: "round", round: round.Round, shown: shown.Open}, round, shown)
		if err != nil {
			return "", err
		}
		out.WriteString(html)
	}
	return out.String(), nil
}

// logRound is the data of a round of the log.
type logRound struct {
	place
	page.LogRound
	Open bool
}

// sharedRegion renders a region that shows the same to all viewers, with the
// data of its template.
func (render renderer) sharedRegion(p *sharedTable, key partKey, shows, data any) (string, error) {
	return p.parts.render(key, shows, func() (string, error) { return render(key.name, data) })
}

// seatPart is the data of a region of a seat.
type seatPart struct {
	place
	P    any // what the seat is part of
	V    page.Seat
	Body template.HTML // of a board, without its forms; "" to render it
}

// blank is what the forms of a region belong to that all frames share: the page
// fills in the log number and the key.
type blank struct {
	place
	N, Key string // ""
}

// seatRegion renders a region of a seat, with blank forms.
func (render renderer) seatRegion(p *sharedTable, name string, seat page.Seat) (string, error) {
	key := partKey{name: name, seat: seat.Seat, mine: seat.Mine, shown: seat.Shown}
	at := render.placeOf(p)
	at.key = partKey{seat: seat.Seat}
	if name == "board" {
		seat = onBoard(seat)
	}
	return render.sharedRegion(p, key, seat, seatPart{place: at, P: blank{place: at}, V: seat})
}

// onBoard is a seat as its board shows it: not whose turn it is and who is there.
func onBoard(seat page.Seat) page.Seat {
	seat.Now, seat.Present, seat.Person, seat.PresentText = false, false, false, ""
	return seat
}

// seatOfPage renders a region of a seat for a whole page, where forms have the
// number and the key of the page.
func (render renderer) seatOfPage(p *sharedTable, t *page.Table, name string, seat page.Seat) (string, error) {
	if name != "board" || seat.Hand == "" && !seat.Time.Forms() {
		return render.seatRegion(p, name, seat)
	}
	at := render.placeOf(p)
	at.key = partKey{seat: seat.Seat}
	seat = onBoard(seat)
	key := partKey{name: "boardbody", seat: seat.Seat, mine: seat.Mine, shown: seat.Shown}
	body, err := render.sharedRegion(p, key, seat, seatPart{place: at, P: at, V: seat})
	if err != nil {
		return "", err
	}
	return render(name, seatPart{place: at, P: t, V: seat, Body: template.HTML(body)})
}

// passedBand renders the band of a position that is passed through once for all
// viewers.
func (render renderer) passedBand(p *sharedTable, t *page.Table) (string, error) {
	p.mu.Lock()
	html := p.band
	p.mu.Unlock()
	if html != "" {
		return html, nil
	}
	html, err := render("band", &tablePage{Localizer: t.Localizer, Table: t})
	if err != nil {
		return "", err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.band = html
	return html, nil
}
