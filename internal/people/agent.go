package people

import "strings"

// named are parts of User-Agent headers with the names people know. The first
// match counts, because most browsers claim to be others, too.
type named []struct{ part, name string }

var (
	browsers = named{
		{"Firefox/", "Firefox"}, {"FxiOS/", "Firefox"}, {"Edg", "Edge"}, {"OPR/", "Opera"}, {"SamsungBrowser/", "Samsung Internet"},
		{"CriOS/", "Chrome"}, {"Chrome/", "Chrome"}, {"Safari/", "Safari"},
	}
	systems = named{
		{"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Android", "Android"}, {"Windows", "Windows"}, {"CrOS", "ChromeOS"},
		{"Mac OS X", "macOS"}, {"Linux", "Linux"},
	}
)

// Agent describes a browser so that its user recognizes it: "Firefox, Linux".
// It is "" for unknown ones.
func Agent(header string) string {
	var out []string
	for _, list := range []named{browsers, systems} {
		for _, n := range list {
			if strings.Contains(header, n.part) {
				out = append(out, n.name)
				break
			}
		}
	}
	return strings.Join(out, ", ")
}
