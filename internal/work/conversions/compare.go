package conversions

import (
	"fmt"

	"github.com/rfc3987/iri/internal/change/convert"
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/normalize"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/text/jsonw"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/verdict/diagnose"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// A Pair is two references that were compared.
type Pair struct {
	IRI, Other string
	Comparison normalize.Comparison
	Differs    string            // the result of Comparison for people, with the position in characters
	Findings   []finding.Finding // why the references cannot be compared
	InOther    bool              // the findings are about Other, and not about IRI
}

// Compare compares the normal forms of two references, on the rung of c. With a base, both are resolved first:
// "Applications should not directly compare relative references" (RFC 3987 §5.1).
func (c Conversion) Compare(iri, other string, rule spec.Rule, base *string, bases *convert.Bases) Pair {
	p := Pair{IRI: iri, Other: other}
	var refs [2]component.Ref
	var err error
	for i, text := range []string{iri, other} {
		if refs[i], err = diagnose.Parse(text, rule); err != nil {
			p.Findings, p.InOther = FindingsOf(err, text), i > 0
			return p
		}
	}
	if base != nil {
		b, err := bases.Parse(*base, rule.Spec())
		if err != nil {
			message := fmt.Sprintf("the base %s has no scheme or does not conform: %v", quote.Ends(component.Redact(*base)), err)
			p.Findings = []finding.Finding{{Code: CodeConversion, Severity: finding.Error,
				Message: finding.External(message, nil)}}
			return p
		}
		for i := range refs {
			ref := refs[i]
			normalize.Resolve(&refs[i], &b, &ref)
		}
	}
	var where normalize.Difference
	p.Comparison, where = normalize.Explain(refs[0], refs[1], normalize.Rung(c.Rung), c.NormalizeOptions(rule.Spec()))
	p.Differs = where.InCharacters
	return p
}

// AppendJSON appends {"iri":…,"other":…,"equal":…,"rung":…,"urn_equivalent":true,"differs":…} or, if the references
// cannot be compared, {"iri":…,"other":…,"in":…,"findings":[…]}.
func (p Pair) AppendJSON(b []byte) []byte {
	b = jsonw.AppendText(append(b, '{'), "iri", p.IRI)
	b = jsonw.AppendText(append(b, ','), "other", p.Other)
	switch {
	case len(p.Findings) > 0:
		in := "iri"
		if p.InOther {
			in = "other"
		}
		b = append(b, `,"in":"`+in+`",`...)
		b = AppendFindings(b, p.Findings, nil)
	case p.Comparison.Equal:
		b = append(b, `,"equal":true,"rung":"`+p.Comparison.Rung.String()+`"`...)
	default:
		b = append(b, `,"equal":false,"rung":null`...)
		if p.Comparison.URNEquivalent {
			b = append(b, `,"urn_equivalent":true`...)
		}
		b = append(b, `,"differs":`...)
		b = jsonw.AppendString(b, p.Comparison.Differs)
	}
	return append(b, '}')
}
