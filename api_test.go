package iri

// This file tests that this package shows the same as the internal packages that
// it calls: constants have the same numbers and names, and no field of a struct is lost when
// the struct of an internal package is copied.

import (
	"fmt"
	"go/ast"
	"go/parser"
	gotoken "go/token"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/change/convert"
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/hostname"
	"github.com/rfc3987/iri/internal/ref/normalize"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// TestAPIConstants checks that the constants of this package and those of internal packages
// are as many, and have the same numbers and the same text.
func TestAPIConstants(t *testing.T) {
	type pair struct{ public, internal any }
	for _, tt := range []struct {
		internal string // the folder of the internal package
		text     string // of the constants, in order
		constant []pair // every constant of the type
	}{
		{"internal/verdict/finding", "off warning error",
			[]pair{{SeverityOff, finding.Off}, {SeverityWarning, finding.Warning}, {SeverityError, finding.Error}}},
		{"internal/ref/component", "ireg-name IPv4address IPv6address IPvFuture", []pair{
			{RegName, component.HostRegName}, {IPv4, component.HostIPv4},
			{IPv6, component.HostIPv6}, {IPvFuture, component.HostIPvFuture},
		}},
		{"internal/ref/hostname", "percent idna uts46", []pair{
			{HostPercent, hostname.Percent}, {HostIDNA, hostname.IDNA},
			{HostUTS46, hostname.UTS46},
		}},
		{"internal/ref/normalize", "string case percent path scheme host protocol", []pair{
			{RungString, normalize.RungString}, {RungCase, normalize.RungCase}, {RungPercent, normalize.RungPercent},
			{RungPath, normalize.RungPath}, {RungScheme, normalize.RungScheme}, {RungHost, normalize.RungHost},
			{RungProtocol, normalize.RungProtocol},
		}},
		{"internal/change/convert", "keep split remove encode", []pair{
			{KeepSpaces, convert.KeepSpaces}, {SplitSpaces, convert.SplitSpaces},
			{RemoveSpaces, convert.RemoveSpaces}, {EncodeSpaces, convert.EncodeSpaces},
		}},
		{"internal/change/convert", "keep encode slash", []pair{
			{KeepBackslash, convert.KeepBackslash}, {EncodeBackslash, convert.EncodeBackslash},
			{SlashBackslash, convert.SlashBackslash},
		}},
	} {
		publicType, internalType := reflect.TypeOf(tt.constant[0].public), reflect.TypeOf(tt.constant[0].internal)
		t.Run(publicType.Name(), func(t *testing.T) {
			for dir, typ := range map[string]reflect.Type{".": publicType, tt.internal: internalType} {
				if names := constantsOf(t, dir, typ.Name()); len(names) != len(tt.constant) {
					t.Errorf("%s: got the constants %q, want %d, as this test has", typ, names, len(tt.constant))
				}
			}
			text := strings.Fields(tt.text)
			for i, c := range tt.constant {
				public, internal := reflect.ValueOf(c.public), reflect.ValueOf(c.internal)
				if public.Type() != publicType || internal.Type() != internalType {
					t.Fatalf("got %T and %T, want %s and %s", c.public, c.internal, publicType, internalType)
				}
				if public.Uint() != uint64(i) || internal.Uint() != uint64(i) {
					t.Errorf("%v: got %d here and %d in the internal package, want %d", c.public, public.Uint(), internal.Uint(), i)
				}
				if f, r := fmt.Sprint(c.public), fmt.Sprint(c.internal); f != text[i] || r != text[i] {
					t.Errorf("%d: got %q here and %q in the internal package, want %q", i, f, r, text[i])
				}
			}
			beyond := reflect.ValueOf(uint8(len(tt.constant)))
			if f, r := fmt.Sprint(beyond.Convert(publicType)), fmt.Sprint(beyond.Convert(internalType)); f != r {
				t.Errorf("%d, which is none of them: got %q here and %q in the internal package", len(tt.constant), f, r)
			}
		})
	}
	if DefaultMaxFindings != finding.DefaultMaxFindings {
		t.Errorf("DefaultMaxFindings: got %d here and %d in the internal package", DefaultMaxFindings, finding.DefaultMaxFindings)
	}
	if next := normalize.Rung(len(Rungs())).String(); next != "Rung(7)" {
		t.Errorf("Rungs: the internal package has the rung %s, too", next)
	}
	for i, name := range HostMappings() {
		var m HostMapping
		if err := m.UnmarshalText([]byte(name)); err != nil || m != HostMapping(i) || m.String() != name {
			t.Errorf("HostMapping.UnmarshalText(%q): got %v, %v, want %v", name, m, err, HostMapping(i))
		}
	}
	for _, rung := range Rungs() {
		var r Rung
		if err := r.UnmarshalText([]byte(rung.String())); err != nil || r != rung {
			t.Errorf("Rung.UnmarshalText(%q): got %v, %v", rung, r, err)
		}
	}
}

// declarations returns the declarations in the Go files of a folder, except generated
// files and tests.
func declarations(t *testing.T, dir string) []*ast.GenDecl {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: got %d Go files, %v", dir, len(files), err)
	}
	var out []*ast.GenDecl
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") || strings.HasSuffix(name, "_gen.go") {
			continue
		}
		file, err := parser.ParseFile(gotoken.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			if d, ok := d.(*ast.GenDecl); ok {
				out = append(out, d)
			}
		}
	}
	return out
}

// constantsOf returns the names of the constants of a type that a folder declares.
func constantsOf(t *testing.T, dir, typ string) []string {
	t.Helper()
	var names []string
	for _, d := range declarations(t, dir) {
		if d.Tok != gotoken.CONST {
			continue
		}
		of := ""
		for _, s := range d.Specs {
			s := s.(*ast.ValueSpec)
			if s.Type != nil || len(s.Values) > 0 { // else the type is that of the line before
				of = ""
				if name, ok := s.Type.(*ast.Ident); ok {
					of = name.Name
				}
			}
			for _, name := range s.Names {
				if of == typ {
					names = append(names, name.Name)
				}
			}
		}
	}
	return names
}

// publicStructs returns the names of the exported structs of this package that have
// exported fields.
func publicStructs(t *testing.T) []string {
	t.Helper()
	var names []string
	for _, d := range declarations(t, ".") {
		for _, s := range d.Specs {
			typ, ok := s.(*ast.TypeSpec)
			if !ok || !typ.Name.IsExported() {
				continue
			}
			st, ok := typ.Type.(*ast.StructType)
			if ok && slices.ContainsFunc(st.Fields.List, func(f *ast.Field) bool {
				return slices.ContainsFunc(f.Names, (*ast.Ident).IsExported)
			}) {
				names = append(names, typ.Name.Name)
			}
		}
	}
	return names
}

// A filler sets every field to a different value that is not zero.
type filler struct{ n int }

// filled returns a T that has no zero field.
func filled[T any](f *filler) T {
	var v T
	f.fill(reflect.ValueOf(&v).Elem())
	return v
}

func (f *filler) fill(v reflect.Value) {
	f.n++
	switch p := v.Addr().Interface().(type) {
	case **spec.Spec:
		*p = spec.LEIRI
		return
	case *spec.Rule:
		*p = spec.LEIRI.Top()
		return
	case *finding.Text:
		f.n++
		*p = finding.RuleAfter.Text(fmt.Sprint("text ", f.n))
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(fmt.Sprint("text ", f.n))
	case reflect.Int:
		v.SetInt(int64(f.n))
	case reflect.Uint8, reflect.Uint32:
		v.SetUint(1) // every enumeration has it
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Map:
		v.Set(reflect.ValueOf(map[string]string{"name": fmt.Sprint("text ", f.n)}))
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range v.Len() {
			f.fill(v.Index(i))
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		f.fill(v.Elem())
	case reflect.Struct:
		for field, v := range v.Fields() {
			if field.Name != "_" { // nobody sees it
				f.fill(v)
			}
		}
	default:
		panic("no value for a " + v.Type().String())
	}
}

// A comparer compares what this package shows with what an internal package holds, and notes
// which structs it has seen.
type comparer struct {
	t    *testing.T
	seen map[string]bool
}

// agree reports every field in which a value of this package differs from that of the
// internal: one that only one of them has is a difference, unless it is in except.
func (c comparer) agree(public, internal any, except ...string) {
	c.t.Helper()
	f, r := reflect.ValueOf(public), reflect.ValueOf(internal)
	c.compare(f.Type().String(), f, r, except)
}

func (c comparer) compare(path string, public, internal reflect.Value, except []string) {
	c.t.Helper()
	differ := func() { c.t.Errorf("%s: got %#v here and %#v in the internal package", path, public, internal) }
	switch f := public.Interface().(type) {
	case *Spec:
		r := internal.Interface().(*spec.Spec)
		if (f == nil) != (r == nil) || f != nil && f.in() != r {
			differ()
		}
		return
	case Rule:
		if f.rule != internal.Interface() {
			differ()
		}
		return
	case Ref:
		if f.ref != internal.Interface() {
			differ()
		}
		return
	case Report:
		c.compareReport(path, f, internal.Interface().(finding.Report))
		return
	case Finding:
		r := internal.Interface().(finding.Finding)
		said := []any{f.Message, f.Hint, f.Reason, f.HintReasons, f.Params}
		if in := []any{r.MessageText(), r.HintText(), r.Reason(), r.HintReasons(), r.Params()}; !reflect.DeepEqual(said, in) {
			c.t.Errorf("%s: got %q here and %q in the internal package", path, said, in)
		}
		except = []string{"Message", "Hint", "Also", "Reason", "HintReasons", "Params"}
	case *ConvertError:
		c.compareConvertError(path, f, internal.Interface().(*finding.ConvertError))
		return
	case error:
		if r, ok := internal.Interface().(error); ok && f.Error() != r.Error() {
			differ()
		}
	}
	if public.Kind() != internal.Kind() {
		differ()
		return
	}
	switch public.Kind() {
	case reflect.Struct:
		c.seen[public.Type().Name()] = true
		names := fieldsOf(public.Type(), except)
		if in := fieldsOf(internal.Type(), except); !slices.Equal(names, in) {
			c.t.Errorf("%s: got the fields %q here and %q in the internal package", path, names, in)
			return
		}
		for _, name := range names {
			c.compare(path+"."+name, public.FieldByName(name), internal.FieldByName(name), nil)
		}
	case reflect.Slice:
		if public.IsNil() != internal.IsNil() || public.Len() != internal.Len() {
			differ()
			return
		}
		for i := range public.Len() {
			c.compare(fmt.Sprintf("%s[%d]", path, i), public.Index(i), internal.Index(i), nil)
		}
	case reflect.Pointer, reflect.Interface:
		if public.IsNil() || internal.IsNil() {
			if public.IsNil() != internal.IsNil() {
				differ()
			}
			return
		}
		c.compare(path, public.Elem(), internal.Elem(), nil)
	default:
		if !internal.Convert(public.Type()).Equal(public) {
			differ()
		}
	}
}

// fieldsOf returns the names of the exported fields of a struct but those in except.
func fieldsOf(typ reflect.Type, except []string) []string {
	var names []string
	for _, f := range reflect.VisibleFields(typ) {
		if f.IsExported() && !slices.Contains(except, f.Name) && f.Name != "Guess" { // which only the command shows
			names = append(names, f.Name)
		}
	}
	slices.Sort(names)
	return names
}

// compareReport compares what the methods of a report say with the fields of the internal one.
func (c comparer) compareReport(path string, public Report, internal finding.Report) {
	c.t.Helper()
	shown := struct {
		Input       string
		Rule        Rule
		Findings    []Finding
		More        int
		Grammatical bool
	}{public.Input(), public.Rule(), public.Findings(), public.More(), public.Grammatical()}
	c.compare(path, reflect.ValueOf(shown), reflect.ValueOf(internal), []string{"Placeholder", "Errors", "Prefix", "Ref"})
	if public.Conforms() != internal.Conforms() {
		c.t.Errorf("%s: got Conforms %t here and %t in the internal package", path, public.Conforms(), internal.Conforms())
	}
}

// compareConvertError compares what a ConvertError holds and what its methods say with
// the fields of the internal one.
func (c comparer) compareConvertError(path string, public *ConvertError, internal *finding.ConvertError) {
	c.t.Helper()
	if public.Error() != internal.Error() {
		c.t.Errorf("%s: got %q here and %q in the internal package", path, public, internal)
	}
	shown := struct {
		Input, Target string
		Findings      []Finding
		Cause         error
	}{public.Input, public.Target, public.Findings(), public.Unwrap()}
	c.seen["ConvertError"] = true
	c.compare(path, reflect.ValueOf(shown), reflect.ValueOf(*internal), nil)
}

// wantSame fails unless a value is the same after a conversion to this package and back.
func wantSame[T any](t *testing.T, got, want T) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("there and back: got %#v, want %#v", got, want)
	}
}

// TestAPIStructs converts every struct of an internal package to that of this package, and back if there
// is a function for it, and compares all fields.
func TestAPIStructs(t *testing.T) {
	c := comparer{t, make(map[string]bool)}
	f := new(filler)

	in := filled[finding.Finding](f)
	outside := in
	outside.Message, outside.Hint = finding.External("m", map[string]string{"a": "b"}, "n"),
		finding.External("h", nil, "x", "y")
	public := findingsOf([]finding.Finding{in, {}, outside})
	c.agree(public[0], in)
	c.agree(public[1], finding.Finding{})
	c.agree(public[2], outside)
	wantSame(t, findingsOf([]finding.Finding{public[0].finding(), public[1].finding(), public[2].finding()}), public)
	wantSame(t, public[1].finding(), finding.Finding{})
	own := filled[Finding](f)
	c.agree(own, own.finding())
	wantSame(t, findingsOf([]finding.Finding{own.finding()})[0], own)
	if findingsOf(nil) != nil {
		t.Error("no findings: got some")
	}

	entry := filled[finding.Entry](f)
	c.agree(infoOf(entry), entry)
	c.agree(infoOf(finding.Entry{}), finding.Entry{})

	// Where a string conforms to the grammar, the productions of its findings are
	// named here and not in the internal package.
	rep := filled[finding.Report](f)
	rep.Grammatical = false
	c.agree(ParseError{reportOf(rep, nil)}, finding.ParseError{Report: rep})
	c.agree(reportOf(finding.Report{Grammatical: true}, nil), finding.Report{Grammatical: true})
	for _, cause := range []error{nil, &finding.ParseError{Report: rep}} {
		in := &finding.ConvertError{Input: "the input", Target: "URI", Findings: filled[[]finding.Finding](f),
			Cause: cause}
		c.agree(publicError(in), in)
	}

	c.agreeByCalls()
	for _, name := range publicStructs(t) {
		// These are of this package alone: no internal package has them.
		if !c.seen[name] && name != "BuildError" && name != "Policy" && name != "Scheme" && name != "URN" {
			t.Errorf("%s is not compared with an internal package", name)
		}
	}
}

// agreeByCalls compares the structs for which there is no separate conversion: it calls the
// functions that return them, here and in the internal package.
func (c comparer) agreeByCalls() {
	for _, tt := range [][2]string{{"http://H/", "http://h/"}, {"http://h/a", "http://h/b"}} {
		a, b := MustParseRef(tt[0]), MustParseRef(tt[1])
		c.agree(Diff(a, b, RungProtocol), normalize.Compare(a.ref, b.ref, normalize.RungProtocol, normalize.Options{}))
	}
	const text = "http://a/ b^ c"
	list := PrepareList(text, WithSpaces(SplitSpaces))
	if len(list) != 3 {
		c.t.Errorf("PrepareList(%q): got %d references, want 3", text, len(list))
	}
	c.agree(list, convert.PrepareList(text, convert.PrepareOptions{Spaces: convert.SplitSpaces}))
}
