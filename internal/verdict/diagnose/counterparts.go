package diagnose

import (
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// hintNamesake adds a hint to the first finding if the string conforms to the counterpart of the rule in another
// built-in spec. It mentions LEIRIs only if no finding has a hint or a fix, because nearly every string with a space
// is a LEIRI.
func hintNamesake(findings []finding.Finding, s string, r spec.Rule) {
	helped := slices.ContainsFunc(findings, func(f finding.Finding) bool { return !f.Hint.IsZero() || f.Fix != nil })
	for _, other := range r.Counterparts() {
		if (!helped || other.Family() != spec.LEIRIs) && other.Valid(s) {
			findings[0].Also = namesake(r, other)
			return
		}
	}
}

// namesake returns the hint that a string conforms to the counterpart of a rule.
func namesake(r, other spec.Rule) finding.Text {
	var a, an, title string // the values of the hint
	if a = other.Name(); quote.Article(a) == "an " {
		a, an = "", a
	}
	if title = other.Spec().Title(); strings.Contains(other.Name(), title) {
		title = ""
	}
	hint := finding.HintNamesake
	switch {
	case other.Family() == spec.LEIRIs && r.Family() != spec.URIs:
		hint = finding.HintNamesakeToIri
	case other.Spec() == spec.RFC3987 && r.Family() == spec.URIs:
		hint = finding.HintNamesakeToUri
	}
	return hint.Text(a, an, title)
}
