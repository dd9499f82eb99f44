package web

import (
	"encoding/json"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"ruhr/internal/table"
)

// provable makes a program whose tables are shuffled with secrets.
func provable(o *table.Options) { o.Random = nil }

// The page of a shuffle shows the commitment before and during the game, what
// everybody added, and the secret only after the end.
func TestFairPage(t *testing.T) {
	w := newWorld(t, 1, provable)
	v := w.visitor()
	var given struct{ Commitment string }
	if err := json.Unmarshal([]byte(v.get("/commitment").body), &given); err != nil || len(given.Commitment) != 64 {
		t.Fatalf("commitment %q, %v", given.Commitment, err)
	}
	mine := strings.Repeat("5", 64)
	a := v.post("/play", url.Values{"commitment": {given.Commitment}, "contribution": {mine}})
	id := strings.TrimPrefix(a.path, "/t/")
	if !strings.Contains(a.body, `data-commitment="`+given.Commitment+`"`) || !strings.Contains(a.body, `data-adds=""`) {
		t.Error("the table does not show its commitment")
	}
	fair := v.get("/t/" + id + "/fair")
	for _, want := range []string{given.Commitment, mine, "published when the game is over", "computer player"} {
		if !strings.Contains(fair.body, want) {
			t.Errorf("%q is missing on the page of a running game", want)
		}
	}
	if strings.Contains(fair.body, "data-check") || strings.Contains(fair.body, "Not proven") {
		t.Error("a running game is checked, or said not to be proven")
	}
}

// Without scripts nobody contributes, and the page says so.
func TestFairPageWithoutScripts(t *testing.T) {
	w := newWorld(t, 1, provable)
	v := w.visitor()
	a := v.post("/play", url.Values{})
	fair := v.get(a.path + "/fair")
	if !strings.Contains(fair.body, "Not proven: the start player") {
		t.Error("it is not said that the start is not proven")
	}
	if !regexp.MustCompile(`data-adds="0"`).MatchString(a.body) {
		t.Error("the seat is not asked to contribute")
	}
	n := regexp.MustCompile(`data-n="(\d+)"`).FindStringSubmatch(a.body)[1]
	mine := strings.Repeat("6", 64)
	v.post(a.path+"/shuffle", url.Values{"at": {n}, "seat": {"0"}, "contribution": {mine}})
	if fair := v.get(a.path + "/fair"); !strings.Contains(fair.body, mine) || !strings.Contains(fair.body, "Not proven: the start player") {
		t.Error("a later contribution is not shown, or counts for the start")
	}
	if a := v.post(a.path+"/shuffle", url.Values{"at": {n}, "seat": {"x"}}); a.status != 400 {
		t.Errorf("status %d for no seat", a.status)
	}
}

// Who is about to sit down sees the commitment first.
func TestJoinPageShowsTheCommitment(t *testing.T) {
	w := newWorld(t, 1, provable)
	maker := w.visitor()
	id, link := maker.invitation()
	shown := regexp.MustCompile(`data-commitment="([0-9a-f]{64})"`).FindStringSubmatch(maker.get(id).body)
	if shown == nil {
		t.Fatal("the table shows no commitment")
	}
	if !strings.Contains(w.visitor().get(link).body, shown[1]) {
		t.Error("the page to join has another commitment, or none")
	}
}

// A table that cannot be proven says why.
func TestFairPageUnproven(t *testing.T) {
	w := newWorld(t, 1)
	v := w.visitor()
	a := v.post("/play", url.Values{})
	if fair := v.get(a.path + "/fair"); !strings.Contains(fair.body, "cannot be proven") || strings.Contains(a.body, "data-commitment") {
		t.Errorf("it does not say why:\n%s", fair.body)
	}
}
