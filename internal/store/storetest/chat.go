package storetest

import (
	"fmt"
	"slices"
	"strings"

	"ruhr/internal/require"
	"ruhr/internal/store"
)

// say keeps a message and checks its number.
func (s *suite) say(table string, n int64, who, text string) store.Message {
	s.Helper()
	m := store.Message{Time: 7, Room: "table", Author: store.HashOf(who), Seat: 1, Name: who, Text: text}
	got, err := s.Say(s.ctx, table, m)
	if err != nil || got != n {
		s.Fatalf("Say = %d, %v; want %d", got, err, n)
	}
	m.N = n
	return m
}

func chat(s *suite) {
	t, reader := s.create(1), store.HashOf("reader")
	s.say(t.ID, 1, "anna", "one")
	second := s.say(t.ID, 2, "bert", "two <b>")
	third := s.say(t.ID, 3, "anna", "three")
	want := func(what string, after int64, list ...store.Message) {
		s.Helper()
		got, err := s.Messages(s.ctx, t.ID, after, reader)
		if err != nil || fmt.Sprint(got) != fmt.Sprint(list) {
			s.Errorf("%s: %v, %v; want %v", what, got, err, list)
		}
	}
	want("after the first", 1, second, third)
	require.Returns(s.T, map[string]int64{t.ID: 3}, "how much was said")(s.LastSaid(s.ctx, []string{t.ID, "x\x00", s.create(1).ID}))
	require.NoError(s.T, s.Mute(s.ctx, t.ID, 3, reader))
	want("with anna muted", 0, second)
	for _, author := range []string{"anna", "bert"} {
		require.Returns(s.T, author == "anna", "%s muted", author)(s.Muted(s.ctx, reader, store.HashOf(author)))
	}
	require.NoError(s.T, s.Unmute(s.ctx, reader))
	want("unmuted", 1, second, third)
	for range 2 {
		require.NoError(s.T, s.Report(s.ctx, t.ID, 2, reader, 9))
	}
	s.fails("at no table", store.ErrNoTable)(s.Say(s.ctx, store.NewID(), store.Message{}))
	s.fails("too long", store.ErrBad)(s.Say(s.ctx, t.ID, store.Message{Text: strings.Repeat("x", store.MaxMessage+1)}))
	s.fails("no text", store.ErrBad)(s.Say(s.ctx, t.ID, store.Message{Text: "\xff"}))
	s.want("mute nobody", s.Mute(s.ctx, t.ID, 9, reader), store.ErrNoMessage)
	s.want("report nothing", s.Report(s.ctx, t.ID, 9, reader, 9), store.ErrNoMessage)
	for _, silent := range []bool{true, false} {
		require.NoError(s.T, s.SwitchChat(s.ctx, t.ID, silent))
		require.Returns(s.T, silent, "Silent")(s.Silent(s.ctx, t.ID))
	}
	s.say(t.ID, 4, "anna", strings.Repeat("x", store.MaxMessage))
	for n := int64(5); n <= store.MaxMessages+1; n++ {
		s.say(t.ID, n, "anna", "more")
	}
	if list, err := s.Messages(s.ctx, t.ID, 0, reader); err != nil || len(list) != store.MaxMessages || list[0].N != 2 {
		s.Errorf("%d messages from %d on, %v", len(list), list[0].N, err)
	}
}

// read: how far a browser has read only rises, and goes with its account or its table.
func read(s *suite) {
	t, a := s.create(1), s.signUp("anna")
	anna := store.HashOf(a.Holder())
	s.say(t.ID, 1, "bert", "one")
	for _, c := range []struct{ to, want int64 }{{0, 0}, {3, 3}, {2, 3}, {4, 4}} {
		require.NoError(s.T, s.MarkRead(s.ctx, t.ID, anna, c.to))
		require.Returns(s.T, c.want, "read up to %d", c.to)(s.ReadTo(s.ctx, t.ID, anna))
	}
	require.Returns(s.T, int64(0), "read by another")(s.ReadTo(s.ctx, t.ID, store.HashOf("bert")))
	require.NoError(s.T, s.MarkRead(s.ctx, store.NewID(), anna, 1))
	require.NoError(s.T, s.DeleteAccount(s.ctx, a.ID))
	require.Returns(s.T, int64(0), "read by who has gone")(s.ReadTo(s.ctx, t.ID, anna))
}

// messagesAreNews: a message marks its table for those with a seat and a channel.
func messagesAreNews(s *suite) {
	a := s.signUp("anna")
	holder := store.HashOf(a.Holder())
	says := func(t store.Table, news bool, want ...string) {
		s.Helper()
		_, err := s.Say(s.ctx, t.ID, store.Message{Time: 7, Room: "table", Text: "x", News: news})
		require.NoError(s.T, err)
		got, err := s.ClaimNews(s.ctx, 7, 8, 10)
		require.NoError(s.T, err)
		require.Slices(s.T, got, want, "news")
		for _, id := range got {
			require.NoError(s.T, s.AddNotices(s.ctx, id, 8, 0, nil))
		}
	}
	seated, kept := s.create(1), s.create(1)
	s.grant(holder, store.Place{Table: seated.ID, Seat: 1})
	s.grant(holder, store.Place{Table: kept.ID, Seat: store.Nobody})
	says(seated, true)
	require.NoError(s.T, s.AddChannel(s.ctx, store.Channel{ID: store.NewID(), Account: a.ID, Kind: "mail", Address: "x", Settings: "{}", State: "on"}))
	says(seated, true, seated.ID)
	says(seated, false)
	says(kept, true)
}

func notes(s *suite) {
	t, anna, bert := s.create(1), store.HashOf("anna"), store.HashOf("bert")
	for _, text := range []string{"one", strings.Repeat("x", store.MaxNote), ""} {
		require.NoError(s.T, s.ChangeNote(s.ctx, t.ID, anna, always(text)))
		require.Returns(s.T, text, "Note")(s.Note(s.ctx, t.ID, anna))
	}
	if got, _ := s.Note(s.ctx, t.ID, bert); got != "" {
		s.Errorf("another's note is %q", got)
	}
	s.want("a note on no table", s.ChangeNote(s.ctx, store.NewID(), anna, always("x")), store.ErrNoTable)
	s.want("a note that is too long", s.ChangeNote(s.ctx, t.ID, anna, always(strings.Repeat("x", store.MaxNote+1))), store.ErrBad)
	s.want("a note that may not change", s.ChangeNote(s.ctx, t.ID, anna, func(string) (string, error) { return "x", errKept }), errKept)
	if got, _ := s.Note(s.ctx, t.ID, anna); got != "" {
		s.Errorf("after refusals the note is %q", got)
	}
}

func notesAtOnce(s *suite) {
	t, anna := s.create(1), store.HashOf("anna")
	s.changedAtOnce(func(change func(string) (string, error)) error { return s.ChangeNote(s.ctx, t.ID, anna, change) },
		func() (string, error) { return s.Note(s.ctx, t.ID, anna) })
}

// A person who is renamed at a table is renamed in what they said there.
func renamed(s *suite) {
	t := s.create(1)
	for seat, name := range []string{"Anna", "Anna", "Bert"} {
		require.Succeeds(s.T)(s.Say(s.ctx, t.ID, store.Message{Seat: seat % 2, Name: name}))
	}
	note := store.Entry{Kind: "forget", Body: []byte(`{}`)}
	err := s.Redact(s.ctx, t.ID, 1, store.Redaction{Meta: t.Meta, Seat: 0, Names: map[string]string{"Anna": "Anne"}, Note: note})
	require.NoError(s.T, err)
	var names []string
	list, err := s.Messages(s.ctx, t.ID, 0, store.Hash{})
	for _, m := range list {
		names = append(names, m.Name)
	}
	if err != nil || !slices.Equal(names, []string{"Anne", "Anna", "Bert"}) {
		s.Errorf("messages by %q, %v", names, err)
	}
}

func reports(s *suite) {
	t := s.create(1)
	s.say(t.ID, 1, "anna", "fine")
	bad := s.say(t.ID, 2, "bert", "bad")
	for i, who := range []string{"anna", "carl"} {
		require.NoError(s.T, s.Report(s.ctx, t.ID, 2, store.HashOf(who), int64(i)))
	}
	if list, err := s.Reports(s.ctx, 0, 10); err != nil || len(list) != 1 || list[0].Message != bad || list[0].By != 2 || list[0].Table != t.ID {
		s.Errorf("Reports = %+v, %v", list, err)
	}
	require.NoError(s.T, s.Report(s.ctx, t.ID, 1, store.HashOf("carl"), 9))
	if list, err := s.Reports(s.ctx, 1, 10); err != nil || len(list) != 1 || list[0].N != 1 {
		s.Errorf("after what most have reported: %+v, %v", list, err)
	}
	require.NoError(s.T, s.Dismiss(s.ctx, t.ID, 1))
	s.want("dismiss it again", s.Dismiss(s.ctx, t.ID, 1), store.ErrNoMessage)
	require.NoError(s.T, s.Unsay(s.ctx, t.ID, 2))
	s.many("after it is deleted", 0)(s.Reports(s.ctx, 0, 10))
	s.want("delete it again", s.Unsay(s.ctx, t.ID, 2), store.ErrNoMessage)
}

// evidenceStays: what was reported is still there for operators, though not shown, after more was
// said than is kept; but only so much of it, and what most people have reported.
func evidenceStays(s *suite) {
	t := s.create(1)
	for n := range int64(store.MaxReported + 1) {
		s.say(t.ID, n+1, "anna", "bad")
		require.NoError(s.T, s.Report(s.ctx, t.ID, n+1, store.HashOf("bert"), n))
	}
	last := int64(store.MaxReported + 1)
	require.NoError(s.T, s.Report(s.ctx, t.ID, last, store.HashOf("carl"), 1))
	for n := range int64(store.MaxMessages) {
		s.say(t.ID, last+n+1, "anna", "more")
	}
	list, err := s.Reports(s.ctx, 0, 2*store.MaxReported)
	require.Must(s.T, err == nil && len(list) == store.MaxReported, "%d reported messages, %v", len(list), err)
	require.True(s.T, list[0].N == last && list[0].By == 2, "first of them: %+v", list[0])
	if shown, err := s.Messages(s.ctx, t.ID, 0, store.Hash{}); err != nil || len(shown) != store.MaxMessages || shown[0].N != last+1 {
		s.Errorf("%d messages are shown, %v", len(shown), err)
	}
}
