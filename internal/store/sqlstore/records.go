package sqlstore

import (
	"context"

	"ruhr/internal/store"
)

// SaveRecord implements [store.Records].
func (d *DB) SaveRecord(ctx context.Context, name string, body []byte) error {
	return d.checked(ctx, "keep a game record", store.CheckRecord(name, body), func(tx tx) error {
		// Two that are stored at once may get the same number.
		_, err := tx.exec(`INSERT INTO records (name, n, size, body) SELECT ?1, COALESCE(MAX(n), 0) + 1, ?2, ?3 FROM records WHERE true
			ON CONFLICT (name) DO UPDATE SET n = excluded.n, size = excluded.size, body = excluded.body`, name, len(body), body)
		if err != nil {
			return err
		}
		return tx.do(`DELETE FROM records WHERE name IN (SELECT name FROM (
			SELECT name, ROW_NUMBER() OVER (ORDER BY n DESC, name) AS place, SUM(size) OVER (ORDER BY n DESC, name) AS total FROM records
			) AS newest WHERE place > ?1 OR total > ?2)`, store.KeptRecords, store.KeptBytes)
	})
}

// Record implements [store.Records].
func (d *DB) Record(ctx context.Context, name string) ([]byte, error) {
	if !store.ValidID(name) {
		return nil, d.explain("read a game record", store.ErrNoRecord)
	}
	var body []byte
	err := d.row(ctx, `SELECT body FROM records WHERE name = ?1`, name).Scan(&body)
	if err != nil {
		return nil, d.explain("read a game record", orNone(err, store.ErrNoRecord))
	}
	return body, nil
}
