package library

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"net/http"
	"strings"
	"time"

	"ruhr/board"
	"ruhr/internal/daily"
	"ruhr/internal/game"
	"ruhr/internal/page"
	"ruhr/internal/table"
	"ruhr/internal/web/kernel"
	"ruhr/record"
	"ruhr/view"
)

// openForm is the page where a record file is opened.
type openForm struct {
	kernel.Base
	MaxKB   int
	Link    string        // that was to be opened
	Offline *offlineFiles // what opens games in the browser, nil for nothing
}

// offlineFiles are the addresses of the program that opens games in the browser, and
// of what its pages need; several are separated by spaces.
type offlineFiles struct {
	Program, Exec, Board string
	Styles               string
	Levels               string
	MB                   int // to be loaded, rounded up
}

func (s *Library) openForm(r *http.Request) *openForm {
	p := &openForm{Base: s.NewBase(r, "open", "page.open.title"), MaxKB: record.MaxSize >> 10}
	p.Scripts = append(p.Scripts, "js/open.js")
	if s.Offline.Program != nil {
		valley := s.Shown(s.Board.Board, p.Localizer, p.Set)
		p.Offline = &offlineFiles{
			Program: p.Asset(kernel.OfflineProgram), Exec: p.Asset(kernel.OfflineExec), Board: p.Asset(kernel.OfflineBoard),
			Styles: strings.Join([]string{p.Asset("css/map.css"), p.Asset("css/table.css"), valley.Places}, " "),
			Levels: strings.Join(s.Levels, " "),
			MB:     (len(s.Offline.Program)-1)/1e6 + 1,
		}
	}
	return p
}

func (s *Library) openPage(w http.ResponseWriter, r *http.Request) {
	s.showOpen(w, r, http.StatusOK, s.openForm(r))
}

func (s *Library) showOpen(w http.ResponseWriter, r *http.Request, status int, p *openForm) {
	if s.Offline.Program != nil {
		w.Header().Set("Content-Security-Policy", kernel.OfflinePolicy)
	}
	s.Show(w, r, status, "open", p)
}

// refuseOpen shows the form again after a refusal.
func (s *Library) refuseOpen(w http.ResponseWriter, r *http.Request, p *openForm, why string, n *page.Notice) {
	kernel.NoteWhy(w, why)
	p.Notice = n
	s.showOpen(w, r, http.StatusUnprocessableEntity, p)
}

// openRecord checks a record file and shows the game.
func (s *Library) openRecord(w http.ResponseWriter, r *http.Request) {
	data, leave, ok := s.receiveFile(w, r)
	if !ok {
		return
	}
	defer leave()
	p := s.openForm(r)
	if data == nil {
		s.refuseOpen(w, r, p, "page.open.no_file", p.Trouble("page.open.no_file"))
		return
	}
	key := recordName(data)
	leave, err := s.turnToRead(r)
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	gm, err := s.readGame(r.Context(), key, data)
	leave()
	if err != nil {
		s.refuseOpen(w, r, p, "page.open.bad", s.badRecord(p.Localizer, err))
		return
	}
	if s.seen(w, r, gm) != nil {
		s.keepRecord(w, r, gm, key, data)
	}
}

// keepRecord keeps a record that was checked and leads to its game: to its beginning, or
// to where a running one stands that can be played on.
func (s *Library) keepRecord(w http.ResponseWriter, r *http.Request, gm *page.Game, key string, data []byte) {
	if err := s.Service.KeepRecord(r.Context(), key, data); err != nil {
		s.Refuse(w, r, err)
		return
	}
	at := "/game/" + key
	if gm.PlayOn == "" || gm.History.Over() {
		at += "?n=0"
	}
	http.Redirect(w, r, at, http.StatusSeeOther)
}

// openLink shows the game of a link that a browser has taken out of the fragment
// of its address.
func (s *Library) openLink(w http.ResponseWriter, r *http.Request) {
	p := s.openForm(r)
	p.Link = r.PostFormValue("game")
	played, err := record.ReadLink(p.Link, s.Board.Board)
	if err != nil {
		s.refuseOpen(w, r, p, "fair.link.bad", &page.Notice{Text: p.BadLink(err), Bad: true})
		return
	}
	data, err := played.Record().Write()
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	key := recordName(data)
	if gm := s.keepGame(key, played); s.seen(w, r, gm) != nil {
		s.keepRecord(w, r, gm, key, data)
	}
}

// gameLink is the address with a whole game in its fragment; "" for one that is
// not over or does not say what lay on the river, or that was played on a board of
// its own.
func (s *Library) gameLink(r *http.Request, played *record.Game) string {
	if played.Obstacles == nil || played.Rules.Board().SHA256 != s.Board.SHA256 {
		return ""
	}
	link, err := played.Link()
	if err != nil {
		s.Fault(r, "link of a game", err)
		return ""
	}
	return s.Link(r, "/open"+record.LinkMark+link)
}

// badRecord says what is wrong with a record.
func (s *Library) badRecord(l *page.Localizer, err error) *page.Notice {
	var fault *record.Fault
	switch {
	case errors.Is(err, board.ErrNotJSON):
		return &page.Notice{Text: l.T("page.open.no_json"), Bad: true}
	case !errors.As(err, &fault):
		return &page.Notice{Text: l.T("page.open.bad", "why", kernel.Brief(err.Error())), Bad: true}
	}
	why := kernel.Brief(fault.Why)
	if fault.Refused != nil {
		why = l.Printer.Refusal(view.RefusalOf(fault.Game, fault.Refused)).Why.Plain
	}
	return &page.Notice{Text: l.T("page.open.fault", "n", fault.Action, "why", why), Rule: fault.Rule, Bad: true}
}

// recordName is what a record is kept under.
func recordName(data []byte) string {
	sum := sha256.Sum256(data)
	return base64.RawURLEncoding.EncodeToString(sum[:16])
}

// boardOf is the board a record was played on: the one new tables have, or
// another one that a table here has or had.
func (s *Library) boardOf(ctx context.Context, rec *record.Record) (*board.Board, error) {
	if rec.Board.SHA256 == s.Board.SHA256 {
		return s.Board.Board, nil
	}
	b, err := s.Service.Board(ctx, rec.Board.SHA256)
	if errors.Is(err, table.ErrUnknownBoard) {
		return s.Board.Board, nil // the check says that it is another one
	}
	return b, err
}

// turnToRead waits for the turn to read a file, which takes memory: one is read at a
// time.
func (s *Library) turnToRead(r *http.Request) (leave func(), err error) {
	return s.Uploads.Reading.Enter(r.Context(), kernel.CallerOf(r).Address, r.Method, r.URL.Path, kernel.Browser(r))
}

// readGame reads and checks a record in its turn, and keeps its game.
func (s *Library) readGame(ctx context.Context, key string, data []byte) (*page.Game, error) {
	rec, err := record.Read(data)
	if err != nil {
		return nil, err
	}
	b, err := s.boardOf(ctx, rec)
	if err != nil {
		return nil, err
	}
	played, err := record.Referee(rec, b)
	if err != nil {
		return nil, err
	}
	return s.keepGame(key, played), nil
}

// keepGame keeps the game of a record.
func (s *Library) keepGame(key string, played *record.Game) *page.Game {
	h := view.NewHistory(played)
	gm := page.Opened(h, "/game/"+key, "/game/"+key+"/score")
	gm.Review = "/game/" + key + "/review"
	if game.MayPlayOnGame(played) {
		gm.PlayOn = "/game/" + key + "/on"
	}
	s.opened.Put(key, gm, h.Size(), nil)
	return gm
}

// ofOpened is a page about the game of a record file that was opened.
func (s *Library) ofOpened(show func(w http.ResponseWriter, r *http.Request, gm *page.Game)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if gm := s.openedGame(w, r); gm != nil {
			s.Queued(func(w http.ResponseWriter, r *http.Request) { show(w, r, gm) })(w, r)
		}
	}
}

func (s *Library) replayOpened(w http.ResponseWriter, r *http.Request, gm *page.Game) {
	d, ended, err := s.Service.DayOf(r.Context(), &gm.History.Game)
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	if ended {
		gm.Day = kernel.LocalizerOf(r).Printer.In(time.UTC).Date(d.Begins())
	}
	s.Replay(w, r, gm, notConsidered)
}

// listOpened lists the game with the deal of a day that has ended, if it follows from it.
func (s *Library) listOpened(w http.ResponseWriter, r *http.Request) {
	gm := s.openedGame(w, r)
	if gm == nil {
		return
	}
	d, err := s.Service.SendDay(r.Context(), s.KnownBrowser(w, r), &gm.History.Game, kernel.DayNames(r))
	if differs, ok := errors.AsType[*daily.Differs](err); ok {
		b := s.NewBase(r, "", "day.title")
		s.Show(w, r, http.StatusUnprocessableEntity, "message", &kernel.Message{Base: b, Head: "day.title", Text: b.T("day.list.differs", "n", differs.Decision)})
		return
	}
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	http.Redirect(w, r, "/day/"+d.String(), http.StatusSeeOther)
}

func (s *Library) reviewOpened(w http.ResponseWriter, r *http.Request, gm *page.Game) {
	s.Review(w, r, gm, "")
}

func (s *Library) learnOpened(w http.ResponseWriter, r *http.Request, gm *page.Game) {
	s.Learn(w, r, gm, "")
}

// seen is a game that was opened as somebody sees it who may see it; if it returns nil it
// has answered.
func (s *Library) seen(w http.ResponseWriter, r *http.Request, gm *page.Game) *page.Game {
	hidden, err := s.Service.MaySee(r.Context(), kernel.Browser(r), &gm.History.Game)
	if err != nil {
		s.Refuse(w, r, err)
		return nil
	}
	own := gm.In(kernel.LocalizerOf(r))
	if hidden {
		own.Hidden, own.PlayOn = true, ""
	}
	return own
}

// openedGame finds the game of a record file that was opened; if it returns nil it has
// answered.
func (s *Library) openedGame(w http.ResponseWriter, r *http.Request) *page.Game {
	if gm := s.findOpened(w, r); gm != nil {
		return s.seen(w, r, gm)
	}
	return nil
}

// findOpened does so for openedGame, no matter who may see it.
func (s *Library) findOpened(w http.ResponseWriter, r *http.Request) *page.Game {
	key := r.PathValue("key")
	if gm, ok := s.opened.Get(key); ok {
		return gm
	}
	leave, err := s.turnToRead(r)
	if err != nil {
		s.Refuse(w, r, err)
		return nil
	}
	defer leave()
	if gm, ok := s.opened.Get(key); ok { // read meanwhile
		return gm
	}
	var gm *page.Game
	data, err := s.Service.KeptRecord(r.Context(), key)
	if err == nil {
		gm, err = s.readGame(r.Context(), key, data)
	}
	if err != nil {
		s.Refuse(w, r, err)
		return nil
	}
	return gm
}
