package notice

import (
	"testing"

	"ruhr/internal/game"
	"ruhr/lang"
)

// What a message says of a table to Anna, who sits there with two others.
func TestWhatAMessageSays(t *testing.T) {
	seats := []game.Seat{{Name: "Anna"}, {Name: "Bert"}, {}, {Name: "Carl"}}
	for _, c := range []struct {
		kind, rematch string
		over          bool
		want, title   string
	}{
		{turn, "", false, "Your turn in round 0, with Bert and Carl.", "Your turn"},
		{begin, "", false, "Everyone is seated: the game with Bert and Carl can begin.", "A table begins"},
		{begin, "another", true, "There is a rematch of the game with Bert and Carl.", "A table begins"},
		{end, "", true, "The game with Bert and Carl is over.", "A table has ended"},
		{end, "another", true, "The game with Bert and Carl is over.", "A table has ended"},
		{end, "", false, "The table with Bert and Carl has ended because nobody played there any more.", "A table has ended"},
	} {
		m := &message{Printer: lang.For("en"), base: "https://ruhr.example"}
		s := &game.Snapshot{ID: "table", Seats: seats, Over: c.over, Rematch: c.rematch}
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
