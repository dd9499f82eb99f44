package web

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"net/http"
	"strings"

	"ruhr/board"
	"ruhr/internal/page"
	"ruhr/internal/table"
	"ruhr/record"
	"ruhr/view"
)

// openForm is the page where a record file is opened.
type openForm struct {
	base
	MaxKB   int
	Link    string        // that was to be opened
	Offline *offlineFiles // what opens games in the browser, nil for nothing
}

// The files of the program that opens games in the browser.
const (
	offlineProgram = "offline.wasm"
	offlineExec    = "wasm_exec.js"
	offlineBoard   = "board.json"
)

// offlineFiles are the addresses of the program that opens games in the browser, and
// of what its pages need; several are separated by spaces.
type offlineFiles struct {
	Program, Exec, Board string
	Styles               string
	Levels               string
	MB                   int // to be loaded, rounded up
}

func (s *server) openForm(r *http.Request) *openForm {
	p := &openForm{base: s.newBase(r, "open", "page.open.title"), MaxKB: record.MaxSize >> 10}
	p.Scripts = append(p.Scripts, "js/open.js")
	if s.offline {
		valley := s.shown(s.board.Board, p.Localizer, p.Set)
		p.Offline = &offlineFiles{
			Program: p.Asset(offlineProgram), Exec: p.Asset(offlineExec), Board: p.Asset(offlineBoard),
			Styles: strings.Join([]string{p.Asset("css/map.css"), p.Asset("css/table.css"), valley.Places}, " "),
			Levels: strings.Join(s.levels, " "),
			MB:     (len(s.assets.files[offlineProgram].gzip())-1)/1e6 + 1,
		}
	}
	return p
}

func (s *server) openPage(w http.ResponseWriter, r *http.Request) {
	s.showOpen(w, r, http.StatusOK, s.openForm(r))
}

func (s *server) showOpen(w http.ResponseWriter, r *http.Request, status int, p *openForm) {
	if s.offline {
		w.Header().Set("Content-Security-Policy", offlinePolicy)
	}
	s.show(w, r, status, "open", p)
}

// refuseOpen shows the form again after a refusal.
func (s *server) refuseOpen(w http.ResponseWriter, r *http.Request, p *openForm, why string, n *page.Notice) {
	noteWhy(w, why)
	p.Notice = n
	s.showOpen(w, r, http.StatusUnprocessableEntity, p)
}

// openRecord checks a record file and shows the game.
func (s *server) openRecord(w http.ResponseWriter, r *http.Request) {
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
		s.refuse(w, r, err)
		return
	}
	_, err = s.readGame(r.Context(), p.Localizer, key, data)
	leave()
	if err != nil {
		s.refuseOpen(w, r, p, "page.open.bad", s.badRecord(p.Localizer, err))
		return
	}
	s.keepRecord(w, r, key, data)
}

// keepRecord keeps a record that was checked and leads to its game.
func (s *server) keepRecord(w http.ResponseWriter, r *http.Request, key string, data []byte) {
	if err := s.service.KeepRecord(r.Context(), key, data); err != nil {
		s.refuse(w, r, err)
		return
	}
	http.Redirect(w, r, "/game/"+key+"?n=0", http.StatusSeeOther)
}

// openLink shows the game of a link that a browser has taken out of the fragment
// of its address.
func (s *server) openLink(w http.ResponseWriter, r *http.Request) {
	p := s.openForm(r)
	p.Link = r.PostFormValue("game")
	played, err := record.ReadLink(p.Link, s.board.Board)
	if err != nil {
		s.refuseOpen(w, r, p, "fair.link.bad", &page.Notice{Text: p.BadLink(err), Bad: true})
		return
	}
	data, err := played.Record().Write()
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	key := recordName(data)
	s.keepGame(p.Localizer, key, played)
	s.keepRecord(w, r, key, data)
}

// gameLink is the address with a whole game in its fragment; "" for one that is
// not over or does not say what lay on the river, or that was played on a board of
// its own.
func (s *server) gameLink(r *http.Request, played *record.Game) string {
	if played.Obstacles == nil || played.Rules.Board().SHA256 != s.board.SHA256 {
		return ""
	}
	link, err := played.Link()
	if err != nil {
		s.fault(r, "link of a game", err)
		return ""
	}
	return callerOf(r).public + "/open" + record.LinkMark + link
}

// badRecord says what is wrong with a record.
func (s *server) badRecord(l *page.Localizer, err error) *page.Notice {
	var fault *record.Fault
	switch {
	case errors.Is(err, board.ErrNotJSON):
		return &page.Notice{Text: l.T("page.open.no_json"), Bad: true}
	case !errors.As(err, &fault):
		return &page.Notice{Text: l.T("page.open.bad", "why", brief(err.Error())), Bad: true}
	}
	why := brief(fault.Why)
	if fault.Refused != nil {
		why = l.Refusal(view.RefusalOf(fault.Game, fault.Refused)).Why.Plain
	}
	return &page.Notice{Text: l.T("page.open.fault", "n", fault.Action, "why", why), Rule: fault.Rule, Bad: true}
}

// brief is the beginning of an error's text: it may quote the file, which
// anyone can write.
func brief(why string) string {
	const most = 300
	if r := []rune(why); len(r) > most {
		return string(r[:most]) + "…"
	}
	return why
}

// recordName is what a record is kept under.
func recordName(data []byte) string {
	sum := sha256.Sum256(data)
	return base64.RawURLEncoding.EncodeToString(sum[:16])
}

// boardOf is the board a record was played on: the one new tables have, or
// another one that a table here has or had.
func (s *server) boardOf(ctx context.Context, rec *record.Record) (*board.Board, error) {
	if rec.Board.SHA256 == s.board.SHA256 {
		return s.board.Board, nil
	}
	b, err := s.service.Board(ctx, rec.Board.SHA256)
	if errors.Is(err, table.ErrUnknownBoard) {
		return s.board.Board, nil // the check says that it is another one
	}
	return b, err
}

// turnToRead waits for the turn to read a file, which takes memory: one is read at a
// time.
func (s *server) turnToRead(r *http.Request) (leave func(), err error) {
	return s.uploads.Reading.Enter(r.Context(), callerOf(r).address, r.Method, r.URL.Path, browser(r))
}

// readGame reads and checks a record in its turn, and keeps its game.
func (s *server) readGame(ctx context.Context, l *page.Localizer, key string, data []byte) (*page.Game, error) {
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
	return s.keepGame(l, key, played), nil
}

// keepGame keeps the game of a record.
func (s *server) keepGame(l *page.Localizer, key string, played *record.Game) *page.Game {
	h := view.NewHistory(played)
	gm := page.Opened(l, h, "/game/"+key, "/game/"+key+"/score")
	gm.Review = "/game/" + key + "/review"
	if played.Obstacles != nil {
		gm.PlayOn = "/game/" + key + "/on"
	}
	s.opened.Put(key, gm, h.Size(), nil)
	return gm
}

func (s *server) replayOpened(w http.ResponseWriter, r *http.Request) {
	if gm := s.openedGame(w, r); gm != nil {
		s.queued(func(w http.ResponseWriter, r *http.Request) { s.replay(w, r, gm, notConsidered) })(w, r)
	}
}

func (s *server) scoreOpened(w http.ResponseWriter, r *http.Request) {
	if gm := s.openedGame(w, r); gm != nil {
		s.queued(func(w http.ResponseWriter, r *http.Request) { s.score(w, r, gm) })(w, r)
	}
}

// openedGame finds the game of a record file that was opened; if it returns
// nil it has answered.
func (s *server) openedGame(w http.ResponseWriter, r *http.Request) *page.Game {
	key := r.PathValue("key")
	if gm, ok := s.opened.Get(key); ok {
		return gm
	}
	leave, err := s.turnToRead(r)
	if err != nil {
		s.refuse(w, r, err)
		return nil
	}
	defer leave()
	if gm, ok := s.opened.Get(key); ok { // read meanwhile
		return gm
	}
	var gm *page.Game
	data, err := s.service.KeptRecord(r.Context(), key)
	if err == nil {
		gm, err = s.readGame(r.Context(), localizerOf(r), key, data)
	}
	if err != nil {
		s.refuse(w, r, err)
		return nil
	}
	return gm
}
