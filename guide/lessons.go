package guide

import (
	"ruhr/board"
	"ruhr/rules"
	"ruhr/view"
)

// lesson is a prompt with the conditions under which it is due.
type lesson struct {
	key   string
	ideas []string // of Ideas
	rules []string
	when  func(*question) bool // whether its subject has come up

	first func(*question) bool          // when it is due before all others, because it explains a loss; nil for never
	stops bool                          // its subject must be explained before it is ever decided silently
	spare bool                          // it waits for a phase without another explanation, at decisions without a choice as well
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

// guided is the number of rounds in which decisions with one legal action are
// explained, too.
const guided = 3

// up reports whether the subject of a lesson comes up at a decision that wants
// explaining. A phase has one explanation, apart from subjects that must not be
// decided silently.
func (l *lesson) up(q *question) bool {
	return (l.stops || !q.told && (l.spare || len(q.legal) > 1 || q.s.Round() <= guided)) && l.when(q)
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
	none     = option(only(rules.NoOption))
	hauls    = option(rules.Option.HasHauling)
	moves    = option(rules.Option.HasTransport)
	earns    = option(func(o rules.Option) bool { return o == rules.Wage || o == rules.Supply })
	inCity   = isWarehouse(func(m rules.Move) bool { return m.With == rules.WithEssen || m.With == rules.WithMark })
	inDepot  = isWarehouse(func(m rules.Move) bool { return m.With == rules.WithDepot })
	inPort   = isWarehouse(func(m rules.Move) bool { return m.InPort })
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

// or holds where one of two does.
func or(a, b func(*question) bool) func(*question) bool {
	return func(q *question) bool { return a(q) || b(q) }
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

// loadsWhite holds where the learner may load white coal, from the choice of an option on.
func (q *question) loadsWhite() bool {
	return q.can(q.white) || q.is(rules.ChooseOption) && q.s.Held(q.me)>>board.GrafschaftMark&1 != 0
}

// lessons are all prompts. Of those not given yet, the first that explains a
// loss is due; otherwise the first whose subject comes up.
var lessons = []lesson{
	{key: "aim", ideas: []string{"goal", "tokens", "markers", "building"}, rules: []string{"PROG-1", "BUY-2", "START-5"},
		when: during(rules.ChooseOption), try: (*question).voyage},
	{key: "load", ideas: []string{"loading", "distance", "obstacles"}, rules: []string{"START-1", "SAIL-1", "SAIL-2"},
		when: during(rules.ChooseStart), try: (*question).voyage},
	{key: "sell", ideas: []string{"selling"}, rules: []string{"SAIL-3", "SAIL-7"},
		when: during(rules.Sell), stops: true, try: (*question).voyage},
	{key: "pay", ideas: []string{"events"}, rules: []string{"EVENT-3", "EVENT-P"}, when: during(rules.Pay), stops: true,
		late: "pay_debt", later: func(q *question) bool { return q.is(rules.Pay) && len(q.debts()) == len(q.legal) }},
	{key: "take", ideas: []string{"gifts"}, rules: []string{"EVENT-P", "EXP-2"}, when: during(rules.Take), stops: true},
	{key: "place", ideas: []string{"returning"}, rules: []string{"TRACK-3", "EVENT-C"}, when: during(rules.Place), stops: true},
	{key: "remove", ideas: []string{"removal"}, rules: []string{"EVENT-R"}, when: or(during(rules.Remove), from(11, rules.ChooseOption)), stops: true},
	{key: "upriver", ideas: []string{"order", "hauling", "ruhrort"}, rules: []string{"ORDER-1", "START-2", "SAIL-5"},
		when: from(2, rules.ChooseOption), first: onlyOptions(hauls), try: (*question).voyage,
		price: func(q *question) int { return rules.OptionPrice(q.s.Round(), rules.Hauling) }},
	{key: "water", ideas: []string{"water"}, rules: []string{"WATER-3"}, when: func(q *question) bool { return q.is(rules.ChooseOption) && q.s.PilotBanned() }},
	{key: "debt", ideas: []string{"debts", "towing"}, rules: []string{"DEBT-1", "DEBT-4", "BUY-10", "START-12"},
		when: or(func(q *question) bool { return q.s.Round() > 2 && q.indebts() || q.can(towed) }, from(6, rules.ChooseOption)), stops: true,
		first: func(q *question) bool {
			return q.can(towed) || !q.is(rules.Pay) && q.indebts() && len(q.debts()) == len(q.legal)
		},
		late: "debt_early", later: (*question).early},
	{key: "lock", ideas: []string{"locks"}, rules: []string{"BUY-2", "BUY-3"}, when: offered(verb(rules.DoLock)), try: (*question).firstLock,
		price: func(q *question) int { return rules.LockPrice(q.s.Round()) }},
	{key: "second", rules: []string{"BUY-3"}, stops: true,
		when: func(q *question) bool { return q.s.SecondLock(q.me) && offered(verb(rules.DoLock))(q) }},
	{key: "demand", ideas: []string{"demand", "water"}, rules: []string{"WATER-2", "WATER-3", "SAIL-4"}, when: or(from(2, rules.ChooseStart), from(2, rules.Sell)),
		point: (*question).wanted, try: (*question).voyage},
	{key: "track", ideas: []string{"transport", "returning"}, rules: []string{"TRACK-2", "START-7"},
		when:  or(func(q *question) bool { return q.is(rules.ChooseTransport) || q.s.Round() >= guided && q.can(moves) }, from(guided, rules.Sell)),
		stops: true, point: these(moves)},
	{key: "last", ideas: []string{"last"}, rules: []string{"START-6", "END-1"}, when: from(12, rules.ChooseOption), stops: true},
	{key: "end", ideas: []string{"bonuses"}, rules: []string{"END-1", "END-2", "END-3", "END-5"}, when: from(6, rules.Buy), spare: true, try: (*question).bonuses},
	{key: "port", ideas: []string{"port"}, rules: []string{"BUY-6", "BUY-7"}, when: offered(inPort), point: these(inPort)},
	{key: "city", ideas: []string{"cities"}, rules: []string{"BUY-4", "SAIL-6"}, when: offered(inCity), point: these(inCity)},
	{key: "depot", ideas: []string{"depots"}, rules: []string{"BUY-5", "END-1"}, when: offered(inDepot), point: these(inDepot)},
	{key: "white", ideas: []string{"white"}, rules: []string{"START-3", "PROG-3"}, when: or((*question).loadsWhite, from(6, rules.ChooseOption)), spare: true,
		point: func(q *question) []view.Target { return q.targets(q.white) }},
	{key: "collect", ideas: []string{"wage", "limited", "white"}, rules: []string{"PROG-1", "PROG-2", "START-9"}, when: or(from(4, rules.ChooseOption), from(5, rules.Buy)), spare: true},
	{key: "export", ideas: []string{"export"}, rules: []string{"EXP-1"}, stops: true,
		when:  func(q *question) bool { return q.is(rules.Sell, rules.Buy) && q.s.Country() >= 0 },
		point: (*question).country},
	{key: "once", ideas: []string{"limited"}, rules: []string{"PROG-2", "BUY-11", "START-10", "START-11", "BUY-8"},
		when: offered(onceOnly), point: these(onceOnly)},
	{key: "wage", ideas: []string{"wage"}, rules: []string{"START-9", "START-6"},
		when: func(q *question) bool { return q.can(earns) || q.is(rules.ChooseSupply) }, point: these(earns)},
	{key: "warehouses", ideas: []string{"cities", "depots", "port"}, rules: []string{"BUY-4", "BUY-5", "BUY-6", "SAIL-6"},
		when: from(6, rules.Buy), spare: true},
}

// Ideas is everything a guided game explains, in the order in which a player
// needs it.
var Ideas = []Idea{
	{Key: "goal"}, {Key: "tokens"}, {Key: "markers"}, {Key: "building"}, {Key: "loading"}, {Key: "distance"}, {Key: "obstacles"}, {Key: "selling"},
	{Key: "order"}, {Key: "hauling"}, {Key: "ruhrort"}, {Key: "demand"}, {Key: "water"}, {Key: "transport"}, {Key: "returning"}, {Key: "events"},
	{Key: "locks", By: 9}, {Key: "debts", By: 6}, {Key: "towing", By: 6}, {Key: "cities", By: 10}, {Key: "depots", By: 10}, {Key: "port", By: 10},
	{Key: "wage", By: 7}, {Key: "limited", By: 7}, {Key: "white", By: 6}, {Key: "export", By: 5}, {Key: "gifts", By: 6}, {Key: "bonuses", By: 7},
	{Key: "removal", By: 11}, {Key: "last", By: 12},
}

// Idea is something that a guided game explains.
type Idea struct {
	Key string
	By  int // the round in which it is explained at the latest; 0 for one of the first three
}
