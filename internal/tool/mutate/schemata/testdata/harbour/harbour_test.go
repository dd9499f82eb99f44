package harbour

import (
	"errors"
	"testing"
	"time"
)

func equal[T comparable](t *testing.T, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%v, expected %v", got, want)
	}
}

func TestFull(t *testing.T) {
	equal(t, full(2), false)
	equal(t, full(3), true)
	equal(t, full(4), true)
	equal(t, crowded(0), false)
	equal(t, crowded(9), true)
}

func TestFee(t *testing.T) {
	equal(t, fee(3, 5), 15)
	equal(t, none, -1)
}

func TestPiers(t *testing.T) {
	equal(t, coal, 0)
	equal(t, iron, 4)
}

func TestCount(t *testing.T) { equal(t, count(3), 3) }

func TestCargo(t *testing.T) {
	c := cargo{"coal": 0}
	few, err := c.load("coal", nil)
	equal(t, few, true)
	equal(t, err, nil)
	equal(t, c["coal"], 1)
	few, _ = c.load("coal", nil)
	equal(t, few, false)
	few, _ = c.load("coal", nil)
	equal(t, few, false)
	_, err = c.load("coal", errors.New("sunk"))
	equal(t, err == nil, false)
	_, err = cargo(nil).load("coal", nil)
	equal(t, err, nil)
}

func TestTypes(t *testing.T) {
	m, minus := mask(3)
	equal(t, m, 7)
	equal(t, minus, any(-1))
	w := waits(1)
	equal(t, w.Duration, 58*time.Second)
	equal(t, w.berth, [4]int8{0, 3, 0, 1})
	equal(t, share(6, 3), 2)
	equal(t, share(3.0, 3.0), 3)
	equal(t, half(3), -1.5)
	equal(t, greet("Ruhr"), "Glück auf, Ruhr")
}

var open bool

func TestOpening(*testing.T) { open = true }

// A test that fails alone, or only because of the switches, has no say.
func TestHasNoSay(t *testing.T) { equal(t, open && Refund(2) == 1, true) }
