package iri

import (
	"fmt"

	"github.com/rfc3987/iri/internal/spec"
)

// A RefusedRule is a rule of a grammar that was read which cannot be used as a start
// rule. As an error it says so, and why.
type RefusedRule struct {
	Name   string
	Code   string   // of the fault: "recursion", "undefined", "prose" or "too-large"
	Reason string   // "it refers to itself: comment > ccontent > comment"
	Path   []string // from the rule to the one in which the fault lies
}

func (r RefusedRule) Error() string {
	return fmt.Sprintf("the rule %s cannot be used: %s", r.Name, r.Reason)
}

// Refused returns the rules of a grammar that was read which cannot be used, in the
// order of the grammar; none for a built-in spec. [Spec.Rule] and [Spec.Rules] do not
// return them.
func (s *Spec) Refused() []RefusedRule { return refusedOf(s.spec.Refused()) }

// TopName returns the name of the default rule, also if that rule cannot be used and
// [Spec.Top] is the zero Rule.
func (s *Spec) TopName() string { return s.spec.TopName() }

// A GrammarInspection is what [InspectGrammar] finds.
type GrammarInspection struct {
	Faults  []GrammarFault // what [CheckGrammar] returns
	Top     string         // the default rule; empty if there is none
	Usable  []string       // the rules that can be used as start rules, without core rules
	Refused []RefusedRule  // those that cannot be used
}

// InspectGrammar is [CheckGrammar] that also says which rules can be used as start
// rules. With faults of the notation or of the header none can be used. The error says
// that there is no file.
func InspectGrammar(files ...GrammarFile) (GrammarInspection, error) {
	in, err := spec.InspectGrammar(filesOf(files)...)
	return inspectionOf(in), err
}

// inspectionOf returns the face of an inspection.
func inspectionOf(in spec.Inspection) GrammarInspection {
	return GrammarInspection{faultsOf(in.Faults), in.Top, in.Usable, refusedOf(in.Refused)}
}

// refusedOf returns the faces of refused rules.
func refusedOf(rules []spec.RefusedRule) []RefusedRule {
	var out []RefusedRule
	for _, r := range rules {
		out = append(out, RefusedRule(r))
	}
	return out
}
