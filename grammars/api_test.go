package grammars

import (
	"reflect"
	"testing"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/study/coverage"
)

// wantSame fails unless a value is the same after a conversion to this package.
func wantSame[T any](t *testing.T, got, want T) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %#v, want %#v", got, want)
	}
}

// TestAPI holds that no field of an internal package is lost.
func TestAPI(t *testing.T) {
	e := &abnf.Error{Pos: abnf.Pos{File: "f", Line: 1, Col: 2}, Code: "c", Rule: "r", Msg: "m", Expected: "e", Line: "l"}
	warning := *e
	warning.Warning = true
	faults := abnf.ErrorList{e, &warning}
	want := []Fault{{"f", 1, 2, "c", iri.SeverityError, "r", "m", "e", "l"},
		{"f", 1, 2, "c", iri.SeverityWarning, "r", "m", "e", "l"}}
	wantSame(t, faultsOf(faults), want)
	wantSame(t, faultsOf(nil), nil)
	wantSame(t, (&Error{want}).Error(), faults.Error())
	refused := abnf.Refusal{Rule: &abnf.Rule{Name: "a"}, Code: "code", Why: "why",
		Path: []*abnf.Rule{{Name: "a"}, {Name: "b"}}}
	inspection := spec.Inspection{Faults: faults, Top: "a", Usable: []string{"b"}, Refused: []abnf.Refusal{refused}}
	wantSame(t, inspectionOf(inspection), Inspection{want, "a", []string{"b"},
		[]Refusal{{"a", "code", refused.Reason(), []string{"a", "b"}}}})
	wantSame(t, filesOf([]File{{"n", []byte("t"), true}}), []spec.GrammarFile{{Name: "n", Text: []byte("t"), Library: true}})
	var public Coverage
	var internal coverage.Coverage
	public.Add(iri.RFC3987.Top(), "http://h/?q")
	internal.Add(spec.RFC3987.Top(), "http://h/?q")
	for i, r := range internal.Rules() {
		got := public.Rules()[i]
		if got.Rule.Name() != r.Rule.Name() || got.Inputs != r.Inputs || len(got.Alternatives) != len(r.Alternatives) {
			t.Errorf("%s: got %+v", r.Rule, got)
		}
	}
}
