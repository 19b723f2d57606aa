package blame

import (
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/text/wording"
	"github.com/rfc3987/iri/internal/verdict/reason"
	"github.com/rfc3987/iri/internal/verdict/report"
)

// hintNamesake adds to the hint of the first finding that the string conforms to the
// namesake of the rule in another built-in spec, if it does. That a string is a LEIRI is
// said only where no finding has a hint or a fix: nearly every string with a space is one.
func hintNamesake(findings []report.Finding, s string, r spec.Rule) {
	helped := slices.ContainsFunc(findings, func(f report.Finding) bool { return !f.Hint.IsZero() || f.Fix != nil })
	for _, n := range namesakesOf(r) {
		if (!helped || n.rule.Family() != spec.LEIRIs) && n.rule.Valid(s) {
			findings[0].Also = reason.Of(n.hint, n.names[:]...)
			return
		}
	}
}

// A namesake is the rule of another built-in spec that corresponds to a rule for whole
// references, and the hint for a string that conforms to it.
type namesake struct {
	rule  spec.Rule
	hint  reason.ID
	names [3]string // the values of the hint
}

// namesakesOf returns the namesakes of a rule in the built-in specs, that of the oldest one first; none if it does not
// name a whole reference. They are found when they are first needed, because that loads the other specs.
func namesakesOf(r spec.Rule) []namesake {
	if !r.IsWhole() {
		return nil
	}
	return r.Namesakes(func() any { return findNamesakes(r) }).([]namesake)
}

// findNamesakes finds the namesakes of a rule that names a whole reference. Those that
// the rule includes are left out.
func findNamesakes(r spec.Rule) (all []namesake) {
	p := r.Spec().Profile()
	for _, other := range spec.Specs() {
		if other == r.Spec() || r.Spec().Includes(other) {
			continue
		}
		q := other.Profile()
		if q == nil || other.Top() != q.Top {
			continue // it describes something else, such as URNs by the rules of RFC 3986
		}
		n := namesake{rule: q.Top}
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
		n.hint = reason.HintNamesake
		if name := n.rule.Name(); strings.HasPrefix(wording.WithArticle(name), "an ") {
			n.names[1] = name
		} else {
			n.names[0] = name
		}
		if t := other.Title(); !strings.Contains(n.rule.Name(), t) {
			n.names[2] = t
		}
		switch {
		case other.Family() == spec.LEIRIs && r.Family() != spec.URIs:
			n.hint = reason.HintNamesakeToIri
		case other == spec.RFC3987 && r.Family() == spec.URIs:
			n.hint = reason.HintNamesakeToUri
		}
		all = append(all, n)
	}
	return all
}
