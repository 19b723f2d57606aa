package host

import (
	"reflect"
	"testing"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/verdict/check"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// TestFinding holds that a finding says the same in both forms.
func TestFinding(t *testing.T) {
	for _, text := range []string{"http://h:8a/", "http://e/a b", "http://user:secret@e/%zz", "http://e/\u202e"} {
		public := iri.Check(text).Findings()
		for i, f := range check.Report(text, spec.RFC3987.Top(),
			&finding.Run{Settings: finding.Settings{Max: finding.DefaultMaxFindings}}).Findings {
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
