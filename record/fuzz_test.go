package record

import (
	"os"
	"path/filepath"
	"testing"

	"ruhr/board"
	"ruhr/internal/require"
	"ruhr/rules"
)

// FuzzRead reads arbitrary bytes as a record and checks it: it never panics, and
// an accepted record reads the same after writing.
func FuzzRead(f *testing.F) {
	for _, name := range []string{"2-seats-calm-spender", "4-seats-mixed"} {
		data, err := os.ReadFile(filepath.Join("testdata", name+".json"))
		require.NoError(f, err)
		f.Add(data)
	}
	f.Add([]byte(`{"format":"ruhr-record/1","rules":1,"players":[{"name":"a"},{"name":"b"}],"chance":{"startSeat":-1}}`))
	f.Add([]byte(`null`))
	b := board.Default()
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := Read(data)
		if err != nil {
			return
		}
		r.Board.SHA256 = b.SHA256
		p, err := Referee(r, b)
		if err != nil {
			return
		}
		again, err := r.Write()
		require.NoError(t, err)
		if r, err = Read(again); err != nil {
			t.Fatalf("written and not read: %v", err)
		}
		if q, err := Referee(r, b); err != nil || *q.After(q.Len()) != *p.After(p.Len()) {
			t.Fatalf("written and read again: %v", err)
		}
	})
}

// FuzzDeal reads arbitrary bytes as a deal: an accepted deal can be played.
func FuzzDeal(f *testing.F) {
	g := rules.NewGame(board.Default(), 3, rules.Variant{})
	f.Add([]byte(`{"startSeat":2,"obstacles":[0,1,2,3,4,5,6,7,8,9,10,11,12,13],` +
		`"urn":[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19],"countries":[0,0,1,1,1,2,2,2]}`))
	f.Add([]byte(`{"urn":[-1,99]}`))
	f.Add([]byte(`{"obstacles":[200]}`))
	f.Add([]byte(`{"urn":[64,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		d, err := ReadDeal(g, data)
		if err != nil {
			return
		}
		s := d.Start(g)
		for s.Decision() != rules.Over {
			require.Must(t, s.Decision() < rules.DrawMarker, "round %d: the deal has no outcome for decision %d", s.Round(), s.Decision())
			require.NoError(t, d.Apply(g, &s, g.Legal(&s).First()))
		}
	})
}
