package iri

// This file tests that this package shows the same as the internal packages ("rooms") that
// it calls: constants have the same numbers and names, and no field of a struct is lost when
// a room's struct is copied.

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
	"github.com/rfc3987/iri/internal/change/normalize"
	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/study/coverage"
	"github.com/rfc3987/iri/internal/verdict/hostname"
	"github.com/rfc3987/iri/internal/verdict/message"
	"github.com/rfc3987/iri/internal/verdict/report"
)

// TestFaceConstants checks that the constants of this package and those of the rooms
// are as many, and have the same numbers and the same text.
func TestFaceConstants(t *testing.T) {
	type pair struct{ face, room any }
	for _, tt := range []struct {
		room     string // the folder of the room
		text     string // of the constants, in order
		constant []pair // every constant of the type
	}{
		{"internal/verdict/report", "off warning error", []pair{{Off, report.Off}, {Warning, report.Warning}, {Error, report.Error}}},
		{"internal/ref/component", "ireg-name IPv4address IPv6address IPvFuture", []pair{
			{RegName, component.HostRegName}, {IPv4, component.HostIPv4},
			{IPv6, component.HostIPv6}, {IPvFuture, component.HostIPvFuture},
		}},
		{"internal/verdict/hostname", "percent idna uts46 uts46-transitional", []pair{
			{HostPercent, hostname.Percent}, {HostIDNA, hostname.IDNA},
			{HostUTS46, hostname.UTS46}, {HostUTS46Transitional, hostname.UTS46Transitional},
		}},
		{"internal/change/normalize", "string case percent path scheme protocol", []pair{
			{RungString, normalize.RungString}, {RungCase, normalize.RungCase}, {RungPercent, normalize.RungPercent},
			{RungPath, normalize.RungPath}, {RungScheme, normalize.RungScheme}, {RungProtocol, normalize.RungProtocol},
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
		faceType, roomType := reflect.TypeOf(tt.constant[0].face), reflect.TypeOf(tt.constant[0].room)
		t.Run(faceType.Name(), func(t *testing.T) {
			for dir, typ := range map[string]reflect.Type{".": faceType, tt.room: roomType} {
				if names := constantsOf(t, dir, typ.Name()); len(names) != len(tt.constant) {
					t.Errorf("%s: got the constants %q, want %d, as this test has", typ, names, len(tt.constant))
				}
			}
			text := strings.Fields(tt.text)
			for i, c := range tt.constant {
				face, room := reflect.ValueOf(c.face), reflect.ValueOf(c.room)
				if face.Type() != faceType || room.Type() != roomType {
					t.Fatalf("got %T and %T, want %s and %s", c.face, c.room, faceType, roomType)
				}
				if face.Uint() != uint64(i) || room.Uint() != uint64(i) {
					t.Errorf("%v: got %d here and %d in the room, want %d", c.face, face.Uint(), room.Uint(), i)
				}
				if f, r := fmt.Sprint(c.face), fmt.Sprint(c.room); f != text[i] || r != text[i] {
					t.Errorf("%d: got %q here and %q in the room, want %q", i, f, r, text[i])
				}
			}
			beyond := reflect.ValueOf(uint8(len(tt.constant)))
			if f, r := fmt.Sprint(beyond.Convert(faceType)), fmt.Sprint(beyond.Convert(roomType)); f != r {
				t.Errorf("%d, which is none of them: got %q here and %q in the room", len(tt.constant), f, r)
			}
		})
	}
	if DefaultMaxFindings != report.DefaultMaxFindings {
		t.Errorf("DefaultMaxFindings: got %d here and %d in the room", DefaultMaxFindings, report.DefaultMaxFindings)
	}
	if next := normalize.Rung(len(Rungs())).String(); next != "Rung(6)" {
		t.Errorf("Rungs: the room has the rung %s, too", next)
	}
	for i, name := range HostMappings() {
		if m, err := ParseHostMapping(name); err != nil || m != HostMapping(i) || m.String() != name {
			t.Errorf("ParseHostMapping(%q): got %v, %v, want %v", name, m, err, HostMapping(i))
		}
	}
	for _, rung := range Rungs() {
		if r, err := ParseRung(rung.String()); err != nil || r != rung {
			t.Errorf("ParseRung(%q): got %v, %v", rung, r, err)
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
	case *message.Text:
		f.n++
		*p = message.Of(message.RuleAfter, fmt.Sprint("text ", f.n))
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

// A comparer compares what this package shows with what a room holds, and notes
// which structs it has seen.
type comparer struct {
	t    *testing.T
	seen map[string]bool
}

// agree reports every field in which a value of this package differs from that of the
// room: one that only one of them has is a difference, unless it is in except.
func (c comparer) agree(face, room any, except ...string) {
	c.t.Helper()
	f, r := reflect.ValueOf(face), reflect.ValueOf(room)
	c.compare(f.Type().String(), f, r, except)
}

func (c comparer) compare(path string, face, room reflect.Value, except []string) {
	c.t.Helper()
	differ := func() { c.t.Errorf("%s: got %#v here and %#v in the room", path, face, room) }
	switch f := face.Interface().(type) {
	case *Spec:
		r := room.Interface().(*spec.Spec)
		if (f == nil) != (r == nil) || f != nil && f.in() != r {
			differ()
		}
		return
	case Rule:
		if f.rule != room.Interface() {
			differ()
		}
		return
	case Ref:
		if f.ref != room.Interface() {
			differ()
		}
		return
	case Report:
		c.compareReport(path, f, room.Interface().(report.Report))
		return
	case Finding:
		r := room.Interface().(report.Finding)
		said := []any{f.Message, f.Hint, f.Reason, f.HintReasons, f.Params}
		if in := []any{r.MessageText(), r.HintText(), r.Reason(), r.HintReasons(), r.Params()}; !reflect.DeepEqual(said, in) {
			c.t.Errorf("%s: got %q here and %q in the room", path, said, in)
		}
		except = []string{"Message", "Hint", "Also", "Reason", "HintReasons", "Params"}
	case *ConvertError:
		c.compareConvertError(path, f, room.Interface().(*report.ConvertError))
		return
	case error:
		if r, ok := room.Interface().(error); ok && f.Error() != r.Error() {
			differ()
		}
	}
	if face.Kind() != room.Kind() {
		differ()
		return
	}
	switch face.Kind() {
	case reflect.Struct:
		c.seen[face.Type().Name()] = true
		names := fieldsOf(face.Type(), except)
		if in := fieldsOf(room.Type(), except); !slices.Equal(names, in) {
			c.t.Errorf("%s: got the fields %q here and %q in the room", path, names, in)
			return
		}
		for _, name := range names {
			c.compare(path+"."+name, face.FieldByName(name), room.FieldByName(name), nil)
		}
	case reflect.Slice:
		if face.IsNil() != room.IsNil() || face.Len() != room.Len() {
			differ()
			return
		}
		for i := range face.Len() {
			c.compare(fmt.Sprintf("%s[%d]", path, i), face.Index(i), room.Index(i), nil)
		}
	case reflect.Pointer, reflect.Interface:
		if face.IsNil() || room.IsNil() {
			if face.IsNil() != room.IsNil() {
				differ()
			}
			return
		}
		c.compare(path, face.Elem(), room.Elem(), nil)
	default:
		if !room.Convert(face.Type()).Equal(face) {
			differ()
		}
	}
}

// fieldsOf returns the names of the exported fields of a struct but those in except.
func fieldsOf(typ reflect.Type, except []string) []string {
	var names []string
	for _, f := range reflect.VisibleFields(typ) {
		if f.IsExported() && !slices.Contains(except, f.Name) {
			names = append(names, f.Name)
		}
	}
	slices.Sort(names)
	return names
}

// compareReport compares what the methods of a report say with the fields of the room.
func (c comparer) compareReport(path string, face Report, room report.Report) {
	c.t.Helper()
	shown := struct {
		Input       string
		Rule        Rule
		Findings    []Finding
		More        int
		Grammatical bool
	}{face.Input(), face.Rule(), face.Findings(), face.More(), face.Grammatical()}
	c.compare(path, reflect.ValueOf(shown), reflect.ValueOf(room), []string{"AnyText", "Errors", "Prefix", "Ref"})
	if face.Conforms() != room.Conforms() {
		c.t.Errorf("%s: got Conforms %t here and %t in the room", path, face.Conforms(), room.Conforms())
	}
}

// compareConvertError compares what a ConvertError holds and what its methods say with
// the fields of the room.
func (c comparer) compareConvertError(path string, face *ConvertError, room *report.ConvertError) {
	c.t.Helper()
	if face.Error() != room.Error() {
		c.t.Errorf("%s: got %q here and %q in the room", path, face, room)
	}
	shown := struct {
		Input, Target string
		Findings      []Finding
		Cause         error
	}{face.Input, face.Target, face.Findings(), face.Unwrap()}
	c.seen["ConvertError"] = true
	c.compare(path, reflect.ValueOf(shown), reflect.ValueOf(*room), nil)
}

// wantSame fails unless a value is the same after a conversion to this package and back.
func wantSame[T any](t *testing.T, got, want T) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("there and back: got %#v, want %#v", got, want)
	}
}

// TestFaceStructs converts every struct of a room to that of this package, and back if there
// is a function for it, and compares all fields.
func TestFaceStructs(t *testing.T) {
	c := comparer{t, make(map[string]bool)}
	f := new(filler)

	in := filled[report.Finding](f)
	outside := in
	outside.Message, outside.Hint = message.External("m", map[string]string{"a": "b"}, "n"), message.External("h", nil, "x", "y")
	face := findingsOf([]report.Finding{in, {}, outside})
	c.agree(face[0], in)
	c.agree(face[1], report.Finding{})
	c.agree(face[2], outside)
	wantSame(t, findingsOf([]report.Finding{face[0].finding(), face[1].finding(), face[2].finding()}), face)
	wantSame(t, face[1].finding(), report.Finding{})
	own := filled[Finding](f)
	c.agree(own, own.finding())
	wantSame(t, findingsOf([]report.Finding{own.finding()})[0], own)
	if findingsOf(nil) != nil || faultsOf(nil) != nil {
		t.Error("no findings or faults: got some")
	}

	for _, severity := range []Severity{Warning, Error} {
		e := filled[*abnf.Error](f)
		e.Warning = severity == Warning
		wantSame(t, faultsOf(abnf.ErrorList{e})[0], GrammarFault{
			e.Pos.File, e.Pos.Line, e.Pos.Col, e.Code, severity, e.Rule, e.Msg, e.Expected, e.Line,
		})
	}
	faults := abnf.ErrorList{filled[*abnf.Error](f), filled[*abnf.Error](f)}
	if got, want := (&GrammarError{faultsOf(faults)}).Error(), faults.Error(); got != want {
		t.Errorf("GrammarError: got %q, want %q", got, want)
	}
	c.seen["GrammarFault"], c.seen["GrammarError"] = true, true
	refused := abnf.Refusal{Rule: &abnf.Rule{Name: "a"}, Code: "code", Why: "why", Path: []*abnf.Rule{{Name: "a"}, {Name: "b"}}}
	inspection := spec.Inspection{Faults: faults, Top: "a", Usable: []string{"b"}, Refused: []abnf.Refusal{refused}}
	wantSame(t, inspectionOf(inspection), GrammarInspection{
		faultsOf(faults), "a", []string{"b"}, []RefusedRule{{"a", "code", refused.Reason(), []string{"a", "b"}}},
	})
	c.seen["GrammarInspection"], c.seen["RefusedRule"] = true, true
	files := filled[[]GrammarFile](f)
	for i, in := range filesOf(files) {
		c.agree(files[i], in)
	}

	entry := filled[report.Entry](f)
	c.agree(infoOf(entry), entry)
	c.agree(infoOf(report.Entry{}), report.Entry{})

	// Where a string conforms to the grammar, the productions of its findings are
	// named here and not in the room.
	rep := filled[report.Report](f)
	rep.Grammatical = false
	c.agree(ParseError{reportOf(rep, nil)}, report.ParseError{Report: rep})
	c.agree(reportOf(report.Report{Grammatical: true}, nil), report.Report{Grammatical: true})
	for _, cause := range []error{nil, &report.ParseError{Report: rep}} {
		in := &report.ConvertError{Input: "the input", Target: "URI", Findings: filled[[]report.Finding](f), Cause: cause}
		c.agree(publicError(in), in)
	}

	c.agreeByCalls()
	for _, name := range publicStructs(t) {
		// These are of this package alone: no room has them.
		if !c.seen[name] && name != "BuildError" && name != "Policy" && name != "SpecSource" {
			t.Errorf("%s is not compared with a room", name)
		}
	}
}

// agreeByCalls compares the structs for which there is no separate conversion: it calls the
// functions that return them, here and in the room.
func (c comparer) agreeByCalls() {
	for _, tt := range [][2]string{{"http://H/", "http://h/"}, {"http://h/a", "http://h/b"}} {
		a, b := MustParseRef(tt[0]), MustParseRef(tt[1])
		c.agree(Compare(a, b, RungProtocol), normalize.Compare(a.ref, b.ref, normalize.RungProtocol, normalize.Options{}))
	}
	const text = "http://a/ b^ c"
	list := PrepareList(text, PrepareSpaces(SplitSpaces))
	if len(list) != 3 {
		c.t.Errorf("PrepareList(%q): got %d references, want 3", text, len(list))
	}
	c.agree(list, convert.PrepareList(text, convert.PrepareOptions{Spaces: convert.SplitSpaces}))

	var face Coverage
	var room coverage.Coverage
	face.Add(RFC3987.Top(), "http://h/?q")
	room.Add(spec.RFC3987.Top(), "http://h/?q")
	c.agree(face.Rules(), room.Rules())
}
