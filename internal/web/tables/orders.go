package tables

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"

	"ruhr/internal/game"
	"ruhr/internal/page"
	"ruhr/internal/table"
	"ruhr/internal/web/kernel"
	"ruhr/internal/web/library"
)

// ordersPage is the form of a seat's standing orders.
type ordersPage struct {
	kernel.Base
	*page.OrderForm
	ID      string
	N       int64
	Key     string
	Changed bool   // other orders were refused because these have been changed
	AskKept string // the key of whether the seat is asked everywhere, where that was typed otherwise
}

// orders shows the standing orders of the visitor's seat and what it may order.
func (s *Tables) orders(w http.ResponseWriter, r *http.Request) {
	s.showOrders(w, r, http.StatusOK, nil)
}

// ordersBefore leads from the address that earlier versions gave standing orders.
func ordersBefore(w http.ResponseWriter, r *http.Request) {
	to := url.URL{Path: "/t/" + r.PathValue("id") + "/orders", RawQuery: r.URL.RawQuery}
	http.Redirect(w, r, to.String(), http.StatusPermanentRedirect)
}

// showOrders shows the form, after a refusal with the orders as they were given.
func (s *Tables) showOrders(w http.ResponseWriter, r *http.Request, status int, refused error) {
	id := r.PathValue("id")
	who, snap, err := s.Visit(r, id)
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	seat := page.OrderSeat(snap, numberOf(r.FormValue("seat")))
	if seat < 0 {
		if refused == nil {
			refused = game.ErrNobodyElse
		}
		s.Refuse(w, r, refused)
		return
	}
	list, err := s.Service.Prospects(r.Context(), id, who, seat)
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	p := &ordersPage{Base: s.NewBase(r, "table", "pace.orders.title"), ID: id, N: snap.N, Key: table.NewSecret()}
	names, signs := page.SeatNames(snap)
	p.Localizer = p.AtTable(names, signs)
	p.OrderForm = page.NewOrderForm(p.Localizer, snap, seat, list, library.Ordered(snap, seat, r))
	if refused != nil {
		kernel.NoteWhy(w, s.Reason(refused))
		p.Notice = s.NoticeOf(p.Localizer, refused)
		p.give(r.PostForm)
		if p.Changed = errors.Is(refused, game.ErrOtherOrders); !p.Changed {
			p.N, _ = strconv.ParseInt(r.PostForm.Get("at"), 10, 64) // it was read before
		}
	}
	s.Show(w, r, status, "orders", p)
}

// give replaces the orders on the page by those of a form.
func (p *ordersPage) give(form url.Values) {
	if ask := form.Has("ask"); ask != p.AskAll {
		p.AskKept = "page.workshop.no"
		if p.AskAll {
			p.AskKept = "page.workshop.yes"
		}
		p.AskAll = ask
	}
	for i := range p.Phases {
		phase := &p.Phases[i]
		field := phase.Field
		for _, typed := range []int{phase.Phase, phase.Phase + 10} { // the form may be of an earlier round
			if numberOf(form.Get(fmt.Sprint("r", typed))) == phase.Round {
				field = typed
			}
		}
		if !form.Has(fmt.Sprint("r", field)) {
			continue
		}
		for place := range len(phase.Rows) + len(phase.More) {
			a, m := orderFields(field, place)
			phase.Type(p.Localizer, place, numberOf(form.Get(a)), numberOf(form.Get(m)))
		}
	}
}

// numberOf reads a number, -1 if it is none.
func numberOf(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return -1
	}
	return n
}

// orderFields are the fields of a form for an order, with its action and its highest price.
func orderFields(field, place int) (action, most string) {
	return fmt.Sprintf("a%d-%d", field, place), fmt.Sprintf("m%d-%d", field, place)
}

// setOrders saves the standing orders from the form.
func (s *Tables) setOrders(w http.ResponseWriter, r *http.Request) {
	c, seat, ok := s.seatCommandOf(w, r)
	if !ok {
		return
	}
	orders, ok := ordersOf(r.PostForm)
	if !ok {
		s.Fail(w, r, http.StatusBadRequest, "page.error.form")
		return
	}
	snap, err := s.Service.Do(r.Context(), c.id, c.who, c.at, c.key, game.SetOrders(seat, orders, r.PostForm.Has("ask")))
	if err != nil && keepsTyped(r, snap) {
		s.showOrders(w, r, s.StatusOf(err), err)
		return
	}
	s.answer(w, r, c, snap, err)
}

// orderSale orders the sale of the visitor's seat in this round.
func (s *Tables) orderSale(w http.ResponseWriter, r *http.Request) {
	c, ok := s.commandOf(w, r)
	if !ok {
		return
	}
	seat, err := strconv.Atoi(r.PostForm.Get("seat"))
	a, bad := game.ParseSale(r.PostForm.Get("sale"))
	if err != nil || bad != nil {
		s.Fail(w, r, http.StatusBadRequest, "page.error.form")
		return
	}
	snap, err := s.Service.Do(r.Context(), c.id, c.who, c.at, c.key, game.OrderSale(seat, a))
	s.answer(w, r, c, snap, err)
}

// ordersOf reads the orders of a form: a4-0 is the action of the first order for
// phase 4, m4-0 its highest price, r4 the round; a14-0 and so on are of a later round.
// It returns false for values that are not numbers.
func ordersOf(form url.Values) (out []game.Order, ok bool) {
	for field := 1; field <= 17; field++ {
		round, err := strconv.Atoi(form.Get(fmt.Sprint("r", field)))
		for i := range game.MaxOrders {
			a, m := orderFields(field, i)
			action, most := form.Get(a), form.Get(m)
			if action == "" {
				continue
			}
			what, bad := strconv.Atoi(action)
			if bad != nil || err != nil {
				return nil, false
			}
			price := -1
			if most != "" {
				if price, bad = strconv.Atoi(most); bad != nil {
					return nil, false
				}
			}
			out = append(out, game.OrderOf(round, field%10, what, price))
		}
	}
	return out, true
}
