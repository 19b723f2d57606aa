package spec

import (
	"errors"
	"fmt"
	"math"

	"github.com/rfc3987/iri/internal/grammar/engine"
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/text/wording"
)

// ErrNoMatch is the error of [Rule.Parse] for a string that does not conform to the
// rule.
var ErrNoMatch = errors.New("the string does not conform to the rule")

// Split sets ref to s and its components if s conforms to the rule, which must be one for
// whole references of a built-in spec. If s does not conform it returns false and does
// not change ref.
func (r Rule) Split(s string, ref *component.Ref) bool {
	// Fill the result in place: copying it right after the field-wise stores stalls store
	// forwarding.
	var off engine.Offsets
	if uint64(len(s)) > math.MaxUint32 || !r.d.table().Split(s, &off) {
		return false
	}
	ref.Text = s
	ref.Parts.Set(&off)
	return true
}

// Parse finds the components of s by a rule for whole references. The error is
// [ErrNoMatch] if s does not conform to the rule; any other says that the rule names
// no whole reference, that s is too long, or that it cannot be divided: a spec that
// was read must divide s as RFC 3986 Appendix B does.
func (r Rule) Parse(s string) (component.Ref, error) {
	switch {
	case !r.WholeReference():
		return component.Ref{}, fmt.Errorf("iri: rule %s does not name a whole reference, so what it matches has no components", wording.Quote(r.Name()))
	case uint64(len(s)) > math.MaxUint32:
		return component.Ref{}, errTooLong(len(s))
	case !r.IsWhole():
		return r.parseRead(s)
	}
	var ref component.Ref
	if !r.Split(s, &ref) {
		return component.Ref{}, ErrNoMatch
	}
	return ref, nil
}

// errTooLong is the error for a string beyond the limit of 4 GiB.
func errTooLong(n int) error { return fmt.Errorf("iri: %d bytes are more than the limit of 4 GiB", n) }

// parseRead is Parse for a spec that was read at run time, whose tables do not record
// where the components lie. The file may have changed any rule, so each component is
// checked against its own.
func (r Rule) parseRead(s string) (component.Ref, error) {
	if !r.Valid(s) {
		return component.Ref{}, ErrNoMatch
	}
	if !MustRule(LEIRI, "LEIRI-reference").Valid(s) {
		return component.Ref{}, fmt.Errorf("iri: %s cannot be taken apart: it conforms to %s of %s, but not to LEIRI-reference, the widest rule for references", wording.Quote(component.Redact(s)), r.Name(), r.d.spec.Name())
	}
	ref := component.Conforming(s)
	if text, rule := r.d.spec.Profile().misfit(ref); rule != (Rule{}) {
		return component.Ref{}, fmt.Errorf("iri: %s cannot be taken apart: %s stands where RFC 3986 Appendix B has %s, but does not conform to that rule of %s",
			wording.Quote(component.Redact(s)), wording.Quote(text), rule.Name(), r.d.spec.Name())
	}
	return ref, nil
}

// misfit returns the first component of r that does not conform to its rule, without a
// password, and that rule; the zero Rule if all do.
func (p *Profile) misfit(r component.Ref) (text string, rule Rule) {
	for _, kind := range [...]component.Kind{component.Scheme, component.Authority, component.Userinfo, component.Host, component.Port, r.Parts.PathKind(r.Text), component.Query, component.Fragment} {
		if start, end, ok := r.Parts.Span(r.Text, kind); ok && !p.Of[kind].Valid(r.Text[start:end]) {
			return component.RedactAs(p.Of[kind].Name(), r.Text[start:end]), p.Of[kind]
		}
	}
	return "", Rule{}
}
