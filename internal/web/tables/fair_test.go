package tables

import (
	"encoding/json"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"ruhr/internal/require"
	"ruhr/internal/table"
)

// provable makes a program whose tables are shuffled with secrets.
func provable(o *table.Options) { o.Random = nil }

// The page of a shuffle shows the commitment before and during the game, what
// everybody added, and the secret only after the end.
func TestFairPage(t *testing.T) {
	w := newWorld(t, 1, provable)
	v := w.Visitor()
	var given struct{ Commitment string }
	if err := json.Unmarshal([]byte(v.Get("/commitment").Body), &given); err != nil || len(given.Commitment) != 64 {
		t.Fatalf("commitment %q, %v", given.Commitment, err)
	}
	mine := strings.Repeat("5", 64)
	a := v.Post("/play", url.Values{"commitment": {given.Commitment}, "contribution": {mine}})
	id := strings.TrimPrefix(a.Path, "/t/")
	require.True(t, a.Has("data-commitment", given.Commitment) && a.Has("data-adds", ""), "the table does not show its commitment")
	fair := v.Get("/t/" + id + "/fair")
	for _, want := range []string{given.Commitment, mine, "published when the game is over", "computer player"} {
		require.True(t, fair.Says(want), "%q is missing on the page of a running game", want)
	}
	require.True(t, !fair.Has("data-check") && !fair.Says("Not proven"), "a running game is checked, or said not to be proven")
}

// Without scripts nobody contributes, and the page says so.
func TestFairPageWithoutScripts(t *testing.T) {
	w := newWorld(t, 1, provable)
	v := w.Visitor()
	a := v.Post("/play", url.Values{})
	fair := v.Get(a.Path + "/fair")
	require.True(t, fair.Says("Not proven: the start player"), "it is not said that the start is not proven")
	require.True(t, regexp.MustCompile(`data-adds="0"`).MatchString(a.Body), "the seat is not asked to contribute")
	n := regexp.MustCompile(`data-n="(\d+)"`).FindStringSubmatch(a.Body)[1]
	mine := strings.Repeat("6", 64)
	v.Post(a.Path+"/shuffle", url.Values{"at": {n}, "seat": {"0"}, "contribution": {mine}})
	if fair := v.Get(a.Path + "/fair"); !fair.Says(mine) || !fair.Says("Not proven: the start player") {
		t.Error("a later contribution is not shown, or counts for the start")
	}
	if a := v.Post(a.Path+"/shuffle", url.Values{"at": {n}, "seat": {"x"}}); a.Status != 400 {
		t.Errorf("status %d for no seat", a.Status)
	}
}

// Who is about to sit down finds the commitment first, folded: few know what it is for.
func TestJoinPageShowsTheCommitment(t *testing.T) {
	w := newWorld(t, 1, provable)
	maker := w.Visitor()
	id, link := maker.Invitation()
	shown := regexp.MustCompile(`data-commitment="([0-9a-f]{64})"`).FindStringSubmatch(maker.Get(id).Body)
	require.Must(t, shown != nil, "the table shows no commitment")
	folded := w.Visitor().Get(link).Document().Find(t, "main", "", "").Find(t, "details", "", "")
	require.True(t, strings.Contains(folded.Text(), shown[1]), "the page to join has another commitment, or none: %s", folded.Text())
}

// A table that cannot be proven says why.
func TestFairPageUnproven(t *testing.T) {
	w := newWorld(t, 1)
	v := w.Visitor()
	a := v.Post("/play", url.Values{})
	if fair := v.Get(a.Path + "/fair"); !fair.Says("cannot be proven") || a.Has("data-commitment") {
		t.Errorf("it does not say why:\n%s", fair.Body)
	}
}
