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
//
// No rule is asked that cannot match the string: where a fault begins with a byte that none of its
// sentences has, such as the space in an IRI of any spec.
func hintNamesake(findings []report.Finding, s string, r spec.Rule) {
	f := &findings[0]
	helped := slices.ContainsFunc(findings, func(f report.Finding) bool { return !f.Hint.IsZero() || f.Fix != nil })
	n := namesakesOf(r)
	asked := false // the widest rule, which matches the string
	for i, other := range n.list {
		if helped && other.rule.Family() == spec.LEIRIs || slices.ContainsFunc(findings, func(f report.Finding) bool { return f.Start < len(s) && !other.bytes[s[f.Start]] }) {
			continue
		}
		if !asked && n.widest != (spec.Rule{}) && i+1 < len(n.list) && !helped {
			if asked = true; !n.widest.Valid(s) {
				return
			}
		}
		if asked && other.rule == n.widest || other.rule.Valid(s) {
			f.Also = reason.Of(other.hint, other.names[0], other.names[1], other.names[2])
			return
		}
	}
}

// A namesake is the rule of another built-in spec that corresponds to a rule for whole
// references, and the hint for a string that conforms to it.
type namesake struct {
	rule  spec.Rule
	hint  reason.ID
	names [3]string  // the values of the hint
	bytes *[256]bool // which the strings that conform to it may have
}

// namesakes are the namesakes of a rule that can match strings which the rule does not.
type namesakes struct {
	list   []namesake // oldest spec first
	widest spec.Rule  // the one that includes all others; zero if there is none
}

// namesakesOf returns the namesakes of a rule in the built-in specs; none if it does not name a whole reference. They
// are found when they are first needed, because that loads the other specs and the tables of their rules.
func namesakesOf(r spec.Rule) *namesakes {
	if !r.IsWhole() {
		return new(namesakes)
	}
	return r.Namesakes(func() any { return findNamesakes(r) }).(*namesakes)
}

// findNamesakes finds the namesakes of a rule that names a whole reference. Those that
// the rule includes are left out.
func findNamesakes(r spec.Rule) *namesakes {
	p := r.Spec().Profile()
	out := new(namesakes)
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
		bytes := n.rule.Bytes()
		n.bytes = &bytes
		out.list = append(out.list, n)
	}
	for _, n := range out.list {
		if !slices.ContainsFunc(out.list, func(o namesake) bool { return o != n && !n.rule.Spec().Includes(o.rule.Spec()) }) {
			out.widest = n.rule
		}
	}
	return out
}
