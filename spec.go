package iri

import (
	"iter"

	"github.com/rfc3987/iri/internal/ref/spec"
)

// The specs that are built in.
var (
	// RFC3986 is the URI Generic Syntax: RFC 3986 Appendix A.
	RFC3986 = (*Spec)(spec.RFC3986)
	// RFC3987 is the syntax of IRIs: RFC 3987 §2.2.
	RFC3987 = (*Spec)(spec.RFC3987)
	// RFC3987bis is the syntax of draft-ietf-iri-3987bis of 2 March 2012, §2.2.
	RFC3987bis = (*Spec)(spec.RFC3987bis)
	// LEIRI is the syntax of Legacy extended IRIs: W3C Working Group Note of
	// 3 November 2008 and draft-ietf-iri-3987bis §6.
	LEIRI = (*Spec)(spec.LEIRI)
)

// Specs returns the specs that are built in, oldest first.
func Specs() []*Spec {
	var all []*Spec
	for _, s := range spec.Specs() {
		all = append(all, (*Spec)(s))
	}
	return all
}

// SpecByName returns the built-in spec of that name: "rfc3986", "rfc3987",
// "rfc3987bis" or "leiri", without regard to case.
func SpecByName(name string) (*Spec, bool) {
	s, ok := spec.ByName(name)
	return (*Spec)(s), ok
}

// A Spec is a grammar at run time. The built-in ones are variables of this
// package; others come from package grammars.
//
// The nil Spec and the zero Spec have no name and no rules.
type Spec specification

type specification = spec.Spec

// in returns the internal form of the spec, which has no rules for the nil Spec and the zero Spec.
func (s *Spec) in() *spec.Spec { return (*spec.Spec)(s).OrEmpty() }

// A Rule is a production of a spec. Strings can be checked against every rule. Rules are
// comparable. The zero Rule matches no string.
type Rule struct{ rule spec.Rule }

// Name returns the identifier of the spec: "rfc3987".
func (s *Spec) Name() string { return s.in().Name() }

// Title returns the name by which the spec is cited: "RFC 3987".
func (s *Spec) Title() string { return s.in().Title() }

// Rule returns the rule of that name, without regard to case.
func (s *Spec) Rule(name string) (Rule, bool) {
	r, ok := s.in().Rule(name)
	return Rule{r}, ok
}

// Rules iterates over the rules in the order of the grammar. The core rules of RFC 5234
// that it uses come last.
func (s *Spec) Rules() iter.Seq[Rule] {
	return func(yield func(Rule) bool) {
		for r := range s.in().Rules() {
			if !yield(Rule{r}) {
				return
			}
		}
	}
}

// Top returns the default start rule: IRI, or the spec's own top rule.
func (s *Spec) Top() Rule { return Rule{s.in().Top()} }

// Reference returns the rule for references: IRI-reference, URI-reference,
// LEIRI-reference. It is the zero Rule if the spec names none.
func (s *Spec) Reference() Rule { return Rule{s.in().Reference()} }

// Spec returns the spec that the rule belongs to; nil for the zero Rule.
func (r Rule) Spec() *Spec { return (*Spec)(r.rule.Spec()) }

// Name returns the rule's name as the grammar spells it.
func (r Rule) Name() string { return r.rule.Name() }

// String returns the rule's name.
func (r Rule) String() string { return r.rule.String() }

// ABNF returns the rule's definition on one line: "port = *DIGIT".
func (r Rule) ABNF() string { return r.rule.ABNF() }

// Section returns the section that defines the rule: "RFC 3986 §3.2.3", or "changed from RFC 3986 §3.2.3" if the
// grammar changes that definition.
func (r Rule) Section() string { return r.rule.Section() }

// Valid reports whether s conforms to this rule of the grammar; [Rule.Check] also checks what the documents demand in
// prose. It does not allocate if the rule is regular, as those of the built-in specs are. Text that is not UTF-8 does
// not conform to any rule.
func (r Rule) Valid(s string) bool { return r.rule.Valid(s) }

// WholeReference reports whether the rule names a whole reference: IRI, absolute-IRI, IRI-reference, irelative-ref or
// the corresponding rule of another spec, also of one from package grammars that changes a built-in spec. Only a
// string that is parsed by such a rule has components. The prose rules are checked only for such rules of the
// built-in specs.
func (r Rule) WholeReference() bool { return r.rule.IsWhole() }

// Uses returns the rules that the rule uses, directly or through other rules, in the
// order of their first use. The rule itself is not among them.
func (r Rule) Uses() []Rule { return publicRules(r.rule.Uses()) }

// UsedBy returns the rules whose definitions name the rule, in the order of
// the grammar.
func (r Rule) UsedBy() []Rule { return publicRules(r.rule.UsedBy()) }

// publicRules returns the public form of rules.
func publicRules(rules []spec.Rule) []Rule {
	if rules == nil {
		return nil
	}
	out := make([]Rule, len(rules))
	for i, u := range rules {
		out[i] = Rule{u}
	}
	return out
}

// Examples returns up to n strings that conform to the rule, the shortest first, and
// up to n that do not conform because of one character. They are made from the grammar,
// and they are the same on each call.
func (r Rule) Examples(n int) (good, bad []string) { return r.rule.Examples(n) }
