package packed

// Prices are the prices of the next space of up to eight places, a byte each:
// one subtraction compares all of them with what a seat can pay.
type Prices uint64

const (
	everyByte  = 0x0101010101010101
	topBits    = everyByte << 7
	gatherTops = 0x0002040810204081 // brings the top bits of the bytes together in the top byte
)

// MostThaler is the most a budget can be; a price above it is too dear for all.
const MostThaler = 126

// Budget is what a seat can pay, beside each of the eight places.
type Budget uint64

// BudgetOf is the budget of so many Thaler, at most MostThaler.
func BudgetOf(thaler uint8) Budget { return Budget(min(thaler, MostThaler))*everyByte | topBits }

// Within is the set of places whose price is not above a budget, bit by place.
func (p Prices) Within(b Budget) uint64 {
	left := uint64(b) - uint64(p)
	return left & topBits * gatherTops >> 56
}

// Set writes the price of a place.
func (p *Prices) Set(place, price uint8) {
	shift := 8 * (place & 7)
	*p = *p&^(0xff<<shift) | Prices(min(price, MostThaler+1))<<shift
}
