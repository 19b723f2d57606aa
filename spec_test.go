package iri_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/testkit"
)

// TestRuleExamples checks that the good examples of every rule match it, that the bad
// ones do not, and that they are the same on each call.
func TestRuleExamples(t *testing.T) {
	for _, spec := range iri.Specs() {
		for rule := range spec.Rules() {
			if r, ok := iri.RFC3987.Rule(rule.Name()); ok && spec != iri.RFC3987 && r.ABNF() == rule.ABNF() {
				continue // seen
			}
			good, bad := rule.Examples(4)
			if len(good) == 0 || len(bad) == 0 {
				t.Errorf("%s %s: got %d good and %d bad examples, want some of each", spec.Name(), rule, len(good), len(bad))
			}
			for _, s := range good {
				if !rule.Valid(s) {
					t.Errorf("%s %s: good example %q does not conform", spec.Name(), rule, s)
				}
			}
			for _, s := range bad {
				if rule.Valid(s) {
					t.Errorf("%s %s: bad example %q conforms", spec.Name(), rule, s)
				}
			}
		}
	}
	port, _ := iri.RFC3987.Rule("port")
	g1, b1 := port.Examples(5)
	g2, b2 := port.Examples(5)
	if !slices.Equal(g1, g2) || !slices.Equal(b1, b2) {
		t.Errorf("two calls differ: %q %q, %q %q", g1, b1, g2, b2)
	}
}

func TestUses(t *testing.T) {
	testkit.StatesRFC(t, "/p", "IPv4address", "IPv6address", "h16", "iauthority", "ls32", "port")
	tests := []struct {
		rule string
		uses []string
		by   []string
	}{
		{"port", []string{"DIGIT"}, []string{"iauthority"}},
		{"ls32", []string{"h16", "IPv4address", "HEXDIG", "dec-octet", "DIGIT"}, []string{"IPv6address"}},
		{"IRI", nil, []string{"IRI-reference"}},
		{"ALPHA", nil, nil},
	}
	names := func(rules []iri.Rule) []string {
		var out []string
		for _, r := range rules {
			out = append(out, r.Name())
		}
		return out
	}
	for _, tt := range tests {
		r, _ := iri.RFC3987.Rule(tt.rule)
		if got := names(r.Uses()); tt.uses != nil && !slices.Equal(got, tt.uses) {
			t.Errorf("%s uses %q, want %q", tt.rule, got, tt.uses)
		}
		if got := names(r.UsedBy()); tt.by != nil && !slices.Equal(got, tt.by) {
			t.Errorf("%s is used by %q, want %q", tt.rule, got, tt.by)
		}
	}
	top := iri.RFC3987.Top().Uses()
	if slices.Contains(names(top), "IRI") || !slices.Contains(names(top), "HEXDIG") {
		t.Errorf("IRI uses %q", names(top))
	}
}

func TestZeroRule(t *testing.T) {
	var r iri.Rule
	good, bad := r.Examples(3)
	if r.Uses() != nil || r.UsedBy() != nil || good != nil || bad != nil {
		t.Error("the zero Rule uses rules or has examples")
	}
}

func ExampleRule_Examples() {
	port, _ := iri.RFC3987.Rule("port")
	good, bad := port.Examples(2)
	fmt.Printf("%q %q\n", good, bad)
	// Output:
	// ["" "2"] ["_" ":2"]
}

func ExampleSpecs() {
	for _, s := range iri.Specs()[:2] {
		fmt.Println(s.Name(), s.Title(), s.Top(), s.Reference())
	}
	// Output:
	// rfc3986 RFC 3986 URI URI-reference
	// rfc3987 RFC 3987 IRI IRI-reference
}

func ExampleSpecByName() {
	spec, ok := iri.SpecByName("RFC3986")
	path, _ := spec.Rule("path")
	fmt.Println(spec.Name(), ok, spec.Top(), spec.Top().WholeReference(), path.WholeReference())
	// Output: rfc3986 true URI true false
}
