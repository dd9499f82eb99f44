package page

import (
	"errors"
	"html/template"
	"strings"

	"ruhr/internal/game"
	"ruhr/rules"
	"ruhr/view"
)

// Notice is a message at the head of a page; Rule is the id of a rule, "" for
// none.
type Notice struct {
	Text template.HTML
	Rule string
	Bad  bool
}

// Trouble is a notice of something that went wrong, by its key in the catalogue.
func (t *Localizer) Trouble(key string) *Notice { return &Notice{Text: t.T(key), Bad: true} }

// Refused says why a command changed nothing; the board supplies names. It is
// nil for an error that is not a refusal by the table or the rules.
func (t *Localizer) Refused(b *Board, err error) *Notice {
	var byTable *game.Refusal
	var byRules *rules.Refusal
	switch {
	case errors.As(err, &byTable):
		key := "page.refused." + strings.TrimPrefix(byTable.Key, "table.")
		return &Notice{Text: t.T(key, "seat", view.SeatRef(max(byTable.Seat, 0)), "value", byTable.Value), Bad: byTable.Key != game.ErrStale.Key}
	case errors.As(err, &byRules):
		said := t.Printer.Refusal(view.RefusalOf(b.game, byRules))
		return &Notice{Text: t.tint(said.Why.HTML), Rule: said.Rule, Bad: true}
	}
	return nil
}

// HTML is the notice with its rule as a link, "" for none.
func (n *Notice) HTML() template.HTML {
	if n == nil {
		return ""
	}
	if n.Rule == "" {
		return n.Text
	}
	return n.Text + template.HTML(` <a class="rule" href="/handbook#`+n.Rule+`">`+n.Rule+`</a>`)
}
