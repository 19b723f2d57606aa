package iri

import (
	"github.com/rfc3987/iri/internal/change/convert"
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/normalize"
	"github.com/rfc3987/iri/internal/ref/spec"
)

// A Rung is a step of the comparison ladder (RFC 3987 §5.3, RFC 3986 §6.2): how far two
// IRIs are normalized before they are compared. Each rung includes the ones before it,
// so IRIs that are equal on one rung are equal on all later ones. The zero Rung is
// [RungString].
//
// Unicode normalization is not a rung: equivalence "MUST rely on the assumption
// that IRIs are appropriately pre-character-normalized rather than apply
// character normalization when comparing" (RFC 3987 §5.3.2.2). See [WithNFC].
type Rung uint8

const (
	// RungString changes nothing: simple string comparison (RFC 3987 §5.3.1).
	RungString Rung = iota
	// RungCase writes the scheme, and a host that is all US-ASCII, in lower case, and
	// the hex digits of percent-encodings in upper case (RFC 3987 §5.3.2.1).
	RungCase
	// RungPercent decodes percent-encodings that are not needed (RFC 3987 §5.3.2.3):
	// those of unreserved characters, and those of characters beyond US-ASCII that the
	// grammar allows there, because "é" and "%C3%A9" map to the same URI. Reserved
	// characters do not change. What §3.2 keeps encoded stays encoded: octets that are
	// not UTF-8, private use outside the query, the bidi formatting characters of §4.1,
	// and a whole component, which in a path is a segment, that would mix directions or
	// scripts, or not be in NFC. What of this is not encoded is percent-encoded, so that both
	// spellings have the same normal form, and it has no findings that one of them has not.
	// From this rung on, the US-ASCII letters of every host are written in lower case, as in the URI that
	// the IRI maps to (RFC 3986 §6.2.2.1).
	RungPercent
	// RungPath removes dot segments (RFC 3987 §5.3.2.4, RFC 3986 §5.2.4) from the
	// path of a reference that has a scheme. In a relative reference they have a
	// meaning until it is resolved. They stay under a scheme whose paths are not hierarchical, such as data, mailto
	// and urn: data:,a/../b is other data than data:,b. So they do where the result would break a rule of the
	// scheme file.
	RungPath
	// RungScheme writes the host in lower case also beyond US-ASCII, if the scheme has domain
	// names for hosts (RFC 5895 §2). It removes an empty or default port, and zeros before the digits of
	// another one, and writes the empty path after an authority as "/", whatever the scheme is (RFC 3987 §5.3.3).
	// It does what the definitions of schemes say of equality: the host of file://localhost/ is removed
	// (RFC 8089 §2), and file:/a is written as file:///a (RFC 8089 Appendix B); telephone numbers lose the visual
	// separators, and their parameters get lower case and one order (RFC 3966 §4); domains of mailto: get lower case
	// (RFC 5321 §2.4), as do the namespace identifier of a URN (RFC 8141 §3.1) and the names in urn:uuid (RFC 9562 §4)
	// and urn:ietf (RFC 2648 §2); the numbers of urn:isbn have no hyphens, those of urn:issn one (RFC 8254). It does
	// not do what a definition might allow without saying so: see [RungHost].
	RungScheme
	// RungHost writes spellings of one host in one way, as [Host.Fold] does: hosts that are equal by [Host.Equal]
	// are equal from this rung on, résumé.example and xn--rsum-bpad.example (RFC 3987 §5.3.3: they "may be
	// considered equivalent"), and the text forms of an IPv6 address (RFC 5952).
	RungHost
	// RungProtocol removes one "/" from the end of an http or https path, because two
	// IRIs that differ only in it probably name the same resource (RFC 3987 §5.3.4).
	// This is a guess, so no function uses this rung by default.
	RungProtocol
)

// String returns the name of the rung: "string", "case", "percent", "path",
// "scheme", "host" or "protocol".
func (r Rung) String() string { return normalize.Rung(r).String() }

// Rungs returns all rungs in order, from [RungString] to [RungProtocol].
func Rungs() []Rung {
	return []Rung{RungString, RungCase, RungPercent, RungPath, RungScheme, RungHost, RungProtocol}
}

// Normalize returns the normal form of the IRI on a rung. It has the same components as
// i, but for file:/a, which becomes file:///a, conforms if i conforms, and is its own normal form. All IRIs that are
// equal on a rung have one normal form there. If i is already normal, the
// result is i, and below [RungScheme] there is no allocation for one of up to 500 bytes.
//
// With [WithSpec] a grammar of one's own, what that must not have stays percent-encoded, or is; where that
// does not help, as where the grammar asks for a port, the normal form on the rung below is returned.
//
// The normal form is for comparing. An application that passes an IRI on must preserve
// its original form (RFC 3987 §5.3.2.3).
func (i IRI) Normalize(to Rung, opts ...NormalizeOption) IRI {
	(*Ref)(&i).normalize(normalize.Rung(to), opts)
	return i
}

// Normalize is [IRI.Normalize] for references. A relative reference keeps its dot
// segments and its port, because it has no scheme: it must be resolved before it can be
// normalized completely (RFC 3986 §5.2.1).
func (r Ref) Normalize(to Rung, opts ...NormalizeOption) Ref {
	r.normalize(normalize.Rung(to), opts)
	return r
}

// Normalize is [IRI.Normalize] with RFC 3986 for its spec, so that no character beyond US-ASCII is decoded: the result is
// a URI. [WithSpec] has no effect.
func (u URI) Normalize(to Rung, opts ...NormalizeOption) URI {
	normalizeURI(&u.ref, to, opts)
	return u
}

// Normalize is [URI.Normalize] for URI-references; see [Ref.Normalize].
func (u URIRef) Normalize(to Rung, opts ...NormalizeOption) URIRef {
	normalizeURI(&u.ref, to, opts)
	return u
}

func normalizeURI(r *component.Ref, to Rung, opts []NormalizeOption) {
	o := normalizeOptionsOf(opts)
	o.Spec = spec.RFC3986
	normalize.Normalize(r, normalize.Rung(to), &o)
}

// normalizeOptions returns what options say, nil if there are none: then nothing is allocated.
func normalizeOptions(opts []NormalizeOption) *normalize.Options {
	if len(opts) == 0 {
		return nil
	}
	o := normalizeOptionsOf(opts)
	return &o
}

func (r *Ref) normalize(to normalize.Rung, opts []NormalizeOption) {
	normalize.Normalize(&r.ref, to, normalizeOptions(opts))
}

// IsNormal reports whether the IRI is its own normal form on a rung: whether [IRI.Normalize]
// returns it as it is.
func (c reference) IsNormal(rung Rung) bool { return normalize.IsNormal(c.ref, normalize.Rung(rung)) }

// Key returns the text of the normal form on a rung, as a key for maps and joins: two
// IRIs are equivalent on a rung if and only if their keys are equal, and [Equivalent] and [Diff] say so. It is the
// text of [IRI.Normalize] with the same options, but for [WithNFC], which comparing must not apply. The
// fragment is part of it, unless [WithIgnoreFragment] is given. Without options and below [RungScheme] it does not
// allocate if the IRI is already normal, and has up to 500 bytes.
func (c components) Key(rung Rung, opts ...NormalizeOption) string {
	return normalize.Key(c.ref, normalize.Rung(rung), normalizeOptions(opts))
}

// AppendNormal appends the text of [Ref.Normalize] to b.
func (r Ref) AppendNormal(b []byte, to Rung, opts ...NormalizeOption) []byte {
	return normalize.AppendNormal(b, r.ref, normalize.Rung(to), normalizeOptions(opts))
}

// Equivalent reports whether two IRIs are equal on a rung of the ladder: whether they have the same [IRI.Key].
func Equivalent(a, b IRI, rung Rung, opts ...NormalizeOption) bool {
	return normalize.Equivalent(a.ref, b.ref, normalize.Rung(rung), normalizeOptions(opts))
}

// A Comparison says whether two references are equal on the ladder, and if not, how
// they differ. The zero value says that they are not equal.
type Comparison struct {
	Equal bool
	// Rung is the first rung on which they are equal. It has no meaning if Equal is false.
	Rung Rung
	// Differs is a message for people: which component differs, at which byte of the
	// first reference the difference starts, and why normalization does not remove it.
	// It is empty if Equal is true.
	Differs string
	// URNEquivalent is set for URNs that are not equal, and would be with [WithURNEquivalence].
	URNEquivalent bool
}

// Diff goes up the ladder (RFC 3987 §5.3), from simple string comparison to the rung
// to, and stops at the first rung on which a and b are equal. [WithHostMapping] has an effect
// from [RungScheme] on. [WithNFC] has no effect, because a comparison must not apply it
// (§5.3.2.2).
//
// "Applications should not directly compare relative references; the references
// should be converted to their respective target IRIs before comparison" (§5.1).
func Diff(a, b Ref, to Rung, opts ...NormalizeOption) Comparison {
	c := normalize.Compare(a.ref, b.ref, normalize.Rung(to), normalizeOptionsOf(opts))
	return Comparison{c.Equal, Rung(c.Rung), c.Differs, c.URNEquivalent}
}

// Resolve returns the target of a reference with the IRI as its base (RFC 3986
// §5.2). The fragment of the base is ignored. The algorithm is that of §5.2.2 to §5.3 for
// strict parsers, with one exception. If the target has no authority and its path starts
// with "//", the text would parse into other components, so "/." is put before the path:
// f:/a and .//g give f:/.//g and not f://g. Nothing is normalized: "%2E%2E" is not a dot
// segment here, and if the path of the base is used unchanged, it keeps its dot segments. So does a reference
// with a scheme whose paths are not hierarchical, such as data, mailto and urn: it is its own target.
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

// Resolve is [IRI.Resolve] for URIs.
func (u URI) Resolve(ref URIRef) (target URI) {
	normalize.Resolve(&target.ref, &u.ref, &ref.ref)
	return target
}

// ResolveNonStrict is [IRI.Resolve] for a parser that is not strict: the scheme of a
// reference is ignored if it is the scheme of the base, so that http:g means g; but not one whose paths are not
// hierarchical. RFC 3986 allows this only "for backward compatibility" (§5.2.2, §5.4.2).
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
// them, unless the base has the same path or they are text, as in data:,a/../b. Then Relativize returns the target itself, and
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
