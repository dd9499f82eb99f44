package compiled

import (
	"bytes"
	"errors"
	"fmt"
	"html/template"
	"reflect"
	"sync"
	"text/template/parse"
)

// ErrNotCompiled: a template uses something that this package does not know.
// html/template can execute it.
var ErrNotCompiled = errors.New("template cannot be compiled")

// Set executes the templates of one html/template, compiled at their first use.
type Set struct {
	from  *template.Template
	funcs template.FuncMap

	mu       sync.Mutex
	programs map[string]*program
	refused  map[string]error // templates that cannot be compiled
}

// New returns a set of the templates that belong to t, which have these functions.
func New(t *template.Template, funcs template.FuncMap) *Set {
	return &Set{from: t, funcs: funcs, programs: map[string]*program{}, refused: map[string]error{}}
}

// Execute writes a template with its data. If there is an error, a part of it may
// have been written. Errors: ErrNotCompiled, with nothing written, and what a
// function or method returns.
func (s *Set) Execute(out *bytes.Buffer, name string, data any) (err error) {
	p, err := s.program(name)
	if err != nil {
		return err
	}
	defer func() {
		if e := recover(); e != nil {
			f, ok := e.(failure)
			if !ok {
				panic(e)
			}
			err = fmt.Errorf("template %q: %w", name, f.error)
		}
	}()
	p.run(&state{out: out}, reflect.ValueOf(data))
	return nil
}

// failure is panicked with to end an execution.
type failure struct{ error }

func fail(format string, args ...any) { panic(failure{fmt.Errorf(format, args...)}) }

// program is a compiled template.
type program struct {
	body statement
	vars int // how many variables it has, $ among them
}

// state is an execution.
type state struct {
	out  *bytes.Buffer
	vars []reflect.Value // of the template that is executed
}

func (p *program) run(s *state, dot reflect.Value) {
	inner := state{s.out, make([]reflect.Value, p.vars)}
	inner.vars[0] = dot
	p.body(&inner, dot)
}

// A statement writes something, an expression has a value. Neither changes after
// it has been compiled.
type (
	statement  func(s *state, dot reflect.Value)
	expression func(s *state, dot reflect.Value) reflect.Value
)

// program compiles a template and all that it uses.
func (s *Set) program(name string) (*program, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if p := s.programs[name]; p != nil {
		return p, nil
	}
	if err := s.refused[name]; err != nil {
		return nil, err
	}
	// html/template makes a template safe when it is first executed; how far it
	// gets without data does not matter.
	var unsafe *template.Error
	if err := s.from.ExecuteTemplate(nowhere{}, name, nil); errors.As(err, &unsafe) {
		return nil, err
	}
	made := map[string]*program{} // not to be used unless all of it is understood
	p, err := s.compile(name, made)
	if err != nil {
		s.refused[name] = fmt.Errorf("%w: %q: %w", ErrNotCompiled, name, err)
		return nil, s.refused[name]
	}
	for name, p := range made {
		s.programs[name] = p
	}
	return p, nil
}

// nowhere ends an execution at the first text.
type nowhere struct{}

var errNowhere = errors.New("nothing is written")

func (nowhere) Write([]byte) (int, error) { return 0, errNowhere }

func (s *Set) compile(name string, made map[string]*program) (*program, error) {
	if p := s.programs[name]; p != nil {
		return p, nil
	}
	if p := made[name]; p != nil {
		return p, nil
	}
	t := s.from.Lookup(name)
	if t == nil || t.Tree == nil {
		return nil, fmt.Errorf("there is no template %q", name)
	}
	p := &program{}
	made[name] = p
	c := &compiler{set: s, made: made, scope: []string{"$"}, vars: 1}
	var err error
	if p.body, err = c.list(t.Tree.Root); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	p.vars = c.vars
	return p, nil
}

// compiler compiles one template.
type compiler struct {
	set   *Set
	made  map[string]*program
	scope []string // names of the variables that are visible
	vars  int      // the most at the same time
}

// declare makes a variable visible and returns its place.
func (c *compiler) declare(name string) int {
	c.scope = append(c.scope, name)
	c.vars = max(c.vars, len(c.scope))
	return len(c.scope) - 1
}

func (c *compiler) place(name string) (int, error) {
	for i := len(c.scope) - 1; i >= 0; i-- {
		if c.scope[i] == name {
			return i, nil
		}
	}
	return 0, fmt.Errorf("variable %s", name)
}

func (c *compiler) list(l *parse.ListNode) (statement, error) {
	if l == nil {
		return func(*state, reflect.Value) {}, nil
	}
	var all []statement
	for _, n := range l.Nodes {
		st, err := c.node(n)
		if err != nil {
			return nil, err
		}
		if st != nil {
			all = append(all, st)
		}
	}
	return func(s *state, dot reflect.Value) {
		for _, st := range all {
			st(s, dot)
		}
	}, nil
}

// block is a list with a scope of its own.
func (c *compiler) block(l *parse.ListNode) (statement, error) {
	visible := len(c.scope)
	st, err := c.list(l)
	c.scope = c.scope[:visible]
	return st, err
}

func (c *compiler) node(n parse.Node) (statement, error) {
	switch n := n.(type) {
	case *parse.CommentNode:
		return nil, nil
	case *parse.TextNode:
		text := n.Text
		return func(s *state, _ reflect.Value) { s.out.Write(text) }, nil
	case *parse.ActionNode:
		return c.action(n.Pipe)
	case *parse.IfNode:
		return c.branch(&n.BranchNode, false)
	case *parse.WithNode:
		return c.branch(&n.BranchNode, true)
	case *parse.RangeNode:
		return c.loop(n)
	case *parse.TemplateNode:
		return c.template(n)
	}
	return nil, fmt.Errorf("unknown: %s", n)
}

// branch is an if, or a with, in which dot changes.
func (c *compiler) branch(n *parse.BranchNode, with bool) (statement, error) {
	visible := len(c.scope)
	defer func() { c.scope = c.scope[:visible] }()
	cond, err := c.declaring(n.Pipe)
	if err != nil {
		return nil, err
	}
	then, err := c.block(n.List)
	if err != nil {
		return nil, err
	}
	otherwise, err := c.block(n.ElseList)
	if err != nil {
		return nil, err
	}
	return func(s *state, dot reflect.Value) {
		v := cond(s, dot)
		switch {
		case !truth(v):
			otherwise(s, dot)
		case with:
			then(s, v)
		default:
			then(s, dot)
		}
	}, nil
}

// declaring is a pipeline that may declare a variable.
func (c *compiler) declaring(p *parse.PipeNode) (expression, error) {
	value, err := c.pipe(p.Cmds)
	if err != nil || len(p.Decl) == 0 {
		return value, err
	}
	if p.IsAssign || len(p.Decl) > 1 {
		return nil, fmt.Errorf("unknown: %s", p)
	}
	at := c.declare(p.Decl[0].Ident[0])
	return func(s *state, dot reflect.Value) reflect.Value {
		v := value(s, dot)
		s.vars[at] = v
		return v
	}, nil
}

func (c *compiler) loop(n *parse.RangeNode) (statement, error) {
	if n.Pipe.IsAssign {
		return nil, fmt.Errorf("unknown: %s", n.Pipe)
	}
	visible := len(c.scope)
	defer func() { c.scope = c.scope[:visible] }()
	list, err := c.pipe(n.Pipe.Cmds)
	if err != nil {
		return nil, err
	}
	index, element := -1, -1
	for _, d := range n.Pipe.Decl { // one alone is the element
		index, element = element, c.declare(d.Ident[0])
	}
	body, err := c.block(n.List)
	if err != nil {
		return nil, err
	}
	otherwise, err := c.block(n.ElseList)
	if err != nil {
		return nil, err
	}
	each := func(s *state, i int, v reflect.Value) {
		if index >= 0 {
			s.vars[index] = reflect.ValueOf(i)
		}
		if element >= 0 {
			s.vars[element] = v
		}
		body(s, v)
	}
	return func(s *state, dot reflect.Value) {
		v := direct(list(s, dot))
		n := 0
		switch v.Kind() {
		case reflect.Invalid:
		case reflect.Slice, reflect.Array:
			n = v.Len()
			for i := range n {
				each(s, i, v.Index(i))
			}
		case reflect.Int:
			n = int(v.Int())
			for i := range n {
				each(s, i, reflect.ValueOf(i))
			}
		default:
			fail("range over a %s", v.Type())
		}
		if n <= 0 {
			otherwise(s, dot)
		}
	}, nil
}

func (c *compiler) template(n *parse.TemplateNode) (statement, error) {
	p, err := c.set.compile(n.Name, c.made)
	if err != nil {
		return nil, err
	}
	if n.Pipe == nil {
		return func(s *state, _ reflect.Value) { p.run(s, reflect.Value{}) }, nil
	}
	data, err := c.declaring(n.Pipe)
	if err != nil {
		return nil, err
	}
	return func(s *state, dot reflect.Value) { p.run(s, data(s, dot)) }, nil
}

// action writes a value, or declares a variable.
func (c *compiler) action(p *parse.PipeNode) (statement, error) {
	if len(p.Decl) > 0 {
		value, err := c.declaring(p)
		return func(s *state, dot reflect.Value) { value(s, dot) }, err
	}
	n := 0
	for n < len(p.Cmds) && escaperOf(p.Cmds[n]) == "" {
		n++
	}
	value, err := c.pipe(p.Cmds[:n])
	if err != nil {
		return nil, err
	}
	escape, err := escapeAs(p.Cmds[n:])
	if err != nil {
		return nil, err
	}
	return func(s *state, dot reflect.Value) { escape(s.out, value(s, dot)) }, nil
}
