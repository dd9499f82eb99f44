package storetest

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"ruhr/internal/require"
	"ruhr/internal/store"
)

// member makes an account and returns it as a member of a circle.
func (s *suite) member(name string, joined int64) store.Member {
	s.Helper()
	key := strings.ToLower(name)
	a := store.Account{ID: store.NewID(), Name: name, Key: key, Password: "x"}
	s.want("CreateAccount", s.CreateAccount(s.ctx, a, []string{key}), nil)
	return store.Member{Account: a.ID, Name: name, Joined: joined}
}

// circle makes a circle, which the first member founds.
func (s *suite) circle(name string, members ...store.Member) store.Circle {
	s.Helper()
	c := store.Circle{ID: store.NewID(), Name: name, Founder: members[0].Account, Link: "abc", Created: 5, Members: members}
	s.want("CreateCircle", s.CreateCircle(s.ctx, c), nil)
	c.Version = 1
	return c
}

func (s *suite) wantCircle(want store.Circle) {
	s.Helper()
	got, err := s.Circle(s.ctx, want.ID)
	if err != nil || !reflect.DeepEqual(got, want) {
		s.Errorf("Circle:\n got %+v, %v\nwant %+v", got, err, want)
	}
}

func (s *suite) wantCirclesOf(m store.Member, want ...store.Circle) {
	s.Helper()
	got, err := s.CirclesOf(s.ctx, m.Account)
	if err != nil || len(got)+len(want) > 0 && !reflect.DeepEqual(got, want) {
		s.Errorf("circles of %s:\n got %+v, %v\nwant %+v", m.Name, got, err, want)
	}
}

// A circle is stored whole, with its members in their order, and replaced whole; somebody's
// are listed by name.
func circleKept(s *suite) {
	anna, bert, cleo := s.member("Anna", 5), s.member("Bert", 6), s.member("Cleo", 7)
	c, other := s.circle("Zeche", anna, bert), s.circle("Ruhr", bert)
	s.wantCircle(c)
	s.want("the same again", s.CreateCircle(s.ctx, c), store.ErrExists)
	bert.Quiet = true
	c.Name, c.Link, c.Founder, c.Members = "Zeche ✓", "def", bert.Account, []store.Member{bert, cleo}
	s.want("SetCircle", s.SetCircle(s.ctx, c), nil)
	c.Version = 2
	s.wantCircle(c)
	s.wantCirclesOf(anna)
	s.wantCirclesOf(bert, other, c)
	s.wantCirclesOf(cleo, c)
	for _, id := range []string{store.NewID(), "x"} {
		s.fails("a circle that nobody made", store.ErrNoCircle)(s.Circle(s.ctx, id))
	}
	young := store.Circle{ID: store.NewID(), Name: "Lippe", Founder: anna.Account, Link: "abc", Created: 9, Members: []store.Member{anna, cleo}}
	s.want("CreateCircle", s.CreateCircle(s.ctx, young), nil)
	young.Version = 1
	for most, want := range map[int]int{1: 1, 10: 3} {
		if got, err := s.AllCircles(s.ctx, most); err != nil || len(got) != want || !reflect.DeepEqual(got[0], young) {
			s.Errorf("the newest %d circles: %+v, %v", most, got, err)
		}
	}
}

// Of two who change the same state, one succeeds.
func circleStale(s *suite) {
	anna := s.member("Anna", 5)
	c := s.circle("Ruhr", anna)
	s.want("SetCircle", s.SetCircle(s.ctx, c), nil)
	s.want("the second one", s.SetCircle(s.ctx, c), store.ErrStale)
	none := c
	none.ID = store.NewID()
	s.want("one that nobody made", s.SetCircle(s.ctx, none), store.ErrNoCircle)
	c.Version = 2
	s.oneAtOnce(4, store.ErrStale, func(int) error { return s.SetCircle(s.ctx, c) })
}

func circleRefused(s *suite) {
	anna := s.member("Anna", 5)
	good := s.circle("Ruhr", anna)
	for what, change := range map[string]func(c *store.Circle){
		"no ID":          func(c *store.Circle) { c.ID = "x" },
		"no name":        func(c *store.Circle) { c.Name = "" },
		"a strange name": func(c *store.Circle) { c.Name = "\xff" },
		"no link":        func(c *store.Circle) { c.Link = "" },
		"no founder":     func(c *store.Circle) { c.Founder = store.NewID() },
		"many members": func(c *store.Circle) {
			for range store.MaxCircleMembers {
				c.Members = append(c.Members, store.Member{Account: store.NewID()})
			}
		},
	} {
		bad := good
		bad.Members = slices.Clone(good.Members)
		change(&bad)
		s.want("SetCircle with "+what, s.SetCircle(s.ctx, bad), store.ErrBad)
		if what != "no ID" {
			bad.ID = store.NewID()
		}
		s.want("CreateCircle with "+what, s.CreateCircle(s.ctx, bad), store.ErrBad)
	}
	unknown := good
	unknown.Members = append(slices.Clone(good.Members), store.Member{Account: store.NewID()})
	s.want("SetCircle with nobody's account", s.SetCircle(s.ctx, unknown), store.ErrNoAccount)
	s.wantCircle(good)
}

// An account belongs to so many circles, and may change something in each.
func circlesBounded(s *suite) {
	anna, bert := s.member("Anna", 5), s.member("Bert", 6)
	var last store.Circle
	for i := range store.MaxCircles {
		last = s.circle(fmt.Sprint("Ruhr ", i), anna)
	}
	last.Name = "Emscher"
	s.want("a change in the last one", s.SetCircle(s.ctx, last), nil)
	one := store.Circle{ID: store.NewID(), Name: "Lippe", Founder: anna.Account, Link: "abc", Members: []store.Member{anna}}
	s.want("one too many", s.CreateCircle(s.ctx, one), store.ErrMany)
	s.fails("which is not there", store.ErrNoCircle)(s.Circle(s.ctx, one.ID))
	other := s.circle("Lippe", bert)
	other.Members = append(other.Members, anna)
	s.want("somebody else's", s.SetCircle(s.ctx, other), store.ErrMany)
}

// Who deletes an account or is banned leaves its circles: the member who joined first administers what it
// founded, and one without others goes.
func circlesLeft(s *suite) {
	anna, bert, cleo := s.member("Anna", 5), s.member("Bert", 6), s.member("Cleo", 7)
	c, alone, other := s.circle("Ruhr", anna, bert, cleo), s.circle("Emscher", anna), s.circle("Lippe", cleo, anna)
	s.want("DeleteAccount", s.DeleteAccount(s.ctx, anna.Account), nil)
	c.Founder, c.Members, c.Version = bert.Account, []store.Member{bert, cleo}, 2
	s.wantCircle(c)
	other.Members, other.Version = other.Members[:1], 2
	s.wantCircle(other)
	s.fails("a circle without members", store.ErrNoCircle)(s.Circle(s.ctx, alone.ID))
	s.want("SetBanned", s.SetBanned(s.ctx, bert.Account, 9), nil)
	c.Founder, c.Members, c.Version = cleo.Account, []store.Member{cleo}, 3
	s.wantCircle(c)
	back := c
	back.Members = []store.Member{cleo, bert}
	s.want("who is banned comes back", s.SetCircle(s.ctx, back), store.ErrNoAccount)
	s.wantCircle(c)
}

// People talk in a circle as at a table.
func circleTalk(s *suite) {
	anna, bert := s.member("Anna", 5), s.member("Bert", 6)
	c, reader := s.circle("Ruhr", anna, bert), store.HashOf("reader")
	one, two := s.say(c.ID, 1, "anna", "one"), s.say(c.ID, 2, "bert", "two")
	got, err := s.Messages(s.ctx, c.ID, 0, reader)
	if err != nil || fmt.Sprint(got) != fmt.Sprint([]store.Message{one, two}) {
		s.Errorf("Messages = %v, %v", got, err)
	}
	s.want("Report", s.Report(s.ctx, c.ID, 1, reader, 9), nil)
	s.want("Mute", s.Mute(s.ctx, c.ID, 1, reader), nil)
	if got, err = s.Messages(s.ctx, c.ID, 0, reader); err != nil || len(got) != 1 || got[0].Text != "two" {
		s.Errorf("with anna muted: %v, %v", got, err)
	}
	if said, err := s.SaidBy(s.ctx, store.HashOf("anna")); err != nil || len(said) != 1 || said[0].Table != c.ID {
		s.Errorf("SaidBy = %v, %v", said, err)
	}
}

// numbers: a message never has the number of another one that is gone, nor its reports.
func numbers(s *suite) {
	a, reader := s.signUp("anna"), store.HashOf("reader")
	rooms := []string{s.create(1).ID, s.circle("Ruhr", s.member("Bert", 5)).ID}
	for _, id := range rooms {
		s.say(id, 1, "bert", "one")
		s.say(id, 2, "bert", "two")
		s.want("Unsay", s.Unsay(s.ctx, id, 2), nil)
		s.fails("Say", nil)(s.Say(s.ctx, id, store.Message{Author: store.HashOf(a.Holder()), Text: "three"}))
		s.want("Report", s.Report(s.ctx, id, 3, reader, 9), nil)
	}
	s.want("DeleteAccount", s.DeleteAccount(s.ctx, a.ID), nil)
	for _, id := range rooms {
		s.say(id, 4, "bert", "four")
	}
	s.many("Reports", 0)(s.Reports(s.ctx, 0, 10))
}

// played stores the result of a circle's game.
func (s *suite) played(c store.Circle, ended int64, people ...string) store.Result {
	s.Helper()
	r := result(store.NewID(), ended, "", people...)
	r.Holders = append(r.Holders, store.Holder{Browser: store.HashOf(c.Holder()), Seat: store.MaxSeat})
	s.addResult(r, true)
	return r
}

// A circle has the results of its tables alone, with all who played, the newest first.
func circleResults(s *suite) {
	anna := s.member("Anna", 5)
	c, other := s.circle("Ruhr", anna), s.circle("Lippe", anna)
	old, young := s.played(c, 10, "anna", "bert"), s.played(c, 20, "bert", "cleo", "anna")
	s.played(other, 15, "anna", "bert")
	s.addResult(result(store.NewID(), 17, "", "anna", "bert"), true)
	got, err := s.CircleResults(s.ctx, c.ID)
	if err != nil || !reflect.DeepEqual(got, []store.Result{young, old}) {
		s.Errorf("CircleResults:\n got %+v, %v\nwant %+v", got, err, []store.Result{young, old})
	}
	for i := range int64(store.MaxCircleResults) {
		s.played(c, 100+i, "anna", "bert")
	}
	got, err = s.CircleResults(s.ctx, c.ID)
	if err != nil || len(got) != store.MaxCircleResults || got[0].Ended != 99+store.MaxCircleResults || len(got[len(got)-1].Holders) != 3 {
		s.Errorf("many results: %d, %v", len(got), err)
	}
}

// With the last member a circle goes, and what was said, but for what was reported, which
// operators delete; its tables and results stay.
func circleGone(s *suite) {
	anna := s.member("Anna", 5)
	c, t := s.circle("Ruhr", anna), s.create(1)
	s.say(c.ID, 1, "anna", "one")
	s.say(c.ID, 2, "anna", "two")
	s.want("Report", s.Report(s.ctx, c.ID, 2, store.HashOf("bert"), 9), nil)
	s.played(c, 10, "anna", "bert")
	place := store.Place{Table: t.ID, Seat: store.Nobody}
	s.want("Grant", s.Grant(s.ctx, store.HashOf(c.Holder()), place), nil)
	c.Members = nil
	s.want("SetCircle", s.SetCircle(s.ctx, c), nil)
	s.fails("Circle", store.ErrNoCircle)(s.Circle(s.ctx, c.ID))
	s.fails("Say", store.ErrNoTable)(s.Say(s.ctx, c.ID, store.Message{Room: "circle"}))
	if list, err := s.Reports(s.ctx, 0, 10); err != nil || len(list) != 1 || list[0].Text != "two" {
		s.Errorf("Reports = %v, %v", list, err)
	}
	anew := c
	anew.Members = []store.Member{anna}
	s.want("the same form again", s.CreateCircle(s.ctx, anew), nil)
	s.say(c.ID, 3, "anna", "three")
	s.want("Unsay", s.Unsay(s.ctx, c.ID, 3), nil)
	s.want("Unsay", s.Unsay(s.ctx, c.ID, 2), nil)
	s.many("Messages", 0)(s.Messages(s.ctx, c.ID, 0, store.Hash{}))
	s.many("CircleResults", 0)(s.CircleResults(s.ctx, c.ID))
	s.many("ResultsOf", 1)(s.ResultsOf(s.ctx, store.HashOf("anna")))
	require.Succeeds(s.T)(s.Table(s.ctx, t.ID))
}
