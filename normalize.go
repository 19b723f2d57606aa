package iri

import (
	"fmt"
	"math"
	"strings"
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

var rungNames = [...]string{"string", "case", "percent", "path", "scheme", "protocol"}

// String returns the name of the rung: "string", "case", "percent", "path",
// "scheme" or "protocol".
func (r Rung) String() string {
	if int(r) < len(rungNames) {
		return rungNames[r]
	}
	return fmt.Sprintf("Rung(%d)", uint8(r))
}

// ParseRung returns the rung of that name, without regard to case.
func ParseRung(name string) (Rung, error) {
	for i, n := range rungNames {
		if strings.EqualFold(n, name) {
			return Rung(i), nil
		}
	}
	return 0, fmt.Errorf("iri: %s is no rung of the ladder: use %s", quote(name), strings.Join(rungNames[:], ", "))
}

// Rungs returns all rungs from the bottom up.
func Rungs() []Rung {
	return []Rung{RungString, RungCase, RungPercent, RungPath, RungScheme, RungProtocol}
}

// A NormalizeOption changes what [IRI.Normalize] does.
type NormalizeOption func(*normalizer)

// NFC also applies Unicode Normalization Form C, which makes another IRI of one
// that is not in it: only whoever creates an IRI may do that (RFC 3987
// §5.3.2.2). A character that NFC would turn into a delimiter, or fuse with one
// or with a percent-encoding, is percent-encoded instead, so that the result is
// in NFC and says the same.
func NFC() NormalizeOption { return func(n *normalizer) { n.nfc = true } }

// NormalizeFor normalizes by the repertoire of a spec: in RFC 3986 no character
// beyond US-ASCII is decoded. The default is RFC 3987. LEIRIs are normalized by
// RFC 3987 as well: what LEIRI adds to it need not be decoded.
func NormalizeFor(s *Spec) NormalizeOption {
	return func(n *normalizer) {
		if s != nil && s != LEIRI {
			n.setSpec(s)
		}
	}
}

// NormalizeHost takes hosts for domain names, from [RungScheme] on: what m makes
// of a host is brought into U-labels, so that http://résumé.example.org and
// http://xn--rsum-bpad.example.org have one normal form, the legible one (RFC 3987
// §5.3.3); in RFC 3986 it is the one in A-labels. A host that m refuses stays as
// it is. HostPercent, the default, takes no host for a domain name.
func NormalizeHost(m HostMapping) NormalizeOption {
	return func(n *normalizer) { n.mapping = m }
}

// Normalize returns the normal form of the IRI on a rung. It has the components
// of the original, conforms if that conforms, and normalizing it again changes
// nothing. It is the same value, without allocation, if that is normal already.
//
// Applications that pass an IRI on must preserve its original form (RFC 3987
// §5.3.2.3): the normal form is for comparing.
func (i IRI) Normalize(to Rung, opts ...NormalizeOption) IRI { return IRI{i.r.Normalize(to, opts...)} }

// Normalize is [IRI.Normalize] for references. A relative reference keeps its
// dot segments and has no scheme to define a port: it has to be resolved "before
// it can be normalized" in full (RFC 3986 §5.2.1).
func (r Ref) Normalize(to Rung, opts ...NormalizeOption) Ref {
	n := newNormalizer(to)
	if len(opts) > 0 {
		apply(&n, opts)
	}
	return n.normalize(r)
}

// apply is on its own so that the options do not make every normalizer escape.
//
//go:noinline
func apply(n *normalizer, opts []NormalizeOption) {
	m := *n
	for _, o := range opts {
		o(&m)
	}
	*n = m
}

// Key returns the text of the normal form on a rung, for maps and joins: two
// IRIs are equivalent on a rung if and only if their keys are equal. It does not
// allocate if the IRI is normal already.
func (i IRI) Key(rung Rung) string { return i.r.Key(rung) }

// Key is [IRI.Key] for references.
func (r Ref) Key(rung Rung) string {
	n := newNormalizer(rung)
	if n.isNormal(r) {
		return r.s
	}
	var buf [stackBuffer]byte
	return string(n.append(buf[:0], r))
}

// AppendNormal appends the text of [Ref.Normalize] to b. It allocates nothing if b
// has room.
func (r Ref) AppendNormal(b []byte, to Rung, opts ...NormalizeOption) []byte {
	n := newNormalizer(to)
	if len(opts) > 0 {
		apply(&n, opts)
	}
	if !n.nfc && n.mapping == HostPercent && n.isNormal(r) {
		return append(b, r.s...)
	}
	return n.append(b, r)
}

// Equivalent reports whether two IRIs are equal on a rung of the ladder. It does
// not allocate where both are normal already, nor for IRIs of ordinary length.
func Equivalent(a, b IRI, rung Rung) bool { return equivalent(a.r, b.r, rung) }

func equivalent(a, b Ref, rung Rung) bool {
	if a.s == b.s {
		return true
	}
	n := newNormalizer(rung)
	var bufA, bufB [stackBuffer]byte
	na, nb := n.isNormal(a), n.isNormal(b)
	switch {
	case na && nb:
		return false
	case na:
		return a.s == string(n.append(bufB[:0], b))
	case nb:
		return b.s == string(n.append(bufA[:0], a))
	}
	return string(n.append(bufA[:0], a)) == string(n.append(bufB[:0], b))
}

// stackBuffer is the length of the buffers that results of ordinary length are
// built in before they are allocated in their exact size.
const stackBuffer = 512

// A normalizer makes normal forms on one rung.
type normalizer struct {
	to      Rung
	nfc     bool
	mapping HostMapping // on RungScheme; HostPercent for none
	// What may stand unencoded, besides unreserved US-ASCII, is what the grammar
	// accepts by itself in that component.
	userinfo, host, path, query, fragment Rule
}

func newNormalizer(to Rung) normalizer {
	n := normalizer{to: to}
	n.setSpec(RFC3987)
	return n
}

// setSpec takes the rules for components from a spec. One that has none for
// references, as one read from a file may, leaves those of RFC 3987.
func (n *normalizer) setSpec(s *Spec) {
	if p := s.components(); p != nil {
		n.userinfo, n.host, n.path = p.comp[compUserinfo], p.comp[compRegName], p.comp[compPathRootless]
		n.query, n.fragment = p.comp[compQuery], p.comp[compFragment]
	}
}

func (n *normalizer) normalize(r Ref) Ref {
	if !n.nfc && n.mapping == HostPercent && n.isNormal(r) {
		return r
	}
	var buf [stackBuffer]byte
	b := n.append(buf[:0], r)
	if string(b) == r.s || uint64(len(b)) > math.MaxUint32 { // as long as no one has seen
		return r
	}
	s := string(b)
	return Ref{s, split(s)}
}

// append appends the normal form of r to dst.
func (n *normalizer) append(dst []byte, r Ref) []byte {
	start := len(dst)
	dots := n.to >= RungPath && r.p.scheme > 0
	dst = n.build(dst, r, dots)
	if dots && !n.conformsToScheme(dst[start:], r) {
		dst = n.build(dst[:start], r, false)
	}
	return dst
}

// conformsToScheme reports whether the normal form of r may do without its dot
// segments: whether the rules of its scheme have nothing against it, or had
// something against the path that has them too.
func (n *normalizer) conformsToScheme(normal []byte, r Ref) bool {
	path := r.Path()
	if !mayHaveDots(path) || !pathRules(string(normal[:r.p.scheme])) || breaksScheme(string(normal)) == 0 {
		return true
	}
	return breaksScheme(string(n.build(nil, r, false))) > 0
}

// mayHaveDots is hasDotSegment for paths in which dots may be percent-encoded. It
// takes no path with dot segments for one without.
func mayHaveDots(path string) bool {
	return hasDotSegment(path) || strings.Contains(path, "%2E") || strings.Contains(path, "%2e")
}

// pathRules reports whether rules of the scheme look at the path.
func pathRules(scheme string) bool {
	rules := schemeRulesOf(scheme)
	return rules != nil && &rules[0] != &rulesHTTP[0] && &rules[0] != &rulesWS[0]
}

// breaksScheme returns how many errors the rules of the scheme find in s.
func breaksScheme(s string) int {
	c := checker{s: s, p: split(s), rule: ruleReference(), opts: &options{}, trial: true}
	c.schemeRules()
	return c.errors
}

// build appends the normal form of r to dst, with or without its dot segments.
func (n *normalizer) build(dst []byte, r Ref, dots bool) []byte {
	s, p := r.s, r.p
	scheme := s[:p.scheme]
	if p.scheme > 0 {
		start := len(dst)
		dst = append(dst, s[:p.scheme+1]...)
		if n.to >= RungCase {
			lowerASCII(dst[start:])
		}
	}
	if p.host > 0 {
		dst = n.appendAuthority(append(dst, "//"...), r, scheme)
	}
	dst = n.appendPath(dst, r, scheme, dots)
	if q, ok := r.Query(); ok {
		dst = n.appendText(append(dst, '?'), q, n.query)
	}
	if f, ok := r.Fragment(); ok {
		// "The fragment component is not subject to any scheme-based
		// normalization" (RFC 3987 §5.3.3): an empty one stays.
		dst = n.appendText(append(dst, '#'), f, n.fragment)
	}
	return dst
}

func (n *normalizer) appendAuthority(dst []byte, r Ref, scheme string) []byte {
	if u, ok := r.Userinfo(); ok {
		dst = append(n.appendText(dst, u, n.userinfo), '@')
	}
	start := len(dst)
	host := r.s[r.p.host:r.p.hostEnd]
	dst = n.appendText(dst, host, n.host)
	if n.to >= RungPercent || n.to == RungCase && isASCII(dst[start:]) {
		lowerHost(dst[start:])
	}
	if n.to >= RungScheme && n.mapping != HostPercent {
		dst = n.mapHost(dst, start)
	}
	if port, ok := r.Port(); ok && !(n.to >= RungScheme && portNeedless(scheme, port)) {
		dst = append(append(dst, ':'), port...)
	}
	return dst
}

// mapHost replaces the host dst[start:] as NormalizeHost says.
func (n *normalizer) mapHost(dst []byte, start int) []byte {
	host := string(dst[start:])
	if host == "" || host[0] == '[' {
		return dst
	}
	ascii, faults := appendHost(nil, host, n.mapping)
	if faults != nil || strings.IndexByte(string(ascii), '%') >= 0 {
		return dst
	}
	if legible := displayHost(nil, string(ascii)); n.host.Valid(string(legible)) {
		ascii = legible
	}
	return append(dst[:start], ascii...)
}

func (n *normalizer) appendPath(dst []byte, r Ref, scheme string, dots bool) []byte {
	start, path, authority := len(dst), r.Path(), r.p.host > 0
	dst = n.appendText(dst, path, n.path)
	if dots {
		dst = guardPath(removeDotSegments(dst, start), start, authority)
	}
	if n.to >= RungScheme && path == "" && pathNeeded(r, scheme) {
		dst = append(dst, '/')
	}
	if n.to >= RungProtocol && trailingSlash(string(dst[start:]), scheme) {
		dst = dst[:len(dst)-1]
	}
	return dst
}

// isNormal reports whether append would change nothing. It does not allocate but for
// paths with dot segments in schemes that have rules for paths.
func (n *normalizer) isNormal(r Ref) bool {
	if n.to == RungString {
		return true
	}
	s, p := r.s, r.p
	if hasUpper(s[:p.scheme]) {
		return false
	}
	path := s[p.path:p.pathEnd]
	if p.host > 0 {
		h := s[p.host:p.hostEnd]
		if hasUpperHost(h) && (n.to >= RungPercent || isASCII(h)) {
			return false
		}
	}
	if !n.isNormalText(r) {
		return false
	}
	if n.to >= RungPath && p.scheme > 0 {
		rest := path
		if p.host == 0 && strings.HasPrefix(path, "/.//") {
			rest = path[2:] // the guard: see guardPath
		}
		if hasDotSegment(rest) {
			// Rarely they stay; then there is no telling without making the form.
			return pathRules(s[:p.scheme]) && string(n.append(nil, r)) == s
		}
	}
	if n.to < RungScheme {
		return true
	}
	scheme := s[:p.scheme]
	if port, ok := r.Port(); ok && portNeedless(scheme, port) || path == "" && pathNeeded(r, scheme) {
		return false
	}
	return n.to < RungProtocol || !trailingSlash(path, scheme)
}

// trailingSlash reports whether the path ends with the "/" that RungProtocol
// removes. Not after another "/", where it delimits an empty segment: "/a//" and
// "/a/" stay apart, and what remains has no "/" to remove.
func trailingSlash(path, scheme string) bool {
	n := len(path)
	return n > 1 && path[n-1] == '/' && path[n-2] != '/' &&
		(strings.EqualFold(scheme, "http") || strings.EqualFold(scheme, "https"))
}

func isASCII[T string | []byte](s T) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

func isUpper(c byte) bool { return 'A' <= c && c <= 'Z' }

func hasUpper(s string) bool {
	for i := 0; i < len(s); i++ {
		if isUpper(s[i]) {
			return true
		}
	}
	return false
}

// hasUpperHost is hasUpper but for percent-encodings, whose letters are digits.
func hasUpperHost(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] == '%' {
			i += 2
		} else if isUpper(s[i]) {
			return true
		}
	}
	return false
}

func lowerASCII(b []byte) {
	for i, c := range b {
		if isUpper(c) {
			b[i] = c | 0x20
		}
	}
}

// lowerHost is lowerASCII but for percent-encodings.
func lowerHost(b []byte) {
	for i := 0; i < len(b); i++ {
		if b[i] == '%' {
			i += 2
		} else if isUpper(b[i]) {
			b[i] |= 0x20
		}
	}
}
