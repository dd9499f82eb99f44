package notice

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ruhr/internal/game"
	"ruhr/internal/people/settings"
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

// line is what a message says of one table; lately is what happened there, for channels
// with room for it. The table's name is "" for none.
type line struct {
	kind, text, url, name string
	lately                []string
}

func (s *Service) newMessage(b store.Batch, w Wishes) *message {
	known := settings.Read(b.Account.Settings)
	p := lang.For(cmp.Or(known.Lang, w.Lang))
	for _, name := range []string{w.Zone, known.Quiet.Zone} {
		if zone, err := game.Zone(name); err == nil && name != "" {
			p = p.In(zone)
		}
	}
	return &message{Printer: p, id: b.ID, base: s.Base}
}

// add says something of a table to who sits there; by are those who have written.
func (m *message) add(base string, s *game.Snapshot, who game.Actor, kind string, by ...string) {
	var others []string
	names := m.names(s)
	for k, name := range names {
		if !who.Holds(k) && !slices.Contains(who.Kept, k) && name != "" {
			others = append(others, name)
		}
	}
	with, round := m.List(others), s.State.Round()
	l := line{kind: kind, url: base + "/t/" + s.ID, name: s.Name}
	if kind == begin && s.Rematch != "" {
		l.url = base + "/t/" + s.Rematch // where their seat is kept for them
	}
	began, _ := s.Begun()
	first := kind == turn && began > 0 && s.TurnSince() <= began
	switch {
	case first && s.Tournament != "":
		l.text = m.T("notice.line.round_first", "who", with)
	case kind == begin && s.Rematch == "" && s.Tournament != "":
		l.text = m.T("notice.line.round", "who", with)
	case first:
		l.text = m.T("notice.line.first", "who", with)
	case kind == turn:
		l.text, l.lately = m.T("notice.line.turn", "who", with, "round", round), m.lately(s, who)
	case kind == late:
		l.text = m.T("notice.line.time", "who", with)
	case kind == takeback:
		l.text = m.T("notice.line.takeback", "who", names[s.Takeback.Seat])
	case kind == invite:
		l.text = m.T("notice.line.invite", "who", with)
	case kind == said:
		l.text = m.T("notice.line.chat", "by", m.List(by), "n", len(by), "round", round)
	case kind == begin && s.Rematch != "":
		l.text = m.T("notice.line.rematch", "who", with)
	case kind == begin:
		l.text = m.T("notice.line.begin", "who", with)
	case s.Over:
		winners, score := m.result(s)
		l.text = m.T("notice.line.over", "who", with, "winner", winners, "score", score)
	default:
		l.text = m.T("notice.line.ended", "who", with)
	}
	if kind == turn || kind == late {
		l.text += m.by(s)
	}
	if s.Name != "" {
		l.text = m.T("notice.line.named", "name", s.Name, "text", l.text)
	}
	m.lines = append(m.lines, l)
}

// maxLately is how many lines of the log a message repeats.
const maxLately = 3

// lately is what happened since the last choice of those who are told of it.
func (m *message) lately(s *game.Snapshot, who game.Actor) (out []string) {
	p := m.Seated(m.names(s))
	for i, step := range slices.Backward(s.Steps) {
		if len(out) == maxLately || who.Holds(step.Seat) && !step.Auto {
			break
		}
		for _, e := range slices.Backward(s.History.Events(i + 1)) {
			if e.Heading == 0 && len(out) < maxLately {
				out = append(out, p.Line(e).Plain)
			}
		}
	}
	slices.Reverse(out)
	return out
}

// names are those at the seats, also of computer players that took open ones; "" at
// an open seat.
func (m *message) names(s *game.Snapshot) []string {
	names := s.Names()
	for k, seat := range s.Seats {
		if names[k] == "" && seat.Level != "" {
			names[k] = m.T(strings.TrimSuffix("page.name.bot"+strconv.Itoa(k), "0"))
		}
	}
	return names
}

// by says until when the person whose turn it is has time, with the zone of that
// hour, "" where there is no clock.
func (m *message) by(s *game.Snapshot) string {
	if s.Clocks == nil || s.Clocks[s.ToAct].Until.IsZero() {
		return ""
	}
	until := s.Clocks[s.ToAct].Until.In(m.Zone())
	return " " + m.T("notice.line.by", "when", m.Moment(until)+until.Format(" MST"))
}

// result are the winners of a game and the score of everybody, the best first. At a rated
// table no person wins for whom a computer player decided.
func (m *message) result(s *game.Snapshot) (winners, score string) {
	result := s.Game.Result(&s.State)
	names := m.names(s)
	var won, all []string
	best := 0 // the rank of the winners
	for rank := 1; rank <= len(s.Seats); rank++ {
		for k, name := range names {
			if result.Rank[k] != rank {
				continue
			}
			if s.StoodIn(k) {
				name = m.T("page.review.stand_in", "name", name)
			}
			if (best == 0 || best == rank) && !(s.Rated && s.Left(k)) {
				best, won = rank, append(won, name)
			}
			all = append(all, fmt.Sprintf("%s %d", name, result.VP[k]))
		}
	}
	return m.List(won), strings.Join(all, ", ")
}

// title says in a few words what the message is about, and at which table if it is one
// with a name.
func (m *message) title() string {
	if len(m.lines) == 0 || m.lines[0].name == "" || slices.ContainsFunc(m.lines, func(l line) bool { return l.url != m.lines[0].url }) {
		return m.about()
	}
	return m.T("notice.line.named", "name", m.lines[0].name, "text", m.about())
}

// about is the title without the table's name.
func (m *message) about() string {
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
	case has(invite):
		return m.T("notice.title.invite")
	case has(begin):
		return m.T("notice.title.begin")
	case has(said):
		return m.T("notice.title.chat")
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
		for _, text := range append([]string{l.text}, l.lately...) {
			out.WriteString(escape(text) + "\n")
		}
		out.WriteString(l.url + "\n")
	}
	return out.String()
}
