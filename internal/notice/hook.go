package notice

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
)

// hookBody is the body of a webhook's request. Discord shows content; Slack,
// Mattermost and others show text.
type hookBody struct {
	ID       string      `json:"id"` // the same at each attempt
	Content  string      `json:"content"`
	Text     string      `json:"text"`
	Mentions mentions    `json:"allowed_mentions"`
	Events   []hookEvent `json:"events"`
}

// mentions tells Discord to notify nobody whom a text names.
type mentions struct {
	Parse []string `json:"parse"`
}

// hookEvent is what a webhook's request says of one table.
type hookEvent struct {
	Kind  string `json:"kind"` // turn, takeback, time, begin, invite, chat, end
	Table string `json:"table"`
	URL   string `json:"url"`
	Text  string `json:"text"`
}

var (
	// discordText escapes the Markdown of Discord.
	discordText = strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "~", `\~`, "`", "\\`", "|", `\|`, "[", `\[`, "]", `\]`, "<", `\<`, ">", `\>`, "#", `\#`)
	// slackText escapes what Slack reads as links and mentions, and with a word joiner what
	// Mattermost reads as mentions.
	slackText = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "@", "@\u2060")
)

// sendHook sends a message to a webhook.
func (s *Service) sendHook(ctx context.Context, address string, m *message) error {
	body := hookBody{ID: m.id, Content: m.text(discordText.Replace), Text: m.text(slackText.Replace), Mentions: mentions{[]string{}}, Events: []hookEvent{}}
	if len(body.Content) > maxContent {
		body.Content = m.title() + "\n" + m.url()
	}
	for _, l := range m.lines {
		_, table, _ := strings.Cut(l.url, "/t/")
		body.Events = append(body.Events, hookEvent{l.kind, table, l.url, l.text})
	}
	data, err := json.Marshal(body)
	if err != nil {
		return err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(data))
	if err != nil {
		return &failure{why: "not an address", final: true}
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", "Ruhr")
	_, err = s.http.Do(r)
	if f, ok := errors.AsType[*failure](err); ok {
		f.gone = false // a receiver that is being rebuilt may come back
	}
	return err
}

// maxContent is how many bytes of content are sent; Discord takes 2000
// characters.
const maxContent = 1900
