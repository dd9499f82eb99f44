package api

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"ruhr/board"
	"ruhr/internal/require"
	"ruhr/record"
)

// repeatable are the operations without a key that make nothing more when they are repeated, each
// with the reason.
var repeatable = map[string]string{
	"commit": "gives a number", "try": "keeps nothing", "askReview": "a game is reviewed once",
	"rematch": "a table has one next", "playDay": "one that is not finished is found", "sendDay": "a game is listed once", "takeKept": "a seat is had once", "sit": "a seat is had once", "join": "a seat is had once",
	"decline": "removes", "leave": "removes", "dropNotice": "removes",
	"handOver": "sets", "mute": "sets", "unmute": "sets", "report": "sets", "switchChat": "sets", "setNote": "sets",
	"setNotice": "sets", "setQuiet": "sets", "setProgram": "sets",
	"joinTournament": "a person plays once", "withdraw": "removes", "startTournament": "begins once", "cancelTournament": "ends once",
	"joinCircle": "a person belongs to it once", "leaveCircle": "removes", "removeMember": "removes", "dissolveCircle": "removes", "renewCircleLink": "the last one counts",
	"renameCircle": "sets", "handOnCircle": "sets", "muteCircle": "sets", "muteInCircle": "sets", "unmuteInCircle": "sets", "reportInCircle": "sets",
	"testNotice": "sends a message each time, which is what it is for",
}

// Every operation that makes something has a key.
func TestWhatMakesHasAKey(t *testing.T) {
	w := newWorld(t, 41)
	var spec struct {
		Paths map[string]map[string]struct {
			OperationID string
			RequestBody struct {
				Content map[string]struct {
					Schema struct {
						Ref string `json:"$ref"`
					}
				}
			}
		}
		Components struct {
			Schemas map[string]struct{ Properties map[string]any }
		}
	}
	require.NoError(t, json.Unmarshal(w.account("Anna", true).send(http.MethodGet, "/openapi.json", "").body, &spec))
	left := len(repeatable)
	for path, methods := range spec.Paths {
		op, ok := methods["post"]
		if !ok {
			continue
		}
		ref := op.RequestBody.Content["application/json"].Schema.Ref
		_, keyed := spec.Components.Schemas[strings.TrimPrefix(ref, "#/components/schemas/")].Properties["key"]
		reason, known := repeatable[op.OperationID]
		require.True(t, keyed != known, "%s (%s): has a key: %v; needs none because it %q", path, op.OperationID, keyed, reason)
		if known {
			left--
		}
	}
	require.Equal(t, left, 0, "operations without a key that do not exist")
}

// What is asked for several times at once with one key is made once and answered
// alike; with another key, or by another account, it is made again. What was refused may be
// asked for again.
func TestOnceForAKey(t *testing.T) {
	w := newWorld(t, 42)
	anna, bert := w.account("Anna", true), w.account("Bert", true)
	tb := anna.start(NewSeat{Kind: "person"}, NewSeat{Kind: "person"}, NewSeat{Kind: "open"})
	over := anna.start(NewSeat{Kind: "person"}, NewSeat{Kind: "person"})
	for k := 0; !over.Over; k++ {
		over = read[Table](anna, anna.act(over, 0, fmt.Sprint(k)))
	}
	rec, err := record.Read(anna.send(http.MethodGet, "/tables/"+over.ID+"/record", "").body)
	require.NoError(t, err)
	b := board.Default()
	played, err := record.Referee(rec, b)
	require.NoError(t, err)
	game, err := played.Link()
	require.NoError(t, err)
	on := map[string]any{"decisions": 3, "seat": 0, "level": "random"}
	for _, c := range []struct {
		path string
		body map[string]any
		made func(body []byte) string // what an answer says was made
	}{
		{"/tables/" + tb.ID + "/chat", map[string]any{"text": "Glück auf!"}, all},
		{"/tables/" + over.ID + "/play-on", on, idOf},
		{"/links/play-on", map[string]any{"link": game, "decisions": 3, "seat": 0, "level": "random"}, idOf},
		{"/me/notices", map[string]any{"kind": "hook", "address": "https://hooks.example.org/"}, all},
		{"/tables/" + tb.ID + "/seats/2/link", map[string]any{}, all},
		{"/tables", map[string]any{"seats": []NewSeat{{Kind: "person"}, {Kind: "bot", Level: "random"}}}, idOf},
	} {
		ask := func(p *program, key string) string {
			body := map[string]any{"key": key}
			maps.Copy(body, c.body)
			r := p.post(c.path, body)
			require.Equal(t, r.status, http.StatusOK, "%s: status: %.200s", c.path, r.body)
			return c.made(r.body)
		}
		var same [4]string
		var asks sync.WaitGroup
		for i := range same {
			asks.Go(func() { same[i] = ask(anna, "one") })
		}
		asks.Wait()
		if slices.ContainsFunc(same[:], func(s string) bool { return s != same[0] }) {
			t.Errorf("%s: asked for four times with one key, it makes %.500q", c.path, same)
		}
		if another := ask(anna, "two"); another == same[0] && c.path != "/me/notices" { // an account has a webhook once
			t.Errorf("%s: another key makes nothing", c.path)
		}
		if c.path == "/links/play-on" && ask(bert, "one") == same[0] {
			t.Errorf("%s: another account's key makes nothing", c.path)
		}
	}
	path := "/tables/" + tb.ID + "/chat"
	anna.post(path+"/switch", map[string]any{"silent": true})
	said := map[string]any{"text": "noch da?", "key": "three"}
	anna.refused("silence", anna.post(path, said), http.StatusConflict, "silent")
	anna.post(path+"/switch", map[string]any{"silent": false})
	if c := read[Chat](anna, anna.post(path, said)); c.Messages[len(c.Messages)-1].Text != "noch da?" {
		t.Error("what was refused is not said when it is asked for again")
	}
}

func all(body []byte) string { return string(body) }

func idOf(body []byte) string {
	var tb Table
	if err := json.Unmarshal(body, &tb); err != nil {
		return err.Error()
	}
	return tb.ID
}
