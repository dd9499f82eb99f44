package web

import (
	"context"
	"errors"
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
	// Save returns all tables as a file.
	Save(ctx context.Context) ([]byte, error)
	// Restore adds the tables of such a file that are not there yet, with their seats for
	// a browser, and returns how many. Errors: ErrBadGames, ErrNewerGames.
	Restore(ctx context.Context, file []byte, browser string) (int, error)
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

// maxGames is the largest file of games in bytes.
const maxGames = 64 << 20

// gamesPath is the address of the file of all games, and where one is sent to.
const gamesPath = "/offline/games"

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
	s.Large(gamesPath, maxGames)
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
		"GET /offline":      s.Queued(s.offlinePage),
		"GET " + gamesPath:  s.saveGames,
		"POST " + gamesPath: s.restoreGames,
	}
	for _, accounts := range []string{"/.well-known/change-password", "/account", "/account/", "/forget", "/notices/", "/people/", "/tournaments", "/tournaments/", "/tournament/", "/circles", "/circle/"} {
		out[accounts] = s.withOthers
	}
	return out
}

func (s alone) offlinePage(w http.ResponseWriter, r *http.Request) {
	s.showOffline(w, r, http.StatusOK, nil)
}

func (s alone) showOffline(w http.ResponseWriter, r *http.Request, status int, notice func(*page.Localizer) *page.Notice) {
	b := s.NewBase(r, "", "alone.title")
	if notice != nil {
		b.Notice = notice(b.Localizer)
	}
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
	n, err := s.games.Restore(r.Context(), file, browser)
	key := map[bool]string{errors.Is(err, ErrBadGames): "alone.bad_file", errors.Is(err, ErrNewerGames): "alone.newer_file"}[true]
	switch {
	case key != "":
		s.showOffline(w, r, http.StatusUnprocessableEntity, func(l *page.Localizer) *page.Notice {
			return &page.Notice{Text: l.T(key), Bad: true}
		})
	case err != nil:
		s.Refuse(w, r, err)
	default:
		s.showOffline(w, r, http.StatusOK, func(l *page.Localizer) *page.Notice {
			return &page.Notice{Text: l.T("alone.opened", "n", strconv.Itoa(n))}
		})
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
