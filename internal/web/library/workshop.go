package library

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"errors"
	"html/template"
	"io"
	"net/http"
	"net/url"
	"strings"

	"ruhr/board"
	"ruhr/internal/draw"
	"ruhr/internal/game"
	"ruhr/internal/page"
	"ruhr/internal/web/kernel"
)

// A draft is a board as its differences from the standard one. It is stored in
// the page's address and in a cookie; the server keeps nothing until a table is
// played on it.
type draft map[string]string

// Limits on a draft.
const (
	maxDraft      = 64 << 10 // bytes, unpacked
	maxDraftLink  = 8 << 10  // bytes, in an address
	maxKeptDraft  = 2500     // bytes, in a header of a response: proxies take 4096 for all of them together
	workshopPath  = "/workshop"
	boardFileName = "board.json"
	wrongBoard    = "page.workshop.wrong" // in the log, for whatever is wrong
)

var errBadDraft = errors.New("no draft of a board")

// pack encodes a draft for an address.
func (d draft) pack() string {
	if len(d) == 0 {
		return ""
	}
	var out bytes.Buffer
	to, _ := flate.NewWriter(&out, flate.BestCompression) // this level exists
	_ = json.NewEncoder(to).Encode(d)                     // writing to memory cannot fail
	_ = to.Close()
	return base64.RawURLEncoding.EncodeToString(out.Bytes())
}

// unpack decodes a draft from an address.
func unpack(s string) (draft, error) {
	d := draft{}
	if s == "" {
		return d, nil
	}
	if s = kernel.TrimEnd(s); len(s) > maxDraftLink {
		return nil, errBadDraft
	}
	packed, err := base64.RawURLEncoding.DecodeString(s)
	if err != nil {
		return nil, errBadDraft
	}
	data, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(packed)), maxDraft+1))
	if err != nil || len(data) > maxDraft || json.Unmarshal(data, &d) != nil {
		return nil, errBadDraft
	}
	return d, nil
}

// draftIn reads a draft from a pasted address or its packed form.
func draftIn(s string) (draft, error) {
	s = strings.TrimSpace(s)
	if u, err := url.Parse(s); err == nil && u.Query().Has("d") {
		s = u.Query().Get("d")
	}
	return unpack(s)
}

// workshopPage lists the facts of a board for correction.
type workshopPage struct {
	kernel.Base
	Draft, Link string
	Other       string // another draft that is kept, "" for none
	Groups      []page.WorkshopGroup
	Changed     []page.FactDifference
	Problem     template.HTML // the loader's message; "" for a valid board
	Map         template.URL
}

// drafted returns a draft's board file, and the board if it is valid.
func drafted(usual []byte, d draft) (data []byte, b *board.Board, err error) {
	if data, err = board.Correct(usual, d); err != nil {
		return nil, nil, err
	}
	b, err = board.Load(data)
	return data, b, err
}

// workshop shows the draft in the address, or else the one in the cookie. It keeps one
// that has just been made, of which the address says what it was made of.
func (s *Library) workshop(w http.ResponseWriter, r *http.Request) {
	packed, kept := r.FormValue("d"), kernel.Cookie(r, kernel.DraftCookie)
	if !r.Form.Has("d") {
		packed = kept
	}
	d, err := unpack(packed)
	if err != nil {
		s.Fail(w, r, http.StatusBadRequest, "page.workshop.bad_link")
		return
	}
	other := ""
	if made := r.Form.Has("was"); kept != packed && (!made || r.Form.Get("was") != kernel.DigestOf(kept)) {
		other = kept
	}
	if r.Form.Has("was") {
		s.SetCookieAt(w, r, workshopPath, kernel.DraftCookie, packed, packed != "")
	}
	s.showWorkshop(w, r, d, other)
}

// showWorkshop shows a draft, beside another one that the browser keeps or kept until now.
func (s *Library) showWorkshop(w http.ResponseWriter, r *http.Request, d draft, other string) {
	p, err := s.workshopPage(r, d)
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	if _, err := unpack(other); err == nil {
		p.Other = other
	}
	s.Show(w, r, http.StatusOK, "workshop", p)
}

func (s *Library) workshopPage(r *http.Request, d draft) (*workshopPage, error) {
	p := &workshopPage{Base: s.NewBase(r, "board", "page.workshop.title"), Draft: d.pack()}
	p.Styles, p.Scripts = []string{"css/map.css", "css/site.css"}, []string{"js/workshop.js"}
	p.Link = kernel.CallerOf(r).Public + workshopPath + "?d=" + p.Draft
	usual, err := board.Facts(s.Service.UsualBoard())
	if err != nil {
		return nil, err
	}
	values := map[string]string{}
	for _, f := range usual {
		values[f.Key()] = f.Value
	}
	facts := usual
	data, b, wrong := drafted(s.Service.UsualBoard(), d)
	if data != nil {
		if facts, err = board.Facts(data); err != nil {
			return nil, err
		}
	}
	shown := s.Board
	if wrong != nil {
		p.Problem = s.unplayable(p.Localizer, wrong)
	} else {
		shown = page.NewBoard(b)
		diff, err := board.Differences(s.Service.UsualBoard(), data)
		if err != nil {
			return nil, err
		}
		p.Changed = s.Board.Differences(p.Localizer, diff)
		p.Map = s.drawn(shown, p)
	}
	p.Groups = shown.Workshop(p.Localizer, facts, d, values)
	return p, nil
}

// unplayable explains what is wrong with a board.
func (s *Library) unplayable(l *page.Localizer, err error) template.HTML {
	switch {
	case errors.Is(err, errBadDraft):
		return l.T("page.workshop.bad_link")
	case errors.Is(err, board.ErrElsewhere):
		return l.T("page.workshop.elsewhere")
	case !errors.As(err, new(*board.Error)):
		return l.T("page.workshop.bad_file")
	}
	if why, ok := s.Board.Fault(l, err); ok {
		return l.T("page.workshop.wrong", "why", why)
	}
	return l.T("page.workshop.wrong", "why", kernel.Brief(err.Error()))
}

// refuseBoard answers a board that cannot be played.
func (s *Library) refuseBoard(w http.ResponseWriter, r *http.Request, err error) {
	kernel.NoteWhy(w, wrongBoard)
	b := s.NewBase(r, "board", "page.workshop.title")
	s.AnswerNotice(w, r, http.StatusUnprocessableEntity, &b, &page.Notice{Text: s.unplayable(b.Localizer, err), Bad: true})
}

// drawn returns the draft's map at the start of a game as a data URL. It is not
// cached.
func (s *Library) drawn(b *page.Board, p *workshopPage) template.URL {
	if b.SHA256 == s.Board.SHA256 {
		return template.URL(s.Opening(p.Localizer, p.Set))
	}
	picture := draw.New(b.Board, draw.Wide()).Opening(p.Set.Theme, p.MapWord, b.Start())
	return template.URL("data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(picture))
}

// saveWorkshop makes a draft from the form and redirects to its page.
func (s *Library) saveWorkshop(w http.ResponseWriter, r *http.Request) {
	if !s.Parse(w, r) {
		return
	}
	facts, err := board.Facts(s.Service.UsualBoard())
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	d := draft{}
	for _, f := range facts {
		if key := f.Key(); r.PostForm.Has(key) && r.PostForm.Get(key) != f.Value {
			d[key] = r.PostForm.Get(key)
		}
	}
	if ok := r.PostForm["ok"]; len(ok) > 0 {
		d[board.Confirmed] = strings.Join(ok, " ")
	}
	s.toWorkshop(w, r, d)
}

func (s *Library) toWorkshop(w http.ResponseWriter, r *http.Request, d draft) {
	packed := d.pack()
	if len(packed) > maxDraftLink {
		s.Fail(w, r, http.StatusRequestEntityTooLarge, "page.workshop.large")
		return
	}
	if len(packed) > maxKeptDraft {
		s.showWorkshop(w, r, d, "")
		return
	}
	http.Redirect(w, r, workshopPath+"?d="+packed+"&was="+kernel.DigestOf(r.FormValue("was")), http.StatusSeeOther)
}

// openBoard opens an uploaded board file in the workshop.
func (s *Library) openBoard(w http.ResponseWriter, r *http.Request) {
	data, leave, ok := s.receiveFile(w, r)
	if !ok {
		return
	}
	defer leave()
	done, err := s.turnToRead(r)
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	defer done()
	if _, err = board.Load(data); err == nil {
		var d draft
		if d, err = s.draftOf(data); err == nil {
			s.toWorkshop(w, r, d)
			return
		}
	}
	s.refuseBoard(w, r, err)
}

// draftOf returns the draft that produces a board file.
func (s *Library) draftOf(data []byte) (draft, error) {
	diff, err := board.Differences(s.Service.UsualBoard(), data)
	if err != nil {
		return nil, err
	}
	d := draft{}
	for _, x := range diff {
		d[x.Key()] = x.Other
	}
	ok, err := board.ConfirmedIn(data)
	if len(ok) > 0 {
		d[board.Confirmed] = strings.Join(ok, " ")
	}
	return d, err
}

// boardFile sends a draft's board as a file.
func (s *Library) boardFile(w http.ResponseWriter, r *http.Request) {
	d, err := unpack(r.FormValue("d"))
	if err != nil {
		s.Fail(w, r, http.StatusBadRequest, "page.workshop.bad_link")
		return
	}
	data, _, err := drafted(s.Service.UsualBoard(), d)
	if err != nil {
		s.refuseBoard(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Disposition", `attachment; filename="`+boardFileName+`"`)
	_, _ = w.Write(data)
}

// differencesPage compares two boards.
type differencesPage struct {
	kernel.Base
	A, B    string // links or packed drafts, as entered
	List    []page.FactDifference
	Asked   bool
	Problem template.HTML
	Same    template.HTML
	Draft   string // of the second board
}

// differences compares two drafts; an empty one is the standard board.
func (s *Library) differences(w http.ResponseWriter, r *http.Request) {
	p := &differencesPage{Base: s.NewBase(r, "board", "page.workshop.differences"), A: r.FormValue("a"), B: r.FormValue("b"), Asked: r.Form.Has("b")}
	first, errA := FileOf(s.Service.UsualBoard(), p.A)
	second, errB := FileOf(s.Service.UsualBoard(), p.B)
	if err := errors.Join(errA, errB); err != nil {
		kernel.NoteWhy(w, wrongBoard)
		p.Problem = s.unplayable(p.Localizer, err)
		s.Show(w, r, http.StatusUnprocessableEntity, "differences", p)
		return
	}
	s.showDifferences(w, r, p, first, second)
}

// FileOf returns the board file of a draft's link, which has its differences from the
// usual one.
func FileOf(usual []byte, link string) ([]byte, error) {
	d, err := draftIn(link)
	if err != nil {
		return nil, err
	}
	data, _, err := drafted(usual, d)
	return data, err
}

// tableBoard compares a table's board with the standard one.
func (s *Library) tableBoard(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	snap, err := s.Service.Position(r.Context(), id, game.Actor{})
	if err == nil && snap.Game == nil {
		err = game.ErrFrozen
	}
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	data, err := s.Service.BoardFile(r.Context(), snap.Game.Board().SHA256)
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	p := &differencesPage{Base: s.NewBase(r, "board", "page.workshop.own_board"), Asked: true}
	if d, err := s.draftOf(data); err == nil {
		p.Draft = d.pack()
	}
	s.showDifferences(w, r, p, s.Service.UsualBoard(), data)
}

func (s *Library) showDifferences(w http.ResponseWriter, r *http.Request, p *differencesPage, first, second []byte) {
	diff, err := board.Differences(first, second)
	p.List = s.Board.Differences(p.Localizer, diff)
	if err != nil {
		p.Problem = s.unplayable(p.Localizer, err)
	}
	s.Show(w, r, http.StatusOK, "differences", p)
}
