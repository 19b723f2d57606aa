package vet

import (
	"go/ast"
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/text/quote"
)

// codes reports constants that are given to a function as codes and are not codes.
func codes(pass *analysis.Pass, call *ast.CallExpr) {
	switch calleeName(pass.TypesInfo, call) {
	case iriPath + ".WithSeverity":
		if len(call.Args) == 2 {
			proseCode(pass, call.Args[0])
		}
	case "(" + iriPath + ".Report).Fixed", "(" + iriPath + ".Report).FixedPart":
		for _, arg := range call.Args {
			knownCode(pass, arg)
		}
	case "errors.Is":
		if len(call.Args) == 2 {
			similarCode(pass, call.Args[1])
		}
	}
}

// codeOf returns the constant of type Code that an expression is.
func codeOf(pass *analysis.Pass, e ast.Expr) (code string, ok bool) {
	tv := pass.TypesInfo.Types[e]
	if tv.Value == nil || tv.Value.Kind() != constant.String || !isNamed(tv.Type, "Code") {
		return "", false
	}
	return constant.StringVal(tv.Value), true
}

// knownCode reports a constant that is not a code, and whether it is one.
func knownCode(pass *analysis.Pass, e ast.Expr) (info iri.CodeInfo, ok bool) {
	code, ok := codeOf(pass, e)
	if !ok {
		return info, false
	}
	if info, ok = iri.LookupCode(iri.Code(code)); !ok {
		_, err := iri.ParseCode(code)
		report(pass, e, "codes", strings.TrimPrefix(err.Error(), "iri: "))
	}
	return info, ok
}

// proseCode is knownCode where a code of the grammar has no effect.
func proseCode(pass *analysis.Pass, e ast.Expr) {
	if info, ok := knownCode(pass, e); ok && info.Grammar {
		report(pass, e, "codes", string(info.Code)+" is a rule of the grammar, whose findings are always errors")
	}
}

// similarCode reports a constant that is not a code, and is similar to one. Others can be the
// names of rules of a grammar of one's own.
func similarCode(pass *analysis.Pass, e ast.Expr) {
	code, ok := codeOf(pass, e)
	if !ok {
		return
	}
	if _, err := iri.ParseCode(code); err != nil && strings.Contains(err.Error(), "did you mean") {
		report(pass, e, "codes", strings.TrimPrefix(err.Error(), "iri: "))
	}
}

func report(pass *analysis.Pass, n ast.Node, category, message string) {
	pass.Report(analysis.Diagnostic{Pos: n.Pos(), End: n.End(), Category: category, Message: message})
}

// isNamed reports whether a type is the one of package iri with that name.
func isNamed(t types.Type, name string) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Name() == name && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == iriPath
}

// fixedName is the full name of the method Fixed of a Report.
const fixedName = "(" + iriPath + ".Report).Fixed"

// fixed reports an assignment of the text of [iri.Report.Fixed] that leaves out whether it conforms.
func fixed(pass *analysis.Pass, n *ast.AssignStmt) {
	if len(n.Rhs) != 1 || len(n.Lhs) != 2 || isBlank(n.Lhs[0]) || !isBlank(n.Lhs[1]) {
		return
	}
	if call, ok := ast.Unparen(n.Rhs[0]).(*ast.CallExpr); ok && calleeName(pass.TypesInfo, call) == fixedName {
		report(pass, call, "fixed", "the second result of Fixed is not used: if it is false, the text is the input, which "+
			"does not conform")
	}
}

func isBlank(e ast.Expr) bool {
	name, ok := e.(*ast.Ident)
	return ok && name.Name == "_"
}

// dropped reports a call of a method whose result is another value, and which does nothing
// else: those of a Builder, and those of an IRI or a reference that return one.
func dropped(pass *analysis.Pass, n *ast.ExprStmt) {
	call, ok := ast.Unparen(n.X).(*ast.CallExpr)
	if !ok {
		return
	}
	method, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return
	}
	selection := pass.TypesInfo.Selections[method]
	if selection == nil || selection.Kind() != types.MethodVal {
		return
	}
	signature := selection.Type().(*types.Signature)
	if signature.Results().Len() == 0 {
		return
	}
	if name := calleeName(pass.TypesInfo, call); name == fixedName {
		report(pass, call, "dropped", "the results of Fixed are not used: a Report is a value that does not change")
		return
	}
	from, to := selection.Recv(), signature.Results().At(0).Type()
	if p, ok := types.Unalias(from).(*types.Pointer); ok {
		from = p.Elem()
	}
	values := []string{"Builder", "IRI", "Ref", "URI", "URIRef"}
	i := slices.IndexFunc(values, func(name string) bool { return isNamed(from, name) })
	if i >= 0 && slices.ContainsFunc(values, func(name string) bool { return isNamed(to, name) }) {
		why := " is not used: " + quote.WithArticle(values[i]) + " is a value that does not change"
		report(pass, call, "dropped", "the result of "+method.Sel.Name+why)
	}
}
