package compiled

import (
	"bytes"
	"fmt"
	"html/template"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"text/template/parse"
	"unicode"
)

// escaperOf names the escaper that html/template has put into a pipeline, "" if
// the command is none.
func escaperOf(cmd *parse.CommandNode) string {
	if f, ok := cmd.Args[0].(*parse.IdentifierNode); ok && len(cmd.Args) == 1 {
		if name, ok := strings.CutPrefix(f.Ident, "_html_template_"); ok {
			return name
		}
	}
	return ""
}

// place is where in HTML a value stands.
type place struct {
	escapers      string // that html/template puts there
	before, after string
	html          safety // of an HTML text
	text          safety // of a string
}

// safety of the characters of a text at a place. Those above ASCII are safe
// everywhere but in addresses.
type safety struct {
	all  bool   // everything is safe
	not  string // what is not
	only string // what alone is, besides letters and digits
}

const special = "\x00\"'&+<>"

// places are those where the templates have values.
var places = []place{
	{"htmlescaper", `<p>`, `</p>`, safety{all: true}, safety{not: special}},
	{"attrescaper", `<p title="`, `"></p>`, safety{not: "\x00\"'+<>"}, safety{not: special}},
	{"urlnormalizer attrescaper", `<a href="/`, `"></a>`, safety{only: "-._~/?="}, safety{only: "-._~/?="}},
	{"urlescaper attrescaper", `<a href="/?`, `"></a>`, safety{only: "-._~"}, safety{only: "-._~"}},
	{"urlfilter urlnormalizer attrescaper", `<a href="`, `"></a>`, safety{only: "-._~/?="}, safety{only: "-._~/?="}},
}

var (
	stringType = reflect.TypeFor[string]()
	htmlType   = reflect.TypeFor[template.HTML]()
	intType    = reflect.TypeFor[int]()
)

// escapeAs writes values as these escapers would.
func escapeAs(cmds []*parse.CommandNode) (func(*bytes.Buffer, reflect.Value), error) {
	var names []string
	for _, cmd := range cmds {
		names = append(names, escaperOf(cmd))
	}
	at := strings.Join(names, " ")
	if write := writers()[at]; write != nil {
		return write, nil
	}
	return nil, fmt.Errorf("unknown: a value that html/template would escape with %q", at)
}

// writers write a value at each of the places.
var writers = sync.OnceValue(func() map[string]func(*bytes.Buffer, reflect.Value) {
	out := map[string]func(*bytes.Buffer, reflect.Value){}
	for _, p := range places {
		out[p.escapers] = p.writer()
	}
	return out
})

func (p place) writer() func(*bytes.Buffer, reflect.Value) {
	there := template.Must(template.New("").Parse(p.before + "{{.}}" + p.after))
	html, text := p.html.table(), p.text.table()
	return func(out *bytes.Buffer, v reflect.Value) {
		if v = inside(v); v.IsValid() {
			switch v.Type() {
			case intType:
				out.Write(strconv.AppendInt(out.AvailableBuffer(), v.Int(), 10)) // a minus is safe everywhere
				return
			case htmlType:
				if s := v.String(); html.safe(s) {
					out.WriteString(s)
					return
				}
			case stringType:
				if s := v.String(); text.safe(s) {
					out.WriteString(s)
					return
				}
			}
		}
		var whole bytes.Buffer
		if err := there.Execute(&whole, given(v)); err != nil {
			fail("%w", err)
		}
		out.Write(whole.Bytes()[len(p.before) : whole.Len()-len(p.after)])
	}
}

// table says which bytes are safe, nil that all are.
type table []bool

func (s safety) table() table {
	if s.all {
		return nil
	}
	out := make(table, 256)
	for c := range out {
		if s.only == "" {
			out[c] = c > unicode.MaxASCII || !strings.ContainsRune(s.not, rune(c))
		} else {
			out[c] = c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c <= unicode.MaxASCII && strings.ContainsRune(s.only, rune(c))
		}
	}
	return out
}

func (t table) safe(s string) bool {
	if t == nil {
		return true
	}
	for i := range len(s) {
		if !t[s[i]] {
			return false
		}
	}
	return true
}
