package game

import "testing"

// A refusal says for logs which seat it is about, where it is about one.
func TestRefusalsInLogs(t *testing.T) {
	for _, c := range []struct {
		refusal *Refusal
		want    string
	}{
		{&Refusal{Key: "over", Seat: -1}, "over"},
		{&Refusal{Key: "not_yours", Seat: 0}, "not_yours (seat 0)"},
		{&Refusal{Key: "bad_name", Seat: 2, Value: "x"}, `bad_name (seat 2): "x"`},
	} {
		if got := c.refusal.Error(); got != c.want {
			t.Errorf("%q, expected %q", got, c.want)
		}
	}
}
