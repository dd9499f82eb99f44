package page

import (
	"html/template"

	"ruhr/board"
	"ruhr/view"
)

// BoardSpace is a river space of the board, as a list of its facts shows it.
type BoardSpace struct {
	Name            string
	Kind, Territory template.HTML
}

// BoardSpaces are the spaces of the river at the beginning of a game.
func BoardSpaces(l *Localizer, start *view.Position) (out []BoardSpace) {
	for i := range start.Spaces {
		sp := &start.Spaces[i]
		line := BoardSpace{Name: sp.Name, Kind: l.T("page.kind." + kindOf(sp))}
		if sp.Territory != "" {
			line.Territory = l.thing(view.TerritoryThing(sp.Territory))
		}
		out = append(out, line)
	}
	return out
}

// SourceLines say where each fact of a board comes from.
func SourceLines(l *Localizer, b *board.Board) (out []SourceLine) {
	for _, src := range b.Src {
		out = append(out, l.sourceOf(src))
	}
	return out
}
