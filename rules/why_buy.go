package rules

// whyBuy says why a purchase of phase 6 is not possible.
func (g *Game) whyBuy(s *State, who int, m Move) *Refusal {
	c := &s.seats[who]
	if m.Do != DoLock && g.dutyBinds(s, c) && g.dutyOffer(s, c) != 0 {
		return refuse(BUY9, DutyFirst)
	}
	switch m.Do {
	case DoLock:
		return g.whyLock(s, who, m.At)
	case DoWarehouse:
		return g.whyWarehouse(s, who, m)
	case DoShift:
		return g.whyShift(s, who, m)
	}
	// Only repaying is left: done is refused for a duty alone.
	if c.debts() == 0 {
		return refuse(BUY10, NoDebt)
	}
	return refuse(DEBT3, CannotRepay, repayThaler, int(c.thaler))
}

func (g *Game) whyLock(s *State, who, k int) *Refusal {
	c := &s.seats[who]
	if s.built>>k&1 != 0 {
		return refuse(BUY2, LockBuilt)
	}
	if r := g.whyMarker(s, who, lockBuilding, BUY1); r != nil {
		return r
	}
	if s.round < LockRound {
		return refuse(EVENT2, TooEarly, LockRound)
	}
	return refuse(DEBT1, CannotPay, LockPrice(int(s.round)), int(c.means()))
}

func (g *Game) whyWarehouse(s *State, who int, m Move) *Refusal {
	c := &s.seats[who]
	if r := g.whyMarker(s, who, 1<<m.With.Marker(), BUY8); r != nil {
		return r
	}
	price, r := g.whyPlaceOf(s, who, m)
	if r != nil {
		return r
	}
	if c.supply == 0 {
		return refuse(BUY12, NoWarehouse)
	}
	if m.With == WithWarehouse {
		price = anyPrice
	}
	return refuse(DEBT2, CannotPay, price, int(c.buildingMeans()))
}

// whyPlaceOf looks at the place of a warehouse: its price, or why there is no
// room for this seat.
func (g *Game) whyPlaceOf(s *State, who int, m Move) (price int, r *Refusal) {
	switch {
	case m.InPort:
		return int(g.portCost[s.inPort()]), g.whyColumn(s, who, m.At)
	case m.With == WithDepot:
		price = int(g.depCost[m.At][s.depots[m.At].Len()])
		if price == unavailable {
			r = refuse(BUY5, DepotFull)
		}
		return price, r
	}
	p := &s.cities[m.At]
	price = int(g.cityCost[m.At][p.Len()])
	switch {
	case p.Has(who):
		r = refuse(BUY4, OwnInCity)
	case price == unavailable:
		r = refuse(BUY4, CityFull)
	}
	return price, r
}

func (g *Game) whyColumn(s *State, who, column int) *Refusal {
	own := 0
	for k := range s.port {
		if s.port[k].Has(who) {
			own++
		}
	}
	switch {
	case s.port[column].Has(who):
		return refuse(BUY6, OwnInColumn)
	case own >= g.board.Port.PerSeat:
		return refuse(BUY6, PortLimit, g.board.Port.PerSeat)
	case s.port[column].Len() == g.portRows:
		return refuse(BUY6, ColumnFull)
	}
	return nil
}

func (g *Game) whyShift(s *State, who int, m Move) *Refusal {
	switch {
	case !s.port[m.From].Has(who):
		return refuse(BUY7, NoneInColumn)
	case s.port[m.To].Has(who):
		return refuse(BUY6, OwnInColumn)
	case s.port[m.To].Len() == g.portRows:
		return refuse(BUY6, ColumnFull)
	}
	return refuse(DEBT1, CannotPay, g.board.Port.ShiftCost, int(s.seats[who].means()))
}
