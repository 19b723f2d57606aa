package convert

import (
	"strings"
	"sync/atomic"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/verdict/diagnose"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// ParseBase parses text by the rule for references of a spec and returns it as a base to resolve against. A relative
// reference is not a base (RFC 3986 §5.1); a fragment is allowed, and ignored. The error is a
// *[finding.ConvertError]; its code is "base" if the text is a relative reference.
func ParseBase(text string, by *spec.Spec) (component.Ref, error) {
	const target = "use as a base"
	ref, err := diagnose.Parse(text, by.Reference())
	if err != nil {
		if _, ok := err.(*finding.ParseError); !ok {
			return component.Ref{}, err
		}
		return component.Ref{}, convertError(text, target, err)
	}
	if ref.Parts.Scheme == 0 {
		return component.Ref{}, &finding.ConvertError{Input: text, Target: target, Findings: []finding.Finding{{
			Code: finding.CodeBase, Severity: finding.Error, Section: "RFC 3986 §5.1",
			Message: finding.BaseRelative.Text(),
			Hint:    finding.HintBaseRelative.Text(),
			End:     len(text),
		}}}
	}
	return ref, nil
}

// Bases parses bases, and caches the last one, because the next reference mostly has the same base. Several
// goroutines may use it.
type Bases struct{ last atomic.Pointer[parsedBase] }

// A parsedBase is a base and what [ParseBase] returned for it.
type parsedBase struct {
	text string
	by   *spec.Spec
	ref  component.Ref
	err  error
}

// Parse is [ParseBase].
func (b *Bases) Parse(text string, by *spec.Spec) (component.Ref, error) {
	p := b.last.Load()
	if p == nil || p.text != text || p.by != by {
		p = &parsedBase{text: strings.Clone(text), by: by}
		p.ref, p.err = ParseBase(p.text, by)
		b.last.Store(p)
	}
	return p.ref, p.err
}
