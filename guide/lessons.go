package guide

import (
	"ruhr/rules"
	"ruhr/view"
)

// lesson is a situation and the prompt on it.
type lesson struct {
	key   string
	rules []string
	when  func(*question) bool
	point func(*question) []view.Target // what to point at; nil for nothing
	price func(*question) int           // argument n of the text, in Thaler; nil for none
	first func(*question) bool          // when it is due before all others; nil for never
	late  string                        // key of another text
	later func(*question) bool          // when that one holds
}

func (l *lesson) prompt(q *question, n int) *Prompt {
	p := &Prompt{Key: l.key, Args: view.Args{}, Rules: l.rules, N: n}
	if l.point != nil {
		p.Targets = l.point(q)
	}
	if l.price != nil {
		p.Args["n"] = l.price(q)
	}
	if l.later != nil && l.later(q) {
		p.text = l.late
	}
	return p
}

// verb is the actions of a verb.
func verb(d rules.Do) func(rules.Move) bool {
	return func(m rules.Move) bool { return m.Do == d }
}

// option is the choices of options that are like this one, paid for or free.
func option(like func(rules.Option) bool) func(rules.Move) bool {
	return func(m rules.Move) bool { return m.Do == rules.DoOption && !m.Free && !m.Towed && like(m.Option) }
}

func only(o rules.Option) func(rules.Option) bool {
	return func(p rules.Option) bool { return p == o }
}

func isWarehouse(like func(rules.Move) bool) func(rules.Move) bool {
	return func(m rules.Move) bool { return m.Do == rules.DoWarehouse && m.With != rules.WithWarehouse && like(m) }
}

// The actions that lessons look for.
var (
	pilots   = option(only(rules.Pilot))
	carries  = option(only(rules.Transport))
	hauls    = option(rules.Option.HasHauling)
	earns    = option(func(o rules.Option) bool { return o == rules.Wage || o == rules.Supply })
	inCity   = isWarehouse(func(m rules.Move) bool { return m.With == rules.WithEssen || m.With == rules.WithMark })
	inDepot  = isWarehouse(func(m rules.Move) bool { return m.With == rules.WithDepot })
	inPort   = isWarehouse(func(m rules.Move) bool { return m.InPort })
	onceOnly = func(m rules.Move) bool {
		return m.Do == rules.DoCoalHauler || m.Do == rules.DoInn || m.Do == rules.DoOption && m.Free ||
			m.Do == rules.DoWarehouse && m.With == rules.WithWarehouse
	}
)

// during is any decision of these kinds.
func during(ds ...rules.Decision) func(*question) bool {
	return func(q *question) bool { return q.is(ds...) }
}

// offered is a decision with such an action.
func offered(kind func(rules.Move) bool) func(*question) bool {
	return func(q *question) bool { return q.can(kind) }
}

// these points at the elements of such actions.
func these(kind func(rules.Move) bool) func(*question) []view.Target {
	return func(q *question) []view.Target { return q.targets(kind) }
}

// onlyOptions is a decision where every special option offered is of a kind.
func onlyOptions(kind func(rules.Move) bool) func(*question) bool {
	return func(q *question) bool {
		for _, a := range q.legal {
			if m := q.g.Move(a); m.Do == rules.DoOption && !kind(m) {
				return false
			}
		}
		return q.is(rules.ChooseOption) && q.can(kind)
	}
}

// again is a decision of a kind from some round on: a sale that had only one
// end was not asked about, and is to be explained all the same.
func (q *question) again(d rules.Decision, round int) bool { return q.is(d) && q.s.Round() >= round }

// spills is a sale that costs a pip.
func (q *question) spills(m rules.Move) bool {
	from := q.storage()
	return m.Do == rules.DoSell && from >= 0 && q.g.PipLost(q.s, from, m.At)
}

// white is a start that loads white coal.
func (q *question) white(m rules.Move) bool {
	return m.Do == rules.DoStart && q.g.White()>>m.At&1 != 0
}

// lessons are all prompts. Of those whose situation is there the first that
// has not been met is due: first what cannot be avoided, then what is to be
// decided, then what passes again soon, then what can wait.
var lessons = []lesson{
	{key: "option", rules: []string{"START-1", "START-5"}, when: during(rules.ChooseOption)},
	{key: "start", rules: []string{"START-1", "START-2"}, when: during(rules.ChooseStart)},
	{key: "sell", rules: []string{"SAIL-1", "SAIL-3"}, when: func(q *question) bool { return q.is(rules.Sell) || q.again(rules.ChooseOption, 2) }},
	{key: "pay", rules: []string{"EVENT-3", "EVENT-P"}, when: during(rules.Pay)},
	{key: "take", rules: []string{"EVENT-P", "EXP-2"}, when: during(rules.Take)},
	{key: "place", rules: []string{"TRACK-3", "EVENT-C"}, when: during(rules.Place)},
	{key: "remove", rules: []string{"EVENT-R"}, when: during(rules.Remove)},
	{key: "lock", rules: []string{"BUY-2", "BUY-3"}, when: offered(verb(rules.DoLock)),
		price: func(q *question) int { return rules.LockPrice(q.s.Round()) },
		late:  "lock_late", later: func(q *question) bool { return q.s.Round() > 5 }},
	{key: "port", rules: []string{"BUY-6", "BUY-7"}, when: offered(inPort), point: these(inPort)},
	{key: "city", rules: []string{"BUY-4", "SAIL-6"}, when: offered(inCity), point: these(inCity)},
	{key: "depot", rules: []string{"BUY-5", "END-1"}, when: offered(inDepot), point: these(inDepot)},

	{key: "end", rules: []string{"END-1", "END-3", "END-5"},
		when: func(q *question) bool { return q.is(rules.Over) || q.is(rules.ChooseOption) && q.s.Round() == 12 }},
	{key: "water", rules: []string{"WATER-3"}, when: func(q *question) bool { return q.is(rules.ChooseOption) && q.s.PilotBanned() }},
	{key: "mark", rules: []string{"START-3", "PROG-3"},
		when:  func(q *question) bool { return q.can(q.white) },
		point: func(q *question) []view.Target { return q.targets(q.white) }},
	{key: "obstacle", rules: []string{"SAIL-2"},
		when:  func(q *question) bool { return q.can(q.spills) },
		point: func(q *question) []view.Target { return q.targets(q.spills) }},
	{key: "debt", rules: []string{"DEBT-1", "DEBT-4", "BUY-10", "END-5"}, when: (*question).indebts,
		first: func(q *question) bool { return q.indebts() && len(q.debts()) == len(q.legal) },
		late:  "debt_early", later: (*question).early},
	{key: "limited", rules: []string{"PROG-2", "BUY-11", "START-10", "START-11", "BUY-8"},
		when: offered(onceOnly), point: these(onceOnly)},
	{key: "pilot", rules: []string{"START-4", "SAIL-5"}, when: offered(pilots), point: these(pilots)},
	{key: "tokens", rules: []string{"PROG-1"}, when: func(q *question) bool { return q.again(rules.Sell, 1) || q.again(rules.ChooseStart, 2) }},
	{key: "demand", rules: []string{"WATER-2", "SAIL-4"},
		when: func(q *question) bool {
			return q.is(rules.ChooseOption, rules.ChooseStart, rules.Sell) && len(q.wanted()) > 0
		},
		point: (*question).wanted},
	{key: "hauling", rules: []string{"START-2", "START-5"}, when: offered(hauls), point: these(hauls),
		first: onlyOptions(hauls),
		price: func(q *question) int { return rules.OptionPrice(q.s.Round(), rules.Hauling) }},
	{key: "marker", rules: []string{"PROG-1", "PROG-2"},
		when: func(q *question) bool { return q.is(rules.ChooseOption, rules.Buy) && q.s.Held(q.me) != 0 }},
	{key: "export", rules: []string{"EXP-1"},
		when: func(q *question) bool { return q.is(rules.ChooseOption, rules.Buy) && q.s.Country() >= 0 },
		point: func(q *question) []view.Target {
			return []view.Target{{Kind: "column", ID: q.g.Board().Port.Columns[q.s.Country()]}}
		}},
	{key: "wage", rules: []string{"START-9", "START-6"},
		when: func(q *question) bool { return q.can(earns) || q.is(rules.ChooseSupply) }, point: these(earns)},
	{key: "transport", rules: []string{"START-7", "TRACK-2"},
		when: func(q *question) bool { return q.can(carries) || q.is(rules.ChooseTransport) }, point: these(carries)},
}
