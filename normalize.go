package iri

import (
	"github.com/rfc3987/iri/internal/hostname"
	"github.com/rfc3987/iri/internal/ladder"
)

// A Rung is a step of the comparison ladder (RFC 3987 §5.3, RFC 3986 §6.2): how
// far two IRIs are normalized before they are compared. Each rung includes those
// below it, so what is equal on one is equal on all above. The zero Rung is
// [RungString].
//
// Unicode normalization is not a rung: equivalence "MUST rely on the assumption
// that IRIs are appropriately pre-character-normalized rather than apply
// character normalization when comparing" (RFC 3987 §5.3.2.2). See [NFC].
type Rung uint8

const (
	// RungString changes nothing: simple string comparison (RFC 3987 §5.3.1).
	RungString Rung = iota
	// RungCase lowers the scheme and a host that is all US-ASCII, and raises the
	// hex digits of percent-encodings (RFC 3987 §5.3.2.1).
	RungCase
	// RungPercent decodes what need not be percent-encoded (RFC 3987 §5.3.2.3):
	// unreserved characters, and those beyond US-ASCII that the grammar allows in
	// their place, for "é" and "%C3%A9" map to one URI. Reserved characters stay
	// as they are, and so does what §3.2 keeps encoded: octets that are no UTF-8,
	// private use outside the query, the bidi formatting characters of §4.1.
	// One of those that stands unencoded against §4.1 is encoded, so that both
	// spellings have one normal form and it is the one that conforms. From this
	// rung on the US-ASCII letters of every host are lowered, as they are in the
	// URI that the IRI maps to (RFC 3986 §6.2.2.1).
	RungPercent
	// RungPath removes dot segments (RFC 3987 §5.3.2.4, RFC 3986 §5.2.4) from the
	// path of a reference that has a scheme. Those of a relative reference mean
	// something until it is resolved. A path stays as it is where the result would
	// break a rule of its scheme that it conforms to: data:,a/../b is not made
	// data:/b, which has no comma.
	RungPath
	// RungScheme removes an empty or default port and writes the empty path as
	// "/", for the schemes whose definitions say so (RFC 3987 §5.3.3). It does not
	// do what a definition merely might license: IPv6 addresses keep their
	// spelling, file://localhost/ its host, mailto: its case. See [NormalizeHost].
	RungScheme
	// RungProtocol removes one "/" from the end of an http or https path, for two
	// IRIs that differ in nothing else are likely to name one resource (RFC 3987
	// §5.3.4). This is a guess, which is why nothing climbs here unasked.
	RungProtocol
)

// String returns the name of the rung: "string", "case", "percent", "path",
// "scheme" or "protocol".
func (r Rung) String() string { return ladder.Rung(r).String() }

// ParseRung returns the rung of that name, without regard to case.
func ParseRung(name string) (Rung, error) {
	r, err := ladder.ParseRung(name)
	return Rung(r), err
}

// Rungs returns all rungs from the bottom up.
func Rungs() []Rung {
	return []Rung{RungString, RungCase, RungPercent, RungPath, RungScheme, RungProtocol}
}

// A NormalizeOption changes what [IRI.Normalize] does.
type NormalizeOption func(*normalizer)

type normalizer = ladder.Options

// NFC also applies Unicode Normalization Form C, which makes another IRI of one
// that is not in it: only whoever creates an IRI may do that (RFC 3987
// §5.3.2.2). A character that NFC would turn into a delimiter, or fuse with one
// or with a percent-encoding, is percent-encoded instead, so that the result is
// in NFC and says the same.
func NFC() NormalizeOption { return func(n *normalizer) { n.NFC = true } }

// NormalizeFor normalizes by the repertoire of a spec: in RFC 3986 no character
// beyond US-ASCII is decoded. The default is RFC 3987. LEIRIs are normalized by
// RFC 3987 as well: what LEIRI adds to it need not be decoded.
func NormalizeFor(s *Spec) NormalizeOption {
	return func(n *normalizer) {
		if s != nil && s != LEIRI {
			n.Spec = s.spec
		}
	}
}

// NormalizeHost takes hosts for domain names, from [RungScheme] on: what m makes
// of a host is brought into U-labels, so that http://résumé.example.org and
// http://xn--rsum-bpad.example.org have one normal form, the legible one (RFC 3987
// §5.3.3); in RFC 3986 it is the one in A-labels. A host that m refuses stays as
// it is. HostPercent, the default, takes no host for a domain name.
func NormalizeHost(m HostMapping) NormalizeOption {
	return func(n *normalizer) { n.Host = hostname.Mapping(m) }
}

// newNormalizer returns what the options make.
func newNormalizer(opts []NormalizeOption) normalizer {
	var n normalizer
	for _, o := range opts {
		o(&n)
	}
	return n
}

// Normalize returns the normal form of the IRI on a rung. It has the components
// of the original, conforms if that conforms, and normalizing it again changes
// nothing. It is the same value, without allocation, if that is normal already.
//
// Applications that pass an IRI on must preserve its original form (RFC 3987
// §5.3.2.3): the normal form is for comparing.
func (i IRI) Normalize(to Rung, opts ...NormalizeOption) IRI {
	return IRI(Ref(i).Normalize(to, opts...))
}

// Normalize is [IRI.Normalize] for references. A relative reference keeps its
// dot segments and has no scheme to define a port: it has to be resolved "before
// it can be normalized" in full (RFC 3986 §5.2.1).
func (r Ref) Normalize(to Rung, opts ...NormalizeOption) Ref {
	if len(opts) == 0 {
		return Ref{ladder.Normalize(r.ref, ladder.Rung(to), nil)}
	}
	n := newNormalizer(opts)
	return Ref{ladder.Normalize(r.ref, ladder.Rung(to), &n)}
}

// Key returns the text of the normal form on a rung, for maps and joins: two
// IRIs are equivalent on a rung if and only if their keys are equal. It does not
// allocate if the IRI is normal already.
func (i IRI) Key(rung Rung) string { return ladder.Key(i.ref, ladder.Rung(rung)) }

// Key is [IRI.Key] for references.
func (r Ref) Key(rung Rung) string { return ladder.Key(r.ref, ladder.Rung(rung)) }

// AppendNormal appends the text of [Ref.Normalize] to b. It allocates nothing if b
// has room.
func (r Ref) AppendNormal(b []byte, to Rung, opts ...NormalizeOption) []byte {
	if len(opts) == 0 {
		return ladder.AppendNormal(b, r.ref, ladder.Rung(to), nil)
	}
	n := newNormalizer(opts)
	return ladder.AppendNormal(b, r.ref, ladder.Rung(to), &n)
}

// Equivalent reports whether two IRIs are equal on a rung of the ladder. It does
// not allocate where both are normal already, nor for IRIs of ordinary length.
func Equivalent(a, b IRI, rung Rung) bool {
	return ladder.Equivalent(a.ref, b.ref, ladder.Rung(rung))
}

// A Comparison says whether two references are equal on the ladder, and if they
// are not, what tells them apart. The zero value says that they are not.
type Comparison struct {
	Equal bool
	// Rung is the first on which they are equal; without meaning if they are not.
	Rung Rung
	// Differs says for people what tells them apart: which component, where the
	// part of it that differs begins in the first of the two, in bytes, and why
	// normalizing does not make them equal. It is empty if they are equal.
	Differs string
}

// Compare climbs the ladder (RFC 3987 §5.3) from simple string comparison to a
// rung, and stops where a and b are equal. [NormalizeHost] makes a difference on
// RungScheme. [NFC] makes none: comparing must not apply it (§5.3.2.2).
//
// "Applications should not directly compare relative references; the references
// should be converted to their respective target IRIs before comparison" (§5.1).
func Compare(a, b Ref, to Rung, opts ...NormalizeOption) Comparison {
	c := ladder.Compare(a.ref, b.ref, ladder.Rung(to), newNormalizer(opts))
	return Comparison{c.Equal, Rung(c.Rung), c.Differs}
}
