// Package vet checks IRIs that are constants of a Go program: arguments of
// [iri.MustParse], [net/url.Parse], [net/http.Get], of constructors of RDF terms, and
// values of struct tags.
//
// [Analyzer] works with every driver of golang.org/x/tools/go/analysis. The command
// irivet runs it:
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
)

// Analyzer checks constant IRIs. Its flags belong to the program that runs it; [New]
// makes another one, with flags of its own.
var Analyzer = New()

// New returns an analyzer that checks the functions and struct tags of the defaults.
func New() *analysis.Analyzer {
	c := &checker{functions: defaultFunctions(), tags: defaultTags()}
	a := &analysis.Analyzer{
		Name:     "iri",
		Doc:      "check IRIs that are constants\n\nThe analyzer reports constants that are given to functions such as url.Parse, http.Get\nor iri.MustParse, and values of struct tags, that are not what the function takes: an\nIRI, a URI or a reference (RFC 3987, RFC 3986).",
		URL:      "https://pkg.go.dev/github.com/rfc3987/iri/vet",
		Requires: []*analysis.Analyzer{inspect.Analyzer},
		Run:      c.run,
	}
	a.Flags.Var(functionFlag{c.functions}, "func", "also check the `FUNCTION=RULE@ARGUMENT`, as in example.org/store.Open=IRI@1 or (*example.org/store.DB).Open=IRI-reference@0; arguments are counted from 0; may be repeated")
	a.Flags.Var(skipFlag{c.functions}, "skip", "do not check the `FUNCTION`, as in net/url.Parse; all leaves out all functions named so far; may be repeated")
	a.Flags.Var(tagFlag{c.tags}, "tag", "also check the struct tag `KEY=RULE`, as in jsonld=IRI; may be repeated")
	a.Flags.BoolVar(&c.warnings, "warnings", false, "also report what should not be, and not only what must not be")
	a.Flags.BoolVar(&c.tests, "tests", false, "also check files of tests")
	return a
}

// A checker holds what the flags choose.
type checker struct {
	functions map[string]target // by the full name of the function
	tags      map[string]tag    // by the key
	warnings  bool
	tests     bool
}

func (c *checker) run(pass *analysis.Pass) (any, error) {
	in := pass.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	skip := false
	for n := range in.PreorderSeq((*ast.File)(nil), (*ast.CallExpr)(nil), (*ast.StructType)(nil)) {
		switch n := n.(type) {
		case *ast.File:
			skip = !c.tests && strings.HasSuffix(pass.Fset.Position(n.FileStart).Filename, "_test.go")
		case *ast.CallExpr:
			if !skip {
				c.call(pass, n)
			}
		case *ast.StructType:
			if !skip {
				c.structTags(pass, n)
			}
		}
	}
	return nil, nil
}

// call checks the argument of a call of one of the functions.
func (c *checker) call(pass *analysis.Pass, call *ast.CallExpr) {
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
	text := constant.StringVal(value)
	at := literalOf(arg)
	c.report(pass, at, arg, text, t.rule, name)
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

// literalOf returns the literal that an argument is, nil if it is another expression,
// such as the name of a constant.
func literalOf(arg ast.Expr) *ast.BasicLit {
	lit, _ := ast.Unparen(arg).(*ast.BasicLit)
	return lit
}

// report reports the findings of a text. If it is a literal, each finding has its place
// in it and, where one is safe, a fix.
func (c *checker) report(pass *analysis.Pass, lit *ast.BasicLit, expr ast.Expr, text string, rule iri.Rule, taker string) {
	var src *source
	if lit != nil {
		src = newSource(lit.Pos(), lit.Value)
	}
	for _, f := range c.findings(rule, text) {
		d := c.diagnostic(f, rule, taker)
		if src == nil {
			d.Pos, d.End = expr.Pos(), expr.End()
			d.Message += fmt.Sprintf(", at byte %d of %.80q", f.Start, text)
			pass.Report(d)
			continue
		}
		d.Pos, d.End = src.span(f.Start, f.End)
		if f.Fix != nil {
			if edit, ok := src.edit(f.Fix); ok {
				d.SuggestedFixes = []analysis.SuggestedFix{{
					Message:   fixMessage(f.Fix),
					TextEdits: []analysis.TextEdit{edit},
				}}
			}
		}
		pass.Report(d)
	}
}

// findings returns what is reported of a text.
func (c *checker) findings(rule iri.Rule, text string) []iri.Finding {
	var out []iri.Finding
	for _, f := range rule.Validate(text).Findings() {
		if f.Severity == iri.Error || c.warnings {
			out = append(out, f)
		}
	}
	return out
}

// diagnostic returns a finding as the driver prints it, without a place.
func (c *checker) diagnostic(f iri.Finding, rule iri.Rule, taker string) analysis.Diagnostic {
	msg := fmt.Sprintf("%s takes %s: %s", taker, withArticle(rule.Name()), f.Message)
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

func withArticle(rule string) string {
	switch rule {
	case "IRI", "IRI-reference", "irelative-ref", "absolute-IRI", "absolute-URI":
		return "an " + rule
	}
	return "a " + rule
}
