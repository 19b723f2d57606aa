package check

import (
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// TestBudget has strings with many findings, whose edits are tried. In a short string each is tried alone. In a long one
// the calls of Tick, at least one for each finding of each check, stay a few for each piece of the string.
func TestBudget(t *testing.T) {
	const short, long = 30, 3000
	lint, guess := finding.Run{Settings: finding.Settings{Lint: true}}, finding.Run{Settings: finding.Settings{Guess: true}}
	for _, tt := range []struct {
		name, start, piece string
		settings           finding.Run
		fixes, most        int // edits that are kept in a short string, calls for each piece of a long one
	}{
		{"edits that mend", "http://e/", "ｘ.", lint, 2 * short, 3},
		{"edits of two codes", "http://e/", "%7eé%c3", lint, 2*short + 1, 8},
		{"edits that do not mend", "http://e/", "%e9%2e%2e%e9/", lint, short, 36},
		{"one edit that does not mend", "http://e/x%e9%2e%2e%e9/", "%7e/", lint, 2*short + 1, 4},
		{"an edit of the whole path", "http://e/", "a/..", lint, 1, 1},
		{"a guess where most findings have none", "http://u:", "a@", guess, 1, 4},
		{"guesses", "http://e/", `a\`, guess, short, 3},
		{"a guess that makes the others", "http://", `a\`, guess, short, 3},
	} {
		if testkit.Edited(tt.start + tt.piece) {
			continue
		}
		check := func(pieces int) (ticks, fixes int) {
			o := tt.settings
			o.Interrupt = func() { ticks++ }
			rep := Report(tt.start+strings.Repeat(tt.piece, pieces), spec.RFC3987.Top(), &o)
			var all []finding.Code
			for _, f := range rep.Findings {
				all = append(all, f.Code)
			}
			Try(&rep, func(s string, max int) finding.Report {
				o.Max = max
				return Report(s, spec.RFC3987.Top(), &o)
			}, all...)
			for _, f := range rep.Findings {
				if f.Fix != nil {
					fixes++
				}
			}
			return ticks, fixes
		}
		if _, got := check(short); got != tt.fixes {
			t.Errorf("%s: %d edits are kept, want %d", tt.name, got, tt.fixes)
		}
		if got, fixes := check(long); got > tt.most*long || fixes == 0 {
			t.Errorf("%s: %d pieces have %d calls, want at most %d, and %d edits", tt.name, long, got, tt.most*long, fixes)
		}
	}
}
