package storetest

import (
	"reflect"
	"slices"
	"strings"

	"ruhr/internal/require"
	"ruhr/internal/store"
)

func tournament(owner string, created, due int64, players ...string) store.Tournament {
	t := store.Tournament{ID: store.NewID(), Owner: store.HashOf(owner), Created: created, Changed: created, Due: due, Body: []byte(`{"a":1}`)}
	for _, name := range players {
		t.Players = append(t.Players, store.TournamentPlayer{Holder: store.HashOf(name), Name: name})
	}
	return t
}

func (s *suite) makeTournament(t store.Tournament) store.Tournament {
	s.Helper()
	require.NoError(s.T, s.CreateTournament(s.ctx, t))
	t.Version = 1
	return t
}

func (s *suite) wantTournament(want store.Tournament) store.Tournament {
	s.Helper()
	got, err := s.Tournament(s.ctx, want.ID)
	if err != nil || !reflect.DeepEqual(got, want) {
		s.Errorf("Tournament:\n got %+v, %v\nwant %+v", got, err, want)
	}
	return got
}

// A tournament is stored whole, with its players in their order, and replaced whole.
func tournamentKept(s *suite) {
	t := s.makeTournament(tournament("anna", 10, 0, "carl", "anna", "bert"))
	s.wantTournament(t)
	s.want("the same again", s.CreateTournament(s.ctx, t), store.ErrExists)
	t.Body, t.Due, t.Changed = []byte(`{"a":2}`), 50, 12
	t.Players = append(t.Players[1:], store.TournamentPlayer{Holder: store.HashOf("dora"), Name: "Dora ✓", Gone: true})
	require.NoError(s.T, s.SetTournament(s.ctx, t))
	t.Version = 2
	s.wantTournament(t)
	s.fails("Tournament that nobody made", store.ErrNoTournament)(s.Tournament(s.ctx, store.NewID()))
	s.fails("Tournament of no ID", store.ErrNoTournament)(s.Tournament(s.ctx, "x"))
}

// Of several made at once, only so many are kept for their owner.
func tournamentsMadeAtOnce(s *suite) {
	const room = 4
	for k := range store.MaxTournaments - room {
		s.makeTournament(tournament("anna", int64(k), 0))
	}
	made := 0
	for _, err := range atOnce(8*room, func(int) error { return s.CreateTournament(s.ctx, tournament("anna", 1000, 0)) }) {
		if err == nil {
			made++
		} else {
			s.want("one more", err, store.ErrMany)
		}
	}
	require.Equal(s.T, made, room, "how many are made")
}

// Of two who change the same state, one succeeds.
func tournamentStale(s *suite) {
	t := s.makeTournament(tournament("anna", 10, 0, "anna"))
	s.want("SetTournament", s.SetTournament(s.ctx, t), nil)
	late := t
	late.Players, late.Body = nil, []byte(`{}`)
	s.want("the second one", s.SetTournament(s.ctx, late), store.ErrStale)
	t.Version = 2
	s.wantTournament(t)
	none := tournament("anna", 10, 0)
	s.want("one that nobody made", s.SetTournament(s.ctx, none), store.ErrNoTournament)

	s.oneAtOnce(4, store.ErrStale, func(int) error { return s.SetTournament(s.ctx, t) })
}

func tournamentRefused(s *suite) {
	good := s.makeTournament(tournament("anna", 10, 0, "anna"))
	for what, change := range map[string]func(t *store.Tournament){
		"no ID":          func(t *store.Tournament) { t.ID = "x" },
		"no JSON":        func(t *store.Tournament) { t.Body = []byte("{") },
		"a large body":   func(t *store.Tournament) { t.Body = []byte(`"` + strings.Repeat("x", store.MaxTournament) + `"`) },
		"a strange name": func(t *store.Tournament) { t.Players[0].Name = "\xff" },
		"many players": func(t *store.Tournament) {
			t.Players = slices.Repeat(t.Players, store.MaxTournamentPlayers+1)
		},
	} {
		bad := good
		bad.Players = slices.Clone(good.Players)
		change(&bad)
		s.want("SetTournament with "+what, s.SetTournament(s.ctx, bad), store.ErrBad)
		if what != "no ID" {
			bad.ID = store.NewID()
		}
		s.want("CreateTournament with "+what, s.CreateTournament(s.ctx, bad), store.ErrBad)
	}
	s.wantTournament(good)
	for range store.MaxTournaments - 1 {
		s.makeTournament(tournament("anna", 10, 0))
	}
	s.want("one too many", s.CreateTournament(s.ctx, tournament("anna", 10, 0)), store.ErrMany)
	s.makeTournament(tournament("bert", 10, 0))
}

func (s *suite) wantTournamentsOf(who string, want ...store.Tournament) {
	s.Helper()
	got, err := s.TournamentsOf(s.ctx, store.HashOf(who))
	if err != nil || len(got)+len(want) > 0 && !reflect.DeepEqual(got, want) {
		s.Errorf("of %s:\n got %+v, %v\nwant %+v", who, got, err, want)
	}
}

// Somebody's tournaments are those made and those played in, newest first, all complete.
func tournamentsListed(s *suite) {
	old := s.makeTournament(tournament("anna", 10, 0, "bert", "carl"))
	young := s.makeTournament(tournament("bert", 20, 0, "carl", "bert"))
	s.makeTournament(tournament("dora", 30, 0, "dora"))
	s.wantTournamentsOf("anna", old)
	s.wantTournamentsOf("bert", young, old)
	s.wantTournamentsOf("carl", young, old)
	s.wantTournamentsOf("emil")
	goes := s.makeTournament(tournament("fritz", 1, 7, "gerd"))
	for range store.MaxTournaments {
		s.makeTournament(tournament("hans", 40, 0, "gerd"))
	}
	list, err := s.TournamentsOf(s.ctx, store.HashOf("gerd"))
	if err != nil || len(list) != store.MaxTournaments || list[len(list)-1].ID != goes.ID {
		s.Errorf("one that goes on is not among %d newer ones: %v", len(list), err)
	}
}

func (s *suite) claimTournaments(now, again int64, want ...string) {
	s.Helper()
	got, err := s.ClaimTournaments(s.ctx, now, again, 10)
	slices.Sort(got)
	slices.Sort(want)
	if err != nil || !slices.Equal(got, want) {
		s.Errorf("at %d: %v, %v; want %v", now, got, err, want)
	}
}

// A tournament that is due is given to one caller until the time it names, and again when
// it is set to be due.
func tournamentsClaimed(s *suite) {
	one, two := s.makeTournament(tournament("anna", 1, 200)), s.makeTournament(tournament("anna", 1, 100))
	s.makeTournament(tournament("anna", 1, 0))
	s.claimTournaments(99, 150)
	s.claimTournaments(100, 150, two.ID)
	s.claimTournaments(149, 160)
	s.claimTournaments(200, 300, one.ID, two.ID)
	one.Due = 210
	s.want("a claim is no change", s.SetTournament(s.ctx, one), nil)
	s.claimTournaments(210, 400, one.ID)
	two.Due = 0
	s.want("SetTournament", s.SetTournament(s.ctx, two), nil)
	s.claimTournaments(1000, 2000, one.ID)
	s.fails("a claim for no time", store.ErrBad)(s.ClaimTournaments(s.ctx, 5, 5, 1))
}

func tournamentsClaimedAtOnce(s *suite) {
	for range 5 {
		s.makeTournament(tournament("anna", 1, 1))
	}
	require.Equal(s.T, s.claimedAtOnce(func() ([]string, error) { return s.ClaimTournaments(s.ctx, 10, 1000, 10) }), 5, "were given to somebody")
}

// Tournaments go with who signs up, and lose the name of who is forgotten. Anyone who has
// read one before must read it again.
func tournamentsMove(s *suite) {
	t := s.makeTournament(tournament("anna", 1, 0, "anna", "bert", "account:x"))
	for from, to := range map[string]string{"anna": "account:x", "bert": "account:y"} {
		require.NoError(s.T, s.MovePlaces(s.ctx, store.HashOf(from), store.HashOf(to)))
	}
	s.want("with the players before", s.SetTournament(s.ctx, t), store.ErrStale)
	t.Owner, t.Version = store.HashOf("account:x"), 3
	t.Players[0] = store.TournamentPlayer{Holder: t.Owner, Name: "anna", Gone: true}
	t.Players[1].Holder = store.HashOf("account:y")
	s.wantTournament(t)
	require.NoError(s.T, s.DropPlaces(s.ctx, store.HashOf("account:y")))
	got, err := s.Tournament(s.ctx, t.ID)
	if err != nil || len(got.Players) != 3 || got.Version < 4 {
		s.Fatalf("%+v, %v", got, err)
	}
	if p := got.Players[1]; p.Name != "" || !p.Gone || p.Holder == store.HashOf("account:y") {
		s.Errorf("who is forgotten: %+v", p)
	}
	s.wantTournamentsOf("account:y")
}

// Who is banned or forgotten takes no further part in tournaments, and the first player who
// does has those that they made. A name goes only with who is forgotten.
func tournamentsLeft(s *suite) {
	for what, leave := range map[string]func(store.Account) error{
		"DropPlaces":    func(a store.Account) error { return s.DropPlaces(s.ctx, store.HashOf(a.Holder())) },
		"DeleteAccount": func(a store.Account) error { return s.DeleteAccount(s.ctx, a.ID) },
		"SetBanned":     func(a store.Account) error { return s.SetBanned(s.ctx, a.ID, 9) },
	} {
		a := s.signUp("anna" + strings.ToLower(what))
		t := tournament(a.Holder(), 1, 0, "carl", a.Holder(), "bert")
		t.Players[0].Gone = true
		watched := s.makeTournament(tournament(a.Holder(), 1, 0, "bert"))
		t = s.makeTournament(t)
		s.want(what, leave(a), nil)
		for _, old := range []store.Tournament{t, watched} {
			if got, err := s.Tournament(s.ctx, old.ID); err != nil || got.Owner != store.HashOf("bert") {
				s.Errorf("%s: not bert's: %+v, %v", what, got, err)
			}
			s.want(what+": what was read before", s.SetTournament(s.ctx, old), store.ErrStale)
		}
		got, err := s.Tournament(s.ctx, t.ID)
		if err != nil || !got.Players[1].Gone || got.Players[2].Gone || (got.Players[1].Name != "") != (what == "SetBanned") {
			s.Errorf("%s: %+v, %v", what, got, err)
		}
	}
}

// A player has the account's new name where they played under the old one, and else the name
// that they chose.
func tournamentsRename(s *suite) {
	a := store.Account{ID: store.NewID(), Name: "Anna", Key: "anna", Password: "x"}
	s.want("CreateAccount", s.CreateAccount(s.ctx, a, []string{"anna"}), nil)
	t := s.makeTournament(tournament("bert", 1, 0, "bert", a.Holder()))
	other := s.makeTournament(tournament("bert", 1, 0, a.Holder()))
	chosen := other.Players[0].Name
	other.Players[0].Name, other.Version = "Fox", 1
	s.want("SetTournament", s.SetTournament(s.ctx, other), nil)
	s.want("RenameAccount", s.RenameAccount(s.ctx, a.ID, "Dora", "dora", []string{"dora"}, func(name string) string { return map[string]string{chosen: "Dora", "Fox": "Fox"}[name] }), nil)
	t.Players[1].Name, t.Version = "Dora", 2
	s.wantTournament(t)
	other.Version = 3
	s.wantTournament(other)
}

// Old tournaments go if nothing is due.
func tournamentsExpire(s *suite) {
	old, due := s.makeTournament(tournament("anna", 1, 0, "anna")), s.makeTournament(tournament("anna", 1, 5, "anna"))
	young := s.makeTournament(tournament("anna", 100, 0, "anna"))
	lasted := s.makeTournament(tournament("anna", 1, 5, "anna"))
	lasted.Changed, lasted.Due = 100, 0
	require.NoError(s.T, s.SetTournament(s.ctx, lasted))
	lasted.Version = 2
	require.Succeeds(s.T)(s.Expire(s.ctx, 50, 10))
	s.fails("an old one", store.ErrNoTournament)(s.Tournament(s.ctx, old.ID))
	s.wantTournament(due)
	s.wantTournament(young)
	s.wantTournament(lasted)
}
