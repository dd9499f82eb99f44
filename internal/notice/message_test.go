package notice

import (
	"strings"
	"testing"
	"time"

	"ruhr/board"
	"ruhr/internal/game"
	"ruhr/internal/people/settings"
	"ruhr/internal/require"
	"ruhr/internal/store"
	"ruhr/lang"
	"ruhr/record"
	"ruhr/rules"
	"ruhr/spec"
	"ruhr/view"
)

// finished is the end of an example game, 22 to 19.
func finished(t *testing.T) (*rules.Game, rules.State) {
	t.Helper()
	h := example(t)
	return h.Rules, h.Steps[len(h.Steps)-1].State
}

// example is that game.
func example(t *testing.T) *view.History {
	t.Helper()
	data, err := spec.Examples.ReadFile("examples/2-seats-thrifty.json")
	require.NoError(t, err)
	rec, err := record.Read(data)
	require.NoError(t, err)
	b, err := board.Load(spec.Board)
	require.NoError(t, err)
	played, err := record.Referee(rec, b)
	require.NoError(t, err)
	return view.NewHistory(played)
}

// Who is asked is told what the others did since their own last choice, at most the last three
// lines of the log, in its order; push, where a line is short, is not.
func TestAMessageSaysWhatHappened(t *testing.T) {
	h := example(t)
	m := &message{Printer: lang.For("de"), base: "https://ruhr.example"}
	s := &game.Snapshot{ID: "table", Seats: []game.Seat{{Name: "A_nna"}, {Name: "Bert"}}, History: h}
	for n := 1; n < h.Len(); n++ {
		s.Steps = append(s.Steps, game.Step{Step: h.Steps[n], Auto: h.Steps[n].Forced})
		asked := h.Steps[n+1].Seat
		var want []string
		for k := n; k > 0 && (h.Steps[k].Seat != asked || h.Steps[k].Forced); k-- {
			var of []string
			for _, e := range h.Events(k) {
				if e.Heading == 0 {
					of = append(of, m.Seated([]string{"A_nna", "Bert"}).Line(e).Plain)
				}
			}
			want = append(of, want...)
		}
		m.lines = nil
		m.add(m.base, s, game.Actor{Seats: []int{asked}}, turn)
		got := strings.Split(m.text(discordText.Replace), "\n")
		said := want[max(0, len(want)-3):]
		if len(got) != len(said)+3 || strings.Contains(m.lines[0].text, "\n") {
			t.Fatalf("after step %d it says %q, want also %q", n, got, said)
		}
		for k, line := range said {
			require.Equal(t, got[1+k], discordText.Replace(line), "a line")
		}
	}
}

// The subject names the table, so that two tables with the same friends are told apart;
// of several tables it names none.
func TestTheSubjectNamesTheTable(t *testing.T) {
	for _, c := range []struct {
		names []string
		want  string
	}{
		{[]string{""}, "Your turn"},
		{[]string{"Thursday"}, "Thursday: Your turn"},
		{[]string{"Thursday", "Thursday"}, "Your turn at 2 tables"},
		{[]string{"Thursday", ""}, "Your turn at 2 tables"},
	} {
		m := &message{Printer: lang.For("en"), base: "https://ruhr.example"}
		for k, name := range c.names {
			s := &game.Snapshot{ID: string(rune('a' + k)), Name: name, Seats: []game.Seat{{Name: "Anna"}, {Name: "Bert"}}}
			m.add(m.base, s, game.Actor{Seats: []int{0}}, turn)
		}
		require.Equal(t, m.title(), c.want, "the title of a message of tables named %q", c.names)
	}
}

// A message says times in the zone of the person's quiet hours, else of the channel.
func TestTheZoneOfAMessage(t *testing.T) {
	until := time.Date(2026, time.December, 2, 17, 57, 0, 0, time.UTC)
	quiet := settings.Settings{Quiet: settings.Quiet{From: "22:00", To: "07:00", Zone: "Asia/Tokyo"}}
	for _, c := range []struct{ settings, channel, want string }{
		{"", "", "17:57 UTC"}, {"", "Europe/Berlin", "18:57 CET"}, {quiet.Encode(), "Europe/Berlin", "02:57 JST"},
	} {
		m := (&Service{}).newMessage(store.Batch{Account: store.Account{Settings: c.settings}}, Wishes{Zone: c.channel})
		s := &game.Snapshot{Seats: []game.Seat{{Name: "Anna"}, {Name: "Bert"}}, Clocks: []game.Clock{{Until: until}, {}}}
		m.add("", s, game.Actor{Seats: []int{0}}, turn)
		require.True(t, strings.Contains(m.lines[0].text, c.want), "%+v: %s", c, m.lines[0].text)
	}
}

// What a message says of a table to Anna, who sits there with two others.
func TestWhatAMessageSays(t *testing.T) {
	g, over := finished(t)
	seats := []game.Seat{{Name: "Anna"}, {Name: "Bert"}}
	until := time.Date(2026, time.November, 27, 17, 5, 0, 0, time.UTC)
	clocks := []game.Clock{{Until: until}, {}}
	for _, c := range []struct {
		kind, rematch string
		over          bool
		clocks        []game.Clock
		want, title   string
	}{
		{turn, "", false, nil, "Your turn in round 0, with Bert.", "Your turn"},
		{turn, "", false, clocks, "Your turn in round 0, with Bert. You have time until 27 November 2026, 18:05 CET.", "Your turn"},
		{turn, "", false, []game.Clock{{}, {Until: until}}, "Your turn in round 0, with Bert.", "Your turn"},
		{late, "", false, clocks, "You have used four fifths of your time for this turn at the table with Bert. When it runs out, a computer player takes over. You have time until 27 November 2026, 18:05 CET.", "Your time is running out"},
		{begin, "", false, clocks, "Everyone is seated: the game with Bert can begin.", "A table begins"},
		{begin, "another", true, nil, "There is a rematch of the game with Bert.", "A table begins"},
		{invite, "", false, nil, "You are invited: a seat is waiting for you at a table with Bert.", "An invitation"},
		{end, "", true, nil, "The game with Bert is over. Winner: Anna. Score: Anna 22, Bert 19.", "A table has ended"},
		{end, "another", true, nil, "The game with Bert is over. Winner: Anna. Score: Anna 22, Bert 19.", "A table has ended"},
		{end, "", false, nil, "The table with Bert has ended because nobody played there any more.", "A table has ended"},
	} {
		zone, err := game.Zone("Europe/Berlin")
		require.NoError(t, err)
		m := &message{Printer: lang.For("en").In(zone), base: "https://ruhr.example"}
		s := &game.Snapshot{ID: "table", Seats: seats, Over: c.over, Rematch: c.rematch, Clocks: c.clocks}
		if c.over {
			s.Game, s.State = g, over
		}
		m.add(m.base, s, game.Actor{Seats: []int{0}}, c.kind)
		at := "table"
		if c.kind == begin && c.rematch != "" {
			at = c.rematch
		}
		if got := m.text(func(s string) string { return s }); got != c.want+"\nhttps://ruhr.example/t/"+at+"\n" || m.title() != c.title {
			t.Errorf("%+v: %q titled %q", c, got, m.title())
		}
	}
}

// A table with a name is called by it, as people have written it.
func TestAMessageNamesTheTable(t *testing.T) {
	m := &message{Printer: lang.For("fr"), base: "https://ruhr.example"}
	s := &game.Snapshot{ID: "table", Name: "Jeudi & *co*", Seats: []game.Seat{{Name: "Anna"}, {Name: "Bert"}}}
	m.add(m.base, s, game.Actor{Seats: []int{0}}, begin)
	if got, want := m.lines[0].text, "Jeudi & *co*\u00a0: tout le monde"; !strings.HasPrefix(strings.ToLower(got), strings.ToLower(want)) {
		t.Errorf("%q, want %q", got, want)
	}
	require.Equal(t, strings.Contains(m.text(discordText.Replace), `*co*`), false, "Markdown in the name of a table reaches Discord")
}

// A computer player that took an open seat has a name, as on the pages.
func TestAMessageNamesComputerPlayers(t *testing.T) {
	g, over := finished(t)
	m := &message{Printer: lang.For("en")}
	m.add("", &game.Snapshot{Over: true, Game: g, State: over, Seats: []game.Seat{{Name: "Anna"}, {Kind: game.Open, Level: "pilot"}}}, game.Actor{Seats: []int{0}}, end)
	if got, want := m.lines[0].text, "The game with Henriette is over. Winner: Anna. Score: Anna 22, Henriette 19."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// Two people of the same name are told apart, also by who of them has written.
func TestAMessageTellsEqualNamesApart(t *testing.T) {
	g, over := finished(t)
	s := &game.Snapshot{Over: true, Game: g, State: over, Seats: []game.Seat{{Name: "Anna"}, {Name: "Anna"}}}
	m := &message{Printer: lang.For("en")}
	m.add("", s, game.Actor{Seats: []int{0}}, end)
	m.add("", s, game.Actor{Seats: []int{0}}, said, s.NameOf(1, "Anna"), s.NameOf(1, "Bert"))
	want := "The game with Anna (2) is over. Winner: Anna (1). Score: Anna (1) 22, Anna (2) 19.|Anna (2) and Bert have written"
	if got := m.lines[0].text + "|" + m.lines[1].text; !strings.HasPrefix(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// For whom a computer player won is said, and that at a rated table the next one did.
func TestAMessageSaysForWhomAComputerWon(t *testing.T) {
	g, over := finished(t)
	steps := []game.Step{{Step: &record.Step{Seat: 0}, Bot: "pilot"}}
	for rated, want := range map[bool]string{false: "Winner: Anna (stand-in). Score: Anna (stand-in) 22, Bert 19.", true: "Winner: Bert. Score: Anna (stand-in) 22, Bert 19."} {
		m := &message{Printer: lang.For("en")}
		m.add("", &game.Snapshot{Rated: rated, Over: true, Game: g, State: over, Steps: steps, Seats: []game.Seat{{Kind: game.Person, Name: "Anna"}, {Kind: game.Person, Name: "Bert"}}}, game.Actor{Seats: []int{1}}, end)
		if got := m.lines[0].text; !strings.HasSuffix(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
