package host

import (
	"reflect"
	"testing"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/verdict/check"
	"github.com/rfc3987/iri/internal/verdict/report"
	"github.com/rfc3987/iri/internal/work/conversions"
	"github.com/rfc3987/iri/internal/work/job"
)

// filled returns a value of the type in which nothing is zero.
func filled(t reflect.Type) reflect.Value {
	v := reflect.New(t).Elem()
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			if t.Field(i).Name != "FirstCounts" { // options set it by their severities
				v.Field(i).Set(filled(t.Field(i).Type))
			}
		}
	case reflect.Slice:
		v.Set(reflect.Append(v, filled(t.Elem())))
	case reflect.Map:
		v.Set(reflect.MakeMap(t))
		v.SetMapIndex(filled(t.Key()), filled(t.Elem()))
	case reflect.String:
		v.SetString("x")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Uint8:
		v.SetUint(1)
	default:
		v.SetInt(7)
	}
	return v
}

// TestJob holds that no option is lost on the way to the packages of work and back, and that an option that is not
// given is not given there.
func TestJob(t *testing.T) {
	all := filled(reflect.TypeFor[job.Options]()).Interface().(job.Options)
	if got := *JobOf(all).Work(); !reflect.DeepEqual(got, all) {
		t.Errorf("got %+v, want %+v", got, all)
	}
	if got := *(Job{}).Work(); !reflect.DeepEqual(got, job.Options{}) {
		t.Errorf("of the zero Job: got %+v", got)
	}
	if got, want := filled(reflect.TypeFor[Conversion]()).Interface().(Conversion).Work(),
		filled(reflect.TypeFor[conversions.Conversion]()).Interface(); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	o := Job{Severity: map[iri.Code]iri.Severity{"control": iri.SeverityError}}.Work()
	if o.Severity["control"] != report.Error {
		t.Errorf("got %v", o.Severity)
	}
}

// TestFinding holds that a finding says the same in both forms.
func TestFinding(t *testing.T) {
	for _, text := range []string{"http://h:8a/", "http://e/a b", "http://user:secret@e/%zz", "http://e/\u202e"} {
		public := iri.Check(text).Findings()
		for i, f := range check.Report(text, spec.RFC3987.Top(),
			&report.Settings{Max: report.DefaultMaxFindings}).Findings {
			got := Finding(&f)
			if !reflect.DeepEqual(got, public[i]) {
				t.Errorf("%q: got %+v, want %+v", text, got, public[i])
			}
			back := FindingOf(&got)
			if a, b := string(back.AppendJSON(nil)), string(f.AppendJSON(nil)); a != b {
				t.Errorf("%q: got %s, want %s", text, a, b)
			}
		}
	}
}
