package diagnose

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/scheme"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// TestComponentEndsTooSoon checks that where the components of a spec have a least
// length, a finding names the one that is too short, not the whole.
func TestComponentEndsTooSoon(t *testing.T) {
	testkit.StatesRFC(t, "s://h:1/p")
	s, err := spec.ReadSpec(spec.GrammarFile{Name: "x.abnf", Text: []byte("; changes: rfc3987\nport = 2*5DIGIT\n" +
		"scheme = \"http\" [ \"s\" ]\nireg-name = 1*( iunreserved / pct-encoded / sub-delims )\n")})
	if err != nil {
		t.Fatal(err)
	}
	blamed := func(in string) string {
		if s.Top().Valid(in) {
			return ""
		}
		var out []string
		for _, f := range Blame(in, s.Top(), new(finding.Run)).Findings {
			out = append(out, fmt.Sprintf("%s [%d,%d)", f.Code, f.Start, f.End))
		}
		return strings.Join(out, ", ")
	}
	for _, tt := range []struct{ in, want string }{
		{"http://h:80/", ""},
		{"http://h:8/", "port [10,10)"},
		{"http://h:/", "port [9,9)"},
		{"http://h:a/", "port [9,10)"},
		{"htt://h:80/", "scheme [0,3)"},
		{"http:///", "ireg-name [7,7)"},
		{"http://:8/a b", "ireg-name [7,7), port [9,9), ipath-abempty [11,12)"},
	} {
		if got := blamed(tt.in); got != tt.want {
			t.Errorf("%q: got %s, want %s", tt.in, got, tt.want)
		}
	}
}

// TestBeginsIRI has the start of a text, and whether it is a scheme that an IRI begins with: what stands before
// the first of ":/?#", if that is a ":".
func TestBeginsIRI(t *testing.T) {
	r := rand.New(rand.NewPCG(20, 34))
	pieces := []string{"http", "mailto", "urn", "a", "1", "+", "-", ".", "_", "é", ":", "://", "/", "?", "#", " ", "x:",
		strings.Repeat("b", 58)}
	both := map[bool]int{}
	for range 50_000 {
		var b strings.Builder
		for range r.IntN(6) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		s := b.String()
		k := component.SchemeEnd(s[:min(len(s), 64)])
		want := k > 0 && (scheme.Is(s[:k], scheme.NoSlashes) || strings.HasPrefix(s[k:], "://") &&
			spec.RFC3986.Profile().Of[component.Scheme].Valid(s[:k]))
		if got := beginsIRI(s); got != want {
			t.Fatalf("%q: got %v, want %v", s, got, want)
		}
		both[want]++
	}
	if both[true] < 100 || both[false] < 100 {
		t.Errorf("%v: too few of one", both)
	}
}

// TestOrder has strings whose faults are found in another order than they stand.
func TestOrder(t *testing.T) {
	for _, s := range []string{"http://h:8a/ b", "1a:b c", "http://[::1]a:x y/é<", "a b:c d", "http://a@b@c:1:2/%zz",
		strings.Repeat("http://h:8a/ ", 40)} {
		for _, rule := range []spec.Rule{spec.RFC3987.Top(), spec.RFC3987.Reference(),
			spec.RFC3986.Profile().Relative} {
			rep := Blame(s, rule, new(finding.Run))
			if !slices.IsSortedFunc(rep.Findings, func(x, y finding.Finding) int { return x.Start - y.Start }) {
				t.Errorf("%s: %q: the findings are not in order: %v", rule.Name(), s, rep.Findings)
			}
		}
	}
}
