package accounts

import (
	"archive/zip"
	"context"
	"encoding/json"
	"net/http"
	"time"

	"ruhr/internal/game"
	"ruhr/internal/people"
	"ruhr/internal/web/kernel"
)

// slowExport is how long an archive of many games may take to read.
const slowExport = 10 * time.Minute

// exportAccount sends all that is kept about a person, in an archive: what is
// known of them, their ratings and results, what they have said and noted, how they
// hear of their tables and what they were told, and the records of their games as far as they have been played.
func (s *Accounts) exportAccount(w http.ResponseWriter, r *http.Request) {
	p := s.person(w, r)
	if p == nil {
		return
	}
	data, err := s.people.Export(r.Context(), p)
	parts := []any{data}
	for _, read := range []func() (any, error){
		func() (any, error) { return s.Service.Results().Career(r.Context(), p.Holder()) },
		func() (any, error) { return s.chat.Written(r.Context(), p.Holder()) },
		func() (any, error) { return s.notices.Export(r.Context(), p.Account) },
		func() (any, error) { return s.circles.Export(r.Context(), p.Account) },
	} {
		var part any
		if err == nil {
			part, err = read()
		}
		parts = append(parts, part)
	}
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	s.security(r, "account exported", p)
	w.Header().Set("Content-Type", "application/zip")
	w.Header().Set("Content-Disposition", `attachment; filename="ruhr.zip"`)
	w.Header().Set("Cache-Control", "no-store")
	http.NewResponseController(w).SetWriteDeadline(time.Now().Add(slowExport))
	z := zip.NewWriter(w)
	for k, name := range []string{"account.json", "ratings.json", "chat.json", "notices.json", "circles.json"} {
		if err == nil {
			err = addJSON(z, name, parts[k])
		}
	}
	if err == nil {
		err = s.addGames(r.Context(), kernel.CallerOf(r).Address, z, data)
	}
	if err == nil {
		err = z.Close()
	}
	if err != nil {
		s.Fault(r, "export of an account", err)
		panic(http.ErrAbortHandler) // the browser must not take a part for the whole
	}
}

// addGames writes the records of a person's games, one at a time, so that many need
// no memory.
func (s *Accounts) addGames(ctx context.Context, address string, z *zip.Writer, data *people.Data) error {
	last := ""
	for _, seat := range data.Seats { // by table
		if seat.Table == last {
			continue
		}
		last = seat.Table
		leave, err := s.Work.Await(ctx, address)
		if err != nil {
			return err
		}
		rec, err := s.Service.Record(ctx, seat.Table, game.Actor{Seats: []int{seat.Seat}})
		leave()
		if game.NoRecord(err) {
			continue
		}
		if err != nil {
			return err
		}
		text, err := rec.Write()
		if err != nil {
			return err
		}
		if err := addFile(z, "games/"+seat.Table+".json", text); err != nil {
			return err
		}
	}
	return nil
}

func addJSON(z *zip.Writer, name string, v any) error {
	text, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return err
	}
	return addFile(z, name, text)
}

func addFile(z *zip.Writer, name string, text []byte) error {
	out, err := z.Create(name)
	if err != nil {
		return err
	}
	_, err = out.Write(text)
	return err
}
