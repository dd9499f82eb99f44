package web

import (
	"html/template"
	"net/http"
	"strconv"

	"ruhr/internal/store"
	"ruhr/internal/table"
	"ruhr/view"
)

// frames is what brings an open page from one log number to another: one frame
// for each decision on the way, so that they are seen one by one. A page that
// is at a later number already leaves them alone.
type frames struct {
	N      int64         `json:"n"`
	Frames []frame       `json:"frames"`
	Notice template.HTML `json:"notice,omitempty"`
}

// frame is the page's regions at one position, by the id of their element.
type frame struct {
	N       int64             `json:"n"`
	Title   string            `json:"title,omitempty"`
	Say     []template.HTML   `json:"say,omitempty"` // for the live region
	Mine    bool              `json:"mine,omitempty"`
	Regions map[string]string `json:"regions"`
	Log     *logPart          `json:"log,omitempty"`
}

// logPart is the log from a round on, the newest round first. The page keeps
// what it has of the rounds before and of none else.
type logPart struct {
	From int    `json:"from"`
	HTML string `json:"html"`
}

// maxSteps is how many decisions an open page is shown one by one; of more the
// last ones.
const maxSteps = 16

// frames makes the frames for a page that was at a log number, with what was
// wrong with its command.
func (s *server) frames(r *http.Request, snap *table.Snapshot, after int64, refused error) (*frames, error) {
	if snap.Game == nil {
		return nil, table.ErrFrozen
	}
	out := &frames{N: snap.N}
	v, err := s.tableView(r, snap)
	if err != nil {
		return nil, err
	}
	if n := s.refusalWord(&v.base, refused); n != nil {
		out.Notice = n.html()
	}
	h, err := s.told.of(snap)
	if err != nil {
		return nil, err
	}
	first := len(snap.Steps)
	for first > 0 && snap.Steps[first-1].N > after {
		first--
	}
	for i := max(first, len(snap.Steps)-maxSteps); h != nil && i < len(snap.Steps)-1; i++ {
		f, err := s.passing(v, snap, h, i)
		if err != nil {
			return nil, err
		}
		out.Frames = append(out.Frames, *f)
	}
	last := frame{N: snap.N, Title: v.Title, Mine: v.You.Asked(), Regions: map[string]string{}}
	if first < len(snap.Steps) && h != nil {
		last.Say = v.saying(&h.Steps[len(h.Steps)-1])
	}
	last.Say = append(append(append(last.Say, v.sayHint(after)...), v.Head), v.Guide.say()...)
	for _, name := range []string{"status", "band", "odds", "words"} {
		if last.Regions[regionIDs[name]], err = s.region(name, v); err != nil {
			return nil, err
		}
	}
	last.Regions["pieces"], last.Regions["targets"], last.Regions["last"] = string(v.Pieces), string(v.Targets), string(v.Last)
	if err := s.perSeat(last.Regions, v, "seatline", "board"); err != nil {
		return nil, err
	}
	if last.Log, err = s.logSince(v, snap, first); err != nil {
		return nil, err
	}
	out.Frames = append(out.Frames, last)
	return out, nil
}

// logSince is the part of the log that may have changed since a decision: from
// its round on. Where there is no later decision, a turn was taken back or
// handed over: the last two rounds.
func (s *server) logSince(v *tableView, snap *table.Snapshot, first int) (*logPart, error) {
	if len(v.Rounds) == 0 {
		return nil, nil
	}
	from := v.Rounds[0].Round - 1
	if first < len(snap.Steps) {
		from = snap.Steps[first].Round
	}
	n := 0
	for n < len(v.Rounds) && v.Rounds[n].Round >= from {
		n++
	}
	html, err := s.region("rounds", v.Rounds[:n])
	return &logPart{from, html}, err
}

// regionIDs are the elements that the regions' templates make.
var regionIDs = map[string]string{"status": "status", "band": "band", "odds": "odds", "words": "words", "seatline": "seat-", "board": "board-"}

// perSeat adds the regions that each seat has one of, so that only those of
// the seats that something happened to need be sent.
func (s *server) perSeat(to map[string]string, v *tableView, names ...string) error {
	for _, seat := range v.Seats {
		for _, name := range names {
			html, err := s.region(name, pair{v, seat})
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
func (s *server) passing(v *tableView, snap *table.Snapshot, h *view.History, step int) (*frame, error) {
	at := *snap
	at.State = h.Steps[step+1].State
	at.You = table.You{Seats: snap.You.Seats, Seat: store.Nobody, TurnFrom: -1}
	at.Over = false
	p := &tableView{Snap: &at, You: at.You, N: snap.Steps[step].N, Shown: v.Shown, Passing: true}
	p.scenery = s.newScenery(v.base, v.ID, view.Of(at.Game, &at.State), v.Names, v.Signs)
	at.ToAct = p.Pos.Decider
	p.sight = sight{p: &p.Pos, m: v.sight.m, signs: v.Signs, drawn: v.sight.drawn}
	p.decide(nil)
	p.seats()
	p.Lately = p.lately(h.Steps[:step+2], maxLately)
	f := &frame{N: p.N, Say: p.saying(&h.Steps[step+1]), Regions: map[string]string{
		"pieces": string(p.sight.pieces()), "targets": "", "last": string(p.sight.lastMoves(h.Steps[step+1 : step+2])),
	}}
	if err := s.perSeat(f.Regions, p, "seatline"); err != nil {
		return nil, err
	}
	for _, name := range []string{"status", "band"} {
		region, err := s.region(name, p)
		if err != nil {
			return nil, err
		}
		f.Regions[regionIDs[name]] = region
	}
	return f, nil
}

// saying is what a step is told with in the live region.
func (v *tableView) saying(m *view.Moment) []template.HTML {
	var out []template.HTML
	for _, e := range m.Events {
		out = append(out, v.tint(v.Line(e).HTML))
	}
	return out
}
