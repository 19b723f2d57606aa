package vet

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
)

// assertion reports a type assertion of an error to a Finding or a *Finding: no error of the
// package is one, an error holds findings, and errors.As finds them.
func assertion(pass *analysis.Pass, n *ast.TypeAssertExpr) {
	if n.Type != nil && isError(pass, n.X) && isFinding(pass.TypesInfo.TypeOf(n.Type)) {
		report(pass, n, "errors", findingMessage)
	}
}

// typeSwitch reports the cases of a switch on the type of an error that are a Finding or a
// *Finding.
func typeSwitch(pass *analysis.Pass, n *ast.TypeSwitchStmt) {
	if !isError(pass, switched(n)) {
		return
	}
	for _, clause := range n.Body.List {
		for _, e := range clause.(*ast.CaseClause).List {
			if isFinding(pass.TypesInfo.TypeOf(e)) {
				report(pass, e, "errors", findingMessage)
			}
		}
	}
}

const findingMessage = "an error of package iri holds findings and is not one itself; use errors.As, with a Finding " +
	"or a *Finding"

// switched returns the expression whose type a switch is about.
func switched(n *ast.TypeSwitchStmt) ast.Expr {
	var e ast.Expr
	switch s := n.Assign.(type) {
	case *ast.ExprStmt:
		e = s.X
	case *ast.AssignStmt:
		e = s.Rhs[0]
	}
	return e.(*ast.TypeAssertExpr).X
}

// isError reports whether the type of an expression is error.
func isError(pass *analysis.Pass, e ast.Expr) bool {
	return types.Identical(pass.TypesInfo.TypeOf(e), types.Universe.Lookup("error").Type())
}

// isFinding reports whether a type is Finding or *Finding.
func isFinding(t types.Type) bool {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	return isNamed(t, "Finding")
}
