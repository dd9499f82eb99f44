package web

import (
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"ruhr/internal/table"
)

// writeTime is how long a reader may take for one piece of news; a slower one
// is dropped, and catches up when it comes back.
const writeTime = 15 * time.Second

// stream sends an open page what happens at its table, as server-sent events:
// frames from the number the page is at, a heartbeat with the number so that a
// page notices when it has missed something, and, as its end, that the browser
// has other seats now.
func (s *server) stream(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	who := s.actor(r, id)
	leave, ok := s.limits.open(streamer(r, who))
	if !ok {
		s.tooMany(w, r, "page.error.streams")
		return
	}
	defer leave()
	news := s.live.Subscribe(id)
	defer news.Close()
	snap, err := s.service.Position(r.Context(), id, who)
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
	out := newEvents(w, r)
	defer out.close()
	sent := seen{}
	beat := time.NewTicker(s.heartbeat)
	defer beat.Stop()
	if !out.send("hello", at, map[string]int64{"n": snap.N}) || !s.catchUp(out, r, id, who, &at, sent) {
		return
	}
	for {
		select {
		case <-r.Context().Done():
			return
		case _, ok := <-news.C():
			if !ok {
				return
			}
			// Whose seats are others than when the stream began needs another page.
			now, err := s.seatsOf(r, id)
			if err != nil {
				return
			}
			if !slices.Equal(now, who.Seats) {
				out.send("seats", at, map[string]int64{"n": at})
				return
			}
			if !s.catchUp(out, r, id, who, &at, sent) {
				return
			}
		case <-beat.C:
			if !out.send("beat", at, map[string]int64{"n": at}) {
				return
			}
		}
	}
}

func oneGiven(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// catchUp sends what has happened since a number; at the same number it is
// somebody's coming or going.
func (s *server) catchUp(out *events, r *http.Request, id string, who table.Actor, at *int64, sent seen) bool {
	snap, err := s.service.Position(r.Context(), id, who)
	if err != nil || snap.Game == nil {
		return false
	}
	if snap.N == *at && len(sent) > 0 {
		return s.sendSeats(out, r, snap, sent)
	}
	f, err := s.frames(r, snap, *at, nil)
	if err != nil {
		s.log.Error("frames", "err", err)
		return false
	}
	if snap.N == *at {
		last := &f.Frames[len(f.Frames)-1]
		sent.note(last)
		maps.DeleteFunc(last.Regions, func(id, _ string) bool { return !strings.HasPrefix(id, regionIDs["seatline"]) })
		f.Frames = []frame{{N: snap.N, Regions: last.Regions}}
		return out.send("frames", snap.N, f)
	}
	for i := range f.Frames {
		sent.dropUnchanged(&f.Frames[i])
	}
	*at = snap.N
	return out.send("frames", snap.N, f)
}

// sendSeats sends the seats' lines alone: somebody came or went.
func (s *server) sendSeats(out *events, r *http.Request, snap *table.Snapshot, sent seen) bool {
	p, all, err := s.newTablePage(r, snap)
	f := frame{N: snap.N, Regions: map[string]string{}}
	if err == nil {
		err = s.perSeat(f.Regions, all, p.Table, "seatline")
	}
	if err != nil {
		s.log.Error("seats", "err", err)
		return false
	}
	sent.note(&f)
	return out.send("frames", snap.N, &frames{N: snap.N, Frames: []frame{f}})
}

// seen remembers what the pages behind a stream have of the regions that are
// large or many, by a digest, so that one that stays as it was is not sent
// again.
type seen map[string][sha256.Size]byte

// diffed says whether a region is left out where it has not changed.
func diffed(id string) bool {
	return id == "words" || id == "odds" || id == "pieces" || strings.HasPrefix(id, "seat-") || strings.HasPrefix(id, "board-")
}

// note takes a frame for shown.
func (n seen) note(f *frame) {
	for id, html := range f.Regions {
		if diffed(id) {
			n[id] = sha256.Sum256([]byte(html))
		}
	}
}

// dropUnchanged leaves out of a frame what was shown already.
func (n seen) dropUnchanged(f *frame) {
	for id, html := range f.Regions {
		sum := sha256.Sum256([]byte(html))
		if diffed(id) && n[id] == sum {
			delete(f.Regions, id)
		}
	}
	n.note(f)
}

// events writes server-sent events.
type events struct {
	w    io.Writer
	zip  *gzip.Writer // nil where the browser reads no gzip
	ctrl *http.ResponseController
}

func newEvents(w http.ResponseWriter, r *http.Request) *events {
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no")
	e := &events{w: w, ctrl: http.NewResponseController(w)}
	if takesGzip(r) {
		h.Set("Content-Encoding", "gzip")
		e.zip = gzip.NewWriter(w)
		e.w = e.zip
	}
	w.WriteHeader(http.StatusOK)
	return e
}

// send writes one event; false where the reader is gone or too slow.
func (e *events) send(kind string, id int64, data any) bool {
	body, err := json.Marshal(data)
	if err != nil {
		return false
	}
	// The server's own deadline is for answers; a stream lives for ever and
	// only each write must be swift. Not every writer knows deadlines.
	e.ctrl.SetWriteDeadline(time.Now().Add(writeTime))
	defer e.ctrl.SetWriteDeadline(time.Time{})
	if _, err := fmt.Fprintf(e.w, "event: %s\nid: %d\ndata: %s\n\n", kind, id, body); err != nil {
		return false
	}
	if e.zip != nil && e.zip.Flush() != nil {
		return false
	}
	return e.ctrl.Flush() == nil
}

func (e *events) close() {
	if e.zip != nil {
		e.zip.Close()
	}
}
