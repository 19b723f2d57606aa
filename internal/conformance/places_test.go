package conformance_test

import (
	"math/rand/v2"
	"testing"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/testkit/reftest"
)

// TestPlaces holds the places of components that tables record to the spans of the nodes of the parse tree, for each
// rule that names whole references.
func TestPlaces(t *testing.T) {
	texts := []string{
		"", "a:", "a:b", "a:/b", "a:/", "a:?", "a:#", "a:b?c#d", "a:b#c?d", "//", "//h", "//h:/", "/p", "p/q", "./a:b",
		"?q", "#f", "?#",
		"http://u:p@h.example:80/p/q?r=s#t", "http://@:/?#", "http://[::1]:8/", "http://u@[v1.a:b]",
		"http://1.2.3.4:5/", "//1.2.3.4", "http://é/é?é#é", "s://é@é/%41",
	}
	r := rand.New(rand.NewPCG(29, 0))
	for i := range testkit.Size(500, 5_000, 50_000) {
		texts = append(texts, reftest.Random(r, i%2 == 0))
	}
	compared := 0
	for _, s := range iri.Specs() {
		for rule := range s.Rules() {
			if !rule.WholeReference() {
				continue
			}
			in, _ := (*spec.Spec)(s).Rule(rule.Name())
			for _, text := range texts {
				ref, err := in.Parse(text)
				if err != nil {
					continue
				}
				tree, err := rule.Tree(text)
				if err != nil {
					t.Errorf("%s, %s, %q: no tree: %v", s.Name(), rule, text, err)
					continue
				}
				compared++
				seen := component.Kinds(0)
				for _, n := range tree.All() {
					kind, ok := in.Spec().Profile().Component(n.Name())
					if !ok || kind == component.IPv4 || seen.Has(kind) { // an IPv4address can be in an IPv6address
						continue
					}
					seen |= 1 << kind
					start, end, ok := ref.Parts.Span(text, kind)
					if kind == component.RegName && !ok || kind == component.PathEmpty && start != n.Start() {
						continue
					}
					if !ok || start != n.Start() || end != n.End() {
						t.Errorf("%s, %s, %q: %s is [%d,%d) to the table (%t) and [%d,%d) to the tree", s.Name(), rule,
							text, n.Name(), start, end, ok, n.Start(), n.End())
					}
				}
			}
		}
	}
	if compared < 1000 {
		t.Errorf("%d strings were compared, want 1,000", compared)
	}
}
