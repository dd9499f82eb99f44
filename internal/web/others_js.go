package web

import (
	"context"
	"errors"
	"html/template"
	"net/http"
	"time"
)

// In a browser nobody signs in (others.go).
type (
	person        struct{ ID, Name, Settings string }
	peopleService struct{}
	noticeService struct{}
)

// Holder is never asked for: there is no person.
func (*person) Holder() string { return "" }

const (
	apiBase     = "/api/v1"
	apiBodyTime = 30 * time.Second
	apiMaxBody  = maxForm

	hashesAtOnce  = 1
	hashesWaiting = 1
	hashWait      = time.Second
)

var (
	errSignedOut     = errors.New("signed out")
	failuresOfOthers []failure
)

func statusWithOthers(error) int { return 0 }

func (s *server) cookieMark(context.Context) (string, error) { return "", nil }

func (s *server) signed(context.Context, string) (*person, error) { return nil, nil }

func (s *server) changeSettingsOf(context.Context, *person, func(string) (string, error)) error {
	return nil
}

// fromMarkdown is never asked for anything: a browser has no operator's texts.
func fromMarkdown([]byte) (template.HTML, error) { return "", nil }

func (s *server) serveAPI(*http.ServeMux) {}

// accountRoutes are those of others.go, which say why they do not work here.
func (s *server) accountRoutes() handlers {
	out := handlers{}
	for _, pattern := range accountPatterns {
		out[pattern] = s.withOthers
	}
	return out
}
