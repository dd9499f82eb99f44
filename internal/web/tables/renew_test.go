package tables

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"ruhr/internal/live"
	"ruhr/internal/require"
	"ruhr/internal/store"
	"ruhr/internal/table"
	"ruhr/internal/web/webtest"
)

// After a seat's link is renewed, only this browser and the new link hold the
// seat.
func TestRenewedLink(t *testing.T) {
	w := newWorld(t, 4)
	anna := w.Visitor()
	id, invitation := anna.Invitation()
	bert, phone, thief := w.Visitor(), w.Visitor(), w.Visitor()
	bert.Post(invitation, url.Values{"name": {"Bert"}})
	old := bert.Post(id+"/share", url.Values{"seat": {"1"}}).Invitation()
	phone.Post(old, nil)
	thief.Post(invitation, nil)
	require.Must(t, bert.Holds(id) && phone.Holds(id) && thief.Holds(id), "not all three hold the seat")
	if p := anna.Post(id+"/share", url.Values{"seat": {"1"}, "renew": {"yes"}}); p.Status != http.StatusForbidden || !phone.Holds(id) {
		t.Errorf("Anna renews Bert's link: status %d", p.Status)
	}
	p := bert.Post(id+"/share", url.Values{"seat": {"1"}, "renew": {"yes"}})
	fresh := p.Invitation()
	require.Must(t, fresh != "" && p.Says("Only this link"), "status %d, no new link", p.Status)
	if !bert.Holds(id) || phone.Holds(id) || thief.Holds(id) || !anna.Holds(id) {
		t.Error("others than Bert hold the seat, or Anna lost hers")
	}
	for _, link := range []string{invitation, old} {
		if p := thief.Post(link, nil); p.Status != http.StatusNotFound || !p.Says("leads nowhere") {
			t.Errorf("an old link: status %d", p.Status)
		}
	}
	if phone.Post(fresh, nil); !phone.Holds(id) {
		t.Error("the new link leads nowhere")
	}
}

// An open page is told at once that it has lost its seat.
func TestRenewedLinkEndsTheStream(t *testing.T) {
	w := newWorld(t, 4)
	anna := w.Visitor()
	id, invitation := anna.Invitation()
	bert, thief := w.Visitor(), w.Visitor()
	bert.Post(invitation, url.Values{"name": {"Bert"}})
	thief.Post(invitation, nil)
	news := w.Hub.Subscribe(strings.TrimPrefix(id, "/t/"))
	defer news.Close()
	heard := hear(thief, webtest.StreamOf(id, 0))
	await(t, news, func(n live.News) bool {
		return slices.ContainsFunc(n.Present, func(p live.Present) bool { return p.Who == table.SeatPresence(1) })
	})
	bert.Post(id+"/share", url.Values{"seat": {"1"}, "renew": {"yes"}}).WantStatus(t, http.StatusOK, "renewing")
	if got := <-heard; got.err != nil || !strings.Contains(got.body, "event: reload\n") {
		t.Errorf("the one who lost the seat gets %.300q, %v", got.body, got.err)
	}
}

// A store error while seats are looked up takes no seat away: the stream ends,
// and the page reconnects.
func TestSeatsNotTold(t *testing.T) {
	mute := &muteStore{}
	w := newWorld(t, 4, func(o *table.Options) { mute.Store, o.Store = o.Store, mute })
	anna := w.Visitor()
	id, _ := anna.Invitation()
	news := w.Hub.Subscribe(strings.TrimPrefix(id, "/t/"))
	defer news.Close()
	heard := hear(anna, webtest.StreamOf(id, 0))
	await(t, news, func(n live.News) bool { return len(n.Present) > 0 })
	mute.now.Store(true)
	w.Hub.Join(strings.TrimPrefix(id, "/t/"), "somebody")
	if got := <-heard; got.err != nil || !strings.Contains(got.body, "event: beat\n") || strings.Contains(got.body, "event: reload\n") {
		t.Errorf("got %.300q, %v", got.body, got.err)
	}
}

// longest bounds the wait for events that should arrive at once, so that a test
// fails where they do not. It is far more than a busy machine needs.
const longest = 5 * time.Minute

// hear reads a stream to its end and returns its content, or an error if it does
// not end within longest.
func hear(v *webtest.Visitor, path string) <-chan streamed {
	ctx, stop := context.WithTimeout(v.T.Context(), longest)
	req := v.Request(http.MethodGet, path, "").WithContext(ctx)
	heard := make(chan streamed, 1)
	go func() {
		defer stop()
		res, err := v.Client.Do(req)
		if err != nil {
			heard <- streamed{err: err}
			return
		}
		defer res.Body.Close()
		body, err := io.ReadAll(res.Body)
		heard <- streamed{string(body), err}
	}()
	return heard
}

type streamed struct {
	body string
	err  error
}

// await waits for a matching announcement.
func await(t *testing.T, news live.Sub, kind func(live.News) bool) {
	t.Helper()
	late := time.After(longest)
	for {
		select {
		case n, open := <-news.C():
			require.Must(t, open, "the news ended")
			if kind(n) {
				return
			}
		case <-late:
			t.Fatal("the news did not come")
		}
	}
}

// muteStore fails to list seats while mute is set.
type muteStore struct {
	table.Store
	now atomic.Bool
}

func (m *muteStore) SeatsOf(ctx context.Context, browser store.Hash, table string) ([]int, error) {
	if m.now.Load() {
		return nil, errors.New("mute")
	}
	return m.Store.SeatsOf(ctx, browser, table)
}

// A computer player can be replaced from the seats page even if the game has
// moved on since the page was rendered. Spectators are not offered this.
func TestExchangeTheComputerPlayer(t *testing.T) {
	w := newWorld(t, 5)
	v := w.Visitor()
	p := v.Alone(url.Values{"who2": {"random"}, "name2": {"Wilhelm"}})
	page := v.Get(p.Path + "/share")
	if !page.Has("value", "greedy") || w.Visitor().Get(p.Path+"/share").Has("name", "level") {
		t.Fatal("no other computer player is offered, or to anybody")
	}
	var f *webtest.Form
	for _, e := range page.Document().All("form", "", "") {
		if len(e.All("select", "name", "level")) > 0 {
			f = e.Form()
		}
	}
	v.Step(p, 0)
	f.Fields.Set("level", "greedy")
	if p := v.Press(f, f.Buttons[0]); p.Status != http.StatusOK || !p.Says("plays for") {
		t.Errorf("exchanging: status %d", p.Status)
	}
}
