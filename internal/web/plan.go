package web

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"

	"ruhr/internal/page"
	"ruhr/internal/table"
)

// planPage is the form of a seat's standing orders.
type planPage struct {
	base
	*page.Plan
	ID  string
	N   int64
	Key string
}

// plan shows the standing orders of the visitor's seat and what it may order.
func (s *server) plan(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	who, err := s.actor(r, id)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	snap, err := s.service.Position(r.Context(), id, who)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	wish, err := strconv.Atoi(r.URL.Query().Get("seat"))
	if err != nil {
		wish = -1
	}
	seat := page.PlanSeat(snap, wish)
	if seat < 0 {
		s.refuse(w, r, table.ErrNobodyElse)
		return
	}
	list, err := s.service.Prospects(r.Context(), id, who, seat)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	p := &planPage{base: s.newBase(r, "table", "pace.plan.title"), ID: id, N: snap.N, Key: table.NewSecret()}
	names, signs := page.SeatNames(snap)
	p.Localizer = p.AtTable(names, signs)
	p.Plan = page.NewPlan(p.Localizer, snap, seat, list)
	s.show(w, r, http.StatusOK, "plan", p)
}

// setPlan saves the standing orders from the form.
func (s *server) setPlan(w http.ResponseWriter, r *http.Request) {
	c, seat, ok := s.seatCommandOf(w, r)
	if !ok {
		return
	}
	orders, ok := ordersOf(r.PostForm)
	if !ok {
		s.fail(w, r, http.StatusBadRequest, "page.error.form")
		return
	}
	snap, err := s.service.SetOrders(r.Context(), c.id, c.who, c.at, c.key, seat, orders, r.PostForm.Has("ask"))
	s.answer(w, r, c, snap, err)
}

// orderSale orders the sale of the visitor's seat in this round.
func (s *server) orderSale(w http.ResponseWriter, r *http.Request) {
	c, ok := s.commandOf(w, r)
	if !ok {
		return
	}
	seat, err := strconv.Atoi(r.PostForm.Get("seat"))
	a, bad := table.ParseSale(r.PostForm.Get("sale"))
	if err != nil || bad != nil {
		s.fail(w, r, http.StatusBadRequest, "page.error.form")
		return
	}
	snap, err := s.service.OrderSale(r.Context(), c.id, c.who, c.at, c.key, seat, a)
	s.answer(w, r, c, snap, err)
}

// ordersOf reads the orders of a form: a4-0 is the action of the first order for
// phase 4, m4-0 its highest price, r4 the round. It returns false for values that
// are not numbers.
func ordersOf(form url.Values) (out []table.Order, ok bool) {
	for phase := 1; phase <= 7; phase++ {
		round, err := strconv.Atoi(form.Get(fmt.Sprintf("r%d", phase)))
		for i := range table.MaxOrders {
			action, most := form.Get(fmt.Sprintf("a%d-%d", phase, i)), form.Get(fmt.Sprintf("m%d-%d", phase, i))
			if action == "" {
				continue
			}
			a, bad := strconv.Atoi(action)
			if bad != nil || err != nil {
				return nil, false
			}
			m := -1
			if most != "" {
				if m, bad = strconv.Atoi(most); bad != nil {
					return nil, false
				}
			}
			out = append(out, table.OrderOf(round, phase, a, m))
		}
	}
	return out, true
}
