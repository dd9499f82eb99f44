package load

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"ruhr/record"
)

// group is the people at one table: one address, and a browser for each
// seat.
type group struct {
	base   string
	client *http.Client
	has    []string // what each seat's page has, by seat, as it tells the server

	mu      sync.Mutex // a seat's stream reads its secret while its requests renew it
	cookies []string   // secrets from the server, by seat
}

// dialer connects from a loopback address, or from any if the system does not
// have that one.
func dialer(from net.IP) func(ctx context.Context, network, address string) (net.Conn, error) {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		d := net.Dialer{LocalAddr: &net.TCPAddr{IP: from}, Timeout: 10 * time.Second}
		c, err := d.DialContext(ctx, network, address)
		if err != nil && strings.Contains(err.Error(), "assign requested address") {
			d.LocalAddr = nil
			return d.DialContext(ctx, network, address)
		}
		return c, err
	}
}

func newGroup(base string, from net.IP, seats int) *group {
	t := &http.Transport{DialContext: dialer(from), MaxIdleConnsPerHost: 2, ResponseHeaderTimeout: 20 * time.Second}
	return &group{base: base, cookies: make([]string, seats), has: make([]string, seats), client: &http.Client{
		Transport:     t,
		Timeout:       30 * time.Second,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

func (h *group) leave() { h.client.CloseIdleConnections() }

// cookie is the cookie header of a seat's browser: its secret and the setting
// that confirms turns at once.
func (h *group) cookie(seat int) string {
	h.mu.Lock()
	defer h.mu.Unlock()
	c := "ruhr-settings=word=none"
	if s := h.cookies[seat]; s != "" {
		c += "; ruhr=" + s
	}
	return c
}

// reply is the server's answer.
type reply struct {
	status   int
	body     []byte
	location string
}

// send makes a request from a seat's browser and stores the secret it receives.
func (h *group) send(ctx context.Context, seat int, path string, form url.Values, header map[string]string) (reply, error) {
	method, body := http.MethodGet, io.Reader(nil)
	if form != nil {
		method, body = http.MethodPost, strings.NewReader(form.Encode())
	}
	req, err := http.NewRequestWithContext(ctx, method, h.base+path, body)
	if err != nil {
		return reply{}, err
	}
	req.Header.Set("Cookie", h.cookie(seat))
	req.Header.Set("Accept-Language", "en")
	if form != nil {
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	for k, v := range header {
		req.Header.Set(k, v)
	}
	resp, err := h.client.Do(req)
	if err != nil {
		return reply{}, err
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		return reply{}, err
	}
	h.keep(seat, resp.Cookies())
	return reply{resp.StatusCode, data, resp.Header.Get("Location")}, nil
}

// keep stores the secret among a seat's new cookies.
func (h *group) keep(seat int, cookies []*http.Cookie) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, c := range cookies {
		if name, ok := strings.CutPrefix(c.Name, "ruhr-"); ok && !strings.Contains(name, "-") && len(c.Value) == 22 {
			h.cookies[seat] = c.Value
		}
	}
}

// begin creates a table with a person in each seat, or a computer player in the
// last, and returns its ID.
func (h *group) begin(ctx context.Context, bot string) (id string, err error) {
	form := url.Values{"public": {"yes"}}
	for k := range h.cookies {
		who := "open"
		switch {
		case k == 0:
			who = "me"
		case k == len(h.cookies)-1 && bot != "":
			who = bot
		}
		n := strconv.Itoa(k)
		form.Set("who"+n, who)
		form.Set("name"+n, "P"+n)
	}
	made, err := h.send(ctx, 0, "/new", form, nil)
	if err != nil {
		return "", err
	}
	id, ok := strings.CutPrefix(made.location, "/t/")
	id, _, _ = strings.Cut(id, "/") // followed by the page for invitations
	if !ok {
		return "", fmt.Errorf("no table was made: status %d: %.200s", made.status, made.body)
	}
	for k := range h.cookies {
		if k == 0 || k == len(h.cookies)-1 && bot != "" {
			continue
		}
		sat, err := h.send(ctx, k, "/t/"+id+"/sit", url.Values{"seat": {strconv.Itoa(k)}, "name": {"P" + strconv.Itoa(k)}}, nil)
		if err != nil {
			return "", err
		}
		if sat.status != http.StatusSeeOther {
			return "", fmt.Errorf("nobody could sit down: status %d: %.200s", sat.status, sat.body)
		}
	}
	return id, nil
}

// record fetches a game's record.
func (h *group) record(ctx context.Context, id string) (*record.Record, error) {
	got, err := h.send(ctx, 0, "/t/"+id+"/record", nil, nil)
	if err != nil {
		return nil, err
	}
	if got.status != http.StatusOK {
		return nil, fmt.Errorf("no record: status %d: %.200s", got.status, got.body)
	}
	return record.Read(got.body)
}

// errBusy: the server has too much to do, or cannot do anything now.
var errBusy = errors.New("status 503")

// busyAfter is how long a page waits after a 503 before it sends a command again
// (static/js/outbox.js).
const busyAfter = 500 * time.Millisecond

// outcome is the result of a command.
type outcome struct {
	n       int64  // log number after it
	refused string // the page's reason for a refusal; "" if carried out
}

// command sends a command once. After an error, or any status but 200, it is
// unknown whether the command was carried out; retry it with the same key.
func (h *group) command(ctx context.Context, seat int, path string, form url.Values, parts Parts) (outcome, error) {
	header := map[string]string{"Accept": "application/json"}
	if parts == InAnswer {
		header["X-Has"] = h.has[seat]
	} else {
		header["X-Stream"] = "open"
	}
	got, err := h.send(ctx, seat, path, form, header)
	if err != nil {
		return outcome{}, err
	}
	if got.status == http.StatusServiceUnavailable {
		return outcome{}, fmt.Errorf("%w: %.200s", errBusy, got.body)
	}
	if got.status != http.StatusOK {
		return outcome{}, fmt.Errorf("status %d: %.200s", got.status, got.body)
	}
	if parts == InAnswer {
		h.has[seat] = lastHas(got.body)
	}
	var answer struct {
		N int64 `json:"n"`
	}
	// Only the number is needed from an answer that may be large.
	if err := json.NewDecoder(strings.NewReader(firstField(got.body))).Decode(&answer); err != nil || answer.N == 0 {
		return outcome{}, fmt.Errorf("an answer without a number: %.200s", got.body)
	}
	_, why, _ := bytes.Cut(got.body, []byte(`,"notice":"`)) // quotes inside a string are escaped
	return outcome{answer.N, string(why)}, nil
}

// lastHas is what a page has after an answer: the digests of its last frame, as the
// page sends them with its next request.
func lastHas(body []byte) string {
	i := bytes.LastIndex(body, []byte(`"has":{`))
	if i < 0 {
		return ""
	}
	var has map[string]string
	if err := json.NewDecoder(bytes.NewReader(body[i+len(`"has":`):])).Decode(&has); err != nil {
		return ""
	}
	var out []string
	for id, digest := range has {
		out = append(out, id+"="+digest)
	}
	return strings.Join(out, ",")
}

// firstField returns the JSON object reduced to its first field.
func firstField(body []byte) string {
	i := bytes.IndexByte(body, ',')
	if i < 0 {
		return string(body)
	}
	return string(body[:i]) + "}"
}
