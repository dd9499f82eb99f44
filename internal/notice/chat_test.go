package notice

import (
	"strings"
	"testing"
	"time"

	"ruhr/internal/chat"
	"ruhr/internal/game"
	"ruhr/internal/require"
	"ruhr/internal/store"
)

// talk is a table of Anna, Bert and Cleo at which people write, and the webhook of Anna.
type talk struct {
	*world
	*chat.Service
	id               string
	anna, bert, cleo store.Account
	hook             *receiver
}

// newTalk makes one with Anna's settings and wishes; nobody has written yet.
func newTalk(t *testing.T, settings string, wishes Wishes) *talk {
	w := newWorld(t)
	k := &talk{world: w, anna: w.person("Anna", settings), bert: w.person("Bert", ""), cleo: w.person("Cleo", "")}
	k.Service = &chat.Service{Store: w.store, Tables: w.tables, Live: w.hub, Clock: w.Service.Clock}
	k.hook = w.hooked(k.anna, wishes)
	k.id = w.sit(game.Pace{}, k.anna, k.bert, k.cleo)
	k.world.pass(time.Second)
	k.world.pass(time.Minute) // that the table begins is told
	k.hook.take()
	return k
}

func (k *talk) as(a store.Account) chat.Reader {
	k.T.Helper()
	_, who := k.at(k.id, a)
	return chat.Reader{Holder: a.Holder(), Name: a.Name, Actor: who}
}

// says lets somebody write.
func (k *talk) says(a store.Account) {
	k.T.Helper()
	require.NoError(k.T, k.Say(k.ctx, k.id, k.as(a), chat.AtTable, "hello"))
}

// stir lets everybody play, so that there is other news of the table.
func (k *talk) stir() {
	k.T.Helper()
	for _, a := range []store.Account{k.anna, k.bert, k.cleo} {
		k.play(k.id, a)
	}
}

// looks lets Anna see what was said.
func (k *talk) looks() {
	k.T.Helper()
	_, err := k.Messages(k.ctx, k.id, k.as(k.anna), 0)
	require.NoError(k.T, err)
}

// wants lets time pass and checks what Anna hears.
func (k *talk) wants(what, want string, after time.Duration) {
	k.T.Helper()
	k.pass(time.Second)
	k.pass(after)
	require.Equal(k.T, k.hook.take(), want, "%s: what Anna hears", what)
}

var wantsChat = Wishes{Chat: true, Hour: 9}

// Somebody who wishes it hears that others have written, once until they have looked.
func TestMessagesAreTold(t *testing.T) {
	k := newTalk(t, "", wantsChat)
	k.says(k.bert)
	k.wants("the first message", "chat", soon)
	k.says(k.cleo)
	k.stir()
	k.wants("more, before she has looked", "", time.Hour)
	k.looks()
	k.wants("having looked", "", time.Hour)
	k.says(k.cleo)
	k.says(k.bert)
	k.pass(time.Second)
	k.pass(soon)
	k.hook.mu.Lock()
	text := k.hook.got[0].Text
	k.hook.mu.Unlock()
	k.hook.take()
	if !strings.HasPrefix(text, "Cleo and Bert have written at your table") || !strings.Contains(text, "/t/"+k.id+"\n") {
		t.Errorf("after she has looked, she reads %q", text)
	}
}

// Nobody hears of a message who has not wished it, who wrote it, who has muted the one who
// wrote, who has read it, or who has left; of one that is deleted or between spectators.
func TestMessagesThatAreNotTold(t *testing.T) {
	for what, c := range map[string]struct {
		wishes Wishes
		do     func(*talk)
	}{
		"without the wish": {AllWishes(), func(k *talk) { k.says(k.bert) }},
		"her own":          {wantsChat, func(k *talk) { k.says(k.anna) }},
		"of a muted person": {wantsChat, func(k *talk) {
			k.says(k.bert)
			require.NoError(k.T, k.Mute(k.ctx, k.id, k.as(k.anna), 1))
			k.says(k.bert)
		}},
		"that her page has shown": {wantsChat, func(k *talk) {
			k.says(k.bert)
			k.pass(time.Second)
			k.looks()
		}},
		"deleted since": {wantsChat, func(k *talk) {
			k.says(k.bert)
			k.pass(time.Second)
			require.NoError(k.T, k.store.Unsay(k.ctx, k.id, 1))
		}},
		"at a table that she has left": {wantsChat, func(k *talk) {
			k.says(k.bert)
			k.pass(time.Second)
			require.NoError(k.T, k.store.DropPlaces(k.ctx, store.HashOf(k.anna.Holder())))
		}},
		"among spectators": {wantsChat, func(k *talk) {
			dora := chat.Reader{Holder: "dora", Name: "Dora"}
			require.NoError(k.T, k.Say(k.ctx, k.id, dora, chat.Watch, "hello"))
			k.stir()
		}},
		"from before the channel was added": {Wishes{End: true}, func(k *talk) {
			k.says(k.bert)
			k.world.pass(time.Hour)
			k.hook = k.hooked(k.anna, wantsChat)
			k.stir()
		}},
	} {
		t.Run(what, func(t *testing.T) {
			k := newTalk(t, "", c.wishes)
			c.do(k)
			k.wants(what, "", time.Hour)
		})
	}
}

// What was written long before somebody wishes to hear of messages is no news.
func TestOldMessagesAreNoNews(t *testing.T) {
	k := newTalk(t, "", Wishes{End: true})
	k.says(k.bert)
	k.world.pass(newsFor)
	list, err := k.Channels(k.ctx, k.anna.ID)
	require.NoError(t, err)
	require.NoError(t, k.Change(k.ctx, k.anna.ID, list[0].ID, func(w *Wishes, _ *bool) { w.Chat = true }))
	k.stir()
	k.wants("of a day ago", "", time.Hour)
	k.says(k.cleo)
	k.wants("a new one", "chat", soon)
}

// A message waits for the end of quiet hours, and for the message of the day.
func TestMessagesWait(t *testing.T) {
	k := newTalk(t, "from=12:00&to=15:00&zone=UTC", wantsChat)
	k.says(k.bert)
	k.wants("in quiet hours", "", time.Hour)
	k.wants("after them", "chat", 2*time.Hour)
	daily := wantsChat
	daily.Daily = true
	k = newTalk(t, "", daily)
	k.says(k.bert)
	k.wants("before the hour", "", 20*time.Hour)
	k.wants("at the hour", "chat", time.Hour)
}

// A pushed message about what was said leaves the one in sight that says whose turn it is.
func TestPushedMessagesLeaveTheTurn(t *testing.T) {
	k := newTalk(t, "", wantsChat)
	b := newBrowser(t)
	require.NoError(t, k.AddPush(k.ctx, k.anna, b.subscription(), "Firefox, Linux", wantsChat))
	k.says(k.bert)
	k.pass(time.Second)
	k.pass(soon)
	if len(b.got) != 1 || b.got[0].URL != "https://ruhr.test/t/"+k.id || b.got[0].Tag == b.got[0].URL {
		t.Errorf("the browser shows %+v", b.got)
	}
}
