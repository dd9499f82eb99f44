package web

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"

	"ruhr/internal/page"
	"ruhr/internal/table"
	"ruhr/internal/web/kernel"
)

// Alone is what a program that one person has to themselves does with all of their
// games, which nobody else keeps for them.
type Alone interface {
	// Save returns all games as a file.
	Save(ctx context.Context) ([]byte, error)
	// Restore adds the games of such a file that are not there yet or went further in it,
	// with their seats for a browser. It returns how many tables it added, and how many it
	// left out because they are damaged. Errors: ErrBadGames, ErrNewerGames.
	Restore(ctx context.Context, file []byte, browser string) (added, damaged int, err error)
}

// Errors of Alone.
var (
	ErrBadGames   = errors.New("not a file of games")
	ErrNewerGames = errors.New("games of a newer version")
)

// aloneFailures say what is wrong with the browser's store, which nobody else runs.
var aloneFailures = []kernel.Failure{
	{Err: table.ErrFull, Status: http.StatusInsufficientStorage, Key: "alone.full"},
	{Err: table.ErrGone, Status: http.StatusInsufficientStorage, Key: "alone.gone"},
}

// maxGames is the largest file of games in bytes: more than the program in a browser can
// make of its own.
const maxGames = 1 << 30

// offlinePath is the address of the page, which a file of games is sent to: what answers
// there can be loaded again.
const offlinePath = "/offline"

// needsOthers are the routes of what needs other people or a server that they reach.
// Where nobody else is they say so.
var needsOthers = []string{
	"GET /lobby", "GET /join/{token}", "POST /join/{token}",
	"GET /t/{id}/chat", "POST /t/{id}/chat", "GET /t/{id}/share", "POST /t/{id}/share", "POST /t/{id}/owner", "POST /t/{id}/sit",
}

// alone serves a site to one person.
type alone struct {
	*kernel.Kernel
	games Alone
}

// only has what needs others say that it does not work here, and adds what is only there
// where nobody else is.
func (s alone) only(rooms []kernel.Handlers) []kernel.Handlers {
	s.Explain(aloneFailures...)
	s.Large(offlinePath, maxGames)
	for _, part := range rooms {
		for _, pattern := range needsOthers {
			if part[pattern] != nil {
				part[pattern] = s.withOthers
			}
		}
	}
	return append(rooms, s.routes())
}

// withOthers says that an address is for playing with others.
func (s alone) withOthers(w http.ResponseWriter, r *http.Request) {
	b := s.NewBase(r, "", "alone.title")
	notice := &page.Notice{Text: b.T("alone.others")}
	if kernel.WantsFrames(r) {
		s.AnswerNotice(w, r, http.StatusNotFound, &b, notice)
		return
	}
	s.Show(w, r, http.StatusNotFound, "message", &kernel.Message{Base: b, Head: "alone.title", Text: notice.Text})
}

func (s alone) routes() kernel.Handlers {
	out := kernel.Handlers{
		"GET " + offlinePath:            s.Queued(s.offlinePage),
		"GET " + offlinePath + "/games": s.saveGames,
		"POST " + offlinePath:           s.restoreGames,
	}
	for _, accounts := range []string{"/.well-known/change-password", "/account", "/account/", "/forget", "/notices/", "/people/", "/tournaments", "/tournaments/", "/tournament/", "/circles", "/circle/"} {
		out[accounts] = s.withOthers
	}
	return out
}

func (s alone) offlinePage(w http.ResponseWriter, r *http.Request) {
	s.showOffline(w, r, http.StatusOK, func(l *page.Localizer) (out *page.Notice) {
		for _, count := range []string{"added", "damaged"} {
			n, err := strconv.Atoi(r.FormValue(count))
			switch text := l.T("alone."+count, "n", strconv.Itoa(n)); {
			case err != nil || out != nil && n == 0:
			case out == nil:
				out = &page.Notice{Text: text}
			default:
				out.Text += " " + text
			}
		}
		return out
	})
}

func (s alone) showOffline(w http.ResponseWriter, r *http.Request, status int, notice func(*page.Localizer) *page.Notice) {
	b := s.NewBase(r, "", "alone.title")
	b.Notice = notice(b.Localizer)
	s.Show(w, r, status, "offline", &b)
}

func (s alone) saveGames(w http.ResponseWriter, r *http.Request) {
	file, err := s.games.Save(r.Context())
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	w.Header().Set("Content-Disposition", `attachment; filename="ruhr-games.json"`)
	kernel.Send(w, r, http.StatusOK, "application/json", file)
}

func (s alone) restoreGames(w http.ResponseWriter, r *http.Request) {
	file, err := gamesIn(r)
	if err != nil {
		s.FailBody(w, r, err)
		return
	}
	browser := s.KnownBrowser(w, r)
	added, damaged, err := s.games.Restore(r.Context(), file, browser)
	key := map[bool]string{errors.Is(err, ErrBadGames): "alone.bad_file", errors.Is(err, ErrNewerGames): "alone.newer_file"}[true]
	switch {
	case key != "":
		s.showOffline(w, r, http.StatusUnprocessableEntity, func(l *page.Localizer) *page.Notice {
			return &page.Notice{Text: l.T(key), Bad: true}
		})
	case err != nil:
		s.Refuse(w, r, err)
	default:
		http.Redirect(w, r, fmt.Sprintf("%s?added=%d&damaged=%d", offlinePath, added, damaged), http.StatusSeeOther)
	}
}

// gamesIn reads the file of a form.
func gamesIn(r *http.Request) ([]byte, error) {
	parts, err := r.MultipartReader()
	if err != nil {
		return nil, err
	}
	for {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		if part.FormName() == "games" {
			return io.ReadAll(part)
		}
	}
}
