package notice

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"ruhr/internal/require"
)

// counts are the figures of a meter.
type counts map[string]int

func (c counts) Notice(kind, result string) { c[kind+" "+result]++ }
func (c counts) Pending(kind string, n int) { c[kind+" pending"] = n }

// What is sent, tried again, given up and pending is counted by channel.
func TestCounts(t *testing.T) {
	c := counts{}
	w := newWorld(t, func(o *Options) { o.Meter = c })
	anna, bert := w.person("Anna", ""), w.person("Bert", "")
	hook := w.hooked(anna, Wishes{Begin: true})
	w.sit(correspondence(), anna, bert)
	w.pass(0)
	w.count(w.ctx)
	require.True(t, c["hook pending"] == 1 && c["mail pending"] == 0, "pending: %v", c)
	hook.fail = 503
	w.pass(soon)
	hook.fail = 0
	w.pass(firstRetry)
	w.sit(correspondence(), anna, bert)
	hook.fail = 400
	w.pass(0)
	w.pass(soon)
	w.count(w.ctx)
	require.True(t, c["hook retried"] == 1 && c["hook sent"] == 1 && c["hook failed"] == 1 && c["hook pending"] == 0, "at the end: %v", c)
}

// The export has the settings and what was told, and no secret of a browser.
func TestExport(t *testing.T) {
	w := newWorld(t)
	anna, bert := w.person("Anna", "from=21:00&to=23:00&zone=UTC"), w.person("Bert", "")
	w.hooked(anna, Wishes{Begin: true, End: true, Daily: true, Hour: 7})
	sub := Subscription{Endpoint: "https://push.example/1", P256dh: strings.Repeat("A", 87), Auth: strings.Repeat("A", 22)}
	require.NoError(t, w.AddPush(w.ctx, anna, sub, "Firefox", Wishes{Turn: true}))
	id := w.sit(correspondence(), anna, bert)
	w.pass(0)
	d, err := w.Export(w.ctx, anna)
	require.Must(t, err == nil && len(d.Channels) == 2 && d.Quiet.From == 1260, "export %+v, %v", d, err)
	hook, push := d.Channels[0], d.Channels[1]
	if hook.Kind != KindHook { // made in the same millisecond
		hook, push = push, hook
	}
	if !strings.HasSuffix(hook.Address, "/secret-path") || !hook.Daily || hook.Hour != 7 || hook.Turn || hook.State != StateOn {
		t.Errorf("the webhook: %+v", hook)
	}
	if len(hook.Notices) != 1 || hook.Notices[0].Table != id || hook.Notices[0].Kind != begin || hook.Notices[0].Due == nil {
		t.Errorf("its notices: %+v", hook.Notices)
	}
	require.True(t, push.Address == sub.Endpoint && push.Name == "Firefox", "the browser: %+v", push)
	text, err := json.Marshal(d)
	if err != nil || strings.Contains(string(text), sub.P256dh) || strings.Contains(string(text), sub.Auth) {
		t.Errorf("the browser's keys are in %s, %v", text, err)
	}
	w.pass(24 * time.Hour)
	if d, err = w.Export(w.ctx, anna); err != nil || len(d.Channels) != 2 {
		t.Fatalf("after it was sent: %+v, %v", d, err)
	}
	for _, c := range d.Channels {
		if c.Kind == KindHook && (len(c.Notices) != 1 || c.Notices[0].Due != nil) {
			t.Errorf("after it was sent: %+v", c.Notices)
		}
	}
}
