package normalize_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/normalize"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/ref/textparts"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/testkit/reftest"
	"github.com/rfc3987/iri/internal/text/chars"
)

// kindNames are how the rows name the kinds.
var kindNames = [...]string{
	normalize.PctCase: "pct-case", normalize.PctUnreserved: "pct-unreserved", normalize.SchemeCase: "scheme-case",
	normalize.HostCase: "host-case", normalize.DotSegment: "dot-segment", normalize.PortEmpty: "port-empty",
	normalize.PortDefault: "port-default", normalize.PathEmpty: "path-empty",
}

// deviations returns the deviations of a reference, in the order of their offsets.
func deviations(r component.Ref) (all []normalize.Deviation) {
	normalize.Deviations(r, &normalize.Options{Spec: spec.RFC3987}, func(d normalize.Deviation) { all = append(all, d) })
	slices.SortStableFunc(all, func(a, b normalize.Deviation) int { return cmp.Compare(a.Start, b.Start) })
	return all
}

func TestDeviations(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"http://example.org/é?q#f", ""},
		{"HTTP://h/", `scheme-case[0,4) "http"`},
		{"x://u%4a@H%41%2b:80/", `pct-case[5,8) "%4A"; pct-unreserved[5,8) "J"; host-case[9,16) "h%41%2b"; ` +
			`pct-unreserved[10,13) "a"; pct-case[13,16) "%2B"`},
		{"http://h:80", `port-default[8,11) ""; path-empty[11,11) "/"`},
		{"http://h:/", `port-empty[8,9) ""`},
		{"foo://h:", "port-empty[7,8) \"\"; path-empty[8,8) \"/\""},
		{"x:/a/../b/./c", `dot-segment[5,7) "/b/c"; dot-segment[10,11) "/b/c"`},
		{"x:/a/%2e%2E/b", `pct-case[5,8) "%2E"; pct-unreserved[5,11) ".."; dot-segment[5,11) "/b"`},
		{"a:/..//b", `dot-segment[3,5) "/.//b"`},
		{"a:/.//b", ""},
		{"./a/../%7E", `pct-unreserved[7,10) "~"`},
		{"x:%c3%A9%c3%c3", `pct-case[2,5) "%C3"; pct-unreserved[2,8) "é"; pct-case[8,14) "%C3%C3"`},
		{"tel:1-2", ""},
		{"file:/a", ""},
		{"urn:isbn:0-395-36341-1", ""},
		{"x://h:0080/", ""},
		{"http://h:0080/", `port-default[8,13) ""`},
		{"x:?%ee%80%80#%EE%80%80", "pct-case[3,6) \"%EE\""},
	} {
		if testkit.Edited(tt.in, tt.want) {
			continue
		}
		var got []string
		for _, d := range deviations(parse(tt.in)) {
			got = append(got, fmt.Sprintf("%s[%d,%d) %q", kindNames[d.Kind], d.Start, d.End, d.Text()))
		}
		want := strings.ReplaceAll(tt.want, "\ue000", `\ue000`)
		if g := strings.Join(got, "; "); g != want {
			t.Errorf("%q:\n got %s\nwant %s", tt.in, g, want)
		}
	}
}

// TestDeviationsProperties checks that there are deviations just where the normal
// form differs, but for what it percent-encodes, and that each fix takes its own away and adds none.
func TestDeviationsProperties(t *testing.T) {
	testkit.StatesRFC(t, "s://h/p?q")
	r := rand.New(rand.NewPCG(8, 8))
	for range 20000 {
		s := reftest.Random(r, false)
		if chars.MightStayEncoded(s, true) || !textparts.HasNoIssues(s) {
			continue
		}
		ref := parse(s)
		all := deviations(ref)
		if normal := normalize.Mended(ref) == ref; normal != (len(all) == 0) {
			t.Fatalf("%+q: normal: %v, deviations: %v", s, normal, all)
		}
		for _, d := range all {
			fixed, err := reference.Parse(s[:d.FixStart] + d.Text() + s[d.FixEnd:])
			if err != nil {
				t.Fatalf("%+q: %v breaks it: %v", s, d, err)
			}
			if normalize.Key(fixed, normalize.RungScheme, nil) != normalize.Key(ref, normalize.RungScheme, nil) {
				t.Fatalf("%+q: %v makes another reference of it: %+q", s, d, fixed)
			}
			before, after := make(map[normalize.DeviationKind]int), make(map[normalize.DeviationKind]int)
			for _, d := range all {
				before[d.Kind]++
			}
			for _, d := range deviations(fixed) {
				after[d.Kind]++
			}
			if after[d.Kind] >= before[d.Kind] {
				t.Fatalf("%+q: %v is still there in %+q", s, d, fixed)
			}
			for code, n := range after {
				if n > before[code] {
					t.Fatalf("%+q: %v adds %v to %+q", s, d, code, fixed)
				}
			}
		}
	}
}
