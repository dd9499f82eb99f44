package page

import (
	"slices"
	"strings"
	"testing"

	"ruhr/internal/require"
	"ruhr/view"
)

// What is known of the markers: the odds while a draw is to come, and how many
// of each kind are unseen.
func TestOddsOfTheBag(t *testing.T) {
	c := &Context{Localizer: in("en")}
	none := c.Plain("page.odds.none")
	for _, x := range []struct {
		bag  view.Bag
		want string
	}{
		{view.Bag{Count: 9, Draws: true, Water: view.Odds{For: 2, Of: 8}}, plain(c.T("page.odds.line", "bag", 9, "percent", c.Printer.Percent(view.Odds{For: 2, Of: 8}), "n", 2, "of", 8))},
		{view.Bag{Count: 9, Draws: false, Water: view.Odds{For: 2, Of: 8}}, none}, {view.Bag{Draws: true}, none},
	} {
		x.bag.Unseen = []view.Marker{{Effect: "cities", Of: []view.Thing{{Kind: "city", ID: "x", Name: "Werden"}}, Left: 1, Total: 2}, {Effect: "water", Water: "high", Left: 2, Total: 3}, {Water: "low", Coal: 1, Left: 0, Total: 1}}
		c.Pos.Bag = x.bag
		got := c.odds()
		require.Equal(t, plain(got.OddsLine), x.want, "%+v: %q", x.bag, got.OddsLine)
		if len(got.Unseen) != 3 || got.Unseen[0].Left != 1 || got.Unseen[0].Total != 2 || !strings.Contains(plain(got.Unseen[0].Name), "Werden") ||
			plain(got.Unseen[1].Name) != plain(c.T("view.marker.high")) || plain(got.Unseen[2].Name) != plain(c.T("view.marker.low.coal", "n", 1)) {
			t.Errorf("unseen are %+v", got.Unseen)
		}
	}
}

// Countries still to come are as likely as their markers, with what they would
// bring each seat (EXP-1), and on average.
func TestOddsOfTheCountries(t *testing.T) {
	c := &Context{Localizer: in("en"), Names: []string{"Anna", "Bert"}, Signs: []int{0, 1}}
	c.Pos.Seats = make([]view.Seat, 2)
	none, anna, bert := view.PortPlace{Owner: -1}, view.PortPlace{Owner: 0, Bonus: 1}, view.PortPlace{Owner: 1, Bonus: -1}
	c.Pos.Port = view.Port{Scale: []int{1, 2}, Box: 1, Columns: []view.PortColumn{
		{ID: "prussia", Hidden: 1, Places: []view.PortPlace{anna, bert}}, {ID: "kleve", Places: []view.PortPlace{anna}}, {ID: "holland", Hidden: 3, Places: []view.PortPlace{none}}}}
	got := c.odds()
	if len(got.Countries) != 2 || !slices.Equal(got.Countries[0].VP, []int{3, 1}) || got.Countries[0].Chance != "25%" || got.Countries[1].Left != 3 {
		t.Errorf("countries are %+v", got.Countries)
	}
	require.True(t, slices.Equal(got.Means, []string{"0.8", "0.3"}) && got.Heads[1].Name == "Bert", "means are %v of %v", got.Means, got.Heads)
	c.Pos.Port.Columns[0].Places = nil
	if got := c.odds(); got.Means != nil {
		t.Errorf("with no warehouse in the port of a country to come the means are %v", got.Means)
	}
}
