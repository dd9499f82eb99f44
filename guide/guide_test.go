package guide_test

import (
	"encoding/json"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"ruhr/board"
	"ruhr/guide"
	"ruhr/lang"
	"ruhr/lang/handbook"
	"ruhr/record"
	"ruhr/rules"
	"ruhr/view"
)

const (
	maxPrompts = 25
	maxWords   = 60
)

// Any table can be started with the deal (SET-3, SET-4).
func TestDealFitsEveryTable(t *testing.T) {
	two := newGame(t)
	for seats := 2; seats <= 4; seats++ {
		for _, calm := range []bool{false, true} {
			g := rules.NewGame(two.Board(), seats, rules.Variant{CalmWater: calm})
			data, err := json.Marshal(guide.Deal(g))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := record.ReadDeal(g, data); err != nil {
				t.Errorf("%d seats, calm water %v: %v", seats, calm, err)
			}
		}
	}
}

// Every prompt has a title and a text in every language, and the catalogue has
// no others.
func TestThereAreFewAndShortPrompts(t *testing.T) {
	if n := len(guide.Keys()); n > maxPrompts {
		t.Errorf("%d prompts, at most %d are wanted", n, maxPrompts)
	}
	for _, language := range lang.Languages {
		p := lang.For(language)
		for _, key := range guide.Texts() {
			if !p.Has(key) {
				t.Errorf("%s: no text for %s", language, key)
				continue
			}
			said := p.T(key, "n", 3)
			if n := len(strings.Fields(said)); n > maxWords {
				t.Errorf("%s %s has %d words, at most %d are wanted: %s", language, key, n, maxWords, said)
			}
			if strings.ContainsAny(said, "‹{}[]") {
				t.Errorf("%s %s comes out as %q", language, key, said)
			}
		}
		data, err := os.ReadFile("../lang/catalogue/" + language + "/guide.json")
		if err != nil {
			t.Fatal(err)
		}
		var entries map[string]string
		if err := json.Unmarshal(data, &entries); err != nil {
			t.Fatal(err)
		}
		for key := range entries {
			if (strings.HasSuffix(key, ".title") || strings.HasSuffix(key, ".text")) && !slices.Contains(guide.Texts(), key) {
				t.Errorf("%s: %s belongs to no prompt", language, key)
			}
		}
	}
}

// Prompts use the form of address that the glossary sets.
func TestPromptsAddressTheReader(t *testing.T) {
	never := map[string][]string{"de": {"Sie", "Ihr", "Ihre", "Ihnen"}, "fr": {"tu", "ton", "ta", "tes", "toi"}, "es": {"usted", "ustedes", "vosotros"}}
	for language, words := range never {
		p := lang.For(language)
		for _, key := range guide.Texts() {
			for _, word := range strings.FieldsFunc(p.T(key, "n", 1), func(r rune) bool { return strings.ContainsRune(" ,.;:!?’()", r) }) {
				if slices.Contains(words, word) {
					t.Errorf("%s %s says %q", language, key, word)
				}
			}
		}
	}
}

// Every prompt comes up in some game, in each of its wordings.
func TestEveryPromptComesUp(t *testing.T) {
	g := newGame(t)
	left := map[string]bool{}
	for _, key := range guide.Texts() {
		left[key] = true
	}
	// The two rarest wordings come up in less than one game in a hundred.
	for seed := uint64(0); seed < 300 && len(left) > 0; seed++ {
		for _, policy := range []string{"greedy", "lotse", "schiffsjunge", "random"} {
			_, all := play(t, g, policy, seed, 12)
			for _, m := range all {
				delete(left, m.Title())
				delete(left, m.Text())
			}
		}
	}
	for key := range left {
		t.Errorf("%s came up in no game", key)
	}
}

// Whatever the learner does: no prompt comes twice, each belongs to one
// decision, asking again gives the same, and N counts them.
func TestPromptsPassAndDoNotReturn(t *testing.T) {
	g := newGame(t)
	for _, policy := range []string{"greedy", "schiffsjunge", "random"} {
		h, all := play(t, g, policy, 1, 12)
		seen := map[string]bool{}
		for i, m := range all {
			if seen[m.Key] {
				t.Errorf("%s: %s came twice", policy, m.Key)
			}
			seen[m.Key] = true
			if m.N != i+1 {
				t.Errorf("%s: %s is number %d, expected %d", policy, m.Key, m.N, i+1)
			}
		}
		for n := range h.Steps {
			past := &view.History{Game: h.Game, Steps: h.Steps[:n+1]}
			if a, b := guide.Due(past, guide.Learner), guide.Due(past, guide.Learner); !reflect.DeepEqual(a, b) {
				t.Fatalf("%s: after %d decisions first %v, then %v", policy, n, a, b)
			}
		}
	}
}

// There is no prompt while the other seat decides.
func TestOnlyTheLearnerIsPrompted(t *testing.T) {
	g := newGame(t)
	h, _ := play(t, g, "greedy", 0, 12)
	said, others := 0, 0 // prompts to the learner, choices of the other seat
	for n := range h.Steps {
		s := &h.Steps[n].State
		p := guide.Due(&view.History{Game: h.Game, Steps: h.Steps[:n+1]}, guide.Learner)
		switch mine := s.Decision() != rules.Over && s.ToDecide() == guide.Learner; {
		case !mine && p != nil:
			t.Errorf("after %d decisions %s is said, and the learner has nothing to decide", n, p.Key)
		case p != nil:
			said++
		case !mine && s.Decision() != rules.Over && g.Legal(s).Len() > 1:
			others++
		}
	}
	if said < 10 || others < 10 {
		t.Errorf("%d prompts while the other seat had %d choices: too few to show anything", said, others)
	}
}

// silent are the decisions that may have one legal action only, and the idea to
// have been explained by then.
var silent = map[rules.Decision]string{rules.Sell: "selling", rules.Pay: "events", rules.Place: "returning", rules.Remove: "removal",
	rules.ChooseStart: "loading", rules.ChooseOption: "hauling"}

// Nothing is decided silently before it was explained: neither a sale with one
// buyer nor a payment without a choice.
func TestNothingIsDecidedSilently(t *testing.T) {
	g := newGame(t)
	forced := map[rules.Decision]int{}
	for _, policy := range []string{"random", "greedy", "schiffsjunge"} {
		for seed := range uint64(40) {
			h, all := play(t, g, policy, seed, 12)
			told := map[string]int{}
			for _, m := range all {
				for _, idea := range m.Ideas {
					if _, ok := told[idea]; !ok {
						told[idea] = m.At
					}
				}
			}
			for n := range h.Len() {
				s := &h.Steps[n].State
				idea := silent[s.Decision()]
				if s.ToDecide() != guide.Learner || !h.Steps[n+1].Forced || idea == "" || s.Decision() == rules.ChooseOption && s.Round() == 1 {
					continue
				}
				forced[s.Decision()]++
				if at, ok := told[idea]; !ok || at > n {
					t.Fatalf("%s %d: decision %d of round %d is taken silently, and %s was not explained", policy, seed, n, s.Round(), idea)
				}
			}
		}
	}
	for _, d := range []rules.Decision{rules.Sell, rules.Pay} {
		if forced[d] == 0 {
			t.Errorf("no game forced a %v: %v", d, forced)
		}
	}
}

// lies checks for each prompt that what it talks about is on the table.
var lies = map[string]func(g *rules.Game, s *rules.State, c []view.Choice) bool{
	"aim":  func(_ *rules.Game, s *rules.State, c []view.Choice) bool { return s.Round() == 1 && does(c, "option") },
	"load": func(_ *rules.Game, s *rules.State, c []view.Choice) bool { return s.Round() == 1 && does(c, "start") },
	"sell": func(_ *rules.Game, s *rules.State, c []view.Choice) bool { return s.Round() == 1 && does(c, "sell") },
	"upriver": func(_ *rules.Game, s *rules.State, c []view.Choice) bool {
		return s.BargeAt(0) != rules.OffRiver && s.Round() == 2
	},
	"pay":        func(_ *rules.Game, s *rules.State, c []view.Choice) bool { return s.Round() == 3 && does(c, "pay") },
	"take":       func(_ *rules.Game, _ *rules.State, c []view.Choice) bool { return does(c, "take") },
	"place":      func(_ *rules.Game, _ *rules.State, c []view.Choice) bool { return does(c, "place") },
	"remove":     func(_ *rules.Game, s *rules.State, _ []view.Choice) bool { return s.Round() == 11 },
	"lock":       func(_ *rules.Game, s *rules.State, _ []view.Choice) bool { return s.LockField(0) },
	"port":       func(_ *rules.Game, _ *rules.State, c []view.Choice) bool { return at(c, "column") },
	"city":       func(_ *rules.Game, _ *rules.State, c []view.Choice) bool { return grouped(c, "city") },
	"depot":      func(_ *rules.Game, _ *rules.State, c []view.Choice) bool { return at(c, "depot") },
	"end":        func(_ *rules.Game, s *rules.State, _ []view.Choice) bool { return s.Round() <= 4 },
	"warehouses": func(_ *rules.Game, s *rules.State, _ []view.Choice) bool { return s.Round() <= 4 },
	"collect":    func(_ *rules.Game, s *rules.State, _ []view.Choice) bool { return s.Round() <= 4 },
	"last":       func(_ *rules.Game, s *rules.State, _ []view.Choice) bool { return s.Round() == 12 },
	"track":      func(_ *rules.Game, s *rules.State, _ []view.Choice) bool { return s.Round() <= 2 },
	"demand":     func(_ *rules.Game, s *rules.State, _ []view.Choice) bool { return wanted(s) },
	"water":      func(_ *rules.Game, s *rules.State, c []view.Choice) bool { return s.PilotBanned() && does(c, "option") },
	"white":      func(_ *rules.Game, s *rules.State, _ []view.Choice) bool { return s.Round() >= 5 },
	"once":       func(g *rules.Game, s *rules.State, _ []view.Choice) bool { return holds(g, s, true) },
	"export":     func(_ *rules.Game, s *rules.State, _ []view.Choice) bool { return s.Country() >= 0 || s.Round() >= 4 },
	"wage":       func(g *rules.Game, s *rules.State, _ []view.Choice) bool { return holds(g, s, false) && s.Round() < 12 },
	"debt": func(_ *rules.Game, s *rules.State, c []view.Choice) bool {
		return s.Round() <= 4
	},
}

func does(c []view.Choice, do string) bool {
	return slices.ContainsFunc(c, func(c view.Choice) bool { return c.Do == do })
}

func at(c []view.Choice, kind string) bool {
	return slices.ContainsFunc(c, func(c view.Choice) bool { return c.Do == "warehouse" && c.Target.Kind == kind })
}

func grouped(c []view.Choice, group string) bool {
	return slices.ContainsFunc(c, func(c view.Choice) bool { return c.Group == group })
}

func wanted(s *rules.State) bool {
	for k := range board.Sells {
		if s.Demand(k) > 0 {
			return true
		}
	}
	return false
}

// holds says whether the learner has a progress marker, limited or of any kind.
func holds(g *rules.Game, s *rules.State, limited bool) bool {
	for k, p := range g.Board().Progress {
		if s.Held(guide.Learner)>>k&1 != 0 && (p.Limited || !limited) {
			return true
		}
	}
	return false
}

// texts says for the texts that are one of two which of them holds.
var texts = map[string]func(s *rules.State, c []view.Choice) bool{
	"guide.pay.text":        func(s *rules.State, c []view.Choice) bool { return s.Thaler(0)+s.VP(0) > 0 },
	"guide.pay_debt.text":   func(s *rules.State, c []view.Choice) bool { return s.Thaler(0)+s.VP(0) == 0 },
	"guide.debt.text":       func(_ *rules.State, c []view.Choice) bool { return !early(c) },
	"guide.debt_early.text": func(_ *rules.State, c []view.Choice) bool { return early(c) },
}

// early says whether a choice takes a warehouse from the timeline (DEBT-4).
func early(c []view.Choice) bool {
	return slices.ContainsFunc(c, func(c view.Choice) bool { return len(c.Effect.Early) > 0 })
}

// A prompt talks about what is on the table and points at it, its rules are in
// the handbook, and its price is the current one (START-5, BUY-2).
func TestPromptsSpeakOfWhatIsThere(t *testing.T) {
	g := newGame(t)
	words := record.NewCodec(g)
	book, err := handbook.Handbook("de")
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range guide.Keys() {
		if lies[key] == nil {
			t.Errorf("it is not known what must lie on the table for %s", key)
		}
	}
	for _, policy := range []string{"greedy", "lotse", "schiffsjunge", "random"} {
		for seed := range uint64(3) {
			_, all := play(t, g, policy, seed, 12)
			for _, m := range all {
				choices := view.Choices(g, words, &m.state)
				if check := lies[m.Key]; check != nil && !check(g, &m.state, choices) {
					t.Errorf("%s %d: %s in round %d speaks of what is not there", policy, seed, m.Key, m.state.Round())
				}
				if holds := texts[m.Text()]; holds != nil && !holds(&m.state, choices) {
					t.Errorf("%s %d: in round %d %s is not the text that holds", policy, seed, m.state.Round(), m.Text())
				}
				targets := m.Targets
				if m.Try != nil {
					targets = append(slices.Clip(targets), m.Try.Targets...)
				}
				for _, target := range targets {
					if len(view.ActionsAt(g, &m.state, target)) == 0 {
						t.Errorf("%s points at %v, which is not on the board", m.Key, target)
					}
				}
				for _, id := range m.Rules {
					if _, ok := book.Rule(id); !ok {
						t.Errorf("%s names rule %s, which is not in the handbook", m.Key, id)
					}
				}
				if n, ok := m.Args["n"].(int); ok && does(choices, "lock") && m.Key == "lock" && !slices.ContainsFunc(choices, func(c view.Choice) bool { return c.Effect.Price == n }) {
					t.Errorf("%s says %d Thaler, and nothing costs that", m.Key, n)
				}
			}
		}
	}
}

// What cannot be avoided is explained first: debt if every choice brings some
// (DEBT-1), hauling if there is no other option (START-2).
func TestWhatCannotBeAvoidedComesFirst(t *testing.T) {
	g := newGame(t)
	words := record.NewCodec(g)
	came := map[string]int{}
	for seed := range uint64(12) {
		h, _ := play(t, g, "random", seed, 12)
		met := map[string]bool{}
		for n := range h.Steps {
			s := &h.Steps[n].State
			if s.Decision() >= rules.DrawMarker || s.ToDecide() != guide.Learner {
				continue
			}
			want, choices := "", view.Choices(g, words, s)
			switch {
			case !met["debt"] && s.Decision() != rules.Pay && all(choices, func(c view.Choice) bool { return c.Effect.Debts > 0 }):
				want = "debt"
			case !met["upriver"] && s.Decision() == rules.ChooseOption && all(choices, func(c view.Choice) bool {
				return c.Do != "option" || c.Group == "option" && strings.Contains(c.Target.ID, "hauling")
			}):
				want = "upriver"
			}
			p := guide.Due(&view.History{Game: g, Steps: h.Steps[:n+1]}, guide.Learner)
			if want != "" {
				if came[want]++; p == nil || p.Key != want {
					t.Errorf("game %d, decision %d: %v is explained, and there is nothing but %s", seed, n, p, want)
				}
			}
			if p != nil {
				met[p.Key] = true
			}
		}
	}
	if came["debt"] == 0 || came["upriver"] == 0 {
		t.Errorf("the games brought no such decision: %v", came)
	}
}

func all(c []view.Choice, is func(view.Choice) bool) bool {
	return !slices.ContainsFunc(c, func(c view.Choice) bool { return !is(c) })
}

// The next step names what was left undone, and suggests a stronger level only
// after a victory.
func TestTheNextStepFitsTheGame(t *testing.T) {
	g := newGame(t)
	undone := map[string]func(s *rules.State) bool{
		"debts": func(s *rules.State) bool { return s.Debts(0) > 0 },
		"locks": func(s *rules.State) bool {
			built := 0
			for k := range board.Obstacles {
				built += map[int]int{0: 1}[s.LockBuilder(k)]
			}
			return built < 4
		},
		"white":   func(s *rules.State) bool { return !s.LockField(0) && s.Held(0)>>board.GrafschaftMark&1 == 0 },
		"port":    func(s *rules.State) bool { return s.PortSeats(0)|s.PortSeats(1)|s.PortSeats(2) < 2 },
		"stock":   func(s *rules.State) bool { return s.Supply(0) >= 2 },
		"limited": func(s *rules.State) bool { return s.Supply(0) < 2 && s.Debts(0) == 0 },
		"bonuses": func(s *rules.State) bool { return s.Supply(0) < 2 && holds(g, s, true) },
	}
	tried, won := map[string]int{}, map[bool]int{}
	for _, policy := range []string{"random", "greedy", "lotse"} {
		for seed := range uint64(10) {
			h, _ := play(t, g, policy, seed, 12)
			s := &h.Steps[h.Len()].State
			next := guide.Next(h, guide.Learner)
			vp := g.Result(s).VP
			tried[next.Try]++
			won[next.Won]++
			if undone[next.Try] == nil || !undone[next.Try](s) {
				t.Errorf("%s %d: the next step is %q", policy, seed, next.Try)
			}
			if next.Won != (vp[0] >= vp[1]) {
				t.Errorf("%s %d: %d against %d, won %v", policy, seed, vp[0], vp[1], next.Won)
			}
			for _, language := range lang.Languages {
				if key := "guide.next." + next.Try; !lang.For(language).Has(key) {
					t.Errorf("%s: no text for %s", language, key)
				}
			}
		}
	}
	if len(tried) < 3 || len(won) < 2 {
		t.Errorf("too few kinds of game to show anything: %v, won %v", tried, won)
	}
}

// terms are words of the glossary that the explanation of an idea cannot do
// without.
var terms = map[string][]string{
	"goal": {"component.vp"}, "tokens": {"component.development_token"}, "markers": {"component.progress_marker"}, "loading": {"place.storage"},
	"distance": {"option.pilot"}, "obstacles": {"place.obstacle"}, "selling": {"component.thaler", "component.development_token"},
	"hauling": {"option.hauling"}, "ruhrort": {"place.ruhrort"}, "demand": {"component.thaler"}, "transport": {"place.transport_track", "place.arrow_box"},
	"locks": {"place.lock", "component.warehouse"}, "debts": {"place.debt_field"}, "towing": {"option.towed"}, "bonuses": {"progress.mayor", "place.depot"},
	"cities": {"place.city", "component.warehouse"}, "depots": {"place.depot"}, "port": {"place.ruhrort"}, "wage": {"option.wage", "option.supply"},
	"export": {"component.country_marker"}, "last": {"option.wage", "progress.ruhraake"},
}

// The explanation of an idea uses the words of the glossary.
func TestAnIdeaIsNamed(t *testing.T) {
	said := glossaryOf(t)
	checked := map[string]bool{}
	for _, policy := range []string{"greedy", "random"} {
		_, all := play(t, newGame(t), policy, 1, 12)
		for _, m := range all {
			for _, idea := range m.Ideas {
				for _, language := range lang.Languages {
					p := lang.For(language)
					text := strings.ToLower(p.T(m.Title()) + " " + p.T(m.Text(), m.Args))
					for _, term := range terms[idea] {
						if checked[idea] = true; !slices.ContainsFunc(said[language][term], func(stem string) bool { return strings.Contains(text, stem) }) {
							t.Errorf("%s: %s explains %s without a word of %v: %s", language, m.Key, idea, said[language][term], text)
						}
					}
				}
			}
		}
	}
	for idea := range terms {
		if !checked[idea] {
			t.Errorf("%s was not explained", idea)
		}
	}
}

// glossaryOf gives the stems of the longer words of all terms by language and key.
func glossaryOf(t *testing.T) map[string]map[string][]string {
	data, err := os.ReadFile("../lang/glossary.json")
	if err != nil {
		t.Fatal(err)
	}
	var book struct {
		Entries []map[string]json.RawMessage `json:"entries"`
	}
	if err := json.Unmarshal(data, &book); err != nil {
		t.Fatal(err)
	}
	out := map[string]map[string][]string{}
	for _, language := range lang.Languages {
		out[language] = map[string][]string{}
		for _, e := range book.Entries {
			var key string
			var word struct{ One, Many, Short string }
			must(t, json.Unmarshal(e["key"], &key))
			must(t, json.Unmarshal(e[language], &word))
			for _, w := range []string{word.One, word.Many, word.Short} {
				for _, part := range strings.Fields(w) {
					if letters := []rune(strings.ToLower(part)); len(letters) >= 4 {
						out[language][key] = append(out[language][key], string(letters[:max(3, len(letters)-2)]))
					}
				}
			}
		}
	}
	return out
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// The computer player answers the same decision in the same way.
func TestChanceIsFixed(t *testing.T) {
	if a, b := guide.Chance(7).Uint64(), guide.Chance(7).Uint64(); a != b {
		t.Errorf("decision 7 is drawn as %d and as %d", a, b)
	}
	if guide.Chance(7).Uint64() == guide.Chance(8).Uint64() {
		t.Error("decisions 7 and 8 are drawn alike")
	}
}
