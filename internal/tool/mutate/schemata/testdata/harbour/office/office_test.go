package office

import (
	"testing"

	"harbour"
)

func TestRefund(t *testing.T) {
	if got := harbour.Refund(8); got != 4 {
		t.Errorf("%d, expected 4", got)
	}
}
