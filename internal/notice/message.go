package notice

import (
	"cmp"
	"slices"
	"strings"

	"ruhr/internal/game"
	"ruhr/internal/store"
	"ruhr/lang"
)

// message is what goes through a channel.
type message struct {
	*lang.Printer
	id    string // the same at each attempt
	lines []line
	base  string
	stop  string // address that stops the channel
}

// line is what a message says of one table.
type line struct{ kind, text, url string }

func (s *Service) newMessage(b store.Batch, w Wishes) *message {
	chosen := cmp.Or(s.Preferences(b.Account.Settings).Lang, w.Lang)
	return &message{Printer: lang.For(chosen), id: b.ID, base: s.Base}
}

// add says something of a table to who sits there.
func (m *message) add(base string, s *game.Snapshot, who game.Actor, kind string) {
	var others []string
	for k, seat := range s.Seats {
		if !who.Holds(k) && seat.Name != "" {
			others = append(others, seat.Name)
		}
	}
	with, round := m.List(others), s.State.Round()
	l := line{kind: kind, url: base + "/t/" + s.ID}
	if kind == begin && s.Rematch != "" {
		l.url = base + "/t/" + s.Rematch // where their seat is kept for them
	}
	began, _ := s.Begun()
	switch {
	case kind == turn && s.TurnSince() < began:
		l.text = m.T("notice.line.first", "who", with)
	case kind == turn:
		l.text = m.T("notice.line.turn", "who", with, "round", round)
	case kind == late:
		l.text = m.T("notice.line.time", "who", with)
	case kind == takeback:
		l.text = m.T("notice.line.takeback", "who", s.Seats[s.Takeback.Seat].Name)
	case kind == begin && s.Rematch != "":
		l.text = m.T("notice.line.rematch", "who", with)
	case kind == begin:
		l.text = m.T("notice.line.begin", "who", with)
	case s.Over:
		l.text = m.T("notice.line.over", "who", with)
	default:
		l.text = m.T("notice.line.ended", "who", with)
	}
	m.lines = append(m.lines, l)
}

// title says in a few words what the message is about.
func (m *message) title() string {
	asked := 0
	for _, l := range m.lines {
		if l.kind == turn {
			asked++
		}
	}
	has := func(kind string) bool {
		return slices.ContainsFunc(m.lines, func(l line) bool { return l.kind == kind })
	}
	switch {
	case has(late):
		return m.T("notice.title.time")
	case asked == 1:
		return m.T("notice.title.turn")
	case asked > 1:
		return m.T("notice.title.turns", "n", asked)
	case has(takeback):
		return m.T("notice.title.takeback")
	case has(begin):
		return m.T("notice.title.begin")
	}
	return m.T("notice.title.end")
}

// url is where the message leads: to its table, or of several to all.
func (m *message) url() string {
	if len(m.lines) == 1 {
		return m.lines[0].url
	}
	return m.base + "/tables"
}

// text is the message in plain text, with every table's address; escape changes
// what people have written.
func (m *message) text(escape func(string) string) string {
	var out strings.Builder
	for i, l := range m.lines {
		if i > 0 {
			out.WriteString("\n")
		}
		out.WriteString(escape(l.text) + "\n" + l.url + "\n")
	}
	return out.String()
}
