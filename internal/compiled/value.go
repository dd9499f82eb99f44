package compiled

import (
	"fmt"
	"html/template"
	"reflect"
	"sync/atomic"
	"text/template/parse"
)

// pipe is the value of commands, of which each gets the one before as its last
// argument.
func (c *compiler) pipe(cmds []*parse.CommandNode) (expression, error) {
	var last expression
	for _, cmd := range cmds {
		value, err := c.command(cmd, last)
		if err != nil {
			return nil, err
		}
		last = func(s *state, dot reflect.Value) reflect.Value { return inside(value(s, dot)) }
	}
	if last == nil {
		return nil, fmt.Errorf("an empty pipeline")
	}
	return last, nil
}

// inside is the value in an interface.
func inside(v reflect.Value) reflect.Value {
	if v.Kind() == reflect.Interface {
		return v.Elem()
	}
	return v
}

// direct is the value that pointers and interfaces lead to, none if one is nil.
func direct(v reflect.Value) reflect.Value {
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	return v
}

// command is an operand, or a function or method with arguments.
func (c *compiler) command(cmd *parse.CommandNode, last expression) (expression, error) {
	var args []expression
	for _, n := range cmd.Args[1:] {
		arg, err := c.operand(n, nil)
		if err != nil {
			return nil, err
		}
		args = append(args, arg)
	}
	if last != nil {
		args = append(args, last)
	}
	if f, ok := cmd.Args[0].(*parse.IdentifierNode); ok {
		return c.function(f.Ident, args)
	}
	return c.operand(cmd.Args[0], args)
}

// operand is a value. Only a method takes arguments.
func (c *compiler) operand(n parse.Node, args []expression) (expression, error) {
	switch n := n.(type) {
	case *parse.FieldNode:
		return fields(func(_ *state, dot reflect.Value) reflect.Value { return dot }, n.Ident, args), nil
	case *parse.VariableNode:
		at, err := c.place(n.Ident[0])
		if err != nil {
			return nil, err
		}
		return fields(func(s *state, _ reflect.Value) reflect.Value { return s.vars[at] }, n.Ident[1:], args), nil
	case *parse.ChainNode:
		of, err := c.operand(n.Node, nil)
		if err != nil {
			return nil, err
		}
		return fields(of, n.Field, args), nil
	}
	if len(args) > 0 {
		return nil, fmt.Errorf("%s takes no arguments", n)
	}
	switch n := n.(type) {
	case *parse.DotNode:
		return func(_ *state, dot reflect.Value) reflect.Value { return dot }, nil
	case *parse.PipeNode:
		if len(n.Decl) == 0 {
			return c.pipe(n.Cmds)
		}
	case *parse.IdentifierNode:
		return c.function(n.Ident, nil)
	case *parse.StringNode:
		return constant(n.Text), nil
	case *parse.BoolNode:
		return constant(n.True), nil
	case *parse.NumberNode:
		if n.IsInt {
			return constant(int(n.Int64)), nil
		}
	}
	return nil, fmt.Errorf("unknown: %s", n)
}

func constant(x any) expression {
	v := reflect.ValueOf(x)
	return func(*state, reflect.Value) reflect.Value { return v }
}

// fields is a chain of fields and methods without arguments, of which the last
// may be a method with some.
func fields(of expression, names []string, args []expression) expression {
	for i, name := range names {
		f := &member{name: name}
		if i == len(names)-1 {
			f.args = args
		}
		on := of
		of = func(s *state, dot reflect.Value) reflect.Value { return f.of(on(s, dot), s, dot) }
	}
	return of
}

// member is a place in a template that names a field or a method. It remembers
// what the name means for the type it saw last.
type member struct {
	name string
	args []expression
	seen atomic.Pointer[meaning]
}

// meaning is what a name means for a type: a method, or the field at a path.
type meaning struct {
	typ         reflect.Type
	addressable bool
	method      int // -1 for a field
	path        []int
}

func (m *member) of(v reflect.Value, s *state, dot reflect.Value) reflect.Value {
	v = direct(v)
	if !v.IsValid() {
		fail("%s of nothing", m.name)
	}
	at := m.seen.Load()
	if at == nil || at.typ != v.Type() || at.addressable != v.CanAddr() {
		at = m.meaning(v)
		m.seen.Store(at)
	}
	if at.method >= 0 {
		if at.addressable {
			v = v.Addr()
		}
		return m.call(v, at.method, s, dot)
	}
	for i, k := range at.path {
		if i > 0 && v.Kind() == reflect.Pointer {
			if v.IsNil() {
				fail("%s of nothing", m.name)
			}
			v = v.Elem()
		}
		v = v.Field(k)
	}
	return v
}

func (m *member) meaning(v reflect.Value) *meaning {
	out := &meaning{typ: v.Type(), addressable: v.CanAddr(), method: -1}
	on := v.Type()
	if out.addressable {
		on = reflect.PointerTo(on)
	}
	if method, ok := on.MethodByName(m.name); ok {
		out.method = method.Index
		return out
	}
	if v.Kind() == reflect.Struct && len(m.args) == 0 {
		if f, ok := v.Type().FieldByName(m.name); ok && f.IsExported() {
			out.path = f.Index
			return out
		}
	}
	fail("%s has no %s", v.Type(), m.name)
	return nil
}

// The methods that templates call most are called without reflection.
type (
	texts interface {
		T(key string, args ...any) template.HTML
	}
	pieces interface {
		Part(name, id string, shows any) (template.HTML, error)
	}
)

func (m *member) call(on reflect.Value, method int, s *state, dot reflect.Value) reflect.Value {
	switch m.name {
	case "T":
		if t, ok := on.Interface().(texts); ok && len(m.args) > 0 {
			args := make([]any, len(m.args)-1)
			for i, arg := range m.args[1:] {
				args[i] = given(arg(s, dot))
			}
			return reflect.ValueOf(t.T(stringOf(m.args[0](s, dot)), args...))
		}
	case "Part":
		if p, ok := on.Interface().(pieces); ok && len(m.args) == 3 {
			html, err := p.Part(stringOf(m.args[0](s, dot)), stringOf(m.args[1](s, dot)), given(m.args[2](s, dot)))
			if err != nil {
				fail("%w", err)
			}
			return reflect.ValueOf(html)
		}
	}
	args := make([]reflect.Value, len(m.args))
	for i, arg := range m.args {
		args[i] = arg(s, dot)
	}
	return callWith(m.name, on.Method(method), args)
}

// given is an argument, nil for none.
func given(v reflect.Value) any {
	if !v.IsValid() {
		return nil
	}
	return v.Interface()
}

func stringOf(v reflect.Value) string {
	if v = inside(v); v.Kind() != reflect.String {
		fail("an argument is no string")
	}
	return v.String()
}

var errorType = reflect.TypeFor[error]()

// callWith calls a function that returns a value, or a value and an error.
func callWith(name string, f reflect.Value, args []reflect.Value) reflect.Value {
	t := f.Type()
	if fixed := t.NumIn(); t.IsVariadic() && len(args) < fixed-1 || !t.IsVariadic() && len(args) != fixed {
		fail("%s with %d arguments", name, len(args))
	}
	for i, arg := range args {
		var want reflect.Type
		if t.IsVariadic() && i >= t.NumIn()-1 {
			want = t.In(t.NumIn() - 1).Elem()
		} else {
			want = t.In(i)
		}
		args[i] = as(name, arg, want)
	}
	out := f.Call(args)
	if len(out) == 2 && out[1].Type() == errorType && !out[1].IsNil() {
		fail("%s: %w", name, out[1].Interface().(error))
	}
	return out[0]
}

// as is an argument as the type of its parameter.
func as(name string, v reflect.Value, want reflect.Type) reflect.Value {
	switch {
	case !v.IsValid():
		return reflect.Zero(want)
	case v.Type().AssignableTo(want):
		return v
	case v.Kind() == reflect.Interface || v.Kind() == reflect.Pointer:
		if !v.IsNil() {
			return as(name, v.Elem(), want)
		}
	}
	fail("%s with a %s where it takes a %s", name, v.Type(), want)
	return v
}

// truth is what counts as true in an if.
func truth(v reflect.Value) bool {
	switch v = inside(v); v.Kind() {
	case reflect.Invalid:
		return false
	case reflect.String, reflect.Slice, reflect.Array, reflect.Map:
		return v.Len() > 0
	case reflect.Struct:
		return true
	}
	return !v.IsZero()
}
