package tables

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"ruhr/internal/chat"
	"ruhr/internal/fair"
	"ruhr/internal/game"
	"ruhr/internal/live"
	"ruhr/internal/table"
	"ruhr/internal/web/kernel"
)

// stream sends the open pages of a browser what happens at their tables, as
// server-sent events: frames from a page's log number on, what is said in the
// chat, and a heartbeat with the number, so that a page notices missed frames, and
// with who is signed in. Each event says which table it is about. The query has a
// t=ID~NUMBER~MESSAGE~LANGUAGE for each page: its table, the log number and the
// chat message that it is at, and its language.
func (s *Tables) stream(w http.ResponseWriter, r *http.Request) {
	pages, err := watchedIn(r)
	if err != nil {
		s.Fail(w, r, http.StatusBadRequest, "page.error.form")
		return
	}
	if len(pages) > fair.MaxWatched {
		s.TooMany(w, r, "page.error.streams")
		return
	}
	p := &browserStream{Tables: s, opened: r, r: r}
	defer p.leave()
	for _, t := range pages {
		if t.circle == "" {
			t.who, err = s.Actor(r, t.id)
		} else if s.SaidIn == nil {
			err = kernel.ErrNoCircle
		}
		if err != nil {
			s.Refuse(w, r, err)
			return
		}
	}
	slices.SortStableFunc(pages, func(a, b *listener) int { return cmp.Compare(len(b.who.Seats), len(a.who.Seats)) }) // there may not be room for all
	var topics []string
	for _, t := range pages {
		if p.count(t) {
			p.pages = append(p.pages, t)
			topics = append(topics, t.id, t.chat())
		} else {
			p.crowded = append(p.crowded, t)
		}
	}
	if len(p.pages) == 0 {
		s.TooMany(w, r, "page.error.streams")
		return
	}
	for _, t := range p.pages {
		p.attend(t)
	}
	news := s.live.Subscribe(topics...)
	defer news.Close()
	p.out = newEvents(w, r)
	defer p.out.close()
	if p.begin() {
		p.follow(news.C())
	}
}

// browserStream is the open stream of a browser.
type browserStream struct {
	*Tables
	opened  *http.Request // the request for it
	r       *http.Request // the same, by the person who is signed in now
	pages   []*listener
	crowded []*listener // for which there is no room
	out     *events
	leaves  []func() // end what counts the stream and shows who is present
}

// listener is an open page that the stream brings news for.
type listener struct {
	id, lang string // the ID of a table, or what stands for a circle
	circle   string // its ID, "" for a table
	who      game.Actor
	behind   reader
	said     int64  // the last message it has
	writing  string // who it shows to be writing
}

// chat is the topic of what is said there.
func (t *listener) chat() string { return chat.Topic(cmp.Or(t.circle, t.id)) }

// watchedIn reads the pages that a request for a stream is for.
func watchedIn(r *http.Request) (out []*listener, err error) {
	for _, text := range r.URL.Query()["t"] {
		parts := strings.Split(text, "~")
		id, circle := strings.CutPrefix(parts[0], "circle:")
		if len(parts) != 4 || !table.ValidID(id) {
			return nil, errStreamQuery
		}
		at, err1 := strconv.ParseInt(parts[1], 10, 64)
		said, err2 := strconv.ParseInt(parts[2], 10, 64)
		if err1 != nil || err2 != nil {
			return nil, errStreamQuery
		}
		t := &listener{id: parts[0], lang: parts[3], behind: reader{at: at}, said: said}
		if circle {
			t.circle = id
		}
		out = append(out, t)
	}
	return out, nil
}

var errStreamQuery = errors.New("web: a stream is asked for by t=ID~NUMBER~MESSAGE~LANGUAGE, or so of circle:ID")

// count counts a page as an open one; false where there are too many.
func (p *browserStream) count(t *listener) bool {
	holder := "" // without a seat, or outside the circle, its address is counted alone
	if len(t.who.Seats) > 0 || t.circle != "" && p.InCircle(p.r, t.circle) == nil {
		holder = kernel.Browser(p.r)
	}
	leave, ok := p.Limits.Open(holder, kernel.CallerOf(p.r).Address)
	if ok {
		p.leaves = append(p.leaves, leave)
	}
	return ok
}

// attend shows that the person at a page is present.
func (p *browserStream) attend(t *listener) {
	if t.circle != "" {
		return
	}
	p.leaves = append(p.leaves, p.Service.Attend(t.id, t.who.From))
	for _, k := range t.who.Seats {
		p.leaves = append(p.leaves, p.live.Join(t.id, table.SeatPresence(k)))
	}
}

func (p *browserStream) leave() {
	for _, leave := range p.leaves {
		leave()
	}
}

// in is the request for the stream as if a page alone had made it: in its language.
func (p *browserStream) in(t *listener) *http.Request { return kernel.InLanguage(p.r, t.lang) }

// begin brings the pages up to date; false ends the stream.
func (p *browserStream) begin() bool {
	for _, t := range p.pages {
		if !p.beat("beat", t) {
			return false
		}
	}
	for _, t := range p.crowded {
		if !p.beat("lost", t) {
			return false
		}
	}
	for _, t := range p.pages {
		if t.circle != "" {
			if !p.sendChat(t) {
				return false
			}
			continue
		}
		snap, err := p.positionInTurn(p.r.Context(), p.r, t.id, t.who, newest)
		if err == nil && snap.N < t.behind.at { // an older backup was restored
			if !p.beat("reload", t) {
				return false
			}
			continue
		}
		if !p.may(t) || !p.bring(t, snap, err, maxSteps) || !p.sendChat(t) {
			return false
		}
	}
	return true
}

// follow sends the news of the pages' tables until the browser is gone, or
// somebody else than at the beginning is signed in or holds the seats.
func (p *browserStream) follow(news <-chan live.News) {
	beat := time.NewTicker(p.heartbeat)
	defer beat.Stop()
	for goesOn := true; goesOn; {
		select {
		case <-p.opened.Context().Done():
			return
		case heard, ok := <-news:
			goesOn = ok && p.onNews(heard)
		case <-beat.C:
			goesOn = p.samePerson()
			for _, t := range p.pages {
				goesOn = goesOn && p.sameSeats(t) && p.beat("beat", t)
			}
		}
	}
}

// samePerson reports whether the stream is still by who opened it. If the session
// has ended meanwhile, it has said so.
func (p *browserStream) samePerson() bool {
	now, err := p.WithPerson(p.opened)
	if err != nil {
		return false
	}
	p.r = now
	if kernel.AccountOf(now) == kernel.AccountOf(p.opened) {
		return true
	}
	for _, t := range p.pages {
		p.beat("beat", t)
	}
	return false
}

// sameSeats reports whether the browser holds the same seats as before at a page's
// table, or still belongs to its circle. If not, it has said that the page must be reloaded.
func (p *browserStream) sameSeats(t *listener) bool {
	if t.circle != "" {
		err := p.InCircle(p.r, t.circle)
		if errors.Is(err, kernel.ErrNoCircle) {
			p.beat("reload", t)
		}
		return err == nil
	}
	now, err := p.Actor(p.r, t.id)
	if err == nil && !now.Stands(t.who) {
		p.beat("reload", t)
		return false
	}
	return err == nil
}

// may reports whether a page still has the right to what was read for it. It is asked
// after the reading: what is written once the right has ended is never sent.
func (p *browserStream) may(t *listener) bool { return p.samePerson() && p.sameSeats(t) }

// onNews sends what an announcement is about; false ends the stream.
func (p *browserStream) onNews(heard live.News) bool {
	for _, t := range p.pages {
		ofTable, ofChat := heard.Table == t.id, heard.Table == t.chat()
		if !ofTable && !ofChat {
			continue
		}
		if ofTable {
			snap, err := p.positionFor(p.r, t.id, t.who, heard, t.behind.at)
			if !p.may(t) || !p.bring(t, snap, err, stepsFor(time.Since(heard.Since))) {
				return false
			}
		} else if !p.sendChat(t) {
			return false
		}
	}
	return true
}

// bring brings a page to a position; one whose table cannot be shown any more must
// be reloaded. False ends the stream.
func (p *browserStream) bring(t *listener, snap *game.Snapshot, err error, steps int) bool {
	if err == nil {
		err = snap.MaySee(t.who) // another viewer's may have been taken
	}
	if errors.Is(err, table.ErrNoTable) || errors.Is(err, game.ErrHiddenDeal) || err == nil && snap.Game == nil {
		return p.beat("reload", t)
	}
	if err == nil && snap.Redacted > t.behind.at { // the page, its chat included, may have names that were replaced
		return p.beat("reload", t)
	}
	return err == nil && p.catchUp(p.out, p.in(t), snap, &t.behind, steps)
}

// beat sends where a page is, and that it must be reloaded or has no room where kind says so.
func (p *browserStream) beat(kind string, t *listener) bool {
	ev, err := newEvent(kind, heartbeat{t.behind.at, t.id, t.lang, kernel.AccountOf(p.r), time.Now().UnixMilli(), kind == "lost"})
	return err == nil && p.out.send(ev)
}

// heartbeat is the event that says where a page is.
type heartbeat struct {
	N       int64  `json:"n"`
	Table   string `json:"t"`
	Lang    string `json:"lang"`
	Account string `json:"me"`                // who is signed in
	Now     int64  `json:"now"`               // the time here, unix milliseconds
	Crowded bool   `json:"crowded,omitempty"` // no news come, for want of room
}

// outdated answers the stream of a page that an earlier version of the program
// made: it is to be reloaded.
func (s *Tables) outdated(w http.ResponseWriter, r *http.Request) {
	out := newEvents(w, r)
	defer out.close()
	if ev, err := newEvent("seats", struct{}{}); err == nil {
		out.send(ev)
	}
}

// late is how old the news of an open page may be before it is brought to the
// newest position at once.
const late = 300 * time.Millisecond

// stepsFor is how many decisions a page is shown one by one whose news have waited
// so long: where there is too much to do, or the page does not take them up, none but
// the last, so that it gets no further behind.
func stepsFor(waited time.Duration) int {
	if waited > late {
		return 1
	}
	return maxSteps
}

// positionKey identifies a position by its announcement; streams that received
// the same announcement share it.
type positionKey struct {
	table   string
	n       int64
	present string
}

// newest is above every log number.
const newest = math.MaxInt64

// positionFor returns a table's position after an announcement to a page at a log
// number. Spectators share it, because loading it for each of them would dominate the
// cost. One that announces presence alone has the store asked, since another process's
// announcement of a number may have been lost.
func (s *Tables) positionFor(r *http.Request, id string, who game.Actor, heard live.News, at int64) (*game.Snapshot, error) {
	n := heard.N
	if n <= at {
		n = newest
	}
	if !who.Watches() || heard.N == 0 { // 0: the announcement has no number
		return s.positionInTurn(r.Context(), r, id, who, n)
	}
	key := positionKey{id, heard.N, fmt.Sprint(heard.Present)}
	ask := sync.OnceValues(func() (*game.Snapshot, error) {
		return s.positionInTurn(context.WithoutCancel(r.Context()), r, id, who, n) // others may be waiting for it
	})
	kept, found := s.positions.GetOr(key, ask, snapshotSize)
	snap, err := kept()
	if !found && err == nil && snap.History != nil {
		s.positions.Resize(key, snapshotSize+snap.History.Size())
	}
	if err != nil || snap.N < heard.N || snap.Frozen != nil || !sameThere(snap.Seats, heard.Present) {
		s.positions.Remove(key) // the table has moved on
		return s.positionInTurn(r.Context(), r, id, who, newest)
	}
	return snap, nil
}

// positionInTurn returns a table's position at log number n or later, if it has got so
// far, once there is time for it.
func (s *Tables) positionInTurn(ctx context.Context, r *http.Request, id string, who game.Actor, n int64) (*game.Snapshot, error) {
	leave, err := s.Work.Await(ctx, inLineFor(r, id, who.Seats))
	if err != nil {
		return nil, err
	}
	defer leave()
	return s.Service.PositionAt(ctx, id, who, n)
}

// inLineFor is who a stream waits as: its address, or where it has no seat, and so
// what is made for it goes to all who watch, one visitor with all of them.
func inLineFor(r *http.Request, id string, seats []int) string {
	if len(seats) > 0 {
		return kernel.CallerOf(r).Address
	}
	return "watching " + id
}

// sameThere reports whether presence is unchanged.
func sameThere(seats []game.Seat, present []live.Present) bool {
	for k, seat := range seats {
		there := slices.ContainsFunc(present, func(p live.Present) bool { return p.Who == table.SeatPresence(k) })
		if there != seat.Present {
			return false
		}
	}
	return true
}

// catchUp sends what has changed since the page's last update, the last steps
// decisions one by one. At the same log number only presence has changed.
func (s *Tables) catchUp(out *events, r *http.Request, snap *game.Snapshot, behind *reader, steps int) bool {
	if snap.N < behind.at {
		return true // of older news, kept for others who watch; newer ones follow
	}
	next, err := s.update(r, snap, *behind, steps)
	if err != nil {
		s.Fault(r, "news of a table", err)
		return false
	}
	*behind = next.reader
	return out.send(next.event)
}

// reader tracks how far the page behind a stream is.
type reader struct {
	at   int64 // its log number
	seen *seen // its large regions, nil before the first update
}

// update is an event that updates pages, and their state after it.
type update struct {
	event *event
	reader
}

// updateKey is all that a spectator's update depends on: unlike players,
// spectators have no forms with keys of their own.
type updateKey struct {
	page    partsKey // includes the language and the zone
	n       int64
	last    int64  // unix milliseconds of that entry
	present string // who is present
	at      int64
	steps   int // shown one by one
	seen    digest
	circle  string // to go back to
}

// update builds the update for a stream's page, the last steps decisions one by
// one. Spectators in the same state share it.
func (s *Tables) update(r *http.Request, snap *game.Snapshot, behind reader, steps int) (*update, error) {
	if !snap.You.Watches() || snap.Frozen != nil {
		return s.newUpdate(r, snap, behind, steps)
	}
	if passed := len(snap.Steps) - firstAfter(snap, behind.at); passed < 2 {
		steps = maxSteps // nothing to leave out: who is late and who is not share it
	}
	key := updateKey{keyOf(snap.ID, kernel.LocalizerOf(r)), snap.N, snap.Last.UnixMilli(), presence(snap.Seats), behind.at, steps, behind.seen.digest(), s.circleOf(r, snap)}
	fresh := sync.OnceValues(func() (*update, error) { return s.newUpdate(r, snap, behind, steps) })
	kept, found := s.updates.GetOr(key, fresh, updateSize)
	u, err := kept()
	switch {
	case err != nil:
		s.updates.Remove(key)
	case !found:
		s.updates.Resize(key, u.event.size())
	}
	return u, err
}

// presence lists the seats whose people are present.
func presence(seats []game.Seat) string {
	out := make([]byte, len(seats))
	for k, seat := range seats {
		if out[k] = '-'; seat.Present {
			out[k] = '+'
		}
	}
	return string(out)
}

func (s *Tables) newUpdate(r *http.Request, snap *game.Snapshot, behind reader, steps int) (*update, error) {
	leave, err := s.Work.Await(context.WithoutCancel(r.Context()), inLineFor(r, snap.ID, snap.You.Seats)) // others may be waiting for it
	if err != nil {
		return nil, err
	}
	defer leave()
	if snap.N == behind.at && behind.seen != nil {
		return s.seatsUpdate(r, snap, behind)
	}
	f, err := s.frames(r, snap, behind.at, steps, nil)
	if err != nil {
		return nil, err
	}
	sent := behind.seen
	if snap.N == behind.at { // a page just rendered lacks only presence
		last := &f.Frames[len(f.Frames)-1]
		last.note()
		sent = sent.with(last, false)
		maps.DeleteFunc(last.Regions, func(id, _ string) bool { return !strings.HasPrefix(id, regionIDs["seatline"]) })
		f.Frames = []frame{{N: snap.N, Regions: last.Regions}}
		f.Frames[0].note()
		sent = sent.with(&f.Frames[0], true)
	} else {
		sent = s.stripAll(f, sent)
	}
	return newUpdate(r, snap, f, sent)
}

// seatsUpdate updates the seat lines after somebody came or went.
func (s *Tables) seatsUpdate(r *http.Request, snap *game.Snapshot, behind reader) (*update, error) {
	p, all, err := s.newTablePage(r, snap)
	f := frame{N: snap.N, Regions: map[string]string{}}
	if err == nil {
		err = s.perSeat(f.Regions, all, p.Table, "seatline")
	}
	if err != nil {
		return nil, err
	}
	f.note()
	sent := behind.seen.with(&f, true)
	return newUpdate(r, snap, &frames{N: snap.N, Frames: []frame{f}}, sent)
}

func newUpdate(r *http.Request, snap *game.Snapshot, f *frames, sent *seen) (*update, error) {
	f.Table, f.Lang = snap.ID, kernel.LocalizerOf(r).Printer.Lang()
	e, err := newEvent("frames", f)
	return &update{e, reader{f.N, sent}}, err
}
