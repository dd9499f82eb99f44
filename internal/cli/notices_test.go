package cli

import (
	"strings"
	"testing"

	"ruhr/internal/require"
	"ruhr/lang"
)

// What is wrong with --smtp and --mail-from is said, with the value and what would
// be right, and without the password.
func TestMailFlags(t *testing.T) {
	const right = "smtp://ruhr:geheim@mail.example"
	for _, c := range []struct {
		smtp, from string
		want       []string // in the error; none for no error
	}{
		{"", "", nil},
		{right, "Ruhr <ruhr@example.org>", nil},
		{"smtps://mail.example:465", "ruhr@example.org", nil},
		{right, "", []string{"--smtp", "--mail-from", "both"}},
		{"", "ruhr@example.org", []string{"--smtp", "--mail-from", "both"}},
		{"mail.example:25", "ruhr@example.org", []string{`"mail.example:25"`, "smtp://USER:PASSWORD@HOST:PORT"}},
		{"http://ruhr:geheim@mail.example", "ruhr@example.org", []string{`"http://…@mail.example"`, "smtp://USER:PASSWORD@HOST:PORT"}},
		{"smtp://ruhr:geheim@", "ruhr@example.org", []string{`"smtp://…@"`, "smtp://USER:PASSWORD@HOST:PORT"}},
		{"ruhr:geheim@mail.example", "ruhr@example.org", []string{`"…@mail.example"`, "smtp://USER:PASSWORD@HOST:PORT"}},
		{right + "/path", "ruhr@example.org", []string{`"smtp://…@mail.example/path"`, "HOST:PORT"}},
		{right + ":0", "ruhr@example.org", []string{`port is "0"`, "1 to 65535"}},
		{right + ":70000", "ruhr@example.org", []string{`port is "70000"`, "1 to 65535"}},
		{right, "ruhr", []string{`"ruhr"`, "name@host"}},
		{right, "ruhr@example.org, other@example.org", []string{"other@example.org", "name@host"}},
	} {
		m, err := noticeFlags{SMTP: c.smtp, MailFrom: c.from}.mail(&env{words: lang.For("en")})
		if len(c.want) == 0 {
			require.True(t, err == nil && (m == nil) == (c.smtp == ""), "--smtp %q --mail-from %q: %v, %v", c.smtp, c.from, m, err)
			continue
		}
		if err == nil {
			t.Errorf("--smtp %q --mail-from %q: no error, want one with %q", c.smtp, c.from, c.want)
			continue
		}
		for _, want := range c.want {
			require.True(t, strings.Contains(err.Error(), want), "--smtp %q --mail-from %q: error %q, want %q in it", c.smtp, c.from, err, want)
		}
		require.True(t, !strings.Contains(err.Error(), "geheim"), "the error %q tells the password", err)
	}
}
