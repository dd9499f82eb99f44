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
	"slices"
	"strings"

	"ruhr/board"
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
	mostBoards    = 30
	workshopPath  = "/workshop"
	boardFileName = "board.json"

	unfinishedName = "board-unfinished.json"
	wrongBoard     = "page.workshop.wrong" // in the log, for whatever is wrong
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

// draftAt reads a draft from a pasted address or its packed form.
func draftAt(s string) (draft, error) {
	s = strings.TrimSpace(s)
	if page, fragment, ok := strings.Cut(s, "#"); ok && !strings.Contains(page, "?") { // of the offline edition
		s = fragment
	}
	if u, err := url.Parse(s); err == nil && u.Query().Has("d") {
		s = u.Query().Get("d")
	}
	return unpack(s)
}

// workshopPage lists the facts of a board for correction.
type workshopPage struct {
	kernel.Base
	*page.Workshop
	Draft, Link string
	Other       string // another draft that is kept, "" for none
	Kept        bool   // whether the browser keeps this one without scripts
	Open        string // the section that is open
	Unfinished  bool
	Map         template.URL
	Places      template.HTML   // links on the map
	Today       string          // the date of a checklist
	Typed       string          // the order of the river, if what was typed is none
	Misread     []template.HTML // why it is none
}

// ID is the id of a row or field on the page.
func (p *workshopPage) ID(key string) string { return page.ID(key) }

// First heads the column with the usual board.
func (p *workshopPage) First() template.HTML { return p.T("page.workshop.first_usual") }

// Second heads the one with the draft.
func (p *workshopPage) Second() template.HTML { return p.T("page.workshop.second_yours") }

// Most is how many boards a browser keeps with scripts.
func (p *workshopPage) Most() int { return mostBoards }

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
	if r.Form.Has("was") && r.Header.Get("Sec-Fetch-Site") != "cross-site" { // a link from elsewhere keeps nothing
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

// draftOf is a draft with all that its page says of it.
func (s *Library) draftOf(d draft) (*page.Draft, error) {
	out := &page.Draft{Changes: d}
	var err error
	if out.Draft, err = board.NewDraft(s.Service.UsualBoard(), d); err != nil {
		return nil, err
	}
	if out.Usual, err = board.Facts(s.Service.UsualBoard()); err == nil {
		out.Facts, err = board.Facts(out.File)
	}
	return out, err
}

func (s *Library) workshopPage(r *http.Request, d draft) (*workshopPage, error) {
	p := &workshopPage{Base: s.NewBase(r, "board", "page.workshop.title"), Draft: d.pack(), Open: r.FormValue("open")}
	p.Styles, p.Scripts = []string{"css/site.css", "css/workshop.css"}, append(p.Scripts, "js/workshop.js")
	p.Link, p.Kept = s.Kernel.Link(r, workshopPath+"?d="+p.Draft), len(p.Draft) <= maxKeptDraft
	made, err := s.draftOf(d)
	if err != nil {
		return nil, err
	}
	rest, near, ok := s.near(made)
	p.Unfinished = !ok
	p.Workshop = near.Workshop(p.Localizer, made)
	diff, err := board.Differences(s.Service.UsualBoard(), made.File)
	if err != nil {
		return nil, err
	}
	p.Changed = s.Board.Differences(p.Localizer, diff)
	s.drawn(rest, p)
	return p, nil
}

// near is the board that a draft makes, or else the one that comes nearest and can be
// played, with its draft: without what is wrong, then without the parts in which something
// is.
func (s *Library) near(d *page.Draft) (rest draft, b *page.Board, ok bool) {
	if d.Board != nil {
		return d.Changes, page.NewBoard(d.Board), true
	}
	wrong := s.Board.Wrong(d)
	for _, far := range []bool{false, true} {
		rest := draft{}
		for key, value := range d.Changes {
			if !wrong.Concerns(key, far) {
				rest[key] = value
			}
		}
		if _, b, err := drafted(s.Service.UsualBoard(), rest); err == nil {
			return rest, page.NewBoard(b), false
		}
	}
	return nil, s.Board, false
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

// offMap are the groups of facts that the map does not show.
var offMap = []string{board.Confirmed, "marker", "progress", "area", "country", board.CountedFaces, board.CountedStars}

// drawn draws the map of a draft at the start of a game, as a data URL, with links to the
// facts. What the map does not show leaves the same picture.
func (s *Library) drawn(d draft, p *workshopPage) {
	seen := draft{}
	for key, value := range d {
		if group, _, _ := strings.Cut(key, "/"); !slices.Contains(offMap, group) {
			seen[key] = value
		}
	}
	shown := s.Board
	if _, b, err := drafted(s.Service.UsualBoard(), seen); err == nil && len(seen) > 0 {
		shown = page.NewBoard(b)
	}
	wide := s.WideMap(shown.Board)
	p.Places = wide.Facts(func(subject string) string { return "#" + subject }, p.WrongAt)
	if shown.SHA256 == s.Board.SHA256 {
		p.Map = template.URL(s.Opening(p.Localizer, p.Set))
		return
	}
	picture := wide.Opening(p.Set.Theme, p.MapWord, shown.Start())
	p.Map = template.URL("data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(picture))
}

// saveWorkshop makes a draft from the form and redirects to its page.
func (s *Library) saveWorkshop(w http.ResponseWriter, r *http.Request) {
	was, err := unpack(r.PostForm.Get("was"))
	if err != nil {
		s.Fail(w, r, http.StatusBadRequest, "page.workshop.bad_link")
		return
	}
	before, err := s.draftOf(was)
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	if r.PostForm.Get("move") != "typed" {
		s.toWorkshop(w, r, entered(before, r.PostForm, nil))
		return
	}
	_, near, _ := s.near(before)
	l := kernel.LocalizerOf(r)
	places, wrong := near.Workshop(l, before).Places(l, r.PostForm.Get("order"))
	if len(wrong) == 0 {
		s.toWorkshop(w, r, entered(before, r.PostForm, places))
		return
	}
	p, err := s.workshopPage(r, entered(before, r.PostForm, nil))
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	p.Typed, p.Misread = r.PostForm.Get("order"), wrong
	kernel.NoteWhy(w, "page.workshop.order")
	s.Show(w, r, http.StatusUnprocessableEntity, "workshop", p)
}

// toWorkshop leads to the page of a draft, open where its form was.
func (s *Library) toWorkshop(w http.ResponseWriter, r *http.Request, d draft) {
	packed := d.pack()
	if len(packed) > maxDraftLink {
		s.Fail(w, r, http.StatusRequestEntityTooLarge, "page.workshop.large")
		return
	}
	if len(packed) > maxKeptDraft {
		s.InTurn(s.Drawing, func(w http.ResponseWriter, r *http.Request) { s.showWorkshop(w, r, d, "") })(w, r)
		return
	}
	to := workshopPath + "?d=" + packed + "&was=" + kernel.DigestOf(r.FormValue("was"))
	if open := r.FormValue("open"); open != "" {
		to += "&open=" + url.QueryEscape(open) + "#group-" + url.QueryEscape(open)
	}
	http.Redirect(w, r, to, http.StatusSeeOther)
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
	if d, err := unfinishedIn(data); err == nil {
		s.toWorkshop(w, r, d)
		return
	}
	if _, err = board.Load(data); err == nil {
		var d draft
		if d, err = s.draftIn(data); err == nil {
			s.toWorkshop(w, r, d)
			return
		}
	}
	s.refuseBoard(w, r, err)
}

// checklist lists the facts of a draft for paper.
func (s *Library) checklist(w http.ResponseWriter, r *http.Request) {
	d, err := unpack(r.FormValue("d"))
	if err != nil {
		s.Fail(w, r, http.StatusBadRequest, "page.workshop.bad_link")
		return
	}
	made, err := s.draftOf(d)
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	p := &workshopPage{Base: s.NewBase(r, "board", "page.workshop.checklist"), Draft: d.pack()}
	p.Styles = []string{"css/site.css", "css/workshop.css"}
	p.Scripts, p.Today = append(p.Scripts, "js/checklist.js"), p.Printer.Date(s.Service.Now())
	_, near, _ := s.near(made)
	p.Workshop = near.Workshop(p.Localizer, made)
	s.Show(w, r, http.StatusOK, "checklist", p)
}

// unfinished is the file of a draft that makes no board yet.
type unfinished struct {
	Draft draft `json:"draft"`
}

// unfinishedIn is the draft in such a file.
func unfinishedIn(data []byte) (draft, error) {
	var f unfinished
	dec := json.NewDecoder(bytes.NewReader(board.WithoutMark(data)))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&f); err != nil || f.Draft == nil {
		return nil, errBadDraft
	}
	return f.Draft, nil
}

// draftIn returns the draft that produces a board file.
func (s *Library) draftIn(data []byte) (draft, error) {
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
	name := boardFileName
	if err != nil {
		data, _ = json.MarshalIndent(unfinished{d}, "", " ")
		name = unfinishedName
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Disposition", `attachment; filename="`+name+`"`)
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
	// Heads of the columns with the boards.
	First, Second template.HTML

	Confirmed, Confirmable int // of the second board's facts
}

// differences compares two drafts; an empty one is the standard board.
func (s *Library) differences(w http.ResponseWriter, r *http.Request) {
	p := &differencesPage{Base: s.NewBase(r, "board", "page.workshop.differences"), A: r.FormValue("a"), B: r.FormValue("b"), Asked: r.Form.Has("b")}
	p.First, p.Second = p.T("page.workshop.first"), p.T("page.workshop.second")
	if p.A == "" {
		p.First, p.Second = p.T("page.workshop.first_usual"), p.T("page.workshop.second_yours")
	}
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
	d, err := draftAt(link)
	if err != nil {
		return nil, err
	}
	data, _, err := drafted(usual, d)
	return data, err
}

// tableBoard compares a table's board with the standard one.
func (s *Library) tableBoard(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	snap, err := s.Position(r, id)
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
	p := &differencesPage{Base: s.NewBase(r, "table", "page.workshop.own_board"), Asked: true}
	p.First, p.Second = p.T("page.workshop.first_usual"), p.T("page.workshop.second_table")
	if d, err := s.draftIn(data); err == nil {
		p.Draft = d.pack()
		if made, err := s.draftOf(d); err == nil {
			w := s.Board.Workshop(p.Localizer, made)
			p.Confirmed, p.Confirmable = w.Confirmed, w.Confirmable
		}
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
