package web

import (
	"archive/zip"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"ruhr/internal/people"
	"ruhr/internal/table"
)

// slowExport is how long an archive of many games may take to read.
const slowExport = 10 * time.Minute

// exportAccount sends all that is kept about a person, in an archive: what is
// known of them, and the records of their games as far as they have been played.
func (s *server) exportAccount(w http.ResponseWriter, r *http.Request) {
	p := s.person(w, r)
	if p == nil {
		return
	}
	data, err := s.people.Export(r.Context(), p)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	s.security(r, "account exported", p)
	w.Header().Set("Content-Type", "application/zip")
	w.Header().Set("Content-Disposition", `attachment; filename="ruhr.zip"`)
	w.Header().Set("Cache-Control", "no-store")
	http.NewResponseController(w).SetWriteDeadline(time.Now().Add(slowExport))
	z := zip.NewWriter(w)
	err = s.archive(r.Context(), z, data)
	if err == nil {
		err = z.Close()
	}
	if err != nil {
		s.fault(r, "export of an account", err)
		panic(http.ErrAbortHandler) // the browser must not take a part for the whole
	}
}

// archive writes one record at a time, so that many games need no memory.
func (s *server) archive(ctx context.Context, z *zip.Writer, data *people.Data) error {
	about, err := json.MarshalIndent(data, "", "  ")
	if err != nil {
		return err
	}
	if err := addFile(z, "account.json", about); err != nil {
		return err
	}
	last := ""
	for _, seat := range data.Seats { // by table
		if seat.Table == last {
			continue
		}
		last = seat.Table
		rec, err := s.service.Record(ctx, seat.Table)
		if errors.Is(err, table.ErrFrozen) {
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

func addFile(z *zip.Writer, name string, text []byte) error {
	out, err := z.Create(name)
	if err != nil {
		return err
	}
	_, err = out.Write(text)
	return err
}
