package growth

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// server is the program on the file.
type server struct {
	url string
	cmd *exec.Cmd
}

var address = regexp.MustCompile(`http://[^\s/]+`)

// start starts the program; it is ready when its first page has come.
func (c *Command) start(ctx context.Context) (*server, error) {
	s := &server{cmd: exec.CommandContext(ctx, c.Program, "serve", "--no-browser", "--addr", "127.0.0.1:0", "--db", c.File)}
	s.cmd.Stderr = os.Stderr
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := s.cmd.Start(); err != nil {
		return nil, err
	}
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if s.url = address.FindString(lines.Text()); s.url != "" {
			go io.Copy(io.Discard, out) // so that it can print
			_, err := s.get(http.DefaultClient, "/", "")
			return s, err
		}
	}
	return nil, fmt.Errorf("%s ended without an address", c.Program)
}

// stop ends the program as its operator does.
func (s *server) stop() error {
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	return s.cmd.Wait()
}

// get asks for a page, with a token or without one, and returns it once it has come whole.
func (s *server) get(from *http.Client, path, token string) (string, error) {
	return s.do(from, path, token, "")
}

// do is get, or with a command sends it.
func (s *server) do(from *http.Client, path, token, command string) (string, error) {
	method := http.MethodGet
	if command != "" {
		method = http.MethodPost
	}
	req, err := http.NewRequest(method, s.url+path, strings.NewReader(command))
	if err != nil {
		return "", err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept-Language", "en")
	if token != "" {
		req.Header.Set("Authorization", "Bearer ruhr_"+token)
	}
	res, err := from.Do(req)
	if err != nil {
		return "", err
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err == nil && res.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s %s: %s: %.300s", method, path, res.Status, body)
	}
	return string(body), err
}

// browser is one in which a person is signed in, nobody for a negative number.
func (s *server) browser(person int) (*http.Client, error) {
	jar, err := cookiejar.New(nil)
	if err != nil {
		return nil, err
	}
	at, err := url.Parse(s.url)
	if err == nil && person >= 0 {
		jar.SetCookies(at, []*http.Cookie{{Name: "ruhr-session", Value: secretOf(person)}})
	}
	return &http.Client{Jar: jar}, err
}

// asked is a page that is measured.
type asked struct {
	what  string
	who   int
	path  string
	token bool
}

// nobody is not signed in.
const nobody = -1

// pages measures the start of the program and what grows of its pages.
func (c *Command) pages(ctx context.Context) error {
	fmt.Println("| what | p50 | p95 | longest | processor | kB |\n| --- | --- | --- | --- | --- | --- |")
	var starts []time.Duration
	var s *server
	for range 3 {
		if s != nil {
			if err := s.stop(); err != nil {
				return err
			}
		}
		began := time.Now()
		var err error
		if s, err = c.start(ctx); err != nil {
			return err
		}
		starts = append(starts, time.Since(began))
	}
	line("start of the server, first page included", starts, 0, s.processor()*3)
	defer s.stop()
	day := func(back int) string { return "/day/" + time.Now().UTC().AddDate(0, 0, -back).Format(time.DateOnly) }
	people := "/people/"
	for _, p := range []asked{
		{what: "first page, nobody signed in", who: nobody, path: "/"},
		{what: "first page", who: heavy, path: "/"},
		{what: "first page, of the light one", who: light, path: "/"},
		{what: "my tables", who: heavy, path: "/tables"},
		{what: "my tables, of the light one", who: light, path: "/tables"},
		{what: "search among my tables", who: heavy, path: "/tables?q=person12&by=turn"},
		{what: "older tables", who: heavy, path: "/tables?after=" + gameID(every*100)},
		{what: "the next table that waits", who: heavy, path: "/next"},
		{what: "how many tables wait", who: heavy, path: "/waiting"},
		{what: "lobby", who: nobody, path: "/lobby"},
		{what: "lobby, signed in", who: heavy, path: "/lobby"},
		{what: "own record", who: heavy, path: people + nameOf(heavy)},
		{what: "record of the heavy one", who: nobody, path: people + nameOf(heavy)},
		{what: "record of the light one", who: nobody, path: people + nameOf(light)},
		{what: "mistakes in reviews", who: heavy, path: "/mistakes"},
		{what: "deal of the day", who: heavy, path: "/day"},
		{what: "an old day", who: heavy, path: day(c.Days / 2)},
		{what: "an old day, nobody signed in", who: nobody, path: day(7)},
		{what: "tournaments", who: heavy, path: "/tournaments"},
		{what: "a tournament of 40", who: heavy, path: "/tournament/" + cupID(0)},
		{what: "circles", who: heavy, path: "/circles"},
		{what: "a circle", who: heavy, path: "/circle/" + circleID(0)},
		{what: "chat of a circle", who: heavy, path: "/circle/" + circleID(0) + "/chat"},
		{what: "account", who: heavy, path: "/account"},
		{what: "notices", who: heavy, path: "/account/notices"},
		{what: "a finished table", who: heavy, path: "/t/" + gameID(0)},
		{what: "replay of a finished game", who: nobody, path: "/t/" + gameID(0) + "/replay"},
		{what: "API: my tables", who: heavy, path: "/api/v1/tables", token: true},
		{what: "API: lobby", who: heavy, path: "/api/v1/lobby", token: true},
		{what: "API: a person", who: heavy, path: "/api/v1/people/" + nameOf(heavy), token: true},
		{what: "API: day", who: heavy, path: "/api/v1/day", token: true},
		{what: "API: tournaments", who: heavy, path: "/api/v1/tournaments", token: true},
		{what: "API: circles", who: heavy, path: "/api/v1/circles", token: true},
		{what: "API: a circle", who: heavy, path: "/api/v1/circles/" + circleID(0), token: true},
		{what: "a table of 5,000 entries", who: heavy, path: "/t/" + longID},
		{what: "page to delete the account", who: heavy, path: "/account/delete"},
	} {
		if err := c.ask(s, p); err != nil {
			return err
		}
	}
	if err := c.acts(s); err != nil {
		return err
	}
	return c.export(s)
}

// ask measures a page. The first time, nothing of it is in memory.
func (c *Command) ask(s *server, p asked) error {
	from, err := s.browser(p.who)
	if err != nil {
		return err
	}
	token := ""
	if p.token {
		token = secretOf(p.who)
	}
	var took []time.Duration
	before, size := s.processor(), 0
	for range c.Times {
		began := time.Now()
		body, err := s.get(from, p.path, token)
		if err != nil {
			return err
		}
		took, size = append(took, time.Since(began)), len(body)
	}
	line(p.what, took, size, s.processor()-before)
	return nil
}

// acts measures actions at the longest table, of the two who play there.
func (c *Command) acts(s *server) error {
	var took []time.Duration
	before, size := s.processor(), 0
	for range c.Times {
		var t struct {
			N     int64
			ToAct int
			Legal []struct{ Action json.RawMessage }
		}
		body, err := s.get(http.DefaultClient, "/api/v1/tables/"+longID, secretOf(heavy))
		if err == nil {
			err = json.Unmarshal([]byte(body), &t)
		}
		if err != nil || len(t.Legal) == 0 {
			return fmt.Errorf("nothing to do at the longest table: %w", err)
		}
		command, err := json.Marshal(map[string]any{"at": t.N, "action": t.Legal[0].Action, "final": true})
		if err != nil {
			return err
		}
		began := time.Now()
		if body, err = s.do(http.DefaultClient, "/api/v1/tables/"+longID+"/act", secretOf(t.ToAct), string(command)); err != nil {
			return err
		}
		took, size = append(took, time.Since(began)), len(body)
	}
	line("API: an action at the longest table", took, size, s.processor()-before)
	return nil
}

// export measures how long the archive of all games takes to begin, and to come whole.
func (c *Command) export(s *server) error {
	from, err := s.browser(heavy)
	if err != nil {
		return err
	}
	began := time.Now()
	res, err := from.Get(s.url + "/account/export")
	if err != nil {
		return err
	}
	defer res.Body.Close()
	first := time.Since(began)
	before := s.processor()
	n, err := io.Copy(io.Discard, res.Body)
	line("export begins", []time.Duration{first}, 0, 0)
	line("export is whole", []time.Duration{time.Since(began)}, int(n), s.processor()-before)
	return err
}

// processor is how much processor time the program has taken; 0 where the system does not say.
func (s *server) processor() time.Duration {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", s.cmd.Process.Pid))
	_, after, _ := strings.Cut(string(stat), ") ")
	fields := strings.Fields(after)
	if err != nil || len(fields) < 13 {
		return 0
	}
	var ticks time.Duration // in user mode and in the kernel
	for _, f := range fields[11:13] {
		n, _ := strconv.Atoi(f)
		ticks += time.Duration(n)
	}
	return ticks * time.Second / 100
}

// line prints a line of the table; the processor time is that of all requests.
func line(what string, took []time.Duration, size int, processor time.Duration) {
	ms := func(d time.Duration) string { return fmt.Sprintf("%.1f ms", float64(d.Microseconds())/1000) }
	slices.Sort(took)
	last := len(took) - 1
	fmt.Printf("| %s | %s | %s | %s | %s | %d |\n", what, ms(took[last/2]), ms(took[last*95/100]), ms(took[last]), ms(processor/time.Duration(len(took))), (size+999)/1000)
}
