package lang_test

import (
	"slices"
	"testing"

	"ruhr/internal/require"
	"ruhr/lang"
	"ruhr/view"
)

// The effects of a choice are listed in words, most important first.
func TestEffectsInWords(t *testing.T) {
	p := lang.For("en").Seated([]string{"Anna", "Bert", "Cleo"})
	text := func(key string, args ...any) string { return p.Text("choice.effect."+key, args...).Plain }
	black := view.Thing{Kind: "colour", ID: "black"}
	for _, c := range []struct {
		name   string
		choice view.Choice
		want   []string
	}{
		{"nothing", view.Choice{Do: "done"}, nil},
		{"a start", view.Choice{Do: "start", Effect: view.Effect{Value: 4, Colour: "black", Reach: []int{7, 9}, OffTrack: 3}},
			[]string{text("die", "n", 4, "colour", black), text("reach", "n", 2), text("off_track", "n", 3)}},
		{"a sale", view.Choice{Do: "sell", Seat: 1, Effect: view.Effect{Value: 3, Colour: "black", PipsLost: 2, Token: "ruhrort", Thaler: 7, VP: 1,
			Parts: []view.Gain{{Seat: 1, Thaler: 4, Rule: "SAIL-3"}, {Seat: 1, Thaler: 2, Rule: "SAIL-4"}, {Seat: 1, Thaler: 1, Rule: "SAIL-5"},
				{Seat: 2, Thaler: 1, Rule: "SAIL-6"}},
			Others:   []view.Gain{{Seat: 0, VP: 1}, {Seat: 2, Thaler: 1}},
			Progress: []view.Reward{{ID: "wage", Left: -1}, {ID: "inn", Left: 0}, {ID: "mayor", Left: 1}},
			Export:   &view.Step{From: 2, To: 5}}},
			[]string{text("sold", "n", 3, "colour", black), text("pip", "n", 2), text("token", "area", view.AreaThing("ruhrort")),
				text("thaler", "n", 7), text("from_space", "n", 2), text("from_port", "n", 1), text("vp", "n", 1),
				text("other_thaler", "seat", view.SeatRef(2), "n", 1), text("progress", "marker", view.ProgressThing("wage")),
				text("blank", "marker", view.ProgressThing("inn")), text("progress", "marker", view.ProgressThing("mayor")), text("export", "n", 3)}},
		{"a sale that only the space pays for", view.Choice{Do: "sell", Effect: view.Effect{Value: 1, Colour: "black", Full: "black_city", Thaler: 2,
			Parts: []view.Gain{{Thaler: 2, Rule: "SAIL-4"}}}},
			[]string{text("sold", "n", 1, "colour", black), text("full", "area", view.AreaThing("black_city")), text("thaler", "n", 2)}},
		{"a purchase", view.Choice{Do: "lock", Effect: view.Effect{Price: 2, Thaler: -2, VP: 2, Supply: 2}},
			[]string{text("thaler", "n", -2), text("vp", "n", 2), text("warehouses", "n", 2)}},
		{"DEBT-1: with a warehouse of the supply", view.Choice{Do: "lock", Effect: view.Effect{Price: 3, Debts: 1, Thaler: -1, Supply: -1}},
			[]string{text("price", "n", 3), text("debts", "n", 1)}},
		{"DEBT-4: with a warehouse of the timeline", view.Choice{Do: "lock", Effect: view.Effect{Price: 3, Debts: 1, Thaler: -1, VP: -1, Supply: 1, Early: []int{7}}},
			[]string{text("price", "n", 3), text("debts", "n", 1), text("early", "round", 7), text("vp", "n", -1), text("warehouses", "n", 1)}},
		{"BUY-10: a repaid debt", view.Choice{Do: "repay", Effect: view.Effect{Thaler: -3, Debts: -1, Supply: 1}},
			[]string{text("thaler", "n", -3), text("repaid", "n", 1)}},
		{"supply", view.Choice{Do: "supply", Effect: view.Effect{Dice: []view.Die{{At: 3, From: 4, To: 5}}}}, []string{text("raise", "from", 4, "to", 5)}},
		{"coal hauler", view.Choice{Do: "coal_hauler", Effect: view.Effect{Dice: []view.Die{{At: 3, From: 1, To: 2}}}}, []string{text("raise", "from", 1, "to", 2)}},
		{"a die removed", view.Choice{Do: "remove", Effect: view.Effect{Value: 2, Colour: "black", Dice: []view.Die{{At: 3, From: 2}}}},
			[]string{text("die", "n", 2, "colour", black)}},
	} {
		var got []string
		for _, e := range p.Choice(c.choice).Effects {
			got = append(got, e.Plain)
		}
		require.True(t, slices.Equal(got, c.want), "%s:\ngot      %q\nexpected %q", c.name, got, c.want)
	}
}

// A seat is called by its name, or by its number if it has none.
func TestSeat(t *testing.T) {
	p := lang.For("en").Seated([]string{"Anna", ""})
	for seat, want := range map[int]string{0: "Anna", 1: p.T("view.seat", "n", 2), 2: p.T("view.seat", "n", 3), -1: p.T("view.seat", "n", 0)} {
		require.Equal(t, p.Seat(seat), want, "seat %d", seat)
	}
}

func TestJoin(t *testing.T) {
	list := []lang.Text{{Plain: "a & b", HTML: "a &amp; b"}, {Plain: "c", HTML: "<b>c</b>"}}
	for n, want := range []lang.Text{{}, list[0], {Plain: "a & b · c", HTML: "a &amp; b · <b>c</b>"}} {
		require.Equal(t, lang.Join(list[:n]), want, "%d texts", n)
	}
}
