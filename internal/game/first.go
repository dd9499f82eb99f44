package game

// DealFirst gives a deal in which the first seat starts: it takes the first such one of
// those that deal gives.
func DealFirst(deal func() Dealer) Dealer {
	return func(b *base) ([]Step, error) {
		for {
			past, err := deal()(b)
			if err != nil || b.deal.StartSeat == 0 {
				return past, err
			}
		}
	}
}
