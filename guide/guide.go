// Package guide provides the guided first game: a table for two on a fixed
// deal. Its first rounds lead from the aim of the game to the first building;
// everything else is explained when it first comes up.
//
//	p := guide.Due(played, guide.Learner)    // nil: nothing new at this decision
//	p.Title(), p.Text()                      // keys of the catalogue, with p.Args
//
// What is due depends only on the game so far; nothing is stored. A decision
// has at most one prompt, which does not change while it is pending, and a
// prompt belongs to one decision only. Going back to a decision brings back
// its prompt.
package guide

import (
	"slices"

	"ruhr/board"
	"ruhr/record"
	"ruhr/rules"
	"ruhr/view"
)

// Learner is the seat that is taught; the other is played by the computer.
const Learner = 0

// Seats is the number of seats at a guided table.
const Seats = 2

// Prompt explains a decision to somebody who meets it for the first time.
type Prompt struct {
	Key     string        // of Keys
	Ideas   []string      // what it explains, keys of Ideas
	Args    view.Args     // arguments of its text
	Rules   []string      // ids of the rules it speaks of
	Targets []view.Target // elements of the board to point at, as in view.Choices
	Try     *Suggestion   // nil for none
	N       int           // how many the learner has met, this one included

	text string // the key of the text where it is not Key's
}

// Title is the catalogue's key of the heading.
func (p *Prompt) Title() string { return "guide." + p.Key + ".title" }

// Text is the catalogue's key of the explanation, to be said with Args.
func (p *Prompt) Text() string {
	if p.text != "" {
		return "guide." + p.text + ".text"
	}
	return "guide." + p.Key + ".text"
}

// Keys are the keys of all prompts.
func Keys() []string {
	out := make([]string, len(lessons))
	for i, l := range lessons {
		out[i] = l.key
	}
	return out
}

// Texts are the catalogue's keys of all titles and texts, to check that they
// exist.
func Texts() []string {
	var out []string
	for _, l := range lessons {
		p := Prompt{Key: l.key}
		out = append(out, p.Title(), p.Text())
		if l.late != "" {
			out = append(out, "guide."+l.late+".text")
		}
	}
	return out
}

// Due is the prompt for the pending decision of a game, or nil if it is not
// the learner's or brings up nothing new. A decision with one legal action has
// one only if the action must not be taken silently.
func Due(played *record.Game, learner int) *Prompt {
	course := Course(played, learner)
	if n := len(course); n > 0 && course[n-1].At == played.Len() {
		return course[n-1].Prompt
	}
	return nil
}

// Given is a prompt and the number of decisions taken before it.
type Given struct {
	At int
	*Prompt
}

// Course are all prompts of a game in their order, the one due now included.
func Course(played *record.Game, learner int) (out []Given) {
	seen := map[string]bool{}
	for n := range played.Steps {
		s := played.After(n)
		told := len(out) > 0 && s.Round() > 1 && samePhase(s, played.After(out[len(out)-1].At))
		if p := at(played.Rules, s, learner, seen, told); p != nil {
			seen[p.Key] = true
			out = append(out, Given{n, p})
		}
	}
	return out
}

func samePhase(a, b *rules.State) bool { return a.Round() == b.Round() && a.Phase() == b.Phase() }

// at is the prompt for a decision of a learner who has met those seen, one of them
// in this phase if told.
func at(g *rules.Game, s *rules.State, learner int, seen map[string]bool, told bool) *Prompt {
	if !s.Decides(learner) {
		return nil
	}
	q := question{g: g, s: s, me: learner, legal: g.Legal(s).Append(nil), told: told}
	for _, due := range []func(*lesson) bool{
		func(l *lesson) bool { return l.first != nil && l.first(&q) },
		func(l *lesson) bool { return l.up(&q) },
	} {
		for i := range lessons {
			if l := &lessons[i]; !seen[l.key] && due(l) {
				return l.prompt(&q, len(seen)+1)
			}
		}
	}
	return nil
}

// question is a decision of the learner.
type question struct {
	g     *rules.Game
	s     *rules.State
	me    int
	legal []rules.Action
	told  bool // something was explained in this phase
}

// can reports whether an action of some kind is legal.
func (q *question) can(kind func(rules.Move) bool) bool {
	return slices.ContainsFunc(q.legal, func(a rules.Action) bool { return kind(q.g.Move(a)) })
}

// is reports whether the decision is one of these.
func (q *question) is(ds ...rules.Decision) bool {
	return slices.Contains(ds, q.s.Decision())
}

// targets are the elements of the board of the legal actions of a kind, each
// once.
func (q *question) targets(kind func(rules.Move) bool) []view.Target {
	var out []view.Target
	seen := map[view.Target]bool{}
	for _, a := range q.legal {
		if !kind(q.g.Move(a)) {
			continue
		}
		t := view.Describe(q.g, q.s, a).Target
		if t.Kind != "" && !seen[t] {
			seen[t] = true
			out = append(out, t)
		}
	}
	return out
}

// storage is the number of the storage where the learner's barge lies, -1 for
// none.
func (q *question) storage() int {
	at := q.s.BargeAt(q.me)
	if at == rules.OffRiver || q.g.Board().River[at].Kind != board.Storage {
		return -1
	}
	return q.g.StorageOf(at)
}

// wanted are the selling spaces on which Thaler lie.
func (q *question) wanted() []view.Target {
	var out []view.Target
	for k := range board.Sells {
		if q.s.Demand(k) > 0 {
			out = append(out, view.Target{Kind: "space", ID: q.g.Board().River[q.g.SellIndex(k)].ID})
		}
	}
	return out
}

// country is the port column of the country marker, nothing while none is face up.
func (q *question) country() []view.Target {
	if q.s.Country() < 0 {
		return nil
	}
	return []view.Target{{Kind: "column", ID: q.g.Board().Port.Columns[q.s.Country()]}}
}

// debts lists the debts of each legal action that needs any.
func (q *question) debts() []int {
	var out []int
	for _, a := range q.legal {
		after := *q.s
		q.g.Play(&after, a)
		if n := after.Debts(q.me) - q.s.Debts(q.me); n > 0 {
			out = append(out, n)
		}
	}
	return out
}

// indebts reports whether some legal action would put the learner into debt.
func (q *question) indebts() bool { return len(q.debts()) > 0 }

// early reports whether debts would take more warehouses than the supply holds
// (DEBT-4).
func (q *question) early() bool { return slices.Max(append(q.debts(), 0)) > q.s.Supply(q.me) }
