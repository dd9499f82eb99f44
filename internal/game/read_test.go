package game

import (
	"encoding/json"
	"testing"
	"time"

	"ruhr/board"
	"ruhr/internal/require"
	"ruhr/record"
	"ruhr/rules"
)

// Tables of older programs say with other words where their deal comes from.
func TestSourceOfOldTables(t *testing.T) {
	b := board.Default()
	deal, err := json.Marshal(record.NewDeal(rules.NewGame(b, 2, rules.Variant{}), func(int) int { return 0 }))
	require.NoError(t, err)
	seats := `"seats": [{"kind": "bot", "level": "random"}, {"kind": "bot", "level": "random"}]`
	for meta, want := range map[string]Source{
		`{}`:                       Drawn,
		`{"guided": true}`:         Lesson,
		`{"deal": "given"}`:        Given,
		`{"from": {"table": "T"}}`: Continued,
		// played on from the lesson
		`{"guided": false, "from": {"table": "T"}}`: Continued,
	} {
		meta = meta[:1] + seats + map[bool]string{true: ", "}[len(meta) > 2] + meta[1:]
		f := Read("T", time.Now(), []byte(meta), deal, b.SHA256, func(seats int, v rules.Variant) (*Ruleset, error) { return NewRuleset(b, seats, v), nil })
		require.True(t, f.Frozen == nil && f.Setup.Deal == want, "%s: %q, frozen %v", meta, f.Setup.Deal, f.Why)
	}
}
