package spec_test

import (
	"testing"

	"github.com/rfc3987/iri/internal/grammar/automaton"
	"github.com/rfc3987/iri/internal/grammar/engine"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/testkit/grammartest"
	"github.com/rfc3987/iri/internal/text/percent"
)

// TestEncodedIsURI holds what is found out about a rule to sentences of it: where it is true each becomes a
// URI-reference, and where it is false one of them does not.
func TestEncodedIsURI(t *testing.T) {
	testkit.StatesRFC(t)
	check := func(t *testing.T, rule spec.Rule) {
		is, all := rule.EncodedIsURI(), true
		for _, s := range sentences(rule.DFA()) {
			encoded := string(percent.AppendNonASCII(nil, s))
			if all = all && spec.RFC3986.Reference().Valid(encoded); is && !all {
				t.Fatalf("%s of %s is said to become URIs: %q does not", rule, rule.Spec().Name(), encoded)
			}
		}
		if is != all {
			t.Errorf("%s of %s: got %t, want %t", rule, rule.Spec().Name(), is, all)
		}
	}
	for _, s := range spec.Specs() {
		if s.Profile() != nil {
			check(t, s.Reference())
			check(t, s.Top())
		}
	}
	for i, c := range grammartest.Changes {
		if i%testkit.Size(8, 4, 1) != 0 {
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			s, err := spec.ReadSpec(spec.GrammarFile{Name: "changed.abnf", Text: c.Text()})
			if err != nil {
				t.Fatal(err)
			}
			check(t, s.Reference())
		})
	}
}

// sentences returns one for each transition of an automaton that leads on.
func sentences(d *automaton.DFA) (all []string) {
	alphabet := d.Alphabet()
	for state, before := range d.Access() {
		if d.Step(engine.Start, before) != state {
			continue // the dead state
		}
		for _, symbol := range alphabet {
			if rest, ok := d.Completion(d.Step(state, symbol.Text)); ok {
				all = append(all, before+symbol.Text+rest)
			}
		}
	}
	return all
}

// TestEncodedIsURIOfRFC states which of the documents' references need more than RFC 3987 §3.1 step 2.
func TestEncodedIsURIOfRFC(t *testing.T) {
	testkit.StatesRFC(t)
	for s, want := range map[*spec.Spec]bool{spec.RFC3986: true, spec.RFC3987: true, spec.RFC3987bis: true,
		spec.LEIRI: false} {
		if got := s.Reference().EncodedIsURI(); got != want {
			t.Errorf("%s: got %t, want %t", s.Name(), got, want)
		}
	}
}
