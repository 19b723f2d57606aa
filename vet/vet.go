// Package vet checks IRIs that are constants of a Go program: arguments of
// [iri.MustParse], [net/url.Parse], [net/http.Get], of constructors of RDF terms, and
// values of struct tags.
//
// It also reports a scheme that is compared as text, as [iri.IRI.Scheme] returns HTTP for HTTP://,
// an error that is asserted to be a [iri.Finding], which only errors.As finds, codes that there
// are not, results of methods such as those of a [iri.Builder] that are not used, and a text of [iri.Report.Fixed] of
// which nobody asks whether it conforms.
//
// [Analyzer] works with every driver of golang.org/x/tools/go/analysis. The command
// irivet, installed from a clone of the repository by "cd vet && go install ./cmd/irivet", runs it:
//
//	go vet -vettool=$(which irivet) ./...
//
// The flag func adds functions, skip leaves some out, tag adds keys of struct tags:
//
//	go vet -vettool=$(which irivet) -iri.func example.org/store.Open=IRI@1 ./...
//
// Findings of the grammar and of prose rules with MUST are reported, those with SHOULD
// if the flag warnings is set. Files of tests are left out unless the flag tests is set,
// because tests often hold faulty strings on purpose.
package vet

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/text/quote"
)

// Analyzer checks constant IRIs. Its flags belong to the program that runs it; [New]
// makes another one, with flags of its own.
var Analyzer = New()

// New returns an analyzer that checks the functions and struct tags of the defaults.
func New() *analysis.Analyzer {
	c := &settings{functions: defaultFunctions(), tags: defaultTags()}
	a := &analysis.Analyzer{
		Name: "iri",
		Doc: "check IRIs that are constants\n\nThe analyzer reports constants that are given to functions such " +
			"as url.Parse, http.Get\nor iri.MustParse, and values of struct tags, that are not what the function " +
			"takes: an\nIRI, a URI or a reference (RFC 3987, RFC 3986).",
		URL:      "https://pkg.go.dev/github.com/rfc3987/iri/vet",
		Requires: []*analysis.Analyzer{inspect.Analyzer},
		Run:      c.run,
	}
	a.Flags.Func("func", "also check the `FUNCTION=RULE@ARGUMENT`, as in example.org/store.Open=IRI@1 or "+
		"(*example.org/store.DB).Open=IRI-reference@0; arguments are counted from 0; may be repeated", c.addFunction)
	a.Flags.Func("skip", "do not check the `FUNCTION`, as in net/url.Parse; all leaves out all functions named so "+
		"far; may be repeated", c.skipFunction)
	a.Flags.Func("tag", "also check the struct tag `KEY=RULE`, as in jsonld=IRI; may be repeated", c.addTag)
	a.Flags.BoolVar(&c.warnings, "warnings", false, "also report what should not be, and not only what must not be")
	a.Flags.BoolVar(&c.tests, "tests", false, "also check files of tests")
	return a
}

// The settings are what the flags choose.
type settings struct {
	functions map[string]target // by the full name of the function
	tags      map[string]tag    // by the key
	warnings  bool
	tests     bool
}

func (c *settings) run(pass *analysis.Pass) (any, error) {
	in := pass.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	skip := false
	schemes := schemeVariables(pass, in)
	for n := range in.PreorderSeq((*ast.File)(nil), (*ast.CallExpr)(nil), (*ast.StructType)(nil),
		(*ast.BinaryExpr)(nil), (*ast.SwitchStmt)(nil),
		(*ast.TypeAssertExpr)(nil), (*ast.TypeSwitchStmt)(nil), (*ast.ExprStmt)(nil), (*ast.AssignStmt)(nil)) {
		if file, ok := n.(*ast.File); ok {
			skip = !c.tests && strings.HasSuffix(pass.Fset.Position(file.FileStart).Filename, "_test.go")
		}
		if skip {
			continue
		}
		switch n := n.(type) {
		case *ast.CallExpr:
			c.call(pass, n)
			codes(pass, n)
		case *ast.ExprStmt:
			dropped(pass, n)
		case *ast.AssignStmt:
			fixed(pass, n)
		case *ast.StructType:
			c.structTags(pass, n)
		case *ast.BinaryExpr:
			schemes.comparison(n)
		case *ast.SwitchStmt:
			schemes.selection(n)
		case *ast.TypeAssertExpr:
			assertion(pass, n)
		case *ast.TypeSwitchStmt:
			typeSwitch(pass, n)
		}
	}
	return nil, nil
}

// call checks the argument of a call of one of the functions.
func (c *settings) call(pass *analysis.Pass, call *ast.CallExpr) {
	name := calleeName(pass.TypesInfo, call)
	t, ok := c.functions[name]
	if !ok || t.argument >= len(call.Args) {
		return
	}
	arg := call.Args[t.argument]
	value := pass.TypesInfo.Types[arg].Value
	if value == nil || value.Kind() != constant.String {
		return
	}
	at := place{expr: arg}
	if lit, ok := ast.Unparen(arg).(*ast.BasicLit); ok {
		at.src = newSource(lit.Pos(), lit.Value)
	}
	c.report(pass, at, constant.StringVal(value), t.rule, name)
}

// calleeName returns the full name of the function or the type that a call names, such
// as net/url.Parse or (*net/http.Client).Get; empty for another call.
func calleeName(info *types.Info, call *ast.CallExpr) string {
	switch f := typeutil.Callee(info, call).(type) {
	case *types.Func:
		return f.Origin().FullName()
	case nil:
		// A conversion, such as quad.IRI("…").
		if tv := info.Types[call.Fun]; tv.IsType() {
			if named, ok := types.Unalias(tv.Type).(*types.Named); ok && named.Obj().Pkg() != nil {
				return named.Obj().Pkg().Path() + "." + named.Obj().Name()
			}
		}
	}
	return ""
}

// A place is where a text stands in a file.
type place struct {
	expr   ast.Expr
	src    *source // nil if expr is not a literal, or one that does not have the text as it is
	offset int     // of the text in that of the literal
	tag    bool    // the literal is a struct tag
}

// report reports the findings of a text. In a literal each finding has its place and, where one
// is safe, a fix.
func (c *settings) report(pass *analysis.Pass, at place, text string, rule iri.Rule, taker string) {
	for _, f := range rule.Check(text).Findings() {
		if f.Severity != iri.SeverityError && !c.warnings {
			continue
		}
		d := diagnostic(f, rule, taker)
		switch {
		case at.src != nil:
			d.Pos, d.End = at.src.span(at.offset+f.Start, at.offset+f.End)
			d.SuggestedFixes = at.fixes(f.Fix)
		case at.tag:
			d.Pos, d.End = at.expr.Pos(), at.expr.End()
		default:
			d.Pos, d.End = at.expr.Pos(), at.expr.End()
			d.Message += fmt.Sprintf(", at byte %d of %.80q", f.Start, text)
		}
		pass.Report(d)
	}
}

// fixes returns the edit of the file that carries out a fix, if there is one.
func (at place) fixes(fix *iri.Fix) []analysis.SuggestedFix {
	if fix == nil || at.tag && strings.ContainsAny(fix.Text, `"\`) { // these need an escape of their own in a tag
		return nil
	}
	edit, ok := at.src.edit(&iri.Fix{Start: at.offset + fix.Start, End: at.offset + fix.End, Text: fix.Text})
	if !ok {
		return nil
	}
	return []analysis.SuggestedFix{{Message: fixMessage(fix), TextEdits: []analysis.TextEdit{edit}}}
}

// diagnostic returns a finding as the driver prints it, without a place.
func diagnostic(f iri.Finding, rule iri.Rule, taker string) analysis.Diagnostic {
	msg := fmt.Sprintf("%s takes %s: %s", taker, quote.WithArticle(rule.Name()), f.Message)
	if f.Section != "" {
		msg += " (" + f.Section + ")"
	}
	if f.Hint != "" {
		msg += "; " + f.Hint
	}
	return analysis.Diagnostic{Category: string(f.Code), Message: msg}
}

// fixMessage says what a fix does.
func fixMessage(fix *iri.Fix) string {
	switch {
	case fix.Text == "":
		return "Remove it"
	case fix.Start == fix.End:
		return fmt.Sprintf("Insert %s", fix.Text)
	}
	return fmt.Sprintf("Write %s", fix.Text)
}
