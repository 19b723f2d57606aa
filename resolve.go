package iri

import (
	"github.com/rfc3987/iri/internal/change/convert"
	"github.com/rfc3987/iri/internal/change/normalize"
	"github.com/rfc3987/iri/internal/ref/spec"
)

// Resolve returns the target of a reference with the IRI as its base (RFC 3986
// §5.2). The fragment of the base is ignored. The algorithm is that of §5.2.2 to §5.3 for
// strict parsers, with one exception. If the target has no authority and its path starts
// with "//", the text would parse into other components, so "/." is put before the path:
// f:/a and .//g give f:/.//g and not f://g. Nothing is normalized: "%2E%2E" is not a dot
// segment here, and if the path of the base is used unchanged, it keeps its dot segments.
//
// The target conforms to each built-in spec that base and reference conform to. A grammar of
// one's own may refuse it: ask [Rule.Valid].
//
// If i is the zero IRI, a reference with a scheme gives its target, and any other
// reference gives the zero IRI. The result is also the zero IRI if base and reference
// are together longer than 4 GiB.
func (i IRI) Resolve(ref Ref) (target IRI) {
	normalize.Resolve(&target.ref, &i.ref, &ref.ref)
	return target
}

// ResolveNonStrict is [IRI.Resolve] for a parser that is not strict: the scheme of a
// reference is ignored if it is the scheme of the base, so that http:g means g. RFC 3986
// allows this only "for backward compatibility" (§5.2.2, §5.4.2).
func (i IRI) ResolveNonStrict(ref Ref) (target IRI) {
	normalize.ResolveNonStrict(&target.ref, &i.ref, &ref.ref)
	return target
}

// Relativize returns the shortest reference that [IRI.Resolve], with the IRI as the base,
// resolves to exactly the text of target. If no relative reference does, it is the target
// itself. Of several references of the same length it is the first of these forms: "#s",
// "?y", "./g", "/g", "//h/g". A grammar of one's own may refuse it, as it may refuse what [IRI.Resolve] returns.
//
// No reference resolves to a target with dot segments in its path, because §5.2.4 removes
// them, unless the base has the same path. Then Relativize returns the target itself, and
// ok is false.
func (i IRI) Relativize(target IRI) (ref Ref, ok bool) {
	r, ok := normalize.Relativize(i.ref, target.ref, spec.Rule{})
	return refOf(r), ok
}

// ParseBase parses text by the spec's rule for references and returns it as a base
// for [IRI.Resolve]. A relative reference cannot be a base (RFC 3986 §5.1). A fragment is
// allowed and ignored. The error is a *[ConvertError]; its code is "base"
// if the text is a relative reference.
func (s *Spec) ParseBase(text string) (IRI, error) {
	base, err := convert.ParseBase(text, s.in())
	return IRI(refOf(base)), publicError(err)
}
