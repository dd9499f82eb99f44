package record

import (
	"testing"

	"ruhr/board"
	"ruhr/internal/require"
	"ruhr/rules"
)

// Every action has a notation of its own that decodes to it; anything else is
// refused.
func TestWords(t *testing.T) {
	w := NewCodec(rules.NewGame(board.Default(), 3, rules.Variant{}))
	said := map[string]rules.Action{}
	for a := range rules.Action(rules.ActionsCount) {
		words := w.Encode(a)
		if other, ok := said[words.String()]; ok {
			t.Errorf("actions %d and %d are both %q", a, other, words)
		}
		said[words.String()] = a
		seat := 2
		words.Seat, words.Round = &seat, &seat // ignored
		require.Returns(t, a, "what %q means", words)(w.Decode(words))
	}
	for _, a := range []Action{
		{}, {Do: "sell"}, {Do: "sell", Space: "lock-horst"}, {Do: "sell", Space: "city-werden", Free: true},
		{Do: "transport", Coal: "white", Storage: "storage-horst"}, {Do: "option", Option: "pilot", Free: true},
		{Do: "warehouse", With: "essen_warehouse", At: "city-muelheim"}, {Do: "shift", From: "belgium", To: "belgium"},
		{Do: "pay", With: "tokens"}, {Do: "take", With: "vp"},
	} {
		if back, err := w.Decode(a); err == nil || back != rules.None {
			t.Errorf("%q is action %d (%v), expected none", a, back, err)
		}
	}
}
