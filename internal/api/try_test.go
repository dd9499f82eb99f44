package api

import (
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"

	"ruhr/record"
)

// A program plays on by itself, chooses what chance decides or lets it draw, and the table
// learns nothing of it.
func TestTry(t *testing.T) {
	w := newWorld(t, 41)
	p := w.account("Anna", true)
	tb := p.start(NewSeat{Kind: "person"}, NewSeat{Kind: "person", Name: "Berta"})
	path := "/tables/" + tb.ID + "/try"
	sent := func(list []Trial) reply { return p.post(path, map[string]any{"try": list}) }
	list, draws := []Trial{}, 0
	now := read[Tried](p, sent(list))
	if !reflect.DeepEqual(now.Position, tb.Position) || len(now.Legal) != len(tb.Legal) || now.N != tb.N {
		t.Errorf("nothing was tried at %d, but it is %d: %+v", tb.N, now.N, now.Position)
	}
	for draws < 4 {
		next := Trial{Chance: "?"}
		switch k := slices.IndexFunc(now.Faces, func(f EnterFace) bool { return f.Left > 0 }); {
		case k >= 0 && draws%2 == 1:
			next.Chance = now.Faces[k].Face
			fallthrough
		case k >= 0:
			draws++
		default:
			next = Trial{Action: &now.Legal[0].Action}
		}
		list = append(list, next)
		before := len(now.Steps)
		now = read[Tried](p, sent(list))
		if chosen := next.Action != nil; chosen != (len(now.Steps) > before) && chosen || now.Position == nil || len(now.Legal) > 0 == (len(now.Faces) > 0) {
			t.Fatalf("after %d trials: %+v", len(list), now)
		}
	}
	if a, b := string(sent(list).body), string(sent(list).body); a != b {
		t.Error("the same trials lead elsewhere")
	}
	if after := p.table(tb.ID); after.N != tb.N || !reflect.DeepEqual(after.Position, tb.Position) {
		t.Errorf("the table went on from %d to %d", tb.N, after.N)
	}
}

// What cannot be tried is refused, an action with its rule.
func TestTryRefuses(t *testing.T) {
	w := newWorld(t, 42)
	p, other := w.account("Anna", true), w.account("Bert", true)
	tb := p.start(NewSeat{Kind: "person"}, NewSeat{Kind: "person", Name: "Berta"})
	path := "/tables/" + tb.ID + "/try"
	if no := p.refused("an action of another phase", p.post(path, map[string]any{"try": []Trial{{Action: &record.Action{Do: "done"}}}}), http.StatusConflict, "not_now"); no.Rule == "" || !strings.HasPrefix(no.Detail, "Trial 1: ") {
		t.Errorf("without a rule or the trial: %+v", no)
	}
	for _, c := range []struct{ try, code string }{
		{`[{"action":{"do":"fly"}}]`, "no_action"},
		{`[{"chance":"?"}]`, "not_tried"},
		{`[{"chance":"high-water"}]`, "not_tried"},
		{`[{}]`, "not_tried"},
		{`[{"action":{"do":"done"},"chance":"?"}]`, "not_tried"},
		{`[` + strings.Repeat(`{},`, 120) + `{}]`, "bad_request"},
	} {
		no := p.refused(c.try, p.send(http.MethodPost, path, `{"try":`+c.try+`}`), http.StatusUnprocessableEntity, c.code)
		if c.code != "bad_request" && !strings.HasPrefix(no.Detail, "Trial 1") {
			t.Errorf("%s: %q names no trial", c.try, no.Detail)
		}
	}
	other.refused("without a seat", other.send(http.MethodPost, path, `{"try":[]}`), http.StatusConflict, "no_trial")
	if after := p.table(tb.ID); after.N != tb.N {
		t.Errorf("the table went on from %d to %d", tb.N, after.N)
	}
}
