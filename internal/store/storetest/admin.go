package storetest

import (
	"fmt"

	"ruhr/internal/require"
	"ruhr/internal/store"
)

func admin(s *suite) {
	anna, bert := s.signUp("anna"), s.signUp("bert")
	session := s.signIn(anna, "secret", 5)
	require.NoError(s.T, s.SetBanned(s.ctx, anna.ID, 9))
	_, _, err := s.Session(s.ctx, session.Hash)
	s.want("a session of who is banned", err, store.ErrNoSession)
	if got, _ := s.Account(s.ctx, anna.ID); got.Banned != 9 {
		s.Errorf("banned since %d, want 9", got.Banned)
	}
	s.want("ban nobody", s.SetBanned(s.ctx, store.NewID(), 9), store.ErrNoAccount)

	s.want("another's name", s.RenameAccount(s.ctx, anna.ID, "Bert", "bert", []string{"x"}, func(name string) string { return name }), store.ErrExists)
	s.want("another's look", s.RenameAccount(s.ctx, anna.ID, "Berta", "berta", []string{"look of bert"}, func(name string) string { return name }), store.ErrExists)
	s.want("nobody's name", s.RenameAccount(s.ctx, store.NewID(), "Carl", "carl", []string{"x"}, func(name string) string { return name }), store.ErrNoAccount)
	if got, _ := s.Account(s.ctx, anna.ID); got.Name != anna.Name {
		s.Errorf("a refused name is %q", got.Name)
	}
	require.NoError(s.T, s.RenameAccount(s.ctx, anna.ID, "Anne", "anne", []string{"look of anne"}, func(name string) string { return name }))
	if got, err := s.AccountByKey(s.ctx, "anne"); err != nil || got.ID != anna.ID || got.Name != "Anne" {
		s.Errorf("by the new name: %+v, %v", got, err)
	}
	// The old name is free, and what looks like it.
	require.NoError(s.T, s.RenameAccount(s.ctx, bert.ID, "Anna", "anna", []string{"look of anna"}, func(name string) string { return name }))
}

// Of several accounts that are given one name at once, one gets it.
func renamedAtOnce(s *suite) {
	var accounts []store.Account
	for k := range 8 {
		accounts = append(accounts, s.signUp(fmt.Sprintf("anna%d", k)))
	}
	s.oneAtOnce(len(accounts), store.ErrExists, func(k int) error {
		return s.RenameAccount(s.ctx, accounts[k].ID, "Bert", "bert", []string{fmt.Sprint("look ", k)}, func(name string) string { return name })
	})
}
