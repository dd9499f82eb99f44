package library

import (
	"net/http"

	"ruhr/internal/ledger"
	"ruhr/internal/web/kernel"
	"ruhr/lang/handbook"
)

// ledgerPage says of each rule which tests show it.
type ledgerPage struct {
	kernel.Base
	Rules []ledgerRule
}

// ledgerRule is a rule with its title in the reader's language.
type ledgerRule struct {
	ledger.Entry
	Title handbook.Text
}

func (s *Library) ledger(w http.ResponseWriter, r *http.Request) {
	p := ledgerPage{Base: s.NewBase(r, "handbook", "page.ledger.title")}
	book, err := handbook.Handbook(p.Printer.Lang())
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	for _, e := range ledger.Rules() {
		rule := ledgerRule{Entry: e}
		if said, ok := book.Rule(e.ID); ok {
			rule.Title = said.Title
		}
		p.Rules = append(p.Rules, rule)
	}
	s.Show(w, r, http.StatusOK, "ledger", &p)
}
