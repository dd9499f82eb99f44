package lockstep

import (
	"fmt"
	"maps"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"ruhr/board"
	"ruhr/rules"
)

// events counts what is rare, so that a run shows it was at stake at all.
type events map[string]int

// rarities are what is counted, and in how many games of a run it must have
// come about at least once. 0 is for what this run need not bring about.
var rarities = []struct {
	name  string
	games int
}{
	{"towed (START-12)", 60},
	{"stranded (START-12)", 60},
	{"debt from the timeline (DEBT-4)", 60},
	{"all four debts (DEBT-2)", 60},
	{"building duty (WATER-4)", 60},
	{"only locks are legal (BUY-9)", 60},
	{"duty paid from the timeline (BUY-9, DEBT-4)", 2000},
	{"empty bag (WATER-1)", 60},
	{"free second lock (BUY-3)", 60},
	{"all locks built", 2000},
	{"blank (PROG-2)", 60},
	{"white die returns (TRACK-3)", 60},
	{"black die returns elsewhere (TRACK-3, EVENT-C)", 60},
	{"round 11 finds a colour missing (EVENT-R)", 60},
	{"full area (SAIL-3)", 60},
	{"free hauling (START-11)", 60},
	{"port warehouse moved (BUY-7)", 60},
	{"full column scores (EXP-1)", 60},
	{"payment passed over (EVENT-P)", 0}, // four debts by round 3 take a position laid out by hand
	{"mayor with an inn (END-4)", 2000},
	{"towed on the usual board", 2000},
	{"stranded on the usual board", 0}, // it has too many dice for that
	{"debt from the timeline on the usual board", 2000},
	{"round 11 finds a colour missing on the usual board", 0}, // the rails hold three of each at most
}

// fact counts what the engine tells.
func (e events) fact(m *match, f rules.Fact) {
	usual := func(name string) {
		if m.usual {
			e[name+" on the usual board"]++
		}
	}
	switch f.Kind {
	case rules.FOption:
		if f.B == 2 {
			e["towed (START-12)"]++
			usual("towed")
		}
		if f.B == 1 {
			e["free hauling (START-11)"]++
		}
	case rules.FStranded:
		e["stranded (START-12)"]++
		usual("stranded")
	case rules.FEarly:
		e["debt from the timeline (DEBT-4)"]++
		usual("debt from the timeline")
		if m.state.Phase() == rules.Purchase {
			e["duty paid from the timeline (BUY-9, DEBT-4)"]++
		}
	case rules.FDebt:
		if f.A > 0 && m.state.Debts(int(f.Seat)) == 4 {
			e["all four debts (DEBT-2)"]++
		}
	case rules.FDuty:
		e["building duty (WATER-4)"]++
		if m.state.Bag() == 0 {
			e["empty bag (WATER-1)"]++
		}
	case rules.FLock:
		if f.B == 1 {
			e["free second lock (BUY-3)"]++
		}
		if locks := m.game.Layout(&m.state).Locks; !slices.Contains(locks[:], -1) {
			e["all locks built"]++
		}
	case rules.FBlank:
		e["blank (PROG-2)"]++
	case rules.FReturned:
		b := m.game.Board()
		to := b.River[b.At.Storage[f.A]].Territory
		if to == board.Mark {
			e["white die returns (TRACK-3)"]++
		} else if to != b.Years[m.state.Round()-1].Returns {
			e["black die returns elsewhere (TRACK-3, EVENT-C)"]++
		}
	case rules.FAreaFull:
		e["full area (SAIL-3)"]++
	case rules.FShift:
		e["port warehouse moved (BUY-7)"]++
	case rules.FExported:
		if int(f.B) == m.game.Board().Port.Rows-1 {
			e["full column scores (EXP-1)"]++
		}
	case rules.FRemoved:
		e["removed"]++
	case rules.FRound:
		e.round(m, int(f.A))
	case rules.FOver:
		e.over(m)
	}
}

// round looks at what was left out in the round before, where nothing tells.
func (e events) round(m *match, round int) {
	switch round {
	case 11:
		e["removed"] = 0
	case 12:
		if e["removed"] < m.game.Seats()-1 {
			e["round 11 finds a colour missing (EVENT-R)"]++
			if m.usual {
				e["round 11 finds a colour missing on the usual board"]++
			}
		}
	case 3:
		e["payers"] = 0
	case 4:
		if e["payers"] < m.game.Seats() {
			e["payment passed over (EVENT-P)"]++
		}
	}
}

// decision counts what a list of legal actions shows.
func (e events) decision(m *match, list []rules.Action) {
	switch m.state.Decision() {
	case rules.Pay:
		e["payers"]++
	case rules.Buy:
		if m.state.Duty() && !m.game.Legal(&m.state).Has(rules.ADone) {
			e["only locks are legal (BUY-9)"]++
		}
	}
}

// over counts what the last scoring has to settle.
func (e events) over(m *match) {
	mayor := uint16(1 << board.Mayor)
	inn := uint16(1 << board.Inn)
	for who := range m.game.Seats() {
		if m.state.Debts(who) == 0 && bits.OnesCount16(m.state.Held(who)&(mayor|inn)) == 2 {
			e["mayor with an inn (END-4)"]++
		}
	}
}

// report writes the counts and fails where something did not come about.
func (e events) report(t *testing.T, games int) {
	for _, r := range rarities {
		if r.games > 0 && games >= r.games && e[r.name] == 0 {
			t.Errorf("%d games and never: %s", games, r.name)
		}
	}
	var lines []string
	for _, k := range slices.Sorted(maps.Keys(e)) {
		if k != "removed" && k != "payers" {
			lines = append(lines, fmt.Sprintf("%9d  %s", e[k], k))
		}
	}
	t.Logf("came about in %d games:\n%s", games, strings.Join(lines, "\n"))
}
