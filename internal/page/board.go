package page

import (
	"html/template"
	"sync"

	"ruhr/board"
	"ruhr/rules"
	"ruhr/view"
)

// Board is a board with what pages show of it away from any table.
type Board struct {
	*board.Board
	start    view.Position   // in which a game for two begins
	game     *rules.Game     // names things on the board
	examples func() []played // of its rules
}

// NewBoard prepares a board for its pages.
func NewBoard(b *board.Board) *Board {
	g := rules.NewGame(b, 2, rules.Variant{})
	s := g.Start(0)
	return &Board{b, view.Of(g, &s), g, sync.OnceValue(func() []played { return playAll(b) })}
}

// Start is the beginning of a game on the board.
func (b *Board) Start() *view.Position { return &b.start }

// BoardSpace is a river space of the board, as a list of its facts shows it.
type BoardSpace struct {
	Name            string
	Kind, Territory template.HTML
}

// Spaces are the spaces of the river, from Witten down.
func (b *Board) Spaces(l *Localizer) (out []BoardSpace) {
	for i := range b.start.Spaces {
		sp := &b.start.Spaces[i]
		line := BoardSpace{Name: sp.Name, Kind: l.T("page.kind." + kindOf(sp))}
		if sp.Territory != "" {
			line.Territory = l.thing(view.TerritoryThing(sp.Territory))
		}
		out = append(out, line)
	}
	return out
}

// Sources say where each fact of the board comes from.
func (b *Board) Sources(l *Localizer) (out []SourceLine) {
	for _, src := range b.Src {
		out = append(out, l.sourceOf(src))
	}
	return out
}
