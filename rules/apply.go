package rules

import "math/bits"

// Legal is what the seat to decide may do: bit k of Mask is action Base+k. The
// order of the actions is that of their numbers.
type Legal struct {
	Base Action
	Mask uint64
}

// Len is the number of legal actions.
func (l Legal) Len() int { return bits.OnesCount64(l.Mask) }

// Has reports whether a is among them.
func (l Legal) Has(a Action) bool {
	k := uint8(a - l.Base)
	return k < 64 && l.Mask>>k&1 != 0
}

// First is the legal action with the lowest number.
func (l Legal) First() Action { return l.Base + Action(bits.TrailingZeros64(l.Mask)) }

// Append adds the legal actions to dst in their order.
func (l Legal) Append(dst []Action) []Action {
	for m := l.Mask; m != 0; m &= m - 1 {
		dst = append(dst, l.Base+Action(bits.TrailingZeros64(m)))
	}
	return dst
}

// Legal lists what the seat to decide may do; empty where chance decides and
// after the end.
func (g *Game) Legal(s *State) Legal {
	return Legal{bases[s.decision&15], s.legal}
}

// Apply carries an action of the seat to decide out and runs the game on to
// the next decision. An action that is not legal is refused with an error of
// type *Refusal and changes nothing.
func (g *Game) Apply(s *State, a Action) error {
	return g.apply(s, int(a-bases[s.decision&15]))
}

// Play is Apply for those that chose from Legal themselves, and so have no use
// for an error; an action that is not legal changes nothing.
func (g *Game) Play(s *State, a Action) {
	_ = g.apply(s, int(a-bases[s.decision&15]))
}

// PlayNumber is Play by the number of the action in the mask of Legal, for
// playouts.
func (g *Game) PlayNumber(s *State, k int) { _ = g.apply(s, k) }

// apply carries choice k of the decision out, if it is legal. Then the seat's
// turn goes on, or its phase, or the game runs on. It is one function, which the
// exported ones above merely call, because it runs at every decision of a playout.
func (g *Game) apply(s *State, k int) error {
	if uint(k) > 63 || s.legal>>k&1 == 0 {
		return g.Why(s, bases[s.decision&15]+Action(k))
	}
	switch s.decision {
	case Pay:
		g.payTax(s, k)
	case Take:
		g.takeGift(s, k)
	case Remove:
		g.removeDie(s, k)
	case Place:
		g.placeDie(s, k)
		if s.phase == Sale && g.sale(s) {
			return nil
		}
	case ChooseOption:
		if g.chooseOption(s, k) {
			return nil
		}
	case ChooseTransport:
		g.transportDie(s, k)
		return nil
	case ChooseSupply:
		g.supplyDie(s, k)
		return nil
	case ChooseStart:
		if g.facts != nil {
			g.emit(FStart, int(s.toDecide), START1, s.BargeAt(int(s.toDecide)), g.StorageIndex(k), 0)
		}
		g.startAt(s, k)
		if g.start(s) {
			return nil
		}
	case Sell:
		if k < int(sellSpace) {
			g.useHauler(s, k)
		} else {
			if g.sail(s, k-int(sellSpace)) {
				g.askReturn(s)
				return nil
			}
		}
		if g.sale(s) {
			return nil
		}
	case Buy:
		if k == int(buyDone) {
			s.endPurchase()
		} else {
			g.buy(s, k)
		}
		if g.purchase(s) {
			return nil
		}
	}
	g.run(s)
	return nil
}

// Nth is the k-th legal action, counted from 0.
func (l Legal) Nth(k int) Action {
	m := l.Mask
	for range k {
		m &= m - 1
	}
	return l.Base + Action(bits.TrailingZeros64(m))
}
