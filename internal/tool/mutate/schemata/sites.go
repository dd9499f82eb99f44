package schemata

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"
)

// negations, boundaries and arithmetic map the operators that change to the
// function of switch.go.txt that implements both forms.
var (
	negations  = []token.Token{token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ}
	boundaries = map[token.Token]string{
		token.LSS: "mutantLess", token.LEQ: "mutantLessEqual", token.GTR: "mutantGreater", token.GEQ: "mutantGreaterEqual",
	}
	arithmetic = map[token.Token]string{
		token.ADD: "mutantAdd", token.SUB: "mutantSub", token.MUL: "mutantMul", token.QUO: "mutantQuo", token.REM: "mutantRem",
	}
)

// replacement maps an operator in a constant to its mutation.
var replacement = map[string]map[token.Token]token.Token{
	ArithmeticBase:       {token.ADD: token.SUB, token.SUB: token.ADD, token.MUL: token.QUO, token.QUO: token.MUL, token.REM: token.MUL},
	ConditionalsBoundary: {token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ, token.GEQ: token.GTR},
	ConditionalsNegation: {token.EQL: token.NEQ, token.NEQ: token.EQL, token.LSS: token.GEQ, token.GEQ: token.LSS, token.GTR: token.LEQ, token.LEQ: token.GTR},
}

// rewriter replaces the operators of one file by switches.
type rewriter struct {
	*source
	file    *sourceFile
	edits   edits
	propose func(at token.Position, operator, kind string) (id int, ok bool)
}

// rewrite returns the file with its switches. Line numbers stay the same.
func (r *rewriter) rewrite() []byte {
	for _, d := range r.file.syntax.Decls {
		ast.Inspect(d, r.visit)
	}
	return r.edits.apply(r.file.text)
}

// visit rewrites one node. It skips places where Go requires constants.
func (r *rewriter) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.GenDecl:
		return n.Tok != token.CONST
	case *ast.ArrayType:
		ast.Inspect(n.Elt, r.visit)
		return false
	case *ast.CompositeLit:
		r.composite(n)
		return false
	case *ast.IncDecStmt:
		r.step(n)
	case ast.Expr:
		if r.info.Types[n].Value != nil {
			r.constant(n)
			return false
		}
		switch n := n.(type) {
		case *ast.BinaryExpr:
			r.binary(n)
		case *ast.UnaryExpr:
			if n.Op == token.SUB && numeric(r.info.TypeOf(n)) {
				r.call(n, "mutantNegative", n.OpPos, n.Op, InvertNegatives, n.X)
			}
		}
	}
	return true
}

// composite enters a composite literal, but not the keys of arrays and slices,
// which are constants, nor field names.
func (r *rewriter) composite(n *ast.CompositeLit) {
	_, keyed := r.info.TypeOf(n).Underlying().(*types.Map)
	if n.Type != nil {
		ast.Inspect(n.Type, r.visit)
	}
	for _, e := range n.Elts {
		if pair, ok := e.(*ast.KeyValueExpr); ok {
			if keyed {
				ast.Inspect(pair.Key, r.visit)
			}
			e = pair.Value
		}
		ast.Inspect(e, r.visit)
	}
}

func (r *rewriter) binary(n *ast.BinaryExpr) {
	if name, ok := arithmetic[n.Op]; ok {
		if numeric(r.info.TypeOf(n)) {
			r.call(n, name, n.OpPos, n.Op, ArithmeticBase, n.X, n.Y)
		}
		return
	}
	if !slices.Contains(negations, n.Op) {
		return
	}
	negate, ok := r.mutant(n.OpPos, n.Op, ConditionalsNegation)
	if ok { // the outer pair of edits must be added first
		r.edits.around(r.offset(n.Pos()), r.offset(n.End()), "(", fmt.Sprintf(" != mutantOn(%d))", negate))
	}
	name := boundaries[n.Op]
	if t := r.operandType(n); name != "" && ordered(t) && r.call(n, name, n.OpPos, n.Op, ConditionalsBoundary, n.X, n.Y) {
		return
	}
	if ok {
		r.edits.around(r.offset(n.Pos()), r.offset(n.End()), "(", ")")
	}
}

// operandType returns the type in which a comparison is made.
func (r *rewriter) operandType(n *ast.BinaryExpr) types.Type {
	if r.info.Types[n.X].Value != nil {
		return r.info.TypeOf(n.Y)
	}
	return r.info.TypeOf(n.X)
}

// call turns an operator into a call: a + b becomes mutantAdd(17, a, b).
func (r *rewriter) call(n ast.Expr, name string, at token.Pos, operator token.Token, kind string, operands ...ast.Expr) bool {
	casts := make([]string, len(operands))
	for i, o := range operands {
		if shifts(r.info, o) { // 1 << n takes its type from its context
			if casts[i] = r.typeName(r.info.TypeOf(o), n.Pos()); casts[i] == "" {
				return false
			}
		}
	}
	id, ok := r.mutant(at, operator, kind)
	if !ok {
		return false
	}
	r.edits.around(r.offset(n.Pos()), r.offset(n.End()), fmt.Sprintf("%s(%d, ", name, id), ")")
	between := ","
	if len(operands) == 1 {
		between = " "
	}
	r.edits.replace(r.offset(at), r.offset(at)+len(operator.String()), between)
	for i, o := range operands {
		if casts[i] != "" {
			r.edits.around(r.offset(o.Pos()), r.offset(o.End()), casts[i]+"(", ")")
		}
	}
	return true
}

// step turns x++ into x += mutantStep(17, x, 1).
func (r *rewriter) step(n *ast.IncDecStmt) {
	if calls(n.X) {
		return // x would be evaluated twice
	}
	id, ok := r.mutant(n.TokPos, n.Tok, IncrementDecrement)
	if !ok {
		return
	}
	x := string(r.file.text[r.offset(n.X.Pos()):r.offset(n.X.End())])
	r.edits.replace(r.offset(n.TokPos), r.offset(n.TokPos)+2, fmt.Sprintf("%c= mutantStep(%d, %s)", n.Tok.String()[0], id, x))
}

// constant adds a switch between a constant and its value with one operator
// changed. Changes that do not compile or give the same value are skipped.
func (r *rewriter) constant(n ast.Expr) {
	var changes []constantChange
	ast.Inspect(n, func(x ast.Node) bool {
		changes = append(changes, constantChanges(x)...)
		return true
	})
	from, to := r.offset(n.Pos()), r.offset(n.End())
	text := string(r.file.text[from:to])
	if len(changes) == 0 || strings.Contains(text, "\n") {
		return
	}
	name := r.typeName(types.Default(r.info.TypeOf(n)), n.Pos())
	if name == "" {
		return
	}
	before, after := "", ""
	for _, c := range changes {
		at := r.offset(c.at) - from
		changed := name + "(" + text[:at] + c.now + text[at+len(c.was.String()):] + ")"
		value, err := types.Eval(r.fset, r.types, n.Pos(), changed)
		if err != nil || value.Value == nil || constant.Compare(value.Value, token.EQL, r.info.Types[n].Value) {
			continue
		}
		if id, ok := r.mutant(c.at, c.was, c.kind); ok {
			before += fmt.Sprintf("mutantPick(%d, %s, ", id, changed)
			after += ")"
		}
	}
	if before != "" {
		r.edits.around(from, to, before+name+"(", ")"+after)
	}
}

type constantChange struct {
	kind string
	at   token.Pos
	was  token.Token
	now  string
}

func constantChanges(n ast.Node) (list []constantChange) {
	switch n := n.(type) {
	case *ast.UnaryExpr:
		if n.Op == token.SUB {
			return []constantChange{{InvertNegatives, n.OpPos, token.SUB, " "}}
		}
	case *ast.BinaryExpr:
		for _, kind := range []string{ArithmeticBase, ConditionalsBoundary, ConditionalsNegation} {
			if now, ok := replacement[kind][n.Op]; ok {
				list = append(list, constantChange{kind, n.OpPos, n.Op, now.String()})
			}
		}
	}
	return list
}

func (r *rewriter) mutant(at token.Pos, operator token.Token, kind string) (int, bool) {
	return r.propose(r.fset.Position(at), operator.String(), kind)
}

func (r *rewriter) offset(p token.Pos) int { return r.fset.Position(p).Offset }

// typeName returns an expression for a type at a place in the file; "" if there
// is none.
func (r *rewriter) typeName(t types.Type, at token.Pos) string {
	name := types.TypeString(t, func(p *types.Package) string {
		if p == r.types {
			return ""
		}
		for _, i := range r.file.syntax.Imports {
			if path, _ := strconv.Unquote(i.Path.Value); path == p.Path() {
				if i.Name != nil {
					return i.Name.Name
				}
				return p.Name()
			}
		}
		return p.Name()
	})
	if found, err := types.Eval(r.fset, r.types, at, name); err != nil || !found.IsType() || !types.Identical(found.Type, t) {
		return ""
	}
	return name
}

func numeric(t types.Type) bool { return basic(t, types.IsInteger|types.IsFloat) }
func ordered(t types.Type) bool { return basic(t, types.IsOrdered) }

func basic(t types.Type, info types.BasicInfo) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&info != 0
}

// shifts reports whether an operand contains a non-constant shift.
func shifts(info *types.Info, e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return shifts(info, e.X)
	case *ast.UnaryExpr:
		return shifts(info, e.X)
	case *ast.BinaryExpr:
		if info.Types[e].Value != nil {
			return false
		}
		return e.Op == token.SHL || e.Op == token.SHR || shifts(info, e.X) || shifts(info, e.Y)
	}
	return false
}

func calls(e ast.Expr) (found bool) {
	ast.Inspect(e, func(n ast.Node) bool {
		_, call := n.(*ast.CallExpr)
		found = found || call
		return !found
	})
	return found
}
