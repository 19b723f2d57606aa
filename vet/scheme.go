package vet

import (
	"bytes"
	"go/ast"
	"go/constant"
	"go/format"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"
)

// iriPath is the import path of the package whose use is checked.
const iriPath = "github.com/rfc3987/iri"

// A schemeComparer finds schemes that are compared as text, although case does not matter in
// them (RFC 3986 §3.1).
type schemeComparer struct {
	pass      *analysis.Pass
	variables map[types.Object]bool // those that hold a scheme as it is written
}

// schemeVariables returns a comparer that knows the variables which are declared with a scheme:
// s := i.Scheme(), and s, ok := r.Scheme().
func schemeVariables(pass *analysis.Pass, in *inspector.Inspector) *schemeComparer {
	c := &schemeComparer{pass, make(map[types.Object]bool)}
	for n := range in.PreorderSeq((*ast.AssignStmt)(nil)) {
		n := n.(*ast.AssignStmt)
		if n.Tok != token.DEFINE || len(n.Rhs) != 1 || !c.isCall(n.Rhs[0]) {
			continue
		}
		if name, ok := n.Lhs[0].(*ast.Ident); ok && pass.TypesInfo.Defs[name] != nil {
			c.variables[pass.TypesInfo.Defs[name]] = true
		}
	}
	return c
}

// isCall reports whether an expression calls the method Scheme of an IRI or a reference.
func (c *schemeComparer) isCall(e ast.Expr) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return false
	}
	switch calleeName(c.pass.TypesInfo, call) {
	case "(" + iriPath + ".IRI).Scheme", "(" + iriPath + ".Ref).Scheme":
		return true
	}
	return false
}

// isScheme reports whether an expression is the text of a scheme.
func (c *schemeComparer) isScheme(e ast.Expr) bool {
	name, ok := ast.Unparen(e).(*ast.Ident)
	return ok && c.variables[c.pass.TypesInfo.Uses[name]] || c.isCall(e)
}

// isText reports whether an expression is a constant of text that is not empty: with the empty
// text one asks whether there is a scheme.
func (c *schemeComparer) isText(e ast.Expr) bool {
	v := c.pass.TypesInfo.Types[e].Value
	return v != nil && v.Kind() == constant.String && constant.StringVal(v) != ""
}

// comparison reports == and != between a scheme and a constant.
func (c *schemeComparer) comparison(n *ast.BinaryExpr) {
	scheme, text := n.X, n.Y
	if c.isText(scheme) {
		scheme, text = text, scheme
	}
	if n.Op != token.EQL && n.Op != token.NEQ || !c.isText(text) || !c.isScheme(scheme) {
		return
	}
	c.pass.Report(analysis.Diagnostic{Pos: n.Pos(), End: n.End(), Category: "scheme", Message: schemeMessage,
		SuggestedFixes: c.fixes(n, scheme, text)})
}

// selection reports a switch on a scheme that has cases of constants.
func (c *schemeComparer) selection(n *ast.SwitchStmt) {
	if n.Tag == nil || !c.isScheme(n.Tag) {
		return
	}
	for _, clause := range n.Body.List {
		if slices.ContainsFunc(clause.(*ast.CaseClause).List, c.isText) {
			report(c.pass, n.Tag, "scheme", schemeMessage)
			return
		}
	}
}

const schemeMessage = "Scheme returns the text as it is written, so HTTP is not equal to http here; use IsScheme " +
	"(RFC 3986 §3.1)"

// fixes returns the edit that asks IsScheme in place of a comparison of i.Scheme().
func (c *schemeComparer) fixes(n *ast.BinaryExpr, scheme, text ast.Expr) []analysis.SuggestedFix {
	call, ok := ast.Unparen(scheme).(*ast.CallExpr)
	if !ok {
		return nil
	}
	method, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	var b bytes.Buffer
	if n.Op == token.NEQ {
		b.WriteByte('!')
	}
	ask := &ast.CallExpr{Fun: &ast.SelectorExpr{X: method.X, Sel: ast.NewIdent("IsScheme")}, Args: []ast.Expr{text}}
	if err := format.Node(&b, c.pass.Fset, ask); err != nil {
		return nil
	}
	return []analysis.SuggestedFix{{
		Message:   "Use IsScheme",
		TextEdits: []analysis.TextEdit{{Pos: n.Pos(), End: n.End(), NewText: b.Bytes()}},
	}}
}
