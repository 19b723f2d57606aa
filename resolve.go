package iri

import (
	"github.com/rfc3987/iri/internal/ladder"
	"github.com/rfc3987/iri/internal/mapping"
)

// Resolve returns the target of a reference with the IRI as its base (RFC 3986
// §5.2). The fragment of the base is ignored. This is the algorithm of §5.2.2 to
// §5.3 for strict parsers, to the letter, but for one thing: where it would
// produce text that parses into other components, "//" at the start of the path
// of a target without an authority, "/." is put before that path, so that
// f:/a and .//g make f:/.//g and not f://g. Nothing is normalized: "%2E%2E" is no
// dot segment here, and a base path that is taken as it is keeps its dots.
//
// The zero IRI is no base: against it a reference with a scheme gives its target,
// and any other gives the zero IRI. So do texts of more than 4 GiB together.
func (i IRI) Resolve(ref Ref) IRI { return IRI{ladder.Resolve(i.ref, ref.ref)} }

// ResolveNonStrict is [IRI.Resolve] as a parser that is not strict has it: the
// scheme of a reference is ignored if it is that of the base, so that http:g is
// g. RFC 3986 §5.2.2 allows it "for backward compatibility" only (§5.4.2).
func (i IRI) ResolveNonStrict(ref Ref) IRI {
	return IRI{ladder.ResolveNonStrict(i.ref, ref.ref)}
}

// Relativize returns the shortest reference that [IRI.Resolve] makes the target
// of again, with the IRI as its base: exactly the target, the same text. Where no
// relative reference does, it is the target itself. Of references of the same
// length it is the first of "#s", "?y", "./g", "/g", "//h/g".
//
// There is one kind of target that no reference resolves to: one with dot
// segments in its path, which §5.2.4 removes, unless the base has the very same
// path. The target itself is returned then, and ok is false.
func (i IRI) Relativize(target IRI) (ref Ref, ok bool) {
	r, ok := ladder.Relativize(i.ref, target.ref)
	return Ref{r}, ok
}

// ParseBase parses text by the spec's rule for references and returns it as a base
// for [IRI.Resolve]. A relative reference is none (RFC 3986 §5.1); a fragment is
// allowed, for it is ignored. The error is a *[ConvertError]; its code is "base"
// if the text is a relative reference.
func (s *Spec) ParseBase(text string) (IRI, error) {
	base, err := mapping.ParseBase(text, s.spec)
	return IRI{base}, publicError(err)
}
