package conversions

import (
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/verdict/check"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// TestFixManyFaults holds that a string with more errors than one round fixes is fixed
// completely, or not changed and given findings that say why.
func TestFixManyFaults(t *testing.T) {
	f := NewFixer(nil, finding.Run{})
	spaces := "http://e/" + strings.Repeat("x ", 3*check.FixesPerRound) + "x"
	out, findings := f.fix(f.check(spaces, spec.RFC3987.Top(), f.Run.Max))
	if want := strings.ReplaceAll(spaces, " ", "%20"); len(findings) > 0 || out != want {
		t.Errorf("got %d findings and %.80q, want %.80q", len(findings), out, want)
	}
	bad := spaces + "#["
	port := strings.Replace(spaces, "e/", "e:8a/", 1)
	for _, in := range []string{bad + "#", port} {
		out, findings := f.fix(f.check(in, spec.RFC3987.Top(), f.Run.Max))
		if conforms := check.Report(out, spec.RFC3987.Top(),
			new(finding.Run)).Conforms(); conforms == (len(findings) > 0) || !conforms && out != in {
			t.Errorf("got %d findings and %.80q", len(findings), out)
		}
	}
}

// TestFixAmongMany holds that findings without a fix do not take the places of those that have one.
func TestFixAmongMany(t *testing.T) {
	f := NewFixer([]finding.Code{"pct-unreserved", "mixed-script"}, finding.Run{})
	n := 2 * check.FixesPerRound
	out, findings := f.Text("http://"+strings.Repeat("%D0%B0p.", n)+"com/", spec.RFC3987.Top(), false)
	if want := "http://" + strings.Repeat("аp.", n) + "com/"; len(findings) > 0 || out != want {
		t.Errorf("got %d findings and %.80q, want %.80q", len(findings), out, want)
	}
}
