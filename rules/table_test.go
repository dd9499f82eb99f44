package rules_test

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"ruhr/board"
	"ruhr/internal/require"
	"ruhr/record"
	"ruhr/rules"
)

// The tests of single rules lay a position out on a table and play from there.
// Actions are written as records have them, values only: "sell city-werden",
// "option hauling free", "warehouse coal_depot depot-mark".

// table is a position being played on.
type table struct {
	*testing.T
	g     *rules.Game
	s     rules.State
	facts []rules.Fact
	acts  map[string]rules.Action
	said  map[rules.Action]string
}

// open makes a table without a position.
func open(t *testing.T, seats int, v rules.Variant) *table {
	t.Helper()
	b := &table{T: t, acts: map[string]rules.Action{}, said: map[rules.Action]string{}}
	g := newGame(t, seats, v)
	b.g = g.WithFacts(&b.facts)
	words := record.NewCodec(g)
	for k := range rules.ActionsCount {
		a := words.Encode(rules.Action(k))
		said := a.Do
		for _, v := range []string{a.With, a.What, a.Take, a.Coal, a.Storage, a.Option, a.Space, a.At, a.From, a.To} {
			if v != "" {
				said += " " + v
			}
		}
		if a.Free {
			said += " free"
		}
		if a.Towed {
			said += " towed"
		}
		b.acts[said], b.said[rules.Action(k)] = rules.Action(k), said
	}
	return b
}

// lay lays out a position: the start of a phase on the board of the box with
// all barges in Ruhrort, seat 0 first in the order, as changed by edit.
func lay(t *testing.T, seats, round int, phase rules.Phase, edit func(p *rules.Position)) *table {
	t.Helper()
	return layWith(t, seats, rules.Variant{}, round, phase, edit)
}

func layWith(t *testing.T, seats int, v rules.Variant, round int, phase rules.Phase, edit func(p *rules.Position)) *table {
	t.Helper()
	b := open(t, seats, v)
	start := b.g.Start(0)
	b.facts = nil // those of the start
	p := b.g.Layout(&start)
	p.Round, p.Phase, p.Order, p.Turn = round, phase, nil, 0
	for k := range p.Seats {
		p.Seats[k].Barge, p.Seats[k].Arrived = board.Spaces-1, seats-k
		p.Seats[k].Timeline = slices.DeleteFunc(p.Seats[k].Timeline, func(r int) bool {
			return r < round || r == round && phase > rules.Event
		})
	}
	hide := min(max(12-round, 0), 8)
	if phase > rules.Event && round >= 4 && round <= 11 {
		hide--
	}
	for k := range p.Hidden {
		p.Hidden[k] = min(hide, p.Hidden[k])
		hide -= p.Hidden[k]
	}
	if edit != nil {
		edit(&p)
	}
	s, err := b.g.Set(p)
	require.NoError(t, err)
	b.s = s
	return b
}

// do plays actions one after the other.
func (b *table) do(acts ...string) {
	b.Helper()
	for _, said := range acts {
		a, ok := b.acts[said]
		if !ok {
			b.Fatalf("there is no action %q", said)
		}
		if err := b.g.Apply(&b.s, a); err != nil {
			b.Fatalf("%q is refused: %v; legal is %s", said, err, b.legal(""))
		}
	}
}

// legal writes the legal actions of a kind without its verb, or all of them
// with their verbs.
func (b *table) legal(verb string) string {
	var list []string
	for _, a := range b.g.Legal(&b.s).Append(nil) {
		if rest, ok := strings.CutPrefix(b.said[a], verb+" "); ok {
			list = append(list, rest)
		} else if verb == "" || b.said[a] == verb {
			list = append(list, b.said[a])
		}
	}
	return strings.Join(list, ", ")
}

// offers holds the legal actions of a kind against a list.
func (b *table) offers(verb, want string) {
	b.Helper()
	require.Equal(b, b.legal(verb), want, "what is legal of %q", verb)
}

// refuses plays an action that must be refused for a reason under a rule, with
// these numbers where there are any.
func (b *table) refuses(said, rule string, key rules.RefusalKey, args ...int) {
	b.Helper()
	a, ok := b.acts[said]
	if !ok {
		b.Fatalf("there is no action %q", said)
	}
	before := b.s
	err := b.g.Apply(&b.s, a)
	if b.s != before {
		b.Errorf("%q changed the position", said)
	}
	r, ok := err.(*rules.Refusal)
	if !ok || r.Rule.String() != rule || r.Key != key {
		b.Errorf("%q: %v, expected to be refused by %s: %s", said, err, rule, key)
	} else if !slices.Equal(r.Args[:len(args)], args) {
		b.Errorf("%q: %v, expected the numbers %v", said, err, args)
	}
}

// is holds something found against what it should be.
func (b *table) is(what string, got, want any) {
	b.Helper()
	if fmt.Sprint(got) != fmt.Sprint(want) {
		b.Errorf("%s: %v, expected %v", what, got, want)
	}
}

// draw and reveal hand in outcomes by id.
func (b *table) draw(id string) {
	b.Helper()
	k := slices.IndexFunc(b.g.Board().Markers[:], func(m board.Marker) bool { return m.ID == id })
	require.NoError(b, b.g.Draw(&b.s, k))
}

func (b *table) reveal(id string) {
	b.Helper()
	require.NoError(b, b.g.Reveal(&b.s, slices.Index(b.g.Board().Port.Columns[:], id)))
}

// seat returns what a seat has.
func (b *table) seat(k int) rules.Seat { return b.g.Seat(&b.s, k) }

// money writes a seat's Thaler, VP, supply and debts.
func (b *table) money(k int) string {
	v := b.seat(k)
	return fmt.Sprintf("%d Thaler, %d VP, supply %d, debts %d", v.Thaler, v.VP, v.Supply, v.Debts)
}

// emitted counts the facts of a kind under a rule.
func (b *table) emitted(kind rules.FactKind, rule string) (n int) {
	for _, f := range b.facts {
		if f.Kind == kind && f.Rule.String() == rule {
			n++
		}
	}
	return n
}

// at is the river index of a space of the usual board; the others its number
// among storages, selling spaces, locks, cities.
func at(id string) int {
	k := slices.IndexFunc(rareBoard(-1).River[:], func(s board.Space) bool { return s.ID == id })
	if k < 0 {
		panic("no space " + id)
	}
	return k
}

func number(id string) int { return rareBoard(-1).River[at(id)].Index }
func sale(id string) int   { return rareBoard(-1).River[at(id)].Sell }
func die(s *rules.State, id string) int {
	return s.Die(number("storage-" + id))
}

// marks is a set of progress markers by id.
func marks(ids ...string) (set uint16) {
	for _, id := range ids {
		k := slices.Index(board.ProgressIDs[:], id)
		if k < 0 {
			panic("no progress marker " + id)
		}
		set |= 1 << k
	}
	return set
}

// named writes a set of progress markers by id.
func named(set uint16) string {
	var ids []string
	for k, id := range board.ProgressIDs {
		if set>>k&1 != 0 {
			ids = append(ids, id)
		}
	}
	return strings.Join(ids, " ")
}

// stand puts a seat's barge on a space.
func stand(p *rules.Position, seat int, id string) { p.Seats[seat].Barge = at(id) }

// only leaves these dice on the storages: id without "storage-", value.
func only(p *rules.Position, dice map[string]int) {
	p.Dice = [board.Storages]int{}
	for id, v := range dice {
		p.Dice[number("storage-"+id)] = v
	}
}

// lockAll has a seat build all locks, but leaves some as obstacles.
func lockAll(p *rules.Position, seat int, but ...string) {
	for k := range p.Locks {
		p.Locks[k] = seat
	}
	for _, id := range but {
		p.Locks[number(id)] = -1
	}
	p.Seats[seat].LockField = false
	p.Bag = bits.OnesCount32(p.Unseen) - len(but)
}
