package library

import (
	"net/http"
	"strconv"
	"time"

	"ruhr/board"
	"ruhr/coach/puzzle"
	"ruhr/internal/game"
	"ruhr/internal/page"
	"ruhr/internal/web/kernel"
	"ruhr/internal/web/templates"
	"ruhr/view"
)

const puzzlesPath = "/puzzles"

// puzzlesPage lists the puzzles.
type puzzlesPage struct {
	*page.Localizer
	kernel.Base
	*page.Puzzles
}

// puzzlePage is a puzzle.
type puzzlePage struct {
	*page.Localizer
	kernel.Base
	*templates.Trial
	Puzzle *page.Puzzle
}

// studyPage says what strong players do.
type studyPage struct {
	*page.Localizer
	kernel.Base
	*page.Study
}

// puzzleRoutes are what there is to practise.
func (s *Library) puzzleRoutes() kernel.Handlers {
	return kernel.Handlers{
		"GET /mistakes":     s.Queued(s.mistakes),
		"GET /puzzles":      s.Queued(s.puzzles),
		"GET /puzzles/day":  s.Queued(s.puzzleOfDay),
		"GET /puzzles/next": s.Queued(s.nextPuzzle),
		"GET /puzzles/{n}":  s.Queued(s.puzzle),
		"POST /puzzles/{n}": s.Queued(s.puzzle),
		"GET /study":        s.Queued(s.study),
	}
}

// today is the day, counted from 1970-01-01 in UTC.
func today() int { return int(time.Now().Unix() / (24 * 60 * 60)) }

// progress is what a request's browser has solved.
func progress(r *http.Request) *puzzle.Progress {
	return puzzle.ReadProgress(kernel.Cookie(r, kernel.PuzzlesCookie))
}

// firstTries are those of a request's browser.
func firstTries(r *http.Request) *puzzle.FirstTries {
	return puzzle.ReadFirstTries(kernel.Cookie(r, kernel.TriesCookie))
}

func (s *Library) puzzles(w http.ResponseWriter, r *http.Request) {
	b := s.NewBase(r, "puzzles", "page.puzzle.title")
	p := page.NewPuzzles(b.Localizer, progress(r), firstTries(r), today())
	s.Show(w, r, http.StatusOK, "puzzles", &puzzlesPage{p.Localizer, b, p})
}

func puzzleAt(number int) string { return puzzlesPath + "/" + strconv.Itoa(number) }

func (s *Library) puzzleOfDay(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, puzzleAt(puzzle.OfDay(today())), http.StatusSeeOther)
}

// nextPuzzle leads to the easiest that is not solved, with so many seats as the address
// says if there is one; when all are, to the list.
func (s *Library) nextPuzzle(w http.ResponseWriter, r *http.Request) {
	seats, _ := strconv.Atoi(r.FormValue("seats")) // 0 for any
	if next := progress(r).Next(0, seats); next > 0 {
		http.Redirect(w, r, puzzleAt(next), http.StatusSeeOther)
		return
	}
	http.Redirect(w, r, puzzlesPath, http.StatusSeeOther)
}

// study shows what strong players do with so many seats as the address says.
func (s *Library) study(w http.ResponseWriter, r *http.Request) {
	seats, _ := strconv.Atoi(r.FormValue("seats"))
	b := s.NewBase(r, "puzzles", "page.study.title")
	p := page.NewStudy(b.Localizer, board.Default(), seats)
	s.Show(w, r, http.StatusOK, "study", &studyPage{p.Localizer, b, p})
}

// puzzleOf is the position of a puzzle, and the game before it.
func (s *Library) puzzleOf(l *page.Localizer, number int) (gm *page.Game, p *puzzle.Puzzle, seat int, err error) {
	p = &puzzle.All()[number-1]
	played, err := p.Read(board.Default())
	if err != nil {
		return nil, nil, 0, err
	}
	seat = played.After(p.After).ToDecide()
	return page.PuzzleGame(l, view.NewHistory(played), puzzleAt(number), seat), p, seat, nil
}

// puzzle shows a puzzle with what was tried; posted, it adds to that.
func (s *Library) puzzle(w http.ResponseWriter, r *http.Request) {
	number, err := strconv.Atoi(r.PathValue("n"))
	if err != nil || number < 1 || number > len(puzzle.All()) {
		s.Fail(w, r, http.StatusNotFound, "page.error.missing")
		return
	}
	l := kernel.LocalizerOf(r)
	gm, p, seat, err := s.puzzleOf(l, number)
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	words, before := wordsOf(r), gm.History.After(p.After)
	b, err := game.BranchOf(gm.History, p.After, words)
	if err == nil && len(words) > 0 { // all but the last leave the turn open
		var open *game.Branch
		if open, err = game.BranchOf(gm.History, p.After, words[:len(words)-1]); err == nil && !puzzle.SameTurn(before, open.Now()) {
			err = game.ErrNotTried
		}
	}
	if err != nil {
		http.Redirect(w, r, puzzleAt(number), http.StatusSeeOther)
		return
	}
	over := !puzzle.SameTurn(before, b.Now())
	var answer puzzle.Answer
	if over {
		answer = puzzle.Judge(b.Rules, before, b.Actions())
	}
	known := progress(r)
	if r.Method == http.MethodPost {
		right := answer.Lead == answer.Most
		if tries := firstTries(r); over && !known.Solved(number) && tries.Note(number, right) {
			s.SetCookie(w, r, kernel.TriesCookie, tries.String())
		}
		if over && right {
			known.Solve(number, today())
			s.SetCookie(w, r, kernel.PuzzlesCookie, known.String())
		}
		http.Redirect(w, r, page.TrialAt(puzzleAt(number), b.Tried), http.StatusSeeOther)
		return
	}
	base := s.trialBase(r, "page.puzzle.title", gm)
	played := gm.History
	gm.History = &b.History
	trial := page.NewTrial(l.To(seat), gm, p.After, b.Tried, seat, over)
	shown := page.NewPuzzle(trial, p, number, known, today())
	if over {
		if tries := firstTries(r); !known.Solved(number) && tries.See(number) {
			s.SetCookie(w, r, kernel.TriesCookie, tries.String())
		}
		best := game.NewBranch(played, p.After)
		for _, a := range answer.Best {
			if err := best.Take(a); err != nil {
				s.Refuse(w, r, err)
				return
			}
		}
		shown.Answer = page.NewAnswer(trial, &best.History, p.After, &answer)
		shown.Answer.Rating = page.PuzzleRating(l, firstTries(r))
	}
	s.Show(w, r, http.StatusOK, "puzzle", &puzzlePage{trial.Localizer, base, s.trialOf(trial), shown})
}
