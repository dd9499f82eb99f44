package tables

import (
	"html/template"
	"net/http"
	"slices"
	"strconv"

	"ruhr/internal/game"
	"ruhr/internal/page"
)

// frames bring an open page from one log number to another: one frame for each
// decision on the way, so that they are seen one by one. A page that is already
// at a later number ignores them.
type frames struct {
	N      int64         `json:"n"`
	Table  string        `json:"t,omitempty"` // in a stream: which pages it is for
	Lang   string        `json:"lang,omitempty"`
	Now    int64         `json:"now,omitempty"` // in an answer: the time here, unix milliseconds
	Frames []frame       `json:"frames"`
	Notice template.HTML `json:"notice,omitempty"`
	Reload bool          `json:"reload,omitempty"` // in an answer: the page is later than the table
}

// frame is the page's regions at one position, by the id of their element.
type frame struct {
	N       int64             `json:"n"`
	Title   string            `json:"title,omitempty"`
	Say     []template.HTML   `json:"say,omitempty"` // for the live region
	Mine    bool              `json:"mine,omitempty"`
	Facts   []page.Fact       `json:"facts,omitempty"` // what happened since the frame before
	Regions map[string]string `json:"regions"`
	Changes map[string]change `json:"changes,omitempty"` // of regions that are not sent whole
	Has     map[string]string `json:"has,omitempty"`     // digests of the regions that are left out when unchanged, those left out too
	Key     string            `json:"key,omitempty"`     // of the forms on boards, which come without
	Log     *logPart          `json:"log,omitempty"`
}

// logPart is the log from a round on, the newest round first. The page keeps
// what it has of the rounds before and of none else.
type logPart struct {
	From int    `json:"from"`
	HTML string `json:"html"`
}

// maxSteps is how many decisions an open page is shown one by one; if there are
// more, the last ones.
const maxSteps = 16

// frames makes the frames for a page that was at a log number, one by one for the
// last steps decisions, 1 at least, with what was wrong with its command.
func (s *Tables) frames(r *http.Request, snap *game.Snapshot, after int64, steps int, refused error) (*frames, error) {
	if snap.Game == nil {
		return nil, game.ErrFrozen
	}
	p, all, err := s.newTablePage(r, snap)
	if err != nil {
		return nil, err
	}
	out := &frames{N: snap.N, Notice: s.NoticeOf(p.Localizer, refused).HTML()}
	first := firstAfter(snap, after)
	from := max(first, len(snap.Steps)-maxSteps)
	for step := max(first, len(snap.Steps)-steps); step < all.Steps()-1; step++ {
		f, err := s.passing(p.Table, all, snap, step)
		if err != nil {
			return nil, err
		}
		f.addEvents(all, from, step+1)
		from = step + 1
		out.Frames = append(out.Frames, *f)
	}
	last, err := s.lastFrame(p, all, snap, first)
	if err != nil {
		return nil, err
	}
	last.addEvents(all, from, all.Steps())
	last.Say = append(last.Say, p.Aloud(after)...)
	out.Frames = append(out.Frames, *last)
	return out, nil
}

// firstAfter is the first decision after a log number, the number of decisions
// where there is none.
func firstAfter(snap *game.Snapshot, n int64) int {
	first := len(snap.Steps)
	for first > 0 && snap.Steps[first-1].N > n {
		first--
	}
	return first
}

// addEvents adds what happened from one step up to another.
func (f *frame) addEvents(all *sharedTable, from, to int) {
	for step := from; step < to; step++ {
		f.Say = append(f.Say, all.Events(step)...)
		f.Facts = append(f.Facts, all.Facts(step)...)
	}
}

// lastFrame is the frame of the current position, for a page that was before
// step first.
func (s *Tables) lastFrame(p *tablePage, all *sharedTable, snap *game.Snapshot, first int) (*frame, error) {
	f := &frame{N: snap.N, Title: p.Base.Title, Mine: p.You.Asked(), Key: p.Key, Regions: map[string]string{
		"pieces": string(p.Map.Pieces), "targets": string(p.Map.Targets), "last": string(p.Map.Last),
	}}
	if err := s.perSeat(f.Regions, all, p.Table, "seatline", "board"); err != nil {
		return nil, err
	}
	var err error
	if f.Regions["odds"], err = s.oddsRegion(all); err != nil {
		return nil, err
	}
	if f.Regions["words"], err = s.wordsRegion(all); err != nil {
		return nil, err
	}
	if f.Regions["status"], err = s.statusRegion(all, p.Table); err != nil {
		return nil, err
	}
	for _, name := range []string{"band", "finale"} {
		if f.Regions[name], err = s.Region(name, p); err != nil {
			return nil, err
		}
	}
	if slices.ContainsFunc(snap.Events, func(e game.Event) bool { return e.Kind == game.EventName }) {
		if f.Regions["called"], err = s.Region("calledname", p.Named); err != nil {
			return nil, err
		}
	}
	if f.Regions["strip"], err = s.seatRegion(all, "strip", p.Own()); err != nil {
		return nil, err
	}
	f.Log, err = s.logSince(all, snap, first)
	return f, err
}

// logSince is the part of the log that may have changed since a decision: from
// its round on. Where there is no later decision, a turn was taken back or
// handed over: the last two rounds.
func (s *Tables) logSince(all *sharedTable, snap *game.Snapshot, first int) (*logPart, error) {
	rounds := all.Rounds()
	if rounds == 0 {
		return nil, nil
	}
	from := rounds - 1
	if first < len(snap.Steps) {
		from = snap.Steps[first].Round
	}
	html, err := s.logRegion(all, from)
	return &logPart{from, html}, err
}

// regionIDs begin the ids of the elements that the templates of seats' regions make.
var regionIDs = map[string]string{"seatline": "seat-", "board": "board-"}

// perSeat adds the regions of each seat, so that only those of seats that
// changed need be sent.
func (s *Tables) perSeat(to map[string]string, all *sharedTable, t *page.Table, names ...string) error {
	for _, seat := range t.Seats {
		for _, name := range names {
			html, err := s.seatRegion(all, name, seat)
			if err != nil {
				return err
			}
			to[regionIDs[name]+strconv.Itoa(seat.Seat)] = html
		}
	}
	return nil
}

// passing is the frame of a position that is only passed through: the map and
// the figures of the seats.
func (s *Tables) passing(now *page.Table, all *sharedTable, snap *game.Snapshot, step int) (*frame, error) {
	at := all.at(step)
	t := page.NewPassed(at.Shared, now.You, now.Shown, snap.Seats)
	f := &frame{N: at.N, Regions: map[string]string{
		"pieces": string(t.Map.Pieces), "targets": "", "last": string(t.Map.Last),
	}}
	if err := s.perSeat(f.Regions, at, t, "seatline"); err != nil {
		return nil, err
	}
	var err error
	if f.Regions["strip"], err = s.seatRegion(at, "strip", t.Own()); err != nil {
		return nil, err
	}
	if f.Regions["status"], err = s.statusRegion(at, t); err != nil {
		return nil, err
	}
	f.Regions["band"], err = s.passedBand(at, t)
	return f, err
}
