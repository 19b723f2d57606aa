package conversions

import (
	"strings"
	"testing"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/verdict/check"
)

// TestFixManyFaults holds that a string with more errors than one round fixes is fixed
// completely, or not changed and given findings that say why.
func TestFixManyFaults(t *testing.T) {
	f := NewFixer(nil, nil)
	spaces := "http://e/" + strings.Repeat("x ", 3*check.FixesPerRound) + "x"
	out, findings := f.fix(iri.RFC3987.Top().Validate(spaces, f.Opts...))
	if want := strings.ReplaceAll(spaces, " ", "%20"); len(findings) > 0 || out != want {
		t.Errorf("got %d findings and %.80q, want %.80q", len(findings), out, want)
	}
	bad := spaces + "#["
	port := strings.Replace(spaces, "e/", "e:8a/", 1)
	for _, in := range []string{bad + "#", port} {
		out, findings := f.fix(iri.RFC3987.Top().Validate(in, f.Opts...))
		if conforms := iri.RFC3987.Top().Validate(out).Conforms(); conforms == (len(findings) > 0) || !conforms && out != in {
			t.Errorf("got %d findings and %.80q", len(findings), out)
		}
	}
}
