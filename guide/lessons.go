package guide

import (
	"ruhr/rules"
	"ruhr/view"
)

// lesson is a prompt with the conditions under which it is due.
type lesson struct {
	key   string
	ideas []string // of Ideas
	rules []string
	when  func(*question) bool // whether its subject has come up
	by    int                  // the round from which it is due at any decision; 0 for none

	first func(*question) bool          // when it is due before all others, because it explains a loss; nil for never
	stops bool                          // its subject must be explained before it is ever decided silently
	point func(*question) []view.Target // what to point at, or nil
	price func(*question) int           // argument n of the text, in Thaler, or nil
	try   func(*question) *Suggestion   // what to suggest, or nil
	late  string                        // key of another text
	later func(*question) bool          // when that one holds
}

func (l *lesson) prompt(q *question, n int) *Prompt {
	p := &Prompt{Key: l.key, Ideas: l.ideas, Args: view.Args{}, Rules: l.rules, N: n}
	if l.point != nil {
		p.Targets = l.point(q)
	}
	if l.price != nil {
		p.Args["n"] = l.price(q)
	}
	if l.later != nil && l.later(q) {
		p.text = l.late
	}
	if l.try != nil {
		p.Try = l.try(q)
	}
	return p
}

// guided is the number of rounds in which everything that everybody needs is
// explained.
const guided = 3

// up reports whether the subject of a lesson comes up at a decision that wants
// explaining. If only one action is legal, that holds in the first rounds, and
// for subjects that must not be decided silently.
func (l *lesson) up(q *question) bool {
	return (l.stops || len(q.legal) > 1 || q.s.Round() <= guided) && l.when(q)
}

// overdue reports whether a lesson is due even though its subject did not come
// up.
func (l *lesson) overdue(q *question) bool {
	return l.by > 0 && l.by <= q.s.Round() && (len(q.legal) > 1 || q.s.Round() <= guided)
}

// verb matches the actions of a verb.
func verb(d rules.Do) func(rules.Move) bool {
	return func(m rules.Move) bool { return m.Do == d }
}

// option matches choices of an option that satisfies is, paid for or free.
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
	hauls    = option(rules.Option.HasHauling)
	earns    = option(func(o rules.Option) bool { return o == rules.Wage || o == rules.Supply })
	inCity   = isWarehouse(func(m rules.Move) bool { return m.With == rules.WithEssen || m.With == rules.WithMark })
	inDepot  = isWarehouse(func(m rules.Move) bool { return m.With == rules.WithDepot })
	inPort   = isWarehouse(func(m rules.Move) bool { return m.InPort })
	builds   = func(m rules.Move) bool { return inCity(m) || inDepot(m) || inPort(m) }
	onceOnly = func(m rules.Move) bool {
		return m.Do == rules.DoCoalHauler || m.Do == rules.DoInn || m.Do == rules.DoOption && m.Free ||
			m.Do == rules.DoWarehouse && m.With == rules.WithWarehouse
	}
	towed = func(m rules.Move) bool { return m.Do == rules.DoStrand || m.Do == rules.DoOption && m.Towed }
)

// during holds at any decision of these kinds.
func during(ds ...rules.Decision) func(*question) bool {
	return func(q *question) bool { return q.is(ds...) }
}

// from holds at a decision of a kind from some round on.
func from(round int, d rules.Decision) func(*question) bool {
	return func(q *question) bool { return q.is(d) && q.s.Round() >= round }
}

// offered holds at a decision that offers such an action.
func offered(kind func(rules.Move) bool) func(*question) bool {
	return func(q *question) bool { return q.can(kind) }
}

// these points at the elements of such actions.
func these(kind func(rules.Move) bool) func(*question) []view.Target {
	return func(q *question) []view.Target { return q.targets(kind) }
}

// onlyOptions holds at a decision where every special option offered is of a
// kind.
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

// white matches starts that load white coal.
func (q *question) white(m rules.Move) bool {
	return m.Do == rules.DoStart && q.g.White()>>m.At&1 != 0
}

// lessons are all prompts. Of those not given yet, the first that explains a
// loss is due; otherwise the first whose subject comes up; otherwise the first
// that is overdue.
var lessons = []lesson{
	{key: "aim", ideas: []string{"goal", "tokens", "markers", "building"}, rules: []string{"PROG-1", "BUY-2", "START-5"},
		when: during(rules.ChooseOption), by: 1, try: (*question).voyage},
	{key: "load", ideas: []string{"loading", "distance", "obstacles"}, rules: []string{"START-1", "SAIL-1", "SAIL-2"},
		when: during(rules.ChooseStart), by: 1, try: (*question).voyage},
	{key: "sell", ideas: []string{"selling"}, rules: []string{"SAIL-3", "SAIL-7"},
		when: during(rules.Sell), by: 1, stops: true, try: (*question).voyage},
	{key: "pay", ideas: []string{"events"}, rules: []string{"EVENT-3", "EVENT-P"}, when: during(rules.Pay), by: 3, stops: true,
		late: "pay_debt", later: func(q *question) bool { return q.is(rules.Pay) && len(q.debts()) == len(q.legal) }},
	{key: "take", ideas: []string{"gifts"}, rules: []string{"EVENT-P", "EXP-2"}, when: during(rules.Take), stops: true},
	{key: "place", ideas: []string{"returning"}, rules: []string{"TRACK-3", "EVENT-C"}, when: during(rules.Place), stops: true},
	{key: "remove", ideas: []string{"removal"}, rules: []string{"EVENT-R"}, when: during(rules.Remove), by: 11, stops: true},
	{key: "upriver", ideas: []string{"order", "hauling", "ruhrort"}, rules: []string{"ORDER-1", "START-2", "SAIL-5"},
		when: from(2, rules.ChooseOption), by: 2, first: onlyOptions(hauls), try: (*question).voyage,
		price: func(q *question) int { return rules.OptionPrice(q.s.Round(), rules.Hauling) }},
	{key: "debt", ideas: []string{"debts", "towing"}, rules: []string{"DEBT-1", "DEBT-4", "BUY-10", "START-12"},
		when: func(q *question) bool { return q.s.Round() > 2 && q.indebts() || q.can(towed) }, by: 3, stops: true,
		first: func(q *question) bool {
			return q.can(towed) || !q.is(rules.Pay) && q.indebts() && len(q.debts()) == len(q.legal)
		},
		late: "debt_early", later: (*question).early},
	{key: "lock", ideas: []string{"locks"}, rules: []string{"BUY-2", "BUY-3"}, when: offered(verb(rules.DoLock)), by: 2, try: (*question).firstLock,
		price: func(q *question) int { return rules.LockPrice(q.s.Round()) }},
	{key: "demand", ideas: []string{"demand", "water"}, rules: []string{"WATER-2", "WATER-3", "SAIL-4"}, when: from(2, rules.ChooseStart), by: 2,
		point: (*question).wanted, try: (*question).voyage},
	{key: "track", ideas: []string{"transport", "returning"}, rules: []string{"TRACK-2", "START-7"},
		when: func(q *question) bool { return q.is(rules.ChooseTransport) || from(2, rules.Sell)(q) }, by: 2, try: (*question).voyage},
	{key: "last", ideas: []string{"last"}, rules: []string{"START-6", "END-1"}, when: from(12, rules.ChooseOption), by: 12, stops: true},
	{key: "port", ideas: []string{"port"}, rules: []string{"BUY-6", "BUY-7"}, when: offered(inPort), point: these(inPort)},
	{key: "city", ideas: []string{"cities"}, rules: []string{"BUY-4", "SAIL-6"}, when: offered(inCity), point: these(inCity)},
	{key: "depot", ideas: []string{"depots"}, rules: []string{"BUY-5", "END-1"}, when: offered(inDepot), point: these(inDepot)},
	{key: "water", ideas: []string{"water"}, rules: []string{"WATER-3"}, when: func(q *question) bool { return q.is(rules.ChooseOption) && q.s.PilotBanned() }},
	{key: "white", ideas: []string{"white"}, rules: []string{"START-3", "PROG-3"}, when: offeredWhite, by: 5,
		point: func(q *question) []view.Target { return q.targets(q.white) }},
	{key: "export", ideas: []string{"export"}, rules: []string{"EXP-1"}, by: 4, stops: true,
		when:  func(q *question) bool { return q.is(rules.ChooseOption, rules.Sell, rules.Buy) && q.s.Country() >= 0 },
		point: (*question).country},
	{key: "once", ideas: []string{"limited"}, rules: []string{"PROG-2", "BUY-11", "START-10", "START-11", "BUY-8"},
		when: offered(onceOnly), point: these(onceOnly)},
	{key: "wage", ideas: []string{"wage"}, rules: []string{"START-9", "START-6"},
		when: func(q *question) bool { return q.can(earns) || q.is(rules.ChooseSupply) }, point: these(earns)},
	{key: "end", ideas: []string{"bonuses"}, rules: []string{"END-1", "END-2", "END-3", "END-5"}, when: from(3, rules.ChooseStart), by: 3},
	{key: "warehouses", ideas: []string{"cities", "depots", "port"}, rules: []string{"BUY-4", "BUY-5", "BUY-6", "SAIL-6"},
		when: func(q *question) bool { return from(3, rules.Sell)(q) || q.can(builds) }, by: 3},
	{key: "collect", ideas: []string{"wage", "limited", "white"}, rules: []string{"PROG-1", "PROG-2", "START-9"}, when: from(3, rules.Buy), by: 3},
}

func offeredWhite(q *question) bool { return q.can(q.white) }

// Ideas is everything a guided game explains, in the order in which a player
// needs it. A token comes with each sale, so a marker that needs three tokens
// can be used from round 4 at the earliest (PROG-1).
var Ideas = []Idea{
	{Key: "goal"}, {Key: "tokens"}, {Key: "markers"}, {Key: "building"}, {Key: "loading"}, {Key: "distance"}, {Key: "obstacles"}, {Key: "selling"},
	{Key: "order"}, {Key: "hauling"}, {Key: "ruhrort"}, {Key: "demand"}, {Key: "water"}, {Key: "transport"}, {Key: "returning"}, {Key: "locks"},
	{Key: "events"}, {Key: "debts"}, {Key: "towing"}, {Key: "bonuses"}, {Key: "cities"}, {Key: "depots"}, {Key: "port"},
	{Key: "wage", From: 4}, {Key: "limited", From: 4}, {Key: "white", From: 5},
	{Key: "export", From: 4}, {Key: "gifts", From: 6},
	{Key: "removal", From: 11}, {Key: "last", From: 12},
}

// Idea is something that a guided game explains.
type Idea struct {
	Key  string
	From int // the first round in which it can occur at the guided table; 0 for one of the first three
}
