package web

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"ruhr/internal/chat"
	"ruhr/internal/live"
	"ruhr/internal/table"
)

// stream sends an open page the events of its table as server-sent events:
// frames from the page's log number on, what is said in the chat, a heartbeat
// with the number so that the page notices missed frames, and a final event when
// the browser's seats change.
func (s *server) stream(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	who, err := s.actor(r, id)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	leave, ok := s.limits.open(streamer(r, who))
	if !ok {
		s.tooMany(w, r, "page.error.streams")
		return
	}
	defer leave()
	s.meter.Stream(1)
	defer s.meter.Stream(-1)
	defer s.service.Attend(id, who.From)()
	news := s.live.Subscribe(id, chat.Topic(id))
	defer news.Close()
	snap, err := s.positionInTurn(r.Context(), r, id, who)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	at, err := strconv.ParseInt(oneGiven(r.Header.Get("Last-Event-ID"), r.URL.Query().Get("after")), 10, 64)
	if err != nil {
		at = snap.N
	}
	for _, k := range who.Seats {
		defer s.live.Join(id, table.SeatPresence(k))()
	}
	p := pageStream{server: s, r: r, id: id, who: who, out: newEvents(w, r), behind: reader{at: at}, said: numberOf(r, "said")}
	defer p.out.close()
	if p.out.sendNumber("hello", at, snap.N) && s.catchUp(p.out, r, snap, &p.behind, maxSteps) && p.sendChat() {
		p.follow(news.C())
	}
}

// pageStream is the open stream of a page.
type pageStream struct {
	*server
	r      *http.Request
	id     string
	who    table.Actor
	out    *events
	behind reader
	said   int64 // the last message it has
}

// follow sends the news of the page's table until the page is gone or must be
// reloaded.
func (p *pageStream) follow(news <-chan live.News) {
	beat := time.NewTicker(p.heartbeat)
	defer beat.Stop()
	for goesOn := true; goesOn; {
		select {
		case <-p.r.Context().Done():
			return
		case heard, ok := <-news:
			switch {
			case !ok:
				return
			case heard.Table == p.id:
				goesOn = p.hear(heard)
			default:
				goesOn = p.sendChat()
			}
		case <-beat.C:
			goesOn = p.out.sendNumber("beat", p.behind.at, p.behind.at)
		}
	}
}

// hear sends what an announcement is about; false ends the stream.
func (p *pageStream) hear(heard live.News) bool {
	// If the browser's seats have changed, the page must be reloaded.
	now, err := p.seatsOf(p.r, p.id)
	if err != nil {
		return false
	}
	if !slices.Equal(now, p.who.Seats) {
		p.out.sendNumber("seats", p.behind.at, p.behind.at)
		return false
	}
	snap, err := p.positionFor(p.r, p.id, p.who, heard)
	return err == nil && p.catchUp(p.out, p.r, snap, &p.behind, stepsFor(time.Since(heard.Since)))
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

// numberOf returns a number from the request's query, 0 if absent or invalid.
func numberOf(r *http.Request, name string) int64 {
	n, _ := strconv.ParseInt(r.URL.Query().Get(name), 10, 64)
	return n
}

func oneGiven(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// positionKey identifies a position by its announcement; streams that received
// the same announcement share it.
type positionKey struct {
	table   string
	n       int64
	present string
}

// positionFor returns a table's position after an announcement. Spectators share
// it, because loading it for each of them would dominate the cost.
func (s *server) positionFor(r *http.Request, id string, who table.Actor, heard live.News) (*table.Snapshot, error) {
	if len(who.Seats) > 0 || heard.N == 0 { // 0: the announcement has no number
		return s.positionInTurn(r.Context(), r, id, who)
	}
	key := positionKey{id, heard.N, fmt.Sprint(heard.Present)}
	ask := sync.OnceValues(func() (*table.Snapshot, error) {
		return s.positionInTurn(context.WithoutCancel(r.Context()), r, id, who) // others may be waiting for it
	})
	kept, found := s.positions.GetOr(key, ask, snapshotSize)
	snap, err := kept()
	if !found && err == nil && snap.History != nil {
		s.positions.Resize(key, snapshotSize+snap.History.Size())
	}
	if err != nil || snap.N < heard.N || snap.Frozen != nil || !sameThere(snap.Seats, heard.Present) {
		s.positions.Remove(key) // the table has moved on
		return s.positionInTurn(r.Context(), r, id, who)
	}
	return snap, nil
}

// positionInTurn returns a table's position once there is time for it.
func (s *server) positionInTurn(ctx context.Context, r *http.Request, id string, who table.Actor) (*table.Snapshot, error) {
	leave, err := s.work.enter(ctx, inLineFor(r, id, who.Seats), 0, 0)
	if err != nil {
		return nil, err
	}
	defer leave()
	return s.service.Position(ctx, id, who)
}

// inLineFor is who a stream waits as: its address, or where it has no seat, and so
// what is made for it goes to all who watch, one visitor with all of them.
func inLineFor(r *http.Request, id string, seats []int) string {
	if len(seats) > 0 {
		return callerOf(r).address
	}
	return "watching " + id
}

// sameThere reports whether presence is unchanged.
func sameThere(seats []table.Seat, present []live.Present) bool {
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
func (s *server) catchUp(out *events, r *http.Request, snap *table.Snapshot, behind *reader, steps int) bool {
	if snap.Game == nil {
		return false
	}
	if snap.N < behind.at {
		return true // of older news, kept for others who watch; newer ones follow
	}
	if snap.Redacted > behind.at { // the whole page, the chat included, may have names that are no more
		out.sendNumber("seats", behind.at, behind.at)
		return false
	}
	next, err := s.update(r, snap, *behind, steps)
	if err != nil {
		s.fault(r, "news of a table", err)
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
	present string // who is present
	at      int64
	steps   int // shown one by one
	seen    digest
}

// update builds the update for a stream's page, the last steps decisions one by
// one. Spectators in the same state share it.
func (s *server) update(r *http.Request, snap *table.Snapshot, behind reader, steps int) (*update, error) {
	if len(snap.You.Seats) > 0 || snap.Frozen != nil {
		return s.newUpdate(r, snap, behind, steps)
	}
	if passed := len(snap.Steps) - firstAfter(snap, behind.at); passed < 2 {
		steps = maxSteps // nothing to leave out: who is late and who is not share it
	}
	key := updateKey{keyOf(snap.ID, localizerOf(r)), snap.N, presence(snap.Seats), behind.at, steps, behind.seen.digest()}
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
func presence(seats []table.Seat) string {
	out := make([]byte, len(seats))
	for k, seat := range seats {
		if out[k] = '-'; seat.Present {
			out[k] = '+'
		}
	}
	return string(out)
}

func (s *server) newUpdate(r *http.Request, snap *table.Snapshot, behind reader, steps int) (*update, error) {
	leave, err := s.work.enter(context.WithoutCancel(r.Context()), inLineFor(r, snap.ID, snap.You.Seats), 0, 0) // others may be waiting for it
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
	return newUpdate(f, sent)
}

// seatsUpdate updates the seat lines after somebody came or went.
func (s *server) seatsUpdate(r *http.Request, snap *table.Snapshot, behind reader) (*update, error) {
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
	return newUpdate(&frames{N: snap.N, Frames: []frame{f}}, sent)
}

func newUpdate(f *frames, sent *seen) (*update, error) {
	e, err := newEvent("frames", f.N, f)
	return &update{e, reader{f.N, sent}}, err
}
