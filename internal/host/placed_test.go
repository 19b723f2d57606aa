package host

import (
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/testkit/runtest"
	"github.com/rfc3987/iri/internal/work/checks"
)

// TestRejecter has a record that is too long: its pieces come one after the other, and only the first one has a finding.
func TestRejecter(t *testing.T) {
	long := "http://e/" + strings.Repeat("a", 3<<20) + "\n"
	o := &input.Options{From: input.Lines, LinesOnly: true, MaxLine: 1 << 20}
	got, pieces := "", 0
	sink := &Rejecter{Emit: func(r Rejected) {
		if pieces++; r.Continued == (len(r.Findings) > 0) || r.Continued == (pieces == 1) {
			t.Errorf("piece %d: continued %v, %d findings", pieces, r.Continued, len(r.Findings))
		}
		got += string(r.Record)
	}}
	runtest.Do(t, "http://e/\n"+long, o, &checks.Filter{Checker: checks.NewChecker(runtest.Target()), Input: o}, sink, nil)
	sink.Flush()
	if got != long || pieces < 2 {
		t.Errorf("got %d bytes in %d pieces, want %d", len(got), pieces, len(long))
	}
}
