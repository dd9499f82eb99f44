package api

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"ruhr/internal/require"
	"ruhr/record"
)

// drawn enters the first face of which one is left, or the next after some.
func (p *program) drawn(t Table, key string) reply {
	p.Helper()
	k := slices.IndexFunc(t.Entering.Faces, func(f EnterFace) bool { return f.Left > 0 })
	if k < 0 {
		p.Fatalf("nothing can be entered: %+v", t.Entering)
	}
	return p.post("/tables/"+t.ID+"/enter", map[string]any{"at": t.N, "key": key, "face": t.Entering.Faces[k].Face})
}

// besideBox starts a table beside the printed game, with another person at the screen.
func (p *program) besideBox() Table {
	p.Helper()
	return read[Table](p, p.post("/tables", map[string]any{"entered": true, "startSeat": 1, "seats": []NewSeat{{Kind: "person"}, {Kind: "person", Name: "Bert"}}}))
}

// A program plays a whole game beside the printed one: it enters what was drawn, and the
// record says so.
func TestWholeGameBesideTheBox(t *testing.T) {
	w := newWorld(t, 51)
	p := w.account("Anna", true)
	tb := p.besideBox()
	if !tb.Entered || !tb.You.Enter || tb.You.Act || len(tb.Entering.Faces) != 17 {
		t.Fatalf("it does not begin with a draw: %+v", tb.Entering)
	}
	drawn := 0
	for n := 0; !tb.Over; n++ {
		if tb.You.Enter {
			tb, drawn = read[Table](p, p.drawn(tb, "")), drawn+1
		} else {
			tb = read[Table](p, p.act(tb, n, ""))
		}
	}
	r, err := record.Read(p.send(http.MethodGet, "/tables/"+tb.ID+"/record", "").body)
	if err != nil || !r.Chance.Entered || r.Chance.StartSeat != 1 || len(r.Chance.Draws) < 8 || len(tb.Entering.Outcomes) != drawn || tb.Entering.Faces != nil {
		t.Errorf("%v; %d outcomes of %d, record %+v", err, len(tb.Entering.Outcomes), drawn, r.Chance)
	}
}

// A draw is entered once for a key, taken back, and refused where none is left or the
// account has no seat; elsewhere nothing is entered.
func TestDrawsAreEntered(t *testing.T) {
	w := newWorld(t, 52)
	p, other := w.account("Anna", true), w.account("Otto", true)
	tb := p.besideBox()
	path := "/tables/" + tb.ID
	enter := func(p *program, at int64, face string) reply {
		return p.post(path+"/enter", map[string]any{"at": at, "face": face})
	}
	other.refused("another account", enter(other, tb.N, "forges-1"), http.StatusForbidden, "not_yours")
	p.refused("no face", enter(p, tb.N, "gold"), http.StatusConflict, "nothing_to_enter")
	once := read[Table](p, p.drawn(tb, "k"))
	if again := read[Table](p, p.drawn(tb, "k")); again.N != once.N || len(once.Entering.Outcomes) != 1 || once.You.Enter || !once.You.Act {
		t.Errorf("entered %d times: %+v", len(once.Entering.Outcomes), once.You)
	}
	p.refused("nothing to draw", enter(p, once.N, "forges-1"), http.StatusConflict, "nothing_to_enter")
	p.refused("made before", enter(p, tb.N, "cities-1"), http.StatusConflict, "stale")
	acted := read[Table](p, p.act(once, 0, ""))
	back := read[Table](p, p.post(path+"/enter-again", map[string]any{"at": acted.N, "to": 0}))
	if !back.You.Enter || back.Decisions != 0 || len(back.Entering.Outcomes) != 0 {
		t.Errorf("taken back: %d decisions, %+v", back.Decisions, back.Entering)
	}
	p.refused("none so late", p.post(path+"/enter-again", map[string]any{"at": back.N, "to": 3}), http.StatusConflict, "nothing_to_undo")
	w.limits.noUndo = true
	p.refused("too often", p.post(path+"/enter-again", map[string]any{"at": back.N, "to": 0}), http.StatusTooManyRequests, "too_many")
	w.limits.noUndo = false

	dealt := p.start()
	require.True(t, dealt.Entering == nil && !dealt.You.Enter, "a table with a deal: %+v", dealt.Entering)
	p.refused("with a deal", p.post("/tables/"+dealt.ID+"/enter", map[string]any{"at": dealt.N, "face": "forges-1"}), http.StatusConflict, "nothing_to_enter")
	p.refused("clocks", p.post("/tables", map[string]any{"entered": true, "pace": "quick", "seats": tb.seats()}), http.StatusConflict, "beside_box")
	p.refused("start player", p.post("/tables", map[string]any{"entered": true, "startSeat": 2, "seats": tb.seats()}), http.StatusConflict, "bad_start")
}

// seats are new ones for as many persons.
func (t Table) seats() (out []NewSeat) {
	for _, s := range t.Seats {
		out = append(out, NewSeat{Kind: "person", Name: s.Name})
	}
	return out
}

// A correction that cannot lie on the table is refused with the rule that says so, and one
// that can is made and taken back.
func TestPositionsAreCorrected(t *testing.T) {
	w := newWorld(t, 53)
	p := w.account("Anna", true)
	tb := p.besideBox()
	tb = read[Table](p, p.drawn(tb, ""))
	for tb.Position.Phase != 3 {
		tb = read[Table](p, p.act(tb, 0, ""))
	}
	correct := func(set map[string]int) reply {
		return p.post("/tables/"+tb.ID+"/correct", map[string]any{"at": tb.N, "set": set})
	}
	for _, c := range []struct {
		set        map[string]int
		rule, says string
	}{
		{map[string]int{"thaler.0": 999}, "", "thaler.0: "},
		{map[string]int{"gold": 1}, "", "gold: "},
		{map[string]int{fmt.Sprint("barge.", tb.ToAct): tb.spaceOf("storage")}, "ORDER-2", "coal wharf has been chosen"},
		{map[string]int{"place.0": 1, "place.1": 1}, "ORDER-1", "same place in the order"},
		{map[string]int{fmt.Sprint("option.", tb.ToAct): 2}, "START-1", "special option"},
	} {
		got := p.refused(fmt.Sprint(c.set), correct(c.set), http.StatusConflict, "correction")
		require.True(t, got.Rule == c.rule && strings.Contains(got.Detail, c.says), "%v: rule %q, want %q: %s", c.set, got.Rule, c.rule, got.Detail)
	}
	p.refused("nothing", correct(map[string]int{}), http.StatusUnprocessableEntity, "bad_request")
	before := tb
	tb = read[Table](p, correct(map[string]int{"thaler.0": 11}))
	k := slices.IndexFunc(tb.Entering.Fields, func(f EnterField) bool { return f.Key == "thaler.0" })
	if last := tb.Entering.Outcomes[len(tb.Entering.Outcomes)-1]; tb.Position.Seats[0].Thaler != 11 || tb.Entering.Fields[k].Value != 11 || last.Face != "" {
		t.Errorf("corrected: %d Thaler, %+v", tb.Position.Seats[0].Thaler, last)
	}
	tb = read[Table](p, p.post("/tables/"+tb.ID+"/enter-again", map[string]any{"at": tb.N, "to": len(before.Entering.Outcomes)}))
	require.Equal(t, tb.Position.Seats[0].Thaler, before.Position.Seats[0].Thaler, "Thaler once it is taken back")
	tb = read[Table](p, p.act(tb, 0, ""))
	if len(tb.Entering.Fields) != 0 || tb.Position.Decision == "option" {
		t.Fatalf("after an option: %s, %d fields", tb.Position.Decision, len(tb.Entering.Fields))
	}
	if got := p.refused("before the start", correct(map[string]int{"thaler.0": 3}), http.StatusConflict, "correction"); !strings.Contains(got.Detail, "coal wharf") {
		t.Errorf("before the start: %s", got.Detail)
	}
}

// spaceOf is the first space of a kind, counted from 1.
func (t Table) spaceOf(kind string) int {
	for k, s := range t.Position.Spaces {
		if s.Kind == kind {
			return k + 1
		}
	}
	return 0
}
