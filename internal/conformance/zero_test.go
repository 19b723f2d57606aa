//lint:file-ignore SA1019 deprecated functions do not panic either

package conformance_test

import (
	"fmt"
	"go/ast"
	"reflect"
	"strings"
	"testing"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/charset"
	"github.com/rfc3987/iri/grammars"
	"github.com/rfc3987/iri/legacy"
)

// zeroes are the zero values of the exported types, and nil of those that are used by
// pointer. TestZero fails if one is missing.
func zeroes() []any {
	return []any{
		new(iri.IRI), new(iri.Ref), new(iri.URI), new(iri.URIRef), new(iri.Host),
		new(iri.Spec), (*iri.Spec)(nil), new(iri.Rule), new(iri.Node), (*iri.Node)(nil), new(iri.Report),
		new(iri.Finding),
		new(iri.ParseError), new(iri.ConvertError), new(grammars.Error), new(grammars.Fault), new(iri.BuildError),
		new(iri.Builder), new(charset.Charset), new(grammars.Coverage), new(iri.Validator),
		new(iri.Code), new(iri.Component), new(iri.Severity), new(iri.HostKind), new(iri.HostMapping), new(iri.Rung), new(iri.Spaces),
		new(iri.Backslash),
		new(iri.Fix), new(iri.CodeInfo), new(iri.Comparison), new(iri.Prepared), new(grammars.File),
		new(grammars.RuleCoverage), new(grammars.AlternativeCoverage), new(grammars.Inspection), new(grammars.Refusal),
		new(grammars.Source), new(iri.Policy), new(iri.URN), new(iri.Scheme), new(iri.Schemes),
	}
}

// options are the types of options, whose nil values functions that take options pass over.
var options = map[string]bool{"CheckOption": true, "URIOption": true, "IRIOption": true, "PrepareOption": true,
	"NormalizeOption": true}

// TestZero calls every method of the zero value of every exported type, with zero values
// and nil options as arguments: none panics.
func TestZero(t *testing.T) {
	seen := make(map[string]bool)
	for _, v := range zeroes() {
		rv := reflect.ValueOf(v)
		seen[rv.Type().Elem().Name()] = true
		for i := range rv.NumMethod() {
			name := fmt.Sprintf("%T.%s", v, rv.Type().Method(i).Name)
			if rv.IsNil() && rv.Type().Method(i).Name == "Format" {
				continue // package fmt calls it
			}
			t.Run(name, func(t *testing.T) { callZero(t, name, rv.Method(i)) })
		}
	}
	types, functions := exported(t)
	for name := range types {
		if !seen[name] && !options[name] {
			t.Errorf("the zero value of %s is not tested", name)
		}
	}
	called := map[string]any{
		"Valid": iri.Valid, "Parse": iri.Parse, "ParseRef": iri.ParseRef, "ParseAbsolute": iri.ParseAbsolute,
		"ParseURI":    iri.ParseURI,
		"ParseURIRef": iri.ParseURIRef, "Check": iri.Check, "ToURI": iri.ToURI, "ToIRI": iri.ToIRI,
		"legacy.FromLEIRI": legacy.FromLEIRI,
		"AppendURI":        iri.AppendURI, "AppendIRI": iri.AppendIRI, "legacy.AppendFromLEIRI": legacy.AppendFromLEIRI,
		"legacy.Encode": legacy.Encode,
		"legacy.Decode": legacy.Decode, "EscapeData": iri.EscapeData, "Prepare": iri.Prepare, "PrepareList": iri.PrepareList,
		"Diff": iri.Diff, "Equivalent": iri.Equivalent, "LookupCode": iri.LookupCode,
		"SpecByName": iri.SpecByName, "Specs": iri.Specs,
		"Codes": iri.Codes, "ReadSpec": grammars.Read, "FromURL": iri.FromURL,
		"charset.Parse": charset.Parse, "ParseCode": iri.ParseCode,
		"Rungs":        iri.Rungs,
		"HostMappings": iri.HostMappings, "legacy.EscapeLEIRI": legacy.EscapeLEIRI, "EncodeComponent": iri.EncodeComponent,
		"InspectGrammar": grammars.Inspect,
		"ValidRef":       iri.ValidRef, "ValidBytes": iri.ValidBytes, "ParseBytes": iri.ParseBytes, "ParseHost": iri.ParseHost,
		"UnescapeData": iri.UnescapeData, "Reasons": iri.Reasons, "PublicError": iri.PublicError,
		"WithSchemes": iri.WithSchemes,
	}
	for name := range functions {
		if called[name] == nil {
			t.Errorf("the function %s is not called with zero values", name)
		}
	}
	for name, f := range called {
		t.Run(name, func(t *testing.T) { callZero(t, name, reflect.ValueOf(f)) })
	}
	for _, o := range []iri.CheckOption{iri.WithSeverity("", 0), iri.WithSeverity("nothing", 9), iri.WithMaxFindings(-1)} {
		iri.Check("http://h:8a/", o, nil)
	}
	iri.MustParse("a:b").URI(iri.WithRule(iri.Rule{}), charset.WithQuery(charset.Charset{}), nil)
	iri.MustParse("a:b").Normalize(iri.RungScheme, iri.WithSpec(nil), iri.WithSpec(new(iri.Spec)), nil)
	iri.Prepare("a", iri.WithRule(iri.Rule{}), charset.WithText(charset.Charset{}), nil)
	legacy.Decode("a", charset.WithOctets(charset.Charset{}), nil)
	iri.Prepare("a", iri.WithSpaces(99), iri.WithBackslash(99), nil)
	iri.ToIRI("a:b", iri.WithSpec(nil), iri.WithSpec(new(iri.Spec)), nil)
	iri.ToURI("a:b", iri.WithHostMapping(99), nil)
	iri.MustParse("a://B").Normalize(99, iri.WithHostMapping(99), nil)
}

// callZero calls a function with zero values; variadic ones with one, which is nil for
// options.
func callZero(t *testing.T, name string, f reflect.Value) {
	defer func() {
		if r := recover(); r != nil {
			t.Errorf("%s panics: %v", name, r)
		}
	}()
	var args []reflect.Value
	typ := f.Type()
	for i := range typ.NumIn() {
		in := typ.In(i)
		if typ.IsVariadic() && i == typ.NumIn()-1 {
			in = in.Elem()
		}
		switch {
		case in.Kind() == reflect.Func && !options[in.Name()]:
			args = append(args, reflect.MakeFunc(in, func([]reflect.Value) []reflect.Value {
				out := make([]reflect.Value, in.NumOut())
				for k := range out {
					out[k] = reflect.Zero(in.Out(k))
				}
				return out
			}))
		case in.Kind() == reflect.Interface && in.NumMethod() > 0 && in.Name() == "Writer":
			args = append(args, reflect.ValueOf(new(strings.Builder)))
		case in.Kind() == reflect.Interface && in.Name() == "State":
			return // package fmt calls it
		default:
			args = append(args, reflect.Zero(in))
		}
	}
	for _, out := range f.Call(args) {
		if out.Kind() == reflect.Func && !out.IsNil() && out.Type().NumIn() == 1 &&
			out.Type().In(0).Kind() == reflect.Func {
			out.Call([]reflect.Value{reflect.MakeFunc(out.Type().In(0),
				func([]reflect.Value) []reflect.Value { return []reflect.Value{reflect.ValueOf(true)} })})
		}
	}
}

// exported returns the names of the exported types of the package, and of its functions but
// those that make options, which the test calls one by one, and those that are to panic.
func exported(t *testing.T) (types, functions map[string]bool) {
	t.Helper()
	types, functions = make(map[string]bool), make(map[string]bool)
	for _, file := range parseGlob(t, "../../*.go", false) {
		for _, d := range file.Decls {
			switch d := d.(type) {
			case *ast.GenDecl:
				for _, s := range d.Specs {
					if s, ok := s.(*ast.TypeSpec); ok && ast.IsExported(s.Name.Name) && !s.Assign.IsValid() {
						types[s.Name.Name] = true
					}
				}
			case *ast.FuncDecl:
				if d.Recv != nil || !d.Name.IsExported() || strings.HasPrefix(d.Name.Name, "Must") {
					continue
				}
				if result, ok := d.Type.Results.List[0].Type.(*ast.Ident); ok && options[result.Name] {
					continue
				}
				if _, several := d.Type.Results.List[0].Type.(*ast.InterfaceType); !several {
					functions[d.Name.Name] = true
				}
			}
		}
	}
	return types, functions
}

// TestFindingsAreOwn holds that what a report hands out is the caller's own: who changes it
// changes no later report.
func TestFindingsAreOwn(t *testing.T) {
	for _, s := range []string{"http://h:8a/", "http://0x7f.1/", "http://e/%zz a"} {
		want := fmt.Sprintf("%+v", iri.Check(s).Findings())
		for _, f := range iri.Check(s).Findings() {
			for i := range f.Rules {
				f.Rules[i] = "changed"
			}
			for i := range f.Expected {
				f.Expected[i] = "changed"
			}
			if len(f.Rules) > 0 {
				_ = append(f.Rules, "changed")
			}
		}
		if got := fmt.Sprintf("%+v", iri.Check(s).Findings()); !sameButFix(got, want) {
			t.Errorf("%q: got %s, want %s", s, got, want)
		}
	}
	iri.HostMappings()[0] = "changed"
	if iri.HostMappings()[0] != "percent" {
		t.Error("HostMappings hands out the list that it keeps")
	}
}

// sameButFix compares printed findings, in which a fix is an address.
func sameButFix(a, b string) bool {
	cut := func(s string) string {
		var out []string
		for w := range strings.FieldsSeq(s) {
			if !strings.HasPrefix(w, "Fix:0x") {
				out = append(out, w)
			}
		}
		return strings.Join(out, " ")
	}
	return cut(a) == cut(b)
}
