package conformance_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/grammar/parsetree"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/testkit/reftest"
	"github.com/rfc3987/iri/internal/verdict/diagnose"
	"github.com/rfc3987/iri/internal/verdict/finding"
	work "github.com/rfc3987/iri/internal/work/conversions"
)

// broken returns a random reference with one to three characters that are changed.
func broken(r *rand.Rand) string {
	b := []byte(reftest.Random(r, r.IntN(2) == 0))
	for range 1 + r.IntN(3) {
		const wrong = " <>\"{}|\\^`%:/?#[]@é\x00\xff."
		at := r.IntN(len(b) + 1)
		b = append(b[:at], append([]byte{wrong[r.IntN(len(wrong))]}, b[at:]...)...)
	}
	return string(b)
}

// TestHoles holds the trees of strings that do not conform: a node lies within the one above it and after the one
// before it, the generated parser and the interpreter make the same one, each finding in a component lies in a hole,
// and the productions of the finding lead to it.
func TestHoles(t *testing.T) {
	r := rand.New(rand.NewPCG(29, 1))
	seen := map[bool]int{}
	for range testkit.Size(1_000, 10_000, 100_000) {
		s := broken(r)
		all := []*spec.Spec{spec.RFC3986, spec.RFC3987, spec.RFC3987bis, spec.LEIRI}
		of := all[r.IntN(len(all))]
		p := of.Profile()
		rule := []spec.Rule{p.Top, p.Reference, p.Absolute, p.Relative}[r.IntN(4)]
		if rule.Valid(s) {
			continue
		}
		tree := diagnose.Tree(s, rule, work.Match)
		if tree == nil {
			t.Fatalf("%s, %q: no tree", rule, s)
		}
		drawn := draw(t, s, tree)
		if other := draw(t, s, diagnose.Tree(s, rule, spec.Interpret)); other != drawn {
			t.Fatalf("%s, %q: the parser has\n%sthe interpreter\n%s", rule, s, drawn, other)
		}
		for _, f := range diagnose.Blame(s, rule, &finding.Run{ParseTree: work.Match}).Findings {
			if len(f.Rules) == 1 || strings.HasSuffix(string(f.Code), "authority") {
				continue // of the whole, or of text between components
			}
			hole, ok := holeAt(*tree.Root(), &f)
			seen[ok]++
			if !ok {
				t.Errorf("%s, %q: no hole has %s [%d,%d) %v:\n%s", rule, s, f.Code, f.Start, f.End, f.Rules, drawn)
			} else if ok && !strings.HasPrefix(strings.Join(f.Rules, " "), hole) {
				t.Errorf("%s, %q: the hole %s has %s %v", rule, s, hole, f.Code, f.Rules)
			}
		}
	}
	if seen[true] < 500 {
		t.Errorf("%v findings were compared", seen)
	}
}

// holeAt returns the path to the hole that contains a finding.
func holeAt(n parsetree.Node, f *finding.Finding) (path string, ok bool) {
	if spec.IsHole(n) && n.Start() <= f.Start && f.End <= n.End() {
		return n.Name(), true
	}
	for c := range n.Children() {
		if path, ok := holeAt(c, f); ok {
			return n.Name() + " " + path, true
		}
	}
	return "", false
}

// draw prints a tree, and checks how its nodes lie.
func draw(t *testing.T, s string, tree *parsetree.Tree) string {
	var b strings.Builder
	var add func(n parsetree.Node, depth int)
	add = func(n parsetree.Node, depth int) {
		fmt.Fprintf(&b, "%s%s [%d,%d) %q %t\n", strings.Repeat(" ", depth), n.Name(), n.Start(), n.End(), n.Text(), spec.IsHole(n))
		at := n.Start()
		for c := range n.Children() {
			if c.Start() < at || c.End() < c.Start() || c.End() > n.End() || c.Text() != s[c.Start():c.End()] {
				t.Errorf("%q: %s [%d,%d) %q lies wrong in %s [%d,%d)", s, c.Name(), c.Start(), c.End(), c.Text(),
					n.Name(), n.Start(), n.End())
			}
			at = c.End()
			add(c, depth+1)
		}
	}
	add(*tree.Root(), 0)
	return b.String()
}
