package mapping

import (
	"math"
	"strings"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/wording"
	"github.com/rfc3987/iri/internal/verdict/blame"
	"github.com/rfc3987/iri/internal/verdict/reason"
	"github.com/rfc3987/iri/internal/verdict/report"
)

// reference returns the rule that results are held to: that for references of the spec, of RFC 3987 for nil.
func reference(target *spec.Spec) spec.Rule {
	if target == nil {
		target = spec.RFC3987
	}
	return target.Reference()
}

// held returns what a conversion has made of an input as a reference of the rule. What its components must not have by the
// rule is percent-encoded; where that is not allowed either, there is a *[report.ConvertError] to a kind of reference.
func held(text, input, kind string, rule spec.Rule) (r component.Ref, err error) {
	if uint64(len(text)) > math.MaxUint32 {
		return r, tooLong(input, kind)
	}
	if !rule.IsWhole() || rule.Held(text, &r) {
		return r, nil
	}
	return r, refused(text, input, kind, rule)
}

// appendHeld is held for a result at the end of a buffer, dst[start:].
func appendHeld(dst []byte, start int, input, kind string, rule spec.Rule) ([]byte, error) {
	text := chars.View(dst[start:])
	if rule.Valid(text) {
		return dst, nil
	}
	r, err := held(strings.Clone(text), input, kind, rule)
	return append(dst[:start], r.Text...), err
}

// refused returns the error for a result that does not conform to the rule that it is written for.
func refused(text, input, kind string, rule spec.Rule) error {
	f := blame.Blame(text, rule, &report.Settings{Max: 1}).Findings[0]
	f.Start, f.End, f.Hint, f.Also, f.Fix = 0, len(input), reason.Text{}, reason.Text{}, nil
	f.Message = reason.Of(reason.ResultRefused, wording.Quote(component.RedactAs(rule.Name(), text)), rule.Name(), rule.Spec().Title())
	return &report.ConvertError{Input: input, Target: kind, Findings: []report.Finding{f}}
}
