package compiled

import (
	"bytes"
	"errors"
	"html/template"
	"strings"
	"testing"
)

type inner struct {
	Deep string
	Nil  *inner
}

func (i inner) Name() string               { return "name of " + i.Deep }
func (i *inner) Pointed() string           { return "pointed " + i.Deep }
func (i inner) Sum(a int, more ...int) int { return a + len(more) + len(i.Deep) }
func (i inner) Fails(ok bool) (string, error) {
	if ok {
		return "fine", nil
	}
	return "", errors.New("as it was told")
}

func (i inner) T(key string, args ...any) template.HTML {
	return template.HTML("<b>" + key + "</b>" + strings.Repeat("!", len(args)))
}

func (i inner) Part(name, id string, shows any) (template.HTML, error) {
	if shows == nil {
		return "", errors.New("nothing to show")
	}
	return template.HTML("<i>" + name + id + "</i>"), nil
}

type outer struct {
	inner
	*hidden
	Text, Empty string
	HTML        template.HTML
	Number      int
	Yes, No     bool
	List        []string
	None        []string
	Structs     []inner
	Pointer     *inner
	NoPointer   *inner
	Any         any
	NoAny       any
}

type hidden struct{ Behind string }

var sample = outer{
	inner: inner{Deep: "deep"}, hidden: &hidden{"b"}, Text: `<a> & "b" + 'c'`, HTML: `<u title="x">&amp; + "y"</u>`, Number: -7, Yes: true,
	List: []string{"x", "<y>", "z"}, Structs: []inner{{Deep: "one"}, {Deep: "two"}}, Pointer: &inner{Deep: "ptr"}, Any: inner{Deep: "any"},
}

var functions = template.FuncMap{
	"inc":   func(n int) int { return n + 1 },
	"pair":  func(a, b any) any { return []any{a, b} },
	"fails": func() (string, error) { return "", errors.New("a function that fails") },
}

const others = `{{define "other"}}({{.}}){{end}}{{define "both"}}{{$}}{{range .}}[{{.}}]{{end}}{{end}}`

func parsed(t testing.TB, source string) *template.Template {
	t.Helper()
	out, err := template.New("main").Funcs(functions).Parse(source + others)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// Both write the same, or both fail.
func TestWritesWhatHTMLTemplateWrites(t *testing.T) {
	for _, source := range []string{
		`a {{.Text}} b {{.HTML}} {{.Number}} {{.Yes}}{{/* nothing */}}`,
		`<p title="{{.Text}}{{.HTML}}{{.Number}}">`,
		`<a href="/t/{{.Text}}?x={{.Text}}&y={{.HTML}}#{{.Number}}">`,
		`<a href="{{.Text}}">`, `<a href="{{.Deep}}/{{.Text}}">`,
		`{{.Deep}} {{.Behind}} {{.Name}} {{.Pointer.Deep}} {{.Pointer.Pointed}} {{.Any.Name}} {{(index .Structs 1).Deep}}`,
		`{{.Sum 1}} {{.Sum 1 2 3}} {{.Any.Sum .Number .Number}} {{4 | .Sum 1 2}}`,
		`{{.T "key"}} {{.T "key" .Number "x" .NoAny}} <i title="{{.Any.T "k"}}">`,
		`{{.Part "a" "b" .Number}} {{.Part "a" .Deep .List}}`,
		`{{.Fails true}}`,
		`{{if .Yes}}y{{end}}{{if .No}}n{{else}}e{{end}}{{if .Empty}}1{{else if .Number}}2{{end}}{{if .None}}3{{end}}{{if .NoPointer}}4{{end}}{{if .Pointer}}5{{end}}{{if .NoAny}}6{{end}}{{if .inner}}7{{end}}`,
		`{{with .Text}}{{.}}{{else}}none{{end}}{{with .NoPointer}}{{.Deep}}{{else}}none{{$.Text}}{{end}}{{with $x := .Pointer}}{{$x.Deep}}{{.Deep}}{{end}}`,
		`{{range .List}}{{.}},{{else}}none{{end}}{{range .None}}{{.}}{{else}}none{{$.Number}}{{end}}{{range 3}}{{.}}{{end}}{{range 0}}{{.}}{{else}}zero{{end}}`,
		`{{range $i, $s := .Structs}}{{$i}}{{$s.Deep}}{{$s.Pointed}}{{.Name}}{{range $j := $.List}}{{$j}}{{$i}}{{end}}{{end}}{{range $x := .List}}{{$x}}{{end}}`,
		`{{$a := .Text}}{{$b := inc .Number}}{{$a}}{{$b}}{{if .Yes}}{{$a := 5}}{{$a}}{{end}}{{$a}}{{with $c := 1}}{{$c}}{{end}}`,
		`{{template "other" .Text}}{{template "other"}}{{template "other" .Any.Deep}}{{template "both" pair .Text .Number}}{{template "both" (pair $ .Number | len | pair 1)}}`,
		`{{and .Yes .Text}}{{and .No .Text}}{{or .Empty .Number}}{{or .No .Empty}}{{not .Yes}}{{not .Empty}}`,
		`{{eq .Text "x" "y"}}{{eq .Deep "x" "deep"}}{{ne .Number 3}}{{lt .Number 3}}{{le 3 3}}{{gt .Number 3}}{{ge 3 .Number}}{{eq .Yes true}}{{eq .HTML "x"}}{{eq .HTML .HTML}}`,
		`{{len .List}} {{index .List 1}} {{print .Number .Text "x" 1}} {{(print .Text)}} {{len (print 1 2)}}`,
		`{{.Any}} {{.Pointer.Deep}} {{.List}} {{.NoAny}}`,
		`{{.NoPointer.Deep}}`, `{{.Nothing}}`, `{{.Any.Nothing}}`, `{{.Fails false}}`, `{{fails}}`, `{{.Part "a" "b" .NoAny}}`, `{{index .List 3}}`,
		`{{.Sum}}`, `{{.Sum "x"}}`, `{{.T 1}}`, `{{range .Text}}{{.}}{{end}}`, `{{eq .Text 1}}`, `{{.Text 1}}`,
	} {
		for name, data := range map[string]any{"a value": sample, "a pointer": &sample, "a copy": new(sample)} {
			var got, want bytes.Buffer
			wantErr := parsed(t, source).Execute(&want, data)
			err := New(parsed(t, source), functions).Execute(&got, "main", data)
			if (err == nil) != (wantErr == nil) || err == nil && got.String() != want.String() {
				t.Errorf("%s, %s: %q, %v\nhtml/template: %q, %v", source, name, got.String(), err, want.String(), wantErr)
			}
		}
	}
}

// A place in a template takes values of several types, one after another.
func TestTypesChangeAtAPlace(t *testing.T) {
	set := New(parsed(t, `{{range .}}{{.Deep}} {{end}}`), functions)
	for range 2 {
		var out bytes.Buffer
		err := set.Execute(&out, "main", []any{inner{Deep: "a"}, &inner{Deep: "b"}, sample, &sample, struct{ X, Deep int }{1, 2}})
		if err != nil || out.String() != "a b deep deep 2 " {
			t.Errorf("%q, %v", out.String(), err)
		}
	}
}

// Every character is escaped as html/template does it, wherever it stands.
func TestEveryPlaceEscapes(t *testing.T) {
	var texts []string
	for c := range rune(0x180) {
		texts = append(texts, "a"+string(c)+"b")
	}
	texts = append(texts, "", "javascript:alert(1)", "\xff", "<b>x</b>", "&amp;", "a & b", "https://x/y?z=1&w=2", "€\u2028\U0001F600")
	for _, p := range places {
		set := New(parsed(t, p.before+"{{.}}"+p.after), functions)
		for _, text := range texts {
			for _, value := range []any{text, template.HTML(text), template.URL(text), &text} {
				var got, want bytes.Buffer
				if err := parsed(t, p.before+"{{.}}"+p.after).Execute(&want, value); err != nil {
					t.Fatal(err)
				}
				if err := set.Execute(&got, "main", value); err != nil || got.String() != want.String() {
					t.Errorf("%T %q after %s: %q, %v, expected %q", value, text, p.before, got.String(), err, want.String())
				}
			}
		}
	}
}

// What is not known is refused when it is compiled.
func TestUnknownIsRefused(t *testing.T) {
	for _, source := range []string{
		`{{range .List}}{{break}}{{end}}`, `{{range .List}}{{continue}}{{end}}`, `{{$x := 1}}{{$x = 2}}`, `{{printf "%d" 1}}`, `{{1.5}}`,
		`<script>{{.Text}}</script>`, `<p title={{.Text}}>`, `<p style="color: {{.Text}}">`, `<p title="{{template "other" .Text}}">`, `{{eq 1}}`,
	} {
		var out bytes.Buffer
		set := New(parsed(t, source), functions)
		for range 2 { // the second time as the first
			if err := set.Execute(&out, "main", sample); !errors.Is(err, ErrNotCompiled) || out.Len() > 0 {
				t.Errorf("%s is written as %q, error %v", source, out.String(), err)
			}
		}
	}
	for source, name := range map[string]string{`{{.Text}}`: "nosuch", `<a href="{{if .Yes}}"{{end}}>`: "main"} {
		if err := New(parsed(t, source), functions).Execute(new(bytes.Buffer), name, sample); err == nil {
			t.Errorf("%s: %s is written", source, name)
		}
	}
}
