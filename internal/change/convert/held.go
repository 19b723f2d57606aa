package convert

import (
	"fmt"
	"math"
	"strings"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/verdict/diagnose"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// reference returns the rule that results must conform to: the rule for references of the spec, or of RFC 3987 for nil.
func reference(target *spec.Spec) spec.Rule {
	if target == nil {
		target = spec.RFC3987
	}
	return target.Reference()
}

// ConformOrEscape returns the result of a conversion as a reference of the rule. Characters that its components must
// not have by the rule are percent-encoded. If the result does not conform even then, the error is a
// *[finding.ConvertError] to a kind of reference. There is another error if the rule is not for whole references, or
// cannot divide the text.
func ConformOrEscape(text, input, kind string, rule spec.Rule) (r component.Ref, err error) {
	switch {
	case uint64(len(text)) > math.MaxUint32:
		return r, tooLong(input, kind)
	case rule.IsZero():
		return r, fmt.Errorf("iri: the grammar of the result has no rule for references")
	case rule.ConformOrEscape(text, &r):
		return r, nil
	}
	return r, refused(text, input, kind, rule)
}

// appendConforming is ConformOrEscape for a result at the end of a buffer, dst[start:].
func appendConforming(dst []byte, start int, input, kind string, rule spec.Rule) ([]byte, error) {
	text := chars.UnsafeString(dst[start:])
	if rule.Valid(text) {
		return dst, nil
	}
	r, err := ConformOrEscape(strings.Clone(text), input, kind, rule)
	return append(dst[:start], r.Text...), err
}

// refused returns the error for a result that does not conform to its rule. The span of the finding is the whole input,
// because the input may not have the faulty text of the result.
func refused(text, input, kind string, rule spec.Rule) error {
	_, err := diagnose.Parse(text, rule)
	p, ok := err.(*finding.ParseError)
	if !ok {
		return err
	}
	f := p.Report.Findings[0]
	q := rule.Quoter(text)
	result, inner, title := q.Quote(0, len(text)), f.Rules[len(f.Rules)-1],
		rule.Spec().Title()
	if f.Message = finding.ResultShort.Text(result, inner, title); f.Start < f.End {
		f.Message = finding.ResultRefused.Text(result, inner, title, q.Quote(f.Start, f.End))
	}
	if kind == "URI" {
		title = "" // nobody chooses this spec
	}
	f.Start, f.End, f.Hint, f.Also, f.Fix = 0, len(input), finding.HintResult.Text(title), finding.Text{}, nil
	return &finding.ConvertError{Input: input, Target: kind, Findings: []finding.Finding{f}}
}
