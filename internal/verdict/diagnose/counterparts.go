package diagnose

import (
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// hintNamesake adds to the hint of the first finding that the string conforms to the
// counterpart of the rule in another built-in spec, if it does. That a string is a LEIRI is
// said only where no finding has a hint or a fix: nearly every string with a space is one.
func hintNamesake(findings []finding.Finding, s string, r spec.Rule) {
	helped := slices.ContainsFunc(findings, func(f finding.Finding) bool { return !f.Hint.IsZero() || f.Fix != nil })
	for _, n := range counterpartsOf(r) {
		if (!helped || n.rule.Family() != spec.LEIRIs) && n.rule.Valid(s) {
			findings[0].Also = n.hint.Text(n.names[:]...)
			return
		}
	}
}

// A counterpart is the rule of another built-in spec that corresponds to a rule for whole
// references, and the hint for a string that conforms to it.
type counterpart struct {
	rule  spec.Rule
	hint  finding.Reason
	names [3]string // the values of the hint
}

// counterpartsOf returns the counterparts of a rule in the built-in specs, that of the oldest one first; none if it
// does not name a whole reference. They are found when they are first needed, because that loads the other specs.
func counterpartsOf(r spec.Rule) []counterpart {
	if !r.IsWhole() {
		return nil
	}
	return r.Counterparts(func() any { return findCounterparts(r) }).([]counterpart)
}

// findCounterparts finds the counterparts of a rule that names a whole reference. Those that
// the rule includes are left out.
func findCounterparts(r spec.Rule) (all []counterpart) {
	p := r.Spec().Profile()
	for _, other := range spec.Specs() {
		if other == r.Spec() || r.Spec().Includes(other) {
			continue
		}
		q := other.Profile()
		if q == nil || other.Top() != q.Top {
			continue // it describes something else, such as URNs by the rules of RFC 3986
		}
		n := counterpart{rule: q.Top}
		switch r {
		case p.Reference:
			n.rule = q.Reference
		case p.Relative:
			n.rule = q.Relative
		case p.Absolute:
			n.rule = q.Absolute
		}
		if n.rule.IsZero() {
			continue
		}
		n.hint = finding.HintNamesake
		if name := n.rule.Name(); strings.HasPrefix(quote.WithArticle(name), "an ") {
			n.names[1] = name
		} else {
			n.names[0] = name
		}
		if t := other.Title(); !strings.Contains(n.rule.Name(), t) {
			n.names[2] = t
		}
		switch {
		case other.Family() == spec.LEIRIs && r.Family() != spec.URIs:
			n.hint = finding.HintNamesakeToIri
		case other == spec.RFC3987 && r.Family() == spec.URIs:
			n.hint = finding.HintNamesakeToUri
		}
		all = append(all, n)
	}
	return all
}
