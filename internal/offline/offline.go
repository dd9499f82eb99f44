package offline

import (
	"errors"
	"fmt"
	"html/template"
	"sync"

	"ruhr/board"
	"ruhr/bot/analysis"
	"ruhr/internal/page"
	"ruhr/internal/web/templates"
	"ruhr/lang"
	"ruhr/record"
	"ruhr/view"
)

// Options are a game to be opened and how it is to be shown.
type Options struct {
	Link     string // the game: an address, or only the characters in its fragment
	Board    []byte // the board file of the server
	Language string
	Theme    string
	Page     string   // address of the page that shows it, without a fragment
	PlayOn   string   // where a new table is started from a position, "" for none
	Levels   []string // of computer players to play on against
}

// Game is an opened game.
type Game struct {
	wish   Options
	words  *page.Localizer
	link   string // the game alone
	game   *page.Game
	board  *board.Board
	render *templates.Set
}

var load = sync.OnceValues(templates.Load)

// ErrProgram: the link is not to blame.
var ErrProgram = errors.New("offline: the program or its board is broken")

// Open opens the game of a link. Errors: ErrProgram; an error of package record says why it has none
// ([page.Localizer.BadLink] puts it into words).
func Open(w Options) (*Game, error) {
	set, err := load()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrProgram, err)
	}
	b, err := board.Load(w.Board)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrProgram, err)
	}
	played, err := record.ReadLink(w.Link, b)
	if err != nil {
		return nil, err
	}
	link, err := played.Link()
	if err != nil {
		return nil, err
	}
	l := page.NewLocalizer(lang.For(w.Language))
	at := record.LinkMark + link
	return &Game{wish: w, words: l, link: link, game: page.Opened(view.NewHistory(played), at, at+"&show=score").In(l), board: b, render: set}, nil
}

// Why says to the reader why a game could not be opened.
func Why(language string, err error) template.HTML {
	return page.NewLocalizer(lang.For(language)).BadLink(err)
}

// replayPage is a position of the game as a page of its own.
type replayPage struct {
	*templates.Replay
	Title    string
	MapImage *page.MapImage
}

// Replay is the page of the position after n decisions, as near as there is one,
// with the board of a seat, or of who acts for a seat that is not there.
func (g *Game) Replay(n, seat int) (string, error) {
	n = min(max(n, 0), g.game.History.Len())
	p := &templates.Replay{Replay: page.NewReplay(g.words, g.game, n, analysis.Analysis{}), Levels: g.wish.Levels, Render: g.region}
	p.ShowBoard(seat)
	if n < p.Len {
		p.PlayOn, p.Sends = g.wish.PlayOn, g.link
	}
	return g.render.Text("replay", "alone", &replayPage{p, g.words.Plain("page.replay.title") + " · Ruhr", page.NewMapImage(g.board, g.words.Printer.Lang(), g.wish.Theme)})
}

// scorePage is the score sheet as a page of its own.
type scorePage struct {
	*page.Score
	Title    string
	Fair     string // as the server's page has it: there is no table
	GameLink string
	GameQR   template.HTML
}

// Score is the page of the score sheet.
func (g *Game) Score() (string, error) {
	address := g.wish.Page + record.LinkMark + g.link
	return g.render.Text("score", "alone", &scorePage{
		Score: page.NewScore(g.words, g.game), Title: g.words.Plain("page.table.score") + " · Ruhr",
		GameLink: address, GameQR: page.QR(address, g.words.Plain("fair.link.qr")),
	})
}

// region renders one of the regions that tables and replays have in common.
func (g *Game) region(name string, data any) (string, error) {
	html, err := g.render.RegionText(name, data)
	if err != nil {
		return "", fmt.Errorf("offline: region %s: %w", name, err)
	}
	return html, nil
}
