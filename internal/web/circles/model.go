package circles

import (
	"context"
	"html/template"
	"net/http"
	"slices"

	"ruhr/internal/circle"
	"ruhr/internal/game"
	"ruhr/internal/page"
	"ruhr/internal/web/kernel"
)

// shownMessages is how many messages the page of a circle shows.
const shownMessages = 8

// circlePage is the page of a circle.
type circlePage struct {
	kernel.Base
	kernel.Chat
	*circle.Circle
	Link    string // that invites
	QR      template.HTML
	Friends []friend
	Running []page.TableLine
	Ended   []page.TableLine
	Rated   bool // there is a rating among those shown
	Tallies []circle.Tally
	Earlier bool // more was said than is shown
	Pace    string
	NewName string
	Renames bool   // NewName was refused
	Table   string // the name typed for a new table
	MaxName int
}

// friend is a member as it is shown.
type friend struct {
	circle.Member
	Chosen  bool // for the next table
	Offered bool // may be chosen
}

// Paces are the paces to choose from.
func (p *circlePage) Paces() []game.NamedPace { return game.Paces }

// Full reports whether nobody can join any more.
func (p *circlePage) Full() bool { return len(p.Friends) >= circle.MaxMembers }

// Others are the members who may be chosen for a table.
func (p *circlePage) Others() int { return len(p.Friends) - 1 }

// Again are the names of the others of a tally, for another table.
func (p *circlePage) Again(t circle.Tally) (out []string) {
	for _, row := range t.Rows {
		if !row.Me {
			out = append(out, row.Name)
		}
	}
	return out
}

// Plays reports whether the viewer is among those of a tally.
func (p *circlePage) Plays(t circle.Tally) bool { return len(p.Again(t)) < len(t.Rows) }

// Average is the average VP of a line of a tally.
func (p *circlePage) Average(row circle.Row, t circle.Tally) string {
	return p.Printer.Tenths(float64(row.VP) / float64(t.Games))
}

func (s *circles) show(w http.ResponseWriter, r *http.Request) { s.showWith(w, r, nil) }

// showWith shows a circle, with why something was refused; nil for nothing.
func (s *circles) showWith(w http.ResponseWriter, r *http.Request, refused error) {
	id, a, ctx := r.PathValue("id"), who(r), r.Context()
	c, err := s.circle.Circle(ctx, a, id)
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	p := &circlePage{Base: s.NewBase(r, "tables", "circle.title"), Circle: c, NewName: c.Name, MaxName: circle.MaxName}
	p.Title, p.Path = c.Name+" · Ruhr", "/circle/"+id
	p.Link = kernel.CallerOf(r).Public + "/circle/" + id + "/join/" + c.Link
	p.QR = page.QR(p.Link, p.Plain("page.share.qr"))
	p.Scripts = append(p.Scripts, "js/circle.js")
	list, err := s.circle.TablesOf(ctx, c)
	if err == nil {
		p.Tallies, err = s.circle.Tallies(ctx, c)
	}
	if err == nil {
		p.Chat, err = s.said(r, c, 0)
	}
	if err == nil {
		p.tables(list)
		p.friends()
		err = s.offer(ctx, p)
	}
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	if more := len(p.Lines) - shownMessages; more > 0 {
		p.Lines, p.Earlier = p.Lines[more:], true
	}
	if refused != nil && r.PostForm.Get("do") == "rename" {
		p.NewName, p.Renames = r.PostForm.Get("name"), true
	}
	if refused != nil && r.PostForm.Has("pace") {
		p.Pace, p.Table = r.PostForm.Get("pace"), r.PostForm.Get("table")
		for k := range p.Friends {
			p.Friends[k].Chosen = slices.Contains(r.PostForm["with"], p.Friends[k].Name)
		}
	}
	s.Show(w, r, s.Refused(w, &p.Base, refused), "circle", p)
}

// offer leaves those unchosen who cannot be invited.
func (s *circles) offer(ctx context.Context, p *circlePage) (err error) {
	for k := range p.Friends {
		if f := &p.Friends[k]; f.Chosen && err == nil {
			f.Chosen, err = s.circle.MayInvite(ctx, p.Circle, f.Member)
		}
	}
	return err
}

// tables adds the tables of a circle, and the pace of the newest one for the next.
func (p *circlePage) tables(list []game.Listed) {
	for k, line := range page.TableLines(p.Localizer, list) {
		if line.Leave = false; list[k].Over || line.Ended {
			p.Ended = append(p.Ended, line)
		} else {
			p.Running = append(p.Running, line)
		}
	}
	p.Rated = page.AnyRating(p.Running) || page.AnyRating(p.Ended)
	if len(list) > 0 {
		newest := slices.MaxFunc(list, func(a, b game.Listed) int { return a.Created.Compare(b.Created) })
		p.Pace = newest.Pace.Name()
	}
}

// friends adds the members. Where all can play at one table,
// all are chosen, otherwise those of the newest game.
func (p *circlePage) friends() {
	for _, m := range p.Members {
		f := friend{Member: m, Offered: !m.Me}
		f.Chosen = f.Offered && (len(p.Members) <= len(game.Colours) ||
			len(p.Tallies) > 0 && p.Plays(p.Tallies[0]) && slices.Contains(p.Again(p.Tallies[0]), m.Name))
		p.Friends = append(p.Friends, f)
	}
}
